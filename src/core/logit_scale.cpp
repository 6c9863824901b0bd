#include "core/logit_scale.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "core/product.h"
#include "core/softmax.h"
#include "core/statistics.h"
#include "core/vec.h"

namespace lab::core {
namespace {

void draw_entries(Generator& generator, LogitDraw draw, std::span<double> out) {
  const double root = std::sqrt(3.0);
  if (draw == LogitDraw::kUniform) return generator.uniform(-root, root, out);
  if (draw == LogitDraw::kSigns) {
    for (double& x : out) x = 2.0 * static_cast<double>(generator.integers(0, 2)) - 1.0;
    return;
  }
  generator.standard_normal(out);
  if (draw == LogitDraw::kShifted)
    for (double& x : out) x += 1.0;
}

/// Norm of sum_j g_j K_j / c.
double pulled_back(std::span<const double> g, const Matrix& K, double c, std::span<double> scratch) {
  std::ranges::fill(scratch, 0.0);
  for (std::size_t j = 0; j < K.rows; ++j)
    for (std::size_t l = 0; l < K.cols; ++l) scratch[l] += g[j] * K(j, l);
  return std::sqrt(dot(scratch, scratch)) / c;
}

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double x : values) sum += x;
  return sum / static_cast<double>(values.size());
}

double share_below(std::span<const double> values, double least) {
  const auto below = std::ranges::count_if(values, [&](double x) { return x < least; });
  return static_cast<double>(below) / static_cast<double>(values.size());
}

/// The side of divisor c; `gradients` receives |dL/dQ_i| of each row.
LogitSide measure_side(const Matrix& logits, const LogitSample& sample, double c, std::vector<double>& gradients) {
  const Matrix a = logit_weights(logits, c);
  std::vector<double> entropies, norms, largest, g(a.cols), scratch(sample.K.cols);
  for (std::size_t i = 0; i < a.rows; ++i) {
    entropies.push_back(entropy(a.row(i)));
    norms.push_back(softmax_jacobian_norm(a.row(i)));
    softmax_jacobian_apply(a.row(i), sample.u, g);
    gradients.push_back(pulled_back(g, sample.K, c, scratch));
    largest.push_back(*std::ranges::max_element(a.row(i)));
  }
  return {mean(entropies), mean(norms), median(norms), mean(gradients), median(gradients), 0, mean(largest)};
}

}  // namespace

bool meets_hypothesis(LogitDraw draw) { return draw != LogitDraw::kEqual && draw != LogitDraw::kShifted; }

double fourth_moment(LogitDraw draw) {
  if (draw == LogitDraw::kSigns) return 1.0;
  return draw == LogitDraw::kUniform ? 1.8 : 3.0;
}

LogitSample draw_logits(Generator& generator, LogitDraw draw, std::size_t n, std::size_t d) {
  LogitSample out{Matrix(n, d), Matrix(n, d), std::vector<double>(n)};
  draw_entries(generator, draw, out.Q.data);
  if (draw == LogitDraw::kEqual) out.K = out.Q;
  else draw_entries(generator, draw, out.K.data);
  generator.standard_normal(out.u);
  return out;
}

void softmax_jacobian_apply(std::span<const double> a, std::span<const double> v, std::span<double> out) {
  const double mean_v = dot(a, v);
  for (std::size_t j = 0; j < a.size(); ++j) out[j] = a[j] * (v[j] - mean_v);
}

// |J|_F^2 = sum_i a_i^2 (1 - a_i)^2 + 2 sum_(i<j) a_i^2 a_j^2, with 1 - a_i as
// the sum of the other weights.
double softmax_jacobian_norm(std::span<const double> a) {
  const std::size_t n = a.size();
  std::vector<double> behind(n + 1, 0.0), squares_behind(n + 1, 0.0);
  for (std::size_t i = n; i-- > 0;) {
    behind[i] = behind[i + 1] + a[i];
    squares_behind[i] = squares_behind[i + 1] + a[i] * a[i];
  }
  double sum = 0, before = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double square = a[i] * a[i], rest = before + behind[i + 1];
    sum += square * rest * rest + 2 * square * squares_behind[i + 1];
    before += a[i];
  }
  return std::sqrt(sum);
}

Matrix logit_weights(const Matrix& logits, double c) {
  Matrix a = logits;
  for (double& s : a.data) s /= c;
  for (std::size_t i = 0; i < a.rows; ++i) softmax(a.row(i), a.row(i));
  return a;
}

double linear_loss(const Matrix& Q, const Matrix& K, std::span<const double> u, double c) {
  const Matrix a = logit_weights(product_transposed(Q, K), c);
  double loss = 0;
  for (std::size_t i = 0; i < a.rows; ++i) loss += dot(a.row(i), u);
  return loss;
}

Matrix query_gradient(const Matrix& Q, const Matrix& K, std::span<const double> u, double c) {
  const Matrix a = logit_weights(product_transposed(Q, K), c);
  Matrix g(a.rows, a.cols);
  for (std::size_t i = 0; i < a.rows; ++i) softmax_jacobian_apply(a.row(i), u, g.row(i));
  Matrix out = product(g, K);
  for (double& x : out.data) x /= c;
  return out;
}

// By whole rows: each entry is summed in index order, and the inner loop has no
// chain of additions to wait for.
Matrix all_logits(const LogitSample& sample) { return product(sample.Q, transposed(sample.K)); }

LogitPoint measure_logits(const LogitSample& sample, const Matrix& logits, LogitDraw draw) {
  const std::size_t n = sample.Q.rows, d = sample.Q.cols;
  LogitPoint out;
  out.d = d;
  out.mean = mean(logits.data);
  const double centre = meets_hypothesis(draw) ? 0.0 : out.mean;
  for (const double s : logits.data) out.variance += (s - centre) * (s - centre);
  out.variance /= static_cast<double>(logits.data.size());
  if (meets_hypothesis(draw)) out.z = (out.variance - static_cast<double>(d)) / variance_error(n, d, fourth_moment(draw));
  std::vector<double> scaled, raw;
  out.scaled = measure_side(logits, sample, std::sqrt(static_cast<double>(d)), scaled);
  out.raw = measure_side(logits, sample, 1.0, raw);
  const double least = kStarved * out.scaled.gradient_median;
  out.scaled.starved = share_below(scaled, least);
  out.raw.starved = share_below(raw, least);
  return out;
}

double variance_error(std::size_t n, std::size_t d, double m4) {
  const double rows = static_cast<double>(n), width = static_cast<double>(d);
  const double sum = 2 * width * width + width * (m4 * m4 - 3) + 2 * (rows - 1) * width * (m4 - 1);
  return std::sqrt(sum) / rows;
}

double gaussian_row_entropy(std::size_t n) {
  const double rows = static_cast<double>(n);
  return log(rows) - 0.5 + (std::numbers::e + 1) / (2 * rows);
}

}  // namespace lab::core
