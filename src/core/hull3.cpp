#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/hull.h"
#include "core/vec.h"

// The points are rounded to a lattice of 2^40 steps over the largest extent,
// where the side of a plane on which a point lies is an exact integer sign in
// 128 bits. So the incremental construction never contradicts itself, whatever
// is coplanar or collinear. Tolerances enter only afterwards, to say which
// edges and vertices of the exact hull are seen as flat.
namespace lab::core {
namespace {

__extension__ using Int128 = __int128;
using Vec = std::array<std::int64_t, 3>;
using Normal = std::array<Int128, 3>;
using Triangle = std::array<std::uint32_t, 3>;

constexpr int kLatticeBits = 40;

struct Lattice {
  std::vector<Vec> at;               ///< distinct lattice points
  std::vector<std::uint32_t> token;  ///< smallest token there
  double unit = 0;                   ///< length of one lattice step
  double flat = 0;                   ///< heights up to this many units count as 0
};

struct Face {
  Triangle corner;
  Normal normal;
  std::array<double, 3> rounded{};  ///< the normal in double precision
};

Lattice make_lattice(const Matrix& Z) {
  std::array<double, 3> low;
  low.fill(std::numeric_limits<double>::infinity());
  double extent = 0.0, largest = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    double high = -low[c];
    for (std::size_t i = 0; i < Z.rows; ++i) {
      low[c] = std::min(low[c], Z(i, c));
      high = std::max(high, Z(i, c));
    }
    extent = std::max(extent, high - low[c]);
    largest = std::max({largest, std::abs(low[c]), std::abs(high)});
  }
  Lattice out;
  const int shift = extent > 0.0 ? kLatticeBits - 1 - std::ilogb(extent) : 0;
  out.unit = std::ldexp(1.0, -shift);
  out.flat = 4.0 + 4.0 * std::ldexp(std::numeric_limits<double>::epsilon() * largest, shift);
  std::vector<std::pair<Vec, std::uint32_t>> points;
  for (std::size_t i = 0; i < Z.rows; ++i) {
    Vec v;
    for (std::size_t c = 0; c < 3; ++c) v[c] = std::llround(std::ldexp(Z(i, c) - low[c], shift));
    points.emplace_back(v, static_cast<std::uint32_t>(i));
  }
  std::sort(points.begin(), points.end());
  for (const auto& [v, token] : points)
    if (out.at.empty() || out.at.back() != v) {
      out.at.push_back(v);
      out.token.push_back(token);
    }
  return out;
}

Vec minus(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Normal cross(const Vec& a, const Vec& b) {
  const auto minor = [&](std::size_t i, std::size_t j) { return Int128{a[i]} * b[j] - Int128{a[j]} * b[i]; };
  return {minor(1, 2), minor(2, 0), minor(0, 1)};
}

Int128 dot(const Normal& n, const Vec& v) { return n[0] * v[0] + n[1] * v[1] + n[2] * v[2]; }

template <class Triple>
double length(const Triple& v) {
  return std::hypot(static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2]));
}

Normal normal_of(const Lattice& points, const Triangle& t) {
  return cross(minus(points.at[t[1]], points.at[t[0]]), minus(points.at[t[2]], points.at[t[0]]));
}

/// Six times the signed volume over the face: positive outside.
Int128 height(const Lattice& points, const Face& face, std::uint32_t p) {
  return dot(face.normal, minus(points.at[p], points.at[face.corner[0]]));
}

/// height > 0. In double precision where that is certain: differences of lattice points are exact there, each
/// product is off by 2 roundings and the sum by 2 more.
bool above(const Lattice& points, const Face& face, std::uint32_t p) {
  const Vec from = minus(points.at[p], points.at[face.corner[0]]);
  double sum = 0.0, size = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double product = face.rounded[c] * static_cast<double>(from[c]);
    sum += product;
    size += std::abs(product);
  }
  constexpr double kDoubt = 4 * std::numeric_limits<double>::epsilon();
  return std::abs(sum) > kDoubt * size ? sum > 0.0 : height(points, face, p) > 0;
}

/// The point of largest value, with that value.
template <class Value>
std::pair<std::uint32_t, double> farthest(const Lattice& points, Value value) {
  std::pair<std::uint32_t, double> best{0, -1.0};
  for (std::uint32_t p = 0; p < points.at.size(); ++p)
    if (const double v = value(p); v > best.second) best = {p, v};
  return best;
}

/// Spread-out corners of a simplex; as many as the affine dimension plus one.
std::vector<std::uint32_t> first_simplex(const Lattice& points) {
  const auto from = [&](std::uint32_t o) {
    return farthest(points, [&, o](std::uint32_t p) { return length(minus(points.at[p], points.at[o])); });
  };
  const std::uint32_t a = from(0).first;
  const auto [b, extent] = from(a);
  if (extent <= points.flat) return {a};
  const Vec ab = minus(points.at[b], points.at[a]);
  const auto [c, width] = farthest(points, [&](std::uint32_t p) {
    return length(cross(ab, minus(points.at[p], points.at[a]))) / length(ab);
  });
  if (width <= points.flat) return {a, b};
  const Face base{{a, b, c}, normal_of(points, {a, b, c}), {}};
  const auto [d, depth] = farthest(points, [&](std::uint32_t p) {
    return std::abs(static_cast<double>(height(points, base, p))) / length(base.normal);
  });
  if (depth <= points.flat) return {a, b, c};
  if (height(points, base, d) > 0) return {a, c, b, d};  // d below a, b, c
  return {a, b, c, d};
}

using Edge = std::array<std::uint32_t, 2>;

void add_face(const Lattice& points, std::vector<Face>& faces, const Triangle& corner) {
  faces.push_back({corner, normal_of(points, corner), {}});
  for (std::size_t c = 0; c < 3; ++c) faces.back().rounded[c] = static_cast<double>(faces.back().normal[c]);
}

/// Replaces the faces that p sees by the cone from p to their rim.
void add_point(const Lattice& points, std::vector<Face>& faces, std::uint32_t p) {
  std::vector<Edge> seen;
  std::erase_if(faces, [&](const Face& face) {
    if (!above(points, face, p)) return false;
    for (std::size_t e = 0; e < 3; ++e) seen.push_back({face.corner[e], face.corner[(e + 1) % 3]});
    return true;
  });
  std::sort(seen.begin(), seen.end());
  for (const auto& [a, b] : seen)
    if (!std::binary_search(seen.begin(), seen.end(), Edge{b, a})) add_face(points, faces, {a, b, p});
}

std::vector<Face> exact_hull(const Lattice& points, const std::vector<std::uint32_t>& simplex) {
  const std::uint32_t a = simplex[0], b = simplex[1], c = simplex[2], d = simplex[3];
  std::vector<Face> faces;
  for (const Triangle& t : {Triangle{a, b, c}, Triangle{a, d, b}, Triangle{b, d, c}, Triangle{c, d, a}})
    add_face(points, faces, t);
  for (std::uint32_t p = 0; p < points.at.size(); ++p) add_point(points, faces, p);
  return faces;
}

struct Fold {
  Edge edge;  ///< smaller index first
  bool flat;  ///< the two triangles lie in one plane, up to the tolerance
};

/// Every edge once, with the fold between its two triangles.
std::vector<Fold> folds(const Lattice& points, const std::vector<Face>& faces) {
  struct Side {
    Edge edge;
    std::size_t face;
    std::uint32_t apex;
  };
  std::vector<Side> sides;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t e = 0; e < 3; ++e) {
      const std::uint32_t a = faces[f].corner[e], b = faces[f].corner[(e + 1) % 3];
      sides.push_back({{std::min(a, b), std::max(a, b)}, f, faces[f].corner[(e + 2) % 3]});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
    return s.edge != t.edge ? s.edge < t.edge : s.face < t.face;
  });
  std::vector<Fold> out;
  for (std::size_t s = 0; s + 1 < sides.size(); s += 2) {
    const Face& face = faces[sides[s].face];
    // The height over the larger triangle: a sliver has no reliable normal.
    const double area = std::max(length(face.normal), length(faces[sides[s + 1].face].normal));
    const double volume = std::abs(static_cast<double>(height(points, face, sides[s + 1].apex)));
    out.push_back({sides[s].edge, volume <= points.flat * area});
  }
  return out;
}

/// The corners of the hull as seen. Left out are those corners of the exact
/// hull that lie, up to the tolerance, in the hull of the others; `whole` says that there were none.
Lattice true_corners(const Matrix& Z, const Lattice& points, const std::vector<Fold>& all, bool& whole) {
  std::vector<std::uint32_t> corners, doubtful;
  for (const Fold& fold : all) {
    corners.insert(corners.end(), fold.edge.begin(), fold.edge.end());
    if (fold.flat) doubtful.insert(doubtful.end(), fold.edge.begin(), fold.edge.end());
  }
  for (auto* list : {&corners, &doubtful}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  const std::size_t found = corners.size();
  const Matrix identity = Matrix::identity(3);
  for (const std::uint32_t p : doubtful) {
    std::vector<std::uint32_t> others;
    for (const std::uint32_t q : corners)
      if (q != p) others.push_back(points.token[q]);
    if (nearest_point(Z.row(points.token[p]), Z, others, identity).distance <= points.flat * points.unit)
      std::erase(corners, p);
  }
  whole = corners.size() == found;
  Lattice out{{}, {}, points.unit, points.flat};
  for (const std::uint32_t p : corners) {
    out.at.push_back(points.at[p]);
    out.token.push_back(points.token[p]);
  }
  return out;
}

/// A flat cloud: its polygon, seen along the axis nearest to its normal.
void planar_hull(const Matrix& Z, const Lattice& points, const std::vector<std::uint32_t>& simplex, Hull3& out) {
  const Normal normal = normal_of(points, {simplex[0], simplex[1], simplex[2]});
  std::size_t drop = 0;
  for (std::size_t c = 1; c < 3; ++c)
    if (std::abs(static_cast<double>(normal[c])) > std::abs(static_cast<double>(normal[drop]))) drop = c;
  Matrix flat(Z.rows, 2);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    flat(i, 0) = Z(i, (drop + 1) % 3);
    flat(i, 1) = Z(i, (drop + 2) % 3);
  }
  out.vertices = hull2(flat);
  const std::size_t m = out.vertices.size();
  for (std::size_t v = 0; v < m; ++v) {
    if (v >= 2) out.triangles.push_back({out.vertices[0], out.vertices[v - 1], out.vertices[v]});
    out.edges.push_back({out.vertices[v], out.vertices[(v + 1) % m]});
  }
}

/// `corners`: the points that are vertices.
void solid_hull(const Lattice& points, const std::vector<Face>& faces, const Lattice& corners, Hull3& out) {
  for (const Face& face : faces)
    out.triangles.push_back({points.token[face.corner[0]], points.token[face.corner[1]], points.token[face.corner[2]]});
  for (const Fold& fold : folds(points, faces))
    if (!fold.flat) out.edges.push_back({points.token[fold.edge[0]], points.token[fold.edge[1]]});
  out.vertices = corners.token;
}

}  // namespace

Hull3 hull3(const Matrix& Z) {
  Hull3 out;
  if (Z.rows == 0) return out;
  assert(Z.cols == 3);
  Lattice points = make_lattice(Z);
  std::vector<std::uint32_t> simplex = first_simplex(points);
  std::vector<Face> faces;
  Lattice corners;
  if (simplex.size() == 4) {
    faces = exact_hull(points, simplex);
    bool all = false;
    corners = true_corners(Z, points, folds(points, faces), all);
    if (!all) {  // others were taken for corners before: once more without them
      points = corners;
      simplex = first_simplex(points);
      if (simplex.size() == 4) faces = exact_hull(points, simplex);
    }
  }
  out.dimension = static_cast<int>(simplex.size()) - 1;
  if (out.dimension == 3) {
    solid_hull(points, faces, corners, out);
  } else if (out.dimension == 2) {
    planar_hull(Z, points, simplex, out);
  } else {
    for (const std::uint32_t p : simplex) out.vertices.push_back(points.token[p]);
    if (out.dimension == 1) out.edges.push_back({out.vertices[0], out.vertices[1]});
  }
  std::sort(out.vertices.begin(), out.vertices.end());
  return out;
}

}  // namespace lab::core
