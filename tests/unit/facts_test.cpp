// What is proved about the dynamics, as properties of drawn configurations.
// Arithmetic is finite: a follower that has come so close to its leader that
// the two tie moves the leader by the tolerance, so the runs below stop a
// factor 1e5 of contraction before that.
#include <doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/hull.h"
#include "core/limit.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

struct Case {
  Matrix Z;
  HardmaxParams params;
  std::size_t layers;  ///< the contraction reaches 1e-5 there
};

/// n tokens in [-1, 1]^d, alpha from 0.05 to 2; every fiftieth case has d = 64.
Case draw_case(Draws& draws, int number, bool positive_definite = true) {
  const std::size_t d = number % 50 == 49 ? 64 : 1 + draws.below(6);
  const std::size_t n = 1 + draws.below(12);
  Case out{draw(draws, n, d), {}, 0};
  out.params.alpha = 0.05 * std::exp(draws.uniform(0.0, std::log(40.0)));
  if (!positive_definite)
    out.params.A = draw(draws, d, d);
  else
    out.params.A = draws.uniform() < 0.3 ? Matrix::identity(d) : draw_spd(draws, d);
  out.layers = follower_layers(1.0, 1e-5, out.params.alpha);
  return out;
}

double inner(std::span<const double> a, const Matrix& A, std::span<const double> b) {
  std::vector<double> w(a.size());
  apply(A, a, w);
  return dot(w, b);
}

Matrix square_root(const Matrix& A) {
  Eigen::MatrixXd a(A.rows, A.cols);
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < A.cols; ++j) a(Eigen::Index(i), Eigen::Index(j)) = A(i, j);
  const Eigen::MatrixXd root = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).operatorSqrt();
  Matrix out(A.rows, A.cols);
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < A.cols; ++j) out(i, j) = root(Eigen::Index(i), Eigen::Index(j));
  return out;
}

Matrix mapped(const Matrix& Z, const Matrix& M) {
  Matrix out(Z.rows, Z.cols);
  for (std::size_t i = 0; i < Z.rows; ++i) apply(M, Z.row(i), out.row(i));
  return out;
}

double largest(const Matrix& Z) {
  double size = 1.0;
  for (const double z : Z.data) size = std::max(size, std::abs(z));
  return size;
}

}  // namespace

TEST_CASE("fact 1: hulls are nested, whatever A") {
  Draws draws(1);
  double worst = 0.0;
  for (int number = 0; number < 1500; ++number) {
    const Case c = draw_case(draws, number, number % 3 == 0);
    Matrix Z = c.Z;
    for (int k = 0; k < 2; ++k) {
      const Matrix next = after(Z, c.params, 1);
      worst = std::max(worst, hull_excess(next, Z));
      Z = next;
    }
  }
  CHECK(worst <= 1e-9);
}

TEST_CASE("fact 1: hulls stay nested when they have become degenerate") {
  Draws draws(11);
  for (int number = 0; number < 60; ++number) {
    const Case c = draw_case(draws, 0);
    const Matrix late = after(c.Z, c.params, 3 * c.layers);
    CHECK(hull_excess(after(late, c.params, 1), late) <= 1e-9);
    CHECK(hull_excess(late, c.Z) <= 1e-9);
  }
}

TEST_CASE("fact 2: a leader never moves and stays a leader") {
  Draws draws(2);
  int events = 0;
  double moved = 0.0;
  for (int number = 0; number < 2000; ++number) {
    const Case c = draw_case(draws, number);
    const Indices start = leaders_of(c.Z, c.params);
    Matrix Z = c.Z, next;
    Attention attention;
    for (std::size_t k = 0; k < c.layers; ++k) {
      attend(Z, c.params, attention);
      for (const auto i : start) REQUIRE(is_leader(attention, i));
      hardmax_step(Z, attention, c.params.alpha, next);
      std::swap(Z, next);
    }
    for (const auto i : start) {
      moved = std::max(moved, distance(Z.row(i), c.Z.row(i)));
      ++events;
    }
  }
  CHECK(moved <= 1e-11);
  CHECK(events >= 2000);
}

TEST_CASE("fact 3: leaders are vertices of the hull") {
  Draws draws(3);
  for (int number = 0; number < 1500; ++number) {
    const Case c = draw_case(draws, number);
    const Indices vertices = hull_vertices(c.Z);
    for (const auto i : leaders_of(c.Z, c.params))
      REQUIRE(std::find(vertices.begin(), vertices.end(), i) != vertices.end());
  }
}

TEST_CASE("fact 3: a token in the hull of the others never leads") {
  Draws draws(4);
  for (int number = 0; number < 5000; ++number) {
    Case c = draw_case(draws, number);
    const std::size_t n = c.Z.rows;
    std::vector<double> weight(n), point(c.Z.cols, 0.0);
    for (double& w : weight) w = draws.uniform() < 0.5 ? 0.0 : draws.uniform();
    weight[draws.below(n)] += 0.01;
    const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < c.Z.cols; ++k) point[k] += weight[j] / sum * c.Z(j, k);
    c.Z.data.insert(c.Z.data.end(), point.begin(), point.end());
    ++c.Z.rows;
    Attention attention;
    attend(c.Z, c.params, attention);
    REQUIRE_FALSE(is_leader(attention, n));
  }
}

TEST_CASE("fact 3: the token of largest norm in A leads") {
  Draws draws(5);
  for (int number = 0; number < 5000; ++number) {
    const Case c = draw_case(draws, number);
    std::size_t longest = 0;
    for (std::size_t i = 1; i < c.Z.rows; ++i)
      if (a_norm(c.Z.row(i), c.params.A) > a_norm(c.Z.row(longest), c.params.A)) longest = i;
    Attention attention;
    attend(c.Z, c.params, attention);
    REQUIRE(is_leader(attention, longest));
  }
}

TEST_CASE("fact 4: the norm in A never decreases, and grows by how far the token moves") {
  Draws draws(6);
  for (int number = 0; number < 3000; ++number) {
    const Case c = draw_case(draws, number);
    Matrix Z = c.Z, next;
    Attention attention;
    for (int k = 0; k < 5; ++k) {
      attend(Z, c.params, attention);
      hardmax_step(Z, attention, c.params.alpha, next);
      for (std::size_t i = 0; i < Z.rows; ++i) {
        const double before = a_norm(Z.row(i), c.params.A), now = a_norm(next.row(i), c.params.A);
        std::vector<double> step(Z.cols);
        for (std::size_t e = 0; e < Z.cols; ++e) step[e] = next(i, e) - Z(i, e);
        const double moved = a_norm(step, c.params.A);
        REQUIRE(now >= before - 1e-10);
        // |z + s|^2 = |z|^2 + 2 <z, s> + |s|^2 with <z, s> >= 0, all in the norm of A.
        REQUIRE(now * now >= before * before + moved * moved - 1e-10 * (1.0 + now * now));
        if (is_leader(attention, i)) REQUIRE(std::abs(now - before) <= 1e-13 * (1.0 + now));
      }
      std::swap(Z, next);
    }
  }
}

TEST_CASE("fact 5: a follower of a leader follows it for ever, at the rate 1/(1+alpha)") {
  Draws draws(7);
  int events = 0;
  double worst = 0.0;
  for (int number = 0; number < 2000; ++number) {
    const Case c = draw_case(draws, number);
    Attention attention;
    attend(c.Z, c.params, attention);
    const auto follows = [&](std::size_t j) { return attention.count[j] == 1 && is_leader(attention, attention.first[j]); };
    std::vector<std::size_t> followers;
    for (std::size_t j = 0; j < c.Z.rows; ++j)
      if (follows(j)) followers.push_back(j);
    const Indices leader = attention.first;
    Matrix Z = c.Z, next;
    double q = 1.0;
    for (std::size_t k = 0; k < c.layers; ++k) {
      attend(Z, c.params, attention);
      for (const auto j : followers) {
        REQUIRE(attention.count[j] == 1);
        REQUIRE(attention.first[j] == leader[j]);
        for (std::size_t e = 0; e < Z.cols; ++e)
          worst = std::max(worst, std::abs((Z(j, e) - Z(leader[j], e)) - q * (c.Z(j, e) - c.Z(leader[j], e))));
        ++events;
      }
      hardmax_step(Z, attention, c.params.alpha, next);
      std::swap(Z, next);
      q /= 1.0 + c.params.alpha;
    }
  }
  CHECK(worst <= 1e-12);
  CHECK(events > 50000);
}

TEST_CASE("fact 6: the dynamics with A is the dynamics with the identity of A^(1/2) z") {
  Draws draws(8);
  for (int number = 0; number < 1000; ++number) {
    const Case c = draw_case(draws, number);
    const Matrix root = square_root(c.params.A);
    const HardmaxParams plain{Matrix::identity(c.Z.cols), c.params.alpha};
    Matrix Z = c.Z, W = mapped(c.Z, root);
    for (std::size_t k = 0; k < std::min<std::size_t>(c.layers, 20); ++k) {
      Z = after(Z, c.params, 1);
      W = after(W, plain, 1);
    }
    REQUIRE(residual(mapped(Z, root), W) <= 1e-12 * largest(W));
  }
}

TEST_CASE("fact 6: renaming the tokens renames the result, scaling them scales it") {
  Draws draws(9);
  for (int number = 0; number < 2000; ++number) {
    const Case c = draw_case(draws, number);
    const std::size_t n = c.Z.rows, d = c.Z.cols;
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = n; i-- > 1;) std::swap(order[i], order[draws.below(i + 1)]);
    Matrix renamed(n, d), scaled = c.Z, doubled = c.Z;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t e = 0; e < d; ++e) renamed(i, e) = c.Z(order[i], e);
    const double factor = draws.uniform(0.5, 10.0);
    for (double& z : scaled.data) z *= factor;
    for (double& z : doubled.data) z *= 2.0;
    const Matrix Z = after(c.Z, c.params, 5);
    renamed = after(renamed, c.params, 5);
    scaled = after(scaled, c.params, 5);
    doubled = after(doubled, c.params, 5);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t e = 0; e < d; ++e) {
        REQUIRE(renamed(i, e) == Z(order[i], e));
        REQUIRE(std::abs(scaled(i, e) - factor * Z(i, e)) <= 1e-12 * factor);
        REQUIRE(doubled(i, e) == 2.0 * Z(i, e));
      }
  }
}

TEST_CASE("fact 7: rest points are leaders, groups, and means of their own maximizers") {
  Draws draws(10);
  int complete = 0;
  for (int number = 0; number < 1000; ++number) {
    const std::size_t d = 1 + draws.below(4), n = 1 + draws.below(8);
    const HardmaxParams params{number % 2 == 0 ? Matrix::identity(d) : draw_spd(draws, d, 0.5), 1.0};
    Matrix Z = draw(draws, n, d), next;
    if (n > 1 && number % 5 == 0) std::copy(Z.row(0).begin(), Z.row(0).end(), Z.row(1).begin());
    Attention attention;
    std::vector<bool> led(n, false);
    for (int k = 0; k < 120; ++k) {
      attend(Z, params, attention);
      for (const auto i : leaders(attention)) led[i] = true;
      hardmax_step(Z, attention, params.alpha, next);
      std::swap(Z, next);
    }
    attend(Z, params, attention);
    Indices ever;
    for (std::uint32_t i = 0; i < n; ++i)
      if (led[i]) ever.push_back(i);
    // At rest every token is the mean of its maximizers, and for drawn
    // configurations (fact 8) that means a leader or a group of equal tokens.
    for (std::size_t i = 0; i < n; ++i) REQUIRE(distance(attention.mean.row(i), Z.row(i)) <= 1e-10);
    const LimitReport report = limit_report(Z, params.A, ever);
    complete += report.complete;
    for (const LimitKind kind : report.kind) REQUIRE((kind == LimitKind::kLeader || kind == LimitKind::kGroup));
    if (number % 5 != 0)
      for (const LimitKind kind : report.kind) REQUIRE(kind == LimitKind::kLeader);
  }
  CHECK(complete == 1000);
}

TEST_CASE("fact 8: a token between two leaders of equal norm stays between them only if it ties exactly") {
  Draws draws(12);
  for (int number = 0; number < 2000; ++number) {
    const std::size_t d = 2 + draws.below(5);
    const HardmaxParams params{draw_spd(draws, d), draws.uniform(0.05, 2.0)};
    Matrix Z = draw(draws, 3, d);
    const double ratio = a_norm(Z.row(0), params.A) / a_norm(Z.row(1), params.A);
    for (double& z : Z.row(1)) z *= ratio;
    const double sign = number % 2 == 0 ? 1.0 : -1.0, delta = sign * std::pow(10.0, draws.uniform(-6.0, -1.0));
    std::vector<double> across(d);
    for (std::size_t e = 0; e < d; ++e) {
      across[e] = Z(0, e) - Z(1, e);
      Z(2, e) = (Z(0, e) + Z(1, e)) / 2.0 + delta * across[e];
    }
    if (a_norm(across, params.A) < 0.1) continue;
    const Matrix& A = params.A;
    const std::uint32_t winner = sign > 0.0 ? 0 : 1;
    REQUIRE(attended_set(Z, params, 2) == Indices{winner});
    const Matrix next = after(Z, params, 1);
    const double before = inner(Z.row(2), A, across), now = inner(next.row(2), A, across);
    const double push = inner(Z.row(winner), A, across);
    REQUIRE(now * (1.0 + params.alpha) == doctest::Approx(before + params.alpha * push).epsilon(1e-12));
    REQUIRE(std::abs(now) > std::abs(before));
    const Matrix late = after(Z, params, follower_layers(10.0, 1e-8, params.alpha));
    REQUIRE(distance(late.row(2), Z.row(winner)) <= 1e-7);
  }
}

TEST_CASE("fact 8: an exact tie leads to the midpoint, the projection of 0 onto the edge") {
  Draws draws(13);
  for (int number = 0; number < 1000; ++number) {
    // Mirror images in the first coordinate, and a token in the mirror.
    const std::size_t d = 2 + draws.below(5);
    Matrix Z = draw(draws, 3, d);
    const double c = draws.uniform(0.2, 0.95);
    Z(0, 0) = draws.uniform(0.2, 1.0);
    Z(1, 0) = -Z(0, 0);
    Z(2, 0) = 0.0;
    for (std::size_t e = 1; e < d; ++e) {
      Z(1, e) = Z(0, e);
      Z(2, e) = c * Z(0, e);
    }
    const HardmaxParams params{Matrix::identity(d), draws.uniform(0.05, 2.0), 0.0};
    REQUIRE(attended_set(Z, params, 2) == Indices{0, 1});
    const Matrix late = after(Z, params, follower_layers(1.0, 1e-9, params.alpha));
    const LimitReport report = limit_report(late, params.A, Indices{0, 1});
    REQUIRE(report.kind[2] == LimitKind::kFace);
    const auto limit = report.points.row(report.target[2]);
    REQUIRE(std::abs(limit[0]) <= 1e-12);
    for (std::size_t e = 1; e < d; ++e) REQUIRE(limit[e] == doctest::Approx(Z(0, e)).epsilon(1e-12));
  }
}

TEST_CASE("fact 9: the number of layers a follower needs") {
  Draws draws(14);
  for (int number = 0; number < 5000; ++number) {
    const double alpha = 0.05 * std::exp(draws.uniform(0.0, std::log(40.0)));
    const double gap = std::pow(10.0, draws.uniform(-3.0, 1.0)), eps = std::pow(10.0, draws.uniform(-6.0, -2.0));
    const std::size_t layers = follower_layers(gap, eps, alpha);
    if (gap <= eps) {
      REQUIRE(layers == 0);
      continue;
    }
    REQUIRE(gap * std::pow(1.0 + alpha, -static_cast<double>(layers)) <= eps * (1.0 + 1e-9));
    REQUIRE(gap * std::pow(1.0 + alpha, 1.0 - static_cast<double>(layers)) > eps * (1.0 - 1e-9));
    if (number % 20 != 0) continue;
    const Matrix late = after(Matrix{{1.0}, {1.0 + gap}}, {Matrix{{1.0}}, alpha}, layers);
    REQUIRE(late(1, 0) - late(0, 0) <= eps * (1.0 + 1e-8));
  }
  // Whole quotients of logarithms: rounding must not add a layer.
  for (std::size_t k = 1; k <= 60; ++k)
    for (const double base : {2.0, 3.0, 4.0, 6.0}) {
      const double gap = std::pow(base, static_cast<double>(k));
      REQUIRE(follower_layers(gap, 1.0, base - 1.0) == k);
      REQUIRE(follower_layers(1.0, 1.0 / gap, base - 1.0) == k);
    }
  CHECK(follower_layers(1.0, 1.0, 1.0) == 0);
  CHECK(follower_layers(0.0, 1e-6, 0.1) == 0);
}
