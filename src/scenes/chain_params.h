#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "scenes/param.h"

/// The table of "Metastable chain". A row may depend on rows above it, never on rows below.
namespace lab::scenes {

struct ChainSettings {
  std::string preset = "triangle";
  double beta = 6;
  double gamma = 0.1;
  double radius = 0.15;
  std::string counts = "movements";  ///< what a step of the scene is
  std::int64_t horizon = 400;
  std::string seed = "1";
  core::Matrix tokens;
  std::int64_t runs = 300;           ///< of the ensemble, at each beta
  std::int64_t betas = 13;
  double first_beta = 4;
  double last_beta = 16;
  std::int64_t arrival = 40;
  double speed = 12;
  std::int64_t selected = 1;         ///< 1-based; 0: none
  bool cells = true;
  bool circles = true;
  bool trails = true;
  bool labels = true;
};

enum ChainRow : std::size_t {
  kChainPreset, kChainBeta, kChainGamma, kChainRadius, kChainCounts, kChainHorizon, kChainSeed, kChainTokens, kChainRuns, kChainBetas, kChainFirst,
  kChainLast, kChainArrival, kChainSpeed, kChainSelected, kChainCells, kChainCircles, kChainTrails, kChainLabels
};

inline constexpr std::int64_t kMostChainTokens = 32;
inline constexpr std::int64_t kMostChainDimensions = 8;

std::span<const Field<ChainSettings>> chain_fields();
/// What the preset decides, everything else as it is by default.
ChainSettings chain_start(const ChainSettings& settings);
/// One line: what to look at.
std::string_view chain_preset_note(std::string_view key);

}  // namespace lab::scenes
