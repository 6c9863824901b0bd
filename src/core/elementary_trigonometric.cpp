#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/double_double.h"
#include "core/elementary.h"

// x = (64 q + j) pi/128 + r with |r| <= pi/256; sin and cos of j pi/128 come
// from a table, those of r from their series, and q says which quadrant.

namespace lab::core {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRoundToInteger = 0x1.8p52;

// pi/128 as a double-double, and in three parts of which the first two have 27
// bits, so that k times them is exact for |k| < 2^26.
constexpr DoubleDouble kStep{0x1.921fb54442d18p-6, 0x1.1a62633145c07p-60};
constexpr double kStepPart1 = 0x1.921fb54p-6;
constexpr double kStepPart2 = 0x1.10b461p-36;
constexpr double kStepPart3 = 0x1.a62633145c06ep-64;
constexpr double k128OverPi = 0x1.45f306dc9c883p+5;
constexpr double kFastRange = 0x1p20;

constexpr DoubleDouble reciprocal(double n) { return DoubleDouble{1.0} / DoubleDouble{n}; }

/// 1 - x^2/(a(a+1)) (1 - x^2/((a+2)(a+3)) (...)): cos x for a = 1, sin x / x for a = 2.
constexpr DoubleDouble nested_series(DoubleDouble square, int first, int terms) {
  DoubleDouble sum{1.0};
  for (int a = first + 2 * (terms - 1); a >= first; a -= 2) {
    sum = DoubleDouble{1.0} - square * sum * reciprocal(a * (a + 1.0));
  }
  return sum;
}

constexpr auto kSinTable = [] {  // sin(j pi/128), j = 0..64
  std::array<DoubleDouble, 65> t{};
  for (int j = 0; j <= 32; ++j) {
    const DoubleDouble x = kStep * static_cast<double>(j);
    t[static_cast<std::size_t>(j)] = x * nested_series(x * x, 2, 13);
    t[static_cast<std::size_t>(64 - j)] = nested_series(x * x, 1, 13);
  }
  return t;
}();

// The first 1280 bits of 2/pi.
constexpr std::array<std::uint64_t, 20> kTwoOverPi = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

struct Reduction {
  int k = 0;  // modulo 256
  DoubleDouble r;
};

/// For |x| <= kFastRange. The error of r is below 2^-85.
Reduction reduce_fast(double x) {
  const double k = (x * k128OverPi + kRoundToInteger) - kRoundToInteger;
  const DoubleDouble r = two_sum(x - k * kStepPart1, -(k * kStepPart2));
  return {static_cast<int>(k) & 255, two_sum(r.hi, r.lo - k * kStepPart3)};
}

/// 32 bits of 2/pi from bit `start` on (bit 0 is worth 1/2), zeros outside.
std::uint64_t bits_of_two_over_pi(int start) {
  std::uint64_t out = 0;
  for (int i = start; i < start + 32; ++i) {
    const bool inside = i >= 0 && i < 1280;
    const auto word = static_cast<std::size_t>(inside ? i / 64 : 0);
    out = 2 * out + (inside ? (kTwoOverPi[word] >> (63 - i % 64)) & 1u : 0u);
  }
  return out;
}

/// x * 128/pi modulo 256 with 248 bits after the point, for finite positive x
/// from 2^-28 on: the product of the 53-bit integer significand with the 256
/// bits of 2/pi that matter. M. Payne, R. Hanek, "Radian reduction for
/// trigonometric functions" (1983).
Reduction reduce_exactly(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t significand = (bits & 0xfffffffffffffu) | 0x10000000000000u;
  const int exponent = static_cast<int>(bits >> 52) - 1075;  // x = significand 2^exponent
  const std::uint64_t low = significand & 0xffffffffu;
  const std::uint64_t high = significand >> 32;
  std::array<std::uint64_t, 8> product{};  // 32 bits each, most significant first
  std::uint64_t carry = 0, previous = 0;
  for (int i = 7; i >= 0; --i) {
    const std::uint64_t word = bits_of_two_over_pi(exponent - 2 + 32 * i);
    const std::uint64_t a = word * low;
    const std::uint64_t b = previous * high;  // belongs one place higher
    const std::uint64_t sum = (a & 0xffffffffu) + (b & 0xffffffffu) + carry;
    carry = (sum >> 32) + (a >> 32) + (b >> 32);
    previous = word;
    product[static_cast<std::size_t>(i)] = sum & 0xffffffffu;
  }
  Reduction out;
  out.k = static_cast<int>(product[0] >> 24);
  const bool up = (product[0] & 0x800000u) != 0;  // the fraction is at least 1/2
  if (up) out.k = (out.k + 1) & 255;
  double weight = 0x1p-24;
  DoubleDouble fraction{static_cast<double>(product[0] & 0xffffffu) * weight - (up ? 1.0 : 0.0)};
  for (std::size_t i = 1; i < 8; ++i) {
    weight *= 0x1p-32;
    fraction = fraction + static_cast<double>(product[i]) * weight;
  }
  out.r = fraction * kStep;
  return out;
}

constexpr DoubleDouble kSinC3 = -reciprocal(6), kSinC5 = reciprocal(120), kSinC7 = -reciprocal(5040),
                       kCosC4 = reciprocal(24), kCosC6 = -reciprocal(720);

/// sin r, |r| <= pi/256, relative error about 2^-103.
DoubleDouble sin_series(DoubleDouble r, DoubleDouble square) {
  const double z = square.hi;
  const double tail = 1.0 / 362880 - z * (1.0 / 39916800 - z * (1.0 / 6227020800.0));
  DoubleDouble s = kSinC7 + z * tail;
  s = kSinC5 + square * s;
  s = kSinC3 + square * s;
  return r + r * square * s;
}

/// cos r - 1, likewise.
DoubleDouble cos_series_minus_one(DoubleDouble square) {
  const double z = square.hi;
  const double tail = 1.0 / 40320 - z * (1.0 / 3628800 - z * (1.0 / 479001600));
  DoubleDouble s = kCosC6 + z * tail;
  s = kCosC4 + square * s;
  return square * (square * s + -0.5);
}

/// sin of quarter * pi/2 plus the reduced angle, its last bit decided.
double sin_accurate(const Reduction& reduction, int quarter) {
  const int k = (reduction.k + 64 * quarter) & 255;
  const auto j = static_cast<std::size_t>(k & 63);
  const bool swap = (k & 64) != 0;  // cosine in the odd quadrants
  const DoubleDouble a = kSinTable[swap ? 64 - j : j];
  const DoubleDouble b = swap ? -kSinTable[j] : kSinTable[64 - j];
  const DoubleDouble square = reduction.r * reduction.r;
  const DoubleDouble y = (b * sin_series(reduction.r, square) + a * cos_series_minus_one(square)) + a;
  const double rounded = y.hi + y.lo;
  return (k & 128) != 0 ? -rounded : rounded;
}

/// The same from a fast reduction; `sure` becomes false if the bit is not sure.
double sin_fast(const Reduction& reduction, int quarter, bool& sure) {
  const int k = (reduction.k + 64 * quarter) & 255;
  const auto j = static_cast<std::size_t>(k & 63);
  const bool swap = (k & 64) != 0;
  const DoubleDouble a = kSinTable[swap ? 64 - j : j];
  const DoubleDouble b = swap ? -kSinTable[j] : kSinTable[64 - j];
  const double x = reduction.r.hi;
  const double z = x * x;
  const double cube = x * z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880))));
  const double versine = z * (-0.5 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320))));
  const DoubleDouble p = two_product(b.hi, x);
  const DoubleDouble s = two_sum(a.hi, p.hi);
  const double lo = s.lo + ((p.lo + a.lo) + (b.hi * (reduction.r.lo + cube) + (b.lo * x + a.hi * versine)));
  // The largest error among 3 million arguments was 0.45 of these bounds.
  const double error = a.hi == 0.0 ? (x < 0 ? -x : x) * 0x1p-62 + 0x1p-84 : 0x1p-63;
  const double upper = s.hi + (lo + error);
  sure = upper == s.hi + (lo - error);
  return (k & 128) != 0 ? -upper : upper;
}

/// sin(x + quarter pi/2) for 2^-28 <= |x| finite, quarter 0 or 1.
double sin_shifted(double x, int quarter) {
  const double size = x < 0 ? -x : x;
  const double sign = x < 0 && quarter == 0 ? -1.0 : 1.0;
  if (size <= kFastRange) {
    bool sure = false;
    const double value = sin_fast(reduce_fast(size), quarter, sure);
    if (sure) return sign * value;
  }
  return sign * sin_accurate(reduce_exactly(size), quarter);
}

bool is_tiny(double x) { return x < 0x1p-28 && x > -0x1p-28; }
bool is_finite(double x) { return x - x == 0.0; }

}  // namespace

double sin(double x) {
  if (is_tiny(x)) return x;  // x^3/6 is below a quarter of the last bit
  return is_finite(x) ? sin_shifted(x, 0) : kNaN;
}

double cos(double x) {
  if (is_tiny(x)) return 1.0;
  return is_finite(x) ? sin_shifted(x, 1) : kNaN;
}

SinCos sincos(double x) {
  if (is_tiny(x)) return {x, 1.0};
  const double size = x < 0 ? -x : x;
  if (!(size <= kFastRange)) return {sin(x), cos(x)};
  const Reduction reduction = reduce_fast(size);
  bool sure_sin = false, sure_cos = false;
  const double s = sin_fast(reduction, 0, sure_sin);
  const double c = sin_fast(reduction, 1, sure_cos);
  return {sure_sin ? (x < 0 ? -s : s) : sin(x), sure_cos ? c : cos(x)};
}

}  // namespace lab::core
