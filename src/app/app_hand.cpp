// What the reader's hand does: keys and fingers on the canvas, and the page's own controls.
#include <algorithm>

#include "app/app.h"
#include "imgui_internal.h"

namespace lab::app {

void App::use_pinch(gui::Doc& shown) {
  if (input_.pinch_began()) shell_.picture().let_go();
  const Pinch& p = input_.pinch();
  if (p.active) shell_.picture().pinch(shown, p.middle, p.moved, p.factor);
}

/// Along time; with Shift in the picture.
void App::arrow(gui::Doc& shown, ImVec2 by) {
  if (ImGui::GetIO().KeyShift) {
    if (!gui::SheetView::wanted(current())) shell_.picture().nudge(shown, by);
  } else if (by.x > 0) {
    player_.step_forward(*scene_);
  } else if (by.x < 0) {
    player_.step_back(*scene_);
  }
}

void App::use_keys(gui::Doc& shown) {
  // An open list has the keys: Escape closes it.
  if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
    if (std::ranges::find(input_.keys(), SDLK_ESCAPE) != input_.keys().end()) ImGui::ClosePopupToLevel(0, true);
    return;
  }
  gui::PictureRow& picture = shell_.picture();
  for (const SDL_Keycode key : input_.keys()) {
    switch (key) {
      case SDLK_RIGHT: arrow(shown, {1, 0}); break;
      case SDLK_LEFT: arrow(shown, {-1, 0}); break;
      case SDLK_UP: arrow(shown, {0, -1}); break;
      case SDLK_DOWN: arrow(shown, {0, 1}); break;
      case SDLK_t: picture.select_next(shown, ImGui::GetIO().KeyShift ? -1 : 1); break;
      case SDLK_SPACE: player_.toggle(*scene_); break;
      case SDLK_HOME: player_.scrub(*scene_, 0); break;
      case SDLK_END: player_.scrub(*scene_, scene_->horizon()); break;
      case SDLK_r: player_.reset(*scene_); break;
      case SDLK_f: picture.fit(shown); break;
      case SDLK_PLUS: case SDLK_EQUALS: case SDLK_KP_PLUS: picture.zoom_by(shown, 1.25); break;
      case SDLK_MINUS: case SDLK_KP_MINUS: picture.zoom_by(shown, 0.8); break;
      case SDLK_DELETE: case SDLK_BACKSPACE: picture.remove_selected(shown); break;
      case SDLK_ESCAPE: scene_->select(scenes::kNoHandle); break;
      default: break;
    }
  }
}

core::Status App::outcome_of(const std::string& key) {
  wake();
  const auto refused = refused_.find(key);
  return refused == refused_.end() ? core::success() : core::Status(core::Error{refused->second});
}

core::Status App::hand_set(std::string_view key, std::string_view text) {
  gui::Doc shown = doc();
  gui::set_param(shown, std::string(key), std::string(text));
  return outcome_of(std::string(key));
}

core::Status App::hand_act(std::size_t action) {
  gui::Doc shown = doc();
  gui::do_action(shown, action);
  return outcome_of("action:" + scene_->actions()[action].key);
}

core::Status App::hand_press(std::int32_t handle) {
  gui::Doc shown = doc();
  gui::press(shown, handle);
  return outcome_of("");
}

}  // namespace lab::app
