#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "model_support.h"

using namespace lab::model;
using namespace lab::test;

namespace {

std::vector<Token> numbered(std::size_t n) {
  std::vector<Token> text(n);
  for (std::size_t i = 0; i < n; ++i) text[i] = static_cast<Token>(i + 1);
  return text;
}

/// What every example must be, whatever the rule.
void check_example(const Example& example, std::span<const Token> window) {
  REQUIRE(example.tokens.size() == window.size());
  REQUIRE(example.rows.size() == example.targets.size());
  std::set<std::uint32_t> hidden(example.rows.begin(), example.rows.end());
  CHECK(hidden.size() == example.rows.size());
  CHECK(std::is_sorted(example.rows.begin(), example.rows.end()));
  for (std::size_t k = 0; k < example.rows.size(); ++k) CHECK(example.targets[k] == window[example.rows[k]]);
  for (std::uint32_t i = 0; i < window.size(); ++i) CHECK(example.tokens[i] == (hidden.contains(i) ? kMask : window[i]));
}

/// How often each place is hidden in `count` windows.
std::vector<double> frequencies(const MaskRule& rule, std::size_t n, std::size_t count) {
  const std::vector<Token> window = numbered(n);
  lab::core::Generator generator = lab::core::default_rng(77);
  std::vector<double> often(n, 0.0);
  Example example;
  for (std::size_t k = 0; k < count; ++k) {
    hide(window, rule, generator, example);
    CHECK_FALSE(example.rows.empty());
    for (const std::uint32_t i : example.rows) often[i] += 1.0 / static_cast<double>(count);
  }
  return often;
}

}  // namespace

TEST_CASE("masking: hidden characters are replaced, kept as targets, and nothing else changes") {
  const std::vector<Token> window = numbered(64);
  lab::core::Generator generator = lab::core::default_rng(1);
  Example example;
  for (const MaskRule& rule : {MaskRule{0.15, true}, MaskRule{0.5, false}, MaskRule{0.0, false}, MaskRule{1.0, true}})
    for (int k = 0; k < 20; ++k) {
      hide(window, rule, generator, example);
      check_example(example, window);
    }
}

TEST_CASE("masking: each character with 15 %, the last one always") {
  constexpr std::size_t kWindows = 4000;
  const double spread = std::sqrt(0.15 * 0.85 / kWindows);
  const auto often = frequencies({0.15, true}, 64, kWindows);
  CHECK(often.back() == doctest::Approx(1.0));
  double total = 0.0;
  for (std::size_t i = 0; i + 1 < 64; ++i) {
    INFO("place " << i);
    CHECK(std::fabs(often[i] - 0.15) < 4.0 * spread);
    total += often[i];
  }
  CHECK(std::fabs(total / 63.0 - 0.15) < 4.0 * spread / std::sqrt(63.0));
}

TEST_CASE("masking: with the last character not always hidden (exercise 4)") {
  constexpr std::size_t kWindows = 4000;
  const auto often = frequencies({0.15, false}, 64, kWindows);
  CHECK(std::fabs(often.back() - 0.15) < 4.0 * std::sqrt(0.15 * 0.85 / kWindows));
}

TEST_CASE("masking: no example is empty; the one character then hidden is anywhere alike") {
  const auto often = frequencies({0.0, false}, 8, 4000);
  double total = 0.0;
  for (const double f : often) {
    CHECK(std::fabs(f - 0.125) < 4.0 * std::sqrt(0.125 * 0.875 / 4000));
    total += f;
  }
  CHECK(total == doctest::Approx(1.0));
  const auto all = frequencies({1.0, false}, 8, 10);
  for (const double f : all) CHECK(f == doctest::Approx(1.0));
}

TEST_CASE("masking: windows start at 0 to size - n - 1, as in the notebook") {
  const std::vector<Token> text = numbered(10);
  lab::core::Generator generator = lab::core::default_rng(2);
  const auto examples = draw_examples(text, 6, 400, {0.0, true}, generator);
  std::set<Token> starts;
  for (const Example& e : examples) {
    starts.insert(e.tokens[0]);
    check_example(e, std::span(text).subspan(static_cast<std::size_t>(e.tokens[0]) - 1, 6));
  }
  CHECK(starts == std::set<Token>{1, 2, 3, 4});
}
