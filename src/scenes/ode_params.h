#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/matrix.h"
#include "scenes/param.h"

/// The table of "ODE limit".
namespace lab::scenes {

struct OdeSettings {
  std::string preset = "pentagon";
  double coarse = 0.1;
  double middle = 0.01;
  double fine = 0.001;
  std::int64_t last = 6;   ///< last time
  std::string seed = "3";  ///< of the random preset
  core::Matrix tokens;
  core::Matrix b;
  double speed = 20;
  bool cells = true;
  bool exact = true;
  bool labels = false;
};

enum OdeRow : std::size_t {
  kOdePreset,
  kOdeCoarse,
  kOdeMiddle,
  kOdeFine,
  kOdeLast,
  kOdeSeed,
  kOdeTokens,
  kOdeB,
  kOdeSpeed,
  kOdeCells,
  kOdeExact,
  kOdeLabels
};

inline constexpr std::size_t kMostOdeTokens = 24;
inline constexpr std::size_t kOdeStepsPerTime = 20;  ///< positions of the slider in one unit of time

std::span<const Field<OdeSettings>> ode_fields();
/// What the preset decides: tokens and B. Everything else as it is by default.
OdeSettings ode_start(const OdeSettings& settings);
/// One line: what to look at.
std::string_view ode_preset_note(std::string_view key);

}  // namespace lab::scenes
