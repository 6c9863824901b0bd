#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/scale.h"

/// The models that the course notebook names in sections 6 and 13, with their shapes
/// as their papers give them, and the figures that it quotes.
namespace lab::core {

struct KnownModel {
  std::string_view key;      ///< "gpt-3"
  std::string_view name;     ///< "GPT-3"
  std::string_view source;   ///< the paper that the shape is from
  ModelShape shape;
  std::uint64_t context = 1; ///< longest of the paper, or as the note says
  std::string_view quoted;   ///< parameters as the notebook says them: "175 B"
  double quoted_value = 0;
  double quoted_unit = 1;    ///< one in its last digit
  bool complete = true;      ///< the paper gives each size that is counted
  std::string_view note;     ///< what is counted, and why it may differ from what is quoted
};
/// From the course's own model to the largest.
std::span<const KnownModel> known_models();
/// Null when there is none of this key.
const KnownModel* find_model(std::string_view key);

/// A figure that the notebook prints. It is reproduced when what is computed
/// is less than one unit of its last digit away, which lets the notebook cut as
/// well as round.
struct QuotedFigure {
  std::string_view model;   ///< key; "" for any
  std::string_view what;    ///< what it counts, behind the number: "of weights at 2 bytes"
  std::string_view quoted;  ///< "350 GB"
  double value = 0;         ///< in the unit of `computed`
  double unit = 1;          ///< one in its last digit
  double computed = 0;
  bool reproduced() const { return computed > value - unit && computed < value + unit; }
};
/// All figures of sections 6 and 13 that follow from shapes, computed from them.
std::vector<QuotedFigure> quoted_figures();

}  // namespace lab::core
