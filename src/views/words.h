#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Text from outside, in sentences.
namespace lab::views {

/// Text from outside in quotation marks: valid UTF-8 without control
/// characters, cut after 100 characters.
std::string shown(std::string_view text);
/// The known word nearest to `word`, or "" when none is near: at most one slip
/// in three letters (a letter too much, too few, wrong, or two exchanged).
std::string nearest_word(std::string_view word, std::span<const std::string> known);
/// " Did you mean --alpha?", or "".
std::string suggestion(std::string_view prefix, std::string_view word, std::span<const std::string> known);
/// Parts between commas, blanks around them removed; "" gives none.
std::vector<std::string> split_list(std::string_view text);

}  // namespace lab::views
