#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <set>

#include "core/cells.h"
#include "core/hull.h"
#include "core/vec.h"

// The readable twin of cells3.cpp: a whole solid is cut by one plane after another. A face is cut like a
// polygon; what the cut leaves open is closed by the corners that lie in the plane, in order around their centre.
namespace lab::core {
namespace {

using Vec3 = std::array<double, 3>;
constexpr double kPlaneTolerance = 1e-12;

Vec3 cross(std::span<const double> a, std::span<const double> b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 difference(std::span<const double> a, std::span<const double> b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double size_of(const Solid& solid) {
  double size = 0.0;
  for (const Matrix& face : solid.faces)
    for (const double x : face.data) size = std::max(size, std::abs(x));
  return size;
}

/// What all cuts by one plane share.
struct Plane {
  Vec3 normal;
  double flat;  ///< sides up to this count as 0
  double near;  ///< coordinates that differ by no more are one corner

  double side(std::span<const double> x) const {
    const double s = dot(normal, x);
    return std::abs(s) <= flat ? 0.0 : s;
  }
};

bool same(const Vec3& a, std::span<const double> b, double near) {
  return std::abs(a[0] - b[0]) <= near && std::abs(a[1] - b[1]) <= near && std::abs(a[2] - b[2]) <= near;
}

void add_new(std::vector<Vec3>& points, const Vec3& p, double near) {
  for (const Vec3& q : points)
    if (same(q, p, near)) return;
  points.push_back(p);
}

/// From the side where s > 0, so that both faces at an edge find the same bits.
Vec3 cut_edge(std::span<const double> a, double sa, std::span<const double> b, double sb) {
  if (sa < 0.0) return cut_edge(b, sb, a, sa);
  const double s = sa / (sa - sb);
  return {a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])};
}

Matrix polygon_of(const std::vector<Vec3>& corners) {
  Matrix face(corners.size(), 3);
  for (std::size_t i = 0; i < corners.size(); ++i) std::ranges::copy(corners[i], face.row(i).begin());
  return face;
}

enum class Place { kInner, kOuter, kAcross };  ///< all corners strictly on one side, or not

Place place_of(const Matrix& face, const Plane& plane) {
  bool inner = true, outer = true;
  for (std::size_t i = 0; i < face.rows; ++i) {
    const double s = plane.side(face.row(i));
    inner = inner && s > 0.0;
    outer = outer && s < 0.0;
  }
  if (inner) return Place::kInner;
  return outer ? Place::kOuter : Place::kAcross;
}

/// The part of a face on the inner side; its corners in the plane are added to `rim`.
std::vector<Vec3> clip_face(const Matrix& face, const Plane& plane, std::vector<Vec3>& rim) {
  std::vector<Vec3> kept;
  bool inner = false;
  for (std::size_t i = 0; i < face.rows; ++i) {
    const std::span<const double> a = face.row(i), b = face.row(i + 1 == face.rows ? 0 : i + 1);
    const double sa = plane.side(a), sb = plane.side(b);
    inner = inner || sa > 0.0;
    if (sa >= 0.0) add_new(kept, {a[0], a[1], a[2]}, plane.near);
    if (sa == 0.0) add_new(rim, {a[0], a[1], a[2]}, plane.near);
    if (!((sa > 0.0 && sb < 0.0) || (sa < 0.0 && sb > 0.0))) continue;
    const Vec3 p = cut_edge(a, sa, b, sb);
    add_new(kept, p, plane.near);
    add_new(rim, p, plane.near);
  }
  if (!inner) kept.clear();
  return kept;
}

/// Counter-clockwise around `axis`, by cross products: no angle is computed.
void sort_around(std::vector<Vec3>& points, const Vec3& axis) {
  Vec3 centre{};
  for (const Vec3& p : points)
    for (std::size_t c = 0; c < 3; ++c) centre[c] += p[c] / static_cast<double>(points.size());
  const Vec3 first = difference(points[0], centre);
  const auto left = [&](const Vec3& a, const Vec3& b) { return dot(cross(a, b), axis); };
  // First half turn from `first` on, then the second one.
  const auto half = [&](const Vec3& a) {
    const double s = left(first, a);
    return s > 0.0 || (s == 0.0 && dot(first, a) >= 0.0) ? 0 : 1;
  };
  std::sort(points.begin() + 1, points.end(), [&](const Vec3& p, const Vec3& q) {
    const Vec3 a = difference(p, centre), b = difference(q, centre);
    if (half(a) != half(b)) return half(a) < half(b);
    return left(a, b) > 0.0;
  });
}

Solid hull_solid(const Matrix& V, const Hull3& hull) {
  Solid solid;
  for (const auto& t : hull.triangles) solid.faces.push_back(rows_of(V, t));
  return solid;
}

bool has_outer(const Matrix& face, const Plane& plane) {
  for (std::size_t i = 0; i < face.rows; ++i)
    if (plane.side(face.row(i)) < 0.0) return true;
  return false;
}

/// clip3 for a solid of known size.
Solid clip_sized(const Solid& solid, std::span<const double> normal, double size) {
  const double length = std::sqrt(dot(normal, normal));
  const Plane plane{{normal[0], normal[1], normal[2]}, kPlaneTolerance * length * size, kPlaneTolerance * size};
  Solid out;
  std::vector<Vec3> rim;
  bool outside = false;
  for (const Matrix& face : solid.faces) {
    const Place place = place_of(face, plane);
    outside = outside || place == Place::kOuter || (place == Place::kAcross && has_outer(face, plane));
    if (place == Place::kInner) out.faces.push_back(face);
    if (place != Place::kAcross) continue;
    const std::vector<Vec3> kept = clip_face(face, plane, rim);
    if (kept.size() >= 3) out.faces.push_back(polygon_of(kept));
  }
  if (!outside) return solid;
  if (out.faces.empty() || rim.size() < 3) return {};
  sort_around(rim, {-normal[0], -normal[1], -normal[2]});
  out.faces.push_back(polygon_of(rim));
  return out;
}

}  // namespace

Solid clip3(const Solid& solid, std::span<const double> normal) {
  assert(normal.size() == 3);
  return clip_sized(solid, normal, size_of(solid));
}

std::vector<Solid> cells3_twin(const Matrix& V, const Matrix& B) {
  assert(V.rows == 0 || V.cols == 3);
  std::vector<Solid> cells(V.rows);
  const Hull3 hull = hull3(V);
  if (hull.dimension < 3) return cells;
  std::vector<std::set<std::uint32_t>> beside(V.rows);
  for (const auto& t : hull.triangles)
    for (std::size_t c = 0; c < 3; ++c) {
      beside[t[c]].insert(t[(c + 1) % 3]);
      beside[t[c]].insert(t[(c + 2) % 3]);
    }
  const Solid whole = hull_solid(V, hull);
  const double size = size_of(whole);
  for (const std::uint32_t i : hull.vertices) {
    const Solid* rest = &whole;
    for (const std::uint32_t j : beside[i]) {
      const Vec3 d = difference(V.row(i), V.row(j));
      Vec3 normal{};  // B^T (v_i - v_j)
      for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) normal[c] += B(r, c) * d[r];
      cells[i] = clip_sized(*rest, normal, size);
      rest = &cells[i];
    }
  }
  return cells;
}

double volume3(const Solid& solid) {
  double six = 0.0;
  if (solid.faces.empty()) return six;
  const std::span<const double> o = solid.faces[0].row(0);
  for (const Matrix& face : solid.faces)
    for (std::size_t i = 1; i + 1 < face.rows; ++i)
      six += dot(difference(face.row(0), o), cross(difference(face.row(i), o), difference(face.row(i + 1), o)));
  return six / 6.0;
}

}  // namespace lab::core
