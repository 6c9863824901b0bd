#include <algorithm>
#include <cmath>
#include <limits>

#include "views/ticks.h"

namespace lab::views {
namespace {

/// What occurs along one axis of a plot.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool integer = true;
  bool floored = false;
  bool empty() const { return low > high; }
};

Extent extent(const scenes::Plot& plot, bool vertical, bool log, double floor) {
  Extent e;
  for (const scenes::Series& series : plot.series) {
    for (double v : vertical ? series.y : series.x) {
      if (!std::isfinite(v)) continue;
      e.integer = e.integer && v == std::floor(v);
      if (log && floor > 0 && v < floor) {
        v = floor;
        e.floored = true;
      }
      if (log && v <= 0) continue;
      e.low = std::min(e.low, v);
      e.high = std::max(e.high, v);
    }
  }
  return e;
}

bool has_stems(const scenes::Plot& plot) {
  return std::ranges::any_of(plot.series, [](const scenes::Series& s) { return s.stems; });
}

Axis log_axis(const Extent& e, double floor) {
  Axis axis;
  axis.log = true;
  axis.floor = floor;
  axis.floored = e.floored;
  axis.low = e.empty() ? 0.1 : e.low;
  axis.high = e.empty() ? 1.0 : e.high;
  // The spread of a log axis is kept above half a decade, so that a constant
  // is drawn in the middle and the ticks have something to say.
  const double air = std::max(0.04 * std::log10(axis.high / axis.low), axis.high < 3 * axis.low ? 0.25 : 0.0);
  axis.low = std::max(axis.low * std::pow(10.0, -air), std::numeric_limits<double>::min());
  axis.high = std::min(axis.high * std::pow(10.0, air), std::numeric_limits<double>::max());
  return axis;
}

}  // namespace

double Axis::position(double value) const {
  if (std::isnan(value)) return value;
  if (!log) return (value - low) / (high - low);
  if (floor > 0 && value < floor) value = floor;
  if (value <= 0) return -std::numeric_limits<double>::infinity();
  return std::log(value / low) / std::log(high / low);
}

double Axis::value(double position) const {
  return log ? low * std::pow(high / low, position) : low + (high - low) * position;
}

std::vector<Tick> Axis::ticks(int target) const {
  if (log) return log_ticks(low, high, target);
  return integer ? integer_ticks(low, high, target) : linear_ticks(low, high, target);
}

Axis x_axis(const scenes::Plot& plot) {
  const Extent e = extent(plot, false, plot.log_x, 0);
  if (plot.log_x) return log_axis(e, 0);
  Axis axis;
  axis.integer = e.integer;
  axis.low = e.empty() ? 0 : e.low;
  axis.high = e.empty() ? 1 : e.high;
  // Half a bar's room at both ends.
  if (has_stems(plot)) {
    axis.low -= 0.6;
    axis.high += 0.6;
  }
  for (const double at : {plot.cursor, plot.here})
    if (at >= 0) axis.high = std::max(axis.high, at);
  if (!(axis.high > axis.low)) axis.high = axis.low + std::max(1.0, std::fabs(axis.low) * 1e-6);
  return axis;
}

Axis x_axis(std::span<const scenes::Plot> plots, std::size_t which) {
  Axis axis = x_axis(plots[which]);
  for (const scenes::Plot& other : plots) {
    const bool same = other.x_label == plots[which].x_label && other.log_x == plots[which].log_x;
    if (!same || extent(other, false, other.log_x, 0).empty()) continue;
    const Axis wide = x_axis(other);
    axis.low = std::min(axis.low, wide.low);
    axis.high = std::max(axis.high, wide.high);
    axis.integer = axis.integer && wide.integer;
  }
  return axis;
}

Axis y_axis(const scenes::Plot& plot) {
  const Extent e = extent(plot, true, plot.log_y, plot.y_floor);
  if (plot.log_y) return log_axis(e, plot.y_floor);
  Axis axis;
  axis.integer = e.integer;
  if (e.empty()) return axis;
  axis.low = e.low;
  axis.high = e.high;
  // Counts and other small positive ranges start at 0: half a bar lies.
  if (axis.low > 0 && (has_stems(plot) || axis.integer || axis.low < 0.5 * axis.high)) axis.low = 0;
  double width = axis.high - axis.low;
  if (!(width > 1e-12 * std::fabs(axis.high))) width = std::max(1.0, std::fabs(axis.high));
  axis.high += 0.06 * width;
  if (axis.low != 0) axis.low -= 0.06 * width;
  return axis;
}

}  // namespace lab::views
