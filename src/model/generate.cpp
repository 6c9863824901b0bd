#include "model/generate.h"

#include <algorithm>

namespace lab::model {

Writer::Writer(const Weights& weights, Precision precision) : inference_(weights, precision) {
  window_.reserve(weights.config.window);
}

std::span<const float> Writer::next(std::span<const Token> text) {
  const std::size_t known = std::min(text.size(), config().window - 1);
  window_.assign(text.end() - static_cast<std::ptrdiff_t>(known), text.end());
  window_.push_back(kMask);
  const std::uint32_t last = static_cast<std::uint32_t>(known);
  inference_.run(window_, {&last, 1});
  return inference_.logits();
}

std::vector<Token> write(Writer& writer, std::span<const Token> prompt, std::size_t count,
                         const SamplingOptions& options, core::Generator& generator) {
  std::vector<Token> text(prompt.begin(), prompt.end());
  text.reserve(prompt.size() + count);
  std::vector<double> p;
  for (std::size_t i = 0; i < count; ++i) {
    next_distribution(writer.next(text), options, p);
    text.push_back(draw(p, generator));
  }
  return {text.end() - static_cast<std::ptrdiff_t>(count), text.end()};
}

}  // namespace lab::model
