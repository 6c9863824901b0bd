#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/softmax_dynamics.h"
#include "scenes/param.h"

/// The table of "Softmax against hardmax". As in the hardmax lab a row may
/// depend on rows above it, never on rows below.
namespace lab::scenes {

struct SoftmaxSettings {
  std::string preset = "collection-1";
  std::int64_t horizon = 120;
  std::int64_t n = 13;     ///< of the random preset
  std::int64_t d = 2;      ///< of the random preset
  std::string seed = "15"; ///< of the random preset
  core::Matrix tokens;
  core::Matrix a;
  double alpha = 0.1;
  double beta = 10;
  std::string rule = "all";
  double tie = core::kTieTolerance;
  double speed = 8;
  std::int64_t selected = 4;  ///< 1-based; 0: none
  std::string show = "all";
  bool pulls = true;
  bool trails = true;
  bool hulls = true;
  bool labels = false;
};

enum SoftmaxRow : std::size_t {
  kSoftPreset, kSoftBeta, kSoftRule, kSoftHorizon, kSoftN, kSoftD, kSoftSeed, kSoftTokens, kSoftA, kSoftAlpha, kSoftTie, kSoftSpeed,
  kSoftSelected, kSoftShow, kSoftPulls, kSoftTrails, kSoftHulls, kSoftLabels
};

/// Every layer needs n^2 exponentials, for several beta at once.
inline constexpr std::int64_t kMostSoftTokens = 60;
inline constexpr std::int64_t kMostSoftDimensions = 16;

std::span<const Field<SoftmaxSettings>> softmax_fields();
/// What the preset decides (tokens, A, alpha, beta, the rule, the last layer
/// and the selected token), everything else as it is by default. `n`, `d` and
/// `seed` of `settings` matter to the random preset.
SoftmaxSettings softmax_start(const SoftmaxSettings& settings);
/// One line: what to look at.
std::string_view softmax_preset_note(std::string_view key);

}  // namespace lab::scenes
