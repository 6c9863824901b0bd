// One softmax step against one hard step: what is measured and what bounds it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/softmax.h"
#include "core/softmax_dynamics.h"
#include "core/vec.h"

namespace lab::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// beta x, where 0 times infinity is what it tends to: nothing.
double times(double beta, double x) { return x == 0 || beta == 0 ? 0 : beta * x; }

double widest_range(const Matrix& Z) {
  double widest = 0;
  for (std::size_t c = 0; c < Z.cols; ++c) {
    double low = Z(0, c), high = Z(0, c);
    for (std::size_t i = 0; i < Z.rows; ++i) {
      low = std::min(low, Z(i, c));
      high = std::max(high, Z(i, c));
    }
    widest = std::max(widest, high - low);
  }
  return widest;
}

/// What one row adds to the comparison.
struct Row {
  double q = 0, gap = 0, spread = 0, outside = 0, sum = 0, least = 1, entropy = 0;
};

Row read_row(std::span<const double> scores, std::span<const double> weights, double rtol) {
  Row row;
  const double threshold = tie_threshold(scores, rtol);
  double best = -kInfinity, lowest_tied = kInfinity;
  for (const double s : scores) best = std::max(best, s);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    row.sum += weights[j];
    row.least = std::min(row.least, weights[j]);
    if (scores[j] >= threshold) {
      row.q += 1;
      lowest_tied = std::min(lowest_tied, scores[j]);
    } else {
      row.outside += weights[j];
    }
  }
  row.gap = row_gap(scores, rtol);
  row.spread = best - lowest_tied;
  row.entropy = entropy(weights);
  return row;
}

/// r / (1 + r) + e^(beta delta) - 1 of the header.
double relative_bound(const Row& row, double n, double beta) {
  if (std::isinf(beta)) return 0;
  const double ties = expm1(times(beta, row.spread));
  if (row.q == n) return std::min(1.0, ties);
  const double r = (n - row.q) / row.q * exp(times(beta, row.spread) - times(beta, row.gap));
  return std::isinf(r) ? 1.0 : std::min(1.0, r / (1 + r) + ties);
}

}  // namespace

double step_deviation(const Matrix& Z, const SoftmaxParams& params, HardRule rule) {
  SoftmaxWork work;
  Matrix soft, hard;
  softmax_step(Z, params, work, soft);
  hard_step(Z, params.hardmax, rule, work, hard);
  return residual(soft, hard);
}

StepComparison compare_step(const Matrix& Z, const SoftmaxParams& params, HardRule rule) {
  StepComparison out;
  out.deviation = step_deviation(Z, params, rule);
  const auto n = static_cast<double>(Z.rows);
  const double reach = params.hardmax.alpha / (1 + params.hardmax.alpha) * widest_range(Z);
  out.smallest_gap = kInfinity;
  out.smallest_weight = 1;
  out.entropy_low = kInfinity;
  out.above_log_n = out.below_log_q = -kInfinity;
  std::vector<double> scores(Z.rows), weights(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    score_row(Z, params.hardmax.A, i, scores);
    softmax(scores, params.beta, params.hardmax.tie_rtol, weights);
    const Row row = read_row(scores, weights, params.hardmax.tie_rtol);
    if (row.gap < out.smallest_gap) {
      out.smallest_gap = row.gap;
      out.gap_row = static_cast<std::uint32_t>(i);
    }
    out.bound = std::max(out.bound, reach * relative_bound(row, n, params.beta));
    out.largest_outside = std::max(out.largest_outside, row.outside);
    out.sum_error = std::max(out.sum_error, std::abs(row.sum - 1));
    out.smallest_weight = std::min(out.smallest_weight, row.least);
    out.entropy_low = std::min(out.entropy_low, row.entropy);
    out.entropy_high = std::max(out.entropy_high, row.entropy);
    out.entropy_mean += row.entropy / n;
    out.log_q_mean += log(row.q) / n;
    const double slack = std::isinf(params.beta) ? 0 : times(params.beta, row.spread);
    out.tie_slack = std::max(out.tie_slack, slack);
    out.below_log_q = std::max(out.below_log_q, log(row.q) - slack - row.entropy);
    out.above_log_n = std::max(out.above_log_n, row.entropy - log(n));
  }
  return out;
}

LeadingTerm leading_term(const Matrix& Z, const HardmaxParams& params) {
  LeadingTerm out{0, kInfinity};
  std::vector<double> scores(Z.rows), sum(Z.cols);
  Attention attention;
  attend(Z, params, attention);
  const double gamma = params.alpha / (1 + params.alpha);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    score_row(Z, params.A, i, scores);
    const double gap = row_gap(scores, params.tie_rtol), threshold = tie_threshold(scores, params.tie_rtol);
    // Equal gaps of two rows differ by rounding.
    if (std::isinf(gap) || gap > out.gap * (1 + 1e-12)) continue;
    double second = -kInfinity;
    for (const double s : scores)
      if (s < threshold) second = std::max(second, s);
    const double level = second - params.tie_rtol * std::max(1.0, std::abs(second));
    std::ranges::fill(sum, 0.0);
    for (std::size_t l = 0; l < Z.rows; ++l)
      if (scores[l] < threshold && scores[l] >= level)
        for (std::size_t c = 0; c < Z.cols; ++c) sum[c] += Z(l, c) - attention.mean(i, c);
    double factor = 0;
    for (const double s : sum) factor = std::max(factor, gamma * std::abs(s) / attention.count[i]);
    const bool same = gap >= out.gap * (1 - 1e-12);
    out.factor = same ? std::max(out.factor, factor) : factor;
    out.gap = std::min(out.gap, gap);
  }
  return out;
}

}  // namespace lab::core
