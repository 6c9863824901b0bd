#include "model/config.h"

#include <cstdint>
#include <string>

namespace lab::model {
namespace {

core::Status in_range(const char* what, std::size_t value, std::size_t low, std::size_t high) {
  if (value >= low && value <= high) return core::success();
  return core::Error{std::string("The model's ") + what + " must lie between " + std::to_string(low) + " and " +
                     std::to_string(high) + ", but is " + std::to_string(value) + "."};
}

constexpr std::size_t kMostNumbers = 64'000'000;

/// What one window leaves behind in all blocks, in 64 bits: a 32-bit size would wrap around.
std::uint64_t activations(const Config& c) {
  const std::uint64_t n = c.window, maps = c.heads * n * n, rows = n * (8ULL * c.width + 2ULL * c.hidden);
  return c.layers * (maps + rows) + n * c.vocab;
}

}  // namespace

core::Status check(const Config& c) {
  if (const auto s = in_range("vocabulary", c.vocab, 2, 4096); !s) return s;
  if (const auto s = in_range("window", c.window, 2, 4096); !s) return s;
  if (const auto s = in_range("width", c.width, 2, 4096); !s) return s;
  if (const auto s = in_range("number of heads", c.heads, 1, c.width); !s) return s;
  if (const auto s = in_range("number of blocks", c.layers, 1, 64); !s) return s;
  if (const auto s = in_range("MLP width", c.hidden, 1, 16384); !s) return s;
  if (c.width % 2 != 0) return core::Error{"The model's width must be even, but is " + std::to_string(c.width) + "."};
  if (c.width % c.heads != 0)
    return core::Error{"The model's width " + std::to_string(c.width) + " is not a multiple of its " +
                       std::to_string(c.heads) + " heads."};
  if (parameter_count(c) > kMostNumbers) return core::Error{"The model would have more than 64 million parameters."};
  if (activations(c) > kMostNumbers) return core::Error{"One window of this model would leave more than 64 million numbers behind."};
  return core::success();
}

std::size_t parameter_count(const Config& c) {
  const std::size_t d = c.width;
  const std::size_t norms = 4 * d;
  const std::size_t attention = (3 * d * d + 3 * d) + (d * d + d);
  const std::size_t mlp = (c.hidden * d + c.hidden) + (d * c.hidden + d);
  return c.vocab * d + c.own_blocks() * (norms + attention + mlp) + 2 * d + (c.vocab * d + c.vocab);
}

}  // namespace lab::model
