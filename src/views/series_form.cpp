#include "views/series_form.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "views/palette.h"

namespace lab::views {
namespace {

using scenes::Shape;

constexpr std::array<Shape, 6> kShapes{Shape::kRing, Shape::kSquare, Shape::kDiamond, Shape::kCross, Shape::kStar, Shape::kDisc};
/// Pixels along a line from one symbol to the next.
constexpr double kApart = 110;

std::vector<Spot> polygon_spots(Spot at, std::size_t corners, double outer, double inner, double turn) {
  std::vector<Spot> out;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = turn + 2 * 3.14159265358979323846 * static_cast<double>(i) / static_cast<double>(corners);
    const double r = i % 2 == 0 ? outer : inner;
    out.push_back({at.x + r * std::sin(angle), at.y - r * std::cos(angle)});
  }
  return out;
}

double length(Spot a, Spot b) {
  const double d = std::hypot(b.x - a.x, b.y - a.y);
  return std::isfinite(d) ? d : 0;
}

}  // namespace

std::vector<Spot> shape_spots(Spot at, Shape shape, double r) {
  if (shape == Shape::kStar) return polygon_spots(at, 10, double{kStarOuter} * r, double{kStarInner} * r, 0);
  const double turn = shape == Shape::kSquare ? 3.14159265358979323846 / 4 : 0;
  return polygon_spots(at, 4, 1.25 * r, 1.25 * r, turn);
}

std::vector<SeriesForm> series_forms(const scenes::Plot& plot) {
  std::vector<SeriesForm> forms;
  std::array<std::size_t, 3> seen{};  // by stroke
  for (const scenes::Series& series : plot.series) {
    SeriesForm form;
    if (!series.stems) {
      const std::size_t before = seen.at(static_cast<std::size_t>(series.stroke))++;
      if (before > 0) form = {kShapes[(before - 1) % kShapes.size()], 1 + static_cast<int>((before - 1) / kShapes.size())};
    }
    forms.push_back(form);
  }
  return forms;
}

std::vector<Spot> form_places(std::span<const Spot> line, const SeriesForm& form, double radius, std::size_t index, std::size_t count) {
  std::vector<Spot> out;
  if (!form.shape || line.size() < 2) return out;
  double whole = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) whole += length(line[i], line[i + 1]);
  if (!(whole > 0)) return out;
  const double apart = std::max(kApart, whole / 200);
  const double phase = (static_cast<double>(index) + 0.5) / static_cast<double>(std::max<std::size_t>(count, 1));
  // A line that is shorter has one, at its share of the way.
  double next = phase * std::min(apart, whole), passed = 0;
  int beside = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double piece = length(line[i], line[i + 1]);
    while (piece > 0 && next <= passed + piece) {
      const double t = (next - passed) / piece;
      out.push_back({line[i].x + t * (line[i + 1].x - line[i].x), line[i].y + t * (line[i + 1].y - line[i].y)});
      beside = (beside + 1) % form.times;
      next += beside > 0 ? form_step(radius) : apart - form_step(radius) * (form.times - 1);
    }
    passed += piece;
  }
  return out;
}

std::vector<Spot> sample_places(Spot at, double width, const SeriesForm& form, double radius) {
  std::vector<Spot> out;
  if (!form.shape) return out;
  const double from = at.x + 0.5 * width - 0.5 * form_step(radius) * (form.times - 1);
  for (int i = 0; i < form.times; ++i) out.push_back({from + form_step(radius) * i, at.y});
  return out;
}

}  // namespace lab::views
