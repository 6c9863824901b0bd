// The picture of "B negative": tokens, hulls, 0, and the point where they meet.
#include <cmath>
#include <numeric>

#include "core/hull.h"
#include "scenes/contraction_scene.h"
#include "scenes/outline.h"

namespace lab::scenes {
namespace {

/// From 0 to the nearest point of the hull, once 0 is outside.
void draw_way_to_hull(const ContractionScene& scene, Picture& picture) {
  if (!scene.facts().origin_lost || scene.step() < *scene.facts().origin_lost) return;
  std::vector<std::uint32_t> all(scene.n());
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<double> origin(scene.d(), 0.0);
  const core::NearestPoint nearest =
      core::nearest_point(origin, scene.tokens(), all, core::Matrix::identity(scene.d()));
  if (nearest.point.empty()) return;
  Polylines way;
  way.stroke = Stroke::kDashed;
  way.start({Role::kGuide, -1, 1});
  way.points = {Point{}, plane_point(nearest.point)};
  picture.polylines.push_back(std::move(way));
}

void draw_meeting(const ContractionScene& scene, Picture& picture) {
  if (!scene.met()) return;
  const Point at = plane_point(scene.facts().meeting);
  picture.marks.push_back({at, Shape::kDiamond, {Role::kLimit, -1, 1}, 1.4F, kNoHandle});
  // Next to 0 the two labels would lie on each other.
  const double wide = std::max(picture.high[0] - picture.low[0], picture.high[1] - picture.low[1]);
  const bool apart = scene.meeting_distance() > 0.03 * wide;
  const bool at_origin = scene.meeting_distance() <= 1e-9 * scene.facts().D;
  picture.labels.push_back({at,
                            apart       ? "meet here"
                            : at_origin ? "0, where they meet"
                                        : "meet here, near 0",
                            {Role::kLimit, -1, 1}});
  if (apart) picture.labels.push_back({{}, "0", {Role::kText, -1, 1}});
}

}  // namespace

void draw_contraction_picture(const ContractionScene& scene, Picture& picture) {
  fit_descent_box(scene, picture);
  draw_descent_ground(scene, picture);
  draw_way_to_hull(scene, picture);
  draw_descent_tokens(scene, picture);
  draw_meeting(scene, picture);
}

}  // namespace lab::scenes
