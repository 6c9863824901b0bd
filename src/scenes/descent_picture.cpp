// What the pictures of "Frank-Wolfe step" and "B negative" have in common.
#include <algorithm>
#include <cmath>

#include "core/hardmax.h"
#include "core/vec.h"
#include "scenes/descent_scene.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr std::size_t kTrailPoints = 300;  ///< of one trail
constexpr double kVisible = 0.015;         ///< arrows shorter than this share of the picture are left out

double extent_of(const Picture& picture) {
  return std::max(picture.high[0] - picture.low[0], picture.high[1] - picture.low[1]);
}

/// The last step after which nothing moves visibly.
std::size_t last_move(const DescentScene& scene, double visible) {
  std::size_t t = scene.step();
  while (t > 0 && core::residual(scene.run().Z(t - 1), scene.run().Z(t)) < visible) --t;
  return t;
}

void draw_trails(const DescentScene& scene, Picture& picture) {
  const std::size_t last = last_move(scene, 1e-5 * extent_of(picture)), stride = last / kTrailPoints + 1;
  if (last == 0) return;
  Polylines trails;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    trails.start(descent_ink(scene, i, 0.5F));
    for (std::size_t t = 0; t < last; t += stride) trails.points.push_back(plane_point(scene.run().Z(t).row(i)));
    trails.points.push_back(plane_point(scene.tokens().row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

bool rests(const DescentScene& scene, std::size_t i) {
  return scene.now().to.count[i] == 1 && scene.now().to.first[i] == i;
}

}  // namespace

Point plane_point(std::span<const double> x) { return {x[0], x.size() > 1 ? x[1] : 0.0, 0}; }

Ink descent_ink(const DescentScene& scene, std::size_t i, float strength) {
  const core::LinearMaximizers& to = scene.now().to;
  // Tokens that coincide tie, and are one point to go to.
  if (core::distance(to.y.row(i), scene.tokens().row(to.first[i])) > 1e-9 * scene.run().size())
    return {Role::kToken, -1, strength};
  return {Role::kGroup, static_cast<std::int32_t>(to.first[i]), strength};
}

void fit_descent_box(const DescentScene& scene, Picture& picture) {
  picture.low = picture.high = {};
  const auto take = [&](const core::Matrix& Z) {
    for (std::size_t i = 0; i < Z.rows; ++i) include(plane_point(Z.row(i)), picture);
  };
  take(scene.run().Z(0));
  // With a step matrix that is no multiple of I they may leave the first hull.
  if (!scene.run().model().scalar()) take(scene.tokens());
  add_margin(picture);
}

void draw_descent_ground(const DescentScene& scene, Picture& picture) {
  if (scene.settings().hulls) {
    const bool moved = scene.step() > 0;
    draw_hull(scene.run().Z(0), {{Role::kHull, -1, moved ? 0.5F : 1.0F}, Stroke::kDotted, 0, 1}, picture);
    if (moved) draw_hull(scene.tokens(), {{Role::kHull, -1, 1}, Stroke::kDotted, 0.06F, 1}, picture);
  }
  picture.marks.push_back({{}, Shape::kCross, {Role::kGuide, -1, 1}, 1.2F, kNoHandle});
  if (scene.settings().trails) draw_trails(scene, picture);
}

void draw_descent_tokens(const DescentScene& scene, Picture& picture) {
  const std::size_t t = scene.step();
  const double visible = kVisible * extent_of(picture);
  // The last state has no next one in the run.
  if (scene.settings().arrows && t < scene.run().steps())
    for (std::size_t i = 0; i < scene.n(); ++i) {
      const Point from = plane_point(scene.tokens().row(i)), to = plane_point(scene.run().Z(t + 1).row(i));
      const bool chosen = scene.selected() == static_cast<std::int32_t>(i);
      const Ink ink = chosen ? Ink{Role::kSelection, -1, 1} : descent_ink(scene, i, 0.8F);
      if (std::sqrt((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1])) > visible)
        picture.arrows.push_back({from, to, ink});
    }
  // Stars last: a token that has arrived must not hide what it went to.
  for (const bool stars : {false, true})
    for (std::size_t i = 0; i < scene.n(); ++i) {
      if (rests(scene, i) != stars) continue;
      picture.marks.push_back({plane_point(scene.tokens().row(i)), stars ? Shape::kStar : Shape::kDisc,
                               descent_ink(scene, i), stars ? 1.9F : 1.0F, static_cast<std::int32_t>(i)});
    }
  if (scene.selected() >= 0) {
    const auto i = static_cast<std::size_t>(scene.selected());
    picture.marks.push_back({plane_point(scene.tokens().row(i)),
                             Shape::kRing,
                             {Role::kSelection, -1, 1},
                             rests(scene, i) ? 2.6F : 1.9F,
                             kNoHandle});
  }
  if (!scene.settings().labels) return;
  for (std::size_t i = 0; i < scene.n(); ++i)
    picture.labels.push_back({plane_point(scene.tokens().row(i)), std::to_string(i + 1), {Role::kText, -1, 1}});
}

Plot descent_plot(const DescentScene& scene, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "step t";
  plot.y_label = std::move(y_label);
  plot.cursor = static_cast<double>(scene.step());
  return plot;
}

double rounding_of_scores(const DescentScene& scene, double size) {
  // The last addend: below the normal numbers errors are not relative.
  return (1e-14 * static_cast<double>(scene.n()) + 4 * scene.settings().tie) * size + 1e-300;
}

double score_rounding(const DescentScene& scene) { return rounding_of_scores(scene, scene.run().score_size()); }

double place_rounding(const DescentScene& scene) { return 1e-14 * static_cast<double>(scene.n()) * scene.run().size(); }

void DescentScene::write_common_notes(Frame& frame) const {
  if (as_preset()) frame.notes.emplace_back(preset().note);
  if (edited_at_ > 0) frame.notes.push_back("The tokens at step " + std::to_string(edited_at_) + " are the start now.");
  if (run_.steps() < static_cast<std::size_t>(settings_.horizon))
    frame.notes.push_back("The run ends at step " + std::to_string(run_.steps()) +
                          ": the next one would take a token farther than a million times the size of the start.");
  std::string ties;
  std::size_t count = 0;
  for (std::size_t i = 0; i < n(); ++i)
    if (now().to.count[i] > 1 &&
        core::distance(now().to.y.row(i), tokens().row(now().to.first[i])) > 1e-9 * run_.size() && ++count <= 3)
      ties += (count > 1 ? ", " : "") + std::to_string(i + 1);
  if (count > 0)
    frame.notes.push_back((count == 1 ? "Token " : "Tokens ") + ties + (count > 3 ? " and others" : "") +
                          (count == 1 ? " has" : " have") + " more than one maximizer: the mean of them is taken.");
}

}  // namespace lab::scenes
