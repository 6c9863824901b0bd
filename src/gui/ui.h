#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gui/camera.h"
#include "gui/embed.h"
#include "gui/look.h"
#include "scenes/param.h"

namespace lab::gui {

/// Something that can be pressed, as far as it shows.
struct Target {
  std::string key;      ///< as in Ui::rects, or its id in ImGui
  Area area;
  bool whole = true;    ///< nothing of it is cut off
  bool ground = false;  ///< a picture, a plot, a map: what is pressed there is the nearest thing
};

/// A text field that shows, and the signs that go into it: scenes::signs_of().
struct TextPlace {
  Area area;
  std::string_view signs;
};

/// What of the window's edges is not ours to use, in CSS pixels: notch, rounded corners, bar of gestures.
struct Insets {
  float top = 0, right = 0, bottom = 0, left = 0;
};

/// What all parts of the window share while a frame is drawn.
struct Ui {
  Look look;
  Embed embed;
  /// Where each control was drawn, by key, for the HTML twins. Only what shows.
  std::map<std::string, Area, std::less<>> rects;
  std::vector<Target> targets;        ///< all that can be pressed in this frame
  std::vector<TextPlace> text_places;
  Insets insets;
  float keyboard = 0;       ///< height that a soft keyboard covers, from the lower edge
  std::string editing;      ///< key of the field that has the keyboard
  bool keep_editing_in_view = false;  ///< its panel has become another in this frame
  ImGuiID pulled = 0;       ///< the slider or plot that the finger has begun to pull sideways
  std::string focus;        ///< key whose HTML twin has the keyboard
  bool reveal = false;      ///< `focus` is new: bring its control into view
  std::string clicked;      ///< key of the control whose HTML twin was pressed, until the end of the next frame
  bool finger = false;      ///< the pointer is a finger
  bool in_text = false;     ///< the keyboard is in a field for text, where a line break is a letter
  bool dragging = false;    ///< a slider, a token or a panel follows the pointer
  bool reduced_motion = false;
  std::vector<scenes::Option> languages;  ///< to choose from, by code and own name
  std::string language = "en";

  void begin_frame();
  bool focused(std::string_view key) const { return !key.empty() && key == focus; }
  /// Whether the HTML twin of this control was pressed.
  bool twin_clicked(std::string_view key) const { return !key.empty() && key == clicked; }
  /// Registers the last ImGui item as the control `key` and rings it when its
  /// twin has the keyboard.
  void twin(std::string_view key);
  void twin(std::string_view key, ImVec2 low, ImVec2 high);
  /// An ImGui button without looks; notes where it can be pressed.
  bool press_area(const char* id, ImVec2 size, bool ground = false);
  /// Notes the last ImGui item as something that can be pressed; whether any of it shows.
  bool target(std::string_view key, bool ground = false);
  /// Whether the item that is held is meant to follow the pointer sideways. A finger may be about to scroll: it has to
  /// pull further sideways than up or down first.
  bool pulls();
};

/// Text helpers; colours and fonts of the look. All of them take English and show the language that was set.
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
