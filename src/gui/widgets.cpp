#include "gui/widgets.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"

namespace lab::gui {
namespace {

/// An ImGui item without looks: where it is and how it is touched.
struct Item {
  ImVec2 low, high;
  bool clicked, hot, held;
  ImVec2 middle() const { return {0.5F * (low.x + high.x), 0.5F * (low.y + high.y)}; }
};

Item item(Ui& ui, std::string_view key, ImVec2 size) {
  ImGui::PushID(key.data(), key.data() + key.size());
  Item i{};
  i.clicked = ImGui::InvisibleButton("##item", {std::max(size.x, 1.0F), std::max(size.y, 1.0F)}) || ui.twin_clicked(key);
  ui.target(key);
  i.low = ImGui::GetItemRectMin();
  i.high = ImGui::GetItemRectMax();
  i.held = ImGui::IsItemActive();
  // A finger leaves no pointer behind that could hover.
  i.hot = ImGui::IsItemHovered() && (!ui.finger || i.held);
  ImGui::PopID();
  ui.twin(key);
  return i;
}

struct Paint {
  ImU32 ground, ink;
};

Paint button_paint(const Look& look, const ButtonStyle& style, const Item& i) {
  if (style.strong) return {i.hot ? look.accent_hot : look.accent, look.on_accent};
  if (style.pressed) return {look.accent_soft, look.accent};
  if (i.held || i.hot) return {look.field_hot, look.text};
  return {style.quiet ? 0 : look.field, style.quiet ? look.faint : look.text};
}

}  // namespace

bool button(Ui& ui, std::string_view key, std::string_view label, const ButtonStyle& style) {
  const Look& look = ui.look;
  const ImVec2 words = text_size(look.body, look.dpr, label);
  const float icon = style.icon == Icon::kNone ? 0 : 15 * look.unit + (label.empty() ? 0 : 7 * look.unit);
  const float width = style.width > 0 ? style.width : look.target(words.x + icon + 24 * look.unit);
  const Item i = item(ui, key, {width, look.row()});
  const Paint paint = button_paint(look, style, i);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(i.low, i.high, paint.ground, look.rounding());
  const std::string shown = fitted(look.body, look.dpr, label, width - icon - 8);
  const float wide = text_size(look.body, look.dpr, shown).x;
  float x = i.middle().x - 0.5F * (wide + icon);
  if (style.icon != Icon::kNone) {
    draw_icon(list, style.icon, {x + 7.5F * look.unit, i.middle().y}, 15 * look.unit, paint.ink);
    x += icon;
  }
  put_text(list, look.body, look.dpr, {x, i.middle().y - 0.5F * words.y}, paint.ink, shown);
  return i.clicked;
}

bool icon_button(Ui& ui, std::string_view key, Icon icon, std::string_view hint_words, const ButtonStyle& style) {
  const Look& look = ui.look;
  const float side = look.icon_button();
  const Item i = item(ui, key, {style.width > 0 ? style.width : side, side});
  const Paint paint = button_paint(look, style, i);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float rounding = style.strong ? 0.5F * side : look.rounding();
  list->AddRectFilled(i.low, i.high, paint.ground, rounding);
  draw_icon(list, icon, i.middle(), 17 * look.unit, paint.ink);
  if (i.hot && !i.held) hint(ui, hint_words);
  return i.clicked;
}

bool toggle(Ui& ui, std::string_view key, bool on) {
  const Look& look = ui.look;
  const float h = 20 * look.unit, w = 36 * look.unit;
  // The target is as high as a row, the drawing is slim and stands at its right end.
  const Item i = item(ui, key, {look.target(w), look.touch ? look.row() : h});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low{i.high.x - w, i.middle().y - 0.5F * h}, high{i.high.x, i.middle().y + 0.5F * h};
  const ImU32 ground = on ? look.accent : i.hot ? look.switch_off_hot : look.switch_off;
  list->AddRectFilled(low, high, ground, 0.5F * h);
  const float x = on ? high.x - 0.5F * h : low.x + 0.5F * h;
  list->AddCircleFilled({x, i.middle().y}, 0.5F * h - 3 * look.unit, on ? look.on_accent : look.panel);
  return i.clicked;
}

bool slider(Ui& ui, std::string_view key, double& at, float width) {
  const Look& look = ui.look;
  const float knob = (look.touch ? 10.0F : 7.0F) * look.unit;
  const Item i = item(ui, key, {width, look.target(20 * look.unit)});
  const float from = i.low.x + knob, to = i.high.x - knob;
  bool moved = false;
  if (i.held) {
    const bool meant = ui.pulls();
    const double t = std::clamp((ImGui::GetIO().MousePos.x - from) / std::max(to - from, 1.0F), 0.0F, 1.0F);
    moved = meant && t != at;
    if (moved) at = t;
    ui.dragging = ui.dragging || meant;
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = i.middle().y, half = 2 * look.unit;
  const float x = from + (to - from) * static_cast<float>(std::clamp(at, 0.0, 1.0));
  list->AddRectFilled({i.low.x, y - half}, {i.high.x, y + half}, look.field_hot, half);
  list->AddRectFilled({i.low.x, y - half}, {x, y + half}, look.accent, half);
  if (i.hot || i.held) list->AddCircleFilled({x, y}, knob + 5, with_alpha(look.accent, 0.2F));
  list->AddCircleFilled({x, y}, knob, look.panel);
  list->AddCircle({x, y}, knob - 1, look.accent, 0, 2.2F * look.unit);
  return moved;
}

int segments(Ui& ui, std::string_view key, std::span<const scenes::Option> options, std::string_view chosen,
             float width) {
  const Look& look = ui.look;
  int clicked = -1;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto n = static_cast<float>(options.size());
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(start, {start.x + width, start.y + look.row()}, look.field, look.rounding());
  for (std::size_t k = 0; k < options.size(); ++k) {
    ImGui::SetCursorScreenPos({start.x + width * static_cast<float>(k) / n, start.y});
    const Item i = item(ui, std::string(key) + "=" + options[k].key, {width / n, look.row()});
    const bool on = options[k].key == chosen;
    if (on) list->AddRectFilled({i.low.x + 2, i.low.y + 2}, {i.high.x - 2, i.high.y - 2}, look.accent_soft, look.rounding() - 1);
    const std::string words = fitted(look.body, look.dpr, options[k].label, width / n - 8);
    const ImVec2 size = text_size(look.body, look.dpr, words);
    const ImU32 ink = on ? look.accent : i.hot ? look.text : look.faint;
    put_text(list, look.body, look.dpr, {i.middle().x - 0.5F * size.x, i.middle().y - 0.5F * size.y}, ink, words);
    if (i.clicked) clicked = static_cast<int>(k);
  }
  ui.twin(key, start, {start.x + width, start.y + look.row()});
  return clicked;
}

bool group_heading(Ui& ui, std::string_view key, std::string_view label, bool open_by_default) {
  const Look& look = ui.look;
  ImGuiStorage* storage = ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(key.data(), key.data() + key.size());
  bool open = storage->GetBool(id, open_by_default);
  const float width = ImGui::GetContentRegionAvail().x;
  const Item i = item(ui, key, {width, look.touch ? 44.0F : 28 * look.unit});
  if (i.clicked) storage->SetBool(id, open = !open);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 size = text_size(look.strong, look.dpr, label);
  const ImU32 ink = i.hot ? look.accent : look.text;
  put_text(list, look.strong, look.dpr, {i.low.x, i.middle().y - 0.5F * size.y}, ink, label);
  draw_icon(list, open ? Icon::kDown : Icon::kRight, {i.high.x - 8 * look.unit, i.middle().y}, 12 * look.unit, look.faint);
  return open;
}

void hint(const Ui& ui, std::string_view words) {
  if (ui.finger || words.empty()) return;
  const Look& look = ui.look;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10 * look.unit, 7 * look.unit));
  if (ImGui::BeginTooltip()) {
    paragraph(look, look.small, look.text, words, 280 * look.unit);
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar();
}

void draw_rule(const Look& look, ImVec2 from, ImVec2 to) { ImGui::GetWindowDrawList()->AddLine(from, to, look.border, 1); }

}  // namespace lab::gui
