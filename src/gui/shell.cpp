#include "gui/shell.h"

#include <algorithm>

#include "gui/plot_view.h"
#include "gui/scroll.h"
#include "gui/table_view.h"
#include "gui/verdicts.h"

namespace lab::gui {
namespace {

constexpr auto kWindowFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                              ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;

}  // namespace

Wishes Shell::draw(Ui& ui, Doc& doc, ImVec2 window) {
  Wishes wishes;
  wishes.theme = ui.look.theme;
  layout_ = make_layout(window, ui.look, plots_open_, sheet_);
  if (layout_.docked && tab_ == Tab::kPlots) tab_ = Tab::kControls;
  show_focus(ui, doc);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(window);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.look.gap(), 6 * ui.look.unit));
  ImGui::Begin("##lab", nullptr, kWindowFlags);
  picture_.draw(ui, doc, layout_.picture);
  overlay(ui, doc);
  draw_top_bar(ui, doc, layout_, wishes);
  draw_transport(ui, doc, layout_, plots_open_);
  if (layout_.plots.h > 0) plots(ui, doc, layout_.plots);
  draw_tabs(ui, doc, layout_, tab_, sheet_);
  if (layout_.panel.h > 1) panel(ui, doc);
  if (!layout_.phone) {
    const ImVec2 at = layout_.tabs.low();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x, window.y}, ui.look.border, 1);
  }
  ImGui::End();
  ImGui::PopStyleVar();
  return wishes;
}

/// The control whose twin was just focused must be on screen: open its tab.
void Shell::show_focus(const Ui& ui, const Doc& doc) {
  if (!ui.reveal || ui.focus.empty()) return;
  const bool param = scenes::find_param(*doc.scene, ui.focus) >= 0 || ui.focus.starts_with("action:");
  if (param) tab_ = Tab::kControls;
  if (param && layout_.phone && sheet_ < 0.25F) sheet_ = 0.5F;
}

void Shell::overlay(Ui& ui, Doc& doc) {
  const Look& look = ui.look;
  const Area& a = layout_.picture;
  const float pills = (look.touch ? 30.0F : 24.0F) * look.unit;
  const float y = a.y + 10;
  if (draw_verdict_pills(ui, *doc.frame, {a.x + 12, y}, a.w - look.icon_button() - 28)) {
    tab_ = Tab::kVerdicts;
    if (layout_.phone && sheet_ < 0.25F) sheet_ = 0.5F;
  }
  view_buttons(ui, doc);
  remarks(ui, doc, y + pills + 8);
}

void Shell::view_buttons(Ui& ui, Doc& doc) {
  const Area& a = layout_.picture;
  const float side = ui.look.icon_button();
  const float x = a.x + a.w - side - 8;
  float y = a.y + 8;
  const auto place = [&] {
    ImGui::SetCursorScreenPos({x, y});
    y += side + 2;
  };
  const bool fitted_now = doc.view->zoom <= 0;
  place();
  if (icon_button(ui, "view:fit", Icon::kFit, "Fit the picture (F)", {Icon::kNone, false, true, !fitted_now, 0})) picture_.fit(doc);
  if (a.h < 4 * side) return;
  place();
  if (icon_button(ui, "view:in", Icon::kPlus, "Zoom in (+)", {Icon::kNone, false, true, false, 0})) picture_.zoom_by(doc, 1.4);
  place();
  if (icon_button(ui, "view:out", Icon::kMinus, "Zoom out (−)", {Icon::kNone, false, true, false, 0})) picture_.zoom_by(doc, 1 / 1.4);
}

/// What was refused in the picture, and the newest notes, under the pills.
void Shell::remarks(Ui& ui, Doc& doc, float top) {
  const Look& look = ui.look;
  const Area& a = layout_.picture;
  const float width = std::min(380 * look.unit, a.w - look.icon_button() - 40);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto say = [&](const std::string& words, ImU32 ink) {
    const ImVec2 size = text_size(look.small, look.dpr, words, width - 20);
    if (top + size.y + 14 > a.y + 0.45F * a.h && ink != look.problem) return;
    const ImVec2 low{a.x + 12, top}, high{a.x + 12 + size.x + 22, top + size.y + 10};
    list->AddRectFilled(low, high, with_alpha(look.panel, 0.9F), look.rounding());
    list->AddRectFilled(low, {low.x + 3, high.y}, ink, 2);
    list->AddText(look.small, look.small->FontSize / look.dpr, {low.x + 12, low.y + 5}, look.text, words.c_str(), nullptr, width - 20);
    top = high.y + 6;
  };
  const auto refused = doc.refused->find("");
  if (refused != doc.refused->end()) say(refused->second, look.problem);
  for (const std::string& note : doc.frame->notes) say(note, look.accent);
}

void Shell::plots(Ui& ui, Doc& doc, Area area) {
  const Look& look = ui.look;
  const std::size_t n = doc.frame->plots.size();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.low(), area.high(), look.panel);
  list->AddLine(area.low(), {area.x + area.w, area.y}, look.border, 1);
  if (n == 0) return;
  const std::size_t shown = std::min<std::size_t>(n, area.w > 1500 ? 3 : 2);
  const float w = area.w / static_cast<float>(shown);
  for (std::size_t i = 0; i < shown; ++i)
    draw_plot(ui, doc, i, {area.x + w * static_cast<float>(i) + 8, area.y + 4, w - 16, area.h - 8});
}

void Shell::panel(Ui& ui, Doc& doc) {
  const Look& look = ui.look;
  constexpr const char* kNames[] = {"##controls", "##plots", "##verdicts", "##tables"};
  const bool open = begin_panel(ui, kNames[static_cast<int>(tab_)], layout_.panel, look.panel, look.pad());
  if (open && tab_ == Tab::kControls) controls_.draw(ui, doc);
  if (open && tab_ == Tab::kVerdicts) draw_verdicts(ui, *doc.frame);
  if (open && tab_ == Tab::kTables) draw_tables(ui, *doc.frame);
  if (open && tab_ == Tab::kPlots) {
    const float width = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < doc.frame->plots.size(); ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_plot(ui, doc, i, {at.x, at.y, width, 210 * look.unit});
      ImGui::SetCursorScreenPos({at.x, at.y + 220 * look.unit});
      ImGui::Dummy({0, 0});
    }
  }
  end_panel(ui);
}

}  // namespace lab::gui
