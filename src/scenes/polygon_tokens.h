#pragma once
#include <array>
#include <cstddef>
#include <initializer_list>

#include "core/matrix.h"

/// Configurations of the plane that several scenes start from.
namespace lab::scenes {

/// Corners of a regular polygon on the unit circle, counter-clockwise from the one on top; k x 2.
core::Matrix regular_polygon(std::size_t corners);
/// Puts the rows of `more` below; equal columns.
void append_tokens(core::Matrix& tokens, const core::Matrix& more);
/// Puts tokens of the plane below: radius, and angle in degrees.
void append_polar(core::Matrix& tokens, std::initializer_list<std::array<double, 2>> places);

}  // namespace lab::scenes
