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
  void arrange(Ui& ui, const Doc& doc, ImVec2 window);
  void ground(const Ui& ui, ImVec2 window) const;
  void overlay(Ui& ui, Doc& doc, Wishes& wishes);
  void view_buttons(Ui& ui, Doc& doc, float y);
  float note_line(const Ui& ui, const Doc& doc) const;
  void remarks(Ui& ui, Doc& doc, float top);
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
  bool panel_open_ = false;     ///< of a small embed
  std::size_t first_plot_ = 0;  ///< of the docked ones
  BottomSheet sheet_;
  ImVec2 panel_size_{};         ///< of the last frame
  float keyboard_ = 0;          ///< as in Ui, of the last frame
  int settle_ = 0;              ///< frames in which the edited field is kept in view
  std::string edited_;          ///< Ui::editing of the last frame
};

}  // namespace lab::gui
