#pragma once
#include <cstddef>

#include "core/matrix.h"
#include "core/result.h"
#include "scenes/frame.h"

/// What a hand does to a set of tokens, one a row: one sentence where it cannot.
namespace lab::scenes {

/// Coordinates beyond this are refused.
inline constexpr double kFarthestToken = 1e3;

/// Row i at the point; of more than three coordinates the others stay.
core::Result<core::Matrix> with_token_moved(core::Matrix tokens, std::size_t i, const Point& to);
/// One more row, 0 in coordinates that the picture does not show. At most `most` rows.
core::Result<core::Matrix> with_token_added(core::Matrix tokens, const Point& at, std::size_t most);
/// Row i gone. The last one stays.
core::Result<core::Matrix> with_token_removed(core::Matrix tokens, std::size_t i);

}  // namespace lab::scenes
