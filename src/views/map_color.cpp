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

}  // namespace lab::views
