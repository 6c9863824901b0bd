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
  bool alone;  ///< the only thing on the sheet, which then has all of it

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

/// What stands out by its colour is underlined too.
void underline(Sheet& s, double middle, double y, double width, Rgba ink) {
  s.canvas.line({middle - 0.5 * width, y}, {middle + 0.5 * width, y}, {ink, 2});
}

/// How much larger letters are that have the sheet for themselves: as fits.
double strip_growth(const Sheet& s, std::size_t count) {
  double growth = s.alone ? 3 : 1;
  for (; growth > 1; growth -= 0.1) {
    const double side = 1.55 * growth * s.text;
    if (std::ceil(static_cast<double>(count) / std::max(1.0, std::floor(s.box.w / side))) * (1.25 * side + 20) < s.box.h - 5 * s.small) break;
  }
  return std::max(growth, 1.0);
}

void draw_strip(Sheet& s, const scenes::Strip& strip) {
  s.heading(strip.title);
  const std::size_t count = std::max<std::size_t>(strip.glyphs.size(), 1);
  const double text = strip_growth(s, count) * s.text;
  const double side = 1.55 * text, gap = strip.arcs.empty() ? 4 : 20;
  const auto per_line = std::max<std::size_t>(1, static_cast<std::size_t>(s.box.w / side));
  const double line = 1.25 * side + gap;
  if (!strip.arcs.empty()) s.down(gap);
  for (std::size_t i = 0; i < strip.glyphs.size(); ++i) {
    const scenes::Glyph& g = strip.glyphs[i];
    const Box cell{s.box.x + side * static_cast<double>(i % per_line) + 0.5, s.box.y + line * static_cast<double>(i / per_line), side - 1, 1.25 * side};
    if (g.shade > 0) s.canvas.rect(cell, blend(tint(s.look().accent, 0.75 * std::sqrt(static_cast<double>(g.shade))), s.look().background), 3);
    else if (g.hole) s.canvas.rect(cell, blend(tint(s.look().accent, 0.16), s.look().background), 3);
    const bool strong = g.hole || g.emphasis == scenes::Emphasis::kStrong;
    s.canvas.text({cell.x + 0.5 * cell.w, cell.y + 0.5 * cell.h + 0.35 * text}, g.text,
                  {g.hole && g.emphasis == scenes::Emphasis::kNone ? s.look().accent : emphasis_color(g.emphasis, s.canvas.theme()), text, Anchor::kMiddle, strong});
    if (g.emphasis == scenes::Emphasis::kTie) underline(s, cell.x + 0.5 * cell.w, cell.bottom() - 2, 0.6 * cell.w, emphasis_color(g.emphasis, s.canvas.theme()));
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
  double widest = 40;
  for (const std::string& name : bars.names) widest = std::max(widest, text_width(name, s.small) + 8);
  const double step = std::min(s.box.w / static_cast<double>(count), s.alone ? std::max(widest, 120.0) : widest);
  const double tall = s.alone ? std::max(90.0, s.box.h - 7 * s.small) : 90;
  const double top = std::max(1e-12, *std::ranges::max_element(bars.values));
  s.down(s.small + tall);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = s.box.x + step * static_cast<double>(i), h = std::max(1.0, tall * std::clamp(bars.values[i] / top, 0.0, 1.0));
    const bool marked = static_cast<std::int32_t>(i) == bars.marked, chosen = static_cast<std::int32_t>(i) == bars.chosen;
    const Rgba ink = marked ? color({scenes::Role::kGroup, 0, 1}, s.canvas.theme()) : s.look().accent;
    s.canvas.rect({x + 0.12 * step, s.box.y - h, 0.76 * step, h}, marked || chosen ? ink : blend(tint(ink, 0.7), s.look().background), 1.5);
    s.canvas.text({x + 0.5 * step, s.box.y + 1.1 * s.small}, bars.names[i],
                  {marked || chosen ? ink : s.look().text_faint, s.small, Anchor::kMiddle, marked || chosen});
    if (marked) underline(s, x + 0.5 * step, s.box.y + 1.1 * s.small + 4, std::max(8.0, 0.6 * step), ink);
    if (!marked && !chosen) continue;
    // The first and the last bar are narrower than their number.
    const std::string value = number_text(100 * bars.values[i], 3) + " %";
    const double half = 0.5 * text_width(value, s.small);
    s.canvas.text({std::max(s.box.x + half, std::min(s.box.right() - half, x + 0.5 * step)), s.box.y - h - 3}, value, {ink, s.small, Anchor::kMiddle});
  }
  s.canvas.line({s.box.x, s.box.y}, {s.box.x + step * static_cast<double>(count), s.box.y}, {s.look().border, 1});
  s.down(1.5 * s.small);
  s.note(bars.note);
  s.down(10);
}

/// Each so-and-so-many-th name has room for itself. Numbers may be thinned out, letters may not: 0, none is written.
std::size_t name_stride(const std::vector<std::string>& names, std::size_t count, double step, double size, bool down) {
  if (names.size() < count || count == 0) return 0;
  double room = 0;
  for (const std::string& name : names) room = std::max(room, down ? size : text_width(name, size) + 3);
  const std::string& last = names.back();
  const bool numbers = std::ranges::all_of(last, [](char c) { return c >= '0' && c <= '9'; });
  for (const std::size_t stride : {1, 2, 5, 10, 20, 50, 100})
    if (step * static_cast<double>(stride) >= room) return stride == 1 || numbers ? stride : 0;
  return 0;
}

void name_columns(Sheet& s, const scenes::HeatMap& map, Box place) {
  const double w = place.w / static_cast<double>(map.columns);
  const std::size_t stride = name_stride(map.column_names, map.columns, w, s.small, false);
  for (std::size_t j = 0; stride > 0 && j < map.columns; j += stride)
    s.canvas.text({place.x + w * (static_cast<double>(j) + 0.5), place.bottom() + 1.1 * s.small}, map.column_names[j], {s.look().text_faint, s.small, Anchor::kMiddle});
}

void name_rows(Sheet& s, const scenes::HeatMap& map, Box place) {
  const double h = place.h / static_cast<double>(map.rows);
  const std::size_t stride = name_stride(map.row_names, map.rows, h, s.small, true);
  for (std::size_t i = 0; stride > 0 && i < map.rows; i += stride)
    s.canvas.text({place.x - 5, place.y + h * (static_cast<double>(i) + 0.5) + 0.36 * s.small}, map.row_names[i], {s.look().text_faint, s.small, Anchor::kEnd});
}

/// Which shade is which value.
void draw_shades(Sheet& s, const scenes::HeatMap& map, Box box) {
  constexpr int kSteps = 48;
  const double h = box.h / kSteps;
  s.canvas.open_group("shape-rendering=\"crispEdges\"");
  for (int i = 0; i < kSteps; ++i) {
    const auto share = static_cast<float>(i) / (kSteps - 1);
    s.canvas.rect({box.x, box.bottom() - h * (i + 1), box.w, h}, map_color(map, map.low + share * (map.high - map.low), s.canvas.theme()));
  }
  s.canvas.close_group();
  const auto say = [&](float value, double y) {
    s.canvas.text({box.right() + 6, y}, number_text(static_cast<double>(value), 3), {s.look().text_faint, s.small});
  };
  say(map.high, box.y + 0.8 * s.small);
  say(map.low, box.bottom());
  if (map.low < 0 && map.high > 0) say(0, box.bottom() - box.h * static_cast<double>(-map.low / (map.high - map.low)) + 0.36 * s.small);
}

void draw_map(Sheet& s, const scenes::HeatMap& map, Box place) {
  s.canvas.text({place.x, place.y - 4}, map.title, {s.look().text, s.alone ? s.text : s.small, Anchor::kStart, s.alone});
  s.canvas.rect(place, s.look().panel);
  const double w = place.w / static_cast<double>(map.columns), h = place.h / static_cast<double>(map.rows);
  // Smoothed edges would leave a seam between cells.
  s.canvas.open_group("shape-rendering=\"crispEdges\"");
  for (std::size_t i = 0; i < map.rows; ++i)
    for (std::size_t j = 0; j < map.columns; ++j) {
      const Rgba ink = map_color(map, map.values[i * map.columns + j], s.canvas.theme());
      // What has the ground's colour is the ground.
      if (!(ink == s.look().panel)) s.canvas.rect({place.x + w * static_cast<double>(j), place.y + h * static_cast<double>(i), w, h}, ink);
    }
  s.canvas.close_group();
  for (const Box& dash : minus_signs(map, place)) s.canvas.rect(dash, minus_color(s.canvas.theme()));
  name_columns(s, map, place);
  if (map.chosen < 0 || static_cast<std::size_t>(map.chosen) >= map.rows) return;
  const double y = place.y + h * static_cast<double>(map.chosen);
  const std::vector<Spot> row{{place.x, y}, {place.right(), y}, {place.right(), y + h}, {place.x, y + h}};
  s.canvas.polyline(row, {s.look().accent, 1.6}, true);
}

/// A map that has the sheet for itself: in the middle, with all names and a scale of its shades.
void draw_only_map(Sheet& s, const scenes::HeatMap& map) {
  const double head = 1.6 * s.text, foot = 1.5 * s.small, scale = 62, names = 40;
  const std::vector<std::string> note = wrapped(map.note, s.small, s.box.w, 3);
  const double tall = s.box.h - head - foot - 1.3 * s.small * static_cast<double>(note.size());
  const double cell = std::min((s.box.w - scale - names) / static_cast<double>(map.columns), tall / static_cast<double>(map.rows));
  const Box place{s.box.x + names + 0.5 * (s.box.w - scale - names - cell * static_cast<double>(map.columns)), s.box.y + head,
                  cell * static_cast<double>(map.columns), cell * static_cast<double>(map.rows)};
  draw_map(s, map, place);
  name_rows(s, map, place);
  if (map.high > map.low) draw_shades(s, map, {place.right() + 14, place.y, 12, std::min(place.h, 220.0)});
  s.down(place.bottom() + foot - s.box.y);
  s.note(map.note);
}

void draw_maps(Sheet& s, const std::vector<scenes::HeatMap>& all) {
  std::vector<const scenes::HeatMap*> maps;
  for (const scenes::HeatMap& map : all)
    if (map.rows > 0 && map.columns > 0) maps.push_back(&map);
  if (maps.empty() || s.box.h < 40) return;
  if (s.alone) return draw_only_map(s, *maps[0]);
  const double gap = 14, head = 1.5 * s.small, foot = 1.3 * s.small;
  std::size_t across = 1;
  double side = 0;
  // As large as fits: try every number of columns.
  for (std::size_t a = 1; a <= maps.size(); ++a) {
    const auto rows = static_cast<double>((maps.size() + a - 1) / a);
    const double fit = std::min((s.box.w + gap) / static_cast<double>(a) - gap, s.box.h / rows - head - foot - 8);
    if (fit > side) side = fit, across = a;
  }
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const double x = s.box.x + static_cast<double>(i % across) * (side + gap);
    const double y = s.box.y + static_cast<double>(i / across) * (side + head + foot + 8) + head;
    draw_map(s, *maps[i], {x, y, side, std::min(side, side * static_cast<double>(maps[i]->rows) / static_cast<double>(maps[i]->columns))});
  }
}

}  // namespace

bool has_sheet(const scenes::Frame& frame) { return !frame.strips.empty() || !frame.bars.empty() || !frame.maps.empty(); }

void draw_sheet(SvgCanvas& canvas, const scenes::Frame& frame, Box box) {
  const bool alone = frame.strips.size() + frame.bars.size() + frame.maps.size() == 1;
  Sheet s{canvas, box, double{sizes(canvas.theme()).text}, double{sizes(canvas.theme()).text_small}, alone};
  for (const scenes::Strip& strip : frame.strips) draw_strip(s, strip);
  for (const scenes::Bars& bars : frame.bars) draw_bars(s, bars);
  draw_maps(s, frame.maps);
}

}  // namespace lab::views
