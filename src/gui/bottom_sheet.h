#pragma once
#include "gui/layout.h"
#include "gui/ui.h"

namespace lab::gui {

/// The sheet of controls at the lower edge of a phone: closed, half up or up.
/// A tap on its tabs goes from one to the next, a finger on them draws it.
class BottomSheet {
 public:
  /// How far it is up, in [0, 1].
  float at() const { return at_; }
  bool closed() const { return rest_ < 0.25F; }
  bool drawn() const { return drawn_; }
  /// The open tab was tapped: up, away, and back to half.
  void next() { rest_ = closed() ? 0.5F : rest_ < 0.75F ? 1.0F : 0.0F; }
  void open() { if (closed()) rest_ = 0.5F; }
  /// Call after each tab, its ImGui item being the last one: whether the finger draws the sheet by it.
  bool draw_by(Ui& ui, const Layout& layout);
  /// Goes on to where it is going to rest. Once a frame.
  void settle(Ui& ui);

 private:
  float at_ = 0.5F;
  float rest_ = 0.5F;    ///< where it is going: 0, 0.5 or 1
  float from_ = 0;       ///< height when the finger came down
  float speed_ = 0;      ///< pixels per second, upwards
  bool drawn_ = false;
};

}  // namespace lab::gui
