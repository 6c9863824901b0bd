// Where the run is: reset, back, play, step, the bar of steps, the speed.
#include <algorithm>
#include <cmath>

#include "gui/bars.h"
#include "gui/widgets.h"
#include "views/language.h"

namespace lab::gui {
namespace {

/// The step as a field that takes an exact number, with its horizon.
float step_field(Ui& ui, Doc& doc, ImVec2 at, bool with_end = true) {
  const Look& look = ui.look;
  const std::string end = !with_end ? std::string() : "/ " + std::to_string(doc.scene->horizon());
  const float digits = text_size(look.small, look.dpr, std::to_string(doc.scene->horizon())).x;
  const float width = look.target(digits + 22 * look.unit);
  const float height = look.touch ? look.row() : 25 * look.unit;
  ImGui::SetCursorScreenPos({at.x, at.y - 0.5F * height});
  std::string shown = std::to_string(doc.scene->step());
  if (field(ui, "transport:number", shown, {width, true, true, 0, {}, "digits"})) {
    scenes::Param step;
    step.key = "k";
    step.kind = scenes::Kind::kInteger;
    step.max = static_cast<double>(doc.scene->horizon());
    const auto value = scenes::parse_value(step, shown);
    const auto status = value ? scenes::check_value(step, value.value()) : core::Status(core::Error{value.error()});
    note_outcome(doc, "", status);
    if (status) doc.player->scrub(*doc.scene, static_cast<std::size_t>(std::get<std::int64_t>(value.value())));
  }
  const float wide = put_text(ImGui::GetWindowDrawList(), look.small, look.dpr,
                              {at.x + width + 6, at.y - 0.5F * look.small->FontSize / look.dpr}, look.faint, end);
  return width + wide + 10;
}

void scrub_bar(Ui& ui, Doc& doc, float width) {
  const auto horizon = static_cast<double>(std::max<std::size_t>(1, doc.scene->horizon()));
  double at = static_cast<double>(doc.scene->step()) / horizon;
  if (slider(ui, "transport:scrub", at, width))
    doc.player->scrub(*doc.scene, static_cast<std::size_t>(std::lround(at * horizon)));
}

/// Back to the start, one step back, play, one step on: the last `count` of them, from `at`. Returns where the next
/// thing may stand.
float buttons(Ui& ui, Doc& doc, ImVec2 at, float gap, int count = 4) {
  const float side = ui.look.icon_button();
  const ButtonStyle quiet{Icon::kNone, false, true, false, 0};
  const bool playing = doc.player->playing();
  float x = at.x;
  const auto place = [&] {
    ImGui::SetCursorScreenPos({x, at.y - 0.5F * side});
    x += side + gap;
  };
  if (count > 3) {
    place();
    if (icon_button(ui, "transport:reset", Icon::kReset, "Reset: same start, " + std::string(doc.scene->step_name()) + " 0 (R)", quiet)) doc.player->reset(*doc.scene);
  }
  if (count > 2) {
    place();
    if (icon_button(ui, "transport:back", Icon::kBack, "One step back (←)", quiet)) doc.player->step_back(*doc.scene);
  }
  place();
  if (icon_button(ui, "transport:play", playing ? Icon::kPause : Icon::kPlay, playing ? "Pause (space)" : "Play (space)", {Icon::kNone, true, false, false, 0}))
    doc.player->toggle(*doc.scene);
  place();
  if (icon_button(ui, "transport:step", Icon::kStep, "One step (→)", quiet)) doc.player->step_forward(*doc.scene);
  return x;
}

/// Width of the words beside it.
float speed_label(const Look& look, const scenes::Param& param) { return text_size(look.small, look.dpr, "240.5 " + std::string(views::translate(param.unit))).x; }

/// A small slider for the scene's own speed, where it has one; draws from the right end.
float speed_slider(Ui& ui, Doc& doc, float right, float y, float width) {
  const Look& look = ui.look;
  const std::ptrdiff_t found = scenes::find_param(*doc.scene, "speed");
  if (found < 0 || ui.embed.locks("speed")) return 0;
  const auto index = static_cast<std::size_t>(found);
  const scenes::Param& param = doc.scene->params()[index];
  const double value = doc.scene->speed();
  const std::string words = scenes::format_value(scenes::Value(value)) + " " + std::string(views::translate(param.unit));
  const float label = speed_label(look, param);
  put_text(ImGui::GetWindowDrawList(), look.small, look.dpr,
           {right - label, y - 0.5F * look.small->FontSize / look.dpr}, look.faint, words);
  double at = scenes::slider_place(param, value);
  const float height = look.target(20 * look.unit);
  ImGui::SetCursorScreenPos({right - label - 8 - width, y - 0.5F * height});
  if (slider(ui, "transport:speed", at, width)) {
    const double wanted = std::clamp(scenes::slider_value(param, at), param.min, param.max);
    const double unit = wanted < 10 ? 10 : 1;
    set_param(doc, index, scenes::Value(std::clamp(std::round(wanted * unit) / unit, param.min, param.max)));
  }
  if (ImGui::IsItemHovered()) hint(ui, param.label + ": " + param.help);
  return label + 8 + width;
}

void phone_transport(Ui& ui, Doc& doc, const Area& a) {
  const float u = ui.look.unit;
  const float first = a.y + 3 * u + 0.5F * ui.look.row(), second = a.y + a.h - 0.5F * ui.look.icon_button() - 3;
  const float digits = text_size(ui.look.small, ui.look.dpr, std::to_string(doc.scene->horizon())).x;
  const float count = ui.look.target(digits + 22 * u) + digits + 22 * u;
  ImGui::SetCursorScreenPos({a.x + 12, first - 0.5F * ui.look.target(20 * u)});
  scrub_bar(ui, doc, a.w - count - 30);
  step_field(ui, doc, {a.x + a.w - count - 8, first});
  buttons(ui, doc, {a.x + 8, second}, 4);
  const float room = a.w - 4 * (ui.look.icon_button() + 4) - 24;
  const std::ptrdiff_t speed = scenes::find_param(*doc.scene, "speed");
  const float label = speed < 0 ? 0 : speed_label(ui.look, doc.scene->params()[static_cast<std::size_t>(speed)]);
  // Where it does not fit, the speed is among the controls.
  if (room - label - 20 > 44) speed_slider(ui, doc, a.x + a.w - 12, second, room - label - 20);
}

/// A button at the right end that shows and hides a part of the window; returns where what is left of it ends.
float fold_button(Ui& ui, float right, float y, const char* key, Icon icon, const char* words, bool& open, bool pressed) {
  const float side = ui.look.icon_button();
  ImGui::SetCursorScreenPos({right - side, y - 0.5F * side});
  if (icon_button(ui, key, icon, words, {Icon::kNone, false, true, pressed, 0})) open = !open;
  return right - side - 8;
}

/// How many of the four buttons leave the bar of steps enough of `room`.
int buttons_within(const Look& look, float room) {
  constexpr float kScrub = 72;
  int count = 4;
  while (count > 2 && room - static_cast<float>(count) * (look.icon_button() + 3) < kScrub) --count;
  return count;
}

/// Buttons, the bar of steps and the number in one row up to `right`.
void one_row(Ui& ui, Doc& doc, const Area& a, float right) {
  const Look& look = ui.look;
  const float y = a.y + 0.5F * a.h, u = look.unit;
  const float digits = text_size(look.small, look.dpr, std::to_string(doc.scene->horizon())).x;
  const float entry = look.target(digits + 22 * u), start = a.x + 10;
  const int shown = buttons_within(look, right - start - entry - 12 * u - 12);
  const float left = buttons(ui, doc, {start, y}, 3, shown) + 8 * u;
  float count = entry + digits + 26 * u;
  const bool with_end = right - count - left > 90;
  if (!with_end) count = entry + 4 * u;
  step_field(ui, doc, {right - count, y}, with_end);
  ImGui::SetCursorScreenPos({left, y - 0.5F * look.target(20 * u)});
  scrub_bar(ui, doc, std::max(40.0F, right - count - left - 12));
}

}  // namespace

void draw_transport(Ui& ui, Doc& doc, const Layout& layout, bool& plots_open, bool& panel_open) {
  const Look& look = ui.look;
  const Area& a = layout.transport;
  ImGui::GetWindowDrawList()->AddRectFilled(a.low(), a.high(), look.panel);
  draw_rule(look, a.low(), {a.x + a.w, a.y});
  if (layout.phone && a.h > 1.5F * look.row()) return phone_transport(ui, doc, a);
  const float y = a.y + 0.5F * a.h, u = look.unit;
  float right = a.x + a.w - 8;
  if (layout.docked)
    right = fold_button(ui, right, y, "plots", plots_open ? Icon::kDown : Icon::kUp, plots_open ? "Fold the plots away" : "Show the plots", plots_open, false);
  if (layout.small && ui.embed.level() != Level::kPicture)
    right = fold_button(ui, right, y, "panel", Icon::kSliders, panel_open ? "Hide the controls" : "Show the controls", panel_open, panel_open);
  if (a.w > 620) right -= speed_slider(ui, doc, right, y, 84 * u) + 18 * u;
  if (doc.scene->horizon() > 0) return one_row(ui, doc, a, right);
  const float small = look.small->FontSize / look.dpr;
  put_text(ImGui::GetWindowDrawList(), look.small, look.dpr, {a.x + 14, y - 0.5F * small}, look.faint, headline_parts(look, doc.frame->headline, right - a.x - 20));
}

}  // namespace lab::gui
