// The picture of "Metastable chain".
#include <algorithm>
#include <cmath>

#include "core/cells.h"
#include "core/elementary.h"
#include "scenes/chain_scene.h"
#include "scenes/outline.h"
#include "scenes/projection.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kTrailPoints = 400;  ///< of one trail
constexpr std::size_t kCircleCorners = 64;
constexpr double kTwoPi = 6.28318530717958647693;

/// A token has the colour of its corner.
Ink ink_of(const ChainScene& scene, std::size_t i, float strength = 1.0F) {
  return {Role::kGroup, static_cast<std::int32_t>(scene.cells()[i]), strength};
}

void draw_cells(const ChainScene& scene, Picture& picture) {
  if (scene.d() != 2 || scene.corners().rows < 3) return;
  const std::vector<Matrix> cells = core::cells2(scene.corners(), Matrix::identity(2));
  for (std::size_t v = 0; v < cells.size(); ++v) {
    if (cells[v].rows < 3) continue;
    Polygon polygon;
    polygon.ink = {Role::kGroup, static_cast<std::int32_t>(v), 0.45F};
    polygon.fill = 0.06F;
    polygon.width = 0.7F;
    for (std::size_t c = 0; c < cells[v].rows; ++c) polygon.points.push_back(point_of(cells[v], c));
    picture.polygons.push_back(std::move(polygon));
  }
}

/// On a line too: where it meets the line the token is out.
void draw_circles(const ChainScene& scene, const Projection& project, Picture& picture) {
  if (scene.d() > 2) return;
  const double radius = scene.settings().radius;
  for (std::size_t v = 0; v < scene.corners().rows; ++v) {
    const Point middle = project(scene.corners().row(v));
    Polygon circle;
    circle.ink = {Role::kGroup, static_cast<std::int32_t>(v), 0.9F};
    circle.stroke = Stroke::kDashed;
    for (std::size_t c = 0; c < kCircleCorners; ++c) {
      const core::SinCos at = core::sincos(kTwoPi * static_cast<double>(c) / kCircleCorners);
      circle.points.push_back({middle[0] + radius * at.cos, middle[1] + radius * at.sin, 0});
    }
    picture.polygons.push_back(std::move(circle));
  }
}

void draw_trails(const ChainScene& scene, const Projection& project, Picture& picture) {
  const std::size_t last = scene.step(), stride = last / kTrailPoints + 1;
  if (last == 0) return;
  Polylines trails;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    trails.start(ink_of(scene, i, 0.45F));
    for (std::size_t k = 0; k < last; k += stride) trails.points.push_back(project(scene.run().tokens(k).row(i)));
    trails.points.push_back(project(scene.tokens().row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

/// Picks that moved a token in the last update: an arrow to where it went, a thin line on to the token it picked.
void draw_picks(const ChainScene& scene, const Projection& project, Picture& picture) {
  const std::size_t k = scene.step();
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const auto j = scene.run().pick(k, i);
    if (!j) continue;
    const Matrix& before = scene.run().tokens(k - 1);
    const bool chosen = scene.selected() == static_cast<std::int32_t>(i);
    const Ink ink = chosen ? Ink{Role::kSelection, -1, 1} : ink_of(scene, i, 0.7F);
    Polylines line;
    line.stroke = Stroke::kDotted;
    line.start({ink.role, ink.group, 0.6F * ink.strength});
    line.points = {project(before.row(i)), project(before.row(*j))};
    picture.polylines.push_back(std::move(line));
    picture.arrows.push_back({project(before.row(i)), project(scene.tokens().row(i)), ink});
  }
}

void draw_tokens(const ChainScene& scene, const Projection& project, Picture& picture) {
  for (std::size_t v = 0; v < scene.corners().rows; ++v)
    picture.marks.push_back({project(scene.corners().row(v)), Shape::kStar, {Role::kGroup, static_cast<std::int32_t>(v), 0.9F}, 1.7F, kNoHandle});
  for (std::size_t i = 0; i < scene.n(); ++i)
    picture.marks.push_back({project(scene.tokens().row(i)), Shape::kDisc, ink_of(scene, i), 0.9F, static_cast<std::int32_t>(i)});
  if (const auto exit = scene.run().exit(scene.step(), scene.settings().radius))
    picture.marks.push_back({project(scene.tokens().row(exit->token)), Shape::kRing, {Role::kPrediction, -1, 1}, 2.3F, kNoHandle});
  if (scene.selected() >= 0)
    picture.marks.push_back({project(scene.tokens().row(static_cast<std::size_t>(scene.selected()))), Shape::kRing, {Role::kSelection, -1, 1}, 1.8F, kNoHandle});
}

/// "3 of 4 home".
void label_corners(const ChainScene& scene, const Projection& project, Picture& picture) {
  for (std::size_t v = 0; v < scene.corners().rows; ++v) {
    std::size_t belong = 0, home = 0;
    for (std::size_t i = 0; i < scene.n(); ++i) {
      if (scene.cells()[i] != v) continue;
      ++belong;
      home += scene.run().distance_from_home(scene.step(), i) <= scene.settings().radius;
    }
    picture.labels.push_back({project(scene.corners().row(v)), std::to_string(home) + " of " + std::to_string(belong) + " home", {Role::kText, -1, 1}});
  }
}

}  // namespace

void draw_chain_picture(const ChainScene& scene, Picture& picture) {
  const Matrix& start = scene.run().tokens(0);
  const Projection project(start, false);
  picture.dimension = project.picture_dimension();
  const std::vector<double> origin(scene.d(), 0.0);
  picture.low = picture.high = project(origin);
  const double margin = scene.d() <= 2 ? std::min(scene.settings().radius, 1.0) : 0;
  for (std::size_t i = 0; i < start.rows; ++i) {
    const Point at = project(start.row(i));
    include({at[0] - margin, at[1] - margin, at[2]}, picture);
    include({at[0] + margin, at[1] + margin, at[2]}, picture);
  }
  add_margin(picture);
  const ChainSettings& s = scene.settings();
  if (s.cells) draw_cells(scene, picture);
  draw_hull(project.all(start), {{Role::kHull, -1, 0.8F}, Stroke::kDotted, 0, 1}, picture);
  if (s.circles) draw_circles(scene, project, picture);
  picture.marks.push_back({project(origin), Shape::kCross, {Role::kGuide, -1, 1}, 1.2F, kNoHandle});
  if (s.trails) draw_trails(scene, project, picture);
  draw_picks(scene, project, picture);
  draw_tokens(scene, project, picture);
  if (s.labels) label_corners(scene, project, picture);
}

}  // namespace lab::scenes
