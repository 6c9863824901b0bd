#include <doctest.h>

#include "model/equivariance.h"
#include "model_support.h"

using namespace lab::model;
using namespace lab::test;

namespace {

std::vector<std::uint32_t> random_order(std::size_t n, std::uint64_t seed) {
  lab::core::Generator generator = lab::core::default_rng(seed);
  std::vector<std::uint32_t> order;
  for (const auto i : generator.permutation(n)) order.push_back(static_cast<std::uint32_t>(i));
  return order;
}

}  // namespace

TEST_CASE("without positions the order of the tokens is not seen, with them it is") {
  const Model shipped = shipped_model();
  const std::vector<Token> tokens = random_tokens(64, 66, 17);
  const auto order = random_order(64, 5);
  const auto blind = order_gap(shipped.weights, tokens, order, false);
  const auto seeing = order_gap(shipped.weights, tokens, order, true);
  REQUIRE(blind.ok());
  REQUIRE(seeing.ok());
  REQUIRE(blind.value().stream.size() == 3);
  CHECK(blind.value().stream[0] == 0.0);  // nothing computed yet
  CHECK(blind.value().logits > 0.0);      // sums in another order round differently
  CHECK(blind.value().logits < 1e-4);
  CHECK(seeing.value().stream[0] > 1.0);
  CHECK(seeing.value().logits > 1.0);
  const auto exact = order_gap(shipped.weights, tokens, order, false, Digits::kFloat64);
  REQUIRE(exact.ok());
  CHECK(exact.value().logits < 1e-12);
}

TEST_CASE("the order left as it is makes no difference at all") {
  const Model shipped = shipped_model();
  const auto same = order_gap(shipped.weights, random_tokens(20, 66, 1), all_rows(20), true);
  REQUIRE(same.ok());
  CHECK(same.value().logits == 0.0);
}

TEST_CASE("orders that are none are refused") {
  const Weights weights = random_weights({7, 6, 8, 2, 2, 10, true}, 1);
  const std::vector<Token> tokens{1, 2, 3};
  for (const std::vector<std::uint32_t>& order : {std::vector<std::uint32_t>{0, 1}, {0, 1, 1}, {0, 1, 3}, {}})
    CHECK_FALSE(order_gap(weights, tokens, order, true).ok());
  CHECK_FALSE(order_gap(weights, {}, {}, true).ok());
  CHECK_FALSE(order_gap(weights, std::vector<Token>(7, 1), all_rows(7), true).ok());
  CHECK_FALSE(order_gap(weights, std::vector<Token>{1, 7}, all_rows(2), true).ok());
}
