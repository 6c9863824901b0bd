#pragma once
#include <string>

#include "gui/doc.h"
#include "gui/ui.h"

namespace lab::gui {

/// The title of the scene at `at`, which opens a list of all scenes. Returns
/// the slug of the one chosen, "" for none. `room`: width there is.
std::string scene_menu(Ui& ui, const Doc& doc, ImVec2 at, float height, float room);

}  // namespace lab::gui
