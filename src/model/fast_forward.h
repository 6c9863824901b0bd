#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/weights.h"

/// The fast forward pass of one window.
namespace lab::model {

/// A weight matrix in the order in which the kernels read it.
struct PackedLinear {
  std::vector<float> forward;   ///< W^T, for y = x W^T
  std::vector<float> backward;  ///< W, for dx = dy W; empty where only inference is wanted
};
struct PackedBlock {
  PackedLinear q, kv, out, up, down;
};
struct PackedWeights {
  std::vector<PackedBlock> blocks;  ///< those with weights of their own
  PackedLinear head;

  /// Of block b, also where all share one.
  const PackedBlock& block(std::size_t b) const { return blocks[blocks.size() == 1 ? 0 : b]; }

  /// Copies the matrices of `weights`; allocates only when the shape is new.
  void assign(const Weights& weights, bool for_training);
};

/// What one block leaves behind. Rows: n where all positions are needed, r
/// where only those asked for are (in the last block).
struct BlockTrace {
  std::vector<float> in;                    ///< n x d_m, the residual stream before the block
  std::vector<float> hat1, y1, inverse1;    ///< LayerNorm 1: n x d_m, n x d_m, n
  std::vector<float> q;                     ///< r x d_m, the heads side by side
  std::vector<float> kv;                    ///< n x 2 d_m, keys then values
  std::vector<float> maps;                  ///< h x r x n, rows sum to 1
  std::vector<float> mix;                   ///< r x d_m, P V of all heads side by side
  std::vector<float> mid;                   ///< r x d_m, the stream after attention
  std::vector<float> hat2, y2, inverse2;    ///< LayerNorm 2 at r rows
  std::vector<float> up, slope;             ///< r x m: GELU's value and derivative
};

/// Everything of one window. Allocated once for a shape; no allocation in run().
class FastForward {
 public:
  explicit FastForward(const Config& config);

  /// Logits at the positions `rows` (increasing, each below n) of a window of
  /// `tokens` (each below V; n from 1 to the model's window). The last block
  /// computes queries, attention, MLP and head at those positions only, which
  /// changes no bit of them. With `keep`, also what the gradient needs.
  void run(const Weights& weights, const PackedWeights& packed, std::span<const Token> tokens,
           std::span<const std::uint32_t> rows, bool keep);

  /// r x V, after run().
  std::span<const float> logits() const { return {logits_.data(), rows_.size() * config_.vocab}; }

  const Config& config() const { return config_; }
  std::span<const Token> tokens() const { return tokens_; }
  std::span<const std::uint32_t> rows() const { return rows_; }
  /// Positions computed in block b: all, or rows() in the last.
  std::span<const std::uint32_t> rows_of_block(std::size_t b) const;
  const std::vector<BlockTrace>& blocks() const { return blocks_; }
  std::span<const float> last_hat() const { return hat_; }
  std::span<const float> last_y() const { return y_; }
  std::span<const float> last_inverse() const { return inverse_; }

 private:
  void attend(const Weights& weights, const PackedBlock& packed, std::size_t b, bool keep);
  void mlp(const Weights& weights, const PackedBlock& packed, std::size_t b, float* out, bool keep);

  Config config_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> rows_, all_;
  std::vector<BlockTrace> blocks_;
  std::vector<float> gathered_;            ///< r x d_m, LayerNorm 1 at the rows asked for
  std::vector<float> end_;                 ///< r x d_m, the stream behind the last block
  std::vector<float> hat_, y_, inverse_;   ///< final LayerNorm at r rows
  std::vector<float> logits_;
};

}  // namespace lab::model
