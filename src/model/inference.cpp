#include "model/inference.h"

#include <algorithm>
#include <cstring>

#include "core/hash.h"
#include "model/attention.h"
#include "model/kernels.h"

namespace lab::model {
namespace {

/// Most numbers kept for the first block: 16 MB; the course's model needs 3.2 MB.
constexpr std::size_t kMostRemembered = 4'000'000;

}  // namespace

Inference::Inference(const Weights& weights, Precision precision) : weights_(weights), precision_(precision) {
  const Config& c = config();
  const std::size_t n = c.window, d = c.width, widest = std::max(d, c.hidden);
  for (std::size_t b = 0; b < c.own_blocks(); ++b) {
    const Block& at = weights_.layout.blocks[b];
    blocks_.push_back({make_layer(at.qkv.weight, at.qkv.bias, d, d), make_layer(at.qkv.weight + d * d, at.qkv.bias + d, 2 * d, d),
                       make_layer(at.out.weight, at.out.bias, d, d), make_layer(at.up.weight, at.up.bias, c.hidden, d),
                       make_layer(at.down.weight, at.down.bias, d, c.hidden)});
  }
  head_ = make_layer(weights_.layout.head.weight, weights_.layout.head.bias, c.vocab, d);
  rows_.reserve(n);
  for (auto* v : {&x_, &y_, &q_, &mix_, &add_}) v->resize(n * d);
  kv_.resize(n * 2 * d);
  map_.resize(n * n);
  up_.resize(n * c.hidden);
  logits_.resize(n * c.vocab);
  if (precision == Precision::kInt8) {
    ints_.resize(n * quantized_step(widest));
    scales_.resize(n);
  }
  if (std::uint64_t{c.vocab} * n * 3 * d <= kMostRemembered) {
    known_.assign(c.vocab * n, 0);
    first_.resize(c.vocab * n * 3 * d);
  }
}

Inference::Layer Inference::make_layer(std::size_t weight, std::size_t bias, std::size_t out, std::size_t in) const {
  const float* v = weights_.values.data();
  Layer layer;
  layer.bias = bias;
  layer.out = out;
  layer.in = in;
  if (precision_ == Precision::kInt8) {
    layer.quantized.assign(out, in, v + weight, v + bias);
  } else {
    layer.packed.resize(packed_size(in, out));
    pack(in, out, rows_of(v + weight, in).transposed(), layer.packed.data());
  }
  return layer;
}

void Inference::linear(std::size_t m, const float* x, const Layer& layer, float* y) {
  if (precision_ == Precision::kFloat) {
    fill_rows(m, layer.out, weights_.values.data() + layer.bias, y, layer.out);
    gemm_packed(m, layer.out, layer.in, rows_of(x, layer.in), layer.packed.data(), y, layer.out, true);
    return;
  }
  quantize_rows(m, layer.in, x, ints_.data(), scales_.data());
  layer.quantized.apply(m, ints_.data(), scales_.data(), y, layer.out, sums_.empty() ? nullptr : sums_.data());
  if (sums_.empty()) return;
  hash_ = hash_integers(m * quantized_step(layer.in), ints_.data(), hash_);
  hash_ = hash_integers(m * layer.quantized.padded_out(), sums_.data(), hash_);
}

void Inference::watch_integers() {
  const Config& c = config();
  hash_ = core::kFnvOffset;
  const auto add = [&](const Layer& l) { hash_ = hash_integers(l.quantized.panels.size(), l.quantized.panels.data(), hash_); };
  for (const BlockLayers& b : blocks_)
    for (const Layer* l : {&b.q, &b.kv, &b.out, &b.up, &b.down}) add(*l);
  add(head_);
  sums_.resize(c.window * (std::max({2 * c.width, c.hidden, c.vocab}) + 8));
}

void Inference::run(std::span<const Token> tokens, std::span<const std::uint32_t> rows) {
  const Config& c = config();
  const std::size_t d = c.width;
  const float* v = weights_.values.data();
  n_ = tokens.size();
  rows_.assign(rows.begin(), rows.end());
  for (std::size_t i = 0; i < n_; ++i) {
    const float* e = v + weights_.layout.embedding + tokens[i] * d;
    const float* pe = v + weights_.layout.positions + i * d;
    for (std::size_t j = 0; j < d; ++j) x_[i * d + j] = e[j] + pe[j];
  }
  for (std::size_t b = 0; b < c.layers; ++b) {
    const Block& at = weights_.layout.blocks[b];
    const BlockLayers& layers = blocks_[blocks_.size() == 1 ? 0 : b];
    const bool all = b + 1 < c.layers;
    r_ = all ? n_ : rows_.size();
    if (b == 0 && remembers()) {
      project_first(tokens, all);
    } else {
      project(at, layers, all);
    }
    attend_heads(c, r_, n_, q_.data(), kv_.data(), map_.data(), 0, mix_.data(),
                 precision_ == Precision::kInt8 ? scales_.data() : nullptr);
    linear(r_, mix_.data(), layers.out, add_.data());
    // From here on the stream holds the rows asked for, which lie in order.
    if (!all)
      for (std::size_t i = 0; i < r_; ++i) std::memmove(x_.data() + i * d, x_.data() + rows_[i] * d, d * sizeof(float));
    for (std::size_t i = 0; i < r_ * d; ++i) x_[i] += add_[i];
    mlp(at, layers);
  }
  const Norm& ln = weights_.layout.ln;
  layer_norm(r_, d, x_.data(), v + ln.weight, v + ln.bias, y_.data(), nullptr, nullptr);
  linear(r_, y_.data(), head_, logits_.data());
}

/// Keys and values at all positions, queries at all or at the rows asked for.
void Inference::project(const Block& at, const BlockLayers& layers, bool all) {
  const std::size_t d = config().width;
  const float* v = weights_.values.data();
  layer_norm(n_, d, x_.data(), v + at.ln1.weight, v + at.ln1.bias, y_.data(), nullptr, nullptr);
  linear(n_, y_.data(), layers.kv, kv_.data());
  if (!all)
    for (std::size_t i = 0; i < r_; ++i) std::memmove(y_.data() + i * d, y_.data() + rows_[i] * d, d * sizeof(float));
  linear(r_, y_.data(), layers.q, q_.data());
}

/// The same for the first block, from what is remembered.
void Inference::project_first(std::span<const Token> tokens, bool all) {
  const std::size_t d = config().width;
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t at = tokens[i] * config().window + i;
    if (known_[at] == 0) remember(tokens[i], i);
    std::memcpy(kv_.data() + i * 2 * d, first_.data() + at * 3 * d + d, 2 * d * sizeof(float));
  }
  for (std::size_t i = 0; i < r_; ++i) {
    const std::size_t row = all ? i : rows_[i];
    std::memcpy(q_.data() + i * d, first_.data() + (tokens[row] * config().window + row) * 3 * d, d * sizeof(float));
  }
}

/// Fills one case of first_. Uses y_ and add_, which nothing needs at that time.
void Inference::remember(Token token, std::size_t position) {
  const std::size_t d = config().width, at = token * config().window + position;
  const Norm& ln = weights_.layout.blocks[0].ln1;
  const float* v = weights_.values.data();
  float* to = first_.data() + at * 3 * d;
  layer_norm(1, d, x_.data() + position * d, v + ln.weight, v + ln.bias, y_.data(), nullptr, nullptr);
  const std::uint64_t kept = hash_;
  linear(1, y_.data(), blocks_[0].q, to);
  linear(1, y_.data(), blocks_[0].kv, to + d);
  hash_ = kept;
  known_[at] = 1;
}

/// x += down(GELU(up(ln2(x)))) for r rows.
void Inference::mlp(const Block& at, const BlockLayers& layers) {
  const std::size_t d = config().width;
  const float* v = weights_.values.data();
  layer_norm(r_, d, x_.data(), v + at.ln2.weight, v + at.ln2.bias, y_.data(), nullptr, nullptr);
  linear(r_, y_.data(), layers.up, up_.data());
  if (precision_ == Precision::kInt8) {
    gelu_short(r_ * config().hidden, up_.data());
  } else {
    gelu(r_ * config().hidden, up_.data(), nullptr);
  }
  linear(r_, up_.data(), layers.down, add_.data());
  for (std::size_t i = 0; i < r_ * d; ++i) x_[i] += add_[i];
}

}  // namespace lab::model
