// Softmax attention with a Frank-Wolfe step: collapse (arXiv 2508.09628, SA_beta).
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "core/cloud.h"
#include "core/finite_beta.h"
#include "core/frank_wolfe.h"
#include "core/hull.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using lab::test::draw;
using lab::test::Draws;

TEST_CASE("Finite beta: the two-token step counts, from the closed form and from softmax_step") {
  const std::size_t printed[] = {7, 15, 49, 212, 1095, 6220, 37382};
  for (std::size_t beta = 0; beta <= 6; ++beta)
    CHECK(two_token_collapse(1, 0.1, static_cast<double>(beta), 0.5, 100000) == printed[beta]);
  CHECK(two_token_collapse(1, 0.1, 6, 0.5, 1000) == 1000);
  CHECK(37382.0 / 6220 > 6);  // on the way to e^2 = 7.39
  SoftmaxWork work;
  for (std::size_t beta = 0; beta <= 4; ++beta) {
    Matrix Z{{1}, {-1}}, next;
    std::size_t steps = 0;
    for (; std::abs(Z(0, 0)) >= 0.5; ++steps) {
      const double closed = two_token_step(Z(0, 0), 0.1, static_cast<double>(beta));
      softmax_step(Z, sa_beta(Matrix::identity(1), 0.1, static_cast<double>(beta)), work, next);
      std::swap(Z, next);
      CHECK(std::abs(Z(0, 0) - closed) <= 3e-16);
      CHECK(Z(1, 0) == -Z(0, 0));
    }
    CHECK(steps == printed[beta]);
  }
}

TEST_CASE("Finite beta: time to collapse grows by e^2 with each unit of beta") {
  const auto steps = [](double beta) {
    return static_cast<double>(two_token_collapse(1, 0.1, beta, 0.5, 10000000));
  };
  const double at8 = std::log(steps(8) / steps(7)), at6 = std::log(steps(6) / steps(5));
  CHECK(at6 < at8);
  CHECK(at8 < 2);
  CHECK(at8 > 1.8);
}

TEST_CASE("Finite beta: the printed step of three tokens; hardmax leaves them where they are") {
  const Matrix X{{1, 0}, {0, 1}, {-1, -1}};
  const SoftmaxParams params = sa_beta(Matrix::identity(2), 0.25, 2);
  std::vector<double> row(3);
  const auto check = [&](std::size_t i, std::vector<double> printed) {
    weight_row(X, params, i, row);
    for (std::size_t j = 0; j < 3; ++j) CHECK(std::abs(row[j] - printed[j]) <= 5.1e-9);
  };
  check(0, {.86681333, .11731043, .01587624});
  check(2, {.00246652, .00246652, .99506695});
  SoftmaxWork work;
  Matrix next;
  softmax_step(X, params, work, next);
  const double printed[] = {.96273427, .02535855, .02535855, .96273427, -.99815011, -.99815011};
  for (std::size_t e = 0; e < 6; ++e) CHECK(std::abs(next.data[e] - printed[e]) <= 5.1e-9);
  LinearMaximizers to;
  linear_maximizers(X, Matrix::identity(2), to);
  frank_wolfe_step(X, to, 0.25, next);
  CHECK(next == X);
}

TEST_CASE("Finite beta: one step shrinks the diameter by 1 - gamma c, and all tokens meet in the hull") {
  Draws draws(88);
  SoftmaxWork work;
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix Z0 = draw(draws, 2 + draws.below(8), 2);
    const double gamma = draws.uniform(0.05, 0.9), beta = draws.uniform(0, 3);
    const SoftmaxParams params = sa_beta(Matrix::identity(2), gamma, beta);
    double R = 0;
    for (std::size_t i = 0; i < Z0.rows; ++i) R = std::max(R, std::sqrt(dot(Z0.row(i), Z0.row(i))));
    Matrix Z = Z0, next;
    for (int t = 0; t < 400; ++t) {
      const double c = smallest_weight(Z, params);
      CHECK(c >= least_weight(Z.rows, R, beta) * (1 - 1e-12));
      softmax_step(Z, params, work, next);
      CHECK(work.smallest == c);
      CHECK(diameter(next) <= (1 - gamma * c) * diameter(Z) + 1e-15);
      std::swap(Z, next);
    }
    CHECK(diameter(Z) < 1e-2 * diameter(Z0));
    CHECK(hull_excess(Z, Z0) <= 1e-13);
  }
}
