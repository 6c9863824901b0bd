#pragma once
#include "gui/doc.h"
#include "gui/icons.h"
#include "gui/ui.h"

namespace lab::gui {

/// Cards: what is claimed, what it asks for, predicts, what was measured.
void draw_verdicts(Ui& ui, const scenes::Frame& frame);
/// How the pills stand: by name where the names fit into few rows, into one on
/// a `low` picture and for fingers; else as one row that counts the findings.
struct PillRows {
  bool named = true;
  float height = 0;  ///< of all rows
};
PillRows pill_rows(const Ui& ui, const scenes::Frame& frame, float width, bool low);
/// Pills that say the findings at a glance; true when one was clicked.
bool draw_verdict_pills(Ui& ui, const scenes::Frame& frame, ImVec2 at, float width, const PillRows& rows);
float pill_height(const Look& look);
Icon finding_icon(scenes::Finding finding);

}  // namespace lab::gui
