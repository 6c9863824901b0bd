#include "core/hardmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/hash.h"
#include "core/vec.h"

namespace lab::core {
namespace {

void fill_row(const Matrix& Z, std::span<const double> w, std::span<double> row) {
  for (std::size_t j = 0; j < Z.rows; ++j) row[j] = dot(w, Z.row(j));
}

void reshape(Matrix& m, std::size_t rows, std::size_t cols) {
  if (m.rows == rows && m.cols == cols) return;
  m = Matrix(rows, cols);
}

/// Working space is kept in `out`, so that a second call allocates nothing.
void reserve(const Matrix& Z, Attention& out) {
  out.count.resize(Z.rows);
  out.first.resize(Z.rows);
  out.hash.resize(Z.rows);
  reshape(out.mean, Z.rows, Z.cols);
  out.row.resize(Z.rows);
  out.direction.resize(Z.cols);
}

}  // namespace

double tie_threshold(std::span<const double> row, double rtol) {
  double best = -std::numeric_limits<double>::infinity();
  for (const double s : row) best = s > best ? s : best;
  // With a best score of infinity the rule would read inf - inf: only infinity ties.
  return std::isfinite(best) ? best - rtol * std::max(1.0, std::abs(best)) : best;
}

void score_row(const Matrix& Z, const Matrix& A, std::size_t i, std::span<double> row) {
  assert(A.rows == Z.cols && A.cols == Z.cols && row.size() == Z.rows);
  std::vector<double> w(Z.cols);
  apply(A, Z.row(i), w);
  fill_row(Z, w, row);
}

Matrix scores(const Matrix& Z, const Matrix& A) {
  Matrix S(Z.rows, Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) score_row(Z, A, i, S.row(i));
  return S;
}

void attend(const Matrix& Z, const HardmaxParams& params, Attention& out) {
  assert(params.A.rows == Z.cols && params.A.cols == Z.cols);
  reserve(Z, out);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    apply(params.A, Z.row(i), out.direction);
    fill_row(Z, out.direction, out.row);
    const double threshold = tie_threshold(out.row, params.tie_rtol);
    const std::span<double> mean = out.mean.row(i);
    std::fill(mean.begin(), mean.end(), 0.0);
    std::uint32_t count = 0;
    std::uint64_t hash = kFnvOffset;
    const auto take = [&](std::size_t j) {
      const auto index = static_cast<std::uint32_t>(j);
      if (count == 0) out.first[i] = index;
      ++count;
      hash = hash_index(hash, index);
      for (std::size_t c = 0; c < Z.cols; ++c) mean[c] += Z(j, c);
    };
    for (std::size_t j = 0; j < Z.rows; ++j)
      if (out.row[j] >= threshold) take(j);
    if (count == 0) take(i);  // every score is NaN: the token stays where it is
    for (double& m : mean) m /= count;
    out.count[i] = count;
    out.hash[i] = hash;
  }
}

std::vector<std::uint32_t> attended_set(const Matrix& Z, const HardmaxParams& params, std::size_t i) {
  std::vector<double> row(Z.rows);
  score_row(Z, params.A, i, row);
  const double threshold = tie_threshold(row, params.tie_rtol);
  std::vector<std::uint32_t> members;
  for (std::size_t j = 0; j < Z.rows; ++j)
    if (row[j] >= threshold) members.push_back(static_cast<std::uint32_t>(j));
  if (members.empty()) members.push_back(static_cast<std::uint32_t>(i));
  return members;
}

bool is_leader(const Attention& attention, std::size_t i) {
  return attention.count[i] == 1 && attention.first[i] == i;
}

std::vector<std::uint32_t> leaders(const Attention& attention) {
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < attention.count.size(); ++i)
    if (is_leader(attention, i)) found.push_back(static_cast<std::uint32_t>(i));
  return found;
}

void hardmax_step(const Matrix& Z, const Attention& attention, double alpha, Matrix& next) {
  assert(&next != &Z && attention.mean.rows == Z.rows && attention.mean.cols == Z.cols);
  reshape(next, Z.rows, Z.cols);
  for (std::size_t e = 0; e < Z.data.size(); ++e)
    next.data[e] = (Z.data[e] + alpha * attention.mean.data[e]) / (1.0 + alpha);
}

void attention_layer(const Matrix& Z, const HardmaxParams& params, const Matrix& V, Matrix& next) {
  assert(&next != &Z && V.rows == Z.cols && V.cols == Z.cols);
  Attention attention;
  attend(Z, params, attention);
  reshape(next, Z.rows, Z.cols);
  // V is linear, so the mean of V z_j is V times the mean of z_j.
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c)
      next(i, c) = Z(i, c) + dot(V.row(c), attention.mean.row(i));
}

std::vector<Matrix> hardmax_flow(const Matrix& Z0, const HardmaxParams& params, std::size_t K) {
  std::vector<Matrix> layers;
  layers.reserve(K + 1);
  layers.push_back(Z0);
  Attention attention;
  for (std::size_t k = 0; k < K; ++k) {
    attend(layers[k], params, attention);
    Matrix next;
    hardmax_step(layers[k], attention, params.alpha, next);
    layers.push_back(std::move(next));
  }
  return layers;
}

double residual(const Matrix& previous, const Matrix& next) {
  assert(previous.data.size() == next.data.size());
  double largest = 0.0;
  for (std::size_t e = 0; e < next.data.size(); ++e)
    largest = std::max(largest, std::abs(next.data[e] - previous.data[e]));
  return largest;
}

}  // namespace lab::core
