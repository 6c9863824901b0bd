#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/hull.h"
#include "core/vec.h"

// Wolfe's algorithm (P. Wolfe, "Finding the nearest point in a polytope",
// Mathematical Programming 11, 1976). The norm of A becomes the Euclidean one
// by the change of variables q_i = L^T (P_i - x), A = L L^T, so what is left is
// the point of least norm in conv{q_i}. The algorithm keeps a corral: affinely
// independent points whose affine hull has its point of least norm inside
// their convex hull.
namespace lab::core {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Corral {
  std::vector<Index> member;   ///< columns of Q
  std::vector<double> weight;  ///< one a member, > 0, sum 1

  VectorXd point(const MatrixXd& Q) const {
    VectorXd x = VectorXd::Zero(Q.rows());
    for (std::size_t m = 0; m < member.size(); ++m) x += weight[m] * Q.col(member[m]);
    return x;
  }
  bool contains(Index column) const { return std::find(member.begin(), member.end(), column) != member.end(); }
};

/// Weights (sum 1, any sign) of the point of least norm in the affine hull.
std::vector<double> affine_weights(const MatrixXd& Q, const std::vector<Index>& member) {
  const Index others = static_cast<Index>(member.size()) - 1;
  std::vector<double> weight(member.size(), 1.0);
  if (others == 0) return weight;
  MatrixXd edges(Q.rows(), others);
  for (Index m = 0; m < others; ++m)
    edges.col(m) = Q.col(member[static_cast<std::size_t>(m) + 1]) - Q.col(member[0]);
  const VectorXd solution = edges.completeOrthogonalDecomposition().solve(-Q.col(member[0]));
  for (Index m = 0; m < others; ++m) {
    weight[static_cast<std::size_t>(m) + 1] = solution[m];
    weight[0] -= solution[m];
  }
  return weight;
}

/// Moves from the present weights towards the affine ones until a weight
/// reaches zero, and drops the members whose weight did.
void walk_to_boundary(Corral& corral, const std::vector<double>& target) {
  double step = 1.0;
  for (std::size_t m = 0; m < target.size(); ++m)
    if (target[m] <= 0.0) step = std::min(step, corral.weight[m] / (corral.weight[m] - target[m]));
  Corral kept;
  double sum = 0.0;
  for (std::size_t m = 0; m < target.size(); ++m) {
    const double w = corral.weight[m] + step * (target[m] - corral.weight[m]);
    const bool blocking = target[m] <= 0.0 && corral.weight[m] / (corral.weight[m] - target[m]) <= step;
    if (blocking || w <= 0.0) continue;
    kept.member.push_back(corral.member[m]);
    kept.weight.push_back(w);
    sum += w;
  }
  for (double& w : kept.weight) w /= sum;
  corral = std::move(kept);
}

/// Restores the property that makes a corral, dropping members as needed.
void minor_cycles(const MatrixXd& Q, Corral& corral) {
  for (;;) {
    std::vector<double> target = affine_weights(Q, corral.member);
    const bool inside = std::all_of(target.begin(), target.end(), [](double w) { return w > 0.0; });
    if (inside) {
      corral.weight = std::move(target);
      return;
    }
    walk_to_boundary(corral, target);
  }
}

/// Point of least norm in the convex hull of the columns of Q, which are
/// scaled to norm 1 at most.
Corral least_norm(const MatrixXd& Q) {
  Corral corral;
  Index start = 0;
  Q.colwise().squaredNorm().minCoeff(&start);
  corral.member = {start};
  corral.weight = {1.0};
  VectorXd x = corral.point(Q);
  const auto limit = static_cast<std::size_t>(10 * (Q.cols() + Q.rows()) + 100);
  for (std::size_t cycle = 0; cycle < limit; ++cycle) {
    Index best = 0;
    const double least = (Q.transpose() * x).minCoeff(&best);
    if (least >= x.squaredNorm() - 1e-15 * x.norm() || corral.contains(best)) break;
    Corral trial = corral;
    trial.member.push_back(best);
    trial.weight.push_back(0.0);
    minor_cycles(Q, trial);
    VectorXd next = trial.point(Q);
    // In exact arithmetic the norm falls at every major cycle; when rounding
    // stops that, the present point is as good as it gets.
    if (!(next.squaredNorm() < x.squaredNorm())) break;
    corral = std::move(trial);
    x = std::move(next);
  }
  return corral;
}

}  // namespace

NearestPoint nearest_point(std::span<const double> x, const Matrix& P,
                           std::span<const std::uint32_t> members, const Matrix& A) {
  assert(!members.empty() && P.cols == x.size() && A.rows == P.cols && A.cols == P.cols);
  const auto d = static_cast<Index>(P.cols);
  const auto m = static_cast<Index>(members.size());
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> a(A.data.data(), d, d);
  const Eigen::LLT<MatrixXd> cholesky(a);
  NearestPoint out;
  out.distance = std::numeric_limits<double>::infinity();
  if (cholesky.info() != Eigen::Success) return out;
  MatrixXd Q(d, m);
  for (Index k = 0; k < m; ++k)
    for (Index c = 0; c < d; ++c) {
      const auto column = static_cast<std::size_t>(c);
      Q(c, k) = P(members[static_cast<std::size_t>(k)], column) - x[column];
    }
  Q = cholesky.matrixU() * Q;
  const double scale = Q.cwiseAbs().maxCoeff() * std::sqrt(static_cast<double>(d));
  if (scale > 0.0) Q /= scale;
  const Corral corral = least_norm(Q);
  out.weight.assign(members.size(), 0.0);
  out.point.assign(P.cols, 0.0);
  for (std::size_t k = 0; k < corral.member.size(); ++k) {
    const auto member = static_cast<std::size_t>(corral.member[k]);
    out.weight[member] = corral.weight[k];
    for (std::size_t c = 0; c < P.cols; ++c) out.point[c] += corral.weight[k] * P(members[member], c);
  }
  out.distance = scale * corral.point(Q).norm();
  return out;
}

}  // namespace lab::core
