#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "scenes/param.h"

/// The table of "Finite β: collapse". A row may depend on rows above it, never on rows below.
namespace lab::scenes {

struct CollapseSettings {
  std::string preset = "pentagon";
  double beta = 10;
  double gamma = 0.1;
  std::int64_t horizon = 144;  ///< last mark
  std::int64_t n = 12;         ///< of the random presets
  std::int64_t d = 2;
  std::string seed = "1";
  core::Matrix tokens;
  double speed = 16;
  std::int64_t selected = 0;   ///< 1-based; 0: none
  bool trails = true;
  bool hulls = true;
  bool labels = false;
};

enum CollapseRow : std::size_t {
  kCollapsePreset, kCollapseBeta, kCollapseGamma, kCollapseHorizon, kCollapseN, kCollapseD, kCollapseSeed, kCollapseTokens, kCollapseSpeed,
  kCollapseSelected, kCollapseTrails, kCollapseHulls, kCollapseLabels
};

inline constexpr std::int64_t kMostCollapseTokens = 32;
inline constexpr std::int64_t kMostCollapseDimensions = 8;
inline constexpr std::int64_t kMostCollapseMark = 256;  ///< t = 2^19

std::span<const Field<CollapseSettings>> collapse_fields();
/// What the preset decides; `n`, `d` and `seed` of `settings` matter to the drawn presets.
CollapseSettings collapse_start(const CollapseSettings& settings);
/// Whether n, d and seed decide the tokens of this preset.
bool collapse_draws(std::string_view preset);
/// One line: what to look at.
std::string_view collapse_preset_note(std::string_view key);

}  // namespace lab::scenes
