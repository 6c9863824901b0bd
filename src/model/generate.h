#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "core/generator.h"
#include "model/inference.h"
#include "model/sampling.h"

/// Writing, one character at a time (notebook section 6).
namespace lab::model {

/// Logits of the next character. Keeps its own copy of the weights.
class Writer {
 public:
  Writer(const Weights& weights, Precision precision);

  /// V logits of the character after `text`, as the notebook's generate() reads
  /// them: the input is the last n - 1 characters and [MASK], the output that
  /// at the [MASK]. A shorter text is a shorter input, without padding; an
  /// empty one is [MASK] alone. Every token must be below V. Valid until the
  /// next call. No allocation.
  std::span<const float> next(std::span<const Token> text);

  const Config& config() const { return inference_.config(); }
  Precision precision() const { return inference_.precision(); }

 private:
  Inference inference_;
  std::vector<Token> window_;
};

/// `count` characters after `prompt`, each drawn from next_distribution(). Same
/// weights, prompt, options and generator: the same text in every build.
std::vector<Token> write(Writer& writer, std::span<const Token> prompt, std::size_t count,
                         const SamplingOptions& options, core::Generator& generator);

}  // namespace lab::model
