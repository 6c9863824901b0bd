#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "scenes/param.h"

/// Makers of the rows of a parameter table: what every row has, then what its
/// kind needs.
namespace lab::scenes {

Param row_of(std::string key, std::string label, std::string group, std::string help);
Param ranged(Param p, Kind kind, double min, double max, Scale scale = Scale::kLinear);
Param choice(Param p, std::vector<Option> options, bool view_only = false);
/// kSwitch, kText, kSeed: kinds without a range.
Param plain(Param p, Kind kind);
/// Changes the picture only.
Param view(Param p);
Param with_unit(Param p, std::string unit);
/// kMatrix that need not be square.
Param any_shape(Param p);
/// The slider's first stop is 0, the next `smallest`.
Param zero_stop(Param p, double smallest);
/// The slider's last stop is infinity.
Param endless(Param p);

/// The group of what is shown and how.
inline constexpr const char* kShowGroup = "Show";
/// A switch of that group, which changes the picture only.
Param show_row(std::string key, std::string label, std::string help);

/// The choice among a scene's presets, each with a key and a label.
template <class Presets>
std::vector<Option> options_of(const Presets& presets) {
  std::vector<Option> out;
  for (const auto& preset : presets) out.push_back({preset.key, preset.label});
  return out;
}

/// A table from its parts, in order.
template <class Row>
std::vector<Row> joined(std::initializer_list<std::vector<Row>> parts) {
  std::vector<Row> all;
  for (const std::vector<Row>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace lab::scenes
