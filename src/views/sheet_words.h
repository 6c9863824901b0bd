#pragma once
#include <string>

#include "scenes/frame.h"

namespace lab::views {

/// A strip as text: hidden letters in square brackets with the guess in them.
std::string strip_text(const scenes::Strip& strip);
/// Bars in words: the marked and the chosen one, then the largest few.
std::string bars_text(const scenes::Bars& bars);
/// A map in words: its size, its largest entry, and the largest of the chosen row.
std::string map_text(const scenes::HeatMap& map);
/// A letter that can be read out: "space", "new line", or itself.
std::string letter_name(const std::string& letter);

}  // namespace lab::views
