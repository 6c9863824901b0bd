#pragma once
#include <vector>

#include "core/matrix.h"

/// Level lines of a quadratic form in the plane: ellipses, hyperbolas and lines.
namespace lab::core {

/// A rectangle with sides along the axes.
struct Box2 {
  double x_low = -1, x_high = 1, y_low = -1, y_high = 1;
  bool holds(double x, double y) const { return x >= x_low && x <= x_high && y >= y_low && y <= y_high; }
};

/// The pieces of { x in box : -(1/2) <B x, x> = level }, each a list of points in order, k x 2, k >= 2.
/// Every point is on the curve up to rounding, the ends too, which lie on the edge of the box. Only the symmetric
/// part of B, 2 x 2, matters. Empty where no curve has this level: isolated points and the whole plane are left out.
std::vector<Matrix> level_lines(const Matrix& B, double level, const Box2& box);

/// A step of 1, 2 or 5 times a power of ten that divides `range` > 0 into at most `parts`; 1 where range / parts is
/// no normal number.
double round_step(double range, int parts);

}  // namespace lab::core
