#include <doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "model/fast_forward.h"
#include "model/generate.h"
#include "model/safetensors.h"

#ifndef LAB_TEST_DATA
#define LAB_TEST_DATA "tests/golden"
#endif

using namespace lab::model;

namespace {

const Model& shipped() {
  static const Model model = [] {
    std::ifstream file(std::string(LAB_TEST_DATA) + "/../../assets/tinybert-best.safetensors", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    auto read = read_model(bytes);
    REQUIRE_MESSAGE(read.ok(), "assets/tinybert-best.safetensors cannot be read");
    return std::move(read).value();
  }();
  return model;
}

const std::string kJuliet = "JULIET:\nO Romeo, Romeo! wherefore art thou";

std::string continuation(Precision precision, const SamplingOptions& options, std::uint64_t seed) {
  const Vocabulary& vocabulary = shipped().vocabulary;
  Writer writer(shipped().weights, precision);
  auto generator = lab::core::default_rng(seed);
  const auto prompt = vocabulary.encode(kJuliet).value();
  return vocabulary.decode(write(writer, prompt, 60, options, generator));
}

/// What next() stands for, by the whole forward pass.
std::vector<float> plain(const std::vector<Token>& input) {
  PackedWeights packed;
  packed.assign(shipped().weights, false);
  FastForward forward(shipped().weights.config);
  std::vector<std::uint32_t> all(input.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
  forward.run(shipped().weights, packed, input, all, false);
  const auto logits = forward.logits().last(shipped().weights.config.vocab);
  return {logits.begin(), logits.end()};
}

std::vector<float> copy(std::span<const float> values) { return {values.begin(), values.end()}; }

}  // namespace

TEST_CASE("same seed, same text in every build") {
  CHECK(continuation(Precision::kFloat, {.temperature = 0.8}, 0) == " ale you; tay\nThe face preys.\n\nHASS:\nWhen shat pating have a");
  CHECK(continuation(Precision::kFloat, {.temperature = 2.0}, 1) == "Gp;---Che\ndies if Seralysheady.\nLort in not this sprave trug");
  CHECK(continuation(Precision::kFloat, {.temperature = 1.0, .top_k = 5, .top_p = 0.9}, 2) == " as\n\nOf her, there be with that to ming with he\nA thou the h");
}

TEST_CASE("int8 writes the same text in every build too") {
  CHECK(continuation(Precision::kInt8, {.temperature = 0.8}, 0) == " aillown, a\npard?\n\nI bot it:\nNorand it he play of thou core ");
}

TEST_CASE("at temperature 0 and with one candidate the seed does not matter") {
  const std::string greedy = continuation(Precision::kFloat, {.temperature = 0.0}, 3);
  CHECK(greedy == " as and you ward\nAnd the the the the the the the the the the");
  CHECK(continuation(Precision::kFloat, {.temperature = 0.0}, 4) == greedy);
  CHECK(continuation(Precision::kFloat, {.temperature = 2.0, .top_k = 1}, 5) == greedy);
  CHECK(continuation(Precision::kFloat, {.temperature = 2.0, .top_p = 1e-12}, 6) == greedy);
}

TEST_CASE("the input is the last n - 1 characters and [MASK], shorter where the text is") {
  Writer writer(shipped().weights, Precision::kFloat);
  std::vector<Token> text;
  for (std::size_t i = 0; i < 70; ++i) text.push_back(static_cast<Token>(1 + (i * 29) % 65));
  for (const std::size_t size : {0, 1, 2, 7, 62, 63, 64, 70}) {
    CAPTURE(size);
    std::vector<Token> input(text.begin() + static_cast<std::ptrdiff_t>(size - std::min<std::size_t>(size, 63)),
                             text.begin() + static_cast<std::ptrdiff_t>(size));
    input.push_back(kMask);
    CHECK(copy(writer.next(std::span(text).first(size))) == plain(input));
  }
}

TEST_CASE("nothing is remembered from call to call") {
  Writer writer(shipped().weights, Precision::kFloat);
  const std::vector<Token> one(40, 5), other(63, 9);
  const auto first = copy(writer.next(one));
  CHECK(copy(writer.next(other)) != first);
  CHECK(copy(writer.next(one)) == first);
}

TEST_CASE("a text of any length is written, also none") {
  Writer writer(shipped().weights, Precision::kFloat);
  auto generator = lab::core::default_rng(8);
  CHECK(write(writer, {}, 0, {}, generator).empty());
  const auto text = write(writer, {}, 80, {}, generator);
  CHECK(text.size() == 80);
  CHECK(std::ranges::none_of(text, [](Token t) { return t == kMask; }));
}
