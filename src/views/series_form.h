#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "scenes/frame.h"
#include "views/projection.h"

/// How the curves of a plot are told apart without their colours: by their stroke, and where several have the same
/// one by symbols on the line. Window and SVG file ask here.
namespace lab::views {

/// The symbol on a curve, drawn `times` side by side. No shape: its stroke alone tells it from the others.
struct SeriesForm {
  std::optional<scenes::Shape> shape;
  int times = 1;
  bool operator==(const SeriesForm&) const = default;
};

/// One for each series of the plot; no two with one stroke have the same. Bars (`stems`) have none.
std::vector<SeriesForm> series_forms(const scenes::Plot& plot);

/// Radius of such a symbol in pixels, for lines of this width; and from one to the next that stands beside it.
inline double form_radius(double line_width) { return 2.3 + 0.9 * line_width; }
inline double form_step(double radius) { return 2.6 * radius; }

/// Where the symbols of curve `index` of `count` stand on its line: far from each other, and on another curve that
/// runs along the same way elsewhere. None where a line has no length.
std::vector<Spot> form_places(std::span<const Spot> line, const SeriesForm& form, double radius, std::size_t index, std::size_t count);

/// Those of `form` around the middle of a sample `width` long, from `at`.
std::vector<Spot> sample_places(Spot at, double width, const SeriesForm& form, double radius);

/// Corners of the shapes that are polygons: star, diamond, square.
std::vector<Spot> shape_spots(Spot at, scenes::Shape shape, double radius);

}  // namespace lab::views
