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

/// The report after `layers` layers, with every token that led on the way.
LimitReport report_after(const Preset& p, std::size_t layers) {
  Matrix Z = p.tokens, next;
  Attention attention;
  std::vector<bool> led(Z.rows, false);
  for (std::size_t k = 0; k <= layers; ++k) {
    attend(Z, p.params, attention);
    for (const auto i : leaders(attention)) led[i] = true;
    if (k == layers) break;
    hardmax_step(Z, attention, p.params.alpha, next);
    std::swap(Z, next);
  }
  Indices ever;
  for (std::uint32_t i = 0; i < Z.rows; ++i)
    if (led[i]) ever.push_back(i);
  return limit_report(Z, p.params.A, ever);
}

LimitReport report_of(const char* key, std::size_t layers) {
  const NamedPreset* named = find_preset(key);
  REQUIRE(named != nullptr);
  return report_after(named->make(), layers);
}

std::size_t count(const LimitReport& report, LimitKind kind) {
  return static_cast<std::size_t>(std::count(report.kind.begin(), report.kind.end(), kind));
}

void check_all_leaders(const LimitReport& report, const Indices& leaders, const Indices& destination) {
  CHECK(report.complete);
  CHECK(one_based(report.leaders) == leaders);
  CHECK(count(report, LimitKind::kLeader) == report.kind.size());
  CHECK(report.points.rows == leaders.size());
  CHECK(report.largest_distance <= 1e-6);
  for (std::size_t i = 0; i < destination.size(); ++i)
    CHECK(report.leaders[report.target[i]] + 1 == destination[i]);
}

}  // namespace

TEST_CASE("limit: the collections end at their leaders") {
  for (const std::size_t layers : {200u, 400u, 4000u}) {
    check_all_leaders(report_of("collection-1", layers), {2, 4, 5, 6, 8}, {6, 2, 2, 4, 5, 6, 5, 8, 2, 5, 8, 5, 6});
    check_all_leaders(report_of("collection-2", layers), {4, 7, 9, 11, 12, 13},
                      {11, 11, 11, 4, 4, 4, 7, 4, 9, 9, 11, 12, 13});
    check_all_leaders(report_of("diag-1-9", layers), {2, 5}, {5, 2, 2, 2, 5, 5, 5, 5, 2, 5, 5, 5, 5});
  }
  CHECK(report_of("collection-1", 400).largest_distance <= 1e-11);
}

TEST_CASE("limit: early on, tokens are still moving") {
  const LimitReport early = report_of("collection-1", 0);
  CHECK_FALSE(early.complete);
  CHECK(count(early, LimitKind::kLeader) == 5);
  CHECK(count(early, LimitKind::kMoving) == 8);
}

TEST_CASE("limit: the token at 0 ends at leader 5") {
  check_all_leaders(report_of("zero", 400), {2, 4, 5, 6, 8}, {6, 2, 2, 4, 5, 6, 5, 8, 2, 5, 8, 5, 6, 5});
}

TEST_CASE("limit: predict and emergent presets") {
  check_all_leaders(report_of("predict-1", 200), {1, 2}, {1, 2, 1});
  const LimitReport rest = report_of("predict-2", 40);
  CHECK(rest.complete);
  CHECK(rest.kind == std::vector<LimitKind>{LimitKind::kLeader, LimitKind::kLeader, LimitKind::kFace});
  CHECK(rest.points.rows == 3);
  CHECK(rest.points(2, 0) == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(rest.points(2, 1) == doctest::Approx(0.5).epsilon(1e-14));
  check_all_leaders(report_of("emergent", 400), {1, 2, 3}, {1, 2, 3, 3});
  check_all_leaders(report_of("published-emergent", 60), {1, 2, 3}, {1, 2, 3, 1, 3, 3, 1, 1});
}

TEST_CASE("limit: the published square has two projections of 0") {
  const LimitReport square = report_of("published-square", 60);
  CHECK(square.complete);
  CHECK(one_based(square.leaders) == Indices{1, 2, 3, 4});
  CHECK(count(square, LimitKind::kFace) == 2);
  CHECK(square.points.rows == 6);
  const auto left = square.points.row(square.target[4]), right = square.points.row(square.target[5]);
  CHECK(left[0] == doctest::Approx(-1.0).epsilon(1e-14));
  CHECK(std::abs(left[1]) <= 1e-14);
  CHECK(right[0] == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(std::abs(right[1]) <= 1e-14);
}

TEST_CASE("limit: planted leaders, and the token on the edge") {
  check_all_leaders(report_of("planted", 400), {1, 2, 3}, {1, 2, 3, 1, 3, 1, 2, 3, 1, 2, 3, 2, 3});
  const LimitReport held = report_of("planted-edge", 250);
  CHECK(held.complete);
  CHECK(held.kind[13] == LimitKind::kFace);
  const LimitReport carried_off = report_of("planted-edge", 800);
  CHECK(carried_off.kind[13] == LimitKind::kLeader);
  CHECK(carried_off.target[13] == 2);
  const LimitReport symmetric = report_of("planted-symmetric", 1000);
  CHECK(symmetric.complete);
  CHECK(symmetric.kind[13] == LimitKind::kFace);
  CHECK(count(symmetric, LimitKind::kLeader) == 13);
  const auto point = symmetric.points.row(symmetric.target[13]);
  CHECK(std::abs(point[0]) <= 1e-14);
  CHECK(point[1] == doctest::Approx(-1.0).epsilon(1e-14));
}

TEST_CASE("limit: repeated tokens form a vertex without being leaders") {
  const LimitReport twice = report_of("duplicates", 200);
  CHECK(twice.complete);
  CHECK(one_based(twice.leaders) == Indices{3});
  CHECK(twice.kind ==
        std::vector<LimitKind>{LimitKind::kGroup, LimitKind::kGroup, LimitKind::kLeader, LimitKind::kGroup});
  CHECK(twice.points.rows == 2);
  for (const std::size_t i : {0u, 1u, 3u}) CHECK(twice.target[i] == 1);
  // Two such vertices, and a token that ends halfway between them.
  const LimitReport between =
      report_after({{{1, .5}, {1, .5}, {1, -.5}, {1, -.5}, {.3, 0}}, {Matrix::identity(2), 0.5}, 60}, 60);
  CHECK(between.complete);
  CHECK(between.leaders.empty());
  CHECK(count(between, LimitKind::kGroup) == 4);
  CHECK(between.kind[4] == LimitKind::kFace);
  CHECK(between.points(between.target[4], 0) == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(std::abs(between.points(between.target[4], 1)) <= 1e-14);
  // All tokens equal, and a single token at 0.
  const LimitReport equal = limit_report({{1, 2}, {1, 2}}, Matrix::identity(2), Indices{});
  CHECK(equal.complete);
  CHECK(equal.points == Matrix{{1, 2}});
  CHECK(limit_report({{0, 0}}, Matrix::identity(2), Indices{0}).complete);
}

TEST_CASE("limit: a projection in the norm of A, and no projection without a norm") {
  // Leaders of equal norm in A = diag(1, 9), mirrored in y.
  Preset p{{{1, .5}, {1, -.5}, {.3, 0}}, {{{1, 0}, {0, 9}}, 0.5, 0.0}, 60};
  const LimitReport report = report_after(p, 60);
  CHECK(report.complete);
  CHECK(report.kind[2] == LimitKind::kFace);
  p.params.A = {{0, 0}, {0, 0}};
  const LimitReport none = limit_report({{1, .5}, {1, -.5}, {.3, 0}}, p.params.A, Indices{0, 1});
  CHECK_FALSE(none.complete);
  CHECK(none.kind[2] == LimitKind::kMoving);
}

TEST_CASE("limit: one face shared by several tokens is one point") {
  const Preset p{{{1, .5}, {1, -.5}, {.3, 0}, {.6, 0}, {-2, 0}}, {Matrix::identity(2), 0.5, 0.0}, 60};
  const LimitReport report = report_after(p, 60);
  CHECK(report.complete);
  CHECK(report.kind[2] == LimitKind::kFace);
  CHECK(report.kind[3] == LimitKind::kFace);
  CHECK(report.target[2] == report.target[3]);
  CHECK(report.points.rows == 4);
}
