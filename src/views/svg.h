#pragma once
#include <string>

#include "scenes/frame.h"
#include "scenes/link.h"
#include "views/palette.h"

namespace lab::views {

struct SvgOptions {
  Theme theme = Theme::kLight;
  double width = 1280;  ///< pixels
  double height = 720;
  bool picture_only = false;     ///< no heading, no plots: for the reader's own caption
  scenes::ViewState view;        ///< yaw and pitch for three dimensions; zoom and centre when zoom > 0
  std::string title;             ///< above the picture; usually the scene's
  std::string id_prefix = "lab"; ///< begins every id, for pages that hold several figures
};

/// The frame as a standalone SVG file: picture with equal axes, legend, plots.
/// The same frame and options give the same bytes. Its <title> and <desc> hold
/// headline and description for screen readers.
std::string svg(const scenes::Frame& frame, const SvgOptions& options);

}  // namespace lab::views
