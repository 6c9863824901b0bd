// The picture of "Finite β: collapse".
#include <algorithm>

#include "core/softmax_dynamics.h"
#include "scenes/collapse_scene.h"
#include "scenes/outline.h"
#include "scenes/projection.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr double kFaintest = 0.01;  ///< weights below this are not drawn

/// A token has the colour of the vertex to which hardmax would take it.
Ink ink_of(const CollapseScene& scene, std::size_t i, float strength = 1.0F) {
  return {Role::kGroup, static_cast<std::int32_t>(scene.cells()[i]), strength};
}

bool starts_as_vertex(const CollapseScene& scene, std::size_t i) {
  return std::ranges::find(scene.vertices(), static_cast<std::uint32_t>(i)) != scene.vertices().end();
}

void draw_trails(const CollapseScene& scene, const Projection& project, Picture& picture) {
  if (scene.step() == 0) return;
  Polylines trails;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    trails.start(ink_of(scene, i, 0.6F));
    for (std::size_t k = 0; k <= scene.step(); ++k) trails.points.push_back(project(scene.run().tokens(k).row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

void draw_weights(const CollapseScene& scene, const Projection& project, Picture& picture) {
  if (scene.selected() < 0) return;
  const auto i = static_cast<std::size_t>(scene.selected());
  std::vector<double> w(scene.n());
  core::weight_row(scene.tokens(), scene.run().params(), i, w);
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (w[j] < kFaintest || j == i) continue;
    Polylines line;
    line.width = static_cast<float>(1 + 4 * w[j]);
    line.start({Role::kSelection, -1, static_cast<float>(0.25 + 0.75 * w[j])});
    line.points = {project(scene.tokens().row(i)), project(scene.tokens().row(j))};
    picture.polylines.push_back(std::move(line));
  }
  picture.marks.push_back({project(scene.tokens().row(i)), Shape::kRing, {Role::kSelection, -1, 1}, starts_as_vertex(scene, i) ? 2.6F : 1.9F, kNoHandle});
}

/// Discs below, the tokens that were vertices above, as stars.
void draw_tokens(const CollapseScene& scene, const Projection& project, Picture& picture) {
  for (const bool stars : {false, true})
    for (std::size_t i = 0; i < scene.n(); ++i) {
      if (starts_as_vertex(scene, i) != stars) continue;
      picture.marks.push_back({project(scene.tokens().row(i)), stars ? Shape::kStar : Shape::kDisc, ink_of(scene, i), stars ? 1.9F : 1.0F,
                               static_cast<std::int32_t>(i)});
    }
  if (!scene.settings().labels || scene.meeting_point()) return;
  for (std::size_t i = 0; i < scene.n(); ++i)
    picture.labels.push_back({project(scene.tokens().row(i)), std::to_string(i + 1), {Role::kText, -1, 1}});
}

}  // namespace

void draw_collapse_picture(const CollapseScene& scene, Picture& picture) {
  const Matrix& start = scene.run().tokens(0);
  const Projection project(start, false);
  picture.dimension = project.picture_dimension();
  const std::vector<double> origin(scene.d(), 0.0);
  picture.low = picture.high = project(origin);
  for (std::size_t i = 0; i < start.rows; ++i) include(project(start.row(i)), picture);
  add_margin(picture);
  picture.marks.push_back({project(origin), Shape::kCross, {Role::kGuide, -1, 1}, 1.2F, kNoHandle});
  if (scene.settings().hulls) {
    const bool moved = scene.step() > 0;
    draw_hull(project.all(start), {{Role::kHull, -1, moved ? 0.6F : 1.0F}, Stroke::kDotted, moved ? 0 : 0.06F, 1}, picture);
    if (moved) draw_hull(project.all(scene.tokens()), {{Role::kHull, -1, 1}, Stroke::kDotted, 0.08F, 1}, picture);
  }
  if (scene.settings().trails) draw_trails(scene, project, picture);
  draw_weights(scene, project, picture);
  draw_tokens(scene, project, picture);
  if (const auto point = scene.meeting_point()) {
    picture.marks.push_back({project(point->row(0)), Shape::kDiamond, {Role::kLimit, -1, 1}, 1.8F, kNoHandle});
    picture.labels.push_back({project(point->row(0)), "meeting point", {Role::kText, -1, 1}});
  }
}

}  // namespace lab::scenes
