#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scenes/frame.h"

/// Axes of plots and pictures: where the marks of an axis go and what is
/// written beside them. Shared by the window and the SVG file.
namespace lab::views {

struct Tick {
  double value = 0;
  std::string label;  ///< "" for minor ticks; UTF-8, e.g. "0.25", "−3", "10⁻⁶"
  bool major = true;
};

/// Round numbers (1, 2, 5 times a power of ten) inside [low, high]. `target` is
/// the wished number of intervals: about width / 80 px or height / 40 px. At
/// most 2 * target + 2 ticks; for an empty or infinite range one tick or none.
std::vector<Tick> linear_ticks(double low, double high, int target);
/// As linear_ticks, with the wished distance of two ticks instead of their
/// number: the grid of a picture with equal axes takes the same for both.
std::vector<Tick> spaced_ticks(double low, double high, double distance);
/// As linear_ticks, but never closer than 1: for layers and counts.
std::vector<Tick> integer_ticks(double low, double high, int target);
/// Powers of ten inside [low, high], thinned to about `target` labelled ones;
/// minor ticks at 2 .. 9 when few decades are shown, else at skipped decades.
std::vector<Tick> log_ticks(double low, double high, int target);

/// At most `digits` significant digits, no trailing zeros, a true minus sign,
/// "1.2×10⁻⁷" outside [1e-4, 1e6), "∞", "−∞", "undefined".
std::string number_text(double value, int digits = 4);
/// 10 to the `exponent` as "10⁻⁶"; "1" and "10" for 0 and 1.
std::string power_text(int exponent);

/// One axis of a plot, ready to be drawn. low < high, both positive and finite
/// if `log`.
struct Axis {
  double low = 0;
  double high = 1;
  bool log = false;
  bool integer = false;  ///< only whole numbers occur
  double floor = 0;      ///< > 0: smaller values are drawn here
  bool floored = false;  ///< some value is below the floor: say so on screen

  /// 0 at low, 1 at high, linear or logarithmic, floor applied; NaN stays NaN.
  double position(double value) const;
  /// The value at a position: inverse of position.
  double value(double position) const;
  std::vector<Tick> ticks(int target) const;
};

/// The axis that holds all series: with a little air, 0 included for counts,
/// whole decades on log scales.
Axis x_axis(const scenes::Plot& plot);
/// The axis of plot `which` among plots above each other: those with the same
/// x label and scale share the widest range, so that a layer of one stands
/// below the same layer of the other.
Axis x_axis(std::span<const scenes::Plot> plots, std::size_t which);
Axis y_axis(const scenes::Plot& plot);

}  // namespace lab::views
