#include "model/fast_forward.h"

#include <cstring>

#include "model/attention.h"
#include "model/kernels.h"

namespace lab::model {
namespace {

/// Packs rows [first, first + out) of a weight matrix with `in` columns.
void pack_linear(PackedLinear& packed, const float* weight, std::size_t out, std::size_t in, bool for_training) {
  packed.forward.resize(packed_size(in, out));
  pack(in, out, rows_of(weight, in).transposed(), packed.forward.data());
  if (!for_training) return;
  packed.backward.resize(packed_size(out, in));
  pack(out, in, rows_of(weight, in), packed.backward.data());
}

/// y = x W^T + b for m rows.
void apply_linear(std::size_t m, std::size_t out, std::size_t in, const float* x, const PackedLinear& w, const float* bias, float* y) {
  fill_rows(m, out, bias, y, out);
  gemm_packed(m, out, in, rows_of(x, in), w.forward.data(), y, out, true);
}

}  // namespace

void PackedWeights::assign(const Weights& weights, bool for_training) {
  const std::size_t d = weights.config.width;
  const float* v = weights.values.data();
  blocks.resize(weights.config.own_blocks());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Block& at = weights.layout.blocks[b];
    pack_linear(blocks[b].q, v + at.qkv.weight, d, d, for_training);
    pack_linear(blocks[b].kv, v + at.qkv.weight + d * d, 2 * d, d, for_training);
    pack_linear(blocks[b].out, v + at.out.weight, d, d, for_training);
    pack_linear(blocks[b].up, v + at.up.weight, at.up.out, d, for_training);
    pack_linear(blocks[b].down, v + at.down.weight, d, at.down.in, for_training);
  }
  pack_linear(head, v + weights.layout.head.weight, weights.config.vocab, d, for_training);
}

FastForward::FastForward(const Config& config) : config_(config), blocks_(config.layers) {
  const std::size_t n = config.window, d = config.width;
  for (BlockTrace& t : blocks_) {
    for (auto* v : {&t.in, &t.hat1, &t.y1, &t.q, &t.mix, &t.mid, &t.hat2, &t.y2}) v->resize(n * d);
    t.kv.resize(n * 2 * d);
    t.maps.resize(config.heads * n * n);
    for (auto* v : {&t.inverse1, &t.inverse2}) v->resize(n);
    for (auto* v : {&t.up, &t.slope}) v->resize(n * config.hidden);
  }
  for (auto* v : {&gathered_, &end_, &hat_, &y_}) v->resize(n * d);
  inverse_.resize(n);
  logits_.resize(n * config.vocab);
  tokens_.reserve(n);
  rows_.reserve(n);
  all_.reserve(n);
}

std::span<const std::uint32_t> FastForward::rows_of_block(std::size_t b) const {
  return b + 1 == blocks_.size() ? rows_ : all_;
}

void FastForward::run(const Weights& weights, const PackedWeights& packed, std::span<const Token> tokens,
                      std::span<const std::uint32_t> rows, bool keep) {
  const std::size_t n = tokens.size(), d = config_.width, r = rows.size();
  tokens_.assign(tokens.begin(), tokens.end());
  rows_.assign(rows.begin(), rows.end());
  all_.resize(n);
  for (std::size_t i = 0; i < n; ++i) all_[i] = static_cast<std::uint32_t>(i);
  const float* v = weights.values.data();
  for (std::size_t i = 0; i < n; ++i) {
    const float* e = v + weights.layout.embedding + tokens[i] * d;
    const float* pe = v + weights.layout.positions + i * d;
    for (std::size_t j = 0; j < d; ++j) blocks_[0].in[i * d + j] = e[j] + pe[j];
  }
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    attend(weights, packed.block(b), b, keep);
    mlp(weights, packed.block(b), b, b + 1 < blocks_.size() ? blocks_[b + 1].in.data() : end_.data(), keep);
  }
  const Norm& ln = weights.layout.ln;
  layer_norm(r, d, end_.data(), v + ln.weight, v + ln.bias, y_.data(), keep ? hat_.data() : nullptr, inverse_.data());
  apply_linear(r, config_.vocab, d, y_.data(), packed.head, v + weights.layout.head.bias, logits_.data());
}

void FastForward::attend(const Weights& weights, const PackedBlock& packed, std::size_t b, bool keep) {
  BlockTrace& t = blocks_[b];
  const Block& at = weights.layout.blocks[b];
  const std::size_t n = tokens_.size(), d = config_.width;
  const float* v = weights.values.data();
  const auto rows = rows_of_block(b);
  const std::size_t r = rows.size();
  layer_norm(n, d, t.in.data(), v + at.ln1.weight, v + at.ln1.bias, t.y1.data(), keep ? t.hat1.data() : nullptr, t.inverse1.data());
  const float* asked = t.y1.data();
  if (r < n) {
    for (std::size_t i = 0; i < r; ++i) std::memcpy(gathered_.data() + i * d, t.y1.data() + rows[i] * d, d * sizeof(float));
    asked = gathered_.data();
  }
  apply_linear(r, d, d, asked, packed.q, v + at.qkv.bias, t.q.data());
  apply_linear(n, 2 * d, d, t.y1.data(), packed.kv, v + at.qkv.bias + d, t.kv.data());
  attend_heads(config_, r, n, t.q.data(), t.kv.data(), t.maps.data(), r * n, t.mix.data());
  apply_linear(r, d, d, t.mix.data(), packed.out, v + at.out.bias, t.mid.data());
  for (std::size_t i = 0; i < r; ++i)
    for (std::size_t j = 0; j < d; ++j) t.mid[i * d + j] = t.in[rows[i] * d + j] + t.mid[i * d + j];
}

void FastForward::mlp(const Weights& weights, const PackedBlock& packed, std::size_t b, float* out, bool keep) {
  BlockTrace& t = blocks_[b];
  const Block& at = weights.layout.blocks[b];
  const std::size_t r = rows_of_block(b).size(), d = config_.width, m = config_.hidden;
  const float* v = weights.values.data();
  layer_norm(r, d, t.mid.data(), v + at.ln2.weight, v + at.ln2.bias, t.y2.data(), keep ? t.hat2.data() : nullptr, t.inverse2.data());
  apply_linear(r, m, d, t.y2.data(), packed.up, v + at.up.bias, t.up.data());
  gelu(r * m, t.up.data(), keep ? t.slope.data() : nullptr);
  apply_linear(r, d, m, t.up.data(), packed.down, v + at.down.bias, out);
  for (std::size_t i = 0; i < r * d; ++i) out[i] = t.mid[i] + out[i];
}

}  // namespace lab::model
