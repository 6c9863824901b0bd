#pragma once
#include <span>
#include <vector>

#include "model/fast_forward.h"
#include "model/masking.h"

/// Loss and gradient, only where the loss reads: the last block's queries,
/// attention, MLP and the head at the hidden positions alone.
namespace lab::model {

/// Sums over examples.
struct Score {
  double loss = 0.0;          ///< sum of -log p(target), nats
  std::size_t hidden = 0;
  std::size_t right = 0;      ///< the most likely character was the hidden one
  Score& operator+=(const Score& s) {
    loss += s.loss;
    hidden += s.hidden;
    right += s.right;
    return *this;
  }
  double mean_loss() const { return hidden == 0 ? 0.0 : loss / static_cast<double>(hidden); }
  double accuracy() const { return hidden == 0 ? 0.0 : static_cast<double>(right) / static_cast<double>(hidden); }
};

/// Score of logits (r x V) against r targets. With `gradient` (r x V) also
/// (softmax - target) * weight. Ties for the most likely go to the lower number.
Score cross_entropy(std::span<const float> logits, std::size_t vocab, std::span<const Token> targets, float weight,
                    float* gradient);

/// Gradient of one window at a time. No allocation after construction.
class FastGradient {
 public:
  explicit FastGradient(const Config& config);

  /// Adds weight * d(sum of -log p)/d(parameters) to `gradient`
  /// (layout.trained numbers) and returns the score. For the mean over a batch
  /// weight = 1 / (its hidden characters).
  Score add(const Weights& weights, const PackedWeights& packed, const Example& example, float weight,
            std::span<float> gradient);

  /// The score alone.
  Score score(const Weights& weights, const PackedWeights& packed, const Example& example);

 private:
  void block_backward(const Weights& weights, const PackedBlock& packed, std::size_t b, float* g);
  void mlp_backward(const Weights& weights, const PackedBlock& packed, std::size_t b, float* g);
  void heads_backward(const BlockTrace& t, std::size_t r);
  void projections_backward(const Weights& weights, const PackedBlock& packed, std::size_t b, float* g);

  FastForward forward_;
  std::vector<float> dlogits_;   ///< r x V
  std::vector<float> dx_;        ///< r x d_m, gradient of the stream behind the block
  std::vector<float> din_;       ///< n x d_m, gradient of the stream before it
  std::vector<float> dy_, dmix_, dq_, gathered_;  ///< up to n x d_m
  std::vector<float> dkv_;       ///< n x 2 d_m
  std::vector<float> dmap_;      ///< r x n
  std::vector<float> dup_;       ///< r x m
};

}  // namespace lab::model
