#pragma once
#include <bit>
#include <cstdint>
#include <span>

/// Fingerprints that are the same in every build.
namespace lab::core {

inline constexpr std::uint64_t kFnvOffset = 14695981039346656037ull;
inline constexpr std::uint64_t kFnvPrime = 1099511628211ull;

/// 64-bit FNV-1a over the bit patterns of the values, each taken as eight
/// bytes from the least significant one on, whatever the machine's own order.
/// Bits are hashed, not numbers: -0 and 0 differ, and so do two NaNs with
/// different payloads. Pass the result as `state` to go on with more values:
/// hash(a then b) = hash_bits(b, hash_bits(a)).
/// Source: Fowler, Noll, Vo, "The FNV non-cryptographic hash algorithm".
constexpr std::uint64_t hash_bits(std::span<const double> values, std::uint64_t state = kFnvOffset) {
  for (const double value : values) {
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) state = (state ^ (bits & 0xff)) * kFnvPrime;
  }
  return state;
}

/// One step of the same recurrence with a whole index in place of a byte: for
/// sets of indices, where speed matters more than the standard's byte order.
constexpr std::uint64_t hash_index(std::uint64_t state, std::uint32_t index) {
  return (state ^ index) * kFnvPrime;
}

}  // namespace lab::core
