#pragma once
#include "gui/bars.h"
#include "gui/controls.h"
#include "gui/picture_row.h"
#include "gui/sheet_view.h"
#include "gui/verdicts.h"

namespace lab::gui {

/// The whole window: bars, picture, plots and panel.
class Shell {
 public:
  /// Draws one frame of the window of this size, in CSS pixels.
  Wishes draw(Ui& ui, Doc& doc, ImVec2 window);
  PictureRow& picture() { return picture_; }
  SheetView& sheet() { return sheet_view_; }
  const Layout& layout() const { return layout_; }

 private:
  void overlay(Ui& ui, Doc& doc);
  void view_buttons(Ui& ui, Doc& doc);
  void remarks(Ui& ui, Doc& doc, float bottom);
  void plots(Ui& ui, Doc& doc, Area area);
  void panel(Ui& ui, Doc& doc);
  void open_tab(Tab tab);
  void show_focus(const Ui& ui, const Doc& doc);

  Layout layout_;
  PillRows pills_;
  PictureRow picture_;
  SheetView sheet_view_;
  Controls controls_;
  Tab tab_ = Tab::kControls;
  bool plots_open_ = true;
  std::size_t first_plot_ = 0;  ///< of the docked ones
  float sheet_ = 0.5F;
};

}  // namespace lab::gui
