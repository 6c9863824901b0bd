// Cells, straight lines and the differential equation: arXiv 2508.09628, the theorem on B positive definite.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/cells.h"
#include "core/elementary.h"
#include "core/frank_wolfe.h"
#include "core/generator.h"
#include "core/hull.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using lab::test::draw;
using lab::test::draw_spd;
using lab::test::Draws;

namespace {

/// Vertices of a convex polygon around 0: points of a circle, pushed in and out a little.
Matrix ring(Draws& draws, std::size_t k, double wobble = 0.0) {
  Matrix Z(k, 2);
  for (std::size_t i = 0; i < k; ++i) {
    const double turn = (static_cast<double>(i) + draws.uniform(0, 0.8)) / static_cast<double>(k);
    const SinCos at = sincos(2 * 3.141592653589793 * turn);
    const double r = 1 + draws.uniform(-wobble, wobble);
    Z(i, 0) = r * at.cos;
    Z(i, 1) = r * at.sin;
  }
  return rows_of(Z, hull2(Z));
}

std::vector<double> point_in(Draws& draws, const Matrix& V) {
  std::vector<double> x(V.cols);
  double total = 0;
  for (std::size_t j = 0; j < V.rows; ++j) {
    const double weight = std::pow(draws.uniform(), 6);  // mostly near one of them
    total += weight;
    for (std::size_t c = 0; c < V.cols; ++c) x[c] += weight * V(j, c);
  }
  for (double& c : x) c /= total;
  return x;
}

/// The cell by its definition: the hull cut by all vertices, not by neighbours only.
Matrix cell_by_definition(const Matrix& V, const Matrix& B, std::size_t i) {
  Matrix polygon = V;
  for (std::size_t j = 0; j < V.rows; ++j) {
    if (j == i) continue;
    const double dx = V(i, 0) - V(j, 0), dy = V(i, 1) - V(j, 1);
    polygon = clip2(polygon, std::vector<double>{B(0, 0) * dx + B(1, 0) * dy, B(0, 1) * dx + B(1, 1) * dy});
  }
  return polygon;
}

/// Thirty steps of tokens in the hull of the pentagon V against their lines: `worst` collects the
/// deviations of a coordinate. False, and nothing done, without G1 and G2.
bool follow_lines(Draws& draws, const Matrix& V, const Matrix& B, double& worst) {
  Matrix Z(12, 2), next;
  for (std::size_t i = 0; i < 12; ++i) {
    if (i < 5) std::ranges::copy(V.row(i), Z.row(i).begin());
    else std::ranges::copy(point_in(draws, V), Z.row(i).begin());
  }
  const Genericity generic = genericity(Z, V, B);
  if (!generic.hold() || generic.token_margin < 1e-6) return false;
  const Matrix Z0 = Z;
  LinearMaximizers to;
  double p = 1;
  for (int t = 0; t < 30; ++t) {
    const double gamma = draws.uniform(0.01, 0.99);
    linear_maximizers(Z, B, to, 0);  // exact: a follower next to its vertex does not tie with it
    frank_wolfe_step(Z, to, gamma, next);
    std::swap(Z, next);
    p *= 1 - gamma;
    for (std::size_t i = 0; i < 12; ++i) {
      const auto line = straight_line(Z0.row(i), V.row(cell_of(Z0.row(i), V, B).vertex), p);
      for (std::size_t c = 0; c < 2; ++c) worst = std::max(worst, std::abs(Z(i, c) - line[c]));
    }
  }
  return true;
}

double gaussian_g1_share(std::size_t d, std::size_t k, std::size_t samples) {
  std::size_t hold = 0;
  Matrix V(k, d);
  Generator generator = default_rng(31 + d);
  for (std::size_t s = 0; s < samples; ++s) {
    generator.standard_normal(V.data);
    hold += genericity(V, V, Matrix::identity(d)).g1;
  }
  return static_cast<double>(hold) / static_cast<double>(samples);
}

}  // namespace

TEST_CASE("Cells: the power diagram, by score and by distance") {
  Draws draws(91);
  for (int trial = 0; trial < 40; ++trial) {
    const std::size_t k = 2 + draws.below(6), d = 1 + draws.below(3);
    const Matrix V = draw(draws, k, d), B = draw_spd(draws, d);
    for (int probe = 0; probe < 50; ++probe) {
      const auto x = point_in(draws, V);
      const CellOf cell = cell_of(x, V, B);
      const double least = power(x, V.row(cell.vertex), B);
      double next = std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < k; ++j)
        if (j != cell.vertex) next = std::min(next, power(x, V.row(j), B));
      // The power of v_j is <Bx, x> - 2 <Bx, v_j>.
      CHECK(next - least == doctest::Approx(2 * cell.margin).epsilon(1e-10).scale(1e-3));
      CHECK(cell.margin >= 0);
    }
  }
}

TEST_CASE("Cells: with vertices of one length they are Voronoi cells; otherwise they need not be") {
  Draws draws(92);
  const auto nearest_differs = [&](const Matrix& V) {
    int differ = 0;
    for (int probe = 0; probe < 500; ++probe) {
      const auto x = point_in(draws, V);
      const CellOf cell = cell_of(x, V, Matrix::identity(2));
      for (std::size_t j = 0; j < V.rows; ++j)
        if (distance(x, V.row(j)) < distance(x, V.row(cell.vertex)) - 1e-12) {
          ++differ;
          break;
        }
    }
    return differ;
  };
  for (int trial = 0; trial < 10; ++trial) CHECK(nearest_differs(ring(draws, 3 + draws.below(6))) == 0);
  CHECK(nearest_differs(Matrix{{2, 0}, {-0.5, 0.8}, {-0.5, -0.8}}) > 0);
}

TEST_CASE("Cells in the plane: they cover the hull, are the definition's, and hold the points that belong to them") {
  Draws draws(93);
  for (int trial = 0; trial < 40; ++trial) {
    const Matrix V = ring(draws, 3 + draws.below(10), 0.2);
    // Around 0, beside 0, and with a B that is not even symmetric.
    Matrix moved = V;
    if (trial % 3 == 1)
      for (std::size_t i = 0; i < V.rows; ++i) moved(i, 0) += 1.7;
    const Matrix B = trial % 2 == 0 ? draw_spd(draws, 2) : draw(draws, 2, 2);
    const auto cells = cells2(moved, B);
    REQUIRE(cells.size() == V.rows);
    double sum = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double area = area2(cells[i]);
      CHECK(area >= -1e-14);
      CHECK(std::abs(area - area2(cell_by_definition(moved, B, i))) <= 1e-13);
      sum += area;
      for (std::size_t c = 0; c < cells[i].rows; ++c) {
        // A corner is in the hull, and no other vertex scores higher there.
        CHECK(distance_to_hull(cells[i].row(c), moved) <= 1e-14);
        std::vector<double> w(2);
        apply(B, cells[i].row(c), w);
        for (std::size_t j = 0; j < V.rows; ++j)
          CHECK(dot(w, moved.row(i)) >= dot(w, moved.row(j)) - 1e-13);
      }
    }
    CHECK(sum == doctest::Approx(area2(moved)).epsilon(1e-13));
    for (int probe = 0; probe < 100; ++probe) {
      const auto x = point_in(draws, moved);
      const CellOf cell = cell_of(x, moved, B);
      if (cell.margin > 1e-9) CHECK(distance_to_hull(x, cells[cell.vertex]) <= 1e-13);
    }
  }
}

TEST_CASE("Cells in the plane: degenerate hulls, and cells that hold no area") {
  CHECK(cells2(Matrix(0, 2), Matrix::identity(2)).empty());
  const auto point = cells2(Matrix{{1, 2}}, Matrix::identity(2));
  REQUIRE(point.size() == 1);
  CHECK(point[0] == Matrix{{1, 2}});
  const auto segment = cells2(Matrix{{-1, 0}, {3, 0}}, Matrix::identity(2));
  CHECK(segment[0] == Matrix{{-1, 0}, {0, 0}});
  CHECK(segment[1] == Matrix{{0, 0}, {3, 0}});
  // 0 far to the left: everything belongs to the right.
  const auto far = cells2(Matrix{{5, 0}, {6, -1}, {7, 0}, {6, 1}}, Matrix::identity(2));
  CHECK(area2(far[0]) == 0);
  CHECK(area2(far[2]) > 1.5);
  CHECK(area2(Matrix{{0, 0}, {1, 0}, {0, 1}}) == 0.5);
  CHECK(cell_of(std::vector<double>{1, 1}, Matrix{{1, 2}}, Matrix::identity(2)).margin ==
        std::numeric_limits<double>::infinity());
}

TEST_CASE("Cells in the plane: 500 vertices") {
  Draws draws(94);
  const Matrix V = ring(draws, 500);
  REQUIRE(V.rows == 500);
  const auto cells = cells2(V, Matrix{{2, 0.3}, {0.3, 1}});
  double sum = 0;
  for (const Matrix& cell : cells) sum += area2(cell);
  CHECK(sum == doctest::Approx(area2(V)).epsilon(1e-12));
}

TEST_CASE("Genericity: what it says of vertices and tokens") {
  const Matrix square{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}, I = Matrix::identity(2);
  const Genericity good = genericity({{0.5, 0.2}, {-0.1, 0.9}}, square, I);
  CHECK(good.hold());
  CHECK(good.vertex_margin == 2);
  CHECK(good.token_margin == doctest::Approx(0.2).epsilon(1e-14));
  CHECK(good.worst_token == 1);
  const Genericity tie = genericity({{0.5, 0.2}, {0, 0.9}}, square, I);
  CHECK(tie.g1);
  CHECK_FALSE(tie.g2);
  // (1, 0) scores 1 with itself and 2 with (2, 1): a vertex in its neighbour's cell.
  const Genericity bad = genericity({{0.1, 0.2}}, {{-1, 0}, {1, 0}, {2, 1}}, I);
  CHECK_FALSE(bad.g1);
  CHECK(bad.worst_vertex == 1);
  CHECK(bad.vertex_margin == -1);
  // Relative: the size of the tokens plays no part.
  Matrix tiny = square;
  for (double& x : tiny.data) x *= 1e-100;
  CHECK(genericity(tiny, tiny, I).g1);
}

TEST_CASE("Genericity: Gaussian vertices satisfy G1 the more likely the higher the dimension") {
  // k = 6: .050, .859, 1.000 for d = 3, 10, 50.
  CHECK(std::abs(gaussian_g1_share(3, 6, 4000) - .050) <= .02);
  CHECK(std::abs(gaussian_g1_share(10, 6, 4000) - .859) <= .03);
  CHECK(gaussian_g1_share(50, 6, 1000) >= .999);
}

TEST_CASE("Straight lines: p_t x + (1 - p_t) v to 4.4e-16, 200 random pentagons, random B, any steps") {
  Draws draws(95);
  double worst = 0;
  int runs = 0;
  for (int trial = 0; runs < 200 && trial < 20000; ++trial) {
    const Matrix V = ring(draws, 5, 0.3);
    if (V.rows == 5 && follow_lines(draws, V, draw_spd(draws, 2), worst)) ++runs;
  }
  CHECK(runs == 200);
  CHECK(worst <= 4.5e-16);
}

TEST_CASE("Straight lines: G1 and G2 suffice, B need not be positive definite") {
  // On the branch (sinh a, cosh a) of a hyperbola and with B = diag(1, -1), <B v_i, v_j> = -cosh(a_i - a_j) is
  // largest for j = i.
  Draws draws(96);
  double worst = 0;
  int runs = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Matrix V(5, 2);
    for (std::size_t i = 0; i < 5; ++i) {
      const double e = lab::core::exp(0.25 * static_cast<double>(i) - 0.5 + draws.uniform(0, 0.2));
      V(i, 0) = 0.5 * (e - 1 / e);
      V(i, 1) = 0.5 * (e + 1 / e);
    }
    REQUIRE(hull2(V).size() == 5);
    if (follow_lines(draws, rows_of(V, hull2(V)), Matrix{{1, 0}, {0, -1}}, worst)) ++runs;
  }
  CHECK(runs > 20);
  CHECK(worst <= 2e-15);  // a few last bits of numbers between 1 and 2
}

TEST_CASE("Straight lines: exponential, faster than exponential, and never there") {
  const Matrix V{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const auto left = [&](const StepSchedule& schedule, std::size_t steps) {
    Matrix Z{{0.3, 0.2}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}, next;
    const double first = distance(Z.row(0), V.row(0));
    LinearMaximizers to;
    for (std::size_t t = 0; t < steps; ++t) {
      linear_maximizers(Z, Matrix::identity(2), to);
      frank_wolfe_step(Z, to, step_size(schedule, t), next);
      std::swap(Z, next);
    }
    return distance(Z.row(0), V.row(0)) / first;
  };
  CHECK(left({Schedule::kConstant, 0.1}, 50) == doctest::Approx(std::pow(0.9, 50)).epsilon(1e-12));
  CHECK(left({Schedule::kToOne}, 9) == doctest::Approx(1.0 / 3628800).epsilon(1e-8));
  CHECK(left({Schedule::kHalving}, 80) == doctest::Approx(0.2887880950866).epsilon(1e-12));
}

TEST_CASE("Differential equation: sup |(1 - gamma)^(t / gamma) - e^-t|") {
  const double gammas[] = {0.1, 0.01, 0.001}, printed[] = {.0192, .00185, .000184}, half_digit[] = {5e-5, 5e-6, 5e-7};
  for (std::size_t g = 0; g < 3; ++g) {
    const double gamma = gammas[g], closed = euler_deviation(gamma);
    CHECK(std::abs(closed - printed[g]) <= half_digit[g]);
    CHECK(std::abs(closed / (gamma / (2 * std::exp(1.0))) - 1) <= 0.6 * gamma);
    // The discrete run against the solution, token (.3, .2) in the cell of (1, 1).
    Matrix Z{{0.3, 0.2}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}, next;
    const Matrix Z0 = Z;
    LinearMaximizers to;
    double sup = 0;
    for (std::size_t t = 0; t < static_cast<std::size_t>(12 / gamma); ++t) {
      const auto exact = straight_line(Z0.row(0), Z0.row(1), ode_remaining(gamma * static_cast<double>(t)));
      sup = std::max(sup, distance(Z.row(0), exact) / distance(Z0.row(0), Z0.row(1)));
      linear_maximizers(Z, Matrix::identity(2), to);
      frank_wolfe_step(Z, to, gamma, next);
      std::swap(Z, next);
    }
    CHECK(sup <= closed * (1 + 1e-9));
    CHECK(sup >= closed * 0.99);
  }
  CHECK(euler_deviation(1e-300) >= 0);
}
