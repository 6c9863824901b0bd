#include "gui/strip_view.h"

#include <algorithm>
#include <cmath>

#include "gui/widgets.h"
#include "views/ticks.h"

namespace lab::gui {
namespace {

/// Cells of a strip: where letter i stands.
struct Cells {
  ImVec2 origin;
  float side = 0, line = 0;
  std::size_t per_line = 1;

  ImVec2 low(std::size_t i) const {
    return {origin.x + side * static_cast<float>(i % per_line), origin.y + line * static_cast<float>(i / per_line)};
  }
  ImVec2 middle(std::size_t i) const {
    const ImVec2 p = low(i);
    return {p.x + 0.5F * side, p.y + 0.5F * tall()};
  }
  float tall() const { return side * 1.3F; }
  float high = 0;  ///< what is pressed; at least tall()
};

Cells make_cells(const Look& look, const scenes::Strip& strip, float width, ImVec2 origin) {
  Cells c;
  const std::size_t count = strip.glyphs.size();
  const bool arcs = !strip.arcs.empty();
  // Letters to be pressed need room, for a finger more than for a pointer; others stand as in a text.
  const bool pressed = std::ranges::any_of(strip.glyphs, [](const scenes::Glyph& g) { return g.handle >= 0; });
  const float wanted = (!pressed ? 17.0F : look.touch ? 30.0F : 23.0F) * look.unit;
  c.side = std::min(wanted, width / 12);
  c.per_line = std::max<std::size_t>(1, static_cast<std::size_t>(width / c.side));
  // Lines of equal length look better than a full one and a rest.
  const std::size_t lines = (std::max<std::size_t>(count, 1) + c.per_line - 1) / c.per_line;
  c.per_line = (std::max<std::size_t>(count, 1) + lines - 1) / lines;
  c.side = std::min(width / static_cast<float>(c.per_line), wanted * (pressed ? 1.25F : 1.1F));
  const float lift = arcs ? (look.touch ? 14.0F : 22.0F) * look.unit : 0;
  // The gap above a line of letters belongs to it.
  c.line = std::max(c.tall() + 4 * look.unit + lift, pressed ? look.target(0) : 0);
  c.high = pressed ? std::max(c.tall(), look.target(0)) : c.tall();
  c.origin = {origin.x, origin.y + lift};
  return c;
}

ImU32 letter_ink(const Look& look, const scenes::Glyph& g) {
  if (g.hole) return g.emphasis == scenes::Emphasis::kNone ? look.accent : colour(views::emphasis_color(g.emphasis, look.theme));
  if (g.emphasis == scenes::Emphasis::kNone) return look.text;
  return colour(views::emphasis_color(g.emphasis, look.theme));
}

void letter(const Look& look, const Cells& c, std::size_t i, const scenes::Glyph& g, bool hot, bool chosen) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low = c.low(i);
  const ImVec2 a{low.x + 1, low.y + 1}, b{low.x + c.side - 1, low.y + c.tall() - 1};
  const float round = 4 * look.unit;
  if (g.shade > 0) list->AddRectFilled(a, b, with_alpha(look.accent, 0.75F * std::sqrt(std::min(g.shade, 1.0F))), round);
  if (g.hole) list->AddRectFilled(a, b, with_alpha(look.accent, 0.16F), round);
  else if (hot) list->AddRectFilled(a, b, look.field_hot, round);
  if (g.hole || chosen) list->AddRect(a, b, chosen ? look.accent : with_alpha(look.accent, 0.6F), round, 0, chosen ? 2.2F : 1.0F);
  ImFont* font = g.hole || g.emphasis == scenes::Emphasis::kStrong ? look.strong : look.body;
  const ImVec2 size = text_size(font, look.dpr, g.text);
  put_text(list, font, look.dpr, {low.x + 0.5F * (c.side - size.x), low.y + 0.5F * (c.tall() - size.y)}, letter_ink(look, g), g.text);
  // What stands out by its colour is underlined too.
  if (g.emphasis == scenes::Emphasis::kTie) list->AddRectFilled({a.x + 0.2F * c.side, b.y - 3}, {b.x - 0.2F * c.side, b.y - 1}, letter_ink(look, g));
}

/// From the chosen letter to those it attends to: over the cells of a line, or
/// slanting from line to line.
void arc(const Look& look, const Cells& c, const scenes::Arc& a) {
  const ImVec2 from = c.middle(a.from), to = c.middle(a.to);
  const float up = 0.5F * c.tall();
  const bool same = std::fabs(from.y - to.y) < 1;
  const float lift = same ? std::min(20 * look.unit, 6 + 0.12F * std::fabs(from.x - to.x)) : 12 * look.unit;
  const ImVec2 p0{from.x, from.y - up}, p3{to.x, to.y - up};
  ImGui::GetWindowDrawList()->AddBezierCubic(p0, {p0.x, p0.y - lift * 1.3F}, {p3.x, p3.y - lift * 1.3F}, p3,
                                             with_alpha(look.accent, 0.25F + 0.7F * std::min(a.weight, 1.0F)),
                                             0.8F + 3.2F * std::min(a.weight, 1.0F));
}

void heading(const Look& look, const std::string& title) {
  if (!title.empty()) text(look, look.strong, look.text, title);
}

}  // namespace

void draw_strip(Ui& ui, Doc& doc, std::size_t index, float width) {
  const Look& look = ui.look;
  const scenes::Strip& strip = doc.frame->strips[index];
  heading(look, strip.title);
  const std::size_t count = strip.glyphs.size();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Cells cells = make_cells(look, strip, width, start);
  ImGui::PushID(static_cast<int>(index));
  for (std::size_t i = 0; i < count; ++i) {
    const scenes::Glyph& g = strip.glyphs[i];
    bool hot = false;
    if (g.handle >= 0) {
      ImGui::SetCursorScreenPos(cells.low(i));
      ImGui::PushID(static_cast<int>(i));
      const bool pressed = ui.press_area("##letter", {cells.side, cells.high});
      hot = ImGui::IsItemHovered() && !ui.finger;
      if (hot) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      ui.twin("letter:" + std::to_string(g.handle));
      ImGui::PopID();
      if (pressed) press(doc, g.handle);
    }
    letter(look, cells, i, g, hot, static_cast<std::int32_t>(i) == strip.chosen);
  }
  for (const scenes::Arc& a : strip.arcs)
    if (a.from < count && a.to < count) arc(look, cells, a);
  ImGui::PopID();
  const std::size_t lines = (std::max<std::size_t>(count, 1) + cells.per_line - 1) / cells.per_line;
  ImGui::SetCursorScreenPos({start.x, cells.origin.y + cells.line * static_cast<float>(lines)});
  ImGui::Dummy({width, 1});
  if (!strip.note.empty()) paragraph(look, look.small, look.faint, strip.note, width);
}

namespace {

struct BarRow {
  ImVec2 low;
  float step = 0, tall = 0;
};

/// Of what is next to nothing one digit is enough.
std::string value_words(double share) { return views::number_text(100 * share, share < 1e-3 ? 1 : 3) + " %"; }

/// So few that each has room for its name and its value.
constexpr std::size_t kFewBars = 12;

void bar(const Look& look, const scenes::Bars& bars, std::size_t i, float top, ImVec2 foot, float step, float tall) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const double v = bars.values[i];
  const auto share = static_cast<float>(std::clamp(v / static_cast<double>(top), 0.0, 1.0));
  const bool marked = static_cast<std::int32_t>(i) == bars.marked, chosen = static_cast<std::int32_t>(i) == bars.chosen;
  const bool cut = v == 0 && bars.faint_zero;
  const ImU32 ink = marked ? colour(views::color({scenes::Role::kGroup, 0, 1}, look.theme)) : look.accent;
  const float gap = std::min(3.0F, 0.18F * step);
  const ImVec2 a{foot.x + gap, foot.y - std::max(1.0F, share * tall)}, b{foot.x + step - gap, foot.y};
  list->AddRectFilled(a, b, cut ? look.border : chosen || marked ? ink : with_alpha(ink, 0.72F), 2);
  const ImU32 name_ink = marked ? ink : chosen ? look.accent : cut ? with_alpha(look.faint, 0.55F) : look.faint;
  ImFont* font = marked || chosen ? look.strong : look.small;
  const ImVec2 size = text_size(font, look.dpr, bars.names[i]);
  put_text(list, font, look.dpr, {foot.x + 0.5F * (step - size.x), foot.y + 3}, name_ink, bars.names[i]);
  if (marked) {
    const float under = foot.y + 3 + size.y, half = 0.5F * std::max(size.x, 8.0F);
    list->AddRectFilled({foot.x + 0.5F * step - half, under}, {foot.x + 0.5F * step + half, under + 2}, ink);
  }
  if (!marked && !chosen && bars.values.size() > kFewBars) return;
  const std::string words = value_words(v);
  const float wide = text_size(look.small, look.dpr, words).x;
  const float left = std::max(list->GetClipRectMin().x + 1, foot.x + 0.5F * (step - wide));
  put_text(list, look.small, look.dpr, {left, a.y - look.small->FontSize / look.dpr - 2}, marked || chosen ? ink : look.faint, words);
}

}  // namespace

void draw_bars(Ui& ui, const scenes::Bars& bars, float width) {
  const Look& look = ui.look;
  heading(look, bars.title);
  const std::size_t count = std::min(bars.values.size(), bars.names.size());
  if (count == 0) return;
  float least = (look.unit > 1 ? 10.0F : 12.5F) * look.unit, widest = 46 * look.unit;
  // Names and values of few: none may run into the next.
  for (std::size_t i = 0; count <= kFewBars && i < count; ++i)
    for (const std::string& words : {bars.names[i], value_words(bars.values[i])})
      least = std::max(least, text_size(look.small, look.dpr, words).x + 8 * look.unit);
  widest = std::max(widest, least);
  const auto most = static_cast<std::size_t>(std::max(1.0F, width / least));
  const std::size_t rows = (count + most - 1) / most;
  const std::size_t per_row = (count + rows - 1) / rows;
  const float step = std::min(width / static_cast<float>(per_row), widest);
  const float name = look.body->FontSize / look.dpr + 8, above = look.small->FontSize / look.dpr + 4;
  const float tall = (rows > 1 ? 62.0F : 104.0F) * look.unit;
  const auto top = static_cast<float>(std::max(1e-12, *std::ranges::max_element(bars.values)));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < count; ++i) {
    const float y = start.y + static_cast<float>(i / per_row) * (tall + name + above) + above + tall;
    const ImVec2 foot{start.x + step * static_cast<float>(i % per_row), y};
    if (i % per_row == 0)
      ImGui::GetWindowDrawList()->AddLine(foot, {foot.x + step * static_cast<float>(std::min(per_row, count - i)), y}, look.border, 1);
    bar(look, bars, i, top, foot, step, tall);
    const ImVec2 box{foot.x, y - tall - above};
    if (ImGui::IsMouseHoveringRect(box, {foot.x + step, y + name}))
      hint(ui, bars.names[i] + "   " + views::number_text(bars.values[i], 4));
  }
  ImGui::SetCursorScreenPos({start.x, start.y + static_cast<float>(rows) * (tall + name + above)});
  ImGui::Dummy({width, 1});
  if (!bars.note.empty()) paragraph(look, look.small, look.faint, bars.note, width);
}

}  // namespace lab::gui
