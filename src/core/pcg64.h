#pragma once
#include <cstdint>

#include "core/seed_sequence.h"

namespace lab::core {

__extension__ typedef unsigned __int128 Uint128;

/// Everything a PCG64 remembers, as in NumPy's bit_generator.state: keep it to
/// replay from here.
struct Pcg64State {
  std::uint64_t state_high = 0;
  std::uint64_t state_low = 0;
  std::uint64_t increment_high = 0;
  std::uint64_t increment_low = 1;  ///< odd
  bool has_half = false;            ///< a 32-bit half is waiting
  std::uint32_t half = 0;
  bool operator==(const Pcg64State&) const = default;
};

/// PCG XSL-RR 128/64, the generator behind NumPy's default_rng: a 128-bit
/// linear congruential sequence whose two halves are folded and rotated.
/// Period 2^128.
///
/// Source: M. E. O'Neill, "PCG: a family of simple fast space-efficient
/// statistically good algorithms for random number generation" (2014).
class Pcg64 {
 public:
  explicit Pcg64(const SeedSequence& seed);
  explicit Pcg64(const Pcg64State& state);

  /// Uniform over all 64-bit words.
  std::uint64_t next64();

  /// Uniform over all 32-bit words. One 64-bit word serves two calls, low half
  /// first; the other half waits, also across calls of next64.
  std::uint32_t next32();

  /// Moves on by `delta` words of 64 bits (modulo 2^128, so that the two's
  /// complement of n goes back by n) and drops a waiting half.
  void advance(Uint128 delta);

  /// A copy moved on by `jumps` times 2^128 / golden ratio: streams that will
  /// not meet.
  Pcg64 jumped(std::uint64_t jumps = 1) const;

  Pcg64State state() const;

 private:
  Uint128 state_ = 0;
  Uint128 increment_ = 1;
  bool has_half_ = false;
  std::uint32_t half_ = 0;
};

}  // namespace lab::core
