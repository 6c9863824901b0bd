#include "gui/camera.h"

#include <algorithm>
#include <cmath>

namespace lab::gui {
namespace {

using scenes::Point;

constexpr double kZoomMin = 0.05;
constexpr double kZoomMax = 1e6;
constexpr float kMargin = 26;  // CSS pixels around a fitted picture: room for marks and labels

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point along(const Point& from, double t, const Point& direction) {
  return {from[0] + t * direction[0], from[1] + t * direction[1], from[2] + t * direction[2]};
}

/// The third axis points up the screen when yaw and pitch are 0; yaw turns
/// around it, pitch looks down on it.
std::array<Point, 3> turned(double yaw, double pitch) {
  const double cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch);
  const Point right{cy, -sy, 0};
  const Point down{-sy * sp, -cy * sp, -cp};
  const Point towards{-sy * cp, -cy * cp, sp};
  return {right, down, towards};
}

double span(double low, double high) { return high > low ? high - low : 0; }

}  // namespace

void Camera::place(const scenes::Picture& picture, const scenes::ViewState& view, Area area, float top) {
  dimension_ = picture.dimension >= 3 ? 3 : 2;
  area_ = area;
  top = std::min(top, 0.3F * area.h);
  middle_ = {area.x + 0.5F * area.w, area.y + 0.5F * (area.h + top)};
  Point middle{};
  Point size{};
  for (std::size_t i = 0; i < 3; ++i) {
    middle[i] = 0.5 * (picture.low[i] + picture.high[i]);
    size[i] = span(picture.low[i], picture.high[i]);
  }
  const double width = std::max(1.0F, area.w - 2 * kMargin), height = std::max(1.0F, area.h - top - 2 * kMargin);
  if (dimension_ == 2) {
    turn_ = {Point{1, 0, 0}, Point{0, -1, 0}, Point{0, 0, 1}};
    const double wide = size[0] > 0 ? width / size[0] : 1e300;
    const double tall = size[1] > 0 ? height / size[1] : 1e300;
    fit_scale_ = std::min(wide, tall);
  } else {
    turn_ = turned(view.yaw, view.pitch);
    const double diagonal = std::sqrt(dot(size, size));
    fit_scale_ = diagonal > 0 ? 1.08 * std::min(width, height) / diagonal : 1e300;
  }
  if (!(fit_scale_ < 1e299)) fit_scale_ = 0.5 * std::min(width, height);
  centre_ = view.zoom > 0 ? view.centre : middle;
  scale_ = fit_scale_ * (view.zoom > 0 ? view.zoom : 1.0);
  half_depth_ = std::max(1e-9, 0.5 * scale_ * std::sqrt(dot(size, size)));
}

ImVec2 Camera::project(const Point& p) const {
  const Point d = minus(p, centre_);
  const ImVec2 m = middle_;
  // A coordinate far outside must not overflow the float of the screen.
  const auto cut = [](double v) { return static_cast<float>(std::clamp(v, -1e7, 1e7)); };
  return {m.x + cut(scale_ * dot(turn_[0], d)), m.y + cut(scale_ * dot(turn_[1], d))};
}

double Camera::depth(const Point& p) const { return scale_ * dot(turn_[2], minus(p, centre_)); }

Point Camera::unproject(ImVec2 at, const Point& through) const {
  const ImVec2 m = middle_;
  Point p = along(centre_, (at.x - m.x) / scale_, turn_[0]);
  p = along(p, (at.y - m.y) / scale_, turn_[1]);
  return along(p, dot(turn_[2], minus(through, centre_)), turn_[2]);
}

bool Camera::same_view(const Camera& o) const {
  return dimension_ == o.dimension_ && centre_ == o.centre_ && scale_ == o.scale_ && turn_ == o.turn_ &&
         middle_.y == o.middle_.y && area_.x == o.area_.x && area_.y == o.area_.y && area_.w == o.area_.w && area_.h == o.area_.h;
}

void fit(scenes::ViewState& view) {
  const scenes::ViewState fresh;
  view.zoom = 0;
  view.centre = fresh.centre;
}

void pan(scenes::ViewState& view, const Camera& camera, ImVec2 pixels) {
  const ImVec2 m = camera.middle();
  view.centre = camera.unproject({m.x - pixels.x, m.y - pixels.y});
  view.zoom = camera.scale() / camera.fit_scale();
}

void zoom(scenes::ViewState& view, const Camera& camera, double factor, ImVec2 at) {
  const double before = camera.scale() / camera.fit_scale();
  const double after = std::clamp(before * factor, kZoomMin, kZoomMax);
  const Point held = camera.unproject(at);
  const Point& c = camera.centre();
  const double keep = before / after;
  for (std::size_t i = 0; i < 3; ++i) view.centre[i] = held[i] + keep * (c[i] - held[i]);
  view.zoom = after;
}

void orbit(scenes::ViewState& view, ImVec2 pixels) {
  view.yaw = std::remainder(view.yaw + 0.008 * pixels.x, 2 * 3.14159265358979323846);
  view.pitch = std::clamp(view.pitch + 0.008 * pixels.y, -1.55, 1.55);
}

}  // namespace lab::gui
