#include "model/fast_train.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/elementary.h"
#include "model/kernels.h"

namespace lab::model {
namespace {

/// dW += dy^T x, db += column sums of dy, for m rows.
void add_weight_gradient(std::size_t m, std::size_t out, std::size_t in, const float* dy, const float* x, float* dw, float* db) {
  gemm(out, in, m, rows_of(dy, out).transposed(), rows_of(x, in), dw, in, true);
  add_column_sums(m, out, dy, out, db);
}

/// dx = dy W, or dx += dy W.
void pull_back(std::size_t m, std::size_t out, std::size_t in, const float* dy, const PackedLinear& w, float* dx, bool add) {
  gemm_packed(m, in, out, rows_of(dy, out), w.backward.data(), dx, in, add);
}

}  // namespace

Score cross_entropy(std::span<const float> logits, std::size_t vocab, std::span<const Token> targets, float weight,
                    float* gradient) {
  Score score;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const float* row = logits.data() + i * vocab;
    const std::size_t best = static_cast<std::size_t>(std::max_element(row, row + vocab) - row);
    float total = 0.0f;
    for (std::size_t j = 0; j < vocab; ++j) {
      const float e = exp32(row[j] - row[best]);
      total += e;
      if (gradient != nullptr) gradient[i * vocab + j] = e;
    }
    score.loss += core::log(static_cast<double>(total)) - static_cast<double>(row[targets[i]] - row[best]);
    score.right += best == targets[i] ? 1 : 0;
    if (gradient == nullptr) continue;
    for (std::size_t j = 0; j < vocab; ++j) gradient[i * vocab + j] *= weight / total;
    gradient[i * vocab + targets[i]] -= weight;
  }
  score.hidden = targets.size();
  return score;
}

FastGradient::FastGradient(const Config& config) : forward_(config) {
  const std::size_t n = config.window, d = config.width;
  dlogits_.resize(n * config.vocab);
  for (auto* v : {&dx_, &din_, &dy_, &dmix_, &dq_, &gathered_}) v->resize(n * d);
  dkv_.resize(n * 2 * d);
  dmap_.resize(n * n);
  dup_.resize(n * config.hidden);
}

Score FastGradient::score(const Weights& weights, const PackedWeights& packed, const Example& example) {
  forward_.run(weights, packed, example.tokens, example.rows, false);
  return cross_entropy(forward_.logits(), weights.config.vocab, example.targets, 1.0f, nullptr);
}

Score FastGradient::add(const Weights& weights, const PackedWeights& packed, const Example& example, float weight,
                        std::span<float> gradient) {
  const Config& c = weights.config;
  const std::size_t d = c.width, r = example.rows.size(), n = example.tokens.size();
  float* g = gradient.data();
  forward_.run(weights, packed, example.tokens, example.rows, true);
  const Score score = cross_entropy(forward_.logits(), c.vocab, example.targets, weight, dlogits_.data());
  const Linear& head = weights.layout.head;
  add_weight_gradient(r, c.vocab, d, dlogits_.data(), forward_.last_y().data(), g + head.weight, g + head.bias);
  pull_back(r, c.vocab, d, dlogits_.data(), packed.head, dy_.data(), false);
  std::fill_n(dx_.begin(), r * d, 0.0f);
  const Norm& ln = weights.layout.ln;
  layer_norm_backward(r, d, dy_.data(), forward_.last_hat().data(), forward_.last_inverse().data(),
                      weights.values.data() + ln.weight, dx_.data(), g + ln.weight, g + ln.bias);
  for (std::size_t b = c.layers; b-- > 0;) {
    block_backward(weights, packed.block(b), b, g);
    std::swap(dx_, din_);
  }
  for (std::size_t i = 0; i < n; ++i) {
    float* e = g + weights.layout.embedding + example.tokens[i] * d;
    for (std::size_t j = 0; j < d; ++j) e[j] += dx_[i * d + j];
  }
  return score;
}

/// From dx_ (behind the block, at its rows) to din_ (before it, at all n).
void FastGradient::block_backward(const Weights& weights, const PackedBlock& packed, std::size_t b, float* g) {
  const BlockTrace& t = forward_.blocks()[b];
  const Block& at = weights.layout.blocks[b];
  const auto rows = forward_.rows_of_block(b);
  const std::size_t r = rows.size(), n = forward_.tokens().size(), d = weights.config.width;
  mlp_backward(weights, packed, b, g);
  add_weight_gradient(r, d, d, dx_.data(), t.mix.data(), g + at.out.weight, g + at.out.bias);
  pull_back(r, d, d, dx_.data(), packed.out, dmix_.data(), false);
  heads_backward(t, r);
  std::fill_n(din_.begin(), n * d, 0.0f);
  for (std::size_t i = 0; i < r; ++i) std::memcpy(din_.data() + rows[i] * d, dx_.data() + i * d, d * sizeof(float));
  projections_backward(weights, packed, b, g);
}

/// X + mlp(ln2(X)): dx_ becomes the gradient of the stream between the halves.
void FastGradient::mlp_backward(const Weights& weights, const PackedBlock& packed, std::size_t b, float* g) {
  const BlockTrace& t = forward_.blocks()[b];
  const Block& at = weights.layout.blocks[b];
  const std::size_t r = forward_.rows_of_block(b).size(), d = weights.config.width, m = weights.config.hidden;
  add_weight_gradient(r, d, m, dx_.data(), t.up.data(), g + at.down.weight, g + at.down.bias);
  pull_back(r, d, m, dx_.data(), packed.down, dup_.data(), false);
  for (std::size_t i = 0; i < r * m; ++i) dup_[i] *= t.slope[i];
  add_weight_gradient(r, m, d, dup_.data(), t.y2.data(), g + at.up.weight, g + at.up.bias);
  pull_back(r, m, d, dup_.data(), packed.up, dy_.data(), false);
  layer_norm_backward(r, d, dy_.data(), t.hat2.data(), t.inverse2.data(), weights.values.data() + at.ln2.weight,
                      dx_.data(), g + at.ln2.weight, g + at.ln2.bias);
}

/// From dmix_ to dq_ (r x d_m) and dkv_ (n x 2 d_m):
/// dV = P^T dY, dP = dY V^T, dS = P * (dP - rowsum(P * dP)), dQ = dS K, dK = dS^T Q.
void FastGradient::heads_backward(const BlockTrace& t, std::size_t r) {
  const Config& c = forward_.config();
  const std::size_t n = forward_.tokens().size(), d = c.width, da = c.head_width();
  const float factor = c.scale_scores ? 1.0f / std::sqrt(static_cast<float>(da)) : 1.0f;
  for (std::size_t h = 0; h < c.heads; ++h) {
    const View map = rows_of(t.maps.data() + h * r * n, n), dscores = rows_of(dmap_.data(), n);
    const View keys = rows_of(t.kv.data() + h * da, 2 * d), values = rows_of(t.kv.data() + d + h * da, 2 * d);
    const View dmix = rows_of(dmix_.data() + h * da, d);
    gemm(n, da, r, map.transposed(), dmix, dkv_.data() + d + h * da, 2 * d, false);
    gemm(r, n, da, dmix, values.transposed(), dmap_.data(), n, false);
    softmax_backward(r, n, factor, map.data, dmap_.data());
    gemm(r, da, n, dscores, keys, dq_.data() + h * da, d, false);
    gemm(n, da, r, dscores.transposed(), rows_of(t.q.data() + h * da, d), dkv_.data() + h * da, 2 * d, false);
  }
}

/// Queries, keys, values and LayerNorm 1: adds to din_.
void FastGradient::projections_backward(const Weights& weights, const PackedBlock& packed, std::size_t b, float* g) {
  const BlockTrace& t = forward_.blocks()[b];
  const Block& at = weights.layout.blocks[b];
  const auto rows = forward_.rows_of_block(b);
  const std::size_t r = rows.size(), n = forward_.tokens().size(), d = weights.config.width;
  for (std::size_t i = 0; i < r; ++i) std::memcpy(gathered_.data() + i * d, t.y1.data() + rows[i] * d, d * sizeof(float));
  add_weight_gradient(r, d, d, dq_.data(), gathered_.data(), g + at.qkv.weight, g + at.qkv.bias);
  add_weight_gradient(n, 2 * d, d, dkv_.data(), t.y1.data(), g + at.qkv.weight + d * d, g + at.qkv.bias + d);
  pull_back(n, 2 * d, d, dkv_.data(), packed.kv, dy_.data(), false);
  pull_back(r, d, d, dq_.data(), packed.q, gathered_.data(), false);
  for (std::size_t i = 0; i < r; ++i)
    for (std::size_t j = 0; j < d; ++j) dy_[rows[i] * d + j] += gathered_[i * d + j];
  layer_norm_backward(n, d, dy_.data(), t.hat1.data(), t.inverse1.data(), weights.values.data() + at.ln1.weight,
                      din_.data(), g + at.ln1.weight, g + at.ln1.bias);
}

}  // namespace lab::model
