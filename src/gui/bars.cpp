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

struct TabEntry {
  Tab tab;
  Icon icon;
  const char* key;
  const char* label;
};

}  // namespace

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

void draw_top_bar(Ui& ui, Doc& doc, const Layout& layout, Wishes& wishes) {
  const Look& look = ui.look;
  const Area& a = layout.top;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(a.low(), a.high(), look.panel);
  draw_rule(look, {a.x, a.y + a.h - 1}, {a.x + a.w, a.y + a.h - 1});
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

void draw_tabs(Ui& ui, const Doc& doc, const Layout& layout, Tab& tab, BottomSheet& sheet) {
  const Look& look = ui.look;
  const Area& a = layout.tabs;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(a.low(), a.high(), look.panel);
  draw_rule(look, {a.x, a.y + a.h - 1}, {a.x + a.w, a.y + a.h - 1});
  if (layout.phone) {
    draw_rule(look, a.low(), {a.x + a.w, a.y});
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
