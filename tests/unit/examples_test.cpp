// The worked examples (A = I): exact where arithmetic is exact.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "core/limit.h"
#include "core/presets.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using namespace lab::test;

namespace {

Preset preset(const char* key) {
  const NamedPreset* named = find_preset(key);
  REQUIRE(named != nullptr);
  return named->make();
}

void check_near(std::span<const double> z, std::initializer_list<double> expected, double tol) {
  REQUIRE(z.size() == expected.size());
  std::size_t c = 0;
  for (const double e : expected) CHECK(std::abs(z[c++] - e) <= tol);
}

}  // namespace

TEST_CASE("example: two leaders and a follower") {
  const Preset p = preset("predict-1");
  CHECK(p.tokens == Matrix{{2, 0}, {0, 1}, {1, .5}});
  CHECK(one_based(leaders_of(p.tokens, p.params)) == Indices{1, 2});
  const Matrix next = after(p.tokens, p.params, 1);
  CHECK(next(2, 0) == 12.0 / 11.0);
  CHECK(next(2, 1) == 5.0 / 11.0);
  check_near(after(p.tokens, p.params, 200).row(2), {2, 0}, 1e-8);
}

TEST_CASE("example: a tie that rests") {
  const Preset p = preset("predict-2");
  CHECK(attended_sets(p.tokens, p.params) == std::vector<Indices>{{1}, {2}, {1, 2, 3}});
  CHECK(after(p.tokens, p.params, 1000) == p.tokens);
}

TEST_CASE("example: the projection of 0 onto an edge between leaders of unequal norm is no limit") {
  const HardmaxParams params{Matrix::identity(2)};
  const Matrix Z{{2, 0}, {0, 1}, {.4, .8}};
  CHECK(attended_sets(Z, params)[2] == Indices{1, 2, 3});
  CHECK(printed("%.5f", after(Z, params, 1).row(2)) == "[0.43636 0.78182]");
  check_near(after(Z, params, 250).row(2), {2, 0}, 1e-8);
}

TEST_CASE("example: an emergent leader") {
  const Preset p = preset("emergent");
  CHECK(one_based(leaders_of(p.tokens, p.params)) == Indices{1, 3});
  const Matrix next = after(p.tokens, p.params, 1);
  CHECK(one_based(leaders_of(next, p.params)) == Indices{1, 2, 3});
  check_near(next.row(1), {15.0 / 44, 23.0 / 44}, 1e-16);
  std::vector<double> row(4);
  score_row(next, p.params.A, 1, row);
  CHECK(printed("%.8f", row[1]) == "0.38946281");
  CHECK(printed("%.7f", row[3]) == "0.3827686");
}

TEST_CASE("published example: three leaders, one of them emergent") {
  const Preset p = preset("published-emergent");
  CHECK(p.params.alpha == 0.5);
  CHECK(one_based(leaders_of(p.tokens, p.params)) == Indices{1, 3});
  Matrix Z = p.tokens;
  for (int k = 1; k <= 30; ++k) {
    Z = after(Z, p.params, 1);
    CHECK(one_based(leaders_of(Z, p.params)) == Indices{1, 2, 3});
    check_near(Z.row(1), {-1.0 / 18, 5.0 / 36}, 1e-15);
  }
  CHECK(printed("%.6f", Z.row(1)) == "[-0.055556 0.138889]");
  for (const std::size_t token : {4u, 7u, 8u}) check_near(Z.row(token - 1), {1, 1.0 / 3}, 2e-5);
  for (const std::size_t token : {5u, 6u}) check_near(Z.row(token - 1), {-1, -1}, 2e-5);
}

TEST_CASE("published example: a square, and two tokens that end on its sides") {
  const Preset p = preset("published-square");
  CHECK(p.params.alpha == 0.5);
  CHECK(one_based(leaders_of(p.tokens, p.params)) == Indices{1, 2, 3, 4});
  CHECK(attended_sets(p.tokens, p.params)[4] == Indices{3, 4});
  CHECK(attended_sets(p.tokens, p.params)[5] == Indices{1, 2});
  const Matrix once = after(p.tokens, p.params, 1), twice = after(p.tokens, p.params, 2);
  CHECK(once(5, 0) == 2.0 / 3);
  check_near(twice.row(5), {7.0 / 9, 0}, 2e-16);
  CHECK(once(4, 0) == -2.0 / 3);
  const Matrix late = after(p.tokens, p.params, 40);
  check_near(late.row(4), {-1, 0}, 1e-7);
  check_near(late.row(5), {1, 0}, 1e-7);
  for (std::size_t i = 0; i < 4; ++i) check_near(late.row(i), {p.tokens(i, 0), p.tokens(i, 1)}, 0.0);
}
