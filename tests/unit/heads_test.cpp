// Multi-head attention: NumPy's numbers, the identities, ranks, Eckart and Young, and what is counted.
#include <doctest.h>

#include <cmath>
#include <numeric>

#include "core/heads.h"
#include "core/product.h"

using namespace lab::core;

namespace {

MultiHead drawn(std::uint64_t seed, std::size_t n, std::size_t width, std::size_t heads) {
  Generator draw = default_rng(seed);
  return draw_heads(draw, n, width, heads);
}

std::vector<Head> run_all(const MultiHead& in) {
  std::vector<Head> out;
  for (std::size_t m = 0; m < in.heads; ++m) out.push_back(run_head(in, m));
  return out;
}

double largest(const Matrix& M) {
  double most = 0;
  for (const double x : M.data) most = std::max(most, std::abs(x));
  return most;
}

double gap(const Matrix& a, const Matrix& b) {
  REQUIRE(a.data.size() == b.data.size());
  double most = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) most = std::max(most, std::abs(a.data[i] - b.data[i]));
  return most;
}

}  // namespace

TEST_CASE("Four heads of width 2 give NumPy's numbers for seed 15") {
  // default_rng(15): W_Q, W_K, W_V, W_O, X standard normal, the W over sqrt 8; NumPy 1.24.
  const MultiHead in = drawn(15, 10, 8, 4);
  const auto heads = run_all(in);
  const Matrix out = concatenate_and_mix(in, heads);
  CHECK(out(0, 0) == doctest::Approx(0.07960430844993512).epsilon(1e-12));
  CHECK(out(9, 7) == doctest::Approx(-0.08285631839768892).epsilon(1e-12));
  CHECK(heads[2].weights(3, 4) == doctest::Approx(0.37587417185338523).epsilon(1e-12));
  const auto full = singular_values(full_form(in));
  CHECK(full[0] == doctest::Approx(1.964467166284339).epsilon(1e-12));
  CHECK(full[7] == doctest::Approx(0.0031800081870612257).epsilon(1e-10));
  CHECK(predicted_distance(full, 2) == doctest::Approx(1.4868869542164591).epsilon(1e-12));
  CHECK(frobenius_distance(head_form(in, 0), full_form(in)) == doctest::Approx(2.1542434437746736).epsilon(1e-12));
}

TEST_CASE("Concatenation and W_O add up the heads, and the forms add up to the wide one") {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const std::size_t h : {1U, 2U, 3U, 6U, 12U}) {
      const MultiHead in = drawn(seed, 5, 12, h);
      const auto heads = run_all(in);
      const Matrix out = concatenate_and_mix(in, heads);
      CHECK(gap(sum_of_parts(heads), out) <= 1e-13 * largest(out));
      Matrix forms(12, 12);
      for (std::size_t m = 0; m < h; ++m)
        for (std::size_t i = 0; i < forms.data.size(); ++i) forms.data[i] += head_form(in, m).data[i];
      CHECK(gap(forms, full_form(in)) <= 1e-13 * largest(forms));
      for (const Head& head : heads)
        for (std::size_t i = 0; i < 5; ++i) CHECK(std::accumulate(head.weights.row(i).begin(), head.weights.row(i).end(), 0.0) == doctest::Approx(1).epsilon(1e-14));
    }
}

TEST_CASE("The scores of a head are its form over sqrt d_a") {
  const MultiHead in = drawn(7, 6, 8, 2);
  const Matrix scores = product_transposed(product(in.X, head_form(in, 1)), in.X);
  const Matrix weights = run_head(in, 1).weights;
  // Softmax undone: differences of logarithms within a row are differences of scores.
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 1; j < 6; ++j)
      CHECK(std::log(weights(i, j) / weights(i, 0)) == doctest::Approx((scores(i, j) - scores(i, 0)) / 2).epsilon(1e-10));
}

TEST_CASE("Ranks are at most d_m / h, d_m for one wide head, and lower where the matrix is") {
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (const std::size_t h : {1U, 2U, 4U, 8U, 16U}) {
      const MultiHead in = drawn(seed, 2, 16, h);
      for (std::size_t m = 0; m < h; ++m) CHECK(numerical_rank(head_form(in, m)) == 16 / h);
    }
  CHECK(numerical_rank(Matrix(4, 4)) == 0);
  CHECK(numerical_rank(Matrix{{1, 2}, {2, 4}}) == 1);
  CHECK(numerical_rank(Matrix::identity(5)) == 5);
  // The threshold separates what is tiny from what is rounding.
  CHECK(numerical_rank(Matrix{{1, 0}, {0, 1e-10}}) == 2);
  CHECK(numerical_rank(Matrix{{1, 0}, {0, 1e-17}}) == 1);
}

TEST_CASE("Eckart and Young: measured distances are those of the singular values, and no other matrix of the rank is nearer") {
  Generator draw = default_rng(4);
  for (const std::size_t width : {3U, 8U, 16U}) {
    const Matrix B = full_form(drawn(width, 2, width, 1));
    const auto singular = singular_values(B);
    const auto measured = distances_to_rank(B);
    REQUIRE(measured.size() == width + 1);
    for (std::size_t r = 0; r <= width; ++r) CHECK(std::abs(measured[r] - predicted_distance(singular, r)) <= 1e-13 * measured[0]);
    CHECK(measured[0] == doctest::Approx(frobenius_distance(B, Matrix(width, width))));
    for (int trial = 0; trial < 50; ++trial) {
      const std::size_t r = 1 + static_cast<std::size_t>(draw.integers(0, static_cast<std::int64_t>(width) - 1));
      Matrix left(width, r), right(width, r);
      draw.standard_normal(left.data);
      draw.standard_normal(right.data);
      CHECK(frobenius_distance(product_transposed(left, right), B) >= measured[r]);
    }
  }
}

TEST_CASE("Parameters and arithmetic do not depend on h, the maps do") {
  for (const std::size_t h : divisors(24)) {
    const HeadCost cost = head_cost(10, 24, h);
    CHECK(cost.parameters == 4 * 24 * 24);
    CHECK(cost.projections == 4 * 10 * 24 * 24);
    CHECK(cost.attention == 2 * 100 * 24);
    CHECK(cost.maps == h * 100);
    CHECK(cost.exponentials == h * 100);
  }
  CHECK(divisors(24) == std::vector<std::size_t>{1, 2, 3, 4, 6, 8, 12, 24});
  // The cut pieces really are so many numbers.
  const MultiHead in = drawn(1, 3, 8, 4);
  CHECK(in.WQ.data.size() + in.WK.data.size() + in.WV.data.size() + in.WO.data.size() == head_cost(3, 8, 4).parameters);
}

TEST_CASE("Another number of tokens leaves the weights as they are") {
  const MultiHead ten = drawn(15, 10, 8, 4), eleven = drawn(15, 11, 8, 4);
  CHECK(ten.WQ == eleven.WQ);
  CHECK(ten.WK == eleven.WK);
  CHECK(ten.WV == eleven.WV);
  CHECK(ten.WO == eleven.WO);
  for (std::size_t m = 0; m < 4; ++m) CHECK(head_form(ten, m) == head_form(eleven, m));
}
