#include <doctest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/hull.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

double form(std::span<const double> z, const Matrix& A) {
  std::vector<double> w(z.size());
  apply(A, z, w);
  return dot(w, z);
}

std::vector<double> minus(std::span<const double> a, std::span<const double> b) {
  std::vector<double> out(a.begin(), a.end());
  for (std::size_t c = 0; c < out.size(); ++c) out[c] -= b[c];
  return out;
}

/// Distance in the norm of A from x to the hull, by trying every face: the
/// stationary point of the affine hull of each subset, kept when its weights
/// are not negative.
double brute_force(std::span<const double> x, const Matrix& P, const Matrix& A) {
  const std::size_t n = P.rows;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t set = 1; set < (std::size_t{1} << n); ++set) {
    std::vector<std::size_t> face;
    for (std::size_t i = 0; i < n; ++i)
      if (set >> i & 1) face.push_back(i);
    // Lagrange: sum_j <A(P_i - x), P_j - x> w_j + mu = 0, sum_j w_j = 1.
    const auto m = static_cast<Eigen::Index>(face.size());
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(m + 1, m + 1);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(m + 1);
    for (Eigen::Index i = 0; i < m; ++i) {
      std::vector<double> w(P.cols);
      apply(A, minus(P.row(face[static_cast<std::size_t>(i)]), x), w);
      for (Eigen::Index j = 0; j < m; ++j) system(i, j) = dot(w, minus(P.row(face[static_cast<std::size_t>(j)]), x));
      system(i, m) = system(m, i) = 1.0;
    }
    right[m] = 1.0;
    const Eigen::VectorXd weight = system.fullPivHouseholderQr().solve(right);
    if ((system * weight - right).norm() > 1e-9 || weight.head(m).minCoeff() < -1e-9) continue;
    std::vector<double> point(P.cols, 0.0);
    for (Eigen::Index i = 0; i < m; ++i)
      for (std::size_t c = 0; c < P.cols; ++c) point[c] += weight[i] * P(face[static_cast<std::size_t>(i)], c);
    best = std::min(best, std::sqrt(std::max(0.0, form(minus(point, x), A))));
  }
  return best;
}

Indices all(const Matrix& P) {
  Indices members(P.rows);
  std::iota(members.begin(), members.end(), 0u);
  return members;
}

}  // namespace

TEST_CASE("nearest point: faces, edges and vertices by hand") {
  const Matrix I = Matrix::identity(2);
  const std::vector<double> origin(2, 0.0);
  const Matrix edge{{2, 0}, {0, 1}};
  const NearestPoint on_edge = nearest_point(origin, edge, Indices{0, 1}, I);
  CHECK(on_edge.point[0] == doctest::Approx(0.4).epsilon(1e-14));
  CHECK(on_edge.point[1] == doctest::Approx(0.8).epsilon(1e-14));
  CHECK(on_edge.weight[0] == doctest::Approx(0.2).epsilon(1e-14));
  CHECK(on_edge.distance == doctest::Approx(2.0 / std::sqrt(5.0)).epsilon(1e-14));
  CHECK(nearest_point(origin, edge, Indices{1}, I).point == std::vector<double>{0, 1});
  const NearestPoint inside = nearest_point(origin, {{1, 0}, {-1, 1}, {-1, -1}}, Indices{0, 1, 2}, I);
  CHECK(inside.distance <= 1e-15);
  // In the norm of A = diag(1, 9) the edge is met at another point: minimize
  // (2t)^2 + 9 (1 - t)^2.
  const NearestPoint stretched = nearest_point(origin, edge, Indices{0, 1}, {{1, 0}, {0, 9}});
  CHECK(stretched.weight[0] == doctest::Approx(9.0 / 13.0).epsilon(1e-13));
  CHECK(stretched.distance == doctest::Approx(6.0 / std::sqrt(13.0)).epsilon(1e-13));
  // Repeated points, and a query point at a vertex.
  CHECK(nearest_point(origin, {{1, 0}, {1, 0}, {1, 0}}, Indices{0, 1, 2}, I).distance == 1.0);
  CHECK(nearest_point(std::vector<double>{2, 0}, edge, Indices{0, 1}, I).distance == 0.0);
  CHECK(nearest_point(origin, {{0, 0}, {0, 0}}, Indices{0, 1}, I).distance == 0.0);
}

TEST_CASE("nearest point: no norm, no point") {
  const NearestPoint none = nearest_point(std::vector<double>{0, 0}, {{1, 0}}, Indices{0}, {{1, 0}, {0, -1}});
  CHECK(none.point.empty());
  CHECK(none.weight.empty());
  CHECK(std::isinf(none.distance));
}

TEST_CASE("nearest point: against every face, in drawn norms") {
  Draws draws(31);
  for (int number = 0; number < 1500; ++number) {
    const std::size_t d = 1 + draws.below(4), n = 1 + draws.below(6);
    Matrix P = draw(draws, n, d);
    if (number % 5 == 0)  // coincident, collinear and coplanar points
      for (double& p : P.data) p = std::floor(2.0 * p);
    const Matrix A = number % 2 == 0 ? Matrix::identity(d) : draw_spd(draws, d);
    const Matrix x = draw(draws, 1, d, 1.5);
    const NearestPoint found = nearest_point(x.row(0), P, all(P), A);
    CAPTURE(number);
    REQUIRE(std::abs(found.distance - brute_force(x.row(0), P, A)) <= 1e-7);
    REQUIRE(std::abs(found.distance - std::sqrt(form(minus(found.point, x.row(0)), A))) <= 1e-7);
    double sum = 0.0;
    for (const double w : found.weight) {
      REQUIRE(w >= 0.0);
      sum += w;
    }
    REQUIRE(std::abs(sum - 1.0) <= 1e-14);
  }
}

TEST_CASE("nearest point: no point of the hull is nearer, in many dimensions and at all scales") {
  Draws draws(32);
  for (int number = 0; number < 200; ++number) {
    const std::size_t d = number % 10 == 0 ? 64 : 1 + draws.below(10), n = 1 + draws.below(40);
    const double scale = number % 4 == 0 ? 1e140 : number % 4 == 1 ? 1e-140 : 1.0;
    Matrix P = draw(draws, n, d, scale);
    for (std::size_t i = 0; i < n; ++i) P(i, 0) += 0.6 * scale;
    const std::vector<double> origin(d, 0.0);
    const NearestPoint found = nearest_point(origin, P, all(P), Matrix::identity(d));
    // <p, P_i> >= <p, p> for all i characterizes the nearest point p.
    double square = 0.0;
    for (const double p : found.point) square += (p / scale) * (p / scale);
    for (std::size_t i = 0; i < n; ++i) {
      double score = 0.0;
      for (std::size_t c = 0; c < d; ++c) score += (found.point[c] / scale) * (P(i, c) / scale);
      REQUIRE(score >= square - 1e-12);
    }
    REQUIRE(found.distance / scale == doctest::Approx(std::sqrt(square)).epsilon(1e-6));
  }
}
