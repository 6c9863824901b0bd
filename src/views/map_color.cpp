#include "views/map_color.h"

#include <algorithm>
#include <cmath>

namespace lab::views {
namespace {

Rgba between(Rgba from, Rgba to, float share) {
  to.a = static_cast<std::uint8_t>(std::lround(255 * share));
  return blend(to, from);
}

}  // namespace

Rgba map_color(const scenes::HeatMap& map, float value, Theme theme) {
  const Surface& s = surface(theme);
  if (!std::isfinite(value)) return s.grid;
  if (map.low < 0 && map.high > 0) {
    // Signed values: one hue each way, no shade at 0.
    const float share = std::clamp(value / (value < 0 ? map.low : map.high), 0.0F, 1.0F);
    return between(s.panel, value < 0 ? color({scenes::Role::kGroup, 0, 1.0F}, theme) : s.accent, share);
  }
  const float span = map.high - map.low;
  const float share = span > 0 ? std::clamp((value - map.low) / span, 0.0F, 1.0F) : 0.0F;
  // Small weights are many and matter: the root lifts them off the ground.
  const float at = std::sqrt(share);
  constexpr float kAccent = 0.65F;
  return at < kAccent ? between(s.panel, s.accent, at / kAccent) : between(s.accent, s.text, (at - kAccent) / (1 - kAccent));
}

std::vector<Box> minus_signs(const scenes::HeatMap& map, Box place) {
  constexpr double kLowest = 2.8, kNarrow = 9;
  std::vector<Box> out;
  if (!(map.low < 0) || !(map.high > 0) || map.rows == 0 || map.columns == 0) return out;
  const double w = place.w / static_cast<double>(map.columns), h = place.h / static_cast<double>(map.rows);
  if (h < kLowest) return out;
  const double thick = std::clamp(0.1 * h, 1.0, 2.0), gap = w < kNarrow ? 0 : 0.3 * w;
  for (std::size_t i = 0; i < map.rows; ++i)
    for (std::size_t j = 0; j < map.columns;) {
      std::size_t end = j;
      while (end < map.columns && map.values[i * map.columns + end] < 0 && (end == j || gap == 0)) ++end;
      if (end > j) {
        const double y = place.y + h * (static_cast<double>(i) + 0.5) - 0.5 * thick;
        out.push_back({place.x + w * static_cast<double>(j) + gap, y, w * static_cast<double>(end - j) - 2 * gap, thick});
      }
      j = std::max(end, j + 1);
    }
  return out;
}

Rgba minus_color(Theme theme) {
  Rgba ink = surface(theme).text;
  ink.a = 190;
  return ink;
}

}  // namespace lab::views
