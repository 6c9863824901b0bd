#include "core/softmax_dynamics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/softmax.h"
#include "core/vec.h"

namespace lab::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void prepare(const Matrix& Z, SoftmaxWork& work, Matrix& next) {
  work.direction.resize(Z.cols);
  work.weights.resize(Z.rows);
  if (next.rows != Z.rows || next.cols != Z.cols) next = Matrix(Z.rows, Z.cols);
}

void fill_scores(const Matrix& Z, const Matrix& A, std::size_t i, SoftmaxWork& work) {
  apply(A, Z.row(i), work.direction);
  for (std::size_t j = 0; j < Z.rows; ++j) work.weights[j] = dot(work.direction, Z.row(j));
}

/// (z_i + alpha m) / (1 + alpha), as the notebook and hardmax_step write it.
double moved(double z, double m, double alpha) { return (z + alpha * m) / (1.0 + alpha); }

}  // namespace

void weight_row(const Matrix& Z, const SoftmaxParams& params, std::size_t i, std::span<double> weights) {
  score_row(Z, params.hardmax.A, i, weights);
  softmax(weights, params.beta, params.hardmax.tie_rtol, weights);
}

void softmax_step(const Matrix& Z, const SoftmaxParams& params, SoftmaxWork& work, Matrix& next) {
  assert(&next != &Z);
  if (std::isinf(params.beta)) return hard_step(Z, params.hardmax, HardRule::kAllMaximizers, work, next);
  prepare(Z, work, next);
  work.smallest = 1.0;
  for (std::size_t i = 0; i < Z.rows; ++i) {
    fill_scores(Z, params.hardmax.A, i, work);
    softmax(work.weights, params.beta, params.hardmax.tie_rtol, work.weights);
    for (const double w : work.weights) work.smallest = std::min(work.smallest, w);
    std::ranges::fill(next.row(i), 0.0);
    for (std::size_t j = 0; j < Z.rows; ++j)
      for (std::size_t c = 0; c < Z.cols; ++c) next(i, c) += work.weights[j] * Z(j, c);
    for (std::size_t c = 0; c < Z.cols; ++c) next(i, c) = moved(Z(i, c), next(i, c), params.hardmax.alpha);
  }
}

void hard_step(const Matrix& Z, const HardmaxParams& params, HardRule rule, SoftmaxWork& work, Matrix& next) {
  attend(Z, params, work.attention);
  hardmax_step(Z, work.attention, params.alpha, next);
  if (rule == HardRule::kAllMaximizers) return;
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c) next(i, c) = moved(Z(i, c), Z(work.attention.first[i], c), params.alpha);
}

std::vector<Matrix> softmax_flow(const Matrix& Z0, const SoftmaxParams& params, std::size_t K) {
  std::vector<Matrix> layers;
  layers.reserve(K + 1);
  layers.push_back(Z0);
  SoftmaxWork work;
  for (std::size_t k = 0; k < K; ++k) {
    Matrix next;
    softmax_step(layers[k], params, work, next);
    layers.push_back(std::move(next));
  }
  return layers;
}

double row_gap(std::span<const double> scores, double rtol) {
  double best = -kInfinity, below = -kInfinity;
  for (const double s : scores) best = std::max(best, s);
  const double threshold = tie_threshold(scores, rtol);
  for (const double s : scores)
    if (s < threshold) below = std::max(below, s);
  return best - below;
}

std::vector<double> row_gaps(const Matrix& Z, const Matrix& A, double rtol) {
  std::vector<double> gaps(Z.rows), row(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    score_row(Z, A, i, row);
    gaps[i] = row_gap(row, rtol);
  }
  return gaps;
}

double largest_distance(const Matrix& a, const Matrix& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.rows; ++i) most = std::max(most, distance(a.row(i), b.row(i)));
  return most;
}

}  // namespace lab::core
