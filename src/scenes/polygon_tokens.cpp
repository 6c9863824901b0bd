#include "scenes/polygon_tokens.h"

#include <cmath>

#include "core/elementary.h"

namespace lab::scenes {
namespace {

constexpr double kTurn = 6.28318530717958647692;

/// `turns` from the x axis; what rounding leaves of a quarter turn is 0.
void append_at(core::Matrix& tokens, double radius, double turns) {
  const core::SinCos at = core::sincos(kTurn * turns);
  const double x = std::abs(at.cos) < 1e-15 ? 0 : at.cos, y = std::abs(at.sin) < 1e-15 ? 0 : at.sin;
  append_tokens(tokens, {{radius * x, radius * y}});
}

}  // namespace

core::Matrix regular_polygon(std::size_t corners) {
  core::Matrix out(0, 2);
  for (std::size_t i = 0; i < corners; ++i)
    append_at(out, 1, 0.25 + static_cast<double>(i) / static_cast<double>(corners));
  return out;
}

void append_tokens(core::Matrix& tokens, const core::Matrix& more) {
  tokens.data.insert(tokens.data.end(), more.data.begin(), more.data.end());
  tokens.rows += more.rows;
}

void append_polar(core::Matrix& tokens, std::initializer_list<std::array<double, 2>> places) {
  for (const auto& [radius, degrees] : places) append_at(tokens, radius, degrees / 360);
}

}  // namespace lab::scenes
