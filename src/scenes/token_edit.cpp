#include "scenes/token_edit.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Result;

Result<Matrix> placed(Matrix tokens, std::size_t i, const Point& at) {
  for (std::size_t c = 0; c < std::min<std::size_t>(tokens.cols, 3); ++c) {
    if (!(std::abs(at[c]) <= kFarthestToken)) return Error{"A token must stay within 1000 of the origin in each coordinate."};
    tokens(i, c) = at[c] + 0.0;  // -0 has other bits than 0, and looks the same
  }
  return tokens;
}

}  // namespace

Result<Matrix> with_token_moved(Matrix tokens, std::size_t i, const Point& to) {
  if (i >= tokens.rows) return Error{"This cannot be dragged here."};
  return placed(std::move(tokens), i, to);
}

Result<Matrix> with_token_added(Matrix tokens, const Point& at, std::size_t most) {
  if (tokens.rows >= most) return Error{"There are " + std::to_string(most) + " tokens already."};
  ++tokens.rows;
  tokens.data.resize(tokens.rows * tokens.cols);
  const std::size_t last = tokens.rows - 1;
  return placed(std::move(tokens), last, at);
}

Result<Matrix> with_token_removed(Matrix tokens, std::size_t i) {
  if (i >= tokens.rows) return Error{"Only tokens can be removed."};
  if (tokens.rows == 1) return Error{"The last token cannot be removed."};
  const auto from = tokens.data.begin() + static_cast<std::ptrdiff_t>(i * tokens.cols);
  tokens.data.erase(from, from + static_cast<std::ptrdiff_t>(tokens.cols));
  --tokens.rows;
  return tokens;
}

}  // namespace lab::scenes
