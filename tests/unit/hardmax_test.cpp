// The layer itself: sizes, degenerate inputs, extreme scales, the small rules.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/hardmax.h"
#include "core/hash.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool finite(const Matrix& Z) {
  return std::all_of(Z.data.begin(), Z.data.end(), [](double z) { return std::isfinite(z); });
}

/// Readable twin of attend and hardmax_step for one token, straight from the
/// definitions: all scores of the row, the set of maximizers, their mean.
struct Twin {
  Indices set;
  std::vector<double> mean, next;
};

Twin twin(const Matrix& Z, const HardmaxParams& params, std::size_t i) {
  const std::size_t n = Z.rows, d = Z.cols;
  std::vector<double> score(n, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t r = 0; r < d; ++r) {
      double w = 0.0;
      for (std::size_t c = 0; c < d; ++c) w += params.A(r, c) * Z(i, c);
      score[j] += w * Z(j, r);
    }
  const double best = *std::max_element(score.begin(), score.end());
  Twin out{{}, std::vector<double>(d, 0.0), std::vector<double>(d)};
  for (std::uint32_t j = 0; j < n; ++j)
    if (score[j] >= best - params.tie_rtol * std::max(1.0, std::abs(best))) out.set.push_back(j);
  for (std::size_t c = 0; c < d; ++c) {
    for (const auto j : out.set) out.mean[c] += Z(j, c);
    out.mean[c] /= static_cast<double>(out.set.size());
    out.next[c] = (Z(i, c) + params.alpha * out.mean[c]) / (1.0 + params.alpha);
  }
  return out;
}

void check_against_twin(const Matrix& Z, const HardmaxParams& params, const Indices& rows) {
  Attention attention;
  attend(Z, params, attention);
  Matrix next;
  hardmax_step(Z, attention, params.alpha, next);
  for (const auto i : rows) {
    const Twin expected = twin(Z, params, i);
    REQUIRE(attention.count[i] == expected.set.size());
    REQUIRE(attention.first[i] == expected.set.front());
    REQUIRE(attended_set(Z, params, i) == expected.set);
    REQUIRE(is_leader(attention, i) == (expected.set == Indices{i}));
    std::uint64_t hash = kFnvOffset;
    for (const auto j : expected.set) hash = hash_index(hash, j);
    REQUIRE(attention.hash[i] == hash);
    for (std::size_t c = 0; c < Z.cols; ++c) {
      REQUIRE(attention.mean(i, c) == expected.mean[c]);
      REQUIRE(next(i, c) == expected.next[c]);
    }
  }
}

Indices all(const Matrix& Z) {
  Indices rows(Z.rows);
  for (std::uint32_t i = 0; i < Z.rows; ++i) rows[i] = i;
  return rows;
}

}  // namespace

TEST_CASE("hardmax: bit for bit the definition, for drawn tokens, any A, ties included") {
  Draws draws(41);
  for (int number = 0; number < 3000; ++number) {
    const std::size_t d = number % 40 == 0 ? 64 : 1 + draws.below(6), n = 1 + draws.below(14);
    Matrix Z = draw(draws, n, d);
    HardmaxParams params{draw(draws, d, d), draws.uniform(0.01, 3.0), number % 3 == 0 ? 0.0 : 1e-12};
    if (number % 4 == 0) {  // whole numbers: many exact ties and repeated tokens
      for (double& z : Z.data) z = std::floor(2.0 * z);
      params.A = Matrix::identity(d);
    }
    if (number % 7 == 0) params.tie_rtol = 0.3;
    check_against_twin(Z, params, all(Z));
    const Matrix S = scores(Z, params.A);
    std::vector<double> row(n);
    score_row(Z, params.A, n - 1, row);
    REQUIRE(std::equal(row.begin(), row.end(), S.row(n - 1).begin()));
  }
}

TEST_CASE("hardmax: 10,000 tokens") {
  Draws draws(42);
  const Matrix Z = draw(draws, 10000, 2);
  Indices rows;
  for (int number = 0; number < 20; ++number) rows.push_back(static_cast<std::uint32_t>(draws.below(10000)));
  check_against_twin(Z, {Matrix::identity(2)}, rows);
}

TEST_CASE("hardmax: one token, one dimension, all equal, all zero") {
  for (const double z : {0.0, 1.0, -3.5}) {
    const Matrix one{{z}};
    CHECK(after(one, {Matrix{{1.0}}}, 100) == one);
    CHECK(leaders_of(one, {Matrix{{1.0}}}) == Indices{0});
  }
  const Matrix line{{-1.0}, {0.25}, {2.0}, {-0.5}};
  CHECK(attended_sets(line, {Matrix{{1.0}}}) == std::vector<Indices>{{1}, {3}, {3}, {1}});
  CHECK(attended_sets(line, {Matrix{{-1.0}}}) == std::vector<Indices>{{3}, {1}, {1}, {3}});
  const Matrix equal{{1, 2}, {1, 2}, {1, 2}};
  CHECK(attended_sets(equal, {Matrix::identity(2)}) == std::vector<Indices>(3, {1, 2, 3}));
  CHECK(residual(after(equal, {Matrix::identity(2)}, 200), equal) <= 1e-13);
  const Matrix zero(4, 3);
  CHECK(after(zero, {Matrix::identity(3)}, 10) == zero);
  CHECK(leaders_of(zero, {Matrix::identity(3)}).empty());
  // With A = 0 everybody attends to everybody: the mean of all.
  const Matrix mean = after({{1, 0}, {0, 1}}, {Matrix(2, 2), 1.0}, 1);
  CHECK(mean == Matrix{{.75, .25}, {.25, .75}});
}

TEST_CASE("hardmax: repeated tokens never lead, and stay together") {
  Draws draws(43);
  for (int number = 0; number < 300; ++number) {
    const std::size_t d = 1 + draws.below(4);
    Matrix Z = draw(draws, 6, d);
    std::copy(Z.row(0).begin(), Z.row(0).end(), Z.row(3).begin());
    const HardmaxParams params{draw_spd(draws, d), 0.5, number % 2 == 0 ? 0.0 : 1e-12};
    Attention attention;
    for (int k = 0; k < 30; ++k) {
      attend(Z, params, attention);
      REQUIRE_FALSE(is_leader(attention, 0));
      REQUIRE_FALSE(is_leader(attention, 3));
      REQUIRE(attention.hash[0] == attention.hash[3]);
      Z = after(Z, params, 1);
      REQUIRE(std::equal(Z.row(0).begin(), Z.row(0).end(), Z.row(3).begin()));
    }
  }
}

TEST_CASE("hardmax: huge and tiny tokens") {
  const HardmaxParams params{Matrix::identity(2), 0.1, 0.0};
  const Matrix Z{{2, 0}, {0, 1}, {1, .5}};
  for (const double scale : {1e-150, 1e-9, 1e9, 1e149}) {
    Matrix scaled = Z;
    for (double& z : scaled.data) z *= scale;
    REQUIRE(validate_tokens(scaled).ok());
    REQUIRE(validate_params(params, scaled).ok());
    CHECK(attended_sets(scaled, params) == std::vector<Indices>{{1}, {2}, {1}});
    CHECK(finite(after(scaled, params, 100)));
  }
  // Below 1 the tolerance is absolute: tiny tokens all tie unless it is 0.
  const HardmaxParams tolerant{Matrix::identity(2)};
  CHECK(attended_set({{2e-7, 0}, {0, 1e-7}}, tolerant, 0).size() == 2);
  CHECK(attended_set({{2e-5, 0}, {0, 1e-5}}, tolerant, 0).size() == 1);
  // Above 1 it is relative.
  CHECK(attended_set({{1e6, 0}, {1e6, 1e-7}}, tolerant, 0).size() == 2);
}

TEST_CASE("hardmax: scores beyond the range of doubles are refused, and crash nothing") {
  const HardmaxParams params{Matrix::identity(2)};
  const Matrix Z{{1e200, 0}, {0, 1e200}, {1e200, 1e200}};
  CHECK_FALSE(validate_tokens(Z).ok());
  for (const double rtol : {0.0, 1e-12}) {
    const HardmaxParams any{Matrix::identity(2), 0.1, rtol};
    CHECK(attended_sets(Z, any) == std::vector<Indices>{{1, 3}, {2, 3}, {1, 2, 3}});
    CHECK(finite(after(Z, any, 3)));
  }
  CHECK(attended_set({{kNaN, 0}, {1, 0}}, params, 0) == Indices{0});
  Attention attention;
  attend({{kNaN, 0}, {1, 0}}, params, attention);
  CHECK(attention.count[0] == 1);
  CHECK(attention.first[1] == 1);  // a score of NaN attracts nobody
  CHECK_FALSE(validate_params({{{1e100, 0}, {0, 1}}}, {{1e149, 0}}).ok());
}

TEST_CASE("hardmax: a step allocates nothing and does not depend on earlier contents") {
  Draws draws(44);
  const Matrix first = draw(draws, 9, 3), second = draw(draws, 9, 3);
  const HardmaxParams params{draw_spd(draws, 3)};
  Attention used, fresh;
  attend(first, params, used);
  const double* storage[] = {used.mean.data.data(), used.row.data(), used.direction.data()};
  attend(second, params, used);
  CHECK(used.mean.data.data() == storage[0]);
  CHECK(used.row.data() == storage[1]);
  CHECK(used.direction.data() == storage[2]);
  attend(second, params, fresh);
  CHECK(used.count == fresh.count);
  CHECK(used.hash == fresh.hash);
  CHECK(used.mean == fresh.mean);
  const Matrix small = draw(draws, 2, 3);  // another size is taken up
  attend(small, params, used);
  CHECK(used.count.size() == 2);
  CHECK(used.mean.rows == 2);
}

TEST_CASE("attention layer: V acts on the mean") {
  const HardmaxParams params{Matrix::identity(2)};
  Matrix y;
  attention_layer({{2, 0}, {0, 1}, {1, .5}}, params, {{0, 1}, {-1, 0}}, y);
  CHECK(y == Matrix{{2, -2}, {1, 1}, {1, -1.5}});
}

TEST_CASE("clusters: representatives in order of appearance, farther than the tolerance") {
  const Clusters c = clusters({{0, 0}, {1, 0}, {1e-7, 0}, {1, 1e-6}, {1, 2e-6}});
  CHECK(c.representative == Indices{0, 1, 4});
  CHECK(c.of == Indices{0, 1, 0, 1, 2});  // exactly the tolerance is not farther
  CHECK(clusters({{0, 0}, {.6, 0}, {1.2, 0}}, 1.0).representative == Indices{0, 2});
  CHECK(clusters({{0, 0}, {.6, 0}, {1.2, 0}}, 1.0).of == Indices{0, 0, 1});
  CHECK(clusters(Matrix(0, 2)).representative.empty());
}

TEST_CASE("nearest: the first on ties") {
  CHECK(nearest({{0, 0}, {2, 0}, {5, 0}}, {{-1, 0}, {1, 0}, {4, 0}}, Indices{0, 1, 2}) == Indices{0, 1, 2});
  CHECK(nearest({{0, 0}}, {{-1, 0}, {1, 0}}, Indices{1, 0}) == Indices{1});
}

TEST_CASE("follower map: chains of single arrows, ties, and cycles") {
  Attention a;
  a.count = {1, 1, 1, 2, 1, 1, 1, 1};
  a.first = {0, 0, 1, 0, 3, 6, 5, 6};
  const auto map = follower_map(a);
  CHECK(map[0] == 0u);
  CHECK(map[1] == 0u);
  CHECK(map[2] == 0u);
  for (const std::size_t i : {3u, 4u, 5u, 6u, 7u}) CHECK_FALSE(map[i].has_value());
  // Two tokens that attend to each other: A is not positive definite.
  attend({{1.0}, {-1.0}}, {Matrix{{-1.0}}}, a);
  CHECK_FALSE(follower_map(a)[0].has_value());
}

TEST_CASE("hypotheses: checked one by one") {
  const Matrix Z{{2, 0}, {0, 1}};
  CHECK(check_hypotheses(Z, Matrix::identity(2)).hold());
  const Hypotheses skew = check_hypotheses(Z, {{1, .1}, {0, 1}});
  CHECK_FALSE(skew.symmetric);
  CHECK(skew.positive_definite);
  CHECK(check_hypotheses(Z, {{1, 1e-13}, {0, 1}}).symmetric);
  const Hypotheses saddle = check_hypotheses(Z, {{1, 2}, {2, 1}});
  CHECK(saddle.symmetric);
  CHECK_FALSE(saddle.positive_definite);
  CHECK(saddle.smallest_eigenvalue == doctest::Approx(-1.0).epsilon(1e-14));
  CHECK_FALSE(check_hypotheses(Z, {{1, 1}, {1, 1}}).positive_definite);
  CHECK_FALSE(check_hypotheses(Z, Matrix(2, 2)).positive_definite);
  CHECK(check_hypotheses(Z, {{1e-30, 0}, {0, 1e-30}}).positive_definite);
  CHECK_FALSE(check_hypotheses({{0, 0}, {1, 1}}, Matrix::identity(2)).nonzero);
  CHECK(check_hypotheses({{1e-200, 0}, {1, 1}}, Matrix::identity(2)).nonzero);
  const Hypotheses equal = check_hypotheses({{1, 2}, {1, 2}}, Matrix::identity(2));
  CHECK_FALSE(equal.distinct);
  CHECK(equal.smallest_distance == 0.0);
  CHECK(check_hypotheses({{1e-200, 0}, {2e-200, 0}}, Matrix::identity(2)).distinct);
  CHECK(check_hypotheses({{3, 4}}, Matrix::identity(2)).smallest_norm == 5.0);
  CHECK(std::isinf(check_hypotheses({{3, 4}}, Matrix::identity(2)).smallest_distance));
  CHECK_FALSE(check_hypotheses({{kNaN, 1}}, Matrix::identity(2)).hold());
  CHECK_FALSE(check_hypotheses(Z, {{kInf, 0}, {0, 1}}).hold());
  Draws draws(45);
  for (int number = 0; number < 200; ++number) {
    const std::size_t d = number % 20 == 0 ? 64 : 1 + draws.below(6);
    const Hypotheses drawn = check_hypotheses(draw(draws, 5, d), draw_spd(draws, d, 0.1));
    REQUIRE(drawn.hold());
    REQUIRE(drawn.smallest_eigenvalue >= 0.1 - 1e-12);
  }
  for (int number = 0; number < 200; ++number) {  // v v^T is singular, whatever its rounding
    const std::size_t d = 2 + draws.below(5);
    const Matrix v = draw(draws, 1, d);
    Matrix A(d, d);
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < d; ++j) A(i, j) = v(0, i) * v(0, j);
    REQUIRE_FALSE(check_hypotheses(draw(draws, 2, d), A).positive_definite);
  }
}

TEST_CASE("norm in A") {
  const std::vector<double> z{3, 4};
  CHECK(a_norm(z, Matrix::identity(2)) == 5.0);
  CHECK(a_norm(z, {{1, 0}, {0, 9}}) == doctest::Approx(std::sqrt(153.0)).epsilon(1e-15));
  CHECK(a_norm(std::vector<double>{0, 0}, Matrix::identity(2)) == 0.0);
}

TEST_CASE("validation: one sentence each") {
  CHECK(validate_tokens({{1, 2}}).ok());
  const auto message = [](const Matrix& Z) {
    const Status status = validate_tokens(Z);
    return status.ok() ? std::string() : status.error();
  };
  CHECK(message(Matrix{}) == "There must be at least one token.");
  CHECK(message(Matrix(2, 0)) == "A token must have at least one coordinate.");
  CHECK(message({{1, 2}, {3, kNaN}}) == "Tokens must be finite numbers, but coordinate 2 of token 2 is not.");
  CHECK(message({{kInf, 2}}) == "Tokens must be finite numbers, but coordinate 1 of token 1 is not.");
  CHECK(message({{-1e151, 2}}) == "Tokens must not exceed 1e150 in size, but coordinate 1 of token 1 does.");
  Matrix ragged{{1, 2}, {3, 4}};
  ragged.data.pop_back();
  CHECK(message(ragged) == "The tokens are ragged: every token must have the same number of coordinates.");
  const Matrix Z{{1, 2}};
  CHECK(validate_params({Matrix::identity(2)}, Z).ok());
  CHECK_FALSE(validate_params({Matrix::identity(3)}, Z).ok());
  CHECK_FALSE(validate_params({{{1, kNaN}, {0, 1}}}, Z).ok());
  for (const double alpha : {0.0, -1.0, kNaN, kInf}) CHECK_FALSE(validate_params({Matrix::identity(2), alpha}, Z).ok());
  for (const double rtol : {-1e-12, kNaN, kInf}) CHECK_FALSE(validate_params({Matrix::identity(2), 0.1, rtol}, Z).ok());
  CHECK(validate_params({Matrix::identity(2), 0.1, 0.0}, Z).ok());
}
