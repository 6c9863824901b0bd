// Sinusoidal and rotary positions against NumPy and against their identities.
#include <doctest.h>

#include <cmath>
#include <numbers>

#include "core/generator.h"
#include "core/positions.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

std::vector<double> normals(Generator& generator, std::size_t count) {
  std::vector<double> x(count);
  generator.standard_normal(x);
  return x;
}

doctest::Approx near(double x) { return doctest::Approx(x).epsilon(1e-13); }

}  // namespace

TEST_CASE("The table is the notebook's: NumPy's numbers for 100 positions, width 64") {
  const auto speeds = clock_speeds(64, 10000);
  const Matrix PE = position_table(speeds, 100);
  REQUIRE(PE.rows == 100);
  REQUIRE(PE.cols == 64);
  // numpy 1.24, sin and cos of np.outer(p, 10000.0 ** (-2 k / 64)).
  CHECK(PE(50, 0) == near(-0.2623748537039288));
  CHECK(PE(50, 8) == near(-0.10324074641368003));
  CHECK(PE(99, 21) == near(0.7544331848465011));
  CHECK(PE(99, 40) == near(0.30797656599100925));
  CHECK(PE(99, 63) == near(0.9999128566832003));
  const Matrix G = position_scores(PE);
  CHECK(G(50, 50) == near(0.5));
  CHECK(G(50, 51) == near(0.4830754947127972));
  CHECK(G(50, 57) == near(0.36350510070577635));
  CHECK(G(50, 90) == near(0.24058531493342217));
  CHECK(G(50, 10) == near(0.24058531493342217));
}

TEST_CASE("Periods run from 2 pi to 2 pi base^((d-2)/d), short of 2 pi base") {
  const auto speeds = clock_speeds(64, 10000);
  CHECK(speeds.front() == 1);
  CHECK(2 * std::numbers::pi / speeds.back() == doctest::Approx(47117.2427801674).epsilon(1e-13));
  CHECK(2 * std::numbers::pi / speeds.back() < 2 * std::numbers::pi * 10000 * 0.76);
  for (const double s : clock_speeds(16, 1)) CHECK(s == 1);
}

TEST_CASE("One matrix shifts every row, whatever the offset, width and base") {
  Draws draws(4);
  for (int run = 0; run < 60; ++run) {
    const std::size_t d = 2 * (1 + draws.below(32)), n = 2 + draws.below(200);
    const auto speeds = clock_speeds(d, std::pow(10.0, draws.uniform(0, 6)));
    const double offset = std::floor(draws.uniform(-64, 64));
    CHECK(shift_error(speeds, n, offset) <= 1e-12);
    Matrix M = shift_matrix(speeds, offset), back = shift_matrix(speeds, -offset);
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < d; ++j) {
        CHECK(M(i, j) == doctest::Approx(back(j, i)));   // a rotation: its inverse is its transpose
        if (i / 2 != j / 2) CHECK(M(i, j) == 0);
      }
  }
  const auto speeds = clock_speeds(64, 10000);
  std::vector<double> there(64), moved(64);
  const Matrix PE = position_table(speeds, 30);
  apply(shift_matrix(speeds, 7), PE.row(10), moved);
  position_row(speeds, 18, there);
  CHECK(distance(moved, there) > 0.1);   // 17 it is, not 18
  position_row(speeds, 17, there);
  CHECK(distance(moved, there) < 1e-13);
}

TEST_CASE("Inner products depend on the offset alone and first rise at offset 5") {
  const auto speeds = clock_speeds(64, 10000);
  const Matrix G = position_scores(position_table(speeds, 100));
  CHECK(offset_spread(G) <= 1e-13);
  std::vector<double> g;
  for (std::size_t o = 0; o < 100; ++o) g.push_back(offset_score(speeds, static_cast<double>(o)));
  for (std::size_t o = 0; o < 100; ++o) CHECK(G(0, o) == near(g[o]));
  CHECK(first_rise(g, 1e-12) == 5);
  CHECK(g[0] == 0.5);
  for (std::size_t o = 1; o < g.size(); ++o) CHECK(g[o] < 0.5);
  const std::vector<double> falling{3, 2, 1};
  CHECK(first_rise(falling, 0) == 3);
}

TEST_CASE("The spread at equal offset finds the one entry that is off") {
  Matrix S(6, 6);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) S(i, j) = 3 * static_cast<double>(j) - 3 * static_cast<double>(i);
  CHECK(offset_spread(S) == 0);
  for (const auto [i, j] : {std::pair<std::size_t, std::size_t>{0, 4}, {5, 1}, {3, 3}, {1, 0}}) {
    Matrix T = S;
    T(i, j) += 0.25;
    CHECK(offset_spread(T) == 0.25);
  }
}

TEST_CASE("RoPE: the score is that of the offset; NumPy's numbers for seed 15") {
  const auto speeds = clock_speeds(64, 10000);
  Generator generator = default_rng(15);
  const auto q = normals(generator, 64), k = normals(generator, 64);
  const Matrix S = rotary_scores(speeds, 100, q, k);
  // numpy 1.24: q, k = two standard_normal(64) of default_rng(15).
  CHECK(S(3, 10) == doctest::Approx(1.0827723985338706).epsilon(1e-12));
  CHECK(S(50, 57) == doctest::Approx(1.0827723985338706).epsilon(1e-12));
  CHECK(rotary_score(speeds, 7, q, k) == doctest::Approx(1.0827723985338706).epsilon(1e-12));
  CHECK(offset_spread(S) <= 1e-12);
  CHECK(std::fabs(rotary_score(speeds, 7, q, k) - rotary_score(speeds, -7, q, k)) > 1e-3);   // before is not behind
  std::vector<double> turned(64);
  rotate(speeds, 41, q, turned);
  CHECK(dot(turned, turned) == doctest::Approx(dot(q, q)).epsilon(1e-14));
}

TEST_CASE("Added positions: cross terms spoil the offset, and only they") {
  const auto speeds = clock_speeds(64, 10000);
  Generator generator = default_rng(15);
  const auto q = normals(generator, 64), k = normals(generator, 64);
  const AddedScores added = added_scores(position_table(speeds, 100), q, k);
  CHECK(added.total(3, 10) == doctest::Approx(3.0285692064592626).epsilon(1e-12));
  CHECK(offset_spread(added.total) == doctest::Approx(3.3634687366807228).epsilon(1e-12));
  CHECK(offset_spread(added.without_cross()) <= 1e-12);
}

TEST_CASE("Beyond the window: fast clocks revisit, slow ones go on") {
  const auto speeds = clock_speeds(64, 10000);
  // numpy 1.24, by trying all pairs of positions.
  CHECK(farthest_new_phase(speeds[9], 64, 100) == doctest::Approx(0.7498942093324558).epsilon(1e-12));
  CHECK(farthest_new_phase(speeds[20], 64, 100) == doctest::Approx(0.11384199576606166).epsilon(1e-12));
  CHECK(farthest_new_phase(speeds[31], 64, 100) == doctest::Approx(0.0048006771557879665).epsilon(1e-12));
  for (std::size_t k = 0; k < 32; ++k) {
    const bool fast = 2 * std::numbers::pi / speeds[k] <= 64;
    CHECK(fast == (k <= 8));
    CHECK((farthest_new_phase(speeds[k], 64, 100) <= 0.5 * speeds[k]) == fast);
    CHECK(nearest_phase(speeds[k], 63, 64) == 0);
  }
  CHECK(farthest_new_phase(speeds[20], 100, 100) == 0);
  CHECK(covered_share(1, 64) == 1);
  CHECK(covered_share(0.01, 1) == 0);
  CHECK(covered_share(0.01, 101) == doctest::Approx(1 / (2 * std::numbers::pi)));
  const auto nearest = nearest_trained(position_scores(position_table(speeds, 100)), 64);
  CHECK(nearest[63] == near(1));
  CHECK(nearest[64] == near(0.9661509894255949));
  CHECK(nearest[99] == near(0.598431531146989));
}
