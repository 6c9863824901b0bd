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
  const float span = map.high - map.low;
  const float share = span > 0 ? std::clamp((value - map.low) / span, 0.0F, 1.0F) : 0.0F;
  // Small weights are many and matter: the root lifts them off the ground.
  const float at = std::sqrt(share);
  constexpr float kAccent = 0.65F;
  return at < kAccent ? between(s.panel, s.accent, at / kAccent) : between(s.accent, s.text, (at - kAccent) / (1 - kAccent));
}

}  // namespace lab::views
