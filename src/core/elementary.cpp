#include "core/elementary.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/double_double.h"

namespace lab::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Adding and subtracting it rounds a double below 2^51 to an integer.
constexpr double kRoundToInteger = 0x1.8p52;

/// 2^e for e in [-1022, 1023].
constexpr double power_of_two(int e) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

// ---------------------------------------------------------------- exponential
// x = (256 e + i) ln2/256 + r with |r| <= ln2/512, so that
// exp(x) = 2^e T_i (1 + expm1(r)) with T_i = 2^(i/256).

// ln2/256 in three parts; the first two have so few bits that k times them is
// exact for every k that occurs (|k| < 2^19).
constexpr double kLn2Part1 = 0x1.62e42fef8p-9;
constexpr double kLn2Part2 = 0x1.1cf79abc8p-44;
constexpr double kLn2Part3 = 0x1.e3b39803f2f6bp-80;
constexpr double k256OverLn2 = 0x1.71547652b82fep+8;
constexpr DoubleDouble kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

constexpr DoubleDouble reciprocal(double n) { return DoubleDouble{1.0} / DoubleDouble{n}; }

constexpr DoubleDouble exp_by_series(DoubleDouble x) {
  DoubleDouble sum{1.0};
  for (int n = 28; n >= 1; --n) sum = (x * sum) / DoubleDouble{static_cast<double>(n)} + 1.0;
  return sum;
}

constexpr auto kCoarsePower = [] {  // 2^(i/16)
  std::array<DoubleDouble, 16> t{};
  for (int i = 0; i < 16; ++i) t[static_cast<std::size_t>(i)] = exp_by_series(kLn2 * (i / 16.0));
  return t;
}();
constexpr auto kFinePower = [] {  // 2^(i/256)
  std::array<DoubleDouble, 16> t{};
  for (int i = 0; i < 16; ++i) t[static_cast<std::size_t>(i)] = exp_by_series(kLn2 * (i / 256.0));
  return t;
}();
constexpr auto kPower = [] {
  std::array<DoubleDouble, 256> t{};
  for (std::size_t i = 0; i < 256; ++i) t[i] = kCoarsePower[i / 16] * kFinePower[i % 16];
  return t;
}();

struct ExpReduction {
  DoubleDouble r;
  DoubleDouble power;  // T_i
  int exponent = 0;    // e
};

/// For |x| < 746.
ExpReduction reduce_exp(double x) {
  const double k = (x * k256OverLn2 + kRoundToInteger) - kRoundToInteger;
  const DoubleDouble r = two_sum(x - k * kLn2Part1, -(k * kLn2Part2));
  const int integer = static_cast<int>(k);
  return {quick_two_sum(r.hi, r.lo - k * kLn2Part3), kPower[static_cast<std::size_t>(integer & 255)],
          integer >> 8};
}

constexpr DoubleDouble kInverse2 = reciprocal(2), kInverse6 = reciprocal(6), kInverse24 = reciprocal(24),
                       kInverse120 = reciprocal(120);

/// expm1(r), |r| <= 0.0014, relative error about 2^-103.
DoubleDouble expm1_series(DoubleDouble r) {
  const double x = r.hi;
  const double tail = 1.0 / 720 + x * (1.0 / 5040 + x * (1.0 / 40320 + x * (1.0 / 362880)));
  DoubleDouble s = kInverse120 + x * tail;
  s = kInverse24 + r * s;
  s = kInverse6 + r * s;
  s = kInverse2 + r * s;
  return r + (r * r) * s;
}

/// (hi + lo) 2^e, rounded once; hi in [0.99, 2], e in [-1080, 1024].
double scale_and_round(DoubleDouble y, int e) {
  if (e >= -1021 || (e == -1022 && y.hi >= 1.0)) {
    const double rounded = y.hi + y.lo;
    const int half = e / 2;
    return rounded * power_of_two(half) * power_of_two(e - half);
  }
  // A subnormal result: line the sum up with a power of two whose last bit is
  // the last bit of the result, so that this addition does the one rounding.
  const double anchor = power_of_two(-1022 - e);
  const DoubleDouble s = two_sum(anchor, y.hi);
  const double aligned = s.hi + (s.lo + y.lo);
  return (aligned - anchor) * power_of_two(-1000) * power_of_two(e + 1000);
}

// ------------------------------------------------------------------ logarithm
// x = 2^e m with m in [sqrt(1/2), sqrt(2)); r = m c - 1 with c close to 1/m and
// of 12 bits, so that m c is an exact double-double, and
// log(x) = e ln2 - log(c) + log1p(r), |r| < 0.0062.

// ln2 in three parts; e times the first two is exact (|e| < 2^11).
constexpr double kLn2Head = 0x1.62e42fefa38p-1;
constexpr double kLn2Middle = 0x1.ef35793c768p-45;
constexpr double kLn2Tail = -0x1.9ff0342542fc3p-90;
constexpr double kSqrt2 = 0x1.6a09e667f3bcdp+0;

constexpr int kFirstBin = 90, kLastBin = 181, kCentralBin = 128;  // m is near bin/128

struct LogEntry {
  double c = 1.0;
  DoubleDouble minus_log_c;
};

/// -log(c) = 2 artanh((1 - c) / (1 + c)), c in [0.7, 1.42].
constexpr DoubleDouble minus_log_by_series(double c) {
  const DoubleDouble s = DoubleDouble{1.0 - c} / DoubleDouble{1.0 + c};
  const DoubleDouble square = s * s;
  DoubleDouble sum{};
  for (int n = 43; n >= 1; n -= 2) sum = square * sum + reciprocal(n);
  return s * sum * 2.0;
}

constexpr auto kLogTable = [] {
  std::array<LogEntry, kLastBin - kFirstBin + 1> t{};
  for (int bin = kFirstBin; bin <= kLastBin; ++bin) {
    const double c = static_cast<int>(4096.0 * 128.0 / bin + 0.5) / 4096.0;
    t[static_cast<std::size_t>(bin - kFirstBin)] = {c, minus_log_by_series(c)};
  }
  return t;
}();

constexpr auto kReciprocals = [] {
  std::array<DoubleDouble, 9> t{};
  for (int n = 1; n < 9; ++n) t[static_cast<std::size_t>(n)] = reciprocal(n);
  return t;
}();

/// log1p(r), |r| < 0.0062, relative error about 2^-102.
DoubleDouble log1p_series(DoubleDouble r) {
  double tail = 0.0;
  for (int n = 16; n >= 9; --n) tail = 1.0 / n - r.hi * tail;
  DoubleDouble s = kReciprocals[8] + (-r.hi * tail);
  for (std::size_t n = 7; n >= 2; --n) s = kReciprocals[n] - r * s;
  return r - (r * r) * s;
}

struct LogReduction {
  DoubleDouble r;
  double exponent = 0.0;
  int bin = kCentralBin;
  const LogEntry& entry() const { return kLogTable[static_cast<std::size_t>(bin - kFirstBin)]; }
};

/// For hi + lo > 0, hi finite; hi may be subnormal.
LogReduction reduce_log(double hi, double lo) {
  int e = 0;
  if (hi < 0x1p-1022) {
    hi *= 0x1p54;
    e = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(hi);
  int shift = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffu) | 0x3ff0000000000000u);
  if (m > kSqrt2) {
    m *= 0.5;
    ++shift;
  }
  e += shift;
  LogReduction out;
  out.bin = static_cast<int>(m * 128.0 + 0.5);
  out.exponent = e;
  const double c = out.entry().c;
  const DoubleDouble p = two_product(m, c);
  out.r = quick_two_sum(p.hi - 1.0, p.lo);
  if (lo != 0.0) {
    const int half = shift / 2;
    out.r = out.r + two_product(lo * power_of_two(-half) * power_of_two(half - shift), c);
  }
  return out;
}

double log_accurate(const LogReduction& reduction) {
  const double e = reduction.exponent;
  const DoubleDouble sum = (reduction.entry().minus_log_c + e * kLn2Tail) +
                           quick_two_sum(e * kLn2Head, e * kLn2Middle) + log1p_series(reduction.r);
  return sum.hi + sum.lo;
}

double log_of(const LogReduction& reduction) {
  const double e = reduction.exponent;
  const LogEntry& entry = reduction.entry();
  const double x = reduction.r.hi;
  const DoubleDouble s = two_sum(e * kLn2Head, entry.minus_log_c.hi);
  const DoubleDouble t = two_sum(s.hi, x);
  const double series =
      x * x *
      (-0.5 + x * (1.0 / 3 + x * (-0.25 + x * (0.2 + x * (-1.0 / 6 + x * (1.0 / 7 + x * (-0.125 + x / 9)))))));
  const double lo = ((e * kLn2Middle + entry.minus_log_c.lo) + (reduction.r.lo + s.lo)) + (t.lo + series);
  // The largest error among 6 million arguments was 0.3 of these bounds.
  const bool central = e == 0.0 && reduction.bin == kCentralBin;
  const double error = central ? (x < 0 ? -x : x) * 0x1p-59 : 0x1p-64;
  const double upper = t.hi + (lo + error);
  return upper == t.hi + (lo - error) ? upper : log_accurate(reduction);
}

}  // namespace

double exp(double x) {
  if (!(x > -746.0)) return x <= -746.0 ? 0.0 : kNaN;
  if (x >= 710.0) return kInfinity;
  const ExpReduction reduction = reduce_exp(x);
  if (reduction.exponent >= -1020) {
    const double r = reduction.r.hi;
    const double p = r + (reduction.r.lo + r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120)))));
    const double hi = reduction.power.hi;
    const double lo = reduction.power.lo + hi * p;
    constexpr double kError = 0x1.8p-60;  // largest of 3 million: 0.55 of this
    const double upper = hi + (lo + kError);
    if (upper == hi + (lo - kError)) {
      const int half = reduction.exponent / 2;
      return upper * power_of_two(half) * power_of_two(reduction.exponent - half);
    }
  }
  const DoubleDouble y = reduction.power + reduction.power * expm1_series(reduction.r);
  return scale_and_round(y, reduction.exponent);
}

namespace {

/// expm1(x) for 2^-55 <= |x| <= 80, relative error about 2^-97.
DoubleDouble expm1_accurate(double x) {
  const ExpReduction reduction = reduce_exp(x);
  const double scale = power_of_two(reduction.exponent);
  const DoubleDouble power{reduction.power.hi * scale, reduction.power.lo * scale};
  return (power + -1.0) + power * expm1_series(reduction.r);
}

}  // namespace

double expm1(double x) {
  if (x != x) return kNaN;
  if (x > 80.0) return exp(x);       // the 1 is far below the last bit
  if (x < -40.0) return -1.0;        // e^-40 is below a quarter of the last bit
  if (x < 0x1p-55 && x > -0x1p-55) return x;
  const DoubleDouble y = expm1_accurate(x);
  return y.hi + y.lo;
}

double log(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  if (x == 1.0) return 0.0;
  return log_of(reduce_log(x, 0.0));
}

double log1p(double x) {
  if (!(x > -1.0)) return x == -1.0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  if (x < 0x1p-54 && x > -0x1p-54) return x;
  const DoubleDouble sum = two_sum(1.0, x);
  return log_of(reduce_log(sum.hi, sum.lo));
}

double tanh(double x) {
  if (x != x) return kNaN;
  const double size = x < 0 ? -x : x;
  if (size < 0x1p-28) return x;  // x^3/3 is below a quarter of the last bit
  if (size > 20.0) return x < 0 ? -1.0 : 1.0;
  const DoubleDouble y = expm1_accurate(2.0 * size);
  const DoubleDouble quotient = y / (y + 2.0);
  const double rounded = quotient.hi + quotient.lo;
  return x < 0 ? -rounded : rounded;
}

}  // namespace lab::core
