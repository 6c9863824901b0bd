#include "model/sampling.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace lab::model {
namespace {

/// Largest finite logit of a character; 0, the number of [MASK], if there is none.
std::size_t likeliest(std::span<const float> logits) {
  std::size_t best = 0;
  for (std::size_t t = 1; t < logits.size(); ++t)
    if (std::isfinite(logits[t]) && (best == 0 || logits[t] > logits[best])) best = t;
  return best;
}

/// Keeps the likeliest weights: at most k of them, and the fewest whose sum
/// reaches the share of what the k hold.
void cut(std::vector<double>& weights, std::size_t k, double share) {
  std::vector<std::size_t> order(weights.size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t t) { return weights[t]; });
  std::size_t kept = k == 0 ? order.size() : std::min(k, order.size());
  if (share < 1.0) {
    double total = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < kept; ++i) total += weights[order[i]];
    std::size_t reached = 0;
    while (reached < kept && (reached == 0 || sum < share * total)) sum += weights[order[reached++]];
    kept = reached;
  }
  for (std::size_t i = kept; i < order.size(); ++i) weights[order[i]] = 0.0;
}

}  // namespace

void next_distribution(std::span<const float> logits, const SamplingOptions& options, std::vector<double>& p) {
  p.assign(logits.size(), 0.0);
  const std::size_t best = likeliest(logits);
  if (best == 0) {
    std::fill(p.begin() + 1, p.end(), 1.0 / static_cast<double>(p.size() - 1));
    return;
  }
  if (!(options.temperature > 0.0)) {
    p[best] = 1.0;
    return;
  }
  const double highest = static_cast<double>(logits[best]);
  for (std::size_t t = 1; t < p.size(); ++t)
    if (std::isfinite(logits[t])) p[t] = core::exp((static_cast<double>(logits[t]) - highest) / options.temperature);
  // Not by a negated comparison: a share that is NaN cuts nothing.
  if (options.top_k > 0 || options.top_p < 1.0) cut(p, options.top_k, options.top_p);
  double sum = 0.0;
  for (const double x : p) sum += x;
  for (double& x : p) x /= sum;
}

Token draw(std::span<const double> p, core::Generator& generator) {
  const double u = generator.random();
  double sum = 0.0;
  std::size_t last = 0;
  for (std::size_t t = 0; t < p.size(); ++t) {
    if (!(p[t] > 0.0)) continue;
    sum += p[t];
    last = t;
    if (u < sum) break;
  }
  // Where rounding leaves the sum below u, the last character that is possible.
  return static_cast<Token>(last);
}

}  // namespace lab::model
