#include "core/softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/elementary.h"

namespace lab::core {
namespace {

double largest(std::span<const double> row) {
  double best = -std::numeric_limits<double>::infinity();
  for (const double s : row) best = s > best ? s : best;
  return best;
}

void divide_by_sum(std::span<double> weights) {
  double sum = 0;
  for (const double w : weights) sum += w;
  for (double& w : weights) w /= sum;
}

}  // namespace

void softmax(std::span<const double> scores, double beta, double tie_rtol, std::span<double> weights) {
  assert(scores.size() == weights.size() && beta >= 0);
  const double best = largest(scores);
  if (std::isinf(beta)) {
    const double threshold = tie_threshold(scores, tie_rtol);
    for (std::size_t j = 0; j < scores.size(); ++j) weights[j] = scores[j] >= threshold ? 1.0 : 0.0;
  } else {
    for (std::size_t j = 0; j < scores.size(); ++j) weights[j] = exp(beta * (scores[j] - best));
  }
  divide_by_sum(weights);
}

void softmax(std::span<const double> scores, std::span<double> weights) { softmax(scores, 1.0, 0.0, weights); }

double entropy(std::span<const double> p) {
  double sum = 0;
  for (const double x : p)
    if (x > 0) sum -= x * log(x);
  return sum;
}

}  // namespace lab::core
