#pragma once
#include "model/simd.h"

/// exp and GELU, from + - * / only, on 4, 8 or 16 lanes: several independent
/// chains keep a processor busier than one, and share their constants. The
/// number of lanes changes no bit. Those named `short` are for inference in
/// int8, where a result is rounded to 8 bits right afterwards.
namespace lab::model::simd {

/// Twice as many lanes: F8 and F16.
template <class T> struct Two { T low, high; };
using F8 = Two<F4>;
using F16 = Two<F8>;
template <class T> Two<T> operator+(Two<T> a, Two<T> b) { return {a.low + b.low, a.high + b.high}; }
template <class T> Two<T> operator-(Two<T> a, Two<T> b) { return {a.low - b.low, a.high - b.high}; }
template <class T> Two<T> operator*(Two<T> a, Two<T> b) { return {a.low * b.low, a.high * b.high}; }
template <class T> Two<T> operator/(Two<T> a, Two<T> b) { return {a.low / b.low, a.high / b.high}; }
template <class T> Two<T> max(Two<T> a, Two<T> b) { return {max(a.low, b.low), max(a.high, b.high)}; }
template <class T> Two<T> min(Two<T> a, Two<T> b) { return {min(a.low, b.low), min(a.high, b.high)}; }
template <class T> Two<T> absolute(Two<T> a) { return {absolute(a.low), absolute(a.high)}; }
template <class T> Two<T> scale_by_bits(Two<T> a, Two<T> n) {
  return {scale_by_bits(a.low, n.low), scale_by_bits(a.high, n.high)};
}
template <class T> Two<T> where_negative(Two<T> test, Two<T> yes, Two<T> no) {
  return {where_negative(test.low, yes.low, no.low), where_negative(test.high, yes.high, no.high)};
}

/// One number in all lanes, and lanes from and to memory, of any width.
template <class T> struct Lanes;
template <> struct Lanes<F4> {
  static constexpr std::size_t kCount = 4;
  static F4 all(float x) { return splat(x); }
  static F4 load(const float* p) { return simd::load(p); }
  static void store(float* p, F4 a) { simd::store(p, a); }
};
template <class T> struct Lanes<Two<T>> {
  static constexpr std::size_t kCount = 2 * Lanes<T>::kCount;
  static Two<T> all(float x) { return {Lanes<T>::all(x), Lanes<T>::all(x)}; }
  static Two<T> load(const float* p) { return {Lanes<T>::load(p), Lanes<T>::load(p + Lanes<T>::kCount)}; }
  static void store(float* p, Two<T> a) {
    Lanes<T>::store(p, a.low);
    Lanes<T>::store(p + Lanes<T>::kCount, a.high);
  }
};

/// The same pointer, about which the compiler knows nothing. Constants read
/// through it stay loads from memory: engines of WebAssembly build a vector
/// constant from two integers at each use, which made GELU half as slow again.
inline const float* opaque(const float* p) {
  asm("" : "+r"(p));
  return p;
}

/// 1 / ln 2; ln 2 in two parts, n times the first being exact; 1/7! to 1/2!; 1.
inline constexpr float kExp[] = {1.44269504f,   0.693359375f, -2.12194440e-4f, 1.0f / 5040.0f, 1.0f / 720.0f,
                                 1.0f / 120.0f, 1.0f / 24.0f, 1.0f / 6.0f,     0.5f,           1.0f};

/// e^x with a relative error of about 1e-7, for x within [-87, 88].
///
/// x = n ln 2 + r with |r| <= ln 2 / 2; e^r from a polynomial; 2^n through the
/// exponent bits. Adding 1.5 * 2^23 rounds to the nearest integer and leaves n
/// in the low bits, with no rounding instruction that builds could differ in.
template <class T>
[[gnu::always_inline]] inline T exp_in_range(T x) {
  const float* table = opaque(kExp);
  const auto c = [&](int i) { return Lanes<T>::all(table[i]); };
  const T magic = Lanes<T>::all(kRound);
  const T shifted = x * c(0) + magic;
  const T n = shifted - magic;
  const T r = (x - n * c(1)) - n * c(2);
  T p = c(3);
  p = p * r + c(4);
  p = p * r + c(5);
  p = p * r + c(6);
  p = p * r + c(7);
  p = p * r + c(8);
  p = (p * r) * r + r;
  return scale_by_bits(p + c(9), shifted);
}

/// The same for every x, held within [-87, 88].
template <class T>
[[gnu::always_inline]] inline T exp(T x) {
  return exp_in_range(min(max(x, Lanes<T>::all(-87.0f)), Lanes<T>::all(88.0f)));
}
/// The same for x <= 88.
template <class T>
[[gnu::always_inline]] inline T exp_from_below(T x) {
  return exp_in_range(max(x, Lanes<T>::all(-87.0f)));
}

template <class T>
struct Gelu {
  T value;  ///< x Phi(x)
  T slope;  ///< Phi(x) + x phi(x)
};

/// 1 / sqrt 2, the largest z, p, the coefficients of q from the highest on,
/// 1/2, 1, 1 / sqrt(2 pi).
inline constexpr float kGelu[] = {0.707106781f, 6.0f,          0.355f,       -0.182485398f, 0.672519357f, -0.523609939f, 0.561619882f,
                                  0.0466023151f, 0.227220051f, 0.198133709f, 0.5f,          1.0f,         0.398942280f};

/// Phi and phi are the normal distribution and its density. With z = |x|/sqrt 2
/// and t = 1 / (1 + p z), Phi(-|x|) = erfc(z) / 2 and erfc(z) = e^(-z^2) q(t):
/// the form of Abramowitz and Stegun 7.1.26, with two terms more and our own fit
/// (interpolation at Chebyshev nodes in t for 0 <= z <= 5.5; error of erfc
/// 3e-8). No cancellation in the left tail, where GELU is small.
template <class T>
[[gnu::always_inline]] inline Gelu<T> gelu(T x) {
  const float* table = opaque(kGelu);
  const auto c = [&](int i) { return Lanes<T>::all(table[i]); };
  // Beyond z = 6 the tail is below 1e-16; held there, no product gets so small
  // that processors become slow.
  const T z = min(absolute(x) * c(0), c(1));
  const T density = exp_in_range(Lanes<T>::all(0.0f) - z * z);
  const T t = c(11) / (c(11) + c(2) * z);
  T q = c(3);
  q = q * t + c(4);
  q = q * t + c(5);
  q = q * t + c(6);
  q = q * t + c(7);
  q = q * t + c(8);
  q = q * t + c(9);
  const T tail = c(10) * ((q * t) * density);
  const T phi = where_negative(x, tail, c(11) - tail);
  return {x * phi, phi + x * (density * c(12))};
}

/// The coefficients for 2^f from the highest on, the smallest exponent.
inline constexpr float kExp2Short[] = {0.00966636837f, 0.0559219755f, 0.240223497f, 0.693121016f, 1.0f, -126.0f};

/// 2^x for x <= 127, held at -126 below, with a relative error under 4e-6.
///
/// x = n + f with |f| <= 1/2, both exact; 2^f from a polynomial of degree 4,
/// our own fit (interpolation at Chebyshev nodes, 0 among them: 2^0 = 1).
template <class T>
[[gnu::always_inline]] inline T exp2_short(T x) {
  const float* table = opaque(kExp2Short);
  const auto c = [&](int i) { return Lanes<T>::all(table[i]); };
  const T magic = Lanes<T>::all(kRound);
  const T held = max(x, c(5));
  const T shifted = held + magic;
  const T f = held - (shifted - magic);
  T p = c(0);
  p = p * f + c(1);
  p = p * f + c(2);
  p = p * f + c(3);
  p = p * f + c(4);
  return scale_by_bits(p, shifted);
}

/// The largest z; the coefficients of the root of Phi(-z) from the highest on.
inline constexpr float kGeluShort[] = {4.25f, -0.000167108636f, 0.00173433952f, -0.000504473574f, -0.0324218608f, -0.0912220702f, 0.916989505f};

/// x Phi(x) with an absolute error under 5e-5, without exp and without division.
///
/// x Phi(x) = max(x, 0) - z Phi(-z) with z = |x|. The eighth root of Phi(-z) is
/// close to e^(-z^2/16) and so nearly a polynomial: degree 5, our own fit
/// (interpolation at Chebyshev nodes for 0 <= z <= 4.25). Beyond 4.25 the second
/// part is held at its last value, 4.5e-5.
template <class T>
[[gnu::always_inline]] inline T gelu_short(T x) {
  const float* table = opaque(kGeluShort);
  const auto c = [&](int i) { return Lanes<T>::all(table[i]); };
  const T z = min(absolute(x), c(0));
  T p = c(1);
  p = p * z + c(2);
  p = p * z + c(3);
  p = p * z + c(4);
  p = p * z + c(5);
  p = p * z + c(6);
  const T square = p * p;
  const T fourth = square * square;
  return max(x, Lanes<T>::all(0.0f)) - z * (fourth * fourth);
}

}  // namespace lab::model::simd
