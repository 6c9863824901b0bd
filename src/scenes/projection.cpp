#include "scenes/projection.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace lab::scenes {
namespace {

using core::Matrix;

std::vector<double> mean_of(const Matrix& Z) {
  std::vector<double> mean(Z.cols, 0.0);
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c) mean[c] += Z(i, c) / static_cast<double>(Z.rows);
  return mean;
}

Eigen::MatrixXd covariance(const Matrix& Z, const std::vector<double>& mean) {
  const auto d = static_cast<Eigen::Index>(Z.cols);
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> tokens(
      Z.data.data(), static_cast<Eigen::Index>(Z.rows), d);
  const Eigen::Map<const Eigen::RowVectorXd> centre(mean.data(), d);
  const Eigen::MatrixXd centred = tokens.rowwise() - centre;
  return centred.transpose() * centred;
}

// The three directions of largest variance, each turned so that its largest
// component is positive: an eigenvector has no sign of its own.
Matrix principal_axes(const Matrix& Z, const std::vector<double>& mean) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance(Z, mean));
  Matrix axes(3, Z.cols);
  const auto d = static_cast<Eigen::Index>(Z.cols);
  for (std::size_t a = 0; a < 3; ++a) {
    Eigen::VectorXd v = solver.eigenvectors().col(d - 1 - static_cast<Eigen::Index>(a));
    Eigen::Index largest = 0;
    v.cwiseAbs().maxCoeff(&largest);
    if (v(largest) < 0) v = -v;
    for (std::size_t c = 0; c < Z.cols; ++c) axes(a, c) = v(static_cast<Eigen::Index>(c));
  }
  return axes;
}

}  // namespace

Projection::Projection(const Matrix& start, bool principal) : shown_(std::min<std::size_t>(start.cols, 3)) {
  if (start.cols <= 3 || !principal) return;
  mean_ = mean_of(start);
  axes_ = principal_axes(start, mean_);
}

Point Projection::operator()(std::span<const double> z) const {
  Point p{};
  for (std::size_t a = 0; a < shown_; ++a) {
    if (mean_.empty()) {
      p[a] = z[a];
      continue;
    }
    for (std::size_t c = 0; c < z.size(); ++c) p[a] += axes_(a, c) * (z[c] - mean_[c]);
  }
  return p;
}

Matrix Projection::all(const Matrix& Z) const {
  Matrix out(Z.rows, shown_);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    const Point p = (*this)(Z.row(i));
    std::copy_n(p.begin(), shown_, out.row(i).begin());
  }
  return out;
}

}  // namespace lab::scenes
