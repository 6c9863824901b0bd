#pragma once
#include "imgui.h"

namespace lab::gui {

/// Symbols drawn with lines, sharp at every ratio.
enum class Icon {
  kNone, kPlay, kPause, kBack, kStep, kReset, kFit, kPlus, kMinus, kMoon, kSun, kProjector,
  kDown, kRight, kUp, kClose, kDice, kCheck, kCross, kDash, kWait, kSliders, kPlot, kShield, kTable, kLock, kShare, kTake,
};

/// Centred at `c` in a square of side `size`.
void draw_icon(ImDrawList* list, Icon icon, ImVec2 c, float size, ImU32 ink);

}  // namespace lab::gui
