#pragma once
#include <string>

#include "gui/doc.h"
#include "gui/ui.h"

namespace lab::gui {

/// What is chosen in the list of scenes.
struct MenuChoice {
  std::string scene;     ///< a slug, "" for none
  bool lessons = false;  ///< the course's pages
};

/// The title of the scene at `at`, which opens a list of all scenes, the lessons first. `room`: width there is.
MenuChoice scene_menu(Ui& ui, const Doc& doc, ImVec2 at, float height, float room);

}  // namespace lab::gui
