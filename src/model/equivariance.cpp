#include "model/equivariance.h"

#include <algorithm>
#include <cmath>

#include "model/reference.h"

namespace lab::model {
namespace {

using Order = std::span<const std::uint32_t>;

core::Status check_order(const Config& config, std::span<const Token> tokens, Order permutation) {
  if (tokens.empty() || tokens.size() > config.window)
    return core::Error{"The model takes 1 to " + std::to_string(config.window) + " characters, not " +
                       std::to_string(tokens.size()) + "."};
  if (std::ranges::any_of(tokens, [&](Token t) { return t >= config.vocab; }))
    return core::Error{"The text has characters outside the vocabulary."};
  std::vector<std::uint32_t> sorted(permutation.begin(), permutation.end());
  std::ranges::sort(sorted);
  bool all = sorted.size() == tokens.size();
  for (std::size_t i = 0; all && i < sorted.size(); ++i) all = sorted[i] == i;
  if (!all) return core::Error{"The order must name each of the " + std::to_string(tokens.size()) + " places once."};
  return core::success();
}

template <class T>
double largest_gap(const reference::Table<T>& moved, const reference::Table<T>& plain, Order permutation) {
  double gap = 0.0;
  for (std::size_t i = 0; i < moved.rows; ++i)
    for (std::size_t j = 0; j < moved.columns; ++j) {
      const double difference = std::fabs(static_cast<double>(moved(i, j)) - static_cast<double>(plain(permutation[i], j)));
      if (std::isnan(difference)) return difference;
      gap = std::max(gap, difference);
    }
  return gap;
}

template <class T>
OrderGap measure(const Weights& weights, std::span<const Token> tokens, Order permutation, bool positions) {
  const reference::Reference<T> model(weights);
  std::vector<Token> reordered;
  for (const std::uint32_t from : permutation) reordered.push_back(tokens[from]);
  const auto plain = model.forward(tokens, positions), moved = model.forward(reordered, positions);
  OrderGap gap;
  gap.stream.push_back(largest_gap(moved.start, plain.start, permutation));
  for (std::size_t b = 0; b < plain.blocks.size(); ++b)
    gap.stream.push_back(largest_gap(moved.blocks[b].after, plain.blocks[b].after, permutation));
  gap.logits = largest_gap(moved.logits, plain.logits, permutation);
  return gap;
}

}  // namespace

core::Result<OrderGap> order_gap(const Weights& weights, std::span<const Token> tokens,
                                 std::span<const std::uint32_t> permutation, bool positions, Digits digits) {
  if (const auto s = check_order(weights.config, tokens, permutation); !s) return core::Error{s.error()};
  return digits == Digits::kFloat32 ? measure<float>(weights, tokens, permutation, positions)
                                    : measure<double>(weights, tokens, permutation, positions);
}

}  // namespace lab::model
