#pragma once
#include <string>
#include <string_view>

#include "scenes/frame.h"
#include "scenes/link.h"
#include "views/palette.h"
#include "views/projection.h"

namespace lab::views {

/// Letters as outlines, for figures that must look the same without their typeface.
class Outlines {
 public:
  virtual ~Outlines() = default;
  virtual double width(std::string_view text, double size, bool bold) const = 0;
  /// Path data of the text on its base line, from `at` to the right.
  virtual std::string path(Spot at, std::string_view text, double size, bool bold) const = 0;
};

struct SvgOptions {
  Theme theme = Theme::kLight;
  double width = 1280;  ///< pixels
  double height = 720;
  double scale = 1;          ///< the file says it is so many times as large; what is in it keeps its proportions
  bool picture_only = false;     ///< no heading, no plots: for the reader's own caption
  scenes::ViewState view;        ///< yaw and pitch for three dimensions; zoom and centre when zoom > 0
  const Outlines* outlines = nullptr;  ///< null: text is text
  std::string title;             ///< above the picture; usually the scene's
  std::string id_prefix = "lab"; ///< begins every id, for pages that hold several figures
};

/// The frame as a standalone SVG file: picture with equal axes, legend, plots.
/// The same frame and options give the same bytes. Its <title> and <desc> hold
/// headline and description for screen readers.
std::string svg(const scenes::Frame& frame, const SvgOptions& options);
/// One plot of the frame as a file of its own, along the x axis that it has in the figure.
std::string plot_svg(const scenes::Frame& frame, std::size_t which, const SvgOptions& options);

}  // namespace lab::views
