#pragma once
#include "gui/doc.h"
#include "gui/ui.h"

namespace lab::gui {

/// A strip of letters in cells, broken into lines at `width`. A click on a
/// letter with a handle presses it. Moves the cursor below.
void draw_strip(Ui& ui, Doc& doc, std::size_t index, float width);
/// Bars with their names below, in as many rows as `width` asks for.
void draw_bars(Ui& ui, const scenes::Bars& bars, float width);

}  // namespace lab::gui
