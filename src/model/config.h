#pragma once
#include <cstddef>
#include <cstdint>

#include "core/result.h"

/// The TinyBERT of the course: a character-level masked language model.
///
/// Letters, once for the whole folder (course notebook, sections 3 to 6):
///   n    window: tokens in one input          d_m  width of the residual stream
///   h    heads                                d_a  = d_m / h, width of one head
///   V    vocabulary, [MASK] included          m    width inside the MLP
///   L    blocks                               r    positions asked for (the hidden ones)
///   X    residual stream, n x d_m             Q, K, V  queries, keys, values
///   S    scores Q K^T / sqrt(d_a), n x n      P    row-wise softmax of S: the attention map
/// Matrices are stored row by row. A weight of a linear layer is out x in, as
/// PyTorch keeps it: y = x W^T + b.
namespace lab::model {

/// Shape of a model. All sizes are values of the running program.
struct Config {
  std::size_t vocab = 66;
  std::size_t window = 64;
  std::size_t width = 64;
  std::size_t heads = 4;
  std::size_t layers = 2;
  std::size_t hidden = 256;   ///< width inside the MLP, in the course 4 d_m
  bool scale_scores = true;   ///< divide the scores by sqrt(d_a); off in exercise 1
  bool shared = false;        ///< all blocks have the same weights: one block, applied `layers` times

  std::size_t head_width() const { return width / heads; }
  /// Blocks with weights of their own.
  std::size_t own_blocks() const { return shared ? 1 : layers; }
  bool operator==(const Config&) const = default;
};

/// Number of a character in the vocabulary; 0 is [MASK].
using Token = std::uint16_t;
inline constexpr Token kMask = 0;

/// Variance offset of every LayerNorm: PyTorch's default.
inline constexpr double kLayerNormEpsilon = 1e-5;

/// Whether a model of this shape can be built: sizes within bounds (at most
/// 4096 each, 64 blocks, 64 million numbers), width even (sines and cosines
/// come in pairs) and a multiple of the heads. The error is one sentence.
core::Status check(const Config& config);

/// Trained numbers of a model of this shape: 108,610 for the course's.
std::size_t parameter_count(const Config& config);

}  // namespace lab::model
