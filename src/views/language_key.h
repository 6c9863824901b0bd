#pragma once
#include <string>
#include <string_view>
#include <vector>

/// Numbers in a text, and the text without them: see language.h.
namespace lab::views {

/// A text with "#" for each number or list of numbers, and these in order.
struct KeyedText {
  std::string key;
  std::vector<std::string> numbers;
};

KeyedText keyed(std::string_view text);

/// "#" and "#2" of `shape` replaced by the numbers. A "#" without a number stays.
std::string filled(std::string_view shape, const std::vector<std::string>& numbers);

/// "#" in order made "#1", "#2", ... beginning behind `offset`; numbered ones are moved by it.
std::string numbered(std::string_view shape, std::size_t offset);

/// How many "#" a key has.
std::size_t number_count(std::string_view key);

}  // namespace lab::views
