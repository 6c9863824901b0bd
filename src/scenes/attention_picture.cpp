// The picture of the scene "Self-attention": values, their hull, outputs, and
// the weights of the chosen row.
#include <algorithm>
#include <cmath>

#include "core/hull.h"
#include "scenes/attention_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// More letterings than this hide the points.
constexpr std::size_t kLabelled = 24;
constexpr std::size_t kWeighed = 12;
/// A weight below this is not worth a number.
constexpr double kWorthSaying = 0.005;

/// The first two coordinates; a line lies on the x axis.
Matrix shown(const Matrix& V) {
  Matrix out(V.rows, 2);
  for (std::size_t i = 0; i < V.rows; ++i)
    for (std::size_t c = 0; c < std::min<std::size_t>(2, V.cols); ++c) out(i, c) = V(i, c);
  return out;
}

Point point(const Matrix& P, std::size_t i) { return {P(i, 0), P(i, 1), 0}; }

Ink ink_of(std::size_t i, float strength = 1) { return {Role::kGroup, static_cast<std::int32_t>(i % 10), strength}; }

double fit_box(const Matrix& V, const Matrix& Y, Picture& picture) {
  picture.low = picture.high = point(V, 0);
  for (const Matrix* m : {&V, &Y})
    for (std::size_t i = 0; i < m->rows; ++i)
      for (std::size_t c = 0; c < 2; ++c) {
        picture.low[c] = std::min(picture.low[c], (*m)(i, c));
        picture.high[c] = std::max(picture.high[c], (*m)(i, c));
      }
  const double widest = std::max(picture.high[0] - picture.low[0], picture.high[1] - picture.low[1]);
  const double margin = widest > 0 ? 0.1 * widest : 0.5;
  for (std::size_t c = 0; c < 2; ++c) {
    const double thin = picture.high[c] - picture.low[c] < 0.2 * widest ? 0.15 * widest : 0;
    picture.low[c] -= margin + thin;
    picture.high[c] += margin + thin;
  }
  return widest;
}

void draw_hull(const Matrix& V, Picture& picture) {
  Polygon hull;
  hull.ink = {Role::kHull, -1, 1};
  hull.stroke = Stroke::kDotted;
  hull.fill = 0.06F;
  for (const std::uint32_t i : core::hull2(V)) hull.points.push_back(point(V, i));
  if (hull.points.size() > 1) picture.polygons.push_back(std::move(hull));
}

// One line a value, as wide as its weight: the output hangs between them.
void draw_weights(const AttentionScene& s, const Matrix& V, const Matrix& Y, Picture& picture) {
  for (std::size_t j = 0; j < s.n(); ++j) {
    const double weight = s.result().weights(s.row(), j);
    if (weight < kWorthSaying) continue;
    Polylines line;
    line.width = static_cast<float>(0.6 + 7 * weight);
    line.start({Role::kSelection, -1, static_cast<float>(0.35 + 0.6 * weight)});
    line.points = {point(V, j), point(Y, s.row())};
    picture.polylines.push_back(std::move(line));
  }
}

void draw_moves(const AttentionScene& s, const Matrix& V, const Matrix& Y, double widest, Picture& picture) {
  for (std::size_t i = 0; i < s.n(); ++i) {
    const double way = std::max(std::abs(V(i, 0) - Y(i, 0)), std::abs(V(i, 1) - Y(i, 1)));
    if (i != s.row() && way > 0.02 * widest) picture.arrows.push_back({point(V, i), point(Y, i), {Role::kGuide, -1, 1}});
  }
}

void draw_marks(const AttentionScene& s, const Matrix& V, const Matrix& Y, Picture& picture) {
  for (std::size_t j = 0; j < s.n(); ++j)
    picture.marks.push_back({point(V, j), Shape::kDisc, ink_of(j), 1.1F, static_cast<std::int32_t>(j)});
  picture.marks.push_back({point(V, s.row()), Shape::kRing, {Role::kSelection, -1, 1}, 2.0F, kNoHandle});
  for (std::size_t i = 0; i < s.n(); ++i)
    picture.marks.push_back({point(Y, i), Shape::kDiamond, ink_of(i), i == s.row() ? 1.7F : 1.0F, kNoHandle});
  picture.marks.push_back({point(Y, s.row()), Shape::kRing, {Role::kSelection, -1, 1}, 2.4F, kNoHandle});
}

void draw_labels(const AttentionScene& s, const Matrix& V, const Matrix& Y, Picture& picture) {
  if (s.n() > kLabelled) return;
  for (std::size_t j = 0; j < s.n(); ++j) {
    const double weight = s.result().weights(s.row(), j);
    std::string text = std::to_string(j + 1);
    if (s.n() <= kWeighed && weight >= kWorthSaying) text += ": " + rounded(100 * weight, 2) + " %";
    picture.labels.push_back({point(V, j), std::move(text), {Role::kText, -1, j == s.row() ? 1.0F : 0.85F}});
  }
  picture.labels.push_back({point(Y, s.row()), "Y" + std::to_string(s.row() + 1), {Role::kSelection, -1, 1}});
}

}  // namespace

void attention_picture(const AttentionScene& s, Picture& picture) {
  const Matrix V = shown(s.result().V), Y = shown(s.result().output);
  const double widest = fit_box(V, Y, picture);
  picture.axis_names = {"v_1", "v_2", ""};
  draw_hull(V, picture);
  draw_weights(s, V, Y, picture);
  draw_moves(s, V, Y, widest, picture);
  draw_marks(s, V, Y, picture);
  draw_labels(s, V, Y, picture);
}

}  // namespace lab::scenes
