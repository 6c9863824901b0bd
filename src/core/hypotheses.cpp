#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include "core/hardmax.h"
#include "core/vec.h"

namespace lab::core {
namespace {

bool all_finite(const Matrix& m) {
  return std::all_of(m.data.begin(), m.data.end(), [](double x) { return std::isfinite(x); });
}

double largest_entry(const Matrix& m) {
  double largest = 0.0;
  for (const double x : m.data) largest = std::max(largest, std::abs(x));
  return largest;
}

/// |a - b|, scaled first, so that neither 1e-200 nor 1e200 is lost in a square.
double safe_distance(std::span<const double> a, std::span<const double> b) {
  double scale = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) scale = std::max(scale, std::abs(a[c] - b[c]));
  if (scale == 0.0) return 0.0;
  double sum = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) / scale * ((a[c] - b[c]) / scale);
  return scale * std::sqrt(sum);
}

void check_matrix(const Matrix& A, Hypotheses& out) {
  const std::size_t d = A.rows;
  double skew = 0.0;
  Eigen::MatrixXd symmetric(d, d);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j) {
      skew = std::max(skew, std::abs(A(i, j) - A(j, i)));
      symmetric(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = 0.5 * A(i, j) + 0.5 * A(j, i);
    }
  out.symmetric = skew <= 1e-12 * std::max(1.0, largest_entry(A));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric, Eigen::EigenvaluesOnly);
  out.smallest_eigenvalue = solver.eigenvalues().minCoeff();
  // A computed eigenvalue is known up to rounding of the largest one only.
  const double rounding = static_cast<double>(d) * std::numeric_limits<double>::epsilon() *
                          solver.eigenvalues().cwiseAbs().maxCoeff();
  out.positive_definite = out.smallest_eigenvalue > rounding;
}

void check_tokens(const Matrix& Z, Hypotheses& out) {
  const std::vector<double> origin(Z.cols, 0.0);
  out.smallest_norm = std::numeric_limits<double>::infinity();
  out.smallest_distance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < Z.rows; ++i) {
    out.smallest_norm = std::min(out.smallest_norm, safe_distance(Z.row(i), origin));
    for (std::size_t j = 0; j < i; ++j)
      out.smallest_distance = std::min(out.smallest_distance, safe_distance(Z.row(i), Z.row(j)));
  }
  out.nonzero = out.smallest_norm > 0.0;
  out.distinct = out.smallest_distance > 0.0;
}

}  // namespace

double a_norm(std::span<const double> z, const Matrix& A) {
  assert(A.rows == z.size() && A.cols == z.size());
  double sum = 0.0;
  for (std::size_t r = 0; r < A.rows; ++r) sum += dot(A.row(r), z) * z[r];
  return std::sqrt(std::max(sum, 0.0));
}

Hypotheses check_hypotheses(const Matrix& Z, const Matrix& A) {
  assert(A.rows == Z.cols && A.cols == Z.cols);
  Hypotheses out;
  if (A.rows == 0 || !all_finite(A) || !all_finite(Z)) return out;
  check_matrix(A, out);
  check_tokens(Z, out);
  return out;
}

Status validate_tokens(const Matrix& Z) {
  if (Z.rows == 0) return Error{"There must be at least one token."};
  if (Z.cols == 0) return Error{"A token must have at least one coordinate."};
  if (Z.data.size() != Z.rows * Z.cols)
    return Error{"The tokens are ragged: every token must have the same number of coordinates."};
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c) {
      const double x = Z(i, c);
      const std::string where =
          "coordinate " + std::to_string(c + 1) + " of token " + std::to_string(i + 1);
      if (!std::isfinite(x)) return Error{"Tokens must be finite numbers, but " + where + " is not."};
      if (std::abs(x) > kLargestCoordinate)
        return Error{"Tokens must not exceed 1e150 in size, but " + where + " does."};
    }
  return success();
}

Status validate_params(const HardmaxParams& params, const Matrix& Z) {
  const Matrix& A = params.A;
  if (A.rows != Z.cols || A.cols != Z.cols || A.data.size() != A.rows * A.cols)
    return Error{"A must be a " + std::to_string(Z.cols) + " x " + std::to_string(Z.cols) +
                 " matrix for tokens of dimension " + std::to_string(Z.cols) + "."};
  if (!all_finite(A)) return Error{"The entries of A must be finite numbers."};
  if (!(params.alpha > 0.0) || !std::isfinite(params.alpha))
    return Error{"alpha must be a positive finite number."};
  if (!(params.tie_rtol >= 0.0) || !std::isfinite(params.tie_rtol))
    return Error{"The tie tolerance must be zero or a positive finite number."};
  const double d = static_cast<double>(Z.cols);
  const double size = largest_entry(Z);
  if (!std::isfinite(d * size * std::max(1.0, d * largest_entry(A)) * std::max(1.0, size)))
    return Error{"The scores <A z_i, z_j> would exceed the range of floating-point numbers."};
  return success();
}

}  // namespace lab::core
