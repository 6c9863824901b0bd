#pragma once
#include <string>

#include "core/matrix.h"

namespace lab::scenes {

/// What an eye makes of a cloud, for those who do not see it: "The tokens stand in 5 places." Tokens nearer to each other
/// than a fiftieth of the `start`'s largest extent are in one place.
std::string places_text(const core::Matrix& tokens, const core::Matrix& start, const std::string& whose = "The tokens");

}  // namespace lab::scenes
