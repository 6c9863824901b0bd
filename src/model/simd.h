#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Four float32 lanes, and eight int16 lanes for the quantized products. Every
/// operation is one IEEE operation per lane, so that SSE2, WebAssembly and the
/// plain fallback give the same bits. There is no fused multiply-add on purpose.
namespace lab::model::simd {

/// 1.5 * 2^23: adding it rounds a float32 below 2^22 in size to the nearest
/// whole number, halves to the even one, and leaves that in the low bits.
inline constexpr float kRound = 12582912.0f;

#if defined(__wasm_simd128__)

struct F4 { v128_t v; };
struct I4 { v128_t v; };
inline F4 load(const float* p) { return {wasm_v128_load(p)}; }
inline void store(float* p, F4 a) { wasm_v128_store(p, a.v); }
inline F4 splat(float x) { return {wasm_f32x4_splat(x)}; }
inline F4 operator+(F4 a, F4 b) { return {wasm_f32x4_add(a.v, b.v)}; }
inline F4 operator-(F4 a, F4 b) { return {wasm_f32x4_sub(a.v, b.v)}; }
inline F4 operator*(F4 a, F4 b) { return {wasm_f32x4_mul(a.v, b.v)}; }
inline F4 operator/(F4 a, F4 b) { return {wasm_f32x4_div(a.v, b.v)}; }
inline F4 sqrt(F4 a) { return {wasm_f32x4_sqrt(a.v)}; }
/// a > b ? a : b in each lane; the order matters for NaN and signed zeros.
inline F4 max(F4 a, F4 b) { return {wasm_f32x4_pmax(b.v, a.v)}; }
/// a < b ? a : b in each lane.
inline F4 min(F4 a, F4 b) { return {wasm_f32x4_pmin(b.v, a.v)}; }
inline F4 absolute(F4 a) { return {wasm_f32x4_abs(a.v)}; }
/// In each lane yes where test < 0 is true, no elsewhere.
inline F4 where_negative(F4 test, F4 yes, F4 no) {
  return {wasm_v128_bitselect(yes.v, no.v, wasm_f32x4_lt(test.v, wasm_f32x4_splat(0.0f)))};
}
/// a * 2^n, where the low bits of `shifted` hold n (see kernels.cpp).
inline F4 scale_by_bits(F4 a, F4 shifted) { return {wasm_i32x4_add(a.v, wasm_i32x4_shl(shifted.v, 23))}; }
/// Largest lane, without branches.
inline float highest(F4 a) {
  const F4 two = max(a, {wasm_i32x4_shuffle(a.v, a.v, 2, 3, 0, 1)});
  return wasm_f32x4_extract_lane(max(two, {wasm_i32x4_shuffle(two.v, two.v, 1, 0, 3, 2)}).v, 0);
}
/// 4x4 transpose of the rows a, b, c, d.
inline void transpose(F4& a, F4& b, F4& c, F4& d) {
  const v128_t ab0 = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5), ab1 = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd0 = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5), cd1 = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i64x2_shuffle(ab0, cd0, 0, 2);
  b.v = wasm_i64x2_shuffle(ab0, cd0, 1, 3);
  c.v = wasm_i64x2_shuffle(ab1, cd1, 0, 2);
  d.v = wasm_i64x2_shuffle(ab1, cd1, 1, 3);
}

inline I4 load_i16(const std::int16_t* p) { return {wasm_v128_load(p)}; }
/// One pair of int16 in all four places.
inline I4 splat_pair(const std::int16_t* p) { return {wasm_v128_load32_splat(p)}; }
/// Four sums of two products of int16, as int32.
inline I4 dot(I4 a, I4 b) { return {wasm_i32x4_dot_i16x8(a.v, b.v)}; }
inline I4 add(I4 a, I4 b) { return {wasm_i32x4_add(a.v, b.v)}; }
inline I4 zero_i32() { return {wasm_i32x4_splat(0)}; }
inline void store(std::int32_t* p, I4 a) { wasm_v128_store(p, a.v); }
inline F4 to_float(I4 a) { return {wasm_f32x4_convert_i32x4(a.v)}; }
/// Eight int16 from the low bits that adding kRound left behind.
inline void store_rounded(std::int16_t* p, F4 a, F4 b) {
  const v128_t zero = wasm_f32x4_splat(kRound);
  wasm_v128_store(p, wasm_i16x8_narrow_i32x4(wasm_i32x4_sub(a.v, zero), wasm_i32x4_sub(b.v, zero)));
}

#elif defined(__SSE2__)

struct F4 { __m128 v; };
struct I4 { __m128i v; };
inline F4 load(const float* p) { return {_mm_loadu_ps(p)}; }
inline void store(float* p, F4 a) { _mm_storeu_ps(p, a.v); }
inline F4 splat(float x) { return {_mm_set1_ps(x)}; }
inline F4 operator+(F4 a, F4 b) { return {_mm_add_ps(a.v, b.v)}; }
inline F4 operator-(F4 a, F4 b) { return {_mm_sub_ps(a.v, b.v)}; }
inline F4 operator*(F4 a, F4 b) { return {_mm_mul_ps(a.v, b.v)}; }
inline F4 operator/(F4 a, F4 b) { return {_mm_div_ps(a.v, b.v)}; }
inline F4 sqrt(F4 a) { return {_mm_sqrt_ps(a.v)}; }
/// a > b ? a : b in each lane; the order matters for NaN and signed zeros.
inline F4 max(F4 a, F4 b) { return {_mm_max_ps(a.v, b.v)}; }
/// a < b ? a : b in each lane.
inline F4 min(F4 a, F4 b) { return {_mm_min_ps(a.v, b.v)}; }
inline F4 absolute(F4 a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }
/// In each lane yes where test < 0 is true, no elsewhere.
inline F4 where_negative(F4 test, F4 yes, F4 no) {
  const __m128 m = _mm_cmplt_ps(test.v, _mm_setzero_ps());
  return {_mm_or_ps(_mm_and_ps(m, yes.v), _mm_andnot_ps(m, no.v))};
}
/// a * 2^n, where the low bits of `shifted` hold n (see kernels.cpp).
inline F4 scale_by_bits(F4 a, F4 shifted) {
  return {_mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a.v), _mm_slli_epi32(_mm_castps_si128(shifted.v), 23)))};
}
/// Largest lane, without branches.
inline float highest(F4 a) {
  const F4 two = max(a, {_mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(1, 0, 3, 2))});
  return _mm_cvtss_f32(max(two, {_mm_shuffle_ps(two.v, two.v, _MM_SHUFFLE(2, 3, 0, 1))}).v);
}
/// 4x4 transpose of the rows a, b, c, d.
inline void transpose(F4& a, F4& b, F4& c, F4& d) {
  const __m128 ab0 = _mm_unpacklo_ps(a.v, b.v), ab1 = _mm_unpackhi_ps(a.v, b.v);
  const __m128 cd0 = _mm_unpacklo_ps(c.v, d.v), cd1 = _mm_unpackhi_ps(c.v, d.v);
  a.v = _mm_movelh_ps(ab0, cd0);
  b.v = _mm_movehl_ps(cd0, ab0);
  c.v = _mm_movelh_ps(ab1, cd1);
  d.v = _mm_movehl_ps(cd1, ab1);
}

inline I4 load_i16(const std::int16_t* p) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))}; }
/// One pair of int16 in all four places.
inline I4 splat_pair(const std::int16_t* p) {
  std::int32_t pair = 0;
  __builtin_memcpy(&pair, p, sizeof pair);
  return {_mm_set1_epi32(pair)};
}
/// Four sums of two products of int16, as int32.
inline I4 dot(I4 a, I4 b) { return {_mm_madd_epi16(a.v, b.v)}; }
inline I4 add(I4 a, I4 b) { return {_mm_add_epi32(a.v, b.v)}; }
inline I4 zero_i32() { return {_mm_setzero_si128()}; }
inline void store(std::int32_t* p, I4 a) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), a.v); }
inline F4 to_float(I4 a) { return {_mm_cvtepi32_ps(a.v)}; }
/// Eight int16 from the low bits that adding kRound left behind.
inline void store_rounded(std::int16_t* p, F4 a, F4 b) {
  const __m128i zero = _mm_castps_si128(_mm_set1_ps(kRound));
  const __m128i low = _mm_sub_epi32(_mm_castps_si128(a.v), zero), high = _mm_sub_epi32(_mm_castps_si128(b.v), zero);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_packs_epi32(low, high));
}

#else

struct F4 { float v[4]; };
struct I4 { std::int32_t v[4]; };
template <class T, class F> T each(F f) { return T{{f(0), f(1), f(2), f(3)}}; }
inline F4 load(const float* p) { return each<F4>([&](int i) { return p[i]; }); }
inline void store(float* p, F4 a) { for (int i = 0; i < 4; ++i) p[i] = a.v[i]; }
inline F4 splat(float x) { return {{x, x, x, x}}; }
inline F4 operator+(F4 a, F4 b) { return each<F4>([&](int i) { return a.v[i] + b.v[i]; }); }
inline F4 operator-(F4 a, F4 b) { return each<F4>([&](int i) { return a.v[i] - b.v[i]; }); }
inline F4 operator*(F4 a, F4 b) { return each<F4>([&](int i) { return a.v[i] * b.v[i]; }); }
inline F4 operator/(F4 a, F4 b) { return each<F4>([&](int i) { return a.v[i] / b.v[i]; }); }
inline F4 sqrt(F4 a) { return each<F4>([&](int i) { return std::sqrt(a.v[i]); }); }
inline F4 max(F4 a, F4 b) { return each<F4>([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; }); }
inline F4 min(F4 a, F4 b) { return each<F4>([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; }); }
inline F4 absolute(F4 a) { return each<F4>([&](int i) { return std::fabs(a.v[i]); }); }
inline F4 where_negative(F4 test, F4 yes, F4 no) { return each<F4>([&](int i) { return test.v[i] < 0.0f ? yes.v[i] : no.v[i]; }); }
inline F4 scale_by_bits(F4 a, F4 shifted) {
  return each<F4>([&](int i) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a.v[i]) + (std::bit_cast<std::uint32_t>(shifted.v[i]) << 23U)); });
}
inline float highest(F4 a) {
  const float x = a.v[0] > a.v[2] ? a.v[0] : a.v[2], y = a.v[1] > a.v[3] ? a.v[1] : a.v[3];
  return x > y ? x : y;
}
inline void transpose(F4& a, F4& b, F4& c, F4& d) {
  const F4 r[4] = {a, b, c, d};
  F4* out[4] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; ++i) *out[i] = {{r[0].v[i], r[1].v[i], r[2].v[i], r[3].v[i]}};
}
/// Here the lanes hold pairs of int16: low half first.
inline std::int32_t half(std::int32_t pair, int which) {
  return static_cast<std::int16_t>(static_cast<std::uint32_t>(pair) >> (16U * static_cast<unsigned>(which)));
}
inline I4 load_i16(const std::int16_t* p) { I4 a{}; __builtin_memcpy(a.v, p, sizeof a.v); return a; }
inline I4 splat_pair(const std::int16_t* p) { std::int32_t x = 0; __builtin_memcpy(&x, p, sizeof x); return {{x, x, x, x}}; }
inline I4 dot(I4 a, I4 b) { return each<I4>([&](int i) { return half(a.v[i], 0) * half(b.v[i], 0) + half(a.v[i], 1) * half(b.v[i], 1); }); }
inline I4 add(I4 a, I4 b) { return each<I4>([&](int i) { return a.v[i] + b.v[i]; }); }
inline I4 zero_i32() { return {}; }
inline void store(std::int32_t* p, I4 a) { for (int i = 0; i < 4; ++i) p[i] = a.v[i]; }
inline F4 to_float(I4 a) { return each<F4>([&](int i) { return static_cast<float>(a.v[i]); }); }
inline void store_rounded(std::int16_t* p, F4 a, F4 b) {
  for (int i = 0; i < 8; ++i)
    p[i] = static_cast<std::int16_t>(std::bit_cast<std::int32_t>(i < 4 ? a.v[i] : b.v[i - 4]) - std::bit_cast<std::int32_t>(kRound));
}

#endif

/// Sum of the lanes in one fixed order: (l0 + l2) + (l1 + l3).
inline float sum(F4 a) {
  float l[4];
  store(l, a);
  return (l[0] + l[2]) + (l[1] + l[3]);
}

}  // namespace lab::model::simd
