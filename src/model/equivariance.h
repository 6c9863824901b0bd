#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.h"
#include "model/weights.h"

/// Is the order of the tokens seen? (Course notebook, section 4, and exercise 2.)
///
/// P reorders rows: row i of P X is row permutation[i] of X. Attention, LayerNorm
/// and MLP give f(P X) = P f(X), so a model without positions treats its window
/// as a set; the positions, added before the first block, break that.
namespace lab::model {

/// The largest entries of |f(P X) - P f(X)|: 0 in exact arithmetic without
/// positions, and then in the computer as large as its rounding.
struct OrderGap {
  std::vector<double> stream;   ///< residual stream: before the first block, then behind each
  double logits = 0.0;
};

enum class Digits { kFloat32, kFloat64 };

/// Runs the model on the tokens and on the tokens reordered. Without
/// `positions`, pe counts as 0. Errors: a permutation that is none or has
/// another length; no tokens, more than the window, or tokens outside the
/// vocabulary. Takes two passes of the readable model.
core::Result<OrderGap> order_gap(const Weights& weights, std::span<const Token> tokens,
                                 std::span<const std::uint32_t> permutation, bool positions,
                                 Digits digits = Digits::kFloat32);

}  // namespace lab::model
