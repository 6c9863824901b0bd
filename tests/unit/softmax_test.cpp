// Softmax attention and its limit: course notebook, section 11.
#include <doctest.h>

#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/hull.h"
#include "core/presets.h"
#include "core/product.h"
#include "core/softmax.h"
#include "core/softmax_dynamics.h"
#include "core/vec.h"
#include "support.h"

using namespace lab;
using namespace lab::core;
using lab::test::draw;
using lab::test::Draws;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Matrix tie_set() { return {{1, 0}, {0, 1}, {.5, .5}, {-.4, .2}}; }

SoftmaxParams at(double beta, double alpha = 0.1, std::size_t d = 2) {
  return {{Matrix::identity(d), alpha, kTieTolerance}, beta};
}

/// The board: weights with plain exponentials, no maximum subtracted, sums as they come.
Matrix plain_step(const Matrix& Z, double alpha, double beta) {
  Matrix next(Z.rows, Z.cols);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    double total = 0;
    std::vector<double> mean(Z.cols);
    for (std::size_t j = 0; j < Z.rows; ++j) {
      double score = 0;
      for (std::size_t c = 0; c < Z.cols; ++c) score += Z(i, c) * Z(j, c);
      const double w = std::exp(beta * score);
      total += w;
      for (std::size_t c = 0; c < Z.cols; ++c) mean[c] += w * Z(j, c);
    }
    for (std::size_t c = 0; c < Z.cols; ++c) next(i, c) = Z(i, c) + alpha / (1 + alpha) * (mean[c] / total - Z(i, c));
  }
  return next;
}

struct Printed {
  double beta, tie, collection_1;
};
// Recomputed in IEEE double precision: max |softmax step - hardmax step| (notebook, section 11).
constexpr Printed kPrinted[] = {
    {1, 0.0416019519271, 0.0904216883691},    {3, 0.0170713315552, 0.0674192874666},
    {10, 0.00167555161762, 0.0321864753634},  {30, 3.92726394943e-06, 0.0167882647252},
    {100, 2.99760216649e-15, 0.013140228919}, {300, 2.49800180541e-16, 0.00565130162479},
    {1000, 4.99600361081e-16, 0.00013009473901}};

void check_deviation(double measured, double printed) {
  if (printed < 1e-14) CHECK(measured <= 1e-14);  // rounding only: its size depends on the order of sums
  else CHECK(measured == doctest::Approx(printed).epsilon(2e-11));
}

/// All that must hold at any state for any beta.
void check_comparison(const Matrix& Z, double beta) {
  CAPTURE(beta);
  const StepComparison c = compare_step(Z, at(beta));
  const auto n = static_cast<double>(Z.rows);
  CHECK(std::isfinite(c.deviation));
  CHECK(c.deviation <= c.bound + 1e-15 * n);
  CHECK(c.sum_error <= 1e-15 * n);
  CHECK(c.smallest_weight >= 0);
  CHECK(c.below_log_q <= 1e-12);
  CHECK(c.above_log_n <= 1e-12);
  if (std::isinf(beta)) CHECK(c.deviation == 0);
  Matrix next;
  SoftmaxWork work;
  softmax_step(Z, at(beta), work, next);
  CHECK(hull_excess(next, Z) <= 1e-14 * n);
}

}  // namespace

TEST_CASE("Notebook, section 11: every printed deviation, gap and row gap") {
  const Matrix one = notebook_collection(1);
  for (const Printed& p : kPrinted) {
    CAPTURE(p.beta);
    check_deviation(compare_step(tie_set(), at(p.beta)).deviation, p.tie);
    check_deviation(compare_step(one, at(p.beta)).deviation, p.collection_1);
  }
  CHECK(test::printed("%.3f", compare_step(tie_set(), at(1)).smallest_gap) == "0.300");
  CHECK(compare_step(tie_set(), at(1)).smallest_gap == 0.30000000000000004);
  CHECK(test::printed("%.3f", compare_step(one, at(1)).smallest_gap) == "0.006");
  CHECK(compare_step(one, at(1)).smallest_gap == 0.005625007036945906);
  CHECK(compare_step(one, at(1)).gap_row == 3);  // the notebook's token 4
  CHECK(test::printed("%.1e", compare_step(one, at(1000)).deviation) == "1.3e-04");
  const std::vector<double> tie_gaps = row_gaps(tie_set(), Matrix::identity(2));
  const double tie_printed[] = {0.5, 0.5, 0.6, 0.3};
  for (std::size_t i = 0; i < 4; ++i) CHECK(tie_gaps[i] == doctest::Approx(tie_printed[i]).epsilon(1e-14));
  const std::vector<double> gaps = row_gaps(one, Matrix::identity(2));
  const double printed[] = {0.050924, 0.326024, 0.078428, 0.005625, 0.018243, 0.102518, 0.013005,
                            0.572166, 0.208997, 0.013966, 0.154755, 0.017517, 0.086719};
  for (std::size_t i = 0; i < 13; ++i) CHECK(std::abs(gaps[i] - printed[i]) <= 5.1e-7);
}

TEST_CASE("The step is the softmax of the board where that does not overflow") {
  Draws draws(11);
  SoftmaxWork work;
  Matrix next;
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix Z = draw(draws, 1 + draws.below(12), 2);
    const double beta = draws.uniform(0, 60), alpha = draws.uniform(0.05, 2);
    softmax_step(Z, at(beta, alpha), work, next);
    CHECK(residual(next, plain_step(Z, alpha, beta)) <= 1e-14);
  }
}

TEST_CASE("At infinity the step has the bits of the hardmax step, ties and all") {
  Draws draws(12);
  SoftmaxWork work;
  for (const Matrix& Z : {tie_set(), notebook_collection(1), notebook_collection(2), draw(draws, 30, 3)}) {
    const HardmaxParams hard{Matrix::identity(Z.cols), 0.1, kTieTolerance};
    CHECK(softmax_flow(Z, {hard, kInfinity}, 50) == hardmax_flow(Z, hard, 50));
  }
}

TEST_CASE("At beta = 0 all tokens move to the mean, which stays") {
  const Matrix Z = notebook_collection(2);
  const auto flow = softmax_flow(Z, at(0), 30);
  for (std::size_t c = 0; c < 2; ++c) {
    double mean = 0;
    for (std::size_t i = 0; i < 13; ++i) mean += Z(i, c) / 13;
    for (const std::size_t k : {std::size_t{1}, std::size_t{7}, std::size_t{30}})
      for (std::size_t i = 0; i < 13; ++i)
        CHECK(flow[k](i, c) == doctest::Approx(mean + std::pow(1.1, -static_cast<double>(k)) * (Z(i, c) - mean)).epsilon(1e-12));
  }
}

TEST_CASE("What holds for every beta holds at 0, 1e-3, 1, 1e4 and infinity") {
  for (const double beta : {0.0, 1e-3, 1.0, 1e4, kInfinity}) {
    for (const Matrix& Z : {tie_set(), notebook_collection(1), notebook_collection(2)}) {
      // Along the whole run, not at its start only: followers come close to their leaders.
      const auto flow = softmax_flow(Z, at(beta), 400);
      for (const std::size_t k : {0U, 1U, 10U, 100U, 250U, 400U}) check_comparison(flow[k], beta);
      CHECK(hull_excess(flow[400], Z) <= 1e-11);
    }
    Draws draws(2026);
    for (int trial = 0; trial < 1000; ++trial) check_comparison(draw(draws, 1 + draws.below(14), 2), beta);
  }
}

TEST_CASE("The deviation tends to c exp(-beta g), with g the smallest gap") {
  for (const Matrix& Z : {tie_set(), notebook_collection(1), notebook_collection(2)}) {
    const LeadingTerm term = leading_term(Z, at(1).hardmax);
    CHECK(term.gap == compare_step(Z, at(1)).smallest_gap);
    const double beta = 16 / term.gap;  // e^-16: far below the other terms' share, far above rounding
    const double ratio = compare_step(Z, at(beta)).deviation / (term.factor * std::exp(-16.0));
    CHECK(ratio == doctest::Approx(1).epsilon(1e-2));
  }
}

TEST_CASE("The leading term is right for drawn sets, and for runners-up that tie or share the gap") {
  Draws draws(5);
  for (int trial = 0; trial < 300; ++trial) {
    const Matrix Z = draw(draws, 3 + draws.below(8), 2);
    const LeadingTerm term = leading_term(Z, at(1).hardmax);
    // Gaps of other rows close to the smallest, or far below rounding, blur the asymptotics.
    std::vector<double> gaps = row_gaps(Z, Matrix::identity(2));
    std::ranges::sort(gaps);
    if (!(gaps[0] > 1e-4) || gaps[1] < 1.5 * gaps[0]) continue;
    const double beta = 20 / term.gap;
    const double measured = compare_step(Z, at(beta)).deviation;
    if (measured < 1e-12) continue;
    // The row's third score may be close to its second: then the ratio is larger, never smaller.
    CHECK(measured / (term.factor * std::exp(-20.0)) > 0.5);
    CHECK(term.factor > 0);
  }
  CHECK(leading_term({{0.61, 0.3}, {-0.5, 0.27}, {0.13, -0.4}}, at(1).hardmax).factor > 0);
  // Two runners-up at one score count twice: token 1 scores itself 1, the others 0.5.
  const Matrix Z{{1, 0}, {.5, .6}, {.5, -.6}};
  const LeadingTerm term = leading_term(Z, at(1).hardmax);
  const double beta = 30 / term.gap;
  CHECK(compare_step(Z, at(beta)).deviation / (term.factor * std::exp(-30.0)) == doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("A coarse tie tolerance: the bound stays a bound, the entropy has its slack") {
  for (const double rtol : {1e-2, 1e-1})
    for (const double beta : {1.0, 100.0, 1e4}) {
      const SoftmaxParams params{{Matrix::identity(2), 0.1, rtol}, beta};
      const StepComparison c = compare_step(notebook_collection(1), params);
      CHECK(std::isfinite(c.bound));
      CHECK(c.deviation <= c.bound + 1e-14);
      CHECK(c.below_log_q <= 1e-12);
    }
}

TEST_CASE("Weights tend to 1/q on q ties, and the rule of the first maximizer is not the limit") {
  const Matrix Z = tie_set();
  std::vector<double> w(4);
  weight_row(Z, at(100), 2, w);  // token 3 ties with 1 and 2
  for (std::size_t j = 0; j < 3; ++j) CHECK(w[j] == doctest::Approx(1.0 / 3).epsilon(1e-12));
  CHECK(w[3] <= 1e-20);
  weight_row(Z, at(kInfinity), 2, w);
  CHECK(w == std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3, 0});
  // All: tends to 0. First: stays at gamma |m - z_1| = (0.1 / 1.1) 0.5.
  CHECK(compare_step(Z, at(1e3), HardRule::kFirstMaximizer).deviation == doctest::Approx(0.1 / 1.1 * 0.5).epsilon(1e-12));
  CHECK(compare_step(Z, at(1e3), HardRule::kAllMaximizers).deviation <= 1e-14);
}

TEST_CASE("Nothing overflows: scores and temperatures of any size") {
  SoftmaxWork work;
  Matrix next;
  for (const double size : {1e-6, 1.0, 1e6}) {
    for (const double beta : {0.0, 1e-3, 1.0, 1e4, 1e300, kInfinity}) {
      softmax_step({{size, 0}, {-size, 0.5 * size}, {0, 0}}, at(beta), work, next);
      for (const double x : next.data) CHECK(std::abs(x) <= size);
    }
  }
}

TEST_CASE("Entropy: uniform, one-hot, and falling with beta") {
  CHECK(entropy(std::vector<double>(8, 0.125)) == doctest::Approx(std::log(8.0)).epsilon(1e-15));
  CHECK(entropy(std::vector<double>{0, 1, 0}) == 0);
  const Matrix Z = notebook_collection(1);
  double before = 1e9;
  for (double beta = 0.01; beta < 1e4; beta *= 1.7) {
    const double h = compare_step(Z, at(beta)).entropy_mean;
    CHECK(h <= before + 1e-14);
    before = h;
  }
}

TEST_CASE("Small gaps: a step deviates by 2e-5 at beta = 1000, and the run parts all the same") {
  Matrix Z{{-.8, .55}, {-.1, -.9}, {.2, .5}};
  for (const double angle : {0.87, 0.98}) {
    Z.data.insert(Z.data.end(), {std::cos(angle), std::sin(angle)});
    ++Z.rows;
  }
  CHECK(compare_step(Z, at(1000)).deviation < 1e-4);
  const auto soft = softmax_flow(Z, at(1000), 600), hard = softmax_flow(Z, at(kInfinity), 600);
  CHECK(largest_distance(soft[20], hard[20]) < 0.002);
  CHECK(largest_distance(soft[600], hard[600]) > 0.05);
  CHECK(distance(soft[600].row(3), soft[600].row(4)) < 1e-3);  // two leaders have become one
}

TEST_CASE("Products of matrices are those of the board") {
  const Matrix a{{1, 2}, {3, 4}, {5, 6}}, b{{1, 0, 2}, {-1, 3, 1}};
  CHECK(product(a, b) == Matrix{{-1, 6, 4}, {-1, 12, 10}, {-1, 18, 16}});
  CHECK(product_transposed(a, transposed(b)) == product(a, b));
  CHECK(transposed(transposed(b)) == b);
}
