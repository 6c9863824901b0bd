#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "scenes/param.h"
#include "scenes/schedule_rows.h"

/// The table of "Cells". A row may depend on rows above it, never on rows below.
namespace lab::scenes {

struct CellsSettings {
  std::string preset = "five";
  std::int64_t vertices = 5;  ///< of the random preset, as the next three
  std::int64_t inner = 24;
  std::int64_t d = 2;
  std::string seed = "15";
  std::int64_t horizon = 60;
  std::string schedule = "constant";
  double gamma = 0.1;
  std::string formula = "1/(t+2)";
  core::Matrix tokens;
  core::Matrix b;
  double speed = 8;
  std::string field = "off";
  double beta = 8;
  std::int64_t depth = 30;
  std::int64_t grid = 60;
  std::int64_t selected = 0;  ///< 1-based; 0: none
  bool cells = true;
  bool lines = true;
  bool worst = true;
  bool labels = false;
};

enum CellsRow : std::size_t {
  kCellsPreset, kCellsVertices, kCellsInner, kCellsD, kCellsSeed, kCellsHorizon, kCellsSchedule, kCellsGamma, kCellsFormula,
  kCellsTokens, kCellsB, kCellsSpeed, kCellsField, kCellsBeta, kCellsDepth, kCellsGrid, kCellsSelected, kCellsShowCells,
  kCellsLines, kCellsWorst, kCellsLabels
};

/// Each step needs n^2 scores.
inline constexpr std::int64_t kMostCellsTokens = 600;
inline constexpr std::int64_t kMostCellsSteps = 200;

std::span<const Field<CellsSettings>> cells_fields();
/// What the preset decides: tokens, B, the schedule and the last step, everything else as it is by default.
/// `vertices`, `inner`, `d` and `seed` of `settings` matter to the random preset.
CellsSettings cells_start(const CellsSettings& settings);
/// One line: what to look at.
std::string_view cells_preset_note(std::string_view key);

}  // namespace lab::scenes
