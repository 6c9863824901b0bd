#pragma once
#include <string>

#include "scenes/frame.h"
#include "views/svg.h"
#include "views/svg_canvas.h"
#include "views/ticks.h"

/// The parts of a figure: for svg.cpp only.
namespace lab::views {

/// The picture into `box`, with grid, ticks and axis names at its rim.
void draw_picture(SvgCanvas& canvas, const scenes::Picture& picture, const SvgOptions& options, Box box);
/// Rows that the legend of the picture takes at a width, and the legend itself.
/// It names only what is in the picture.
int legend_rows(const scenes::Picture& picture, const SvgOptions& options, double width);
void draw_legend(SvgCanvas& canvas, const scenes::Picture& picture, const SvgOptions& options, Box box);
/// Height of a row of the legend.
double legend_row_height(Theme theme);
/// One plot into `box`, title and legends included, along this x axis, its y
/// axis `left` pixels from the left edge. `id` names its group and clip.
void draw_plot(SvgCanvas& canvas, const scenes::Plot& plot, const Axis& x, Box box, double left, const std::string& id);
/// Room that the numbers beside the y axis need; plots above each other share
/// the largest, so that their layers stand below each other.
double plot_left(const scenes::Plot& plot, double height, Theme theme);

/// Whether strips, bars or maps stand in the picture's place, and these.
bool has_sheet(const scenes::Frame& frame);
void draw_sheet(SvgCanvas& canvas, const scenes::Frame& frame, Box box);

/// Radius in pixels of a token of size 1: smaller when there are many.
double token_radius(const scenes::Picture& picture, Theme theme);

}  // namespace lab::views
