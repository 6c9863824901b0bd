#pragma once
#include <string>
#include <vector>

#include "core/matrix.h"
#include "scenes/frame.h"

/// Parts of pictures and maps that several scenes draw.
namespace lab::scenes {

/// How a hull is drawn.
struct Outline {
  Ink ink;
  Stroke stroke = Stroke::kSolid;
  float fill = 0;
  float width = 1;
};

/// Row i of tokens with 1, 2 or 3 coordinates.
Point point_of(const core::Matrix& shown, std::size_t i);
/// Hull of points with 1, 2 or 3 coordinates: a segment, a polygon, edges.
/// Solid hulls of more than kHullFrameTokens points are left out.
void draw_hull(const core::Matrix& shown, const Outline& look, Picture& picture);
inline constexpr std::size_t kHullFrameTokens = 2000;

/// Makes the picture's box hold the point.
void include(const Point& p, Picture& picture);
/// A margin around the box; a thin one is widened, so that a line of tokens is
/// not blown up across the screen.
void add_margin(Picture& picture);

/// The entries of a matrix as shades, from 0 to 1 unless the caller says otherwise.
HeatMap heat_map(std::string title, const core::Matrix& m);
/// "first", "first + 1", …: names of `count` rows or columns.
std::vector<std::string> numbers(std::size_t count, std::size_t first = 1);

}  // namespace lab::scenes
