#pragma once
#include <span>
#include <string>
#include <string_view>

#include "gui/icons.h"
#include "gui/ui.h"
#include "scenes/param.h"

/// The controls of the window, drawn by ourselves on ImGui's behaviour. Each
/// takes the key under which its HTML twin finds it.
namespace lab::gui {

struct ButtonStyle {
  Icon icon = Icon::kNone;
  bool strong = false;    ///< filled with the accent
  bool quiet = false;     ///< no ground until hovered
  bool pressed = false;   ///< shown as chosen
  float width = 0;        ///< 0: as wide as its words
};
bool button(Ui& ui, std::string_view key, std::string_view label, const ButtonStyle& style = {});
bool icon_button(Ui& ui, std::string_view key, Icon icon, std::string_view hint, const ButtonStyle& style = {});
/// Switch with a sliding knob; the caller draws the label. Returns whether it was thrown.
bool toggle(Ui& ui, std::string_view key, bool on);
/// Slim track, filled up to `at` in [0, 1]. Returns whether `at` was moved.
bool slider(Ui& ui, std::string_view key, double& at, float width);
/// One of a few options side by side. Returns the index clicked or -1.
int segments(Ui& ui, std::string_view key, std::span<const scenes::Option> options, std::string_view chosen, float width);
/// One of many options in a list that drops down. Returns the index clicked or -1.
int choice(Ui& ui, std::string_view key, std::span<const scenes::Option> options, std::string_view chosen, float width);

/// The same from a small button that shows the key of what is chosen; `words` are its hint.
int code_choice(Ui& ui, std::string_view key, std::span<const scenes::Option> options, std::string_view chosen, std::string_view words);

struct FieldStyle {
  float width = 0;
  bool right = false;     ///< numbers stand to the right
  bool small = false;
  int id = 0;             ///< tells apart fields of one key
  std::string shown = {};  ///< what stands there while nobody edits; "": the text itself
  std::string_view signs = "text";  ///< scenes::signs_of(): which soft keyboard is offered
};
/// A text field showing `text`; true when an edit was committed (Enter or
/// leaving the field), which is then in `text`.
bool field(Ui& ui, std::string_view key, std::string& text, const FieldStyle& style);

/// What is marked in the field that has the keyboard, or all of it; "" where there is none.
std::string edited_text();

/// Heading of a group that folds. Returns whether it is open.
bool group_heading(Ui& ui, std::string_view key, std::string_view label, bool open_by_default);
/// A thin line between parts of the window.
void draw_rule(const Look& look, ImVec2 from, ImVec2 to);
/// A hint beside the pointer; not for fingers, which would hide it.
void hint(const Ui& ui, std::string_view words);

}  // namespace lab::gui
