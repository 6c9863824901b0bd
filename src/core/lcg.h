#pragma once
#include <cstdint>

namespace lab::core {

/// The portable generator of the course's worked examples, "LCG(seed)":
/// s <- (1664525 s + 1013904223) mod 2^32, u = s / 2^32. The first output comes
/// after one update. It is there to reproduce printed numbers, not for its
/// quality; everything else draws from Generator.
/// Source: W. H. Press et al., "Numerical Recipes in C", 2nd ed., section 7.1.
class Lcg {
 public:
  explicit constexpr Lcg(std::uint32_t seed) : state_(seed) {}

  /// Uniform in [0, 1), a multiple of 2^-32.
  constexpr double next() {
    state_ = 1664525u * state_ + 1013904223u;
    return static_cast<double>(state_) * 0x1p-32;
  }

  constexpr std::uint32_t state() const { return state_; }

 private:
  std::uint32_t state_;
};

}  // namespace lab::core
