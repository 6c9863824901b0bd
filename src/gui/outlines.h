#pragma once
#include "views/svg.h"

namespace lab::gui {

/// The lab's own typeface as outlines, for figures that must look the same
/// where no font can be had: a browser that makes a picture of an SVG file
/// gives it none of the page's, and fonts inside the file come too late.
const views::Outlines& typeface_outlines();

}  // namespace lab::gui
