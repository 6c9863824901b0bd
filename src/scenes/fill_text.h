#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "scenes/model_room.h"

/// What the scene "Fill in" reads from its text fields.
namespace lab::scenes {

/// "3,17" into 0-based positions below n, increasing, each once.
core::Result<std::vector<std::uint32_t>> read_holes(std::string_view text, std::size_t n);
/// The numbers of a text in which "_" stands for an unknown character (kMask),
/// where it is none of the model's own. Errors: letters the model does not
/// know, more than its window, none at all.
core::Result<std::vector<model::Token>> read_text(const LoadedModel& model, std::string_view text);
/// Characters of a text; 0 when it is not UTF-8.
std::size_t length_of(std::string_view text);

}  // namespace lab::scenes
