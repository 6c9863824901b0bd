#pragma once
#include <doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "model/fast_train.h"
#include "model/safetensors.h"
#include "model/trainer.h"

#ifndef LAB_TEST_DATA
#define LAB_TEST_DATA "tests/golden"
#endif

/// What the tests of the model share.
namespace lab::test {

inline std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), path << " is not there");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
inline std::string golden_bytes(const std::string& name) { return file_bytes(std::string(LAB_TEST_DATA) + "/" + name); }

/// The notebook's model as our trainer made it.
inline model::Model shipped_model() {
  auto read = model::read_model(file_bytes(std::string(LAB_TEST_DATA) + "/../../assets/tinybert-2001.safetensors"));
  REQUIRE(read.ok());
  return std::move(read).value();
}

/// A fresh model in which LayerNorms and biases are not their starting values either.
inline model::Weights random_weights(const model::Config& config, std::uint64_t seed) {
  REQUIRE(model::check(config).ok());
  core::Generator generator = core::default_rng(seed);
  model::Weights w = model::initial_weights(config, generator);
  for (float& x : w.trained()) x += static_cast<float>(generator.uniform(-0.2, 0.2));
  return w;
}

inline std::vector<model::Token> random_tokens(std::size_t n, std::size_t vocab, std::uint64_t seed) {
  core::Generator generator = core::default_rng(seed);
  std::vector<model::Token> tokens(n);
  for (auto& t : tokens) t = static_cast<model::Token>(generator.integers(0, static_cast<std::int64_t>(vocab)));
  return tokens;
}

inline std::vector<std::uint32_t> all_rows(std::size_t n) {
  std::vector<std::uint32_t> rows(n);
  for (std::size_t i = 0; i < n; ++i) rows[i] = static_cast<std::uint32_t>(i);
  return rows;
}

/// A window with hidden characters, by the course's rule.
inline model::Example random_example(std::size_t n, std::size_t vocab, std::uint64_t seed) {
  std::vector<model::Token> window = random_tokens(n, vocab, seed);
  for (auto& t : window) t = t == model::kMask ? model::Token{1} : t;
  core::Generator generator = core::default_rng(seed + 1);
  model::Example example;
  model::hide(window, model::MaskRule{}, generator, example);
  return example;
}

/// Largest |a - b|; infinite when the lengths differ or a number is none.
template <class A, class B>
double largest_difference(std::span<const A> a, std::span<const B> b) {
  if (a.size() != b.size() || a.empty()) return HUGE_VAL;
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double gap = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (!(gap <= largest)) largest = std::isnan(gap) ? HUGE_VAL : gap;
  }
  return largest;
}
template <class A, class B>
double largest_difference(const std::vector<A>& a, const std::vector<B>& b) {
  return largest_difference(std::span<const A>(a), std::span<const B>(b));
}

}  // namespace lab::test
