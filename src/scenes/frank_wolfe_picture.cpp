// Level lines, hulls and steps of "Frank-Wolfe step".
#include <algorithm>
#include <cmath>

#include "core/level_lines.h"
#include "core/vec.h"
#include "scenes/frank_wolfe_scene.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr int kLevels = 9;       ///< at most, of the round step
constexpr double kBeyond = 1.0;  ///< level lines go on beyond the box by this share of it, for wide windows

core::Box2 wide_box(const Picture& picture) {
  const double w = kBeyond * (picture.high[0] - picture.low[0]), h = kBeyond * (picture.high[1] - picture.low[1]);
  return {picture.low[0] - w, picture.high[0] + w, picture.low[1] - h, picture.high[1] + h};
}

void draw_contours(const FrankWolfeScene& scene, Picture& picture) {
  if (!scene.settings().contours || !scene.symmetric() || scene.d() != 2) return;
  const core::Box2 box = wide_box(picture);
  Polylines lines;
  lines.width = 0.8F;
  for (const double level : shown_levels(scene, picture)) {
    const auto pieces = core::level_lines(scene.settings().b, level, box);
    for (const core::Matrix& piece : pieces) {
      lines.start({Role::kGuide, -1, level == 0 ? 0.9F : 0.5F});
      for (std::size_t i = 0; i < piece.rows; ++i) lines.points.push_back(plane_point(piece.row(i)));
    }
    if (pieces.empty()) continue;
    // The number stands where the first piece is farthest to the upper right within the box.
    const core::Matrix& piece = pieces.front();
    const Point* best = nullptr;
    Point at{};
    for (std::size_t i = 0; i < piece.rows; ++i) {
      const Point p = plane_point(piece.row(i));
      if (p[0] > picture.high[0] || p[1] > picture.high[1] || p[0] < picture.low[0] || p[1] < picture.low[1]) continue;
      if (best == nullptr || p[0] + p[1] > at[0] + at[1]) at = p;
      best = &at;
    }
    if (best != nullptr) picture.labels.push_back({at, rounded(level, 3), {Role::kText, -1, 0.55F}});
  }
  if (!lines.begin.empty()) picture.polylines.push_back(std::move(lines));
}

Point along(const Point& p, const Point& direction, double by) {
  return {p[0] + by * direction[0], p[1] + by * direction[1], 0};
}

void line_through(const Point& p, const Point& normal, double reach, Ink ink, Stroke stroke, Picture& picture) {
  Polylines line;
  line.stroke = stroke;
  line.start(ink);
  const Point u{-normal[1], normal[0], 0};
  line.points = {along(p, u, -reach), along(p, u, reach)};
  picture.polylines.push_back(std::move(line));
}

/// The linear function y -> <Bx, y> of the selected token: its direction, its level line through x, and the
/// level line of its maximum, which supports the hull.
void draw_linearization(const FrankWolfeScene& scene, std::size_t i, Picture& picture) {
  const auto x = scene.tokens().row(i);
  std::vector<double> w(scene.d());
  core::apply(scene.settings().b, x, w);
  const double size = std::sqrt(core::dot(w, w));
  const double wide = std::max(picture.high[0] - picture.low[0], picture.high[1] - picture.low[1]);
  const Point at = plane_point(x), y = plane_point(scene.now().to.y.row(i));
  if (size > 1e-12 * wide) {
    const Point normal{w[0] / size, scene.d() > 1 ? w[1] / size : 0, 0};
    if (scene.d() == 2) {
      line_through(y, normal, 3 * wide, {Role::kSelection, -1, 0.9F}, Stroke::kSolid, picture);
      line_through(at, normal, 3 * wide, {Role::kSelection, -1, 0.6F}, Stroke::kDashed, picture);
    }
    picture.arrows.push_back({at, along(at, normal, 0.13 * wide), {Role::kSelection, -1, 0.6F}});
    picture.labels.push_back({along(at, normal, 0.14 * wide), "Bx", {Role::kSelection, -1, 0.9F}});
  }
  Polylines way;
  way.stroke = Stroke::kDotted;
  way.start({Role::kSelection, -1, 0.8F});
  way.points = {at, y};
  picture.polylines.push_back(std::move(way));
}

/// Where the selected token goes: y, and the tokens that tie.
void draw_target(const FrankWolfeScene& scene, std::size_t i, Picture& picture) {
  const core::LinearMaximizers& to = scene.now().to;
  const Point y = plane_point(to.y.row(i));
  picture.marks.push_back({y, Shape::kDiamond, {Role::kSelection, -1, 1}, 1.1F, kNoHandle});
  if (to.first[i] == i && to.count[i] == 1) return;
  picture.labels.push_back(
      {y, to.count[i] == 1 ? "y" : "y, mean of " + std::to_string(to.count[i]), {Role::kSelection, -1, 1}});
}

}  // namespace

std::vector<double> shown_levels(const FrankWolfeScene& scene, const Picture& picture) {
  double low = 0, high = 0;
  for (const double x : {picture.low[0], 0.0, picture.high[0]})
    for (const double y : {picture.low[1], 0.0, picture.high[1]}) {
      const double J = core::objective(std::vector<double>{x, y}, scene.settings().b);
      low = std::min(low, J);
      high = std::max(high, J);
    }
  std::vector<double> levels;
  if (!(high > low)) return levels;
  const double step = core::round_step(high - low, kLevels);
  for (double k = std::ceil(low / step); k * step <= high; ++k) levels.push_back(k * step + 0.0);
  return levels;
}

void draw_frank_wolfe_picture(const FrankWolfeScene& scene, Picture& picture) {
  fit_descent_box(scene, picture);
  draw_contours(scene, picture);
  draw_descent_ground(scene, picture);
  const std::int32_t chosen = scene.selected();
  if (chosen >= 0) draw_linearization(scene, static_cast<std::size_t>(chosen), picture);
  draw_descent_tokens(scene, picture);
  if (chosen >= 0) draw_target(scene, static_cast<std::size_t>(chosen), picture);
}

}  // namespace lab::scenes
