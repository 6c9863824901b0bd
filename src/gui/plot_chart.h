#pragma once
#include <algorithm>

#include "gui/camera.h"
#include "gui/look.h"
#include "views/ticks.h"

namespace lab::gui {

/// A plot with its axes, and the place where its curves are drawn.
struct Chart {
  const scenes::Plot& plot;
  const Look& look;
  views::Axis x, y;
  Area inner;
  ImDrawList* list;
  bool named_below;  ///< there is a line of its own for the name of the x axis

  ImVec2 at(double vx, double vy) const {
    return {inner.x + inner.w * static_cast<float>(std::clamp(x.position(vx), -1.0, 2.0)),
            inner.y + inner.h * (1 - static_cast<float>(std::clamp(y.position(vy), -1.0, 2.0)))};
  }
};

/// All curves and bars.
void draw_series(const Chart& c);
/// A piece of the curve's line for the legend, `width` long from `at`.
void draw_sample(const Chart& c, const scenes::Series& s, ImVec2 at, float width);

}  // namespace lab::gui
