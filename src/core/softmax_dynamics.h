#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/hardmax.h"
#include "core/matrix.h"

/// Softmax attention as a particle system, beside the hardmax one that it
/// tends to (course notebook, section 11; arXiv 2407.01602).
///
/// Legend, besides that of hardmax.h
///   beta      inverse temperature, 0 <= beta <= infinity
///   Lambda_i  weights of row i: e^(beta S_ij) / sum_l e^(beta S_il)
///   q_i       |C_i|, number of maximizers of row i
///   g_i       gap of row i: its maximum less the largest score below it
///   gamma     alpha / (1 + alpha)
///
/// The step is z_i <- (z_i + alpha sum_j Lambda_ij z_j) / (1 + alpha). At beta =
/// infinity it is hardmax_step, bit for bit, not an approximation of it.
namespace lab::core {

struct SoftmaxParams {
  HardmaxParams hardmax;  ///< A, alpha, tie tolerance
  double beta = 1;
};

/// The rule that a softmax step is compared with.
enum class HardRule : std::uint8_t {
  kAllMaximizers,   ///< hardmax: the mean of all tokens in C_i
  kFirstMaximizer,  ///< the token of C_i with the smallest index: what an argmax would take
};

/// Working space of a step, kept between calls: no allocation inside a step.
struct SoftmaxWork {
  std::vector<double> direction, weights;
  Attention attention;
  double smallest = 1;  ///< least Lambda_ij of the last softmax_step with finite beta
};

/// Lambda_i, length n, for 0 <= beta <= infinity. O(n d).
void weight_row(const Matrix& Z, const SoftmaxParams& params, std::size_t i, std::span<double> weights);
/// next = softmax step; may not alias Z. O(n^2 d).
void softmax_step(const Matrix& Z, const SoftmaxParams& params, SoftmaxWork& work, Matrix& next);
/// next = the step of a hard rule.
void hard_step(const Matrix& Z, const HardmaxParams& params, HardRule rule, SoftmaxWork& work, Matrix& next);
/// Z^0 .. Z^K.
std::vector<Matrix> softmax_flow(const Matrix& Z0, const SoftmaxParams& params, std::size_t K);

/// g_i of one row by the notebook's rule: max less the largest score below
/// max - 1e-12 max(1, |max|); infinity where all scores tie. `rtol` in place of 1e-12.
double row_gap(std::span<const double> scores, double rtol = kTieTolerance);
/// All g_i.
std::vector<double> row_gaps(const Matrix& Z, const Matrix& A, double rtol = kTieTolerance);

/// max_i |a_i - b_i|, Euclidean, of two configurations of one shape.
double largest_distance(const Matrix& a, const Matrix& b);

/// Largest |softmax step - hard step| of a coordinate, both from Z.
double step_deviation(const Matrix& Z, const SoftmaxParams& params, HardRule rule = HardRule::kAllMaximizers);

/// One softmax step against one hard step from the same Z.
struct StepComparison {
  double deviation = 0;         ///< largest |softmax - hard| of a coordinate
  double bound = 0;             ///< what the deviation from hardmax cannot exceed; see below
  double smallest_gap = 0;      ///< min g_i; infinity where all rows tie
  std::uint32_t gap_row = 0;    ///< its row, the first one
  double largest_outside = 0;   ///< max_i sum of Lambda_ij over j outside C_i
  double sum_error = 0;         ///< max_i |sum_j Lambda_ij - 1|
  double smallest_weight = 0;
  double entropy_low = 0, entropy_mean = 0, entropy_high = 0;  ///< nats, over the rows
  double tie_slack = 0;         ///< max_i beta delta_i: what ties within the tolerance leave open
  double below_log_q = 0;       ///< max_i (log q_i - beta delta_i - H_i), <= 0 but for rounding
  double above_log_n = 0;       ///< max_i (H_i - log n), the same
  double log_q_mean = 0;        ///< mean of log q_i: the entropy of hardmax
};

/// The bound. In row i all weights outside C_i together are at most r / (1 + r),
/// r = (n - q) e^(-beta g) / (q e^(-beta delta)), where delta is how far the scores in C_i
/// differ (0 but for the tie tolerance); inside C_i they differ from a q-th of the rest by
/// a factor of at most e^(beta delta). Both means lie in the box of the tokens, so a
/// coordinate of the step differs by at most
///   gamma R min(1, r / (1 + r) + e^(beta delta) - 1),
/// R the largest range of a coordinate; largest over i. The entropy of a row is at least
/// log q - beta delta, because no weight exceeds e^(beta delta) / q.
StepComparison compare_step(const Matrix& Z, const SoftmaxParams& params, HardRule rule = HardRule::kAllMaximizers);

/// What the deviation tends to: c e^(-beta g) of the row with the smallest gap,
/// c = gamma max_c |sum over the runners-up l of (z_l - m)_c| / q. Exact to first order.
/// Runners-up tie within the tolerance; of rows that share the gap the largest c counts.
struct LeadingTerm {
  double factor = 0;
  double gap = 0;  ///< infinity: no row has a second score
};
LeadingTerm leading_term(const Matrix& Z, const HardmaxParams& params);

}  // namespace lab::core
