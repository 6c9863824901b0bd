#include <doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "model/safetensors.h"
#include "model/trainer.h"

using namespace lab::model;

namespace {

/// Enough text for windows of 16, with a structure that can be learned.
std::string sample_text() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 3 == 0 ? "the tokens move, " : i % 3 == 1 ? "the leaders stay; " : "and all is one. ";
  return text;
}

TrainOptions small_options(const Vocabulary& vocabulary) {
  TrainOptions o;
  o.config = {vocabulary.size(), 16, 12, 3, 2, 20, true};
  o.batch = 6;
  o.iterations = 20;
  o.seed = 7;
  return o;
}

struct Small {
  Vocabulary vocabulary = Vocabulary::of_text(sample_text()).value();
  std::vector<Token> tokens = vocabulary.encode(sample_text()).value();
  TrainOptions options = small_options(vocabulary);
  Trainer trainer() const { return Trainer(options, std::span(tokens).first(500), std::span(tokens).subspan(500)); }
};

}  // namespace

TEST_CASE("the course's model has 108,610 parameters") {
  CHECK(parameter_count(Config{}) == 108610);
  CHECK(make_layout(Config{}).trained == 108610);
  CHECK(Vocabulary::shakespeare().size() == 66);
}

TEST_CASE("training goes on from a checkpoint with the same bits") {
  const Small small;
  Trainer whole = small.trainer(), first = small.trainer(), second = small.trainer();
  for (int i = 0; i < 6; ++i) whole.step();
  for (int i = 0; i < 3; ++i) first.step();
  REQUIRE(second.resume(first.checkpoint(small.vocabulary)).ok());
  for (int i = 0; i < 3; ++i) second.step();
  CHECK(fingerprint(second.weights().values) == fingerprint(whole.weights().values));
}

TEST_CASE("parts of a batch may be computed in any order, and measuring changes nothing") {
  const Small small;
  Trainer plain = small.trainer(), parts = small.trainer();
  for (int i = 0; i < 3; ++i) {
    plain.step();
    parts.draw();
    for (std::size_t s = kShards; s-- > 0;) parts.shard(s);
    parts.finish();
    parts.evaluate(4);
  }
  CHECK(fingerprint(plain.weights().values) == fingerprint(parts.weights().values));
}

TEST_CASE("the last block at the hidden positions alone gives the same bits as everywhere") {
  const Small small;
  const Trainer trainer = small.trainer();
  PackedWeights packed;
  packed.assign(trainer.weights(), false);
  FastForward forward(small.options.config);
  const std::span window = std::span(small.tokens).first(16);
  std::vector<std::uint32_t> all(16);
  for (std::uint32_t i = 0; i < 16; ++i) all[i] = i;
  forward.run(trainer.weights(), packed, window, all, false);
  const std::vector<float> logits(forward.logits().begin(), forward.logits().end());
  const std::vector<std::uint32_t> some{2, 9, 15};
  forward.run(trainer.weights(), packed, window, some, true);
  const std::size_t v = small.vocabulary.size();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < v; ++j) CHECK(forward.logits()[i * v + j] == logits[some[i] * v + j]);
}

TEST_CASE("a model comes back from its file, and broken files are refused") {
  const Small small;
  const Trainer trainer = small.trainer();
  const std::string bytes = write_model(trainer.weights(), small.vocabulary);
  const auto back = read_model(bytes);
  REQUIRE(back.ok());
  CHECK(back.value().weights.values == trainer.weights().values);
  CHECK(back.value().weights.config == small.options.config);
  CHECK(back.value().vocabulary == small.vocabulary);
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{100}, bytes.size() - 1})
    CHECK_FALSE(read_model(std::string_view(bytes).substr(0, length)).ok());
  CHECK_FALSE(read_model(bytes + "x").ok());
  std::string nan = bytes;
  nan.replace(nan.size() - 4, 4, std::string("\0\0\xc0\x7f", 4));
  CHECK_FALSE(read_model(nan).ok());
}

TEST_CASE("characters outside the vocabulary are named") {
  const auto error = Vocabulary::shakespeare().encode("a \u00e9 b");
  REQUIRE_FALSE(error.ok());
  CHECK(error.error().find("\u00e9") != std::string::npos);
}

TEST_CASE("the gradient is the slope of the loss") {
  const Small small;
  const Trainer trainer = small.trainer();
  lab::core::Generator generator = lab::core::default_rng(3);
  const Example example = draw_examples(small.tokens, 16, 1, MaskRule{}, generator).front();
  Weights w = trainer.weights();
  std::vector<float> gradient(w.layout.trained, 0.0f);
  PackedWeights packed;
  packed.assign(w, true);
  FastGradient pass(w.config);
  pass.add(w, packed, example, 1.0f, gradient);
  // Along the gradient of each tensor on its own; float32 allows about 1 %.
  for (const Tensor& t : w.layout.tensors) {
    if (t.offset >= w.layout.trained) continue;
    double square = 0.0;
    for (std::size_t i = 0; i < t.size; ++i) square += static_cast<double>(gradient[t.offset + i]) * static_cast<double>(gradient[t.offset + i]);
    const double step = 1e-2 / std::sqrt(square);
    double loss[2] = {0.0, 0.0};
    for (int side = 0; side < 2; ++side) {
      Weights moved = w;
      for (std::size_t i = 0; i < t.size; ++i) moved.values[t.offset + i] += static_cast<float>((side == 0 ? -step : step) * static_cast<double>(gradient[t.offset + i]));
      packed.assign(moved, false);
      loss[side] = pass.score(moved, packed, example).loss;
    }
    INFO(t.name);
    CHECK((loss[1] - loss[0]) / (2.0 * step) == doctest::Approx(square).epsilon(0.02));
  }
}
