#pragma once
#include "scenes/frame.h"
#include "views/palette.h"

namespace lab::views {

/// The colour of a value of a heat map: from the ground (low) to the accent and
/// on to the text's colour (high), so that lightness alone already tells them
/// apart. Where low < 0 < high the ground is 0, negative values have a hue of their own. Values outside
/// are held; what is not a number is drawn as a grid line.
Rgba map_color(const scenes::HeatMap& map, float value, Theme theme);

}  // namespace lab::views
