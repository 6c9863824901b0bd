#include "views/sheet_words.h"

#include <algorithm>
#include <vector>

#include "views/language.h"
#include "views/ticks.h"

namespace lab::views {
namespace {

constexpr std::size_t kNamed = 8;  ///< bars that are named

std::string percent(double v) { return number_text(100 * v, 3) + " %"; }

std::string name_at(const std::vector<std::string>& names, std::size_t i) {
  return i < names.size() ? letter_name(names[i]) : std::to_string(i + 1);
}

/// "e → t 0.31": the largest of the entries from `begin` on.
std::string largest(const scenes::HeatMap& map, std::size_t begin, std::size_t count) {
  const auto first = map.values.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto at = static_cast<std::size_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(count)) - map.values.begin());
  return name_at(map.row_names, at / map.columns) + " → " + name_at(map.column_names, at % map.columns) + " " +
         number_text(static_cast<double>(map.values[at]), 3);
}

}  // namespace

std::string letter_name(const std::string& letter) {
  if (letter == " " || letter == "␣" || letter == "·") return std::string(translate("space"));
  if (letter == "\n" || letter == "↵") return std::string(translate("new line"));
  return letter;
}

std::string strip_text(const scenes::Strip& strip) {
  std::string out;
  for (const scenes::Glyph& g : strip.glyphs) out += g.hole ? "[" + g.text + "]" : g.text;
  return out;
}

std::string bars_text(const scenes::Bars& bars) {
  const std::size_t count = std::min(bars.names.size(), bars.values.size());
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return bars.values[a] > bars.values[b]; });
  std::string out;
  for (std::size_t i = 0; i < std::min(count, kNamed); ++i)
    out += (i ? ", " : "") + letter_name(bars.names[order[i]]) + " " + percent(bars.values[order[i]]);
  const auto said = [&](std::int32_t which, const char* word) {
    if (which < 0 || static_cast<std::size_t>(which) >= count) return;
    const auto i = static_cast<std::size_t>(which);
    out += "; " + std::string(translate(word)) + ": " + letter_name(bars.names[i]) + " " + percent(bars.values[i]);
  };
  said(bars.chosen, "chosen");
  said(bars.marked, "marked");
  return out;
}

std::string map_text(const scenes::HeatMap& map) {
  std::string out = std::to_string(map.rows) + " x " + std::to_string(map.columns);
  if (map.values.empty() || map.values.size() != map.rows * map.columns) return out;
  out += "; " + std::string(translate("largest")) + " " + largest(map, 0, map.values.size());
  if (map.chosen >= 0 && static_cast<std::size_t>(map.chosen) < map.rows)
    out += "; " + std::string(translate("in the chosen row")) + " " + largest(map, static_cast<std::size_t>(map.chosen) * map.columns, map.columns);
  return map.note.empty() ? out : out + "; " + map.note;
}

}  // namespace lab::views
