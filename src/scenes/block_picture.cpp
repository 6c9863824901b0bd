// The cloud of the scene "The block": trails, the two half-steps of the present
// application as arrows, and where LayerNorm puts the tokens.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "scenes/block_scene.h"
#include "scenes/projection.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kTrailSteps = 120;  ///< older half-steps are not drawn
constexpr std::size_t kFirstView = 2;     ///< half-steps that the box holds from the start

Ink ink_of(bool attention, float strength = 1.0F) { return {Role::kGroup, attention ? 1 : 0, strength}; }

void draw_trails(const BlockScene& s, const Projection& to, Picture& picture) {
  const std::size_t last = s.step(), first = last > kTrailSteps ? last - kTrailSteps : 0;
  std::array<Polylines, 2> both;  // attention's, the MLP's
  both[1].stroke = Stroke::kDotted;
  for (std::size_t k = first; k < last; ++k)
    for (std::size_t i = 0; i < s.n(); ++i) {
      if (s.states()[k].X.row(i)[0] == s.states()[k + 1].X.row(i)[0] && s.states()[k + 1].move.mean == 0) continue;
      Polylines& lines = both.at(k % 2);
      lines.width = 0.9F;
      lines.start(ink_of(k % 2 == 0, i == s.token() ? 0.95F : 0.6F));
      lines.points.push_back(to(s.states()[k].X.row(i)));
      lines.points.push_back(to(s.states()[k + 1].X.row(i)));
    }
  for (Polylines& lines : both)
    if (!lines.begin.empty()) picture.polylines.push_back(std::move(lines));
}

/// Both half-steps of the application that the present state belongs to, at the end those of the last.
void draw_arrows(const BlockScene& s, const Projection& to, Picture& picture) {
  const std::size_t first = s.first_half();
  for (std::size_t k = first; k < std::min(first + 2, s.horizon()); ++k) {
    if (s.states()[k + 1].move.mean == 0) continue;
    for (std::size_t i = 0; i < s.n(); ++i)
      picture.arrows.push_back({to(s.states()[k].X.row(i)), to(s.states()[k + 1].X.row(i)),
                                ink_of(k % 2 == 0, k < s.step() ? 0.45F : 1.0F)});
  }
}

/// LayerNorm's image: rows of mean 0 and norm sqrt(d). For d = 3 a circle, for
/// d = 2 two points. Rings mark the tokens on it.
void draw_norm(const BlockScene& s, const Projection& to, Picture& picture) {
  const std::size_t d = s.block().width;
  if (d == 3) {
    Polylines circle;
    circle.stroke = Stroke::kDotted;
    circle.start({Role::kLimit, -1, 0.9F});
    const double across = std::sqrt(3.0) / std::numbers::sqrt2, down = std::sqrt(3.0) / std::sqrt(6.0);
    for (int i = 0; i <= 96; ++i) {
      const core::SinCos a = core::sincos(2 * std::numbers::pi * i / 96);
      const double u = across * a.cos, v = down * a.sin;
      circle.points.push_back(to(std::vector<double>{u + v, -u + v, -2 * v}));
    }
    picture.polylines.push_back(std::move(circle));
  }
  if (d == 2)
    for (const double side : {1.0, -1.0})
      picture.marks.push_back(
          {to(std::vector<double>{side, -side}), Shape::kDiamond, {Role::kLimit, -1, 1}, 1.4F, kNoHandle});
  if (s.block().norm == model::NormPlace::kNone || d > 3) return;
  const Matrix hat = model::normalized(s.states()[s.step()].X);
  for (std::size_t i = 0; i < s.n(); ++i)
    picture.marks.push_back(
        {to(hat.row(i)), Shape::kRing, {i == s.token() ? Role::kSelection : Role::kLimit, -1, 0.9F}, 0.8F, kNoHandle});
}

void fit_box(const BlockScene& s, const Projection& to, Picture& picture) {
  const std::size_t last = std::min(s.horizon(), std::max(s.step() + 1, kFirstView));
  // Holds LayerNorm's circle of radius sqrt(3), whose coordinates reach sqrt(2).
  const double least = s.settings().circle && s.block().width == 3 ? std::numbers::sqrt2 : 1;
  picture.low = {-least, -least, -least};
  picture.high = {least, least, least};
  for (std::size_t k = 0; k <= last; ++k)
    for (std::size_t i = 0; i < s.n(); ++i) {
      const Point p = to(s.states()[k].X.row(i));
      for (std::size_t c = 0; c < 3; ++c) {
        picture.low[c] = std::min(picture.low[c], p[c]);
        picture.high[c] = std::max(picture.high[c], p[c]);
      }
    }
  for (std::size_t c = 0; c < 3; ++c) {
    const double margin = 0.03 * (picture.high[c] - picture.low[c]);
    picture.low[c] -= margin;
    picture.high[c] += margin;
  }
}

}  // namespace

void block_picture(const BlockScene& s, Picture& picture) {
  const Projection to(s.states()[0].X, true);
  picture.dimension = to.picture_dimension();
  if (s.block().width > 3) picture.axis_names = {"axis 1", "axis 2", "axis 3"};
  fit_box(s, to, picture);
  picture.marks.push_back(
      {to(std::vector<double>(s.block().width, 0.0)), Shape::kCross, {Role::kGuide, -1, 1}, 1.2F, kNoHandle});
  if (s.settings().circle) draw_norm(s, to, picture);
  if (s.settings().trails) draw_trails(s, to, picture);
  if (s.settings().arrows) draw_arrows(s, to, picture);
  const Matrix& X = s.states()[s.step()].X;
  for (std::size_t i = 0; i < s.n(); ++i) {
    const bool chosen = i == s.token();
    const Point at = to(X.row(i));
    picture.marks.push_back({at,
                             Shape::kDisc,
                             {chosen ? Role::kSelection : Role::kToken, -1, 1},
                             chosen ? 1.2F : 1.0F,
                             static_cast<std::int32_t>(i)});
    picture.labels.push_back({at, std::to_string(i + 1), {Role::kText, -1, 1}});
  }
}

}  // namespace lab::scenes
