#pragma once
#include "gui/ui.h"

namespace lab::gui {

/// Lets a finger scroll the current ImGui window by its content, with a little
/// run-out, and hands finger and wheel on to the window around it where it has
/// come to its end. Call inside the window, inner windows first. Cancels the
/// press on whatever control the finger happened to come down on.
void finger_scroll(Ui& ui);
/// A child window that scrolls, filling `area`, padded. End with end_panel.
bool begin_panel(Ui& ui, const char* name, Area area, ImU32 ground, float pad);
void end_panel(Ui& ui);

}  // namespace lab::gui
