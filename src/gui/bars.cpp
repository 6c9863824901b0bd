#include "gui/bars.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/scene_menu.h"
#include "gui/verdicts.h"
#include "gui/widgets.h"
#include "views/language.h"

namespace lab::gui {
namespace {

struct ThemeButton {
  views::Theme theme;
  Icon icon;
  const char* hint;
};
constexpr std::array<ThemeButton, 3> kThemeButtons{{
    {views::Theme::kDark, Icon::kMoon, "Dark"},
    {views::Theme::kLight, Icon::kSun, "Light"},
    {views::Theme::kProjector, Icon::kProjector, "Projector: larger type, high contrast"},
}};

void choose(Wishes& wishes, views::Theme theme) {
  wishes.theme = theme;
  wishes.theme_chosen = true;
}

/// Width that the theme buttons took at the right end.
float theme_buttons(Ui& ui, const Layout& layout, Wishes& wishes) {
  const Area& a = layout.top;
  const float side = ui.look.icon_button();
  const float y = a.y + 0.5F * (a.h - side);
  if (layout.phone || a.h < 50 * ui.look.unit) {
    // One button that goes on to the next theme.
    std::size_t now = 0;
    for (std::size_t i = 0; i < kThemeButtons.size(); ++i)
      if (kThemeButtons[i].theme == ui.look.theme) now = i;
    ImGui::SetCursorScreenPos({a.x + a.w - side - 4, y});
    if (icon_button(ui, "theme", kThemeButtons[now].icon, "Theme", {Icon::kNone, false, true, false, 0}))
      choose(wishes, kThemeButtons[(now + 1) % kThemeButtons.size()].theme);
    return side + 8;
  }
  float x = a.x + a.w - 3 * side - 12;
  for (const ThemeButton& b : kThemeButtons) {
    ImGui::SetCursorScreenPos({x, y});
    const std::string key = "theme:" + std::string(views::theme_name(b.theme));
    if (icon_button(ui, key, b.icon, b.hint, {Icon::kNone, false, true, b.theme == ui.look.theme, 0})) choose(wishes, b.theme);
    x += side;
  }
  return 3 * side + 20;
}

/// A button left of what stands at the right end already; the width of both.
float top_button(Ui& ui, const Layout& layout, float right, const char* key, Icon icon, const char* words, bool& pressed) {
  const Area& a = layout.top;
  const float side = ui.look.icon_button();
  ImGui::SetCursorScreenPos({a.x + a.w - right - side + 4, a.y + 0.5F * (a.h - side)});
  pressed = icon_button(ui, key, icon, words, {Icon::kNone, false, true, false, 0});
  return right + side;
}

/// The code of the language; a list of all by their own names drops down from it. Returns the width with it.
float language_button(Ui& ui, const Layout& layout, Wishes& wishes, float right) {
  if (ui.embed.level() != Level::kLab || ui.languages.size() < 2) return right;
  const Area& a = layout.top;
  const float side = ui.look.icon_button();
  ImGui::SetCursorScreenPos({a.x + a.w - right - side + 4, a.y + 0.5F * (a.h - side)});
  const int picked = code_choice(ui, "language", ui.languages, ui.language, "Language");
  if (picked >= 0) wishes.language = ui.languages[static_cast<std::size_t>(picked)].key;
  return right + side;
}

/// An embed is shared by the page that holds it.
float hand_on_buttons(Ui& ui, const Layout& layout, Wishes& wishes, float right) {
  if (ui.embed.level() == Level::kLab) right = top_button(ui, layout, right, "share", Icon::kShare, "Share: link, QR code, embed", wishes.share);
  return top_button(ui, layout, right, "take", Icon::kTake, "Take away: pictures, numbers, film, state", wishes.take);
}

void rule(const Look& look, ImVec2 from, ImVec2 to) {
  ImGui::GetWindowDrawList()->AddLine(from, to, look.border, 1);
}

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

/// Reset, back, play, step from `at`; returns where the next thing may stand.
float buttons(Ui& ui, Doc& doc, ImVec2 at, float gap) {
  const float side = ui.look.icon_button();
  const ButtonStyle quiet{Icon::kNone, false, true, false, 0};
  const bool playing = doc.player->playing();
  float x = at.x;
  const auto place = [&] {
    ImGui::SetCursorScreenPos({x, at.y - 0.5F * side});
    x += side + gap;
  };
  place();
  if (icon_button(ui, "transport:reset", Icon::kReset, "Reset: same start, " + std::string(doc.scene->step_name()) + " 0 (R)", quiet)) doc.player->reset(*doc.scene);
  place();
  if (icon_button(ui, "transport:back", Icon::kBack, "One step back (←)", quiet)) doc.player->step_back(*doc.scene);
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

/// As many of a headline's parts as fit, none of them cut.
std::string headline_parts(const Look& look, std::string_view headline, float width) {
  constexpr std::string_view kBetween = " · ";
  std::size_t end = headline.size();
  while (text_size(look.small, look.dpr, headline.substr(0, end)).x > width) {
    const std::size_t before = headline.substr(0, end).rfind(kBetween);
    if (before == std::string_view::npos) return fitted(look.small, look.dpr, headline.substr(0, end), width);
    end = before;
  }
  return std::string(headline.substr(0, end));
}

struct TabEntry {
  Tab tab;
  Icon icon;
  const char* key;
  const char* label;
};

}  // namespace

void draw_top_bar(Ui& ui, Doc& doc, const Layout& layout, Wishes& wishes) {
  const Look& look = ui.look;
  const Area& a = layout.top;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(a.low(), a.high(), look.panel);
  rule(look, {a.x, a.y + a.h - 1}, {a.x + a.w, a.y + a.h - 1});
  const float right = hand_on_buttons(ui, layout, wishes, language_button(ui, layout, wishes, theme_buttons(ui, layout, wishes)));
  const float u = look.unit;
  const float title = look.title->FontSize / look.dpr, small = look.small->FontSize / look.dpr;
  const float x = a.x + 16 * u;
  const std::string& headline = doc.frame->headline;
  if (layout.phone || a.h < 50 * u) {
    const float top = a.y + 0.5F * (a.h - title - small) + 1;
    wishes.menu = scene_menu(ui, doc, {x, top}, a.h, a.w - right - 24);
    put_text(list, look.small, look.dpr, {x, top + title - 1}, look.faint, headline_parts(look, headline, a.w - right - 16));
    return;
  }
  const float top = a.y + 0.5F * (a.h - title - small) - 1;
  wishes.menu = scene_menu(ui, doc, {x, top}, title + 8, 0.5F * a.w);
  const float wide = text_size(look.strong, look.dpr, headline).x;
  const float from = a.x + a.w - right - wide - 12 * u;
  put_text(list, look.strong, look.dpr, {from, a.y + 0.5F * (a.h - look.strong->FontSize / look.dpr)}, look.text, headline);
  const float room = from - x - 24 * u;
  put_text(list, look.small, look.dpr, {x, top + title + 1}, look.faint, fitted(look.small, look.dpr, doc.entry->claim, room));
  ImGui::SetCursorScreenPos({x, top + title + 2});
  ImGui::InvisibleButton("##claim", {std::max(room, 1.0F), small + 4});
  if (ImGui::IsItemHovered()) hint(ui, doc.entry->claim + "\n" + doc.entry->source);
}

void draw_transport(Ui& ui, Doc& doc, const Layout& layout, bool& plots_open) {
  const Look& look = ui.look;
  const Area& a = layout.transport;
  ImGui::GetWindowDrawList()->AddRectFilled(a.low(), a.high(), look.panel);
  rule(look, a.low(), {a.x + a.w, a.y});
  if (layout.phone) return phone_transport(ui, doc, a);
  const float y = a.y + 0.5F * a.h, u = look.unit;
  const float left = buttons(ui, doc, {a.x + 10, y}, 3) + 8 * u;
  float right = a.x + a.w - 8;
  if (layout.docked) {
    const float side = look.icon_button();
    right -= side;
    ImGui::SetCursorScreenPos({right, y - 0.5F * side});
    const char* words = plots_open ? "Fold the plots away" : "Show the plots";
    if (icon_button(ui, "plots", plots_open ? Icon::kDown : Icon::kUp, words, {Icon::kNone, false, true, false, 0})) plots_open = !plots_open;
    right -= 8;
  }
  if (a.w > 620) right -= speed_slider(ui, doc, right, y, 84 * u) + 18 * u;
  const float digits = text_size(look.small, look.dpr, std::to_string(doc.scene->horizon())).x;
  const float entry = look.target(digits + 22 * u);
  float count = entry + digits + 26 * u;
  const bool with_end = right - count - left > 90;
  if (!with_end) count = entry + 4 * u;
  step_field(ui, doc, {right - count, y}, with_end);
  ImGui::SetCursorScreenPos({left, y - 0.5F * look.target(20 * u)});
  scrub_bar(ui, doc, std::max(40.0F, right - count - left - 12));
}

void draw_tabs(Ui& ui, const Doc& doc, const Layout& layout, Tab& tab, BottomSheet& sheet) {
  const Look& look = ui.look;
  const Area& a = layout.tabs;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(a.low(), a.high(), look.panel);
  rule(look, {a.x, a.y + a.h - 1}, {a.x + a.w, a.y + a.h - 1});
  if (layout.phone) {
    rule(look, a.low(), {a.x + a.w, a.y});
    const float grip = 18 * look.unit, middle = a.x + 0.5F * a.w;
    list->AddRectFilled({middle - grip, a.y + 5}, {middle + grip, a.y + 9}, look.border, 2);
  }
  constexpr std::array<TabEntry, 4> kTabs{{{Tab::kControls, Icon::kSliders, "tab:controls", "Controls"},
                                           {Tab::kPlots, Icon::kPlot, "tab:plots", "Plots"},
                                           {Tab::kVerdicts, Icon::kShield, "tab:verdicts", "Verdicts"},
                                           {Tab::kTables, Icon::kTable, "tab:table", "Table"}}};
  const bool docked = layout.docked;
  bool pulled = sheet.drawn();
  const float n = docked ? 3 : 4;
  float x = a.x;
  const float w = a.w / n;
  float widest = 0;
  for (const TabEntry& t : kTabs) widest = std::max(widest, text_size(look.small, look.dpr, t.label).x);
  for (const TabEntry& t : kTabs) {
    if (docked && t.tab == Tab::kPlots) continue;
    ImGui::SetCursorScreenPos({x, a.y});
    const bool pressed = ui.press_area(t.key, {w, a.h}) || ui.twin_clicked(t.key);
    if (layout.phone && sheet.draw_by(ui, layout)) pulled = true;
    if (pressed && !pulled) {
      if (layout.phone && tab == t.tab) sheet.next();
      else if (layout.phone) sheet.open();
      tab = t.tab;
    }
    const bool on = tab == t.tab, hot = ImGui::IsItemHovered() && !ui.finger;
    ui.twin(t.key);
    const ImU32 ink = on ? look.accent : hot ? look.text : look.faint;
    const float icon = w > widest + 32 * look.unit ? 22 * look.unit : 0;
    const ImVec2 size = text_size(look.small, look.dpr, t.label);
    float from = x + 0.5F * (w - size.x - icon);
    if (icon > 0) draw_icon(list, t.icon, {from + 7 * look.unit, a.y + 0.5F * a.h}, 15 * look.unit, ink);
    put_text(list, look.small, look.dpr, {from + icon, a.y + 0.5F * (a.h - size.y)}, ink, t.label);
    if (on) list->AddRectFilled({x + 10, a.y + a.h - 2.5F}, {x + w - 10, a.y + a.h}, look.accent, 1);
    if (t.tab == Tab::kVerdicts) {
      const bool bad = std::ranges::any_of(doc.frame->verdicts, [](const auto& v) { return v.finding == scenes::Finding::kViolated; });
      if (bad) list->AddCircleFilled({from + icon + size.x + 6, a.y + 0.5F * a.h - 5}, 3, look.problem);
    }
    x += w;
  }
  sheet.settle(ui);
}

}  // namespace lab::gui
