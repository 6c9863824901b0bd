#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/generator.h"
#include "core/matrix.h"

/// Why logits are divided by sqrt(d_a) (course notebook, section 2; Vaswani et
/// al. 2017, footnote 4).
///
/// Legend used in this file
///   n    number of queries and of keys     d   their width, d_a
///   Q, K queries and keys, n x d           s   logits, s_ij = <Q_i, K_j>
///   c    divisor of the logits: 1, or sqrt(d)
///   a    weights, the softmax of each row of s / c
///   u    one number a key, the values of a head with d_v = 1
///   L    the loss sum_i Y_i, Y_i = sum_j a_ij u_j
///
/// Sums run in index order and elementary functions are the lab's own: the
/// same bits everywhere.
namespace lab::core {

/// How the entries of Q and K are drawn. The statement asks for independent
/// entries of mean 0 and variance 1: the last two break it.
enum class LogitDraw : std::uint8_t {
  kNormal,   ///< standard normal
  kSigns,    ///< -1 or 1
  kUniform,  ///< uniform in [-sqrt 3, sqrt 3)
  kEqual,    ///< standard normal Q, and K = Q: not independent
  kShifted,  ///< normal with mean 1
};
/// Whether the entries are independent, with mean 0 and variance 1.
bool meets_hypothesis(LogitDraw draw);
/// Fourth moment E x^4 of an entry, for the draws that meet the hypothesis: 3, 1, 9/5.
double fourth_moment(LogitDraw draw);

struct LogitSample {
  Matrix Q, K;             ///< n x d
  std::vector<double> u;   ///< length n, standard normal
};
/// Q row by row, then K, then u, from `generator` in NumPy's order:
/// standard_normal((n, d)), 2 integers(0, 2, (n, d)) - 1, uniform(-sqrt 3,
/// sqrt 3, (n, d)) or 1 + standard_normal((n, d)).
LogitSample draw_logits(Generator& generator, LogitDraw draw, std::size_t n, std::size_t d);

/// J v for the Jacobian J = diag(a) - a a^T of the softmax with output a:
/// (J v)_j = a_j (v_j - <a, v>). Spans of one length.
void softmax_jacobian_apply(std::span<const double> a, std::span<const double> v, std::span<double> out);
/// Frobenius norm of diag(a) - a a^T. Without subtractions, so that it stays
/// accurate when a is nearly one-hot and the norm nearly 0.
double softmax_jacobian_norm(std::span<const double> a);

/// Weights of the logits divided by c, n x n.
Matrix logit_weights(const Matrix& logits, double c);
/// L for given queries.
double linear_loss(const Matrix& Q, const Matrix& K, std::span<const double> u, double c);
/// dL/dQ, n x d: row i is 1/c sum_j (J_i u)_j K_j. All that reaches W_Q goes
/// through it, dL/dW_Q = X^T dL/dQ.
Matrix query_gradient(const Matrix& Q, const Matrix& K, std::span<const double> u, double c);

/// A query whose gradient is less than this share of a typical one learns nothing.
inline constexpr double kStarved = 0.01;

/// What one divisor does at one width; norms are of each row i by itself.
struct LogitSide {
  double entropy = 0;             ///< mean over rows, nats
  double jacobian_mean = 0;       ///< mean Frobenius norm of the softmax Jacobian
  double jacobian_median = 0;     ///< its median: what a typical row has
  double gradient_mean = 0;       ///< mean of |dL/dQ_i|
  double gradient_median = 0;
  double starved = 0;             ///< share of rows with |dL/dQ_i| below kStarved times the median of the divided side
  double largest_weight = 0;      ///< mean over rows of the largest weight
};
struct LogitPoint {
  std::size_t d = 0;
  double mean = 0;      ///< of all n^2 logits s_ij
  double variance = 0;  ///< about 0 where the hypothesis is met, else about the mean
  double z = 0;         ///< (variance - d) / its standard error; 0 where the hypothesis is not met
  LogitSide scaled, raw;
};
/// Q K^T, n x n.
Matrix all_logits(const LogitSample& sample);
LogitPoint measure_logits(const LogitSample& sample, const Matrix& logits, LogitDraw draw);

/// Standard error of the mean of the n^2 squares s_ij^2 when the hypothesis is
/// met and entries have fourth moment m4. Exact: pairs share queries and keys,
///   n^2 Var = 2 d^2 + d (m4^2 - 3) + 2 (n - 1) d (m4 - 1).
double variance_error(std::size_t n, std::size_t d, double m4);

/// Mean row entropy of the softmax of independent N(0, 1) logits for large n:
/// log n - 1/2 + (e + 1) / (2 n), up to order 1/n^2. From H = log Z - sum a s
/// with E e^s = e^(1/2) and E[s e^s] / E e^s = 1; the last term is the bias of
/// the two averages over n.
double gaussian_row_entropy(std::size_t n);

}  // namespace lab::core
