#include "views/projection.h"

#include <algorithm>
#include <cmath>

namespace lab::views {
namespace {

using scenes::Point;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

std::array<Point, 3> turned(double yaw, double pitch) {
  const double cy = std::cos(yaw);
  const double sy = std::sin(yaw);
  const double cp = std::cos(pitch);
  const double sp = std::sin(pitch);
  return {Point{cy, -sy, 0}, Point{-sy * sp, -cy * sp, -cp}, Point{-sy * cp, -cy * cp, sp}};
}

/// Pixels per unit that fit the box of the picture; 0 when it has no extent.
double fitting_scale(const Point& size, bool spatial, double width, double height) {
  // The diagonal fits from every side, so turning the picture does not zoom it.
  if (spatial) return dot(size, size) > 0 ? 1.08 * std::min(width, height) / std::sqrt(dot(size, size)) : 0;
  double scale = 0;
  if (size[0] > 0) scale = width / size[0];
  if (size[1] > 0) scale = scale > 0 ? std::min(scale, height / size[1]) : height / size[1];
  return scale;
}

}  // namespace

Projection::Projection(const scenes::Picture& picture, const scenes::ViewState& view, Box box, double margin)
    : spatial_(picture.dimension >= 3), middle_{box.x + 0.5 * box.w, box.y + 0.5 * box.h} {
  const double width = std::max(1.0, box.w - 2 * margin);
  const double height = std::max(1.0, box.h - 2 * margin);
  Point size{};
  for (std::size_t i = 0; i < 3; ++i) {
    centre_[i] = 0.5 * (picture.low[i] + picture.high[i]);
    size[i] = std::max(0.0, picture.high[i] - picture.low[i]);
  }
  turn_ = spatial_ ? turned(view.yaw, view.pitch) : std::array<Point, 3>{Point{1, 0, 0}, Point{0, -1, 0}, Point{0, 0, 1}};
  scale_ = fitting_scale(size, spatial_, width, height);
  if (!(scale_ > 0) || !std::isfinite(scale_)) scale_ = 0.5 * std::min(width, height);
  if (view.zoom > 0) {
    centre_ = view.centre;
    scale_ *= view.zoom;
  }
  half_depth_ = std::max(1e-9, 0.5 * scale_ * std::sqrt(dot(size, size)));
}

Spot Projection::spot(const Point& p) const {
  const Point d = minus(p, centre_);
  return {middle_.x + scale_ * dot(turn_[0], d), middle_.y + scale_ * dot(turn_[1], d)};
}

double Projection::depth(const Point& p) const { return scale_ * dot(turn_[2], minus(p, centre_)); }

double Projection::nearness(const Point& p) const { return std::clamp(0.5 + 0.5 * depth(p) / half_depth_, 0.0, 1.0); }

}  // namespace lab::views
