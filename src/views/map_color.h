#pragma once
#include <vector>

#include "scenes/frame.h"
#include "views/palette.h"
#include "views/projection.h"

namespace lab::views {

/// The colour of a value of a heat map: from the ground (low) to the accent and
/// on to the text's colour (high), so that lightness alone already tells them
/// apart. Where low < 0 < high the ground is 0, negative values have a hue of their own. Values outside
/// are held; what is not a number is drawn as a grid line.
Rgba map_color(const scenes::HeatMap& map, float value, Theme theme);

/// Minus signs on the negative cells of a signed map that fills `place`, which the hue alone would tell from the
/// positive ones: a dash in each cell, and a line through neighbours in a row where cells are narrow. None where rows
/// are too low for a line.
std::vector<Box> minus_signs(const scenes::HeatMap& map, Box place);
/// Their colour on `theme`.
Rgba minus_color(Theme theme);

}  // namespace lab::views
