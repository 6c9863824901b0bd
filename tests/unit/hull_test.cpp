#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/hull.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

double turn(const Matrix& Z, std::size_t o, std::size_t a, std::size_t b) {
  return (Z(a, 0) - Z(o, 0)) * (Z(b, 1) - Z(o, 1)) - (Z(a, 1) - Z(o, 1)) * (Z(b, 0) - Z(o, 0));
}

/// Readable twin of hull2: o is a vertex iff it starts an edge with every
/// other point on the left (and none beyond the end on the same line).
Indices gift_wrapping(const Matrix& Z) {
  std::uint32_t start = 0;
  for (std::uint32_t i = 1; i < Z.rows; ++i)
    if (Z(i, 1) < Z(start, 1) || (Z(i, 1) == Z(start, 1) && Z(i, 0) < Z(start, 0))) start = i;
  Indices hull{start};
  for (;;) {
    const std::uint32_t at = hull.back();
    std::uint32_t best = at;
    for (std::uint32_t i = 0; i < Z.rows; ++i) {
      const double gap = distance(Z.row(at), Z.row(i));
      if (gap == 0.0) continue;
      const double side = best == at ? -1.0 : turn(Z, at, best, i);
      if (side < 0.0 || (side == 0.0 && gap > distance(Z.row(at), Z.row(best)))) best = i;
    }
    if (best == at || best == start) return hull;
    hull.push_back(best);
  }
}

Matrix rotated(const Matrix& Z, const Matrix& R) {
  Matrix out(Z.rows, R.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) apply(R, Z.row(i), out.row(i));
  return out;
}

/// Rotation by a quaternion.
Matrix rotation(Draws& draws) {
  double q[4], norm = 0.0;
  for (double& c : q) {
    c = draws.uniform(-1.0, 1.0);
    norm += c * c;
  }
  for (double& c : q) c /= std::sqrt(norm);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

/// {0, .., m}^3 scaled to [-1, 1]^3.
Matrix grid(std::size_t m) {
  Matrix Z(0, 3);
  for (std::size_t a = 0; a <= m; ++a)
    for (std::size_t b = 0; b <= m; ++b)
      for (std::size_t c = 0; c <= m; ++c) {
        for (const std::size_t v : {a, b, c}) Z.data.push_back(2.0 * static_cast<double>(v) / static_cast<double>(m) - 1.0);
        ++Z.rows;
      }
  return Z;
}

Indices cube_corners(std::size_t m) {
  const Matrix Z = grid(m);
  Indices corners;
  for (std::uint32_t i = 0; i < Z.rows; ++i)
    if (std::all_of(Z.row(i).begin(), Z.row(i).end(), [](double v) { return std::abs(v) == 1.0; })) corners.push_back(i);
  return corners;
}

/// A closed surface: every directed edge has its reverse, once.
void check_closed(const Hull3& hull) {
  std::map<std::array<std::uint32_t, 2>, int> seen;
  for (const auto& t : hull.triangles)
    for (std::size_t e = 0; e < 3; ++e) ++seen[{t[e], t[(e + 1) % 3]}];
  for (const auto& [edge, times] : seen) {
    REQUIRE(times == 1);
    REQUIRE(seen.count({edge[1], edge[0]}) == 1);
  }
  // Euler: V - E + F = 2, with E = 3F/2 for triangles.
  REQUIRE(2 * hull.vertices.size() == hull.triangles.size() + 4);
}

double height(const Matrix& Z, const std::array<std::uint32_t, 3>& t, std::size_t i) {
  std::array<double, 3> u, v, w;
  for (std::size_t c = 0; c < 3; ++c) u[c] = Z(t[1], c) - Z(t[0], c), v[c] = Z(t[2], c) - Z(t[0], c), w[c] = Z(i, c) - Z(t[0], c);
  const std::array<double, 3> n{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  return dot(n, w) / std::sqrt(dot(n, n));
}

}  // namespace

TEST_CASE("hull2: nothing, one point, coincident points, a segment, a square") {
  CHECK(hull2(Matrix(0, 2)).empty());
  CHECK(hull2(Matrix{}).empty());
  CHECK(hull2({{3, 4}}) == Indices{0});
  CHECK(hull2({{3, 4}, {3, 4}, {3, 4}}) == Indices{0});
  CHECK(hull2({{0, 0}, {0, 0}, {-0.0, 0}}) == Indices{0});
  CHECK(hull2({{1, 1}, {0, 0}, {.5, .5}, {0, 0}}) == Indices{1, 0});
  CHECK(hull2({{1, 0}, {3, 0}, {2, 0}}) == Indices{0, 1});
  CHECK(hull2({{0, 3}, {0, 1}, {0, 2}}) == Indices{1, 0});
  // Points that are collinear up to the rounding of their coordinates.
  CHECK(hull2({{.1, .3}, {.2, .6}, {.3, .9}, {.7, 2.1}}) == Indices{0, 3});
  // Counter-clockwise from the lowest, then leftmost; points on sides left out.
  CHECK(hull2({{1, 1}, {-1, 1}, {0, -1}, {1, -1}, {-1, -1}, {0, 0}, {1, 0}}) == Indices{4, 3, 0, 1});
  CHECK(hull2({{0, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 0}}) == Indices{0, 1, 3});
}

TEST_CASE("hull2: against gift wrapping, at all scales") {
  Draws draws(21);
  for (int number = 0; number < 3000; ++number) {
    const std::size_t n = 1 + draws.below(30);
    Matrix Z = draw(draws, n, 2);
    if (number % 3 == 0)  // a small grid: many coincident and collinear points
      for (double& z : Z.data) z = std::floor(3.0 * z);
    const Indices expected = gift_wrapping(Z);
    REQUIRE(hull2(Z) == expected);
    for (const int shift : {-1000, -530, 500, 1000}) {
      Matrix scaled = Z;
      for (double& z : scaled.data) z = std::ldexp(z, shift);
      if (number % 3 == 0 || shift > -1000) REQUIRE(hull2(scaled) == expected);
    }
  }
}

TEST_CASE("hull2: 10,000 points on a circle") {
  Matrix Z(10000, 2);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / 10000.0;
    Z(i, 0) = std::cos(angle);
    Z(i, 1) = std::sin(angle);
  }
  CHECK(hull2(Z).size() == 10000);
  CHECK(hull_measure(Z) == doctest::Approx(3.14159265358979).epsilon(1e-6));
}

TEST_CASE("hull3: degenerate clouds") {
  CHECK(hull3(Matrix{}).dimension == -1);
  const Hull3 point = hull3({{1, 2, 3}, {1, 2, 3}});
  CHECK(point.dimension == 0);
  CHECK(point.vertices == Indices{0});
  CHECK(point.edges.empty());
  const Hull3 segment = hull3({{.5, 1, 1.5}, {1, 2, 3}, {0, 0, 0}, {0, 0, 0}});
  CHECK(segment.dimension == 1);
  CHECK(segment.vertices == Indices{1, 2});
  CHECK(segment.edges.size() == 1);
  CHECK(segment.triangles.empty());
  const Hull3 square = hull3({{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {.5, .5, 1}, {.5, 0, 1}});
  CHECK(square.dimension == 2);
  CHECK(square.vertices == Indices{0, 1, 2, 3});
  CHECK(square.triangles.size() == 2);
  CHECK(square.edges.size() == 4);
  CHECK(hull_measure({{0, 0, 1}, {1, 0, 1}, {1, 1, 1}}) == 0.0);
}

TEST_CASE("hull3: degenerate clouds stay degenerate when they are turned") {
  Draws draws(22);
  for (int number = 0; number < 500; ++number) {
    const std::size_t dimension = draws.below(3), n = 4 + draws.below(20);
    Matrix Z = draw(draws, n, 3);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = dimension; c < 3; ++c) Z(i, c) = 0.25;
    const Matrix R = rotation(draws);
    REQUIRE(hull3(rotated(Z, R)).dimension == static_cast<int>(dimension));
    if (dimension != 2) continue;
    Matrix flat(n, 2);
    for (std::size_t i = 0; i < n; ++i) flat(i, 0) = Z(i, 0), flat(i, 1) = Z(i, 1);
    Indices expected = hull2(flat);
    std::sort(expected.begin(), expected.end());
    REQUIRE(hull3(rotated(Z, R)).vertices == expected);
  }
}

TEST_CASE("hull3: a grid has the corners and edges of its cube, turned or not") {
  Draws draws(23);
  for (const std::size_t m : {1u, 2u, 3u, 4u}) {
    const Matrix Z = grid(m);
    for (int turn_number = 0; turn_number < 8; ++turn_number) {
      const Matrix turned = turn_number == 0 ? Z : rotated(Z, rotation(draws));
      const Hull3 hull = hull3(turned);
      REQUIRE(hull.dimension == 3);
      REQUIRE(hull.vertices == cube_corners(m));
      REQUIRE(hull.edges.size() == 12);
      REQUIRE(hull.triangles.size() == 12);
      check_closed(hull);
      REQUIRE(hull_measure(turned) == doctest::Approx(8.0).epsilon(1e-12));
    }
  }
}

TEST_CASE("hull3: drawn clouds lie inside closed surfaces whose corners are real") {
  Draws draws(24);
  for (int number = 0; number < 400; ++number) {
    const std::size_t n = 4 + draws.below(30);
    Matrix Z = draw(draws, n, 3);
    if (number % 4 == 0)
      for (double& z : Z.data) z = std::floor(3.0 * z) / 3.0;
    const Hull3 hull = hull3(Z);
    if (hull.dimension < 3) continue;
    check_closed(hull);
    for (const auto& t : hull.triangles)
      for (std::size_t i = 0; i < n; ++i) REQUIRE(height(Z, t, i) <= 1e-11);
    const Matrix identity = Matrix::identity(3);
    for (std::uint32_t i = 0; i < n; ++i) {
      Indices others;
      for (std::uint32_t j = 0; j < n; ++j)
        if (distance(Z.row(i), Z.row(j)) > 0.0) others.push_back(j);
      const bool vertex = std::binary_search(hull.vertices.begin(), hull.vertices.end(), i);
      bool repeated = false;
      for (std::uint32_t j = 0; j < i; ++j) repeated = repeated || distance(Z.row(i), Z.row(j)) == 0.0;
      const double gap = nearest_point(Z.row(i), Z, others, identity).distance;
      if (!repeated) REQUIRE(vertex == (gap > 1e-11));
      if (repeated) REQUIRE_FALSE(vertex);
    }
  }
}

TEST_CASE("hull3: 1500 points on a sphere, and far from the origin") {
  Draws draws(25);
  Matrix Z = draw(draws, 1500, 3);
  const std::vector<double> origin(3, 0.0);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    const double norm = distance(Z.row(i), origin);
    for (double& z : Z.row(i)) z = z / norm + 1000.0;
  }
  const Hull3 hull = hull3(Z);
  CHECK(hull.vertices.size() == 1500);
  check_closed(hull);
  CHECK(hull_measure(Z) == doctest::Approx(4.18879).epsilon(0.01));
}

TEST_CASE("hull vertices in other dimensions") {
  CHECK(hull_vertices(Matrix{}).empty());
  CHECK(hull_vertices({{3.0}}) == Indices{0});
  CHECK(hull_vertices({{3.0}, {3.0}}) == Indices{0});
  CHECK(hull_vertices({{3.0}, {5.0}, {-1.0}, {5.0}}) == Indices{1, 2});
  // The cross-polytope with its centre, a repeated vertex and a point on an edge.
  for (const std::size_t d : {4u, 5u, 16u, 64u}) {
    Matrix Z(2 * d + 3, d);
    Indices expected;
    for (std::uint32_t c = 0; c < d; ++c) {
      Z(2 * c, c) = 1.0;
      Z(2 * c + 1, c) = -1.0;
      expected.insert(expected.end(), {2 * c, 2 * c + 1});
    }
    Z(2 * d + 1, 0) = 1.0;
    Z(2 * d + 2, 0) = Z(2 * d + 2, 1) = 0.5;
    CHECK(hull_vertices(Z) == expected);
  }
}

TEST_CASE("distances to hulls, and nested hulls") {
  const Matrix square{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  const auto from = [](std::initializer_list<double> x, const Matrix& P) {
    return distance_to_hull(std::vector<double>(x), P);
  };
  CHECK(from({0, 0}, square) == 0.0);
  CHECK(from({1, .5}, square) == 0.0);
  CHECK(from({3, 0}, square) == 2.0);
  CHECK(from({4, 5}, square) == 5.0);
  CHECK(from({3, 4}, {{0, 0}}) == 5.0);
  CHECK(from({1, 1}, {{0, 0}, {2, 0}}) == 1.0);
  CHECK(from({5, 4}, {{0, 0}, {2, 0}}) == 5.0);
  CHECK(from({2.0}, {{0.0}, {1.0}}) == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(from({0, 0, 3}, grid(2)) == doctest::Approx(2.0).epsilon(1e-14));
  CHECK(hull_measure({{2.0}, {-1.0}, {0.0}}) == 3.0);
  CHECK(hull_measure(square) == 4.0);
  CHECK(hull_measure({{0, 0}, {1, 1}}) == 0.0);
  CHECK(hull_measure(Matrix{}) == 0.0);

  Draws draws(26);
  for (const std::size_t d : {1u, 2u, 3u, 4u, 7u}) {
    for (int number = 0; number < 60; ++number) {
      const Matrix outer = draw(draws, 2 + draws.below(12), d);
      Matrix inner = outer, beyond = outer;
      for (double& z : inner.data) z *= 0.5;
      for (std::size_t i = 0; i < inner.rows; ++i)  // towards the first point
        for (std::size_t c = 0; c < d; ++c) inner(i, c) += 0.5 * outer(0, c);
      REQUIRE(hull_excess(inner, outer) <= 1e-14);
      for (double& z : beyond.data) z *= 10.0;
      if (outer.rows > d + 1) REQUIRE(hull_excess(beyond, outer) > 0.1);
    }
  }
}
