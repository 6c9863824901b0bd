#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/int8.h"
#include "model/weights.h"

/// The forward pass for use, not for training: nothing is kept.
namespace lab::model {

/// Arithmetic of the linear layers. Everything else (embedding, LayerNorm,
/// attention, softmax, GELU) is float32 in both; with kInt8, exp and GELU are
/// the shorter ones of kernels.h, whose error is far below that of 8 bits.
enum class Precision { kFloat, kInt8 };

/// Logits of one window at a time, from an own copy of the weights. In float32
/// the bits are those of FastForward; in int8 (see int8.h) all integers, and
/// so the logits, are the same in every build. No allocation in run().
class Inference {
 public:
  Inference(const Weights& weights, Precision precision);

  /// Logits at the positions `rows` (increasing, each below n) of a window of
  /// `tokens` (each below V; n from 1 to the model's window), as
  /// FastForward::run. The last block computes queries, attention, MLP and
  /// head at those positions only. Queries, keys and values of the first block
  /// depend only on character and position: they are computed once for each.
  void run(std::span<const Token> tokens, std::span<const std::uint32_t> rows);

  /// r x V, after run().
  std::span<const float> logits() const { return {logits_.data(), r_ * config().vocab}; }

  const Config& config() const { return weights_.config; }
  Precision precision() const { return precision_; }

  /// Hash of all integers: first those of the weights, then those of each
  /// run() that follows (quantized activations and int32 sums, in the order in
  /// which they are made, without the remembered first projections). Slow; for tests.
  void watch_integers();
  std::uint64_t integers() const { return hash_; }

 private:
  /// A linear layer in one of the two forms.
  struct Layer {
    QuantizedLinear quantized;
    std::vector<float> packed;
    std::size_t bias = 0;   ///< offset in the weights
    std::size_t out = 0, in = 0;
  };
  struct BlockLayers {
    Layer q, kv, out, up, down;
  };

  Layer make_layer(std::size_t weight, std::size_t bias, std::size_t out, std::size_t in) const;
  void linear(std::size_t m, const float* x, const Layer& layer, float* y);
  void project(const Block& at, const BlockLayers& layers, bool all);
  void project_first(std::span<const Token> tokens, bool all);
  void remember(Token token, std::size_t position);
  void mlp(const Block& at, const BlockLayers& layers);
  bool remembers() const { return !known_.empty(); }

  Weights weights_;
  Precision precision_;
  std::vector<BlockLayers> blocks_;
  Layer head_;
  std::size_t n_ = 0, r_ = 0;
  std::vector<std::uint32_t> rows_;
  std::vector<float> x_;               ///< n x d_m, the residual stream
  std::vector<float> y_;               ///< n x d_m, behind a LayerNorm
  std::vector<float> q_, kv_, mix_;    ///< r x d_m, n x 2 d_m, r x d_m
  std::vector<float> map_;             ///< r x n, of one head
  std::vector<float> add_;             ///< r x d_m, what is added to the stream
  std::vector<float> up_;              ///< r x m
  std::vector<float> logits_;
  std::vector<std::int16_t> ints_;     ///< quantized activations
  std::vector<float> scales_;
  std::vector<std::int32_t> sums_;     ///< only where integers are watched
  std::vector<std::uint8_t> known_;    ///< V x n: whether first_ has this case; empty: nothing is remembered
  std::vector<float> first_;           ///< V x n x 3 d_m: q, k, v of the first block
  std::uint64_t hash_ = 0;
};

}  // namespace lab::model
