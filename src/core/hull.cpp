#include "core/hull.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/vec.h"

namespace lab::core {
namespace {

std::vector<std::uint32_t> all_rows(const Matrix& P) {
  std::vector<std::uint32_t> rows(P.rows);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

std::vector<std::uint32_t> interval_ends(const Matrix& Z) {
  std::uint32_t low = 0, high = 0;
  for (std::uint32_t i = 1; i < Z.rows; ++i) {
    if (Z(i, 0) < Z(low, 0)) low = i;
    if (Z(i, 0) > Z(high, 0)) high = i;
  }
  if (low == high) return {low};
  return {std::min(low, high), std::max(low, high)};
}

/// Any dimension: a token is a vertex iff it is away from the hull of the
/// other distinct tokens, one by one, by more than rounding.
std::vector<std::uint32_t> vertices_by_distance(const Matrix& Z) {
  double size = 0.0;
  for (const double v : Z.data) size = std::max(size, std::abs(v));
  const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * size * std::sqrt(static_cast<double>(Z.cols));
  const Matrix identity = Matrix::identity(Z.cols);
  std::vector<std::uint32_t> kept = all_rows(Z);
  for (std::uint32_t i = static_cast<std::uint32_t>(Z.rows); i-- > 0 && kept.size() > 1;) {
    std::vector<std::uint32_t> others = kept;
    std::erase(others, i);
    if (nearest_point(Z.row(i), Z, others, identity).distance <= rounding) kept = std::move(others);
  }
  return kept;
}

double distance_to_segment(std::span<const double> x, std::span<const double> a, std::span<const double> b) {
  double along = 0.0, square = 0.0;
  for (std::size_t c = 0; c < x.size(); ++c) {
    along += (x[c] - a[c]) * (b[c] - a[c]);
    square += (b[c] - a[c]) * (b[c] - a[c]);
  }
  const double t = square > 0.0 ? std::clamp(along / square, 0.0, 1.0) : 0.0;
  double sum = 0.0;
  for (std::size_t c = 0; c < x.size(); ++c) {
    const double gap = x[c] - (a[c] + t * (b[c] - a[c]));
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

/// Twice the signed area of a, b, x: negative outside a counter-clockwise edge.
double side(std::span<const double> a, std::span<const double> b, std::span<const double> x) {
  return (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0]);
}

double distance_to_polygon(std::span<const double> x, const Matrix& P, std::span<const std::uint32_t> hull) {
  bool inside = hull.size() >= 3;
  double nearest_edge = std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < hull.size(); ++v) {
    const auto a = P.row(hull[v]), b = P.row(hull[(v + 1) % hull.size()]);
    inside = inside && side(a, b, x) >= 0.0;
    nearest_edge = std::min(nearest_edge, distance_to_segment(x, a, b));
  }
  return inside ? 0.0 : nearest_edge;
}

/// <(b - a) x (c - a), x - a>: six times the signed volume, positive outside.
double volume(std::span<const double> a, std::span<const double> b, std::span<const double> c,
              std::span<const double> x) {
  double u[3], v[3], w[3];
  for (std::size_t k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = x[k] - a[k];
  return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
         (u[0] * v[1] - u[1] * v[0]) * w[2];
}

bool inside_solid(std::span<const double> x, const Matrix& P, const Hull3& hull) {
  return hull.dimension == 3 && std::all_of(hull.triangles.begin(), hull.triangles.end(), [&](const auto& t) {
           return volume(P.row(t[0]), P.row(t[1]), P.row(t[2]), x) <= 0.0;
         });
}

}  // namespace

std::vector<std::uint32_t> hull_vertices(const Matrix& Z) {
  if (Z.rows == 0) return {};
  if (Z.cols == 1) return interval_ends(Z);
  if (Z.cols == 2) return hull2(Z);
  if (Z.cols == 3) return hull3(Z).vertices;
  return vertices_by_distance(Z);
}

double distance_to_hull(std::span<const double> x, const Matrix& P) {
  assert(P.rows > 0 && P.cols == x.size());
  if (P.cols == 2) return distance_to_polygon(x, P, hull2(P));
  return nearest_point(x, P, all_rows(P), Matrix::identity(P.cols)).distance;
}

double hull_excess(const Matrix& inner, const Matrix& outer) {
  assert(outer.rows > 0 && inner.cols == outer.cols);
  const bool solid = outer.cols == 3;
  const Hull3 facets = solid ? hull3(outer) : Hull3{};
  const std::vector<std::uint32_t> vertices =
      solid ? facets.vertices : (outer.cols <= 2 ? hull_vertices(outer) : all_rows(outer));
  const Matrix identity = Matrix::identity(outer.cols);
  double excess = 0.0;
  for (std::size_t i = 0; i < inner.rows; ++i) {
    const auto x = inner.row(i);
    if (outer.cols == 2)
      excess = std::max(excess, distance_to_polygon(x, outer, vertices));
    else if (!solid || !inside_solid(x, outer, facets))
      excess = std::max(excess, nearest_point(x, outer, vertices, identity).distance);
  }
  return excess;
}

double hull_measure(const Matrix& Z) {
  if (Z.rows == 0) return 0.0;
  double sum = 0.0;
  if (Z.cols == 1) {
    const std::vector<std::uint32_t> ends = interval_ends(Z);
    return std::abs(Z(ends.back(), 0) - Z(ends.front(), 0));
  }
  if (Z.cols == 2) {
    const std::vector<std::uint32_t> hull = hull2(Z);
    for (std::size_t v = 2; v < hull.size(); ++v) sum += side(Z.row(hull[0]), Z.row(hull[v - 1]), Z.row(hull[v]));
    return sum / 2.0;
  }
  if (Z.cols != 3) return 0.0;
  const Hull3 hull = hull3(Z);
  if (hull.dimension < 3) return 0.0;
  // Tetrahedra from one vertex: it lies inside every facet's plane.
  for (const auto& t : hull.triangles) sum -= volume(Z.row(t[0]), Z.row(t[1]), Z.row(t[2]), Z.row(hull.vertices[0]));
  return sum / 6.0;
}

}  // namespace lab::core
