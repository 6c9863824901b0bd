#include "gui/sheet_view.h"

#include "gui/scroll.h"
#include "gui/strip_view.h"

namespace lab::gui {
namespace {

constexpr float kWidest = 1180;  ///< longer lines of letters nobody follows

void notes(const Look& look, const std::vector<std::string>& list, float width) {
  for (const std::string& note : list) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Indent(12 * look.unit);
    paragraph(look, look.small, look.text, note, width - 12 * look.unit);
    ImGui::Unindent(12 * look.unit);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + 3, ImGui::GetCursorScreenPos().y - 4}, look.accent, 2);
    ImGui::Dummy({1, 4 * look.unit});
  }
}

}  // namespace

bool SheetView::wanted(const scenes::Frame& frame) {
  return !frame.strips.empty() || !frame.bars.empty() || !frame.maps.empty();
}

void SheetView::draw(Ui& ui, Doc& doc, Area area, float top) {
  const Look& look = ui.look;
  ImGui::GetWindowDrawList()->AddRectFilled(area.low(), area.high(), look.ground);
  const Area inner{area.x, area.y + top, area.w, area.h - top};
  if (begin_panel(ui, "##sheet", inner, look.ground, look.pad())) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float width = room < kWidest * look.unit ? room : kWidest * look.unit;
    for (std::size_t i = 0; i < doc.frame->strips.size(); ++i) {
      draw_strip(ui, doc, i, width);
      ImGui::Dummy({1, 8 * look.unit});
    }
    notes(look, doc.frame->notes, width);
    for (const scenes::Bars& bars : doc.frame->bars) {
      draw_bars(ui, bars, width);
      ImGui::Dummy({1, 8 * look.unit});
    }
    const float left = inner.y + inner.h - ImGui::GetCursorScreenPos().y - ImGui::GetScrollY();
    draw_maps(ui, doc, maps_, width, left - 16 * look.unit);
    ImGui::Dummy({1, 12 * look.unit});
  }
  end_panel(ui);
}

}  // namespace lab::gui
