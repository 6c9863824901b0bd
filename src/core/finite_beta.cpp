#include "core/finite_beta.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "core/elementary.h"

namespace lab::core {

SoftmaxParams sa_beta(const Matrix& B, double gamma, double beta) {
  assert(gamma > 0.0 && gamma < 1.0);
  return {{B, gamma / (1.0 - gamma), kTieTolerance}, beta};
}

double least_weight(std::size_t n, double R, double beta) {
  return exp(-2.0 * beta * R * R) / static_cast<double>(n);
}

double smallest_weight(const Matrix& Z, const SoftmaxParams& params) {
  double least = 1.0;
  std::vector<double> weights(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    weight_row(Z, params, i, weights);
    least = std::min(least, *std::ranges::min_element(weights));
  }
  return least;
}

double two_token_step(double x, double gamma, double beta) {
  // 1 - tanh(u) without cancellation.
  const double away = 2.0 / (exp(2.0 * beta * x * x) + 1.0);
  return x * (1.0 - gamma * away);
}

std::size_t two_token_collapse(double x, double gamma, double beta, double radius, std::size_t most) {
  std::size_t steps = 0;
  while (steps < most && !(std::abs(x) < radius)) {
    x = two_token_step(x, gamma, beta);
    ++steps;
  }
  return steps;
}

}  // namespace lab::core
