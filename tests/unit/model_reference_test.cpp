#include <doctest.h>

#include <cmath>

#include "model/reference.h"
#include "model_support.h"

using namespace lab::model;
using namespace lab::test;
namespace reference = lab::model::reference;

namespace {

constexpr Config kTiny{7, 6, 8, 2, 2, 10, true};

double loss_of(const reference::Reference<double>& model, const Example& example, double weight) {
  const auto pass = model.forward(example.tokens);
  return reference::cross_entropy<double>(pass.logits, example.rows, example.targets, weight, nullptr);
}

std::vector<double> gradient_of(const reference::Reference<double>& model, const Example& example, double weight) {
  const auto pass = model.forward(example.tokens);
  reference::Table<double> dlogits(pass.logits.rows, pass.logits.columns);
  reference::cross_entropy<double>(pass.logits, example.rows, example.targets, weight, &dlogits);
  return model.backward(pass, dlogits);
}

/// Every single number of the model moved to both sides, with Richardson's step
/// so that the difference quotient is good to h^4.
void check_against_differences(const Config& config) {
  const Weights weights = random_weights(config, 21);
  const Example example = random_example(config.window, config.vocab, 8);
  const double weight = 1.0 / static_cast<double>(example.rows.size());
  reference::Reference<double> model(weights);
  const std::vector<double> gradient = gradient_of(model, example, weight);
  REQUIRE(gradient.size() == weights.layout.trained);
  const auto slope = [&](double& x, double h) {
    const double kept = x;
    x = kept + h;
    const double above = loss_of(model, example, weight);
    x = kept - h;
    const double below = loss_of(model, example, weight);
    x = kept;
    return (above - below) / (2.0 * h);
  };
  double largest = 0.0;
  for (const Tensor& t : weights.layout.tensors) {
    if (t.offset >= weights.layout.trained) continue;
    INFO(t.name);
    for (std::size_t i = t.offset; i < t.offset + t.size; ++i) {
      double& x = model.values()[i];
      const double measured = (4.0 * slope(x, 1e-3) - slope(x, 2e-3)) / 3.0;
      const double allowed = 1e-6 * std::fabs(gradient[i]) + 1e-9;
      if (!(std::fabs(measured - gradient[i]) <= allowed)) CHECK(measured == gradient[i]);
      largest = std::max(largest, std::fabs(gradient[i]));
    }
  }
  CHECK(largest > 0.01);  // something was there to compare
}

/// Fast float32 kernels against the reference in double precision.
void check_fast(const Weights& weights, const Example& example, double logit_tolerance, double gradient_tolerance) {
  const Config& c = weights.config;
  const std::size_t n = example.tokens.size();
  const reference::Reference<double> model(weights);
  const auto pass = model.forward(example.tokens);
  PackedWeights packed;
  packed.assign(weights, true);
  FastForward forward(c);
  forward.run(weights, packed, example.tokens, all_rows(n), true);
  CHECK(largest_difference(forward.logits(), std::span<const double>(pass.logits.values)) < logit_tolerance);
  for (std::size_t b = 0; b < c.layers; ++b) {
    const BlockTrace& t = forward.blocks()[b];
    const auto gap = [&](const std::vector<float>& fast, const reference::Table<double>& exact) {
      return largest_difference(std::span<const float>(fast).first(n * c.width), std::span<const double>(exact.values));
    };
    CHECK(gap(t.in, pass.blocks[b].before) < logit_tolerance);
    CHECK(gap(t.mid, pass.blocks[b].middle) < logit_tolerance);
    CHECK(gap(t.mix, pass.blocks[b].mix) < logit_tolerance);
    for (std::size_t h = 0; h < c.heads; ++h)
      CHECK(largest_difference(std::span<const float>(t.maps).subspan(h * n * n, n * n),
                               std::span<const double>(pass.blocks[b].maps[h].values)) < 1e-5);
  }
  const float weight = 1.0f / static_cast<float>(example.rows.size());
  std::vector<float> gradient(weights.layout.trained, 0.0f);
  FastGradient fast(c);
  const Score score = fast.add(weights, packed, example, weight, gradient);
  CHECK(score.loss == doctest::Approx(loss_of(model, example, 1.0)).epsilon(1e-5));
  const std::vector<double> exact = gradient_of(model, example, static_cast<double>(weight));
  double largest = 0.0;
  for (const double x : exact) largest = std::max(largest, std::fabs(x));
  CHECK(largest_difference(gradient, exact) < gradient_tolerance * largest);
}

}  // namespace

TEST_CASE("reference: the error function") {
  for (double x = -7.0; x <= 7.0; x += 0.037) CHECK(std::fabs(reference::erf(x) - std::erf(x)) < 2e-15);
  CHECK(reference::erf(0.0) == 0.0);
}

TEST_CASE("reference: every derivative is a difference quotient, to 1e-6") {
  check_against_differences(kTiny);
  Config plain = kTiny;
  plain.scale_scores = false;
  plain.heads = 1;
  plain.layers = 1;
  check_against_differences(plain);
  Config shared = kTiny;  // one block three times: its derivatives add up
  shared.shared = true;
  shared.layers = 3;
  check_against_differences(shared);
}

TEST_CASE("reference: maps are softmaxes of the scores, and the stream is a sum") {
  const Weights weights = random_weights(kTiny, 4);
  const reference::Reference<double> model(weights);
  const auto pass = model.forward(random_tokens(5, kTiny.vocab, 2));
  for (std::size_t b = 0; b < kTiny.layers; ++b) {
    const auto& t = pass.blocks[b];
    CHECK(largest_difference(t.before.values, b == 0 ? pass.start.values : pass.blocks[b - 1].after.values) == 0.0);
    for (std::size_t h = 0; h < kTiny.heads; ++h)
      for (std::size_t i = 0; i < 5; ++i) {
        double total = 0.0;
        for (std::size_t j = 0; j < 5; ++j) {
          total += t.maps[h](i, j);
          const double odds = std::exp(t.scores[h](i, j) - t.scores[h](i, 0));
          CHECK(t.maps[h](i, j) / t.maps[h](i, 0) == doctest::Approx(odds).epsilon(1e-12));
        }
        CHECK(total == doctest::Approx(1.0).epsilon(1e-14));
      }
  }
}

TEST_CASE("reference: float32 and float64 differ by rounding only") {
  const Model shipped = shipped_model();
  const std::vector<Token> tokens = random_tokens(64, 66, 3);
  const auto exact = reference::Reference<double>(shipped.weights).forward(tokens);
  const auto rounded = reference::Reference<float>(shipped.weights).forward(tokens);
  const double gap = largest_difference(rounded.logits.values, exact.logits.values);
  CHECK(gap > 0.0);
  CHECK(gap < 1e-4);
}

TEST_CASE("fast kernels: logits, maps, stream and gradient are the reference's") {
  check_fast(shipped_model().weights, random_example(64, 66, 12), 1e-4, 1e-4);
  check_fast(random_weights(kTiny, 9), random_example(6, 7, 30), 1e-5, 1e-5);
  Config odd{11, 13, 10, 5, 3, 17, false};
  check_fast(random_weights(odd, 6), random_example(13, 11, 31), 1e-4, 1e-4);
  odd.shared = true;
  check_fast(random_weights(odd, 7), random_example(13, 11, 33), 1e-4, 1e-4);
}
