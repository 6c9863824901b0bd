#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "scenes/registry.h"
#include "scenes/scene.h"
#include "views/palette.h"

namespace lab::cli {

/// A flag of the command line itself. The flags of a scene are its parameters:
/// they stand in the scene's own table and nowhere else.
struct Flag {
  std::string name;    ///< without the dashes
  std::string value;   ///< what stands behind it, "" for none
  std::string help;
};
std::span<const Flag> run_flags();

/// What `run` is asked for.
struct Request {
  const scenes::Entry* entry = nullptr;
  std::vector<scenes::Setting> settings;  ///< flags of the scene, in the order given
  std::optional<std::size_t> steps;       ///< --steps; without it the last layer, or the link's step
  std::optional<std::vector<std::string>> print;  ///< observables; without it all
  bool print_text = false;                ///< --print text: the frame in words instead of JSON
  bool print_parts = false;               ///< --print parts: what there is to take away
  std::string out;
  std::string part = "figure";            ///< --part: what --svg draws and --data holds
  std::string data;
  std::string svg;
  views::Theme theme = views::Theme::kLight;
  std::size_t width = 1280;
  std::size_t height = 720;
  bool picture_only = false;
  std::string link;
  std::string open;                       ///< --open: a file for the scene
  bool require_theorem = false;
  bool help = false;
};

/// Reads what stands behind "run". Whether values fit is for the scene to say;
/// here only names are checked. Errors are sentences.
core::Result<Request> read_run(std::span<const std::string_view> arguments);
/// Reads what stands behind "link": the link, then flags as for run.
core::Result<Request> read_link_run(std::span<const std::string_view> arguments);

/// The scene, or a sentence with a suggestion.
core::Result<const scenes::Entry*> scene_called(std::string_view slug);

}  // namespace lab::cli
