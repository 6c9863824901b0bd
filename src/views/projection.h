#pragma once
#include <array>

#include "scenes/frame.h"
#include "scenes/link.h"

namespace lab::views {

/// A rectangle in pixels.
struct Box {
  double x = 0, y = 0, w = 0, h = 0;
  double right() const { return x + w; }
  double bottom() const { return y + h; }
};

/// A place on paper, y downwards.
struct Spot {
  double x = 0;
  double y = 0;
};

/// From picture units to pixels: equal axes in the plane, orthographic in
/// space. Yaw turns around the third axis, which points up; pitch looks down.
class Projection {
 public:
  /// Fits picture.low .. picture.high into `box` less `margin`, then applies
  /// the zoom and centre of `view`.
  Projection(const scenes::Picture& picture, const scenes::ViewState& view, Box box, double margin);

  Spot spot(const scenes::Point& p) const;
  /// Towards the eye, in pixels; 0 at the centre.
  double depth(const scenes::Point& p) const;
  /// 0 at the far end of the picture's box, 1 at the near end.
  double nearness(const scenes::Point& p) const;
  /// Picture coordinates at a spot; plane only.
  double x_at(double px) const { return centre_[0] + (px - middle_.x) / scale_; }
  double y_at(double py) const { return centre_[1] - (py - middle_.y) / scale_; }
  double scale() const { return scale_; }  ///< pixels per unit
  bool spatial() const { return spatial_; }

 private:
  bool spatial_;
  double scale_ = 1;
  double half_depth_ = 1;
  Spot middle_;
  scenes::Point centre_{};
  std::array<scenes::Point, 3> turn_{};  ///< rows: right, down, towards the eye
};

}  // namespace lab::views
