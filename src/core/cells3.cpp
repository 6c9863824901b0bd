#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "core/cells.h"
#include "core/hull.h"
#include "core/vec.h"

// Cell i is K cut by the planes <B x, v_i - v_j> = 0 of the neighbours j, all through 0. For each vertex of K one
// bit a plane says whether it is beyond: a face whose corners share a bit is out, one without bits is in, and only
// the others are cut. The walls of the cell follow from the corners of what is left: their corners are those on the
// plane, and 0 where it is in K, since planes through 0 meet nowhere else. The twin is cells3_twin.cpp.
namespace lab::core {
namespace {

using Vec3 = std::array<double, 3>;
constexpr double kPlaneTolerance = 1e-12;
constexpr std::size_t kBits = 64;  ///< planes beyond these are always cut with

double dot3(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec3 minus(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Plane {
  Vec3 normal;  ///< of length 1; inside is where <normal, x> >= 0
  std::uint32_t beyond;
  std::vector<Vec3> rim;
};

/// Counter-clockwise around `axis`, by cross products: no angle is computed.
void sort_around(std::vector<Vec3>& points, const Vec3& axis) {
  Vec3 centre{};
  for (const Vec3& p : points)
    for (std::size_t c = 0; c < 3; ++c) centre[c] += p[c] / static_cast<double>(points.size());
  const Vec3 first = minus(points[0], centre);
  const auto left = [&](const Vec3& a, const Vec3& b) { return dot3(cross(a, b), axis); };
  // First half turn from `first` on, then the second one.
  const auto half = [&](const Vec3& a) {
    const double s = left(first, a);
    return s > 0.0 || (s == 0.0 && dot3(first, a) >= 0.0) ? 0 : 1;
  };
  std::sort(points.begin() + 1, points.end(), [&](const Vec3& p, const Vec3& q) {
    const Vec3 a = minus(p, centre), b = minus(q, centre);
    if (half(a) != half(b)) return half(a) < half(b);
    return left(a, b) > 0.0;
  });
}

class Cutter {
 public:
  Cutter(const Matrix& Z, const Hull3& hull, const Matrix& B) : B_(B) {
    std::vector<std::uint32_t> place(Z.rows);
    for (const std::uint32_t i : hull.vertices) {
      place[i] = static_cast<std::uint32_t>(V_.size());
      V_.push_back({Z(i, 0), Z(i, 1), Z(i, 2)});
      for (std::size_t c = 0; c < 3; ++c) {
        columns_[c].push_back(Z(i, c));
        size_ = std::max(size_, std::abs(Z(i, c)));
      }
    }
    near_ = kPlaneTolerance * size_;
    beside_.resize(V_.size());
    for (const auto& t : hull.triangles) {
      triangles_.push_back({place[t[0]], place[t[1]], place[t[2]]});
      for (std::size_t c = 0; c < 3; ++c) beside_[place[t[c]]].push_back(place[t[(c + 1) % 3]]);  // each edge, both ways
    }
    outside_.resize(V_.size());
    find_origin();
  }

  Cells3 cut() {
    for (std::uint32_t i = 0; i < V_.size(); ++i) {
      set_planes(i);
      mark_vertices();
      cut_cell();
    }
    return std::move(out_);
  }

 private:
  void find_origin() {
    origin_in_hull_ = true;  // then it is in each cell
    for (const auto& t : triangles_) {
      const Vec3 normal = cross(minus(V_[t[1]], V_[t[0]]), minus(V_[t[2]], V_[t[0]]));
      origin_in_hull_ = origin_in_hull_ && dot3(normal, V_[t[0]]) >= -near_ * std::sqrt(dot3(normal, normal));
    }
  }

  /// Only planes that cut, each once.
  void set_planes(std::uint32_t i) {
    planes_.clear();
    for (const std::uint32_t j : beside_[i]) {
      const Vec3 d = minus(V_[i], V_[j]);
      Vec3 normal{};  // B^T (v_i - v_j)
      for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) normal[c] += B_(r, c) * d[r];
      const double length = std::sqrt(dot3(normal, normal));
      if (!(length > 0.0)) continue;
      for (double& x : normal) x /= length;
      const bool again = std::ranges::any_of(planes_, [&](const Plane& p) { return same(p.normal, normal, kPlaneTolerance); });
      if (!again) planes_.push_back({normal, j, {}});
    }
  }

  void mark_vertices() {
    const std::size_t marked = std::min(planes_.size(), kBits), k = V_.size();
    std::ranges::fill(outside_, 0);
    const double *x = columns_[0].data(), *y = columns_[1].data(), *z = columns_[2].data();
    std::uint64_t* bits = outside_.data();
    for (std::size_t p = 0; p < marked; ++p) {  // plane by plane, in lanes
      const auto [a, b, c] = planes_[p].normal;
      const std::uint64_t bit = std::uint64_t{1} << p;
      const double least = -near_;
      for (std::size_t m = 0; m < k; ++m) bits[m] |= a * x[m] + b * y[m] + c * z[m] < least ? bit : 0;
    }
  }

  void cut_cell() {
    const std::size_t faces = out_.beyond.size();
    for (const auto& [a, b, c] : triangles_) {
      if ((outside_[a] & outside_[b] & outside_[c]) != 0) continue;
      const std::uint64_t any = outside_[a] | outside_[b] | outside_[c];
      piece_.assign({V_[a], V_[b], V_[c]});
      for (std::size_t p = 0; p < planes_.size() && piece_.size() >= 3; ++p)
        if (p >= kBits || (any >> p & 1) != 0) clip(planes_[p].normal);
      if (piece_.size() >= 3 && !in_a_wall()) add_face(piece_, Cells3::kSurface);
    }
    if (out_.beyond.size() > faces)
      for (Plane& p : planes_) close(p);
    out_.cell_begin.push_back(static_cast<std::uint32_t>(out_.beyond.size()));
  }

  double side(const Vec3& normal, const Vec3& x) const {
    const double s = dot3(normal, x);
    return std::abs(s) <= near_ ? 0.0 : s;
  }

  static bool same(const Vec3& a, const Vec3& b, double near) {
    return std::abs(a[0] - b[0]) <= near && std::abs(a[1] - b[1]) <= near && std::abs(a[2] - b[2]) <= near;
  }

  /// The part of piece_ on the inner side.
  void clip(const Vec3& normal) {
    if (std::ranges::all_of(piece_, [&](const Vec3& x) { return dot3(normal, x) >= 0.0; })) return;
    kept_.clear();
    const auto keep = [&](const Vec3& p) {
      if (kept_.empty() || !same(kept_.back(), p, near_)) kept_.push_back(p);
    };
    for (std::size_t i = 0; i < piece_.size(); ++i) {
      const Vec3 &a = piece_[i], &b = piece_[i + 1 == piece_.size() ? 0 : i + 1];
      const double sa = side(normal, a), sb = side(normal, b);
      if (sa >= 0.0) keep(a);
      if (sa > 0.0 && sb < 0.0) keep(crossing(a, sa, b, sb));
      if (sa < 0.0 && sb > 0.0) keep(crossing(b, sb, a, sa));
    }
    while (kept_.size() > 1 && same(kept_.back(), kept_.front(), near_)) kept_.pop_back();
    piece_.swap(kept_);
  }

  /// Counted from the inner side, so that both faces at an edge find the same bits.
  static Vec3 crossing(const Vec3& in, double s_in, const Vec3& out, double s_out) {
    const double s = s_in / (s_in - s_out);
    return {in[0] + s * (out[0] - in[0]), in[1] + s * (out[1] - in[1]), in[2] + s * (out[2] - in[2])};
  }

  /// Adds the corners of piece_ to the rims of the planes that they lie in; whether one holds them all.
  bool in_a_wall() {
    bool whole = false;
    for (Plane& p : planes_) {
      std::size_t on = 0;
      for (const Vec3& x : piece_) {
        if (side(p.normal, x) != 0.0) continue;
        ++on;
        if (std::ranges::none_of(p.rim, [&](const Vec3& q) { return same(q, x, near_); })) p.rim.push_back(x);
      }
      whole = whole || on == piece_.size();
    }
    return whole;
  }

  /// The wall of the cell in this plane, if it has an area.
  void close(Plane& p) {
    const Vec3 axis{-p.normal[0], -p.normal[1], -p.normal[2]};
    if (p.rim.size() < (origin_in_hull_ ? 2 : 3)) return;
    const bool chord = p.rim.size() == 2;
    if (chord) p.rim.push_back(Vec3{});
    sort_around(p.rim, axis);
    if (chord) {
      if (!(dot3(cross(minus(p.rim[1], p.rim[0]), minus(p.rim[2], p.rim[0])), axis) > near_ * size_)) return;
    } else if (origin_in_hull_) {
      insert_origin(p.rim, axis);
    }
    add_face(p.rim, static_cast<std::int32_t>(p.beyond));
  }

  /// 0 is a corner where it lies outside of an edge; only the edge that closes the rim can have it outside.
  void insert_origin(std::vector<Vec3>& rim, const Vec3& axis) const {
    double least = -near_ * size_;
    std::size_t at = rim.size();
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const double s = dot3(cross(rim[i], rim[i + 1 == rim.size() ? 0 : i + 1]), axis);
      if (s >= least) continue;
      least = s;
      at = i;
    }
    if (at < rim.size()) rim.insert(rim.begin() + static_cast<std::ptrdiff_t>(at) + 1, Vec3{});
  }

  void add_face(const std::vector<Vec3>& corners, std::int32_t beyond) {
    out_.corners.insert(out_.corners.end(), corners.begin(), corners.end());
    out_.face_begin.push_back(static_cast<std::uint32_t>(out_.corners.size()));
    out_.beyond.push_back(beyond);
  }

  const Matrix& B_;
  std::vector<Vec3> V_;
  std::array<std::vector<double>, 3> columns_;  ///< the same, coordinate by coordinate
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<std::vector<std::uint32_t>> beside_;
  double size_ = 0;  ///< largest coordinate
  double near_ = 0;  ///< lengths up to this count as 0
  bool origin_in_hull_ = false;
  std::vector<Plane> planes_;  ///< of the cell in work
  std::vector<std::uint64_t> outside_;
  std::vector<Vec3> piece_, kept_;
  Cells3 out_;
};

}  // namespace

Cells3 cells3(const Matrix& Z, const Hull3& hull, const Matrix& B) {
  assert(Z.rows == 0 || Z.cols == 3);
  if (hull.dimension == 3) return Cutter(Z, hull, B).cut();
  Cells3 none;
  none.cell_begin.resize(hull.vertices.size() + 1);
  return none;
}

Solid Cells3::solid(std::size_t i) const {
  Solid out;
  for (std::size_t f = cell_begin[i]; f < cell_begin[i + 1]; ++f) {
    const auto from = face(f);
    Matrix to(from.size(), 3);
    for (std::size_t c = 0; c < from.size(); ++c) std::ranges::copy(from[c], to.row(c).begin());
    out.faces.push_back(std::move(to));
  }
  return out;
}

}  // namespace lab::core
