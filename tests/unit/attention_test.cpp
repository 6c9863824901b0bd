// Self-attention from the equations, against a readable twin, NumPy and itself.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention.h"
#include "core/cloud.h"
#include "core/elementary.h"
#include "core/generator.h"
#include "core/hull.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

struct Head {
  Matrix X, Wq, Wk, Wv;
  SelfAttention run() const { return self_attention(X, Wq, Wk, Wv); }
};

Head draw_head(Draws& draws, double size = 1.5) {
  const std::size_t n = 1 + draws.below(12), dm = 1 + draws.below(5), da = 1 + draws.below(5), dv = 1 + draws.below(6);
  Head h;
  h.X = draw(draws, n, dm, size);
  h.Wq = draw(draws, dm, da, size);
  h.Wk = draw(draws, dm, da, size);
  h.Wv = draw(draws, dm, dv, size);
  return h;
}

/// The head of the scene's preset "drawn": NumPy's default_rng(0), sizes of the notebook.
Head notebook_head() {
  Generator g = default_rng(0);
  Head h{Matrix(15, 5), Matrix(5, 4), Matrix(5, 4), Matrix(5, 16)};
  for (Matrix* m : {&h.X, &h.Wq, &h.Wk, &h.Wv}) g.standard_normal(m->data);
  return h;
}

/// Output of token i from the definition, each score by its own sums, the
/// weights unnormalized; counts multiplications of the parts.
std::vector<double> twin(const Head& h, std::size_t i, AttentionCost& cost) {
  const std::size_t n = h.X.rows, dm = h.X.cols, da = h.Wq.cols, dv = h.Wv.cols;
  const auto project = [&](const Matrix& W, std::size_t row, std::size_t c) {
    double sum = 0;
    for (std::size_t m = 0; m < dm; ++m) sum += h.X(row, m) * W(m, c);
    return sum;
  };
  std::vector<double> out(dv, 0.0);
  double total = 0;
  for (std::size_t j = 0; j < n; ++j) {
    double s = 0;
    for (std::size_t c = 0; c < da; ++c) {
      s += project(h.Wq, i, c) * project(h.Wk, j, c);
      cost.scores += 1;
    }
    const double kappa = std::exp(s / std::sqrt(static_cast<double>(da)));
    cost.exponentials += 1;
    total += kappa;
    for (std::size_t c = 0; c < dv; ++c) {
      out[c] += kappa * project(h.Wv, j, c);
      cost.mixing += 1;
    }
  }
  for (double& y : out) y /= total;
  return out;
}

double tolerance(const SelfAttention& a) { return 1e-13 * std::max(1.0, largest_entry(a.V)); }

Indices shuffled(Draws& draws, std::size_t n) {
  Indices order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[draws.below(i)]);
  return order;
}

}  // namespace

TEST_CASE("Self-attention is its definition, and its multiplications are those counted") {
  Draws draws(1);
  for (int run = 0; run < 300; ++run) {
    const Head h = draw_head(draws);
    const SelfAttention a = h.run();
    AttentionCost counted;
    for (std::size_t i = 0; i < h.X.rows; ++i) {
      const std::vector<double> expected = twin(h, i, counted);
      for (std::size_t c = 0; c < expected.size(); ++c) CHECK(std::abs(a.output(i, c) - expected[c]) <= 1e-11 * std::max(1.0, largest_entry(a.V)));
    }
    const AttentionCost cost = attention_cost(h.X.rows, h.X.cols, h.Wq.cols, h.Wv.cols);
    CHECK(cost.scores == counted.scores);
    CHECK(cost.mixing == counted.mixing);
    CHECK(cost.exponentials == counted.exponentials);
    CHECK(cost.pairs() == counted.scores + counted.mixing);
    double projections = 0;
    for (const Matrix* W : {&h.Wq, &h.Wk, &h.Wv}) projections += static_cast<double>(h.X.rows * W->data.size());
    CHECK(cost.projections == projections);
  }
}

TEST_CASE("Self-attention of the notebook's sizes has NumPy's numbers") {
  // python3: g = numpy.random.default_rng(0); X, Wq, Wk, Wv = standard_normal of
  // (15, 5), (5, 4), (5, 4), (5, 16); S = X Wq (X Wk)^T / 2, softmax, times X Wv.
  const SelfAttention a = notebook_head().run();
  CHECK(a.scores(0, 0) == doctest::Approx(-0.565263316962523).epsilon(1e-13));
  CHECK(a.scores(14, 3) == doctest::Approx(2.2241103615034).epsilon(1e-13));
  CHECK(a.weights(0, 0) == doctest::Approx(0.0032035810658997094).epsilon(1e-13));
  CHECK(a.weights(7, 2) == doctest::Approx(0.45338288133957483).epsilon(1e-13));
  CHECK(*std::ranges::max_element(a.weights.row(0)) == doctest::Approx(0.534926169163111).epsilon(1e-13));
  CHECK(a.output(0, 0) == doctest::Approx(0.5903808753968771).epsilon(1e-12));
  CHECK(a.output(14, 15) == doctest::Approx(0.47216440760805695).epsilon(1e-12));
}

TEST_CASE("Rows of weights are probability vectors, whatever the size of the scores") {
  Draws draws(2);
  for (int run = 0; run < 300; ++run) {
    const SelfAttention a = draw_head(draws, run % 3 == 0 ? 60.0 : 1.5).run();
    CHECK(row_sum_error(a.weights) <= static_cast<double>(a.weights.rows) * 1e-15);
    CHECK(std::ranges::min(a.weights.data) >= 0);
  }
  Matrix broken{{0.5, 0.5}, {0.25, 0.5}};
  CHECK(row_sum_error(broken) == 0.25);
}

TEST_CASE("Outputs lie in the hull of the values; values and queries mixed up would not") {
  Draws draws(3);
  std::size_t outside_otherwise = 0;
  for (int run = 0; run < 200; ++run) {
    const Head h = draw_head(draws);
    const SelfAttention a = h.run();
    CHECK(hull_excess(a.output, a.V) <= 1e-12 * std::max(1.0, largest_entry(a.V)));
    Matrix scaled = a.output;  // rows of weights with sum 1.5
    for (double& y : scaled.data) y *= 1.5;
    outside_otherwise += hull_excess(scaled, a.V) > 1e-6 ? 1 : 0;
  }
  CHECK(outside_otherwise > 100);
}

TEST_CASE("A row of attention is the Nadaraya-Watson estimate, also where kernel values overflow") {
  Draws draws(4);
  for (int run = 0; run < 300; ++run) {
    const SelfAttention a = draw_head(draws, run % 3 == 0 ? 40.0 : 1.5).run();
    for (std::size_t i = 0; i < a.Q.rows; ++i) {
      const KernelRow row = nadaraya_watson_row(a.Q, a.K, a.V, i);
      double mass = 0;
      for (std::size_t j = 0; j < a.K.rows; ++j) {
        CHECK(row.log_kernel[j] == a.scores(i, j));
        const double weight = lab::core::exp(row.log_kernel[j] - row.log_sum);
        CHECK(std::abs(weight - a.weights(i, j)) <= 1e-11 * std::max(1.0, std::abs(row.log_sum)) * a.weights(i, j) + 1e-300);
        mass += weight;
      }
      for (std::size_t c = 0; c < a.V.cols; ++c) CHECK(std::abs(row.output[c] - a.output(i, c)) <= tolerance(a));
      CHECK(std::isfinite(mass));
    }
  }
  // Kernel values e^1000 and e^999: their quotient is all that counts.
  const KernelRow far = nadaraya_watson_row({{1000.0}}, {{1.0}, {0.999}}, {{1.0}, {0.0}}, 0);
  CHECK(far.output[0] == doctest::Approx(1 / (1 + std::exp(-1.0))).epsilon(1e-12));
  CHECK(far.log_sum == doctest::Approx(1000 + std::log1p(std::exp(-1.0))).epsilon(1e-14));
}

TEST_CASE("Reordering the tokens reorders the outputs, and with positions it would not") {
  Draws draws(5);
  std::size_t seen = 0;
  for (int run = 0; run < 200; ++run) {
    const Head h = draw_head(draws);
    const Indices order = shuffled(draws, h.X.rows);
    CHECK(equivariance_gap(h.X, h.Wq, h.Wk, h.Wv, order) <= tolerance(h.run()));
    Matrix marked = h.X, other = reordered(h.X, order);
    for (std::size_t i = 0; i < marked.rows; ++i)
      for (Matrix* m : {&marked, &other}) (*m)(i, 0) += static_cast<double>(i);
    const Matrix before = self_attention(marked, h.Wq, h.Wk, h.Wv).output, after = self_attention(other, h.Wq, h.Wk, h.Wv).output;
    seen += largest_difference(after, reordered(before, order)) > 1e-3 ? 1 : 0;
  }
  CHECK(seen > 120);
}

TEST_CASE("Special heads: no query, one token, huge scores") {
  Draws draws(6);
  Head h = draw_head(draws);
  h.X = draw(draws, 7, h.X.cols, 1.0);
  std::ranges::fill(h.Wq.data, 0.0);
  const SelfAttention mean = h.run();
  for (const double w : mean.weights.data) CHECK(w == 1.0 / 7);
  h.X = draw(draws, 1, h.X.cols, 1.0);
  CHECK(h.run().output == h.run().V);
  const Matrix eye = Matrix::identity(2);
  const SelfAttention hard = self_attention({{3e4, 0}, {0, 1e4}}, eye, eye, eye);
  CHECK(hard.weights == eye);
}

TEST_CASE("Shapes that do not fit and scores that overflow get a sentence") {
  const Matrix X{{1, 2}, {3, 4}}, eye = Matrix::identity(2), wide{{1, 2, 3}, {4, 5, 6}};
  CHECK(validate_attention(X, eye, eye, wide).ok());
  CHECK(validate_attention(X, wide, wide, eye).ok());
  const auto refused = [](const Status& status, std::string_view word) {
    return !status.ok() && status.error().find(word) != std::string::npos && status.error().back() == '.';
  };
  CHECK(refused(validate_attention(X, wide, eye, eye), "d_a"));
  CHECK(refused(validate_attention(X, Matrix(3, 2), eye, eye), "W_Q"));
  CHECK(refused(validate_attention(X, eye, Matrix(3, 2), eye), "W_K"));
  CHECK(refused(validate_attention(X, eye, eye, Matrix(3, 2)), "W_V"));
  CHECK(refused(validate_attention(X, eye, eye, Matrix()), "empty"));
  CHECK(refused(validate_attention(Matrix(), eye, eye, eye), "no tokens"));
  CHECK(refused(validate_attention({{1e200, 1}}, eye, eye, eye), "overflow"));
  CHECK(refused(validate_attention({{std::numeric_limits<double>::quiet_NaN(), 1}}, eye, eye, eye), "finite"));
}
