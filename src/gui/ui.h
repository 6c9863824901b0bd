#pragma once
#include <map>
#include <string>
#include <string_view>

#include "gui/camera.h"
#include "gui/embed.h"
#include "gui/look.h"

namespace lab::gui {

/// What all parts of the window share while a frame is drawn.
struct Ui {
  Look look;
  Embed embed;
  /// Where each control was drawn, by key, for the HTML twins. Only what shows.
  std::map<std::string, Area, std::less<>> rects;
  std::string focus;        ///< key whose HTML twin has the keyboard
  bool reveal = false;      ///< `focus` is new: bring its control into view
  bool finger = false;      ///< the pointer is a finger
  bool in_text = false;     ///< the keyboard is in a field for text, where a line break is a letter
  bool dragging = false;    ///< a slider, a token or a panel follows the pointer
  bool reduced_motion = false;

  void begin_frame() { rects.clear(); dragging = in_text = false; }
  bool focused(std::string_view key) const { return !key.empty() && key == focus; }
  /// Registers the last ImGui item as the control `key` and rings it when its
  /// twin has the keyboard.
  void twin(std::string_view key);
  void twin(std::string_view key, ImVec2 low, ImVec2 high);
};

/// Text helpers; colours and fonts of the look.
void text(const Look& look, ImFont* font, ImU32 ink, std::string_view words);
/// Wrapped at `width`; 0: at the edge of the panel.
void paragraph(const Look& look, ImFont* font, ImU32 ink, std::string_view words, float width = 0);
/// Draws on a list without layout; returns the width.
float put_text(ImDrawList* list, ImFont* font, float dpr, ImVec2 at, ImU32 ink, std::string_view words);
ImVec2 text_size(ImFont* font, float dpr, std::string_view words);
/// With line breaks so that it fits into `width`. Lines are broken at spaces only: ImGui's own wrapping parts "1.5" and
/// "10,000" too. A word wider than that stays whole.
std::string broken(ImFont* font, float dpr, std::string_view words, float width);
/// Shortened with an ellipsis to fit into `width`.
std::string fitted(ImFont* font, float dpr, std::string_view words, float width);

}  // namespace lab::gui
