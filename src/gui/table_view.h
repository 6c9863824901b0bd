#pragma once
#include "gui/doc.h"
#include "gui/ui.h"

namespace lab::gui {

/// The frame's tables, one below the other; long ones scroll in themselves.
void draw_tables(Ui& ui, const scenes::Frame& frame);

}  // namespace lab::gui
