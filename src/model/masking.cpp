#include "model/masking.h"

namespace lab::model {

void hide(std::span<const Token> window, const MaskRule& rule, core::Generator& generator, Example& example) {
  example.tokens.assign(window.begin(), window.end());
  example.rows.clear();
  example.targets.clear();
  const auto take = [&](std::size_t i) {
    example.rows.push_back(static_cast<std::uint32_t>(i));
    example.targets.push_back(window[i]);
    example.tokens[i] = kMask;
  };
  for (std::size_t i = 0; i < window.size(); ++i) {
    const bool drawn = static_cast<double>(generator.random_float()) < rule.probability;
    if (drawn || (rule.always_last && i + 1 == window.size())) take(i);
  }
  if (example.rows.empty()) take(static_cast<std::size_t>(generator.integers(0, static_cast<std::int64_t>(window.size()))));
}

void draw_example(std::span<const Token> text, std::size_t n, const MaskRule& rule, core::Generator& generator,
                  Example& example) {
  const auto start = generator.integers(0, static_cast<std::int64_t>(text.size() - n));
  hide(text.subspan(static_cast<std::size_t>(start), n), rule, generator, example);
}

std::vector<Example> draw_examples(std::span<const Token> text, std::size_t n, std::size_t count, const MaskRule& rule,
                                   core::Generator& generator) {
  std::vector<Example> examples(count);
  for (Example& example : examples) draw_example(text, n, rule, generator, example);
  return examples;
}

}  // namespace lab::model
