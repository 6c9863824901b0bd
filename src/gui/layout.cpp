#include "gui/layout.h"

#include <algorithm>

namespace lab::gui {
namespace {

Layout wide(ImVec2 window, const Look& look, bool plots_open, bool runs, bool dock, Parts parts) {
  Layout l;
  const float u = look.unit;
  const bool low = window.y < 520;
  // Beside a picture that stands alone in a page's column the panel takes less.
  const float wanted = parts.bars ? std::clamp(0.27F * window.x, 280.0F, 344.0F) : std::clamp(0.34F * window.x, 220.0F, 320.0F);
  const float side = !parts.panel ? 0 : wanted * (u > 1 ? 1.12F : 1.0F);
  const float top = !parts.bars ? 0 : (low ? 48.0F : 56.0F) * u;
  l.top = {0, 0, window.x, top};
  l.tabs = {window.x - side, top, side, !parts.bars ? 0 : (look.touch ? 48.0F : 42.0F) * u};
  l.panel = {l.tabs.x, top + l.tabs.h, side, window.y - top - l.tabs.h};
  const float left = window.x - side;
  const float bar = runs ? std::max(52.0F * u, look.icon_button() + 10) : 0;
  // Where nothing runs there is no bar to fold the plots with: they get a tab, unless the scene is about them.
  l.docked = parts.bars ? !low && (runs || dock) : !runs && dock;
  const float plots = l.docked && plots_open ? std::clamp(0.235F * window.y, 140.0F * u, 260.0F * u) : 0;
  l.transport = {0, window.y - plots - bar, left, bar};
  l.plots = {0, window.y - plots, left, plots};
  l.picture = {0, top, left, l.transport.y - top};
  return l;
}

/// One row below which a second would leave too little for the picture.
constexpr float kOneRow = 480;

Layout narrow(ImVec2 window, const Look& look, float sheet, bool runs, Parts parts) {
  Layout l;
  l.phone = true;
  const float u = look.unit;
  const float top = parts.bars ? 50 * u : 0;
  const float bar = !runs ? 0 : window.y < kOneRow ? look.icon_button() + 6 : 2 * look.row() + 12 * u, tabs = parts.bars ? 52 * u : 0;
  l.top = {0, 0, window.x, top};
  const float rest = window.y - top - bar - tabs;
  l.half = std::clamp(rest - window.x, 0.34F * rest, 0.6F * rest);
  l.full = 0.72F * rest;
  const float panel = !parts.panel ? 0 : sheet <= 0.5F ? l.half * 2 * sheet : l.half + (l.full - l.half) * (2 * sheet - 1);
  l.picture = {0, top, window.x, rest - panel};
  l.transport = {0, top + l.picture.h, window.x, bar};
  l.tabs = {0, l.transport.y + bar, window.x, tabs};
  l.panel = {0, l.tabs.y + tabs, window.x, panel};
  return l;
}

float part_of_picture(const Layout& l, ImVec2 window) { return l.picture.w * l.picture.h / (window.x * window.y); }

/// The picture over one bar. The panel, when it is opened, stands beside the picture, or in its place.
Layout small(ImVec2 window, const Look& look, bool runs, Parts parts) {
  Layout l;
  l.small = true;
  const float bar = runs || parts.panel ? look.icon_button() + 6 : 0;
  const bool beside = window.x >= 440;
  const float top = !parts.bars || window.y < 300 || (parts.opened && !beside) ? 0 : 48 * look.unit;
  const float side = !parts.opened || !parts.panel ? 0 : beside ? std::clamp(0.46F * window.x, 220.0F, 300.0F) : window.x;
  const float tabs = parts.bars && side > 0 ? look.target(42 * look.unit) : 0, end = window.y - bar;
  l.top = {0, 0, window.x, top};
  l.tabs = {window.x - side, top, side, tabs};
  l.panel = {l.tabs.x, top + tabs, side, end - top - tabs};
  l.picture = {0, top, window.x - side, end - top};
  l.transport = {0, end, window.x, bar};
  l.plots = {0, end, window.x, 0};
  return l;
}

}  // namespace

void Layout::shift(ImVec2 by) {
  for (Area* a : {&top, &picture, &transport, &plots, &tabs, &panel}) {
    a->x += by.x;
    a->y += by.y;
  }
}

Area Layout::panel_beside() const {
  if (phone || small || panel.w < 1) return {};
  return {panel.x, tabs.y, panel.w, tabs.h + panel.h};
}

Layout make_layout(ImVec2 window, const Look& look, bool plots_open, float sheet, bool runs, bool plots, bool dock, Parts parts) {
  // A phone on its side is narrow in the other direction: the panel stays at the right.
  // In the column of a page a narrow panel beside the picture is better than a low one below it.
  const bool phone = parts.bars ? window.x < 700 && window.x < 1.35F * window.y : window.x < 460 || (window.x < 700 && window.x < 1.1F * window.y);
  const Layout l = phone ? narrow(window, look, sheet, runs, parts) : wide(window, look, plots && (plots_open || !runs), runs, dock, parts);
  // Large windows keep their panels, and so does a picture that has most of the room anyway.
  if (!parts.embed || window.x * window.y > 640 * 480 || part_of_picture(l, window) > 0.5F) return l;
  return small(window, look, runs, parts);
}

}  // namespace lab::gui
