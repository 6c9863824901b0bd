#pragma once
#include "model/simd.h"

/// exp and GELU on four lanes, from + - * / only.
namespace lab::model::simd {

/// e^x with a relative error of about 1e-7, x held within [-87, 88].
///
/// x = n ln 2 + r with |r| <= ln 2 / 2; e^r from a polynomial; 2^n through the
/// exponent bits. Adding 1.5 * 2^23 rounds to the nearest integer and leaves n
/// in the low bits, with no rounding instruction that builds could differ in.
inline F4 exp(F4 x) {
  x = min(max(x, splat(-87.0f)), splat(88.0f));
  const F4 magic = splat(kRound);
  const F4 shifted = x * splat(1.44269504f) + magic;
  const F4 n = shifted - magic;
  // ln 2 in two parts: n times the first is exact.
  const F4 r = (x - n * splat(0.693359375f)) - n * splat(-2.12194440e-4f);
  F4 p = splat(1.0f / 5040.0f);
  p = p * r + splat(1.0f / 720.0f);
  p = p * r + splat(1.0f / 120.0f);
  p = p * r + splat(1.0f / 24.0f);
  p = p * r + splat(1.0f / 6.0f);
  p = p * r + splat(0.5f);
  p = (p * r) * r + r;
  return scale_by_bits(p + splat(1.0f), shifted);
}

struct Gelu {
  F4 value;  ///< x Phi(x)
  F4 slope;  ///< Phi(x) + x phi(x)
};

/// Phi and phi are the normal distribution and its density. With z = |x|/sqrt 2
/// and t = 1 / (1 + p z), Phi(-|x|) = erfc(z) / 2 and erfc(z) = e^(-z^2) q(t):
/// the form of Abramowitz and Stegun 7.1.26, with two terms more and our own fit
/// (interpolation at Chebyshev nodes in t for 0 <= z <= 5.5; error of erfc
/// 3e-8). No cancellation in the left tail, where GELU is small.
inline Gelu gelu(F4 x) {
  // Beyond z = 6 the tail is below 1e-16; held there, no product gets so small
  // that processors become slow.
  const F4 z = min(absolute(x) * splat(0.707106781f), splat(6.0f));
  const F4 density = exp(splat(0.0f) - z * z);
  const F4 t = splat(1.0f) / (splat(1.0f) + splat(0.355f) * z);
  F4 q = splat(-0.182485398f);
  q = q * t + splat(0.672519357f);
  q = q * t + splat(-0.523609939f);
  q = q * t + splat(0.561619882f);
  q = q * t + splat(0.0466023151f);
  q = q * t + splat(0.227220051f);
  q = q * t + splat(0.198133709f);
  const F4 tail = splat(0.5f) * ((q * t) * density);
  const F4 phi = where_negative(x, tail, splat(1.0f) - tail);
  return {x * phi, phi + x * (density * splat(0.398942280f))};
}

}  // namespace lab::model::simd
