#include "core/generator.h"

#include <bit>
#include <limits>
#include <numeric>

#include "core/elementary.h"
#include "core/ziggurat.h"

namespace lab::core {
namespace {

/// log(1 + x) for -1 < x <= 0 with the rounding errors of Sun's fdlibm. Only
/// the tail of the normals uses it. NumPy takes log1p from the C library, and
/// this is glibc's (without fused multiply-add). The correctly rounded log1p
/// would change the last bit of one normal in 700,000; so would, for one in some
/// 50 million, the variant that newer glibc picks on processors with FMA.
/// Source: fdlibm 5.3, s_log1p.c (Sun Microsystems, 1993): the method, the
/// coefficients and, as in glibc, the order in which the polynomial is summed.
double log1p_for_tail(double x) {
  constexpr double kLn2High = 0x1.62e42feep-1;
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  if (x > -0x1p-29) return x > -0x1p-54 ? x : x - x * x * 0.5;
  double f = x;  // 1 + x = 2^k (1 + f), up to the rounding error c of 1 + x
  double k = 0.0, c = 0.0;
  bool is_small = false;  // |f| < 2^-20
  if (std::bit_cast<std::uint64_t>(-x) >> 32 > 0x3fd2bec3u) {  // beyond 1 - sqrt(1/2)
    const double u = 1.0 + x;
    const auto bits = std::bit_cast<std::uint64_t>(u);
    const std::uint64_t significand = bits & 0xfffffffffffffu;
    const bool halve = significand >> 32 >= 0x6a09eu;  // from sqrt(2) on
    const std::uint64_t exponent = halve ? 1022 : 1023;
    k = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - static_cast<std::int64_t>(exponent));
    c = (x - (u - 1.0)) / u;
    f = std::bit_cast<double>(exponent << 52 | significand) - 1.0;
    is_small = halve ? (0x100000u - (significand >> 32)) >> 2 == 0 : significand >> 32 == 0;
  }
  const double half_square = 0.5 * f * f;
  if (is_small) {
    if (f == 0.0) return k * kLn2High + (c + k * kLn2Low);
    const double series = half_square * (1.0 - 0.66666666666666666 * f);
    return k * kLn2High - ((series - (k * kLn2Low + c)) - f);
  }
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double series = z * 0x1.5555555555593p-1 + z2 * (0x1.999999997fa04p-2 + z * 0x1.2492494229359p-2) +
                        z4 * (0x1.c71c51d8e78afp-3 + z * 0x1.7466496cb03dep-3) +
                        z4 * z2 * (0x1.39a09d078c69fp-3 + z * 0x1.2f112df3e5244p-3);
  const double correction = s * (half_square + series);
  if (k == 0.0) return f - (half_square - correction);
  return k * kLn2High - ((half_square - (correction + (k * kLn2Low + c))) - f);
}

}  // namespace

void Generator::random(std::span<double> out) {
  for (double& x : out) x = random();
}

void Generator::uniform(double low, double high, std::span<double> out) {
  for (double& x : out) x = uniform(low, high);
}

void Generator::standard_normal(std::span<double> out) {
  for (double& x : out) x = standard_normal();
}

void Generator::normal(double mean, double deviation, std::span<double> out) {
  for (double& x : out) x = normal(mean, deviation);
}

void Generator::integers(std::int64_t low, std::int64_t high, std::span<std::int64_t> out, bool endpoint) {
  for (std::int64_t& x : out) x = integers(low, high, endpoint);
}

// One word is the strip (8 bits), the sign (1), the place in the strip (52).
double Generator::standard_normal() {
  const ZigguratTables& tables = ziggurat_tables();
  for (;;) {
    const std::uint64_t word = bits_.next64();
    const auto strip = static_cast<std::size_t>(word & 0xff);
    const bool negative = (word >> 8 & 1u) != 0;
    const std::uint64_t place = word >> 9 & 0xfffffffffffffu;
    const double size = static_cast<double>(place) * tables.width[strip];
    const double x = negative ? -size : size;
    if (place < tables.threshold[strip]) return x;
    // The tail takes its sign from a bit of the place.
    if (strip == 0) return normal_tail((place >> 8 & 1u) != 0);
    const double below = tables.density[strip];
    const double above = tables.density[strip - 1];
    if ((above - below) * random() + below < exp(-0.5 * x * x)) return x;
  }
}

// G. Marsaglia, "Generating a variable from the tail of the normal
// distribution" (1964).
double Generator::normal_tail(bool negative) {
  for (;;) {
    const double x = -kZigguratInverseR * log1p_for_tail(-random());
    const double y = -log1p_for_tail(-random());
    if (y + y > x * x) return negative ? -(kZigguratR + x) : kZigguratR + x;
  }
}

std::int64_t Generator::integers(std::int64_t low, std::int64_t high, bool endpoint) {
  if (high < low || (high == low && !endpoint)) return low;
  const std::uint64_t distance = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t range = endpoint ? distance : distance - 1;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + bounded(range));
}

// Uniform in [0, range]: the high half of word * (range + 1), where the few low
// halves that would favour some results are rejected.
std::uint64_t Generator::bounded(std::uint64_t range) {
  constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
  if (range == 0) return 0;
  if (range == kMax32) return bits_.next32();
  if (range == std::numeric_limits<std::uint64_t>::max()) return bits_.next64();
  if (range < kMax32) {
    const std::uint64_t count = range + 1;
    const std::uint64_t reject_below = (kMax32 - range) % count;
    std::uint64_t product = 0;
    do {
      product = bits_.next32() * count;
    } while ((product & kMax32) < reject_below);
    return product >> 32;
  }
  const std::uint64_t count = range + 1;
  const std::uint64_t reject_below = (std::numeric_limits<std::uint64_t>::max() - range) % count;
  Uint128 product = 0;
  do {
    product = static_cast<Uint128>(bits_.next64()) * count;
  } while (static_cast<std::uint64_t>(product) < reject_below);
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t Generator::interval(std::uint64_t max) {
  if (max == 0) return 0;
  const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(max);
  const bool is_short = max <= std::numeric_limits<std::uint32_t>::max();
  for (;;) {
    const std::uint64_t value = (is_short ? bits_.next32() : bits_.next64()) & mask;
    if (value <= max) return value;
  }
}

std::vector<std::int64_t> Generator::permutation(std::size_t n) {
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  shuffle(std::span<std::int64_t>(order));
  return order;
}

}  // namespace lab::core
