#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/frank_wolfe.h"
#include "scenes/param.h"
#include "scenes/schedule_rows.h"

/// What "Frank-Wolfe step" and "B negative" let a reader set. A scene may leave rows out.
namespace lab::scenes {

struct DescentSettings {
  std::string preset;
  std::int64_t horizon = 60;
  std::int64_t n = 12;       ///< of presets that draw
  std::string seed = "15";   ///< the same
  core::Matrix tokens;
  core::Matrix b;            ///< B; in "B negative" B* = -B
  std::string schedule = "constant";
  double gamma = 0.1;
  std::string formula = "1/(t+2)";
  std::string step = "gamma";  ///< "gamma": P = gamma I; "value": P = (I + V)^-1 V
  core::Matrix v;
  double tie = core::kRelativeTie;
  std::int64_t clouds = 10;
  double speed = 8;
  std::int64_t selected = 1;  ///< 1-based; 0: none
  bool contours = true;
  bool arrows = true;
  bool trails = true;
  bool hulls = true;
  bool labels = false;

  ScheduleSettings steps() const { return {schedule, gamma, formula}; }
};

/// A set of values under one name.
struct DescentPreset {
  const char* key;
  const char* label;
  const char* note;  ///< one line: what to look at
  DescentSettings (*start)(const DescentSettings& settings);  ///< n and seed of `settings` matter to those that draw
  bool draws = false;
};

/// O(n^2) scores a step, all steps at once.
inline constexpr std::int64_t kMostDescentTokens = 60;
inline constexpr std::size_t kMostDescentDimensions = 2;
inline constexpr double kDescentEntry = 1e3;  ///< coordinates, and entries of matrices

using DescentRow = Field<DescentSettings>;
/// "preset", and the tokens with what draws them.
std::vector<DescentRow> descent_start_rows(const std::vector<DescentPreset>& presets, std::int64_t least_n);
/// "schedule", "gamma", "formula", and the tie tolerance.
std::vector<DescentRow> descent_step_rows();
/// "last", at most `longest`, and "speed".
std::vector<DescentRow> descent_run_rows(std::int64_t longest);
/// "selected", trails, hulls and token numbers.
std::vector<DescentRow> descent_show_rows();

}  // namespace lab::scenes
