// Softmax attention over exponentially many steps, against the plain steps.
#include "core/slow_softmax.h"

#include <doctest.h>

#include <cmath>
#include <limits>

#include "core/finite_beta.h"
#include "core/softmax_dynamics.h"

using namespace lab::core;

namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

Matrix plain(Matrix Z, double gamma, double beta, std::size_t steps) {
  const SoftmaxParams params = sa_beta(Matrix::identity(Z.cols), gamma, beta);
  SoftmaxWork work;
  Matrix next;
  for (std::size_t k = 0; k < steps; ++k) {
    softmax_step(Z, params, work, next);
    std::swap(Z, next);
  }
  return Z;
}

Matrix triangle() {
  const double s = std::sqrt(3.0) / 2;
  return {{0, 1}, {-s, -.5}, {s, -.5}};
}

Matrix with_inner() {
  Matrix Z = triangle();
  const Matrix inner{{.1, .5}, {-.5, -.2}, {.3, -.4}, {-.05, .3}};
  Z.data.insert(Z.data.end(), inner.data.begin(), inner.data.end());
  Z.rows += inner.rows;
  return Z;
}

}  // namespace

TEST_CASE("Slow softmax: x, -x takes 7, 15, 49, 212, 1095, 6220, 37382 steps to half its way") {
  const std::uint64_t known[] = {7, 15, 49, 212, 1095, 6220, 37382};
  for (int beta = 0; beta <= 6; ++beta) {
    CAPTURE(beta);
    SlowSoftmax slow({{1}, {-1}}, 0.1, beta);
    SlowSoftmax::Watch watch{{{1}, {-1}}, 0.5, {}};
    CHECK(slow.advance(100000, kAll, &watch));
    REQUIRE(watch.first);
    CHECK(*watch.first == known[beta]);
    CHECK(slow.time() == 100000);
  }
}

TEST_CASE("Slow softmax: where plain stepping is possible the two agree") {
  struct Case {
    Matrix Z;
    double gamma, beta;
    std::size_t steps;
  };
  const Case cases[] = {{triangle(), .1, 4, 3000},    {triangle(), .1, 6, 60000},          {with_inner(), .1, 5, 4000},
                        {with_inner(), .3, 7, 50000}, {{{1, 0}, {-.7, .3}}, .2, 8, 20000}, {with_inner(), .02, 3, 5000}};
  for (const Case& c : cases) {
    CAPTURE(c.beta);
    SlowSoftmax slow(c.Z, c.gamma, c.beta);
    for (std::size_t at = 0; at <= c.steps; at += c.steps / 5) CHECK(slow.advance(at, kAll));
    CHECK(slow.time() == c.steps);
    const double off = largest_distance(slow.tokens(), plain(c.Z, c.gamma, c.beta, c.steps));
    MESSAGE("beta ", c.beta, ": off by ", off, ", work ", slow.work(), " of ", c.steps * c.Z.rows * c.Z.rows);
    CHECK(off < 1e-7);
  }
}

TEST_CASE("Slow softmax: a watch changes no state, a limit of work stops it") {
  SlowSoftmax a(with_inner(), .1, 7), b(with_inner(), .1, 7);
  SlowSoftmax::Watch watch{with_inner(), .2, {}};
  CHECK(a.advance(1000000, kAll, &watch));
  CHECK(b.advance(1000000, kAll));
  CHECK(a.tokens() == b.tokens());
  SlowSoftmax c(with_inner(), .1, 7);
  CHECK_FALSE(c.advance(1000000, 5000));
  CHECK(c.time() < 1000000);
  CHECK(c.advance(c.time(), 5000));
}

TEST_CASE("Slow softmax: one place in the end, and coincident tokens stay together") {
  Matrix Z = with_inner();
  for (std::size_t c = 0; c < 2; ++c) Z(6, c) = Z(5, c);
  SlowSoftmax slow(Z, .1, 6);
  CHECK(slow.places() == 6);
  CHECK(slow.advance(1000000000, kAll));
  CHECK(slow.places() == 1);
  MESSAGE("work to 1e9: ", slow.work());
  CHECK(slow.work() < 3000000);
  const Matrix end = slow.tokens();
  for (std::size_t i = 0; i < end.rows; ++i) CHECK(std::hypot(end(i, 0), end(i, 1)) < 0.7);
}

TEST_CASE("Drift time: exact by symmetry for the pair and the triangle") {
  for (const double beta : {3.0, 5.0, 6.0}) {
    CAPTURE(beta);
    const std::size_t steps = two_token_collapse(1, .1, beta, .8, 10000000);
    CHECK(drift_time({{1}, {-1}}, {{1}, {-1}}, .1, beta, .2) == doctest::Approx(static_cast<double>(steps)).epsilon(.02));
  }
  SlowSoftmax slow(triangle(), .1, 8);
  SlowSoftmax::Watch watch{triangle(), .2, {}};
  CHECK(slow.advance(10000000, kAll, &watch));
  REQUIRE(watch.first);
  CHECK(drift_time(triangle(), triangle(), .1, 8, .2) == doctest::Approx(static_cast<double>(*watch.first)).epsilon(1e-3));
  // Without the growth of the drift on the way it would be more than twice as long.
  CHECK(drift_time(triangle(), triangle(), .1, 8, .2) < .5 * .2 * drift_time(triangle(), triangle(), .1, 8, 1e-6) / 1e-6);
  CHECK(drift_time({{.8}, {-1}}, {{1}, {-1}}, .1, 3, .1) == 0);
  CHECK(std::isinf(drift_time({{1, 0}}, {{1, 0}}, .1, 8, .2)));
}
