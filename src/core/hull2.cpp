#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/hull.h"

// Andrew's monotone chain (Information Processing Letters 9, 1979) on the
// points sorted from bottom to top.
namespace lab::core {
namespace {

struct Point {
  double x, y;
  std::uint32_t token;
};

/// Distinct points from bottom to top, on each height from left to right.
/// Scaling by a power of two is exact and keeps the products below in range.
std::vector<Point> sorted_points(const Matrix& Z) {
  double largest = 0.0;
  for (const double v : Z.data) largest = std::max(largest, std::abs(v));
  const int shift = largest > 0.0 ? -std::ilogb(largest) : 0;
  std::vector<Point> points;
  points.reserve(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i)
    points.push_back({std::ldexp(Z(i, 0), shift), std::ldexp(Z(i, 1), shift), static_cast<std::uint32_t>(i)});
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    if (a.y != b.y) return a.y < b.y;
    return a.x != b.x ? a.x < b.x : a.token < b.token;
  });
  const auto same = [](const Point& a, const Point& b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  return points;
}

/// Does o, a, b turn left by more than the rounding of the coordinates (of
/// size 2 at most) can explain?
bool turns_left(const Point& o, const Point& a, const Point& b) {
  const double ux = a.x - o.x, uy = a.y - o.y, vx = b.x - o.x, vy = b.y - o.y;
  const double size = std::abs(ux) + std::abs(uy) + std::abs(vx) + std::abs(vy);
  return ux * vy - uy * vx > 4.0 * std::numeric_limits<double>::epsilon() * size;
}

void extend_chain(std::vector<Point>& chain, std::size_t start, const Point& p) {
  while (chain.size() >= start + 2 && !turns_left(chain[chain.size() - 2], chain.back(), p)) chain.pop_back();
  chain.push_back(p);
}

}  // namespace

std::vector<std::uint32_t> hull2(const Matrix& Z) {
  assert(Z.rows == 0 || Z.cols == 2);
  const std::vector<Point> points = sorted_points(Z);
  std::vector<Point> chain;
  for (const Point& p : points) extend_chain(chain, 0, p);
  if (points.size() > 1) {
    // Down the left side; the last point of the way up is the first here.
    const std::size_t start = chain.size() - 1;
    for (std::size_t i = points.size() - 1; i-- > 0;) extend_chain(chain, start, points[i]);
    chain.pop_back();
  }
  std::vector<std::uint32_t> hull;
  hull.reserve(chain.size());
  for (const Point& p : chain) hull.push_back(p.token);
  return hull;
}

}  // namespace lab::core
