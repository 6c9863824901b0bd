#include <algorithm>
#include <cmath>
#include <vector>

#include "views/language.h"
#include "views/series_form.h"
#include "views/svg_parts.h"

namespace lab::views {
namespace {

using scenes::Plot;
using scenes::Series;

struct PlotSpace {
  SvgCanvas& canvas;
  const Plot& plot;
  Box box;  ///< inside the axes
  Axis x, y;

  double small() const { return double{sizes(canvas.theme()).text_small}; }
  Spot spot(double vx, double vy) const {
    return {box.x + box.w * x.position(vx), box.bottom() - box.h * y.position(vy)};
  }
};

void draw_axes(const PlotSpace& p) {
  const Surface& look = p.canvas.look();
  const Lettering below{look.text_faint, p.small(), Anchor::kMiddle};
  const Lettering beside{look.text_faint, p.small(), Anchor::kEnd};
  for (const Tick& t : p.y.ticks(std::max(2, static_cast<int>(p.box.h / (2.9 * p.small()))))) {
    const double at = p.spot(p.x.low, t.value).y;
    if (t.major) p.canvas.line({p.box.x, at}, {p.box.right(), at}, {look.grid, 1});
    p.canvas.text({p.box.x - 7, at + 0.36 * p.small()}, t.label, beside);
  }
  const double name = p.plot.x_label.empty() ? 0 : text_width(p.plot.x_label, p.small()) + 10;
  for (const Tick& t : p.x.ticks(std::max(2, static_cast<int>(p.box.w / (6.4 * p.small()))))) {
    const double at = p.spot(t.value, p.y.low).x;
    p.canvas.line({at, p.box.bottom()}, {at, p.box.bottom() + (t.major ? 4 : 2.5)}, {look.border, 1});
    // The name of the axis stands at its end, in place of the last number.
    if (at + 0.5 * text_width(t.label, p.small()) < p.box.right() - name || at > p.box.right() + 1)
      p.canvas.text({at, p.box.bottom() + p.small() + 5}, t.label, below);
  }
  p.canvas.line({p.box.x, p.box.bottom()}, {p.box.right(), p.box.bottom()}, {look.text_faint, 1});
  p.canvas.text({p.box.right(), p.box.bottom() + p.small() + 5}, p.plot.x_label, {look.text, p.small(), Anchor::kEnd});
}

/// Long runs have more steps than the plot has pixels: of each half pixel the
/// first, lowest, highest and last value are kept, which looks the same.
std::vector<Spot> thinned(const std::vector<Spot>& in) {
  if (in.size() < 2000) return in;
  std::vector<Spot> out;
  for (std::size_t i = 0; i < in.size();) {
    std::size_t j = i;
    std::size_t low = i;
    std::size_t high = i;
    while (j < in.size() && std::floor(2 * in[j].x) == std::floor(2 * in[i].x)) {
      if (in[j].y < in[low].y) low = j;
      if (in[j].y > in[high].y) high = j;
      ++j;
    }
    if (j == i) j = i + 1;  // a spot that is no number is a column of its own
    std::vector<std::size_t> kept{i, std::min(low, high), std::max(low, high), j - 1};
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    for (const std::size_t k : kept) out.push_back(in[k]);
    i = j;
  }
  return out;
}

std::vector<Spot> series_spots(const PlotSpace& p, const Series& series) {
  std::vector<Spot> out;
  const std::size_t count = std::min(series.x.size(), series.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Spot s = p.spot(series.x[i], series.y[i]);
    if (series.steps && !out.empty()) out.push_back({s.x, out.back().y});
    out.push_back(s);
  }
  return thinned(out);
}

/// Where the curve is at the cursor: the last point at or before it.
bool value_at(const Series& series, double cursor, double& y) {
  const std::size_t count = std::min(series.x.size(), series.y.size());
  const auto end = series.x.begin() + static_cast<std::ptrdiff_t>(count);
  const auto after = std::upper_bound(series.x.begin(), end, cursor);
  if (after == series.x.begin()) return false;
  y = series.y[static_cast<std::size_t>(after - series.x.begin()) - 1];
  return std::isfinite(y);
}

void draw_cursor(const PlotSpace& p, double x) {
  // Below 0 there is none, on an axis of offsets too.
  if (!(x >= 0) || !(x >= p.x.low) || !(x <= p.x.high)) return;
  const double at = p.spot(x, p.y.low).x;
  Rgba faint = p.canvas.look().text_faint;
  faint.a = 150;
  p.canvas.line({at, p.box.y}, {at, p.box.bottom()}, {faint, 1});
  for (const Series& series : p.plot.series) {
    double y = 0;
    if (series.stroke != scenes::Stroke::kSolid || !value_at(series, x, y)) continue;
    p.canvas.mark(p.spot(x, y), scenes::Shape::kDisc, 0.7 * double{sizes(p.canvas.theme()).token_radius},
                  p.canvas.solid(series.ink), p.canvas.look().background, 1);
  }
}

/// Measured curves are a little heavier than predicted ones.
Pen series_pen(const SvgCanvas& canvas, const Series& series) {
  const double factor = series.stroke == scenes::Stroke::kSolid ? 1.25 : 1.0;
  return {canvas.solid(series.ink), factor * double{sizes(canvas.theme()).line_width}, series.stroke};
}

/// Each value as a bar from the bottom of the plot.
void draw_stems(const PlotSpace& p, const std::vector<Spot>& spots, const Series& series) {
  const double apart = spots.size() > 1 ? std::fabs(spots[1].x - spots[0].x) : 14;
  const double width = std::clamp(0.6 * apart, 1.0, 18.0);
  for (const Spot& s : spots)
    p.canvas.rect({s.x - 0.5 * width, s.y, width, std::max(0.0, p.box.bottom() - s.y)}, p.canvas.solid(series.ink));
}

/// The symbols that tell a curve from others of its stroke: rings are discs of the ground's colour, so the line ends there.
void draw_forms(SvgCanvas& canvas, const std::vector<Spot>& places, const SeriesForm& form, double radius, Rgba ink) {
  const Rgba ground = canvas.look().background;
  for (const Spot& at : places)
    if (form.shape == scenes::Shape::kRing) canvas.mark(at, scenes::Shape::kDisc, radius, ground, ink, 1.4);
    else canvas.mark(at, *form.shape, radius, ink, ground, 0.8);
}

double form_radius(const SvgCanvas& canvas) { return views::form_radius(double{sizes(canvas.theme()).line_width}); }

void draw_series(const PlotSpace& p, const std::string& id) {
  // A little more than the axes, so that curves along the edge keep their width.
  p.canvas.open_clip({p.box.x - 1, p.box.y - 5, p.box.w + 5, p.box.h + 6}, id);
  const std::vector<SeriesForm> forms = series_forms(p.plot);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const Series& series = p.plot.series[i];
    const std::vector<Spot> spots = series_spots(p, series);
    const Rgba ink = p.canvas.solid(series.ink);
    const double radius = form_radius(p.canvas);
    if (series.stems) draw_stems(p, spots, series);
    else if (spots.size() != 1) {
      p.canvas.polyline(spots, series_pen(p.canvas, series));
      draw_forms(p.canvas, form_places(spots, forms[i], radius, i, forms.size()), forms[i], radius, ink);
    } else if (forms[i].shape) draw_forms(p.canvas, sample_places(spots[0], 0, forms[i], radius), forms[i], radius, ink);
    else p.canvas.mark(spots[0], scenes::Shape::kDisc, 2.5, ink, p.canvas.look().background, 0);
  }
  draw_cursor(p, p.plot.cursor);
  draw_cursor(p, p.plot.here);
  p.canvas.close_group();
}

/// Names of the curves in a row from the right, each behind a piece of its line.
struct Key {
  const Series* series;
  SeriesForm form;
  double width;
};

std::vector<std::vector<Key>> legend_lines(const Plot& plot, double size, double width) {
  std::vector<std::vector<Key>> rows;
  double room = 0;
  const std::vector<SeriesForm> forms = series_forms(plot);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const Series& series = plot.series[i];
    if (series.label.empty()) continue;
    const double w = 26 + text_width(series.label, size) + 12;
    if (rows.empty() || w > room) {
      rows.emplace_back();
      room = width;
    }
    rows.back().push_back({&series, forms[i], w});
    room -= w;
  }
  return rows;
}

void draw_keys(SvgCanvas& canvas, const std::vector<std::vector<Key>>& rows, Spot at, double size) {
  for (const auto& row : rows) {
    double x = at.x;
    for (const Key& key : row) {
      canvas.line({x, at.y - 0.34 * size}, {x + 20, at.y - 0.34 * size}, series_pen(canvas, *key.series));
      draw_forms(canvas, sample_places({x, at.y - 0.34 * size}, 20, key.form, form_radius(canvas)), key.form, form_radius(canvas), canvas.solid(key.series->ink));
      canvas.text({x + 26, at.y}, key.series->label, {canvas.look().text, size});
      x += key.width;
    }
    at.y += 1.45 * size;
  }
}

}  // namespace

double plot_left(const Plot& plot, double height, Theme theme) {
  const double size = double{sizes(theme).text_small};
  double room = 12;
  for (const Tick& t : y_axis(plot).ticks(std::max(2, static_cast<int>(height / (2.9 * size))))) room = std::max(room, text_width(t.label, size));
  return room + 10;
}

void draw_plot(SvgCanvas& canvas, const Plot& plot, const Axis& x, Box box, double left, const std::string& id) {
  const Sizes& size = sizes(canvas.theme());
  const double small = double{size.text_small};
  const Surface& look = canvas.look();
  canvas.open_group("id=\"" + xml_text(id) + "\"");
  canvas.text({box.x, box.y + double{size.text}}, plot.title, {look.text, double{size.text}, Anchor::kStart, true});
  if (!plot.y_label.empty() && plot.y_label != plot.title) {
    const double after = plot.title.empty() ? 0 : text_width(plot.title, 1.08 * double{size.text}) + 12;
    canvas.text({box.x + after, box.y + double{size.text}}, plot.y_label, {look.text_faint, small});
  }
  const auto rows = legend_lines(plot, small, box.w);
  draw_keys(canvas, rows, {box.x, box.y + double{size.text} + 1.6 * small}, small);
  const Axis y = y_axis(plot);
  const double top = double{size.text} + 1.45 * small * static_cast<double>(rows.size()) + 1.1 * small;
  const double bottom = small + 10 + (y.floored ? 1.5 * small : 0);
  const double height = std::max(20.0, box.h - top - bottom);
  const PlotSpace space{canvas, plot, {box.x + left, box.y + top, std::max(20.0, box.w - left - 4), height}, x, y};
  draw_axes(space);
  draw_series(space, id + "-clip");
  if (y.floored)
    canvas.text({box.right() - 4, box.bottom() - 1}, translate("values below " + number_text(y.floor) + " are drawn at " + number_text(y.floor)), {look.text_faint, 0.92 * small, Anchor::kEnd});
  canvas.close_group();
}

}  // namespace lab::views
