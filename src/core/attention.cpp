#include "core/attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include "core/cloud.h"
#include "core/elementary.h"
#include "core/product.h"
#include "core/softmax.h"
#include "core/vec.h"

namespace lab::core {
namespace {

/// Products of the largest entries beyond this could overflow in a later sum.
constexpr double kLargestScore = 1e150;

Status check_projection(const Matrix& X, const Matrix& W, const char* name) {
  if (W.rows == 0 || W.cols == 0) return Error{std::string(name) + " is empty."};
  if (W.rows == X.cols) return success();
  return Error{std::string(name) + " must have as many rows as a token has coordinates, " + std::to_string(X.cols) +
               ", but it has " + std::to_string(W.rows) + "."};
}

/// The share of the largest row that rescaling leaves; e^(-inf) = 0 at the first.
double rescale(double from, double to) { return std::isinf(from) ? 0.0 : exp(from - to); }

}  // namespace

double largest_entry(const Matrix& V) {
  double size = 0;
  for (const double x : V.data) size = std::max(size, std::abs(x));
  return size;
}

Status validate_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  if (X.rows == 0 || X.cols == 0) return Error{"There are no tokens."};
  for (const auto& [W, name] : {std::pair{&Wq, "W_Q"}, std::pair{&Wk, "W_K"}, std::pair{&Wv, "W_V"}})
    if (Status ok = check_projection(X, *W, name); !ok) return ok;
  if (Wq.cols != Wk.cols)
    return Error{"W_Q and W_K must have the same number of columns, d_a, but they have " + std::to_string(Wq.cols) + " and " +
                 std::to_string(Wk.cols) + ": a query is compared with a key by their inner product."};
  for (const Matrix* m : {&X, &Wq, &Wk, &Wv})
    for (const double x : m->data)
      if (!std::isfinite(x)) return Error{"All entries of tokens and projections must be finite numbers."};
  const double dm = static_cast<double>(X.cols), da = static_cast<double>(Wq.cols), x = largest_entry(X);
  const double query = dm * x * largest_entry(Wq), key = dm * x * largest_entry(Wk), value = dm * x * largest_entry(Wv);
  if (!(da * query * key <= kLargestScore) || !(value <= kLargestScore))
    return Error{"The entries are so large that scores or values could overflow."};
  return success();
}

SelfAttention self_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  assert(X.cols == Wq.rows && X.cols == Wk.rows && X.cols == Wv.rows && Wq.cols == Wk.cols);
  SelfAttention out;
  out.Q = product(X, Wq);
  out.K = product(X, Wk);
  out.V = product(X, Wv);
  out.scores = product_transposed(out.Q, out.K);
  const double root = std::sqrt(static_cast<double>(Wq.cols));
  for (double& s : out.scores.data) s /= root;
  out.weights = Matrix(X.rows, X.rows);
  for (std::size_t i = 0; i < X.rows; ++i) softmax(out.scores.row(i), out.weights.row(i));
  out.output = product(out.weights, out.V);
  return out;
}

KernelRow nadaraya_watson_row(const Matrix& Q, const Matrix& K, const Matrix& V, std::size_t i) {
  assert(i < Q.rows && Q.cols == K.cols && K.rows == V.rows);
  const double root = std::sqrt(static_cast<double>(Q.cols));
  KernelRow out;
  out.output.assign(V.cols, 0.0);
  double best = -std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t j = 0; j < K.rows; ++j) {
    const double s = dot(Q.row(i), K.row(j)) / root;
    out.log_kernel.push_back(s);
    if (s > best) {
      const double kept = rescale(best, s);
      sum *= kept;
      for (double& y : out.output) y *= kept;
      best = s;
    }
    const double kappa = exp(s - best);
    sum += kappa;
    for (std::size_t c = 0; c < V.cols; ++c) out.output[c] += kappa * V(j, c);
  }
  for (double& y : out.output) y /= sum;
  out.log_sum = best + log(sum);
  return out;
}

AttentionCost attention_cost(std::size_t n, std::size_t dm, std::size_t da, std::size_t dv) {
  const double tokens = static_cast<double>(n), m = static_cast<double>(dm), a = static_cast<double>(da), v = static_cast<double>(dv);
  return {tokens * m * (2 * a + v), tokens * tokens * a, tokens * tokens * v, tokens * tokens};
}

double row_sum_error(const Matrix& weights) {
  double worst = 0;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    double sum = 0;
    for (const double w : weights.row(i)) sum += w;
    worst = std::max(worst, std::abs(sum - 1));
  }
  return worst;
}

Matrix reordered(const Matrix& X, std::span<const std::uint32_t> order) {
  Matrix out(order.size(), X.cols);
  for (std::size_t r = 0; r < order.size(); ++r) std::ranges::copy(X.row(order[r]), out.row(r).begin());
  return out;
}

double equivariance_gap(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv,
                        std::span<const std::uint32_t> order) {
  const Matrix before = self_attention(X, Wq, Wk, Wv).output;
  const Matrix after = self_attention(reordered(X, order), Wq, Wk, Wv).output;
  return largest_difference(after, reordered(before, order));
}

}  // namespace lab::core
