// Why 1/sqrt(d_a): derivatives against difference quotients, formulas against
// sampling, numbers against NumPy.
#include <doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/logit_scale.h"
#include "core/product.h"
#include "core/softmax.h"
#include "core/statistics.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

std::vector<double> softmax_of(std::vector<double> s) {
  softmax(s, s);
  return s;
}

LogitPoint point_of(Generator& generator, LogitDraw draw, std::size_t n, std::size_t d) {
  const LogitSample sample = draw_logits(generator, draw, n, d);
  return measure_logits(sample, all_logits(sample), draw);
}

/// Frobenius norm from the matrix itself.
double norm_by_entries(std::span<const double> a) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) {
      const double entry = (i == j ? a[i] : 0) - a[i] * a[j];
      sum += entry * entry;
    }
  return std::sqrt(sum);
}

struct Golden {
  std::size_t d;
  double variance_ratio, entropy_scaled, entropy_raw, jacobian_scaled, jacobian_raw, gradient_scaled, gradient_raw;
};

void check_golden(LogitDraw draw, std::span<const Golden> rows) {
  Generator generator = default_rng(0);
  for (std::size_t d = 2; d <= 1024; d *= 2) {
    const LogitPoint p = point_of(generator, draw, 64, d);
    for (const Golden& g : rows) {
      if (g.d != d) continue;
      CAPTURE(d);
      CHECK(p.variance / static_cast<double>(d) == doctest::Approx(g.variance_ratio).epsilon(1e-11));
      CHECK(p.scaled.entropy == doctest::Approx(g.entropy_scaled).epsilon(1e-11));
      CHECK(p.raw.entropy == doctest::Approx(g.entropy_raw).epsilon(1e-9));
      CHECK(p.scaled.jacobian_median == doctest::Approx(g.jacobian_scaled).epsilon(1e-11));
      CHECK(p.raw.jacobian_median == doctest::Approx(g.jacobian_raw).epsilon(1e-9));
      CHECK(p.scaled.gradient_median == doctest::Approx(g.gradient_scaled).epsilon(1e-11));
      CHECK(p.raw.gradient_median == doctest::Approx(g.gradient_raw).epsilon(1e-9));
    }
  }
}

}  // namespace

TEST_CASE("The softmax Jacobian is the derivative of softmax") {
  Draws draws(1);
  for (int run = 0; run < 200; ++run) {
    const std::size_t n = 1 + draws.below(8);
    const Matrix s = draw(draws, 1, n, 3.0), v = draw(draws, 1, n, 1.0);
    constexpr double h = 1e-5;
    std::vector<double> up(s.data), down(s.data), jv(n);
    for (std::size_t j = 0; j < n; ++j) {
      up[j] += h * v.data[j];
      down[j] -= h * v.data[j];
    }
    up = softmax_of(up);
    down = softmax_of(down);
    softmax_jacobian_apply(softmax_of(s.data), v.data, jv);
    for (std::size_t j = 0; j < n; ++j) CHECK(std::abs((up[j] - down[j]) / (2 * h) - jv[j]) <= 1e-8);
  }
}

TEST_CASE("The Jacobian's norm is that of its entries, and keeps its digits near one-hot") {
  Draws draws(2);
  for (int run = 0; run < 300; ++run) {
    const std::vector<double> a = softmax_of(draw(draws, 1, 1 + draws.below(20), 4.0).data);
    CHECK(softmax_jacobian_norm(a) == doctest::Approx(norm_by_entries(a)).epsilon(1e-9));
  }
  // (1 - t, t): the norm is 2 t (1 - t).
  for (const double t : {0.5, 1e-3, 1e-9, 1e-20, 1e-100}) {
    const std::array<double, 2> a{1 - t, t};
    CHECK(softmax_jacobian_norm(a) == doctest::Approx(2 * t * (1 - t)).epsilon(1e-12));
  }
  CHECK(softmax_jacobian_norm(std::array<double, 3>{0, 1, 0}) == 0);
}

TEST_CASE("The gradient at the queries is the derivative of the loss") {
  Draws draws(3);
  for (int run = 0; run < 40; ++run) {
    const std::size_t n = 2 + draws.below(4), d = 1 + draws.below(4);
    Matrix Q = draw(draws, n, d, 1.5);
    const Matrix K = draw(draws, n, d, 1.5);
    const std::vector<double> u = draw(draws, 1, n, 1.0).data;
    for (const double c : {1.0, std::sqrt(static_cast<double>(d))}) {
      const Matrix gradient = query_gradient(Q, K, u, c);
      for (std::size_t e = 0; e < Q.data.size(); ++e) {
        constexpr double h = 1e-5;
        const double kept = Q.data[e];
        Q.data[e] = kept + h;
        const double up = linear_loss(Q, K, u, c);
        Q.data[e] = kept - h;
        const double down = linear_loss(Q, K, u, c);
        Q.data[e] = kept;
        CHECK(std::abs((up - down) / (2 * h) - gradient.data[e]) <= 1e-8);
      }
    }
  }
}

TEST_CASE("What is measured is the norm of that gradient") {
  Generator generator = default_rng(7);
  const LogitSample sample = draw_logits(generator, LogitDraw::kNormal, 20, 8);
  const LogitPoint p = measure_logits(sample, all_logits(sample), LogitDraw::kNormal);
  for (const bool scaled : {false, true}) {
    const Matrix g = query_gradient(sample.Q, sample.K, sample.u, scaled ? std::sqrt(8.0) : 1.0);
    std::vector<double> norms;
    for (std::size_t i = 0; i < g.rows; ++i) {
      double square = 0;
      for (const double x : g.row(i)) square += x * x;
      norms.push_back(std::sqrt(square));
    }
    CHECK((scaled ? p.scaled : p.raw).gradient_median == doctest::Approx(median(norms)).epsilon(1e-12));
  }
}

TEST_CASE("The ten widths of seed 0 have NumPy's numbers") {
  // python3: g = numpy.random.default_rng(0); for d = 2, 4, ..., 1024: Q, K of
  // (64, d), u of 64, in this order; medians of the norms over rows.
  check_golden(LogitDraw::kNormal, std::array<Golden, 3>{{
      {2, 1.0497225321320056, 3.7058521149373616, 3.365283852342664, 0.1699806268922011, 0.21181123378294192, 0.12791640149746977, 0.21297549926516365},
      {64, 0.9688252839079139, 3.6893650898785477, 0.6118944814817773, 0.18092671751834066, 0.21498131062569809, 0.14933991936329136, 0.9819923226844738},
      {1024, 1.0527804759491128, 3.643362455831091, 0.0957957860742562, 0.179627083970976, 0.0001675463982519911, 0.15064078018433924, 0.0015946063468984485},
  }});
  check_golden(LogitDraw::kSigns, std::array<Golden, 3>{{
      {2, 1.001953125, 3.763090797258761, 3.502298385328604, 0.16610005281819537, 0.18782243185997666, 0.0577248466952873, 0.06540125154000001},
      {64, 0.986114501953125, 3.7116046008638937, 0.630111697423205, 0.1755034288171594, 0.21714239362525212, 0.17116661684037593, 0.828749324919376},
      {1024, 1.0031852722167969, 3.671727544968337, 0.10192867129754934, 0.18434714571542354, 9.07959408940311e-05, 0.15020435207703214, 0.0013019419963781257},
  }});
  check_golden(LogitDraw::kUniform, std::array<Golden, 3>{{
      {2, 1.1813441610252635, 3.7318503505775746, 3.463076586386804, 0.16899037306437892, 0.19683030897325043, 0.08043728460329386, 0.12875380489667582},
      {64, 0.9872406100549747, 3.6955283218433665, 0.6064383441938255, 0.17838142158635922, 0.2521364796540425, 0.1453039439366089, 0.6893306115681576},
      {1024, 0.967046042931795, 3.70455040989905, 0.11658910691957665, 0.17651662384405342, 0.0003829353748070638, 0.15588769213239584, 0.005759271625503678},
  }});
}

TEST_CASE("The standard error of the variance is that seen over many draws") {
  for (const LogitDraw draw : {LogitDraw::kNormal, LogitDraw::kSigns, LogitDraw::kUniform}) {
    constexpr std::size_t n = 12, d = 6, runs = 4000;
    Generator generator = default_rng(11);
    double sum = 0, squares = 0;
    for (std::size_t run = 0; run < runs; ++run) {
      const Matrix logits = all_logits(draw_logits(generator, draw, n, d));
      double variance = 0;
      for (const double s : logits.data) variance += s * s / static_cast<double>(n * n);
      sum += variance / runs;
      squares += variance * variance / runs;
    }
    CAPTURE(fourth_moment(draw));
    CHECK(sum == doctest::Approx(d).epsilon(0.02));
    CHECK(std::sqrt(squares - sum * sum) == doctest::Approx(variance_error(n, d, fourth_moment(draw))).epsilon(0.06));
  }
}

TEST_CASE("Normal logits of variance 1 have the expected row entropy") {
  for (const std::size_t n : {std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
    Generator generator = default_rng(n);
    constexpr std::size_t rows = 4000;
    double sum = 0;
    std::vector<double> s(n);
    for (std::size_t row = 0; row < rows; ++row) {
      generator.standard_normal(s);
      sum += entropy(softmax_of(s)) / rows;
    }
    // The rest is of order 1 / n^2, and the mean of 4000 rows scatters by 0.002.
    CHECK(std::abs(sum - gaussian_row_entropy(n)) <= 0.006 + 10.0 / static_cast<double>(n * n));
    // Without the term of order 1/n the difference would be seen.
    CHECK(std::abs(sum - (std::log(static_cast<double>(n)) - 0.5)) > 0.008);
  }
}

TEST_CASE("The statement holds over seeds where its hypothesis is met, and fails where it is not") {
  for (const LogitDraw draw : {LogitDraw::kNormal, LogitDraw::kSigns, LogitDraw::kUniform})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Generator generator = default_rng(seed);
      const LogitPoint p = point_of(generator, draw, 64, 1024);
      CHECK(std::abs(p.z) <= 5);
      CHECK(std::abs(p.scaled.entropy - gaussian_row_entropy(64)) <= 0.125);
      CHECK(p.raw.entropy < 0.15 * std::log(64.0));
      CHECK(p.raw.jacobian_median < 0.5 * p.scaled.jacobian_median);
      CHECK(p.raw.starved > 0.1);
      CHECK(p.scaled.starved == 0);
    }
  Generator generator = default_rng(0);
  const LogitPoint equal = point_of(generator, LogitDraw::kEqual, 64, 1024);
  CHECK(equal.scaled.entropy < 0.01);
  const LogitPoint shifted = point_of(generator, LogitDraw::kShifted, 64, 1024);
  CHECK(shifted.variance / 1024 == doctest::Approx(3).epsilon(0.2));
  CHECK_FALSE(meets_hypothesis(LogitDraw::kEqual));
  CHECK_FALSE(meets_hypothesis(LogitDraw::kShifted));
}

TEST_CASE("Medians") {
  CHECK(median({3}) == 3);
  CHECK(median({4, 1}) == 2.5);
  CHECK(median({9, 1, 4}) == 4);
}
