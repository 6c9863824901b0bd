#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/matrix.h"
#include "core/result.h"

/// Pure-attention hardmax dynamics (Alcalde, Fantuzzi, Zuazua 2025,
/// arXiv 2407.01602; course notebook, sections 7 to 10).
///
/// Legend used in this file
///   n      number of tokens           d      dimension
///   Z      tokens, n x d              A      attention matrix, d x d
///   alpha  step size > 0              k      layer index
///   C_i    attended set of token i    m_i    mean of the tokens in C_i
///   S      scores, S_ij = <A z_i, z_j>
///
/// Arithmetic is part of the contract: plain double operations, sums taken
/// in index order from the left, the mean as sum divided by count, the update
/// as (z + alpha m) / (1 + alpha). So a trajectory has the same bits
/// everywhere.
namespace lab::core {

/// Relative tolerance of the notebook: j is in C_i iff
/// S_ij >= max - rtol * max(1, |max|).
inline constexpr double kTieTolerance = 1e-12;
/// Two tokens within this distance count as one cluster (notebook, section 10).
inline constexpr double kClusterTolerance = 1e-6;
/// Largest size of a coordinate that validate_tokens lets pass: squares of
/// such numbers are far from overflow.
inline constexpr double kLargestCoordinate = 1e150;

struct HardmaxParams {
  Matrix A;                         ///< d x d, any real matrix
  double alpha = 0.1;               ///< > 0
  double tie_rtol = kTieTolerance;  ///< >= 0; 0 means exact equality
};

/// What each token attends to, in one pass, without the n x n matrix.
struct Attention {
  std::vector<std::uint32_t> count;  ///< |C_i|
  std::vector<std::uint32_t> first;  ///< smallest index in C_i
  std::vector<std::uint64_t> hash;   ///< of the members of C_i: equal sets, equal hashes
  Matrix mean;                       ///< m_i, n x d

  std::vector<double> row;        ///< working space of attend: one row of scores
  std::vector<double> direction;  ///< working space of attend: A z_i
};

/// S, n x n: S_ij = <A z_i, z_j>, computed as (Z A^T) Z^T. For the symmetric
/// A of the theorem this is the notebook's (Z A) Z^T.
Matrix scores(const Matrix& Z, const Matrix& A);
/// One row of the scores, length n.
void score_row(const Matrix& Z, const Matrix& A, std::size_t i, std::span<double> row);
/// Least score that still counts as a tie with the largest: max - rtol max(1, |max|).
double tie_threshold(std::span<const double> row, double rtol);
/// Fills `out` (sized on first use, reused later: no allocation inside a step).
/// O(n^2 d). For finite tokens and parameters accepted by validate_tokens and
/// validate_params every number is finite. Beyond that nothing crashes: scores
/// of infinity tie with each other only, and a token all of whose scores are
/// NaN attends to itself. The tolerance is absolute for scores below 1, so
/// tokens of size 1e-6 and less all tie unless tie_rtol is 0.
void attend(const Matrix& Z, const HardmaxParams& params, Attention& out);
/// Members of C_i in increasing order.
std::vector<std::uint32_t> attended_set(const Matrix& Z, const HardmaxParams& params, std::size_t i);
/// i is a leader iff C_i = {i}.
bool is_leader(const Attention& attention, std::size_t i);
/// All leaders in increasing order.
std::vector<std::uint32_t> leaders(const Attention& attention);

/// next = (Z + alpha m) / (1 + alpha). `next` may not alias Z.
void hardmax_step(const Matrix& Z, const Attention& attention, double alpha, Matrix& next);
/// The unnormalized layer y_i = z_i + mean over C_i of V z_j, V any d x d.
void attention_layer(const Matrix& Z, const HardmaxParams& params, const Matrix& V, Matrix& next);
/// Z^0 .. Z^K. Small runs only (tests, command line): K+1 copies.
std::vector<Matrix> hardmax_flow(const Matrix& Z0, const HardmaxParams& params, std::size_t K);

/// max_i,c |next - previous|: the notebook's residual (largest coordinate).
double residual(const Matrix& previous, const Matrix& next);

/// The notebook's rule: walk through the tokens; one farther than `tol`
/// (Euclidean, strict) from every representative so far becomes one.
struct Clusters {
  std::vector<std::uint32_t> representative;  ///< token index of each cluster, in order of appearance
  std::vector<std::uint32_t> of;              ///< cluster number of each token, length n
};
Clusters clusters(const Matrix& Z, double tol = kClusterTolerance);
/// For each token the index of the nearest of `targets` (Euclidean; first on ties).
std::vector<std::uint32_t> nearest(const Matrix& Z, const Matrix& reference, std::span<const std::uint32_t> targets);
/// Follower map at one layer: follow C_i = {j}, j != i, along single arrows to
/// a leader (a leader maps to itself); nullopt for tokens that tie, or whose
/// chain ends in no leader.
std::vector<std::optional<std::uint32_t>> follower_map(const Attention& attention);

/// Layers for a follower at distance D from its leader to come within eps:
/// ceil(ln(D / eps) / ln(1 + alpha)), 0 when D <= eps.
std::size_t follower_layers(double distance, double eps, double alpha);

/// |z|_A = sqrt(<A z, z>), A symmetric positive definite.
double a_norm(std::span<const double> z, const Matrix& A);

/// The hypotheses of the clustering theorem, checked and never imposed.
struct Hypotheses {
  bool symmetric = false;          ///< |A - A^T| <= 1e-12 max(1,|A|)
  bool positive_definite = false;  ///< smallest eigenvalue of (A + A^T)/2 > rounding, d 2^-52 times the largest
  double smallest_eigenvalue = 0;
  bool nonzero = false;            ///< no token is 0
  double smallest_norm = 0;        ///< Euclidean
  bool distinct = false;           ///< no two tokens equal
  double smallest_distance = 0;    ///< Euclidean; infinity for a single token
  bool hold() const { return symmetric && positive_definite && nonzero && distinct; }
};
/// O(n^2 d + d^3). With anything infinite or NaN all of them fail.
Hypotheses check_hypotheses(const Matrix& Z, const Matrix& A);

/// Finite, rectangular, at least one token and one coordinate, none larger than
/// kLargestCoordinate: otherwise one sentence.
Status validate_tokens(const Matrix& Z);
/// A finite and d x d, alpha > 0, tie_rtol >= 0, and no score of Z can overflow:
/// otherwise one sentence. Z has passed validate_tokens.
Status validate_params(const HardmaxParams& params, const Matrix& Z);

}  // namespace lab::core
