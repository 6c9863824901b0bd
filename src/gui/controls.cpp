#include "gui/controls.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scenes/signs.h"
#include "views/language.h"

namespace lab::gui {
namespace {

using scenes::Kind;
using scenes::Param;

float available() { return ImGui::GetContentRegionAvail().x; }

void skip(float height) { ImGui::Dummy({1, height}); }

/// Puts what follows at the right end of the line that began at `start`.
void to_the_right(ImVec2 start, float total, float width) {
  ImGui::SetCursorScreenPos({start.x + total - width, start.y});
}

/// A label in the middle of a line of height `height`, cut to `width`.
bool line_label(Ui& ui, std::string_view words, float width, float height, ImU32 ink) {
  const Look& look = ui.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ui.press_area("##label", {width, height});
  put_text(ImGui::GetWindowDrawList(), look.body, look.dpr, {at.x, at.y + 0.5F * (height - look.body->FontSize / look.dpr)},
           ink, fitted(look.body, look.dpr, words, width));
  return clicked;
}

/// The label of a row; a lock behind it where the page that embeds the lab has locked it.
bool row_label(Ui& ui, const Param& param, float width, float height) {
  const Look& look = ui.look;
  if (!ui.embed.locks(param.key)) return line_label(ui, param.label, width, height, look.text);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = 13 * look.unit, room = width - side - 4;
  const float wide = std::min(room, text_size(look.body, look.dpr, param.label).x);
  draw_icon(ImGui::GetWindowDrawList(), Icon::kLock, {at.x + wide + 4 + 0.5F * side, at.y + 0.5F * height}, side, look.text);
  return line_label(ui, param.label, room, height, look.text);
}

}  // namespace

double rounded_for_slider(const Param& param, double value) {
  if (std::isinf(value)) return value;
  if (value <= param.min || value >= param.max || value == 0) return std::clamp(value, param.min, param.max);
  const double grain = param.scale == scenes::Scale::kLog ? std::fabs(value) / 40 : (param.max - param.min) / 250;
  const double unit = std::pow(10.0, std::floor(std::log10(grain)));
  // Division by a whole power of ten gives the double nearest to the short decimal.
  const double rounded = unit < 1 ? std::round(value / unit) / std::round(1 / unit) : std::round(value / unit) * unit;
  return std::clamp(rounded, param.min, param.max);
}

void Controls::draw(Ui& ui, Doc& doc) {
  // A few that a page chose need no headings, and nothing of them is folded away.
  if (ui.embed.chosen()) return chosen(ui, doc);
  std::vector<std::string> groups;
  for (const Param& p : doc.scene->params())
    if (std::find(groups.begin(), groups.end(), p.group) == groups.end()) groups.push_back(p.group);
  for (const auto& name : groups) group(ui, doc, name, name == groups.front());
}

void Controls::chosen(Ui& ui, Doc& doc) {
  for (std::size_t i = 0; i < doc.scene->params().size(); ++i) {
    if (!ui.embed.shows(doc.scene->params()[i].key)) continue;
    ImGui::PushID(doc.scene->params()[i].key.c_str());
    row(ui, doc, i);
    ImGui::PopID();
  }
  actions(ui, doc);
}

void Controls::group(Ui& ui, Doc& doc, const std::string& name, bool first) {
  const auto params = doc.scene->params();
  bool holds_focus = false;
  for (const Param& p : params) holds_focus = holds_focus || (p.group == name && ui.focused(p.key) && ui.reveal);
  if (!first) {
    skip(4);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + available(), at.y}, ui.look.border);
    skip(2);
  }
  if (holds_focus) ImGui::GetStateStorage()->SetBool(ImGui::GetID(("group:" + name).c_str()), true);
  const auto begins_folded = [&](const Param& p) { return p.group == name && p.folded; };
  if (!group_heading(ui, "group:" + name, name, std::ranges::none_of(params, begins_folded))) return;
  // What is begun by a button has it where no scroll is needed.
  const bool begun = scenes::find_action(*doc.scene, "start") >= 0;
  if (first && begun) actions(ui, doc);
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].group != name) continue;
    ImGui::PushID(params[i].key.c_str());
    row(ui, doc, i);
    ImGui::PopID();
  }
  if (first && !begun) actions(ui, doc);
}

void Controls::row(Ui& ui, Doc& doc, std::size_t index) {
  const Param& param = doc.scene->params()[index];
  const bool locked = ui.embed.locks(param.key);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float wide = available();
  if (locked) {
    // Dimmed below as a whole; what is shown must stay readable.
    ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha, 1.0F);
    ImGui::BeginDisabled();
  }
  switch (param.kind) {
    case Kind::kNumber:
    case Kind::kInteger: number_row(ui, doc, index); break;
    case Kind::kSwitch: switch_row(ui, doc, index); break;
    case Kind::kChoice: choice_row(ui, doc, index); break;
    case Kind::kText:
    case Kind::kSeed: text_row(ui, doc, index); break;
    case Kind::kMatrix: matrix_row(ui, doc, index); break;
    case Kind::kTokens: tokens_row(ui, doc, index); break;
  }
  if (locked) {
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    ImGui::GetWindowDrawList()->AddRectFilled(start, {start.x + wide, ImGui::GetCursorScreenPos().y - 2}, with_alpha(ui.look.panel, 0.3F));
  }
  remarks(ui, doc, param);
}

void Controls::label(Ui& ui, const Param& param, float width) {
  const float height = ui.look.target(26 * ui.look.unit);
  if (row_label(ui, param, width, height)) {
    if (!explained_.erase(param.key)) explained_.insert(param.key);
  }
  if (ImGui::IsItemHovered() && !explained_.contains(param.key)) hint(ui, param.help);
}

void Controls::remarks(Ui& ui, Doc& doc, const Param& param) {
  const Look& look = ui.look;
  const auto refused = doc.refused->find(param.key);
  if (refused != doc.refused->end()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(ImGui::GetWindowDrawList(), Icon::kCross, {at.x + 6, at.y + 8 * look.unit}, 12 * look.unit, look.problem);
    ImGui::Indent(17 * look.unit);
    paragraph(look, look.small, look.problem, refused->second);
    ImGui::Unindent(17 * look.unit);
  }
  if (explained_.contains(param.key)) paragraph(look, look.small, look.faint, param.help);
}

void Controls::number_row(Ui& ui, Doc& doc, std::size_t index) {
  const Look& look = ui.look;
  const Param& param = doc.scene->params()[index];
  const scenes::Value value = doc.scene->get(index);
  const float total = available();
  const float unit = param.unit.empty() ? 0 : text_size(look.small, look.dpr, param.unit).x + 6;
  const float entry = 84 * look.unit;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  label(ui, param, total - entry - unit - 8);
  to_the_right(start, total, entry + unit);
  std::string shown = scenes::format_value(value);
  if (param.endless && shown == "inf") shown = "\u221E";
  if (field(ui, param.key, shown, {entry, true, true, 0, {}, scenes::signs_of(param)})) set_param(doc, param.key, shown);
  if (unit > 0) {
    put_text(ImGui::GetWindowDrawList(), look.small, look.dpr, {start.x + total - unit + 6, start.y + 0.5F * (look.target(25 * look.unit) - look.small->FontSize / look.dpr)},
             look.faint, param.unit);
  }
  const bool whole = param.kind == Kind::kInteger;
  const double now = whole ? static_cast<double>(std::get<std::int64_t>(value)) : std::get<double>(value);
  double at = scenes::slider_place(param, now);
  ImGui::SetCursorScreenPos({start.x, start.y + (look.touch ? look.row() + 2 : 26 * look.unit)});
  if (!slider(ui, "slider:" + param.key, at, total)) return;
  const double wanted = scenes::slider_value(param, at);
  if (whole) set_param(doc, index, scenes::Value(static_cast<std::int64_t>(std::llround(wanted))));
  else set_param(doc, index, scenes::Value(rounded_for_slider(param, wanted)));
}

void Controls::switch_row(Ui& ui, Doc& doc, std::size_t index) {
  const Look& look = ui.look;
  const Param& param = doc.scene->params()[index];
  const bool on = std::get<bool>(doc.scene->get(index));
  const float total = available();
  const float height = look.touch ? look.row() : 26 * look.unit;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float knob = look.target(36 * look.unit);
  bool thrown = row_label(ui, param, total - knob - 8, height);
  if (ImGui::IsItemHovered()) hint(ui, param.help);
  ImGui::SetCursorScreenPos({start.x + total - knob, start.y + (look.touch ? 0.0F : 3 * look.unit)});
  thrown = toggle(ui, param.key, on) || thrown;
  if (thrown) set_param(doc, index, scenes::Value(!on));
  ImGui::SetCursorScreenPos({start.x, start.y + height});
  ImGui::Dummy({0, 0});
}

void Controls::choice_row(Ui& ui, Doc& doc, std::size_t index) {
  const Param& param = doc.scene->params()[index];
  const auto now = std::get<std::string>(doc.scene->get(index));
  const float total = available();
  label(ui, param, total);
  float longest = 0;
  for (const auto& option : param.choices)
    longest = std::max(longest, text_size(ui.look.body, ui.look.dpr, option.label).x + 18);
  const bool few = static_cast<float>(param.choices.size()) * ui.look.target(longest) <= total;
  const int picked = few ? segments(ui, param.key, param.choices, now, total)
                         : choice(ui, param.key, param.choices, now, total);
  if (picked >= 0) set_param(doc, index, scenes::Value(param.choices[static_cast<std::size_t>(picked)].key));
}

void Controls::text_row(Ui& ui, Doc& doc, std::size_t index) {
  const Look& look = ui.look;
  const Param& param = doc.scene->params()[index];
  const std::ptrdiff_t renew = param.kind == Kind::kSeed ? scenes::find_action(*doc.scene, "new-seed") : -1;
  const float total = available();
  ImVec2 start = ImGui::GetCursorScreenPos();
  // In a narrow panel the die says it alone.
  float renew_wide = renew < 0 ? 0 : text_size(look.body, look.dpr, views::translate_button(doc.scene->actions()[static_cast<std::size_t>(renew)].label)).x + 46 * look.unit;
  if (total - renew_wide < 150 * look.unit) renew_wide = std::min(renew_wide, look.icon_button());
  // And there the name has a line of its own, as those of other texts.
  const bool named_above = renew >= 0 && total - renew_wide < 160 * look.unit;
  const float name = named_above ? 0 : 62 * look.unit;
  if (renew < 0) {
    label(ui, param, total);
  } else {
    label(ui, param, named_above ? total : 60 * look.unit);
    if (named_above) start.y = ImGui::GetCursorScreenPos().y;
    const scenes::Action& action = doc.scene->actions()[static_cast<std::size_t>(renew)];
    to_the_right(start, total, renew_wide);
    const bool pressed = renew_wide > look.icon_button()
                             ? button(ui, "action:" + action.key, views::translate_button(action.label), {Icon::kDice, false, false, false, renew_wide})
                             : icon_button(ui, "action:" + action.key, Icon::kDice, action.label, {});
    if (pressed) do_action(doc, static_cast<std::size_t>(renew));
    if (ImGui::IsItemHovered()) hint(ui, action.help);
    ImGui::SetCursorScreenPos({start.x + name, start.y});
  }
  std::string shown = std::get<std::string>(doc.scene->get(index));
  const float width = renew < 0 ? total : total - name - renew_wide - look.gap();
  if (field(ui, param.key, shown, {width, false, false, 0, {}, scenes::signs_of(param)})) set_param(doc, param.key, shown);
  if (param.kind == Kind::kText && ImGui::IsItemActive()) ui.in_text = true;
}

void Controls::actions(Ui& ui, Doc& doc) {
  const Look& look = ui.look;
  const auto list = doc.scene->actions();
  const bool seeded = std::ranges::any_of(doc.scene->params(), [](const Param& p) { return p.kind == Kind::kSeed; });
  float used = 0;
  skip(2);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (seeded && list[i].key == "new-seed") continue;
    if (!ui.embed.shows(list[i].key) || ui.embed.locks(list[i].key)) continue;
    const float width = look.target(text_size(look.body, look.dpr, views::translate_button(list[i].label)).x + 24 * look.unit);
    if (used > 0 && used + width <= available()) ImGui::SameLine();
    else used = 0;
    used += width + look.gap();
    if (button(ui, "action:" + list[i].key, views::translate_button(list[i].label))) do_action(doc, i);
    if (ImGui::IsItemHovered()) hint(ui, list[i].help);
    const auto refused = doc.refused->find("action:" + list[i].key);
    if (refused != doc.refused->end()) paragraph(look, look.small, look.problem, refused->second);
  }
}

}  // namespace lab::gui
