#include "scenes/places_text.h"

#include <algorithm>

#include "core/hardmax.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kOnePlace = 0.02;  // of the start's extent

double extent(const core::Matrix& tokens) {
  double most = 0;
  for (std::size_t j = 0; j < tokens.cols; ++j) {
    double low = tokens(0, j), high = low;
    for (std::size_t i = 1; i < tokens.rows; ++i) {
      low = std::min(low, tokens(i, j));
      high = std::max(high, tokens(i, j));
    }
    most = std::max(most, high - low);
  }
  return most;
}

}  // namespace

std::string places_text(const core::Matrix& tokens, const core::Matrix& start, const std::string& whose) {
  if (tokens.rows == 0 || start.rows == 0) return {};
  const core::Clusters found = core::clusters(tokens, kOnePlace * extent(start));
  const std::size_t count = found.representative.size();
  if (count == tokens.rows) return whose + " stand apart.";
  if (count == 1) return whose + " stand in one place.";
  std::vector<std::size_t> sizes(count);
  for (const std::uint32_t c : found.of) ++sizes[c];
  return whose + " stand in " + counted(count) + " places, at most " + counted(*std::ranges::max_element(sizes)) + " in one.";
}

}  // namespace lab::scenes
