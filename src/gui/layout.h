#pragma once
#include "gui/camera.h"
#include "gui/look.h"

namespace lab::gui {

enum class Tab { kControls, kPlots, kVerdicts, kTables };

/// Who gets which part of the window. Wide: picture with a panel at its right
/// and plots below. Narrow: picture, transport, and a sheet at the bottom.
/// Small, in embeds only: the picture, and one bar with a switch to the panel.
struct Layout {
  bool phone = false;      ///< narrow
  bool small = false;
  bool docked = false;     ///< plots have a place of their own, not a tab
  Area top, picture, transport, plots, tabs, panel;
  float half = 0, full = 0;  ///< heights of a phone's sheet half up and up

  /// Tabs and panel where they stand beside the picture; else nothing.
  Area panel_beside() const;
  /// All of it elsewhere in the window.
  void shift(ImVec2 by);
};

/// Which parts there are beside the picture: an embed has fewer.
struct Parts {
  bool bars = true;   ///< title, tabs and all plots
  bool panel = true;
  bool embed = false;
  bool opened = false;  ///< the panel of a small embed
};

/// `plots_open`: docked plots unfolded. `sheet` in [0, 1]: how far the sheet of
/// a phone is drawn up. `runs`: the scene has steps, so there is a transport.
/// Without `plots` none are docked; with `dock` they are even where nothing runs.
/// In a small embed the picture has more than half of the room.
Layout make_layout(ImVec2 window, const Look& look, bool plots_open, float sheet, bool runs = true, bool plots = true,
                   bool dock = false, Parts parts = {});

}  // namespace lab::gui
