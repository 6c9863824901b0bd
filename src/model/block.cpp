#include "model/block.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/cloud.h"
#include "core/elementary.h"
#include "model/reference_layers.h"

namespace lab::model {
namespace {

using core::Matrix;
using Rows = reference::Table<double>;

Rows table_of(const Matrix& m) {
  Rows t(m.rows, m.cols);
  t.values = m.data;
  return t;
}

Matrix matrix_of(Rows t) {
  Matrix m;
  m.rows = t.rows;
  m.cols = t.columns;
  m.data = std::move(t.values);
  return m;
}

Matrix branch(const CloudBlock& block, const Matrix& X, bool attention) {
  return attention ? attention_branch(block, X) : mlp_branch(block, X);
}

Matrix applied(const CloudBlock& block, Matrix X, std::size_t times) {
  for (std::size_t i = 0; i < times; ++i) X = apply_block(block, X);
  return X;
}

}  // namespace

CloudBlock draw_block(std::size_t width, std::size_t heads, double scale, core::Generator& generator) {
  CloudBlock block;
  block.width = width;
  block.heads = heads;
  const auto draw = [&](std::vector<double>& weights, std::size_t out, std::size_t in) {
    weights.resize(out * in);
    generator.normal(0, scale / std::sqrt(static_cast<double>(in)), weights);
  };
  for (std::vector<double>* weights : {&block.query, &block.key, &block.value, &block.output})
    draw(*weights, width, width);
  draw(block.up, 4 * width, width);
  draw(block.down, width, 4 * width);
  return block;
}

Matrix normalized(const Matrix& X) {
  const std::vector<double> gain(X.cols, 1.0), shift(X.cols, 0.0);
  return matrix_of(reference::layer_norm(table_of(X), gain.data(), shift.data()).out);
}

Matrix attention_branch(const CloudBlock& block, const Matrix& X) {
  const std::size_t d = block.width, d_a = d / block.heads;
  const std::vector<double> zero(d, 0.0);
  const Rows x = table_of(X);
  const Rows Q = reference::linear(x, block.query.data(), zero.data(), d);
  const Rows K = reference::linear(x, block.key.data(), zero.data(), d);
  const Rows V = reference::linear(x, block.value.data(), zero.data(), d);
  Rows mix(X.rows, d), S, P;
  const double factor = 1 / std::sqrt(static_cast<double>(d_a));
  for (std::size_t head = 0; head < block.heads; ++head) reference::attend(Q, K, V, head * d_a, d_a, factor, S, P, mix);
  return matrix_of(reference::linear(mix, block.output.data(), zero.data(), d));
}

Matrix mlp_branch(const CloudBlock& block, const Matrix& X) {
  const std::size_t d = block.width, m = 4 * d;
  const std::vector<double> zero(m, 0.0);
  const Rows inside = reference::gelu(reference::linear(table_of(X), block.up.data(), zero.data(), m));
  return matrix_of(reference::linear(inside, block.down.data(), zero.data(), d));
}

Matrix half_step(const CloudBlock& block, const Matrix& X, bool attention) {
  if (!(attention ? block.attention : block.mlp)) return X;
  const Matrix f = branch(block, block.norm == NormPlace::kPre ? normalized(X) : X, attention);
  Matrix out = X;
  for (std::size_t i = 0; i < out.data.size(); ++i) out.data[i] += block.step * f.data[i];
  return block.norm == NormPlace::kPost ? normalized(out) : out;
}

Matrix apply_block(const CloudBlock& block, const Matrix& X) {
  return half_step(block, half_step(block, X, true), false);
}

double leak(const CloudBlock& block, const Matrix& X, bool attention, std::size_t token, double by) {
  Matrix moved = X;
  moved(token, 0) += by;
  const Matrix before = half_step(block, X, attention), after = half_step(block, moved, attention);
  double most = 0;
  for (std::size_t i = 0; i < X.rows; ++i)
    for (std::size_t c = 0; i != token && c < X.cols; ++c) most = std::max(most, std::fabs(after(i, c) - before(i, c)));
  return most;
}

double reversal_gap(const CloudBlock& block, const Matrix& X) {
  const auto reversed = [](const Matrix& m) {
    Matrix out = m;
    for (std::size_t i = 0; i < m.rows; ++i) std::ranges::copy(m.row(m.rows - 1 - i), out.row(i).begin());
    return out;
  };
  return core::largest_difference(apply_block(block, reversed(X)), reversed(apply_block(block, X)));
}

double silenced_gap(const CloudBlock& block, const Matrix& X) {
  CloudBlock silent = block;
  std::ranges::fill(silent.output, 0.0);
  std::ranges::fill(silent.down, 0.0);
  return core::largest_difference(apply_block(silent, X), X);
}

Halving halve_step(const CloudBlock& block, const Matrix& X, std::size_t steps) {
  CloudBlock half = block, quarter = block;
  half.step = block.step / 2;
  quarter.step = block.step / 4;
  const Matrix second = applied(half, X, 2 * steps);
  Halving h;
  h.coarse = core::largest_difference(applied(block, X, steps), second);
  h.fine = core::largest_difference(second, applied(quarter, X, 4 * steps));
  if (h.fine > 1e-12) h.order = core::log(h.coarse / h.fine) / std::numbers::ln2;
  return h;
}

BlockCount count_block(std::size_t width, std::size_t hidden) {
  return {4 * width * width, 4 * width, 2 * width * hidden, hidden + width, 4 * width};
}

ModelCount count_model(const Config& c) {
  return {c.vocab * c.width, count_block(c.width, c.hidden), c.own_blocks(), 2 * c.width, c.vocab * c.width + c.vocab};
}

}  // namespace lab::model
