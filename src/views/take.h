#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "scenes/frame.h"
#include "scenes/scene.h"
#include "views/svg.h"

/// What a reader can take away from a scene as it stands: figures as SVG,
/// numbers as CSV and NPY. Window, page and command line ask here.
namespace lab::views {

/// One thing to take away.
struct Part {
  std::string name;     ///< "figure", "picture-1", "strip-1", "bars-2", "map-1", "plot-2", "table-1", "verdicts", "trajectory"
  std::string title;    ///< for a list
  std::string note;     ///< what the reader should know of it, "" mostly
  bool drawn = false;   ///< there is an SVG of it
  bool csv = false;
  bool npy = false;
};

/// Everything there is now: the whole figure, its parts, then numbers alone.
std::vector<Part> parts(const scenes::Frame& frame, const scenes::Scene& scene);
/// Why there is no trajectory to take away, "" where there is one.
std::string no_trajectory(const scenes::Scene& scene);

/// The part as an SVG file; "figure" is svg(). Errors are sentences that name
/// what there is.
core::Result<std::string> part_svg(const scenes::Frame& frame, const scenes::Scene& scene, std::string_view name, const SvgOptions& options);
/// The numbers of the part as the bytes of a .npy file, or else as CSV.
core::Result<std::string> part_data(const scenes::Frame& frame, const scenes::Scene& scene, std::string_view name, bool npy);

/// The states 0 .. step in pieces, each handed to `use`: as CSV
/// (layer,token,x1,...), or as NPY with the shape {step + 1, n, d}. Where the
/// states differ in shape the NPY holds the last one, {n, d}.
void write_states(const scenes::Scene& scene, bool npy, const std::function<void(const std::string&)>& use);

/// The list as JSON: [{"name", "title", "note", "svg", "csv", "npy"}].
std::string parts_json(const scenes::Frame& frame, const scenes::Scene& scene);

}  // namespace lab::views
