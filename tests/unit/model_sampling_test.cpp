#include <doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/elementary.h"
#include "core/hash.h"
#include "model/sampling.h"

using namespace lab::model;

namespace {

std::vector<double> distribution(const std::vector<float>& logits, const SamplingOptions& options) {
  std::vector<double> p;
  next_distribution(logits, options, p);
  return p;
}

/// Logits of a [MASK] that would win, and of five characters, two of them equal.
const std::vector<float> kLogits{9.0f, 1.0f, 3.0f, -2.0f, 3.0f, 0.5f};

double sum(const std::vector<double>& p) {
  double total = 0.0;
  for (const double x : p) total += x;
  return total;
}

}  // namespace

TEST_CASE("the next character follows softmax(logits / temperature), without [MASK]") {
  for (const double tau : {0.05, 0.8, 1.0, 2.0}) {
    const auto p = distribution(kLogits, {.temperature = tau});
    CHECK(p[0] == 0.0);
    CHECK(sum(p) == doctest::Approx(1.0).epsilon(1e-15));
    for (std::size_t t = 2; t < p.size(); ++t)
      CHECK(p[t] / p[1] == doctest::Approx(lab::core::exp((static_cast<double>(kLogits[t]) - 1.0) / tau)).epsilon(1e-13));
  }
}

TEST_CASE("temperature 0 takes the likeliest, the lower number on a tie") {
  for (const double tau : {0.0, -0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK(distribution(kLogits, {.temperature = tau}) == std::vector<double>{0, 0, 1, 0, 0, 0});
  // The smallest temperature above 0 leaves the tie a tie.
  CHECK(distribution(kLogits, {.temperature = 5e-324}) == std::vector<double>{0, 0, 0.5, 0, 0.5, 0});
}

TEST_CASE("top-k keeps the k likeliest, the lower number on a tie") {
  CHECK(distribution(kLogits, {.top_k = 1}) == std::vector<double>{0, 0, 1, 0, 0, 0});
  CHECK(distribution(kLogits, {.top_k = 2}) == std::vector<double>{0, 0, 0.5, 0, 0.5, 0});
  const auto three = distribution(kLogits, {.top_k = 3});
  CHECK(three[1] > 0.0);
  CHECK(three[5] == 0.0);
  CHECK(distribution(kLogits, {.top_k = 100}) == distribution(kLogits, {}));
}

TEST_CASE("top-p keeps the fewest characters that reach the share") {
  const auto whole = distribution(kLogits, {});
  CHECK(distribution(kLogits, {.top_p = 1e-300}) == std::vector<double>{0, 0, 1, 0, 0, 0});
  CHECK(distribution(kLogits, {.top_p = 0.0}) == std::vector<double>{0, 0, 1, 0, 0, 0});
  CHECK(distribution(kLogits, {.top_p = 1.0}) == whole);
  // Just below and just above what the two equal ones hold.
  const double two = whole[2] + whole[4];
  CHECK(distribution(kLogits, {.top_p = two - 1e-9}) == std::vector<double>{0, 0, 0.5, 0, 0.5, 0});
  CHECK(distribution(kLogits, {.top_p = two + 1e-9})[1] > 0.0);
  CHECK(distribution(kLogits, {.top_p = two + 1e-9})[5] == 0.0);
}

TEST_CASE("top-p counts its share within what top-k left") {
  // 1/2 each after top-k: one of them holds a share of 0.5, but not of 0.51.
  CHECK(distribution(kLogits, {.top_k = 2, .top_p = 0.5}) == std::vector<double>{0, 0, 1, 0, 0, 0});
  CHECK(distribution(kLogits, {.top_k = 2, .top_p = 0.51}) == std::vector<double>{0, 0, 0.5, 0, 0.5, 0});
}

TEST_CASE("logits that are not finite are impossible characters") {
  constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
  CHECK(distribution({0, kNan, 1, kInf, -kInf, 1}, {}) == std::vector<double>{0, 0, 0.5, 0, 0, 0.5});
  CHECK(distribution({0, kNan, kInf, -kInf, kNan}, {.top_k = 1}) == std::vector<double>{0, 0.25, 0.25, 0.25, 0.25});
  CHECK(distribution({0, 3.4e38f, -3.4e38f}, {.temperature = 1e-300}) == std::vector<double>{0, 1, 0});
}

TEST_CASE("draws follow the distribution") {
  const auto p = distribution(kLogits, {});
  auto generator = lab::core::default_rng(15);
  std::vector<int> seen(p.size());
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) ++seen[draw(p, generator)];
  CHECK(seen[0] == 0);
  for (std::size_t t = 1; t < p.size(); ++t) {
    const double deviation = std::sqrt(p[t] * (1.0 - p[t]) / kDraws);
    CHECK(std::fabs(static_cast<double>(seen[t]) / kDraws - p[t]) < 4.0 * deviation);
  }
}

TEST_CASE("a draw takes one number and never gives what is impossible") {
  auto generator = lab::core::default_rng(1), other = generator;
  CHECK(draw(std::vector<double>{0, 0, 1, 0}, generator) == 2);
  other.random();
  CHECK(generator.random() == other.random());
  // A sum that rounding left far too small: the last possible one is taken.
  for (int i = 0; i < 20; ++i) CHECK(draw(std::vector<double>{0, 1e-12, 1e-12, 0}, generator) == 2);
}

TEST_CASE("the probabilities have the same bits in every build") {
  std::vector<float> logits(66);
  for (std::size_t t = 0; t < logits.size(); ++t) logits[t] = static_cast<float>((t * 37) % 66) * 0.173f - 5.0f;
  std::uint64_t state = lab::core::kFnvOffset;
  for (const double tau : {0.3, 0.8, 1.7}) {
    state = lab::core::hash_bits(distribution(logits, {.temperature = tau}), state);
    state = lab::core::hash_bits(distribution(logits, {.temperature = tau, .top_k = 20, .top_p = 0.9}), state);
  }
  CHECK(state == 1886210914276000836ull);
}
