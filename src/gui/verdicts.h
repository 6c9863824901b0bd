#pragma once
#include "gui/doc.h"
#include "gui/icons.h"
#include "gui/ui.h"

namespace lab::gui {

/// Cards: what is claimed, what it asks for, predicts, what was measured.
void draw_verdicts(Ui& ui, const scenes::Frame& frame);
/// A row of pills that say the findings at a glance; true when one was clicked.
bool draw_verdict_pills(Ui& ui, const scenes::Frame& frame, ImVec2 at, float width);
float pill_height(const Look& look);
Icon finding_icon(scenes::Finding finding);

}  // namespace lab::gui
