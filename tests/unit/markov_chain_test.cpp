// The chain that picks (arXiv 2508.09628, SA_P), plain and accelerated.
#include <doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "chain_support.h"
#include "core/elementary.h"
#include "core/finite_beta.h"
#include "core/hash.h"
#include "core/metastability.h"
#include "core/statistics.h"

using namespace lab::core;
using namespace lab::test;

namespace {

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

void same_law(const Ensemble& of, std::size_t runs, std::uint64_t seed) {
  const auto plain = exit_times(of, runs, Walk::kPlain, seed);
  const auto fast = exit_times(of, runs, Walk::kAccelerated, seed + 1);
  const double statistic = ks_statistic(plain, fast);
  CAPTURE(median(plain));
  CAPTURE(median(fast));
  CHECK(statistic < ks_critical(runs, runs, 0.01));
}

}  // namespace

TEST_CASE("Chain: the mean of one step is the softmax step") {
  const Matrix X{{1, 0}, {0, 1}, {-1, -1}};
  for (const double beta : {0.5, 2.0}) {
    const double gamma = 0.25;
    SoftmaxWork work;
    Matrix expected;
    softmax_step(X, sa_beta(Matrix::identity(2), gamma, beta), work, expected);
    for (const bool accelerated : {false, true}) {
      // The first step, or its two halves: with probability 1 - e^-rate something moves.
      Generator generator = default_rng(accelerated ? 71 : 70);
      const std::size_t samples = beta == 2.0 && !accelerated ? 100000 : 20000;
      std::vector<double> sum(6), square(6);
      for (std::size_t s = 0; s < samples; ++s) {
        MarkovChain chain(X, {Matrix::identity(2), gamma, beta});
        if (accelerated) chain.jump(generator, 1);
        else chain.step(generator);
        REQUIRE(chain.time() == 1);
        for (std::size_t e = 0; e < 6; ++e) {
          sum[e] += chain.tokens().data[e];
          square[e] += chain.tokens().data[e] * chain.tokens().data[e];
        }
      }
      for (std::size_t e = 0; e < 6; ++e) {
        const auto n = static_cast<double>(samples);
        const double mean = sum[e] / n, error = std::sqrt(std::max(0.0, square[e] / n - mean * mean) / n);
        CHECK(std::abs(mean - expected.data[e]) <= 5 * error + 1e-12);
        CHECK(error < 4e-3);
      }
    }
  }
}

TEST_CASE("Chain: weights and move probabilities; coincident tokens do not move each other") {
  MarkovChain pair({{1}, {-1}}, {Matrix::identity(1), 0.1, 2});
  const double p = 1 / (1 + std::exp(4.0));
  CHECK(pair.move_probabilities()[0] == doctest::Approx(p).epsilon(1e-14));
  CHECK(pair.weights()(1, 0) == doctest::Approx(p).epsilon(1e-14));
  CHECK(pair.quiet_rate() == doctest::Approx(-2 * std::log1p(-p)).epsilon(1e-14));
  MarkovChain three(rows_of(triangle(), groups(3, 4)), {Matrix::identity(2), 0.1, 5});
  const double q = 2 * std::exp(-7.5) / (1 + 2 * std::exp(-7.5));
  for (const double m : three.move_probabilities()) CHECK(m == doctest::Approx(q).epsilon(1e-12));
  // A last bit apart, gamma (x_j - x_i) is lost in x_i: the pick moves nothing, in step and in jump.
  MarkovChain close({{1}, {1 + 0x1p-52}}, {Matrix::identity(1), 0.1, 1});
  Generator generator = default_rng(3);
  CHECK(close.quiet_rate() == 0);
  for (int t = 0; t < 100; ++t) CHECK_FALSE(close.step(generator));
  CHECK_FALSE(close.jump(generator, 1'000'000));
  CHECK(close.time() == 1'000'000);
  CHECK_FALSE(close.jump(generator, 10));
  CHECK(close.time() == 1'000'000);
  // Far apart at beta = 0, gamma = 1: the chain of a vote, which ends in agreement.
  MarkovChain vote({{1}, {2}, {3}, {5}}, {Matrix::identity(1), 1, 0});
  while (vote.jump(generator, 100000)) {}
  CHECK(vote.quiet_rate() == 0);
  CHECK(vote.time() == 100000);
}

TEST_CASE("Chain: the first movement from +-1 comes after 4.460, 28.05, 202.5, 1491 steps on average") {
  const double printed[] = {4.460, 28.05, 202.5, 1491};
  for (std::size_t b = 1; b <= 4; ++b) {
    CAPTURE(b);
    const auto beta = static_cast<double>(b);
    MarkovChain chain({{1}, {-1}}, {Matrix::identity(1), 0.1, beta});
    const double exact = 1 / -lab::core::expm1(-chain.quiet_rate()), p = 1 / (1 + std::exp(2 * beta));
    CHECK(exact == doctest::Approx(1 / (1 - (1 - p) * (1 - p))).epsilon(1e-12));
    CHECK(exact == doctest::Approx(printed[b - 1]).epsilon(4e-4));
    const std::size_t runs = 4000;
    const auto fast = exit_times(pair_of(beta, 0.05), runs, Walk::kAccelerated, 40 + b);
    CHECK(std::abs(mean_of(fast) - exact) <= 5 * exact / std::sqrt(4000.0));
    const std::size_t few = b < 4 ? 1000 : 200;
    const auto plain = exit_times(pair_of(beta, 0.05), few, Walk::kPlain, 50 + b);
    CHECK(std::abs(mean_of(plain) - exact) <= 5 * exact / std::sqrt(static_cast<double>(few)));
  }
}

TEST_CASE("Chain: plain and accelerated exit times have one law (Kolmogorov-Smirnov, 1 per cent)") {
  same_law(pair_of(0.5, 0.05), 2000, 100);       // one jump; mostly one or two steps
  same_law(pair_of(1.5, 0.3), 1000, 102);        // two jumps with the way back between them
  same_law(pair_of(2.0, 0.5), 400, 104);
  same_law(triangle_of(2, 2.0, 0.15), 1000, 106);
  same_law(triangle_of(2, 3.0, 0.3), 300, 108);
}

TEST_CASE("Chain: the test of one law can tell: another beta, or a step too many, is seen") {
  const auto plain = exit_times(pair_of(1.0, 0.05), 2000, Walk::kPlain, 110);
  auto late = exit_times(pair_of(1.0, 0.05), 2000, Walk::kAccelerated, 111);
  CHECK(ks_statistic(plain, late) < ks_critical(2000, 2000, 0.01));
  for (double& t : late) t += 1;
  CHECK(ks_statistic(plain, late) > ks_critical(2000, 2000, 0.01));
  CHECK(ks_statistic(plain, exit_times(pair_of(1.1, 0.05), 2000, Walk::kAccelerated, 112)) >
        ks_critical(2000, 2000, 0.01));
}

TEST_CASE("Chain: after a movement plain and accelerated configurations have one law too") {
  // Where the tokens are after ten steps: the first coordinate of a token of the middle group.
  std::array<std::vector<double>, 2> where;
  for (const std::size_t way : {0u, 1u}) {
    Generator generator = default_rng(120 + way);
    for (int run = 0; run < 1500; ++run) {
      MarkovChain chain({{1}, {1}, {-1}}, {Matrix::identity(1), 0.3, 0.7});
      while (chain.time() < 10) {
        if (way == 0) chain.step(generator);
        else chain.jump(generator, 10);
      }
      where[way].push_back(chain.tokens()(1, 0));
    }
  }
  CHECK(ks_statistic(where[0], where[1]) < ks_critical(1500, 1500, 0.01));
}

TEST_CASE("Chain: the exit clock of the triangle, one jump: medians near ln 2 / (12 p), slope near c_0") {
  // Predictions 11.7, 52.3, 234, 1049 at beta = 4, 5, 6, 7.
  const double printed[] = {11.7, 52.3, 234, 1049};
  const std::size_t runs = 600;
  std::vector<double> betas, logs;
  for (std::size_t b = 4; b <= 7; ++b) {
    const auto beta = static_cast<double>(b);
    const double predicted = one_jump_median(triangle(), groups(3, 4), beta);
    CHECK(predicted == doctest::Approx(printed[b - 4]).epsilon(4e-3));
    const double measured = median(exit_times(triangle_of(4, beta, 0.15), runs, Walk::kAccelerated, 130 + b));
    // The median of an exponential sample of N has deviation mean / sqrt N; times are whole numbers.
    CHECK(std::abs(measured - predicted) <= 5 * predicted / (0.6931 * std::sqrt(static_cast<double>(runs))) + 1);
    betas.push_back(beta);
    logs.push_back(std::log(measured));
  }
  const double c0 = metastable_vertices(triangle()).c0;
  CHECK(c0 == doctest::Approx(1.5).epsilon(1e-14));
  CHECK(slope(betas, logs) > c0 / 2);
  CHECK(slope(betas, logs) < 1.2 * c0);
}

TEST_CASE("Chain: exit times of 1e9 steps and more") {
  const double beta = 16.5, predicted = one_jump_median(triangle(), groups(3, 4), beta);
  CHECK(predicted > 1e9);
  const auto times = exit_times(triangle_of(4, beta, 0.15), 400, Walk::kAccelerated, 140);
  CHECK(std::abs(median(times) - predicted) <= 5 * predicted / (0.6931 * 20));
  CHECK(*std::ranges::max_element(times) > 1e9);
  // Beyond what a whole number holds, nothing comes.
  MarkovChain quiet(triangle_of(4, 400, 0.15).start, {Matrix::identity(2), 0.1, 400});
  Generator generator = default_rng(1);
  CHECK_FALSE(exit_time(quiet, quiet.tokens(), 0.15, MarkovChain::kForever, Walk::kAccelerated, generator).has_value());
  CHECK(quiet.time() == MarkovChain::kForever);
}

TEST_CASE("Chain: exits that need two jumps come later, with a slope between c_0 / 2 and 1.2 c_0") {
  std::vector<double> betas{3, 4, 5, 6}, logs;
  for (const double beta : betas) {
    const double measured = median(exit_times(triangle_of(4, beta, 0.3), 60, Walk::kAccelerated, 150));
    CHECK(measured > one_jump_median(triangle(), groups(3, 4), beta));
    logs.push_back(std::log(measured));
  }
  CHECK(slope(betas, logs) > 0.75);
  CHECK(slope(betas, logs) < 1.8);
}

TEST_CASE("Chain: what counts as an exit") {
  Generator generator = default_rng(4);
  const Matrix start{{1}, {-1}}, elsewhere{{1}, {-0.5}};
  const auto at_once = [&](double radius) {
    MarkovChain chain(start, {Matrix::identity(1), 0.1, 1});
    return exit_time(chain, elsewhere, radius, 0, Walk::kAccelerated, generator).has_value();
  };
  CHECK(at_once(0.49));
  CHECK_FALSE(at_once(0.5));  // not farther than that
  // A jump moves a token by .2: a radius of .19 is left with the first, one of .21 is not.
  for (const Walk walk : {Walk::kPlain, Walk::kAccelerated})
    for (const double radius : {0.19, 0.21}) {
      MarkovChain chain(start, {Matrix::identity(1), 0.1, 1});
      REQUIRE(exit_time(chain, start, radius, 1000000, walk, generator).has_value());
      const double moved = std::max(1 - chain.tokens()(0, 0), 1 + chain.tokens()(1, 0));
      CHECK((std::abs(moved - 0.2) <= 1e-15) == (radius < 0.2));
      CHECK(moved > radius);
    }
}

TEST_CASE("Chain: the same seed gives the same run, by either way") {
  for (const Walk walk : {Walk::kPlain, Walk::kAccelerated})
    CHECK(exit_times(triangle_of(2, 2, 0.3), 20, walk, 9) == exit_times(triangle_of(2, 2, 0.3), 20, walk, 9));
}

TEST_CASE("Chain: the same bits in every build") {
  // Fingerprints of the native build: all configurations, and the time at the end.
  const std::uint64_t expected[] = {10546067991421626706ull, 9770669925264187766ull};
  for (const bool accelerated : {false, true}) {
    const Ensemble of = triangle_of(2, 2.5, 0.3);
    MarkovChain chain(of.start, of.params);
    Generator generator = default_rng(77);
    std::uint64_t hash = kFnvOffset;
    for (int t = 0; t < 500; ++t) {
      if (accelerated) chain.jump(generator);
      else chain.step(generator);
      hash = hash_bits(chain.tokens().data, hash);
    }
    const double end[] = {static_cast<double>(chain.time())};
    CHECK(hash_bits(end, hash) == expected[accelerated ? 1 : 0]);
  }
}
