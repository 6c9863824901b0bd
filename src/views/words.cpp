#include "views/words.h"

#include <algorithm>

#include "scenes/value_text.h"
#include "views/json_writer.h"

namespace lab::views {
namespace {

/// Edit distance with exchanges of neighbours (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> older(b.size() + 1);
  std::vector<std::size_t> old(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) old[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) now[j] = std::min(now[j], older[j - 2] + 1);
    }
    older = old;
    old = now;
  }
  return old[b.size()];
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 100;
  std::string out = "\"";
  std::size_t letters = 0;
  for (const char c : valid_utf8(text)) {
    const bool starts = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (starts && ++letters > kMost) return out + "…\"";
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  return out + "\"";
}

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kLongest = 60;
  if (word.size() > kLongest) return "";
  std::string best;
  std::size_t fewest = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t slips = distance(word, candidate);
    if (slips < fewest) best = candidate;
    fewest = std::min(fewest, slips);
  }
  return best;
}

std::string suggestion(std::string_view prefix, std::string_view word, std::span<const std::string> known) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? "" : " Did you mean " + std::string(prefix) + near + "?";
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  if (scenes::trim(text).empty()) return parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(scenes::trim(text.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace lab::views
