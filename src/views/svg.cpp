#include "views/svg.h"

#include <algorithm>
#include <cmath>

#include "views/svg_parts.h"
#include "views/text_twin.h"

namespace lab::views {
namespace {

constexpr double kMargin = 32;
constexpr double kMostPlotColumn = 440;

/// Rectangles of a figure.
struct Layout {
  Box head;
  Box picture;
  Box legend;
  Box plots;
};

/// The title in one line, the headline below in at most two.
double head_height(const scenes::Frame& frame, const SvgOptions& options, double width) {
  if (options.picture_only) return 0;
  const double text = double{sizes(options.theme).text};
  const auto lines = wrapped(frame.headline, text, width, 2).size();
  return (options.title.empty() ? 0 : 2.1 * text) + 1.4 * text * static_cast<double>(lines) + 8;
}

/// Divides `area` (below the head) into picture with its legend and plots.
void divide(Layout& layout, Box area, const scenes::Frame& frame, const SvgOptions& options) {
  const double small = double{sizes(options.theme).text_small};
  // Numbers beside a plane picture, and below it.
  const bool numbers = frame.picture.dimension < 3 && !has_sheet(frame);
  const double rim_left = numbers ? 3.4 * small : 0;
  const double rim_below = numbers ? small + 12 : 0;
  const bool with_plots = !options.picture_only && !frame.plots.empty();
  const bool beside = area.w >= 1.15 * area.h;
  Box picture = area;
  if (with_plots && beside) {
    picture.w = std::min(area.w - std::min(kMostPlotColumn, 0.4 * area.w), 1.25 * area.h);
    layout.plots = {picture.right() + kMargin, area.y, area.right() - picture.right() - kMargin, area.h};
  } else if (with_plots) {
    picture.h = std::min(0.62 * area.h, area.w);
    layout.plots = {area.x, picture.bottom() + 18, area.w, area.bottom() - picture.bottom() - 18};
  }
  const double legend = legend_rows(frame.picture, options, picture.w - rim_left) * legend_row_height(options.theme);
  layout.picture = {picture.x + rim_left, picture.y, picture.w - rim_left, picture.h - rim_below - legend - (legend > 0 ? 8 : 0)};
  layout.legend = {layout.picture.x, picture.bottom() - legend, layout.picture.w, legend};
}

Layout lay_out(const scenes::Frame& frame, const SvgOptions& options) {
  const double margin = options.picture_only ? 0.5 * kMargin : kMargin;
  Layout layout;
  Box area{margin, margin, std::max(120.0, options.width - 2 * margin), std::max(120.0, options.height - 2 * margin)};
  layout.head = {area.x, area.y, area.w, head_height(frame, options, area.w)};
  area.y += layout.head.h;
  area.h = std::max(80.0, area.h - layout.head.h);
  divide(layout, area, frame, options);
  return layout;
}

void draw_head(SvgCanvas& canvas, const scenes::Frame& frame, const SvgOptions& options, Box box) {
  if (options.picture_only) return;
  const double text = double{sizes(options.theme).text};
  double y = box.y;
  if (!options.title.empty()) {
    y += 1.5 * text;
    canvas.text({box.x, y}, options.title, {canvas.look().text, 1.55 * text, Anchor::kStart, true});
    y += 0.5 * text;
  }
  for (const std::string& line : wrapped(frame.headline, text, box.w, 2)) {
    y += 1.25 * text;
    canvas.text({box.x, y}, line, {canvas.look().text_faint, text});
  }
}

void draw_plots(SvgCanvas& canvas, const scenes::Frame& frame, const SvgOptions& options, Box box) {
  if (options.picture_only || frame.plots.empty()) return;
  const auto count = static_cast<double>(frame.plots.size());
  const double gap = 22;
  // A single plot need not be as tall as the picture.
  const double height = std::min((box.h - (count - 1) * gap) / count, 0.8 * box.w);
  double left = 0;
  for (const scenes::Plot& plot : frame.plots) left = std::max(left, plot_left(plot, 0.75 * height, options.theme));
  for (std::size_t i = 0; i < frame.plots.size(); ++i) {
    const Box place{box.x, box.y + static_cast<double>(i) * (height + gap), box.w, height};
    draw_plot(canvas, frame.plots[i], x_axis(frame.plots, i), place, left, options.id_prefix + "-plot-" + std::to_string(i + 1));
  }
}

/// All pictures of the frame in a row, or one below the other where the place is tall.
void draw_pictures(SvgCanvas& canvas, const scenes::Frame& frame, const SvgOptions& options, Box box) {
  const std::size_t count = 1 + frame.beside.size();
  const bool across = box.w >= box.h;
  const double gap = count > 1 ? (across ? 44 : 40) : 0;
  const double share = ((across ? box.w : box.h) - gap * static_cast<double>(count - 1)) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double from = (share + gap) * static_cast<double>(i);
    const Box own = across ? Box{box.x + from, box.y, share, box.h} : Box{box.x, box.y + from, box.w, share};
    SvgOptions named = options;
    if (i > 0) named.id_prefix += "-" + std::to_string(i + 1);
    draw_picture(canvas, i == 0 ? frame.picture : frame.beside[i - 1], named, own);
  }
}

/// For screen readers, which read a figure by its name and description.
std::string names(const std::string& headline, const std::string& description, const SvgOptions& options) {
  const std::string title = options.title.empty() ? headline : options.title + ": " + headline;
  std::string out = "<title>" + xml_text(title) + "</title>\n";
  if (!description.empty()) out += "<desc>" + xml_text(description) + "</desc>\n";
  return out;
}

/// The curves of a plot in words.
std::string series_words(const scenes::Plot& plot) {
  std::string out;
  for (const scenes::Series& s : plot.series) out += (out.empty() ? "" : ". ") + series_text(s);
  return out;
}

/// Until the first thing that is drawn.
void begin_file(SvgCanvas& canvas, const SvgOptions& options, const std::string& headline, const std::string& description) {
  canvas.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + px(options.scale * options.width) +
             "\" height=\"" + px(options.scale * options.height) + "\" viewBox=\"0 0 " + px(options.width) + " " + px(options.height) +
             "\" role=\"img\" font-family=\"system-ui, sans-serif\">\n");
  canvas.raw(names(headline, description, options));
  canvas.rect({0, 0, options.width, options.height}, canvas.look().background);
}

}  // namespace

std::string svg(const scenes::Frame& frame, const SvgOptions& options) {
  SvgCanvas canvas(options.theme, options.outlines);
  begin_file(canvas, options, frame.headline, frame.description);
  const Layout layout = lay_out(frame, options);
  draw_head(canvas, frame, options, layout.head);
  if (has_sheet(frame)) {
    const Box& p = layout.picture;
    draw_sheet(canvas, frame, {p.x, p.y, p.w, layout.legend.bottom() - p.y});
  } else {
    draw_pictures(canvas, frame, options, layout.picture);
    draw_legend(canvas, frame.picture, options, layout.legend);
  }
  draw_plots(canvas, frame, options, layout.plots);
  canvas.raw("</svg>\n");
  return canvas.take();
}

std::string plot_svg(const scenes::Frame& frame, std::size_t which, const SvgOptions& options) {
  SvgCanvas canvas(options.theme, options.outlines);
  const scenes::Plot& plot = frame.plots[which];
  begin_file(canvas, options, (plot.title.empty() ? plot.y_label : plot.title) + ", " + frame.headline, series_words(plot));
  const double margin = 0.75 * kMargin;
  const Box box{margin, margin, std::max(80.0, options.width - 2 * margin), std::max(60.0, options.height - 2 * margin)};
  draw_plot(canvas, plot, x_axis(frame.plots, which), box, plot_left(plot, 0.75 * box.h, options.theme), options.id_prefix + "-plot-" + std::to_string(which + 1));
  canvas.raw("</svg>\n");
  return canvas.take();
}

}  // namespace lab::views
