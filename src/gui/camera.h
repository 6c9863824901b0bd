#pragma once
#include "imgui.h"
#include "scenes/frame.h"
#include "scenes/link.h"

namespace lab::gui {

/// A rectangle in CSS pixels.
struct Area {
  float x = 0, y = 0, w = 0, h = 0;
  bool contains(ImVec2 p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
  ImVec2 low() const { return {x, y}; }
  ImVec2 high() const { return {x + w, y + h}; }
  ImVec2 middle() const { return {x + 0.5F * w, y + 0.5F * h}; }
};

/// From picture units to CSS pixels and back. The plane is drawn with equal
/// axes; three dimensions are seen from far away (orthographic), so that a
/// drag on the screen is an exact shift in space.
class Camera {
 public:
  /// Where the picture goes. `view.zoom` is relative to the fitted view, so a
  /// link shows the same on every screen.
  /// `top`: pixels at the upper edge that the fitted picture leaves free.
  void place(const scenes::Picture& picture, const scenes::ViewState& view, Area area, float top = 0);

  ImVec2 project(const scenes::Point& p) const;
  /// Towards the eye, in pixels.
  double depth(const scenes::Point& p) const;
  /// The point under `at` in the plane through `through` parallel to the screen.
  scenes::Point unproject(ImVec2 at, const scenes::Point& through) const;
  scenes::Point unproject(ImVec2 at) const { return unproject(at, centre_); }

  int dimension() const { return dimension_; }
  double scale() const { return scale_; }         ///< pixels per unit
  double fit_scale() const { return fit_scale_; }
  const Area& area() const { return area_; }
  ImVec2 middle() const { return middle_; }       ///< where centre() is drawn
  const scenes::Point& centre() const { return centre_; }
  /// Rows: right, down, towards the eye; unit vectors in picture units.
  const std::array<scenes::Point, 3>& turn() const { return turn_; }
  /// Half the thickness of the scene in pixels, for the haze of distance.
  double half_depth() const { return half_depth_; }
  bool same_view(const Camera& other) const;

 private:
  int dimension_ = 2;
  Area area_;
  ImVec2 middle_{};
  scenes::Point centre_{};
  double scale_ = 1;
  double fit_scale_ = 1;
  double half_depth_ = 1;
  std::array<scenes::Point, 3> turn_{};
};

/// Changes of the view by hand. Each keeps `view` valid for a link.
void fit(scenes::ViewState& view);
void pan(scenes::ViewState& view, const Camera& camera, ImVec2 pixels);
/// `factor` > 1 comes nearer; the point under `at` stays where it is.
void zoom(scenes::ViewState& view, const Camera& camera, double factor, ImVec2 at);
void orbit(scenes::ViewState& view, ImVec2 pixels);

}  // namespace lab::gui
