#pragma once
#include <map>
#include <string>

#include "gui/embed.h"
#include "scenes/frame.h"
#include "scenes/link.h"
#include "scenes/player.h"
#include "scenes/registry.h"

namespace lab::gui {

/// What the window shows and acts on. The app owns the parts.
struct Doc {
  const scenes::Entry* entry = nullptr;
  scenes::Scene* scene = nullptr;
  scenes::Player* player = nullptr;
  scenes::ViewState* view = nullptr;
  const scenes::Frame* frame = nullptr;
  std::uint64_t revision = 0;  ///< of `frame`, different for every scene: key of what is kept between frames
  /// What was refused last, by key of the control; "" for the picture.
  std::map<std::string, std::string, std::less<>>* refused = nullptr;
  const Embed* embed = nullptr;
};

// What the reader's hand does. What the page around an embed has locked is
// refused, and put back where something else (a preset, say) would change it.

/// Sets a parameter from text; a refusal is kept for the line under its control.
void set_param(Doc& doc, const std::string& key, const std::string& text);
/// As set_param, for values that the control has in hand.
void set_param(Doc& doc, std::size_t index, const scenes::Value& value);
void do_action(Doc& doc, std::size_t index);
/// A press on a letter or a cell of a map.
void press(Doc& doc, std::int32_t handle);
/// Whether marks of the picture may be moved, added and removed.
bool may_move(const Doc& doc);
/// Notes the outcome of anything done under `key`.
void note_outcome(Doc& doc, const std::string& key, const core::Status& status);

}  // namespace lab::gui
