#include "gui/picture_batch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lab::gui {
namespace {

using scenes::Point;

constexpr float kFreeTip = -1;  // stroke of an arrow that points at no mark and goes to its very end

void store(float (&to)[3], const Point& p, const Point& anchor) {
  for (std::size_t i = 0; i < 3; ++i) to[i] = static_cast<float>(p[i] - anchor[i]);
}

double distance(const Point& a, const Point& b) {
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

std::uint32_t solid(const scenes::Ink& ink, views::Theme theme) {
  return packed(views::blend(views::color(ink, theme), views::surface(theme).background));
}

/// Appends the segments of one line, with the length so far for its dashes.
struct LineWriter {
  PictureBatch& batch;
  std::uint32_t ink;
  float width;
  float stroke;
  float head = 0;
  double length = 0;

  void add(const Point& a, const Point& b) {
    LineInstance line{};
    store(line.a, a, batch.anchor);
    store(line.b, b, batch.anchor);
    line.ink = ink;
    line.form[0] = width;
    line.form[1] = stroke;
    line.form[2] = static_cast<float>(length);
    line.form[3] = head;
    batch.lines.push_back(line);
    length += distance(a, b);
  }
};

void add_polygon(PictureBatch& batch, const scenes::Polygon& polygon, views::Theme theme) {
  const auto& points = polygon.points;
  if (polygon.fill > 0 && points.size() >= 3) {
    views::Rgba c = views::color(polygon.ink, theme);
    c.a = static_cast<std::uint8_t>(std::lround(static_cast<float>(c.a) * std::min(polygon.fill, 1.0F)));
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      for (const std::size_t corner : {std::size_t{0}, i, i + 1}) {
        FillVertex v{};
        store(v.at, points[corner], batch.anchor);
        v.ink = packed(c);
        batch.fills.push_back(v);
      }
    }
  }
  if (polygon.width <= 0 || points.size() < 2) return;
  LineWriter pen{batch, solid(polygon.ink, theme), polygon.width * views::sizes(theme).line_width,
                 static_cast<float>(polygon.stroke)};
  for (std::size_t i = 0; i + 1 < points.size(); ++i) pen.add(points[i], points[i + 1]);
  if (points.size() > 2) pen.add(points.back(), points.front());
}

void add_polylines(PictureBatch& batch, const scenes::Polylines& lines, views::Theme theme) {
  for (std::size_t i = 0; i < lines.begin.size(); ++i) {
    const std::size_t last = i + 1 < lines.begin.size() ? lines.begin[i + 1] : lines.points.size();
    const scenes::Ink ink = i < lines.ink.size() ? lines.ink[i] : scenes::Ink{};
    LineWriter pen{batch, solid(ink, theme), lines.width * views::sizes(theme).line_width,
                   static_cast<float>(lines.stroke)};
    for (std::size_t j = lines.begin[i]; j + 1 < last; ++j) pen.add(lines.points[j], lines.points[j + 1]);
  }
}

std::vector<std::uint32_t> drawing_order(const scenes::Picture& picture, const Camera& camera) {
  std::vector<std::uint32_t> order(picture.marks.size());
  std::iota(order.begin(), order.end(), 0U);
  if (picture.dimension < 3) return order;
  std::vector<double> depth(order.size());
  for (std::size_t i = 0; i < depth.size(); ++i) depth[i] = camera.depth(picture.marks[i].at);
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return depth[i] < depth[j]; });
  return order;
}

}  // namespace

float token_radius(const scenes::Picture& picture, views::Theme theme) {
  const auto n = static_cast<float>(std::max<std::size_t>(picture.marks.size(), 1));
  return views::sizes(theme).token_radius * std::clamp(std::pow(60.0F / n, 0.25F), 0.36F, 1.0F);
}

void PictureBatch::build(const scenes::Picture& picture, views::Theme theme, const Camera& camera) {
  anchor = camera.centre();
  fills.clear();
  lines.clear();
  marks.clear();
  for (const auto& polygon : picture.polygons) add_polygon(*this, polygon, theme);
  for (const auto& bundle : picture.polylines) add_polylines(*this, bundle, theme);
  for (const auto& arrow : picture.arrows) {
    const bool free_tip = std::ranges::none_of(picture.marks, [&](const scenes::Mark& m) { return m.at == arrow.to; });
    LineWriter pen{*this, solid(arrow.ink, theme), views::sizes(theme).line_width, free_tip ? kFreeTip : 0, views::sizes(theme).arrow_head};
    pen.add(arrow.from, arrow.to);
  }
  const float radius = token_radius(picture, theme);
  for (const std::uint32_t i : drawing_order(picture, camera)) {
    const scenes::Mark& mark = picture.marks[i];
    MarkInstance m{};
    store(m.at, mark.at, anchor);
    m.ink = solid(mark.ink, theme);
    m.form[0] = radius * mark.size;
    m.form[1] = static_cast<float>(mark.shape);
    marks.push_back(m);
  }
}

}  // namespace lab::gui
