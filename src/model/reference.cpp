#include "model/reference.h"

#include <cmath>

namespace lab::model::reference {

template <class T>
Reference<T>::Reference(const Weights& weights)
    : config_(weights.config), layout_(weights.layout), values_(weights.values.begin(), weights.values.end()) {}

template <class T>
T Reference<T>::factor() const {
  return config_.scale_scores ? T(1) / std::sqrt(static_cast<T>(config_.head_width())) : T(1);
}

template <class T>
Pass<T> Reference<T>::forward(std::span<const Token> tokens, bool positions) const {
  const std::size_t d = config_.width;
  Pass<T> pass;
  pass.tokens.assign(tokens.begin(), tokens.end());
  pass.start = Table<T>(tokens.size(), d);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    for (std::size_t j = 0; j < d; ++j) {
      const T pe = positions ? values_[layout_.positions + i * d + j] : T(0);
      pass.start(i, j) = values_[layout_.embedding + tokens[i] * d + j] + pe;
    }
  for (std::size_t b = 0; b < config_.layers; ++b)
    pass.blocks.push_back(block(b, b == 0 ? pass.start : pass.blocks.back().after));
  pass.ln = layer_norm(pass.blocks.back().after, at(layout_.ln.weight), at(layout_.ln.bias));
  pass.logits = linear(pass.ln.out, at(layout_.head.weight), at(layout_.head.bias), config_.vocab);
  return pass;
}

template <class T>
BlockPass<T> Reference<T>::block(std::size_t b, const Table<T>& X) const {
  const Block& w = layout_.blocks[b];
  const std::size_t d = config_.width, d_a = config_.head_width();
  BlockPass<T> t;
  t.before = X;
  t.ln1 = layer_norm(X, at(w.ln1.weight), at(w.ln1.bias));
  t.Q = linear(t.ln1.out, at(w.qkv.weight), at(w.qkv.bias), d);
  t.K = linear(t.ln1.out, at(w.qkv.weight + d * d), at(w.qkv.bias + d), d);
  t.V = linear(t.ln1.out, at(w.qkv.weight + 2 * d * d), at(w.qkv.bias + 2 * d), d);
  t.scores.resize(config_.heads);
  t.maps.resize(config_.heads);
  t.mix = Table<T>(X.rows, d);
  for (std::size_t h = 0; h < config_.heads; ++h)
    attend(t.Q, t.K, t.V, h * d_a, d_a, factor(), t.scores[h], t.maps[h], t.mix);
  t.middle = sum(X, linear(t.mix, at(w.out.weight), at(w.out.bias), d));
  t.ln2 = layer_norm(t.middle, at(w.ln2.weight), at(w.ln2.bias));
  t.up = linear(t.ln2.out, at(w.up.weight), at(w.up.bias), config_.hidden);
  t.active = gelu(t.up);
  t.after = sum(t.middle, linear(t.active, at(w.down.weight), at(w.down.bias), d));
  return t;
}

template <class T>
std::vector<T> Reference<T>::backward(const Pass<T>& pass, const Table<T>& dlogits) const {
  std::vector<T> g(layout_.trained, T(0));
  const auto to = [&](std::size_t offset) { return g.data() + offset; };
  const Linear& head = layout_.head;
  const Norm& ln = layout_.ln;
  const Table<T> dy = linear_backward(dlogits, pass.ln.out, at(head.weight), to(head.weight), to(head.bias));
  Table<T> dX = layer_norm_backward(dy, pass.ln, at(ln.weight), to(ln.weight), to(ln.bias));
  for (std::size_t b = config_.layers; b-- > 0;) dX = block_backward(b, pass.blocks[b], dX, g);
  for (std::size_t i = 0; i < pass.tokens.size(); ++i)
    for (std::size_t j = 0; j < config_.width; ++j)
      g[layout_.embedding + pass.tokens[i] * config_.width + j] += dX(i, j);
  return g;
}

/// From the derivative by the stream behind block b to that before it.
template <class T>
Table<T> Reference<T>::block_backward(std::size_t b, const BlockPass<T>& t, const Table<T>& dX,
                                      std::vector<T>& g) const {
  const Block& w = layout_.blocks[b];
  const auto to = [&](std::size_t offset) { return g.data() + offset; };
  const Table<T> dactive = linear_backward(dX, t.active, at(w.down.weight), to(w.down.weight), to(w.down.bias));
  const Table<T> dup = gelu_backward(dactive, t.up);
  const Table<T> dln2 = linear_backward(dup, t.ln2.out, at(w.up.weight), to(w.up.weight), to(w.up.bias));
  const Table<T> half = layer_norm_backward(dln2, t.ln2, at(w.ln2.weight), to(w.ln2.weight), to(w.ln2.bias));
  const Table<T> dmiddle = sum(dX, half);
  const Table<T> dln1 = attention_backward(b, t, dmiddle, g);
  return sum(dmiddle, layer_norm_backward(dln1, t.ln1, at(w.ln1.weight), to(w.ln1.weight), to(w.ln1.bias)));
}

/// From the derivative by the output of the attention to that by its input.
template <class T>
Table<T> Reference<T>::attention_backward(std::size_t b, const BlockPass<T>& t, const Table<T>& dY,
                                          std::vector<T>& g) const {
  const Block& w = layout_.blocks[b];
  const std::size_t n = dY.rows, d = config_.width, d_a = config_.head_width();
  const auto to = [&](std::size_t offset) { return g.data() + offset; };
  const Table<T> dmix = linear_backward(dY, t.mix, at(w.out.weight), to(w.out.weight), to(w.out.bias));
  Table<T> d3[3] = {Table<T>(n, d), Table<T>(n, d), Table<T>(n, d)};
  for (std::size_t h = 0; h < config_.heads; ++h)
    attend_backward(dmix, t.Q, t.K, t.V, t.maps[h], h * d_a, d_a, factor(), d3[0], d3[1], d3[2]);
  Table<T> dx(n, d);
  for (std::size_t part = 0; part < 3; ++part) {
    const std::size_t weight = w.qkv.weight + part * d * d, bias = w.qkv.bias + part * d;
    dx = sum(dx, linear_backward(d3[part], t.ln1.out, at(weight), to(weight), to(bias)));
  }
  return dx;
}

template class Reference<float>;
template class Reference<double>;

}  // namespace lab::model::reference
