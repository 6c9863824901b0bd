#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/hardmax.h"
#include "scenes/param.h"

/// The table of the hardmax lab: one row a parameter, in the order in which
/// links and command lines apply them. A row may depend on rows above it (its
/// fallback does, and setting an upper row resets it), never on rows below.
namespace lab::scenes {

struct HardmaxSettings {
  std::string preset = "collection-1";
  std::int64_t horizon = 400;
  std::int64_t n = 30;     ///< of the random preset
  std::int64_t d = 2;      ///< of the random preset
  std::string seed = "15"; ///< of the random preset
  core::Matrix tokens;
  core::Matrix a;
  double alpha = 0.1;
  double tie = core::kTieTolerance;
  double speed = 12;
  std::int64_t selected = 0;  ///< 1-based; 0: none
  std::string projection = "coordinates";
  std::string arrows = "all";
  bool trails = true;
  bool hulls = true;
  bool limit = true;
  bool support = true;
  bool ellipse = false;
  bool labels = true;
};

enum HardmaxRow : std::size_t {
  kPreset, kHorizon, kN, kD, kSeed, kTokens, kA, kAlpha, kTie, kSpeed, kSelected, kProjection, kArrows,
  kTrails, kHulls, kLimit, kSupport, kEllipse, kLabels, kHardmaxRows
};

inline constexpr std::int64_t kMostTokens = 10000;
inline constexpr std::int64_t kMostDimensions = 64;
/// Coordinates and entries of A: keeps every score far from overflow.
inline constexpr double kLargestEntry = 1e6;
/// All states of a run are kept; a run may need this much memory for them.
inline constexpr double kStateBytes = 256.0 * 1024 * 1024;

std::span<const Field<HardmaxSettings>> hardmax_fields();
/// The same rows without the members.
std::span<const Param> hardmax_params();

/// What a preset decides. `n`, `d` and `seed` matter to the random one only.
struct HardmaxStart {
  core::Matrix tokens;
  core::Matrix a;
  double alpha = 0.1;
  double tie = core::kTieTolerance;
  std::int64_t horizon = 400;
  bool ellipse = false;  ///< A is what the preset is about
};
/// Keys and labels of the presets, in order; the last is "random".
std::span<const Option> hardmax_presets();
/// One line: what to look at.
std::string_view hardmax_preset_note(std::string_view key);
HardmaxStart hardmax_start(const HardmaxSettings& settings);

}  // namespace lab::scenes
