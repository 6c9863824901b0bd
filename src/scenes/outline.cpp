#include "scenes/outline.h"

#include <algorithm>
#include <utility>

#include "core/hull.h"

namespace lab::scenes {
namespace {

void draw_solid(const core::Matrix& shown, const Outline& look, Picture& picture) {
  Polylines lines;
  lines.stroke = look.stroke;
  lines.width = look.width;
  for (const auto& edge : core::hull3(shown).edges) {
    lines.start(look.ink);
    for (std::uint32_t end : edge) lines.points.push_back(point_of(shown, end));
  }
  if (!lines.begin.empty()) picture.polylines.push_back(std::move(lines));
}

}  // namespace

Point point_of(const core::Matrix& shown, std::size_t i) {
  Point p{};
  std::ranges::copy(shown.row(i), p.begin());
  return p;
}

void draw_hull(const core::Matrix& shown, const Outline& look, Picture& picture) {
  if (shown.rows < 2) return;
  if (shown.cols == 3) {
    if (shown.rows <= kHullFrameTokens) draw_solid(shown, look, picture);
    return;
  }
  Polygon polygon;
  polygon.ink = look.ink;
  polygon.stroke = look.stroke;
  polygon.fill = look.fill;
  polygon.width = look.width;
  for (std::uint32_t i : core::hull_vertices(shown)) polygon.points.push_back(point_of(shown, i));
  if (polygon.points.size() > 1) picture.polygons.push_back(std::move(polygon));
}

void include(const Point& p, Picture& picture) {
  for (std::size_t c = 0; c < 3; ++c) {
    picture.low[c] = std::min(picture.low[c], p[c]);
    picture.high[c] = std::max(picture.high[c], p[c]);
  }
}

void add_margin(Picture& picture) {
  double widest = 0;
  for (std::size_t c = 0; c < 3; ++c) widest = std::max(widest, picture.high[c] - picture.low[c]);
  const double margin = widest > 0 ? 0.08 * widest : 0.5;
  for (std::size_t c = 0; c < (picture.dimension == 3 ? 3U : 2U); ++c) {
    const double thin = picture.high[c] - picture.low[c] < 0.2 * widest ? 0.1 * widest : 0;
    picture.low[c] -= margin + thin;
    picture.high[c] += margin + thin;
  }
}

HeatMap heat_map(std::string title, const core::Matrix& m) {
  HeatMap map;
  map.title = std::move(title);
  map.rows = m.rows;
  map.columns = m.cols;
  map.values.reserve(m.data.size());
  for (const double x : m.data) map.values.push_back(static_cast<float>(x));
  return map;
}

std::vector<std::string> numbers(std::size_t count, std::size_t first) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(std::to_string(first + i));
  return out;
}

}  // namespace lab::scenes
