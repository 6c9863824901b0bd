// The pictures of "Softmax against hardmax": one each, and one over the other.
#include <algorithm>
#include <cmath>

#include "scenes/outline.h"
#include "scenes/projection.h"
#include "scenes/softmax_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kTrailPoints = 400;  ///< of one trail
constexpr double kFaintest = 0.01;         ///< weights below this are not drawn

/// One of the two systems.
struct Side {
  const SoftmaxScene& scene;
  bool soft;

  const Matrix& at(std::size_t k) const { return soft ? scene.run().soft(k) : scene.run().hard(k); }
  const Matrix& now() const { return at(scene.step()); }
};

/// Tokens take the colour of the leader that they follow under hardmax.
Ink ink_of(const SoftmaxScene& scene, std::size_t i, float strength = 1.0F) {
  const HardmaxRun& leads = scene.run().leads();
  const auto end = leads.led_since(i) <= scene.step() ? std::optional<std::uint32_t>(static_cast<std::uint32_t>(i))
                                                      : leads.destination(i, scene.step());
  const auto leaders = leads.leaders(scene.step());
  const auto rank = end ? std::ranges::find(leaders, *end) : leaders.end();
  if (rank == leaders.end()) return {Role::kToken, -1, strength};
  return {Role::kGroup, static_cast<std::int32_t>(rank - leaders.begin()), strength};
}

bool leads(const SoftmaxScene& scene, std::size_t i) { return scene.run().leads().led_since(i) <= scene.step(); }

void fit_box(const SoftmaxScene& scene, const Projection& project, Picture& picture) {
  const std::vector<double> origin(scene.d(), 0.0);
  picture.low = picture.high = project(origin);
  const Matrix& start = scene.run().soft(0);
  for (std::size_t i = 0; i < start.rows; ++i) include(project(start.row(i)), picture);
  add_margin(picture);
}

void draw_hulls(const Side& side, const Projection& project, Picture& picture) {
  const bool moved = side.scene.step() > 0;
  draw_hull(project.all(side.at(0)), {{Role::kHull, -1, moved ? 0.5F : 1.0F}, Stroke::kDotted, 0, 1}, picture);
  if (moved) draw_hull(project.all(side.now()), {{Role::kHull, -1, 1}, Stroke::kDotted, 0.06F, 1}, picture);
}

void draw_trails(const Side& side, const Projection& project, Picture& picture) {
  const std::size_t last = side.scene.step(), stride = last / kTrailPoints + 1;
  if (last == 0) return;
  Polylines trails;
  for (std::size_t i = 0; i < side.scene.n(); ++i) {
    trails.start(ink_of(side.scene, i, 0.7F));
    for (std::size_t k = 0; k < last; k += stride) trails.points.push_back(project(side.at(k).row(i)));
    trails.points.push_back(project(side.now().row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

/// Row i of the weights of this side.
std::vector<double> weights_of(const Side& side, std::size_t i) {
  const core::SoftmaxParams& p = side.scene.run().params();
  std::vector<double> w(side.scene.n());
  if (side.soft) {
    core::weight_row(side.now(), p, i, w);
    return w;
  }
  const auto members = core::attended_set(side.now(), p.hardmax, i);
  const bool all = side.scene.rule() == core::HardRule::kAllMaximizers;
  const std::size_t taken = all ? members.size() : 1;
  for (std::size_t m = 0; m < taken; ++m) w[members[m]] = 1.0 / static_cast<double>(taken);
  return w;
}

/// From each token to the mean that it moves towards.
void draw_pulls(const Side& side, const Projection& project, Picture& picture) {
  const Matrix& Z = side.now();
  for (std::size_t i = 0; i < Z.rows; ++i) {
    const std::vector<double> w = weights_of(side, i);
    std::vector<double> mean(Z.cols);
    for (std::size_t j = 0; j < Z.rows; ++j)
      for (std::size_t c = 0; c < Z.cols; ++c) mean[c] += w[j] * Z(j, c);
    double away = 0;
    for (std::size_t c = 0; c < Z.cols; ++c) away = std::max(away, std::abs(mean[c] - Z(i, c)));
    const double size = std::max(picture.high[0] - picture.low[0], picture.high[1] - picture.low[1]);
    if (away > 0.02 * size) picture.arrows.push_back({project(Z.row(i)), project(mean), ink_of(side.scene, i, 0.5F)});
  }
}

/// The selected row: a line to each token as strong as its weight.
void draw_row(const Side& side, const Projection& project, Picture& picture) {
  if (side.scene.selected() < 0) return;
  const auto i = static_cast<std::size_t>(side.scene.selected());
  const std::vector<double> w = weights_of(side, i);
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (w[j] < kFaintest || j == i) continue;
    Polylines line;
    line.width = static_cast<float>(1 + 4 * w[j]);
    line.start({Role::kSelection, -1, static_cast<float>(0.25 + 0.75 * w[j])});
    line.points = {project(side.now().row(i)), project(side.now().row(j))};
    picture.polylines.push_back(std::move(line));
  }
  picture.marks.push_back({project(side.now().row(i)), Shape::kRing, {Role::kSelection, -1, 1}, leads(side.scene, i) ? 2.6F : 1.9F, kNoHandle});
}

/// Stars last: a follower that has arrived must not hide its leader.
void draw_tokens(const Side& side, const Projection& project, std::int32_t bank, Picture& picture) {
  for (const bool stars : {false, true})
    for (std::size_t i = 0; i < side.scene.n(); ++i) {
      if (leads(side.scene, i) != stars) continue;
      picture.marks.push_back({project(side.now().row(i)), stars ? Shape::kStar : Shape::kDisc, ink_of(side.scene, i), stars ? 1.9F : 1.0F,
                               static_cast<std::int32_t>(i) + bank * kHandleBank});
    }
  if (!side.scene.settings().labels) return;
  for (std::size_t i = 0; i < side.scene.n(); ++i)
    picture.labels.push_back({project(side.now().row(i)), std::to_string(i + 1), {Role::kText, -1, 1}});
}

Picture base(const SoftmaxScene& scene, const Projection& project, std::string title) {
  Picture picture;
  picture.title = std::move(title);
  picture.dimension = project.picture_dimension();
  fit_box(scene, project, picture);
  const std::vector<double> origin(scene.d(), 0.0);
  picture.marks.push_back({project(origin), Shape::kCross, {Role::kGuide, -1, 1}, 1.2F, kNoHandle});
  return picture;
}

Picture one_side(const Side& side, const Projection& project, std::string title) {
  Picture picture = base(side.scene, project, std::move(title));
  const SoftmaxSettings& s = side.scene.settings();
  if (s.hulls) draw_hulls(side, project, picture);
  if (s.trails) draw_trails(side, project, picture);
  if (s.pulls) draw_pulls(side, project, picture);
  draw_row(side, project, picture);
  draw_tokens(side, project, side.soft ? 0 : 1, picture);
  return picture;
}

/// Softmax tokens as discs, the others as rings, a line between the two.
Picture overlay(const SoftmaxScene& scene, const Projection& project) {
  Picture picture = base(scene, project, "difference");
  const Side soft{scene, true}, hard{scene, false};
  if (scene.settings().hulls) draw_hull(project.all(scene.run().soft(0)), {{Role::kHull, -1, 0.6F}, Stroke::kDotted, 0, 1}, picture);
  Polylines apart;
  apart.width = 1.5F;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    apart.start(ink_of(scene, i, 0.8F));
    apart.points.push_back(project(soft.now().row(i)));
    apart.points.push_back(project(hard.now().row(i)));
    picture.marks.push_back({project(hard.now().row(i)), leads(scene, i) ? Shape::kStar : Shape::kRing, ink_of(scene, i, 0.75F), leads(scene, i) ? 1.9F : 1.5F,
                             kNoHandle});
  }
  picture.polylines.push_back(std::move(apart));
  for (std::size_t i = 0; i < scene.n(); ++i)
    picture.marks.push_back({project(soft.now().row(i)), Shape::kDisc, ink_of(scene, i), 0.9F, static_cast<std::int32_t>(i) + 2 * kHandleBank});
  if (scene.selected() >= 0)
    picture.marks.push_back({project(soft.now().row(static_cast<std::size_t>(scene.selected()))), Shape::kRing, {Role::kSelection, -1, 1}, 2.2F, kNoHandle});
  return picture;
}

}  // namespace

std::string beta_text(double beta) { return "\u03B2 = " + (std::isinf(beta) ? "\u221E" : rounded(beta, 4)); }

void draw_softmax_pictures(const SoftmaxScene& scene, Frame& frame) {
  const Projection project(scene.run().soft(0), false);
  const std::string& show = scene.settings().show;
  const bool all = scene.rule() == core::HardRule::kAllMaximizers;
  if (show == "overlay") {
    frame.picture = overlay(scene, project);
    frame.picture.title = "discs: softmax, " + beta_text(scene.settings().beta) + "; rings: " + (all ? "hardmax" : "first maximizer");
    return;
  }
  frame.picture = one_side({scene, true}, project, "softmax, " + beta_text(scene.settings().beta));
  frame.beside.push_back(one_side({scene, false}, project, all ? "hardmax" : "first maximizer only"));
  if (show == "all") frame.beside.push_back(overlay(scene, project));
}

}  // namespace lab::scenes
