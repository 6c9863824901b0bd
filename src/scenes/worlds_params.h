#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/matrix.h"
#include "scenes/param.h"

/// The table of "Three worlds".
namespace lab::scenes {

struct WorldsSettings {
  std::string preset = "triangle";
  double beta = 9;
  double gamma = 0.2;
  double radius = 0.3;
  std::int64_t decades = 7;  ///< last time 10^decades
  std::string seed = "1";    ///< of the chain
  core::Matrix tokens;
  double speed = 6;
  bool trails = true;
  bool circles = true;
  bool labels = false;
};

enum WorldsRow : std::size_t {
  kWorldsPreset,
  kWorldsBeta,
  kWorldsGamma,
  kWorldsRadius,
  kWorldsDecades,
  kWorldsSeed,
  kWorldsTokens,
  kWorldsSpeed,
  kWorldsTrails,
  kWorldsCircles,
  kWorldsLabels
};

inline constexpr std::size_t kMostWorldsTokens = 16;

std::span<const Field<WorldsSettings>> worlds_fields();
/// What the preset decides: tokens, beta, gamma, radius and the last time. Everything else as it is by default.
WorldsSettings worlds_start(const WorldsSettings& settings);
/// One line: what to look at.
std::string_view worlds_preset_note(std::string_view key);

}  // namespace lab::scenes
