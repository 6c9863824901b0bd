#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/hardmax.h"
#include "core/matrix.h"

/// The named start configurations of the hardmax experiments.
namespace lab::core {

/// A start with the parameters that show what it is there to show.
struct Preset {
  Matrix tokens;
  HardmaxParams params;    ///< A, alpha and tie tolerance
  std::size_t layers = 0;  ///< suggested depth K
};

struct NamedPreset {
  std::string_view key;    ///< in links and on the command line, e.g. "collection-1"
  std::string_view title;  ///< on the screen
  std::string_view note;   ///< one line: what to look at
  Preset (*make)();
};

/// All of them, in the order of the menu.
std::span<const NamedPreset> presets();
/// Null when there is no preset of this key.
const NamedPreset* find_preset(std::string_view key);

/// The notebook's collections of section 10, 13 tokens in the plane: `which` is
/// 1 or 2, the first and the second draw of uniform(-1, 1, (13, 2)) from
/// default_rng(15).
Matrix notebook_collection(int which);

/// n tokens with coordinates uniform in [-1, 1), from default_rng(seed) row by
/// row; A = I, alpha = 0.1. n, d >= 1.
Preset random_preset(std::size_t n, std::size_t d, std::uint64_t seed);

}  // namespace lab::core
