#pragma once
#include "gui/doc.h"
#include "gui/map_view.h"
#include "gui/ui.h"

namespace lab::gui {

/// Strips of letters, bars and maps in the place of the picture, below one
/// another, scrolling where they do not fit.
class SheetView {
 public:
  /// Whether this frame is one for the sheet: it has letters, bars or maps.
  static bool wanted(const scenes::Frame& frame);
  /// Draws into `area`; the first `top` pixels stay free for what lies above.
  void draw(Ui& ui, Doc& doc, Area area, float top);
  /// After a lost context.
  void forget_gl() { maps_.forget_gl(); }

 private:
  MapTextures maps_;
};

}  // namespace lab::gui
