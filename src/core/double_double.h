#pragma once

/// Double-double arithmetic: an unevaluated sum hi + lo of two doubles with
/// |lo| <= ulp(hi)/2, about 106 bits, from + - * / alone. All of it is
/// constexpr, so that tables are made by the compiler, and bit-equal on every
/// machine as long as the build neither contracts (a*b + c) nor reorders.
/// Arguments must be finite and below 2^996, where the split would overflow.
///
/// Sources: T. J. Dekker, "A floating-point technique for extending the
/// available precision" (1971); M. Joldes, J.-M. Muller, V. Popescu, "Tight and
/// rigorous error bounds for basic building blocks of double-word arithmetic"
/// (2017), whose algorithm numbers are given below.
namespace lab::core {

struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;
};

/// a + b exactly; needs |a| >= |b| or a = 0.
constexpr DoubleDouble quick_two_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

/// a + b exactly.
constexpr DoubleDouble two_sum(double a, double b) {
  const double s = a + b;
  const double part = s - a;
  return {s, (a - (s - part)) + (b - part)};
}

/// a * b exactly (unless the low part underflows), by Veltkamp's split.
constexpr DoubleDouble two_product(double a, double b) {
  constexpr double kSplit = 134217729.0;  // 2^27 + 1
  const double product = a * b;
  const double ta = kSplit * a;
  const double tb = kSplit * b;
  const double a1 = ta - (ta - a);
  const double b1 = tb - (tb - b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

constexpr DoubleDouble operator-(DoubleDouble a) { return {-a.hi, -a.lo}; }

/// Algorithm 6 (AccurateDWPlusDW): relative error below 3 * 2^-106.
constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble s = two_sum(a.hi, b.hi);
  const DoubleDouble t = two_sum(a.lo, b.lo);
  const DoubleDouble v = quick_two_sum(s.hi, s.lo + t.hi);
  return quick_two_sum(v.hi, t.lo + v.lo);
}

/// Algorithm 4 (DWPlusFP): relative error below 2 * 2^-106.
constexpr DoubleDouble operator+(DoubleDouble a, double b) {
  const DoubleDouble s = two_sum(a.hi, b);
  return quick_two_sum(s.hi, a.lo + s.lo);
}

constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + (-b); }

/// Algorithm 10 (DWTimesDW1): relative error below 7 * 2^-106.
constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble p = two_product(a.hi, b.hi);
  return quick_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// Algorithm 7 (DWTimesFP1): relative error below 3 * 2^-106.
constexpr DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble p = two_product(a.hi, b);
  return quick_two_sum(p.hi, p.lo + a.lo * b);
}

/// Long division with three quotient digits.
constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double q1 = a.hi / b.hi;
  const DoubleDouble r1 = a - b * q1;
  const double q2 = r1.hi / b.hi;
  const DoubleDouble r2 = r1 - b * q2;
  return quick_two_sum(q1, q2) + r2.hi / b.hi;
}

}  // namespace lab::core
