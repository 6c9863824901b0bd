#include "gui/plot_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/plot_curves.h"

namespace lab::gui {
namespace {

float small_height(const Look& look) { return look.small->FontSize / look.dpr; }

void axes(const Chart& c) {
  const Look& look = c.look;
  const float text = small_height(look);
  const ImVec2 low = c.inner.low(), high = c.inner.high();
  for (const views::Tick& t : c.y.ticks(std::max(2, static_cast<int>(c.inner.h / ((c.y.log ? 17 : 24) * look.unit))))) {
    const float y = std::round(c.at(c.x.low, t.value).y * look.dpr) / look.dpr;
    if (!t.major) continue;
    c.list->AddLine({low.x, y}, {high.x, y}, look.grid, 1);
    if (t.label.empty()) continue;
    const float wide = text_size(look.small, look.dpr, t.label).x;
    put_text(c.list, look.small, look.dpr, {low.x - wide - 6, std::min(y - 0.5F * text, high.y - 0.7F * text)}, look.faint, t.label);
  }
  float free_from = low.x - 20;
  // Where there is no line for it the name of the axis stands at its end, in place of the last numbers.
  const float name = c.named_below ? 0 : text_size(look.small, look.dpr, c.plot.x_label).x + 10;
  for (const views::Tick& t : c.x.ticks(std::max(2, static_cast<int>(c.inner.w / (70 * look.unit))))) {
    const float x = c.at(t.value, c.y.low).x;
    c.list->AddLine({x, high.y}, {x, high.y + 3}, look.border, 1);
    const float wide = text_size(look.small, look.dpr, t.label).x;
    if (t.label.empty() || x - 0.5F * wide < free_from || (name > 10 && x + 0.5F * wide > high.x - name)) continue;
    free_from = x + 0.5F * wide + 8;
    put_text(c.list, look.small, look.dpr, {std::min(x - 0.5F * wide, high.x - wide + 4), high.y + 4}, look.faint, t.label);
  }
  if (name > 10) put_text(c.list, look.small, look.dpr, {high.x - name + 10, high.y + 4}, look.text, c.plot.x_label);
  c.list->AddLine({low.x, high.y}, high, look.border, 1);
  c.list->AddLine(low, {low.x, high.y}, look.border, 1);
}

/// Index of the value nearest to `x`.
std::size_t nearest(const scenes::Series& s, double x) {
  const auto it = std::lower_bound(s.x.begin(), s.x.end(), x);
  if (it == s.x.end()) return s.x.size() - 1;
  const auto i = static_cast<std::size_t>(it - s.x.begin());
  return i > 0 && x - s.x[i - 1] < s.x[i] - x ? i - 1 : i;
}

/// The place to read at: the nearest one where the longest curve has a value.
double snapped(const scenes::Plot& plot, const views::Axis& axis, double x) {
  const scenes::Series* longest = nullptr;
  for (const scenes::Series& s : plot.series)
    if (!s.x.empty() && (longest == nullptr || s.x.size() > longest->x.size())) longest = &s;
  if (longest == nullptr) return x;
  std::size_t best = nearest(*longest, x);
  // Nearest on the axis, which may be logarithmic.
  const auto away = [&](std::size_t i) { return std::fabs(axis.position(longest->x[i]) - axis.position(x)); };
  if (best > 0 && away(best - 1) < away(best)) --best;
  return longest->x[best];
}

struct Entry {
  const scenes::Series* series;
  views::SeriesForm form;
  std::string words;
  float width;
};
using Line = std::vector<Entry>;

/// The value at `x`, and a dash where the curve has not come or has none.
std::string value_at(const scenes::Series& s, double x) {
  if (s.x.empty() || x < s.x.front() || x > s.x.back()) return "–";
  return views::number_text(s.y[nearest(s, x)], 4);
}

float line_height(const Look& look) { return small_height(look) + 3; }

/// The legend in lines of at most `width`; its entries carry the values at `x` if that is one.
std::vector<Line> legend(const Look& look, const scenes::Plot& plot, float width, double x) {
  std::vector<Line> lines(1);
  float used = 0;
  const std::vector<views::SeriesForm> forms = views::series_forms(plot);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const scenes::Series& s = plot.series[i];
    std::string words = s.label;
    if (std::isfinite(x)) words += " " + value_at(s, x);
    words = fitted(look.small, look.dpr, words, width - 34);
    const float wide = text_size(look.small, look.dpr, words).x + 34;
    if (used > 0 && used + wide > width) {
      lines.emplace_back();
      used = 0;
    }
    used += wide;
    lines.back().push_back({&s, forms[i], std::move(words), wide});
  }
  return lines;
}

float line_width(const Line& line) {
  float wide = 0;
  for (const Entry& e : line) wide += e.width;
  return wide;
}

/// Whether title and legend have room side by side.
bool one_line(const Look& look, std::string_view title, const std::vector<Line>& lines, float width) {
  return lines.size() == 1 && line_width(lines[0]) + text_size(look.strong, look.dpr, title).x + 24 <= width;
}

/// Lines of the legend below the title, 0 where it stands beside.
float lines_below(const Look& look, const scenes::Plot& plot, float width) {
  const std::vector<Line> lines = legend(look, plot, width - 8, std::nan(""));
  return one_line(look, plot.title, lines, width) ? 0 : static_cast<float>(lines.size());
}

/// Title, and the legend beside or below it. No curve is left out.
void heading(const Chart& c, Area area, double x) {
  const Look& look = c.look;
  const std::vector<Line> lines = legend(look, c.plot, area.w - 8, x);
  const std::string title = std::isfinite(x) ? c.plot.x_label + " = " + views::number_text(x, 7) : c.plot.title;
  // Values make the legend longer; the plot does not move for that.
  const bool beside = lines_below(look, c.plot, area.w) == 0 && one_line(look, title, lines, area.w);
  put_text(c.list, look.strong, look.dpr, {area.x + 4, area.y + 4}, look.text, fitted(look.strong, look.dpr, title, area.w - (beside ? line_width(lines[0]) : 0) - 12));
  float y = area.y + 4 + (beside ? 0 : 21 * look.unit);
  for (const Line& line : lines) {
    const float wide = line_width(line);
    float at = beside ? area.x + area.w - wide + 8 : area.x + 4;
    if (y + line_height(look) > c.inner.y) c.list->AddRectFilled({at - 2, y}, {at + wide, y + line_height(look)}, with_alpha(look.panel, 0.85F), 3);
    for (const Entry& e : line) {
      draw_sample(c, *e.series, e.form, {at, y + 0.6F * small_height(look)}, 16);
      put_text(c.list, look.small, look.dpr, {at + 20, y + 1}, look.text, e.words);
      at += e.width;
    }
    y += line_height(look);
  }
}

Area inner_area(const Look& look, const scenes::Plot& plot, Area area, const views::Axis& y) {
  float wide = 20;
  for (const auto& t : y.ticks(std::max(2, static_cast<int>(area.h / ((y.log ? 20 : 30) * look.unit)))))
    wide = std::max(wide, text_size(look.small, look.dpr, t.label).x);
  const float bottom = small_height(look) + 7 + (plot.x_label.empty() || area.h < 190 ? 0 : small_height(look));
  // However many curves there are, a part is left for them.
  const float top = std::min(26 * look.unit + lines_below(look, plot, area.w) * line_height(look), std::max(26 * look.unit, 0.5F * area.h));
  return {area.x + wide + 12, area.y + top, area.w - wide - 24, area.h - top - bottom};
}

void footing(const Chart& c, Area area) {
  const Look& look = c.look;
  if (c.y.floored) {
    const std::string words = "values below " + views::number_text(c.y.floor) + " are drawn at " + views::number_text(c.y.floor);
    const float wide = text_size(look.small, look.dpr, words).x;
    if (wide < c.inner.w - 12) {
      // On a ground of its own: curves may pass here.
      const ImVec2 low{c.inner.x + c.inner.w - wide - 2, c.inner.y + 1};
      c.list->AddRectFilled({low.x - 3, low.y}, {low.x + wide + 2, low.y + small_height(look)}, with_alpha(look.panel, 0.85F), 3);
      put_text(c.list, look.small, look.dpr, low, look.faint, words);
    }
  }
  if (c.plot.x_label.empty() || area.h < 190) return;
  const float wide = text_size(look.small, look.dpr, c.plot.x_label).x;
  put_text(c.list, look.small, look.dpr, {c.inner.x + 0.5F * (c.inner.w - wide), area.y + area.h - small_height(look) - 2}, look.faint, c.plot.x_label);
}

void cursor_line(const Chart& c, double x, ImU32 ink, float width) {
  const float px = c.at(x, c.y.low).x;
  if (px >= c.inner.x - 1 && px <= c.inner.x + c.inner.w + 1)
    c.list->AddLine({px, c.inner.y}, {px, c.inner.y + c.inner.h}, ink, width);
}

}  // namespace

void draw_plot(Ui& ui, Doc& doc, std::size_t index, Area area) {
  const scenes::Plot& plot = doc.frame->plots[index];
  const Look& look = ui.look;
  const views::Axis y = views::y_axis(plot);
  const Chart c{plot, look, views::x_axis(doc.frame->plots, index), y, inner_area(look, plot, area, y), ImGui::GetWindowDrawList(), area.h >= 190};
  ImGui::SetCursorScreenPos(c.inner.low());
  ImGui::PushID(static_cast<int>(index));
  ui.press_area("##plot", {c.inner.w, c.inner.h}, true);
  ImGui::PopID();
  const bool held = ImGui::IsItemActive();
  const bool hovered = ImGui::IsItemHovered() && !ui.finger;
  ui.twin("plot:" + std::to_string(index), area.low(), area.high());
  double x = std::nan("");
  if (held || hovered) x = c.x.value(std::clamp((ImGui::GetIO().MousePos.x - c.inner.x) / c.inner.w, 0.0F, 1.0F));
  if (held && ui.pulls() && plot.cursor >= 0) {
    doc.player->scrub(*doc.scene, static_cast<std::size_t>(std::max(0.0, std::round(x))));
    ui.dragging = true;
  }
  if (std::isfinite(x)) x = plot.cursor >= 0 ? std::round(x) : snapped(plot, c.x, x);
  axes(c);
  for (const double at : {plot.cursor, plot.here})
    if (at >= 0) cursor_line(c, at, look.accent, 1.6F);
  if (std::isfinite(x)) cursor_line(c, x, look.faint, 1);
  c.list->PushClipRect({c.inner.x - 2, c.inner.y - 2}, {c.inner.x + c.inner.w + 2, c.inner.y + c.inner.h + 2}, true);
  draw_curves(c);
  c.list->PopClipRect();
  heading(c, area, x);
  footing(c, area);
}

}  // namespace lab::gui
