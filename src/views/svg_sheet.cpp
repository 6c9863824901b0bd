#include <algorithm>
#include <cmath>

#include "views/map_color.h"
#include "views/svg_parts.h"

namespace lab::views {
namespace {

struct Sheet {
  SvgCanvas& canvas;
  Box box;    ///< what is still free
  double text, small;

  const Surface& look() const { return canvas.look(); }
  void down(double by) {
    box.y += by;
    box.h -= by;
  }
  void heading(const std::string& title) {
    if (title.empty()) return;
    down(1.3 * text);
    canvas.text({box.x, box.y}, title, {look().text, text, Anchor::kStart, true});
    down(0.5 * text);
  }
  void note(const std::string& words) {
    for (const std::string& line : wrapped(words, small, box.w, 3)) {
      down(1.25 * small);
      canvas.text({box.x, box.y}, line, {look().text_faint, small});
    }
  }
};

Rgba tint(Rgba c, double alpha) {
  c.a = static_cast<std::uint8_t>(std::lround(255 * std::clamp(alpha, 0.0, 1.0)));
  return c;
}

void draw_arcs(Sheet& s, const scenes::Strip& strip, double side, double line, std::size_t per_line) {
  for (const scenes::Arc& a : strip.arcs) {
    const auto place = [&](std::size_t i) {
      return Spot{s.box.x + side * (static_cast<double>(i % per_line) + 0.5), s.box.y + line * static_cast<double>(i / per_line) + 1};
    };
    const Spot p = place(a.from), q = place(a.to);
    std::vector<Spot> curve;
    const double lift = std::min(18.0, 5 + 0.12 * std::fabs(p.x - q.x));
    for (int i = 0; i <= 12; ++i) {
      const double t = i / 12.0;
      curve.push_back({p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t - 4 * lift * t * (1 - t)});
    }
    s.canvas.polyline(curve, {blend(tint(s.look().accent, 0.25 + 0.7 * static_cast<double>(a.weight)), s.look().background),
                              0.8 + 3 * static_cast<double>(a.weight)});
  }
}

void draw_strip(Sheet& s, const scenes::Strip& strip) {
  s.heading(strip.title);
  const std::size_t count = std::max<std::size_t>(strip.glyphs.size(), 1);
  const double side = 1.55 * s.text, gap = strip.arcs.empty() ? 4 : 20;
  const auto per_line = std::max<std::size_t>(1, static_cast<std::size_t>(s.box.w / side));
  const double line = 1.25 * side + gap;
  if (!strip.arcs.empty()) s.down(gap);
  for (std::size_t i = 0; i < strip.glyphs.size(); ++i) {
    const scenes::Glyph& g = strip.glyphs[i];
    const Box cell{s.box.x + side * static_cast<double>(i % per_line) + 0.5, s.box.y + line * static_cast<double>(i / per_line), side - 1, 1.25 * side};
    if (g.shade > 0) s.canvas.rect(cell, blend(tint(s.look().accent, 0.75 * std::sqrt(static_cast<double>(g.shade))), s.look().background), 3);
    else if (g.hole) s.canvas.rect(cell, blend(tint(s.look().accent, 0.16), s.look().background), 3);
    const bool strong = g.hole || g.emphasis == scenes::Emphasis::kStrong;
    s.canvas.text({cell.x + 0.5 * cell.w, cell.y + 0.5 * cell.h + 0.35 * s.text}, g.text,
                  {g.hole && g.emphasis == scenes::Emphasis::kNone ? s.look().accent : emphasis_color(g.emphasis, s.canvas.theme()), s.text, Anchor::kMiddle, strong});
  }
  draw_arcs(s, strip, side, line, per_line);
  s.down(line * static_cast<double>((count + per_line - 1) / per_line));
  s.note(strip.note);
  s.down(10);
}

void draw_bars(Sheet& s, const scenes::Bars& bars) {
  s.heading(bars.title);
  const std::size_t count = std::min(bars.names.size(), bars.values.size());
  if (count == 0) return;
  const double step = std::min(s.box.w / static_cast<double>(count), 40.0), tall = 90;
  const double top = std::max(1e-12, *std::ranges::max_element(bars.values));
  s.down(s.small + tall);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = s.box.x + step * static_cast<double>(i), h = std::max(1.0, tall * std::clamp(bars.values[i] / top, 0.0, 1.0));
    const bool marked = static_cast<std::int32_t>(i) == bars.marked, chosen = static_cast<std::int32_t>(i) == bars.chosen;
    const Rgba ink = marked ? color({scenes::Role::kGroup, 0, 1}, s.canvas.theme()) : s.look().accent;
    s.canvas.rect({x + 0.12 * step, s.box.y - h, 0.76 * step, h}, marked || chosen ? ink : blend(tint(ink, 0.7), s.look().background), 1.5);
    s.canvas.text({x + 0.5 * step, s.box.y + 1.1 * s.small}, bars.names[i],
                  {marked || chosen ? ink : s.look().text_faint, s.small, Anchor::kMiddle, marked || chosen});
    if (marked || chosen)
      s.canvas.text({x + 0.5 * step, s.box.y - h - 3}, number_text(100 * bars.values[i], 3) + " %", {ink, s.small, Anchor::kMiddle});
  }
  s.canvas.line({s.box.x, s.box.y}, {s.box.x + step * static_cast<double>(count), s.box.y}, {s.look().border, 1});
  s.down(1.5 * s.small);
  s.note(bars.note);
  s.down(10);
}

void draw_map(Sheet& s, const scenes::HeatMap& map, Box place) {
  s.canvas.text({place.x, place.y - 4}, map.title, {s.look().text, s.small});
  s.canvas.rect(place, s.look().panel);
  const double w = place.w / static_cast<double>(map.columns), h = place.h / static_cast<double>(map.rows);
  for (std::size_t i = 0; i < map.rows; ++i)
    for (std::size_t j = 0; j < map.columns; ++j) {
      const Rgba ink = map_color(map, map.values[i * map.columns + j], s.canvas.theme());
      // What has the ground's colour is the ground.
      if (!(ink == s.look().panel)) s.canvas.rect({place.x + w * static_cast<double>(j), place.y + h * static_cast<double>(i), w, h}, ink);
    }
}

void draw_maps(Sheet& s, const std::vector<scenes::HeatMap>& maps) {
  if (maps.empty() || s.box.h < 40) return;
  const double gap = 14, head = 1.5 * s.small;
  std::size_t across = 1;
  double side = 0;
  // As large as fits: try every number of columns.
  for (std::size_t a = 1; a <= maps.size(); ++a) {
    const auto rows = static_cast<double>((maps.size() + a - 1) / a);
    const double fit = std::min((s.box.w + gap) / static_cast<double>(a) - gap, s.box.h / rows - head - 8);
    if (fit > side) side = fit, across = a;
  }
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (maps[i].rows == 0 || maps[i].columns == 0) continue;
    const double x = s.box.x + static_cast<double>(i % across) * (side + gap);
    const double y = s.box.y + static_cast<double>(i / across) * (side + head + 8) + head;
    draw_map(s, maps[i], {x, y, side, std::min(side, side * static_cast<double>(maps[i].rows) / static_cast<double>(maps[i].columns))});
  }
}

}  // namespace

bool has_sheet(const scenes::Frame& frame) { return !frame.strips.empty() || !frame.bars.empty() || !frame.maps.empty(); }

void draw_sheet(SvgCanvas& canvas, const scenes::Frame& frame, Box box) {
  Sheet s{canvas, box, double{sizes(canvas.theme()).text}, double{sizes(canvas.theme()).text_small}};
  for (const scenes::Strip& strip : frame.strips) draw_strip(s, strip);
  for (const scenes::Bars& bars : frame.bars) draw_bars(s, bars);
  draw_maps(s, frame.maps);
}

}  // namespace lab::views
