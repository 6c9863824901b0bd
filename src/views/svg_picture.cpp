#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "views/svg_parts.h"

namespace lab::views {
namespace {

using scenes::Picture;
using scenes::Point;

constexpr double kTickDistance = 80;  // pixels between grid lines, about
constexpr std::size_t kPlacedLabels = 300;  // beyond, labels stay where they are

/// What every part of the picture needs.
struct Scenery {
  SvgCanvas& canvas;
  const Picture& picture;
  const Projection& projection;
  double radius;  ///< of a token of size 1

  double line_width() const { return double{sizes(canvas.theme()).line_width}; }
  /// Ink at a depth: what is far away sinks into the background.
  scenes::Ink hazy(scenes::Ink ink, const Point& at) const {
    if (projection.spatial()) ink.strength *= static_cast<float>(0.55 + 0.45 * projection.nearness(at));
    return ink;
  }
  std::vector<Spot> spots(std::span<const Point> points) const {
    std::vector<Spot> out;
    for (const Point& p : points) out.push_back(projection.spot(p));
    return out;
  }
};

// --- frame and grid -------------------------------------------------------

void draw_plane_grid(SvgCanvas& canvas, const Picture& picture, const Projection& projection, Box box) {
  const Surface& look = canvas.look();
  const double small = double{sizes(canvas.theme()).text_small};
  const double distance = kTickDistance * small / 11 / projection.scale();
  const Lettering down{look.text_faint, small, Anchor::kMiddle};
  const Lettering left{look.text_faint, small, Anchor::kEnd};
  for (const Tick& t : spaced_ticks(projection.x_at(box.x), projection.x_at(box.right()), distance)) {
    const double x = projection.spot({t.value, 0, 0}).x;
    canvas.line({x, box.y}, {x, box.bottom()}, {t.value == 0 ? look.border : look.grid, 1});
    if (x < box.right() - 30) canvas.text({x, box.bottom() + small + 5}, t.label, down);
  }
  for (const Tick& t : spaced_ticks(projection.y_at(box.bottom()), projection.y_at(box.y), distance)) {
    const double y = projection.spot({0, t.value, 0}).y;
    canvas.line({box.x, y}, {box.right(), y}, {t.value == 0 ? look.border : look.grid, 1});
    if (y > box.y + 22) canvas.text({box.x - 7, y + 0.36 * small}, t.label, left);
  }
  const Lettering name{look.text, double{sizes(canvas.theme()).text}};
  canvas.text({box.right() - 3, box.bottom() + small + 6}, picture.axis_names[0], {name.color, name.size, Anchor::kEnd});
  canvas.text({box.x - 7, box.y + name.size}, picture.axis_names[1], {name.color, name.size, Anchor::kEnd});
}

Point corner(const Picture& picture, unsigned which) {
  Point p{};
  for (std::size_t i = 0; i < 3; ++i) p[i] = (which >> i & 1U) != 0 ? picture.high[i] : picture.low[i];
  return p;
}

/// Of the four edges of the box along `axis` the one at the rim of the drawing,
/// where its numbers disturb least: lowest for the flat axes, leftmost for the third.
unsigned rim_edge(const Picture& picture, const Projection& projection, unsigned axis) {
  unsigned best = 0;
  double best_score = -1e300;
  for (unsigned c = 0; c < 8; ++c) {
    if ((c >> axis & 1U) != 0) continue;
    const Spot a = projection.spot(corner(picture, c));
    const Spot b = projection.spot(corner(picture, c | 1U << axis));
    const double score = axis == 2 ? -(a.x + b.x) : a.y + b.y;
    if (score > best_score + 1e-6) best = c;
    best_score = std::max(best_score, score);
  }
  return best;
}

void draw_edge_ticks(const Scenery& s, unsigned axis) {
  const unsigned from = rim_edge(s.picture, s.projection, axis);
  const Spot middle = s.projection.spot({0.5 * (s.picture.low[0] + s.picture.high[0]), 0.5 * (s.picture.low[1] + s.picture.high[1]),
                                         0.5 * (s.picture.low[2] + s.picture.high[2])});
  const double small = double{sizes(s.canvas.theme()).text_small};
  const auto outward = [&](Spot at, double by) {
    const double length = std::max(1e-9, std::hypot(at.x - middle.x, at.y - middle.y));
    return Spot{at.x + by * (at.x - middle.x) / length, at.y + by * (at.y - middle.y) / length + 0.36 * small};
  };
  Point p = corner(s.picture, from);
  const double low = s.picture.low[axis];
  const double high = s.picture.high[axis];
  const Surface& look = s.canvas.look();
  for (const Tick& t : linear_ticks(low, high, 4)) {
    if (t.value <= low + 0.06 * (high - low) || t.value >= high - 0.06 * (high - low)) continue;
    p[axis] = t.value;
    s.canvas.text(outward(s.projection.spot(p), 14), t.label, {look.text_faint, small, Anchor::kMiddle});
  }
  p[axis] = 0.5 * (low + high);
  s.canvas.text(outward(s.projection.spot(p), 34), s.picture.axis_names[axis], {look.text, double{sizes(s.canvas.theme()).text}, Anchor::kMiddle});
}

void draw_space_box(const Scenery& s) {
  for (unsigned axis = 0; axis < 3; ++axis) {
    for (unsigned c = 0; c < 8; ++c) {
      if ((c >> axis & 1U) != 0) continue;
      s.canvas.line(s.projection.spot(corner(s.picture, c)), s.projection.spot(corner(s.picture, c | 1U << axis)), {s.canvas.look().border, 1});
    }
    draw_edge_ticks(s, axis);
  }
}

// --- things, in drawing order ---------------------------------------------

void draw_polygons(const Scenery& s) {
  for (const scenes::Polygon& polygon : s.picture.polygons) {
    const std::vector<Spot> spots = s.spots(polygon.points);
    Rgba fill = color(polygon.ink, s.canvas.theme());
    fill.a = static_cast<std::uint8_t>(std::lround(fill.a * std::clamp(polygon.fill, 0.0F, 1.0F)));
    if (fill.a > 0 && spots.size() >= 3) s.canvas.area(spots, fill);
    s.canvas.polyline(spots, {s.canvas.solid(polygon.ink), double{polygon.width} * s.line_width(), polygon.stroke}, spots.size() > 2);
  }
}

void draw_polylines(const Scenery& s) {
  for (const scenes::Polylines& lines : s.picture.polylines) {
    for (std::size_t i = 0; i < lines.begin.size(); ++i) {
      const std::size_t end = std::min<std::size_t>(i + 1 < lines.begin.size() ? lines.begin[i + 1] : lines.points.size(), lines.points.size());
      if (lines.begin[i] >= end) continue;
      const std::span<const Point> points = std::span(lines.points).subspan(lines.begin[i], end - lines.begin[i]);
      const scenes::Ink ink = s.hazy(i < lines.ink.size() ? lines.ink[i] : scenes::Ink{}, points[points.size() / 2]);
      s.canvas.polyline(s.spots(points), {s.canvas.solid(ink), double{lines.width} * s.line_width(), lines.stroke});
    }
  }
}

void draw_arrows(const Scenery& s) {
  for (const scenes::Arrow& arrow : s.picture.arrows) {
    Spot a = s.projection.spot(arrow.from);
    Spot b = s.projection.spot(arrow.to);
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const double gap = s.radius + 2.5;  // both ends stop before the token that is drawn there
    if (!(length > 2 * gap + 3)) continue;
    const double t = gap / length;
    const Spot tip{b.x - t * (b.x - a.x), b.y - t * (b.y - a.y)};
    a = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    s.canvas.arrow(a, tip, {s.canvas.solid(s.hazy(arrow.ink, arrow.from)), 0.8 * s.line_width()}, double{sizes(s.canvas.theme()).arrow_head});
  }
}

void draw_marks(const Scenery& s) {
  std::vector<std::size_t> order(s.picture.marks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (s.projection.spatial()) {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return s.projection.nearness(s.picture.marks[i].at); });
  }
  const double rim = double{sizes(s.canvas.theme()).outline_width};
  for (const std::size_t i : order) {
    const scenes::Mark& mark = s.picture.marks[i];
    const bool star = mark.shape == scenes::Shape::kStar;
    s.canvas.mark(s.projection.spot(mark.at), mark.shape, s.radius * double{mark.size}, s.canvas.solid(s.hazy(mark.ink, mark.at)),
                  star ? star_outline(s.canvas.theme()) : s.canvas.look().background, star ? rim : 0.7 * rim);
  }
}

// --- labels ----------------------------------------------------------------

bool overlap(const Box& a, const Box& b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

/// Labels of tokens that have met are one label: "1, 6, 13".
struct Cluster {
  Spot at;
  scenes::Label label;
  double reach = 0;  ///< radius of what is drawn there
};

/// Radius of a mark as it is drawn.
double drawn_radius(const Scenery& s, const scenes::Mark& mark) {
  return s.radius * double{mark.size} * (mark.shape == scenes::Shape::kStar ? double{kStarOuter} : 1);
}

double reach_at(const Scenery& s, Spot at) {
  double reach = s.radius;
  for (const scenes::Mark& mark : s.picture.marks) {
    const Spot m = s.projection.spot(mark.at);
    if (std::hypot(m.x - at.x, m.y - at.y) < 0.5 * s.radius) reach = std::max(reach, drawn_radius(s, mark));
  }
  return reach;
}

std::vector<Cluster> merged_labels(const Scenery& s) {
  std::vector<Cluster> out;
  for (const scenes::Label& label : s.picture.labels) {
    const Spot at = s.projection.spot(label.at);
    const auto near = [&](const Cluster& c) { return std::hypot(c.at.x - at.x, c.at.y - at.y) < 0.5 * s.radius && c.label.ink.role == label.ink.role; };
    const auto found = out.size() < kPlacedLabels ? std::ranges::find_if(out, near) : out.end();
    if (found == out.end()) out.push_back({at, label, out.size() < kPlacedLabels ? reach_at(s, at) : s.radius});
    else found->label.text += ", " + label.text;
  }
  return out;
}

/// Where a label may stand, 16 places: right above first, then round the
/// token, then the same farther out.
Box label_place(const Cluster& c, std::size_t i, double radius, double size) {
  constexpr std::array<std::array<double, 2>, 8> kPlaces{{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}}};
  const double width = text_width(c.label.text, size);
  const double out = c.reach + (i < 8 ? 0.5 : 1.7) * radius + 1;
  const auto [u, v] = kPlaces[i % 8];
  const double reach = u != 0 && v != 0 ? 0.66 * out : out;
  const double left = u < 0 ? width : u == 0 ? 0.5 * width : 0;
  return {c.at.x + u * reach - left, c.at.y + v * (reach + 0.36 * size) - 0.42 * size, width, 0.84 * size};
}

/// The place that covers least of what is there already.
Box free_place(const Scenery& s, const Cluster& c, double size, const std::vector<Box>& taken, Box box) {
  Box best = label_place(c, 0, s.radius, size);
  std::size_t fewest = taken.size() + 3;
  for (std::size_t i = 0; i < 16 && fewest > 0 && taken.size() < 2 * kPlacedLabels; ++i) {
    const Box b = label_place(c, i, s.radius, size);
    const bool outside = b.x < box.x || b.right() > box.right() || b.y < box.y || b.bottom() > box.bottom();
    const auto hits = static_cast<std::size_t>(std::ranges::count_if(taken, [&](const Box& t) { return overlap(b, t); })) + (outside ? 2 : 0);
    if (hits >= fewest) continue;
    fewest = hits;
    best = b;
  }
  return best;
}

void draw_labels(const Scenery& s, Box box) {
  const double size = double{sizes(s.canvas.theme()).text_small} + 0.5;
  std::vector<Box> taken;
  for (const scenes::Mark& mark : s.picture.marks) {
    if (taken.size() > kPlacedLabels) break;
    const Spot at = s.projection.spot(mark.at);
    const double r = 0.8 * drawn_radius(s, mark);
    taken.push_back({at.x - r, at.y - r, 2 * r, 2 * r});
  }
  for (const Cluster& c : merged_labels(s)) {
    const Box place = free_place(s, c, size, taken, box);
    taken.push_back(place);
    // Guides are too faint to be read.
    const Rgba ink = c.label.ink.role == scenes::Role::kGuide ? s.canvas.look().text_faint : s.canvas.solid(c.label.ink);
    s.canvas.text({place.x, place.bottom() - 0.06 * size}, c.label.text, {ink, size, Anchor::kStart, false, true});
  }
}

}  // namespace

double token_radius(const Picture& picture, Theme theme) {
  const double n = static_cast<double>(std::max<std::size_t>(picture.marks.size(), 1));
  return double{sizes(theme).token_radius} * std::clamp(std::pow(60 / n, 0.25), 0.36, 1.0);
}

void draw_picture(SvgCanvas& canvas, const Picture& picture, const SvgOptions& options, Box box) {
  const Projection projection(picture, options.view, box, picture.dimension >= 3 ? 40 : 26);
  const Scenery s{canvas, picture, projection, token_radius(picture, options.theme)};
  canvas.open_group("id=\"" + xml_text(options.id_prefix) + "-picture\"");
  if (projection.spatial() && picture.grid) draw_space_box(s);
  else if (picture.grid) draw_plane_grid(canvas, picture, projection, box);
  canvas.open_clip(box, options.id_prefix + "-clip-picture");
  draw_polygons(s);
  draw_polylines(s);
  draw_arrows(s);
  draw_marks(s);
  draw_labels(s, box);
  canvas.close_group();
  if (!picture.title.empty()) {
    const double size = double{sizes(options.theme).text};
    canvas.text({box.x + 0.5 * box.w, box.y + size + 2}, picture.title, {canvas.look().text, size, Anchor::kMiddle, true, true});
  }
  canvas.close_group();
}

}  // namespace lab::views
