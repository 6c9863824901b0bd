// Metastability of the chain that picks (arXiv 2508.09628), and the statistics that judge it.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "chain_support.h"
#include "core/metastability.h"
#include "core/statistics.h"
#include "core/vec.h"

using namespace lab::core;
using namespace lab::test;

namespace {

/// The three vertices, and nine tokens uniform in the triangle.
Matrix vertices_and_nine(Generator& generator) {
  const Matrix V = triangle();
  Matrix Z(12, 2);
  std::ranges::copy(V.data, Z.data.begin());
  for (std::size_t i = 3; i < 12; ++i) {
    double u = generator.random(), v = generator.random();
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    for (std::size_t c = 0; c < 2; ++c) Z(i, c) = V(0, c) + u * (V(1, c) - V(0, c)) + v * (V(2, c) - V(0, c));
  }
  return Z;
}

}  // namespace

TEST_CASE("Statistics: median, slope, Kolmogorov-Smirnov") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  const double x[] = {0, 1, 2, 3}, y[] = {1, 3, 5, 7}, bent[] = {0, 1, 1, 0};
  CHECK(slope(x, y) == doctest::Approx(2).epsilon(1e-15));
  CHECK(std::abs(slope(x, bent)) <= 1e-15);
  CHECK(ks_statistic({1, 2, 3}, {1, 2, 3}) == 0);
  CHECK(ks_statistic({1, 2}, {3, 4}) == 1);
  CHECK(ks_statistic({1, 1, 2, 2}, {2, 2, 2, 3}) == 0.5);
  CHECK(ks_statistic({1, 3}, {2}) == 0.5);
  CHECK(ks_critical(100, 100, 0.05) == doctest::Approx(1.3581 * std::sqrt(0.02)).epsilon(1e-4));
  // Level: uniform samples of one law fail about as often as stated; of another law nearly always.
  Generator generator = default_rng(5);
  int same = 0, other = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<double> a(200), b(200), c(200);
    generator.random(a);
    generator.random(b);
    for (double& u : c) u = 0.8 * generator.random();
    same += ks_statistic(a, b) > ks_critical(200, 200, 0.05);
    other += ks_statistic(a, c) > ks_critical(200, 200, 0.05);
  }
  CHECK(same >= 4);
  CHECK(same <= 36);  // 20 expected at most, deviation 4.4
  CHECK(other >= 320);
}

TEST_CASE("Metastability: hypotheses on the vertices") {
  const MetastableVertices three = metastable_vertices(triangle());
  CHECK(three.hold());
  CHECK(three.smallest_cosine == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(three.diameter == doctest::Approx(std::sqrt(3.0)).epsilon(1e-14));
  CHECK(metastable_vertices({{1}, {-1}}).c0 == 2);
  CHECK(metastable_vertices({{1}, {-1}}).hold());
  const MetastableVertices square = metastable_vertices({{1, 1}, {-1, 1}, {-1, -1}, {1, -1}});
  CHECK_FALSE(square.acute);  // right angles
  CHECK(square.equal_norms);
  CHECK_FALSE(metastable_vertices({{2, 0}, {-0.5, kHalfRoot3}, {-0.5, -kHalfRoot3}}).equal_norms);
  CHECK(metastable_vertices({{1, 0}, {0.9, 0.1}, {-1, 0}}).c0 < 0);
}

TEST_CASE("Metastability, phase 1: most tokens arrive, more for larger beta") {
  // Known fractions: .28, .74, .94, .97 within .15 of their own vertex after 40 steps.
  const MetastableVertices vertices = metastable_vertices(triangle());
  CHECK(arrival_radius(vertices, 0.1, 0.4) == doctest::Approx(0.36).epsilon(1e-14));
  CHECK(arrival_radius(vertices, 0.1, 2) == doctest::Approx(1.5 / (2 * std::sqrt(3.0))).epsilon(1e-14));
  CHECK(arrival_time(0.15, 0.8, 0.1) == 15);
  CHECK(arrival_time(0.36, 0.4, 0.1) == 1);
  CHECK(arrival_failure(256) == doctest::Approx(0.5).epsilon(1e-14));
  const double betas[] = {8, 12, 16, 24}, printed[] = {.28, .74, .94, .97};
  for (std::size_t b = 0; b < 4; ++b) {
    Generator generator = default_rng(160 + b);
    double arrived = 0, tokens = 0;
    for (int run = 0; run < 60; ++run) {
      const Matrix Z = vertices_and_nine(generator);
      MarkovChain chain(Z, {Matrix::identity(2), 0.1, betas[b]});
      for (int t = 0; t < 40; ++t) chain.step(generator);
      for (std::size_t i = 0; i < 12; ++i) {
        const auto home = cell_of(Z.row(i), triangle(), Matrix::identity(2)).vertex;
        arrived += distance(chain.tokens().row(i), triangle().row(home)) <= 0.15;
        ++tokens;
      }
    }
    CAPTURE(betas[b]);
    CHECK(std::abs(arrived / tokens - printed[b]) <= 0.04);
  }
}

TEST_CASE("Metastability, phase 2: what is seen to stay is no less than the bound") {
  const MetastableVertices vertices = metastable_vertices(triangle());
  const double beta = 14, gamma = 0.1, eps = 0.35, horizon = 50;  // eps / gamma = 3.5 >= 2 diam K
  REQUIRE(eps / gamma >= 2 * vertices.diameter);
  const double bound = 1 - std::exp(stay_exponent(vertices, eps, gamma, beta, 12, horizon));
  CHECK(bound > 0.5);
  CHECK(bound < 1);
  CHECK(stay_exponent(vertices, eps, gamma, 0.1, 12, horizon) > 0);  // says nothing
  int stayed = 0;
  Generator generator = default_rng(170);
  for (int run = 0; run < 200; ++run) {
    MarkovChain chain(triangle_of(4, beta, eps).start, {Matrix::identity(2), gamma, beta});
    stayed += !exit_time(chain, triangle_of(4, beta, eps).start, eps, 50, Walk::kAccelerated, generator).has_value();
  }
  CHECK(stayed >= 200 * bound);
}
