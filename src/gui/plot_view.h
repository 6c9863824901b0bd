#pragma once
#include "gui/doc.h"
#include "gui/ui.h"

namespace lab::gui {

/// One plot with axes, log scales, a cursor at the current step and a readout
/// under the pointer; a click or a drag in it goes to that step. `index` of
/// frame.plots.
void draw_plot(Ui& ui, Doc& doc, std::size_t index, Area area);

}  // namespace lab::gui
