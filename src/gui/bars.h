#pragma once
#include "gui/bottom_sheet.h"
#include "gui/doc.h"
#include "gui/layout.h"
#include "gui/scene_menu.h"
#include "gui/ui.h"

namespace lab::gui {

/// What the bars may change about the window itself.
struct Wishes {
  views::Theme theme = views::Theme::kDark;
  bool theme_chosen = false;  ///< by hand in this frame
  MenuChoice menu;            ///< another scene, or the lessons
  bool share = false;         ///< the state is to be handed on
  bool take = false;          ///< pictures, numbers or the state are to be taken away
  std::string language;       ///< code of another language, chosen in this frame
};

/// Title and claim at the left, where the run is and the theme at the right.
void draw_top_bar(Ui& ui, Doc& doc, const Layout& layout, Wishes& wishes);
/// As many of a headline's parts as fit, none of them cut.
std::string headline_parts(const Look& look, std::string_view headline, float width);
/// Reset, back, play, step, the bar of layers, speed; the switches of docked plots and of a small embed's panel.
void draw_transport(Ui& ui, Doc& doc, const Layout& layout, bool& plots_open, bool& panel_open);
/// The tabs over the panel; draws the grip of a phone's sheet as well.
void draw_tabs(Ui& ui, const Doc& doc, const Layout& layout, Tab& tab, BottomSheet& sheet);

}  // namespace lab::gui
