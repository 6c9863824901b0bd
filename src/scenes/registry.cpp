#include "scenes/registry.h"

#include <algorithm>
#include <array>

#include "scenes/hardmax_scene.h"

namespace lab::scenes {

std::span<const Entry> registry() {
  static const std::array<Entry, 1> entries{{
      {"hardmax", "Hardmax lab", "7 to 10",
       "Under hardmax attention every token converges to a leader or to a projection of the origin onto a face.",
       "Alcalde, Fantuzzi, Zuazua 2025, arXiv 2407.01602", &make_hardmax_scene},
  }};
  return entries;
}

const Entry* find_scene(std::string_view slug) {
  const auto entries = registry();
  const auto at = std::ranges::find(entries, slug, &Entry::slug);
  return at == entries.end() ? nullptr : &*at;
}

}  // namespace lab::scenes
