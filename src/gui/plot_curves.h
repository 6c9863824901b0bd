#pragma once
#include "gui/ui.h"
#include "views/series_form.h"
#include "views/ticks.h"

/// The curves of a plot and their samples in its legend: for plot_view.cpp only.
namespace lab::gui {

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

void draw_curves(const Chart& c);
/// A piece of the curve, `width` long from `at`.
void draw_sample(const Chart& c, const scenes::Series& s, const views::SeriesForm& form, ImVec2 at, float width);

}  // namespace lab::gui
