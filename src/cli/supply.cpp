#include "cli/supply.h"

#include <cstdlib>
#include <set>

#include "cli/files.h"
#include "views/words.h"

namespace lab::cli {

using core::Error;
using core::Status;
using core::success;

Status supply(scenes::Scene& scene) {
  const char* named = std::getenv("LAB_ASSETS");
  const std::string folder = named != nullptr ? named : LAB_ASSETS_FOLDER;
  std::set<std::string> given;
  for (auto needs = scene.needs(); !needs.empty(); needs = scene.needs()) {
    for (const std::string& name : needs) {
      if (name.starts_with(scenes::kOwnFile)) return Error{"A model of your own is asked for: name its file with --open."};
      if (!given.insert(name).second) return Error{views::shown(name) + " does not serve the scene."};
      const auto bytes = read_file(folder + "/" + name);
      if (!bytes) return Error{bytes.error()};
      if (const Status taken = scene.give(name, bytes.value()); !taken) return taken;
    }
  }
  return success();
}

Status open_for(scenes::Scene& scene, const std::string& path) {
  if (path.empty()) return success();
  const auto bytes = read_file(path);
  if (!bytes) return Error{bytes.error()};
  return scene.open_file(path == "-" ? "Standard input" : path, bytes.value());
}

}  // namespace lab::cli
