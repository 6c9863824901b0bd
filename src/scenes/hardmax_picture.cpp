// Trails, hulls and the limit polytope of the hardmax lab.
#include <algorithm>
#include <cmath>

#include "scenes/hardmax_frame.h"
#include "scenes/outline.h"
#include "scenes/projection.h"

namespace lab::scenes {
namespace {

using core::Matrix;

// Layers whose hulls are drawn besides the first and the current one: a
// follower of a fixed leader has come 40, 70 and 90 per cent of its way.
std::vector<std::size_t> hull_layers(const HardmaxScene& scene) {
  std::vector<std::size_t> out{0};
  const double rate = std::log1p(scene.settings().alpha);
  for (double left : {0.6, 0.3, 0.1}) {
    const auto k = static_cast<std::size_t>(std::ceil(-std::log(left) / rate));
    if (k > out.back() && k < scene.step()) out.push_back(k);
  }
  if (scene.step() > 0) out.push_back(scene.step());
  return out;
}

void draw_hulls(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const auto layers = hull_layers(scene);
  for (std::size_t h = 0; h < layers.size(); ++h) {
    const bool current = layers[h] == scene.step();
    const float age = static_cast<float>(layers.size() - 1 - h);
    const Ink ink{Role::kHull, -1, current ? 1.0F : std::max(0.3F, 0.75F - 0.15F * age)};
    draw_hull(project.all(scene.run().state(layers[h])), {ink, Stroke::kDotted, current ? 0.06F : 0.0F, 1.0F}, picture);
  }
}

Matrix rows_of(const Matrix& Z, std::span<const std::uint32_t> rows) {
  Matrix out(rows.size(), Z.cols);
  for (std::size_t r = 0; r < rows.size(); ++r) std::ranges::copy(Z.row(rows[r]), out.row(r).begin());
  return out;
}

// Dashed while tokens still move (a prediction from the leaders so far), solid
// when all have come to rest points.
void draw_limit(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const auto& limit = scene.now().limit;
  const bool done = limit && limit->complete;
  const Ink ink{done ? Role::kLimit : Role::kPrediction, -1, 1.0F};
  const Matrix leaders = rows_of(scene.tokens(), scene.run().leaders(scene.step()));
  draw_hull(project.all(leaders), {ink, done ? Stroke::kSolid : Stroke::kDashed, 0, 1.2F}, picture);
  if (!limit) return;
  for (std::size_t p = limit->leaders.size(); p < limit->points.rows; ++p)
    picture.marks.push_back({project(limit->points.row(p)), Shape::kDiamond, {Role::kLimit, -1, 1.0F}, 1.5F, kNoHandle});
}

void draw_trails(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const TrailPlan plan = plan_trails(scene);
  if (plan.last == 0) return;
  Polylines trails;
  trails.width = scene.n() > 200 ? 0.6F : 1.0F;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const std::int32_t group = scene.now().group[i];
    trails.start({group >= 0 ? Role::kGroup : Role::kToken, group, 0.7F});
    for (std::size_t k = 0; k < plan.last; k += plan.stride) trails.points.push_back(project(scene.run().state(k).row(i)));
    trails.points.push_back(project(scene.tokens().row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

// The start decides the box: by Fact 1 nothing leaves its hull, so the picture
// stands still while tokens move.
void fit_box(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const Matrix& start = scene.run().state(0);
  const std::vector<double> origin(scene.d(), 0.0);
  picture.low = picture.high = project(origin);
  for (std::size_t i = 0; i < start.rows; ++i) include(project(start.row(i)), picture);
  if (scene.settings().ellipse && scene.d() == 2 && scene.has_norm())
    for (const auto& axis : scene.ellipse().axis) include({axis[0], axis[1], 0}, picture);
  add_margin(picture);
}

void name_axes(const HardmaxScene& scene, Picture& picture) {
  if (scene.d() <= 3) return;
  const char* letter = scene.settings().projection == "principal" ? "principal axis " : "coordinate ";
  for (std::size_t c = 0; c < 3; ++c) picture.axis_names[c] = letter + std::to_string(c + 1);
}

}  // namespace

TrailPlan plan_trails(const HardmaxScene& scene) {
  // The last layer at which something moved visibly: later points would lie on
  // top of each other.
  const double visible = 1e-5 * extent(scene);
  std::size_t last = scene.step();
  while (last > 0 && scene.run().layer(last).residual < visible) --last;
  const std::size_t each = std::max<std::size_t>(2, kTrailPoints / scene.n());
  return {last, (last + each - 1) / each + (last == 0 ? 1 : 0)};
}

void draw_picture(const HardmaxScene& scene, Picture& picture) {
  const Projection project(scene.run().state(0), scene.settings().projection == "principal");
  picture.dimension = project.picture_dimension();
  name_axes(scene, picture);
  fit_box(scene, project, picture);
  const HardmaxSettings& s = scene.settings();
  if (s.hulls) draw_hulls(scene, project, picture);
  const std::vector<double> origin(scene.d(), 0.0);
  picture.marks.push_back({project(origin), Shape::kCross, {Role::kGuide, -1, 1.0F}, 1.2F, kNoHandle});
  if (s.ellipse) draw_ellipse(scene, picture);
  if (s.trails) draw_trails(scene, project, picture);
  if (s.limit) draw_limit(scene, project, picture);
  draw_selection(scene, project, picture);
  draw_tokens(scene, project, picture);
}

}  // namespace lab::scenes
