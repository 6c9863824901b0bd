#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/safetensors.h"
#include "model/trainer.h"

using namespace lab::model;

namespace {

constexpr std::size_t kApplications = 3;

Config one_block() { return {20, 16, 12, 3, kApplications, 20, true, true}; }
Config copies() { return {20, 16, 12, 3, kApplications, 20, true, false}; }

Weights shared_weights() {
  auto generator = lab::core::default_rng(4);
  return initial_weights(one_block(), generator);
}

/// The model whose blocks are copies of the one block.
Weights unrolled(const Weights& w) {
  Weights out = zero_weights(copies());
  for (const Tensor& t : out.layout.tensors) {
    std::string name = t.name;
    if (name.starts_with("blocks.")) name[7] = '0';
    for (const Tensor& from : w.layout.tensors)
      if (from.name == name) std::copy_n(w.values.begin() + static_cast<std::ptrdiff_t>(from.offset), t.size,
                                         out.values.begin() + static_cast<std::ptrdiff_t>(t.offset));
  }
  return out;
}

Example example() {
  std::vector<Token> text;
  for (std::size_t i = 0; i < 40; ++i) text.push_back(static_cast<Token>(1 + (i * 7) % 19));
  auto generator = lab::core::default_rng(5);
  return draw_examples(text, 16, 1, MaskRule{}, generator).front();
}

std::vector<float> logits(const Weights& w) {
  PackedWeights packed;
  packed.assign(w, false);
  FastForward forward(w.config);
  const Example e = example();
  forward.run(w, packed, e.tokens, e.rows, false);
  return {forward.logits().begin(), forward.logits().end()};
}

std::vector<float> gradient(const Weights& w) {
  PackedWeights packed;
  packed.assign(w, true);
  FastGradient pass(w.config);
  std::vector<float> g(w.layout.trained);
  pass.add(w, packed, example(), 1.0f, g);
  return g;
}

}  // namespace

TEST_CASE("shared blocks are one block in memory and in the file") {
  const Config course{.layers = 6, .shared = true};
  CHECK(parameter_count(course) == 58626);
  CHECK(make_layout(course).trained == 58626);
  CHECK(make_layout(course).blocks.size() == 6);
  CHECK(make_layout(course).tensors.size() == make_layout({.layers = 1}).tensors.size());
}

TEST_CASE("one block applied three times is three equal blocks, to the bit") {
  const Weights w = shared_weights();
  CHECK(logits(w) == logits(unrolled(w)));
  CHECK(logits(w) != logits(with_applications(w, kApplications + 1)));
  CHECK(logits(with_applications(with_applications(w, 7), kApplications)) == logits(w));
}

TEST_CASE("the gradient of a shared block is the sum over its applications") {
  const Weights w = shared_weights(), copy = unrolled(w);
  const auto one = gradient(w), many = gradient(copy);
  for (const Tensor& t : w.layout.tensors) {
    if (t.offset >= w.layout.trained) continue;
    CAPTURE(t.name);
    double difference = 0.0, size = 0.0;
    for (std::size_t i = 0; i < t.size; ++i) {
      double sum = 0.0;
      for (const Tensor& from : copy.layout.tensors) {
        std::string name = from.name;
        if (name.starts_with("blocks.")) name[7] = '0';
        if (name == t.name) sum += static_cast<double>(many[from.offset + i]);
      }
      difference = std::max(difference, std::fabs(sum - static_cast<double>(one[t.offset + i])));
      size = std::max(size, std::fabs(sum));
    }
    CHECK(size > 0.0);
    CHECK(difference <= 1e-5 * size);
  }
}

TEST_CASE("a model with shared blocks comes back from its file") {
  const Weights w = shared_weights();
  const auto vocabulary = Vocabulary::of_characters("abcdefghijklmnopqrs").value();
  const auto back = read_model(write_model(w, vocabulary));
  REQUIRE(back.ok());
  CHECK(back.value().weights.config == w.config);
  CHECK(back.value().weights.values == w.values);
  // A file with two blocks cannot hold shared ones; nor can there be 0 or 1000 applications.
  CHECK_FALSE(read_model(write_model(unrolled(w), vocabulary, {{"applications", "3"}})).ok());
  for (const std::size_t layers : {0, 1000}) {
    Weights wrong = w;
    wrong.config.layers = layers;
    CHECK_FALSE(read_model(write_model(wrong, vocabulary)).ok());
  }
}

TEST_CASE("training a shared block goes on from a checkpoint, and only as such") {
  std::vector<Token> text;
  for (std::size_t i = 0; i < 300; ++i) text.push_back(static_cast<Token>(1 + (i * i) % 19));
  const auto vocabulary = Vocabulary::of_characters("abcdefghijklmnopqrs").value();
  TrainOptions options;
  options.config = one_block();
  options.iterations = 8;
  options.batch = 5;
  const auto make = [&] { return Trainer(options, std::span(text).first(200), std::span(text).subspan(200)); };
  Trainer whole = make(), first = make(), second = make();
  for (int i = 0; i < 5; ++i) whole.step();
  for (int i = 0; i < 2; ++i) first.step();
  const std::string kept = first.checkpoint(vocabulary);
  REQUIRE(second.resume(kept).ok());
  for (int i = 0; i < 3; ++i) second.step();
  CHECK(second.weights().values == whole.weights().values);
  CHECK(fingerprint(whole.weights().values) == 9963603255740889215ull);
  options.config.shared = false;
  CHECK_FALSE(make().resume(kept).ok());
}
