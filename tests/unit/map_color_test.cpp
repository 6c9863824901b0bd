// Shades of heat maps: ends, signs, and what is no number.
#include <doctest.h>

#include <limits>

#include "views/map_color.h"

using namespace lab::views;
using lab::scenes::HeatMap;

TEST_CASE("A map of weights runs from the ground over the accent to the text") {
  for (const Theme theme : kThemes) {
    HeatMap map;
    CHECK(map_color(map, 0, theme) == surface(theme).panel);
    CHECK(map_color(map, 1, theme) == surface(theme).text);
    CHECK(map_color(map, 7, theme) == surface(theme).text);
    CHECK(map_color(map, std::numeric_limits<float>::quiet_NaN(), theme) == surface(theme).grid);
  }
}

TEST_CASE("A map of both signs has no shade at 0 and two colours, by size") {
  for (const Theme theme : kThemes) {
    HeatMap map;
    map.low = -2;
    map.high = 2;
    const Surface& s = surface(theme);
    CHECK(map_color(map, 0, theme) == s.panel);
    CHECK(map_color(map, 2, theme) == s.accent);
    CHECK(map_color(map, -2, theme) == blend(color({lab::scenes::Role::kGroup, 0, 1}, theme), s.panel));
    CHECK_FALSE(map_color(map, 1, theme) == map_color(map, -1, theme));
    CHECK(contrast(map_color(map, 1, theme), s.panel) > contrast(map_color(map, 0.1F, theme), s.panel));
    CHECK(contrast(map_color(map, -1, theme), s.panel) > contrast(map_color(map, -0.1F, theme), s.panel));
  }
}
