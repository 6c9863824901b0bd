#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lab::scenes {

/// 0, 1, .., 10^decades: whole numbers, strictly increasing, about `per_decade` to each power of ten, powers of ten
/// exact. 0 <= decades <= 18, per_decade >= 1.
std::vector<std::uint64_t> log_times(std::size_t decades, std::size_t per_decade);

}  // namespace lab::scenes
