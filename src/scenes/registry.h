#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "scenes/scene.h"

namespace lab::scenes {

/// One row of the table of scenes; it also writes the gallery.
struct Entry {
  std::string slug;     ///< "hardmax"
  std::string title;
  std::string chapter;  ///< notebook sections
  std::string claim;    ///< what it tests, in one line
  std::string source;   ///< where the claim comes from
  std::unique_ptr<Scene> (*make)();
};

std::span<const Entry> registry();
const Entry* find_scene(std::string_view slug);

}  // namespace lab::scenes
