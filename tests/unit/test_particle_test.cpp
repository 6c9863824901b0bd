// A particle among resting vertices: arXiv 2508.09628, SA_beta and SA_inf with all tokens but one fixed.
#include <doctest.h>

#include <cmath>
#include <limits>

#include "core/cells.h"
#include "core/elementary.h"
#include "core/finite_beta.h"
#include "core/frank_wolfe.h"
#include "core/test_particle.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using lab::test::draw;
using lab::test::draw_spd;
using lab::test::Draws;

TEST_CASE("Test particle: between the vertices 1 and -1 of the line it moves towards tanh(beta x)") {
  for (const double beta : {0.0, 0.7, 3.0, 50.0}) {
    TestParticle particle({{1}, {-1}}, {{1}}, beta);
    std::vector<double> x{0.3};
    double expected = 0.3;
    for (int t = 0; t < 40; ++t) {
      particle.step(x, 0.2);
      expected += 0.2 * (lab::core::tanh(beta * expected) - expected);
      CHECK(std::abs(x[0] - expected) <= 1e-14);
    }
    CHECK(particle.nearest(x).vertex == 0);
  }
}

TEST_CASE("Test particle: one step is the softmax step of a token that it is not itself among") {
  Draws draws(411);
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t d = 1 + draws.below(3);
    const Matrix V = draw(draws, 6, d), B = draw(draws, d, d);
    std::vector<double> x(d), direction(d);
    for (double& c : x) c = draws.uniform(-1, 1);
    const double beta = draws.uniform(0, 5), gamma = draws.uniform(0.01, 1);
    // By the definition: weights from unshifted exponentials.
    apply(B, x, direction);
    std::vector<double> mean(d);
    double sum = 0;
    for (std::size_t j = 0; j < V.rows; ++j) {
      const double w = std::exp(beta * dot(direction, V.row(j)));
      sum += w;
      for (std::size_t c = 0; c < d; ++c) mean[c] += w * V(j, c);
    }
    std::vector<double> moved = x;
    TestParticle(V, B, beta).step(moved, gamma);
    for (std::size_t c = 0; c < d; ++c) CHECK(std::abs(moved[c] - (x[c] + gamma * (mean[c] / sum - x[c]))) <= 1e-13);
  }
}

TEST_CASE("Test particle: at beta = infinity it goes straight to the vertex of its cell") {
  Draws draws(412);
  const Matrix V{{1, .1}, {.2, .9}, {-.8, .5}, {-.7, -.7}, {.4, -.9}};
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> x{draws.uniform(-.5, .5), draws.uniform(-.5, .5)};
    const CellOf cell = cell_of(x, V, Matrix::identity(2));
    const std::vector<double> from = x;
    TestParticle particle(V, Matrix::identity(2), std::numeric_limits<double>::infinity());
    for (int t = 0; t < 30; ++t) particle.step(x, 0.1);
    const auto line = straight_line(from, V.row(cell.vertex), remaining({Schedule::kConstant, 0.1, {}}, 30));
    CHECK(distance(x, line) <= 1e-15);
    CHECK(particle.nearest(x).vertex == cell.vertex);
  }
  // Scores that are equal share the weight.
  std::vector<double> tie{0};
  TestParticle({{1}, {-1}, {.5}}, {{1}}, std::numeric_limits<double>::infinity()).step(tie, 1);
  CHECK(tie[0] == doctest::Approx(1.0 / 6).epsilon(1e-15));
}
