#include "core/pcg64.h"

#include <array>
#include <bit>

namespace lab::core {
namespace {

constexpr Uint128 join(std::uint64_t high, std::uint64_t low) { return (static_cast<Uint128>(high) << 64) | low; }
constexpr std::uint64_t high_half(Uint128 x) { return static_cast<std::uint64_t>(x >> 64); }
constexpr std::uint64_t low_half(Uint128 x) { return static_cast<std::uint64_t>(x); }

constexpr Uint128 kMultiplier = join(2549297995355413924ull, 4865540595714422341ull);
constexpr Uint128 kJump = join(0x9e3779b97f4a7c15ull, 0xf39cc0605cedc835ull);

}  // namespace

Pcg64::Pcg64(const SeedSequence& seed) {
  std::array<std::uint64_t, 4> words{};
  seed.generate_state(std::span<std::uint64_t>(words));
  increment_ = (join(words[2], words[3]) << 1) | 1u;
  // The state 0 takes one step, receives the seed and takes another one.
  state_ = (increment_ + join(words[0], words[1])) * kMultiplier + increment_;
}

Pcg64::Pcg64(const Pcg64State& state)
    : state_(join(state.state_high, state.state_low)),
      increment_(join(state.increment_high, state.increment_low | 1u)),
      has_half_(state.has_half),
      half_(state.half) {}

std::uint64_t Pcg64::next64() {
  state_ = state_ * kMultiplier + increment_;
  return std::rotr(high_half(state_) ^ low_half(state_), static_cast<int>(high_half(state_) >> 58));
}

std::uint32_t Pcg64::next32() {
  if (has_half_) {
    has_half_ = false;
    return half_;
  }
  const std::uint64_t word = next64();
  has_half_ = true;
  half_ = static_cast<std::uint32_t>(word >> 32);
  return static_cast<std::uint32_t>(word);
}

// x -> a x + c composed delta times is again such a map; square and multiply.
void Pcg64::advance(Uint128 delta) {
  Uint128 total_a = 1, total_c = 0;
  Uint128 a = kMultiplier, c = increment_;
  for (; delta != 0; delta >>= 1) {
    if ((delta & 1u) != 0) {
      total_a *= a;
      total_c = total_c * a + c;
    }
    c *= a + 1u;
    a *= a;
  }
  state_ = total_a * state_ + total_c;
  has_half_ = false;
  half_ = 0;
}

Pcg64 Pcg64::jumped(std::uint64_t jumps) const {
  Pcg64 copy = *this;
  copy.advance(kJump * jumps);
  return copy;
}

Pcg64State Pcg64::state() const {
  return {high_half(state_), low_half(state_), high_half(increment_), low_half(increment_), has_half_, half_};
}

}  // namespace lab::core
