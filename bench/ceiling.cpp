#include "ceiling.h"

#include <cstdint>
#include <vector>

#include "model/simd.h"
#include "timing.h"

namespace lab::bench {
namespace {

namespace simd = model::simd;
constexpr std::size_t kRows = 64, kColumns = 256, kDepth = 64, kPanel = 8, kTile = 4;

// Not inlined: an engine of WebAssembly replaces a function by its optimized form only at the next call.
[[gnu::noinline]] void product(const float* a, const float* panels, float* c) {
  for (std::size_t j = 0; j < kColumns; j += kPanel) {
    const float* panel = panels + j * kDepth;
    for (std::size_t i = 0; i < kRows; i += kTile) {
      simd::F4 left[kTile], right[kTile];
      for (std::size_t r = 0; r < kTile; ++r) left[r] = right[r] = simd::splat(0.0f);
      for (std::size_t k = 0; k < kDepth; ++k) {
        const simd::F4 b0 = simd::load(panel + k * kPanel), b1 = simd::load(panel + k * kPanel + 4);
        for (std::size_t r = 0; r < kTile; ++r) {
          const simd::F4 x = simd::splat(a[(i + r) * kDepth + k]);
          left[r] = left[r] + x * b0;
          right[r] = right[r] + x * b1;
        }
      }
      for (std::size_t r = 0; r < kTile; ++r) {
        simd::store(c + (i + r) * kColumns + j, left[r]);
        simd::store(c + (i + r) * kColumns + j + 4, right[r]);
      }
    }
  }
}

/// Panels: for each two rows of the depth, 8 columns with their two numbers side by side.
[[gnu::noinline]] void product(const std::int16_t* a, const std::int16_t* panels, std::int32_t* c) {
  for (std::size_t j = 0; j < kColumns; j += kPanel) {
    const std::int16_t* panel = panels + j * kDepth;
    for (std::size_t i = 0; i < kRows; i += kTile) {
      simd::I4 left[kTile], right[kTile];
      for (std::size_t r = 0; r < kTile; ++r) left[r] = right[r] = simd::zero_i32();
      for (std::size_t k = 0; k < kDepth; k += 2) {
        const simd::I4 b0 = simd::load_i16(panel + k * kPanel), b1 = simd::load_i16(panel + k * kPanel + 8);
        for (std::size_t r = 0; r < kTile; ++r) {
          const simd::I4 x = simd::splat_pair(a + (i + r) * kDepth + k);
          left[r] = simd::add(left[r], simd::dot(x, b0));
          right[r] = simd::add(right[r], simd::dot(x, b1));
        }
      }
      for (std::size_t r = 0; r < kTile; ++r) {
        simd::store(c + (i + r) * kColumns + j, left[r]);
        simd::store(c + (i + r) * kColumns + j + 4, right[r]);
      }
    }
  }
}

template <class In, class Out>
double timed() {
  std::vector<In> a(kRows * kDepth), b(kColumns * kDepth);
  std::vector<Out> c(kRows * kColumns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<In>(i % 13);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<In>(i % 7);
  return median_ms([&] {
    product(a.data(), b.data(), c.data());
    asm volatile("" : : "r"(c.data()) : "memory");  // somebody might read it
  });
}

}  // namespace

double ceiling_float_ms() { return timed<float, float>(); }
double ceiling_int_ms() { return timed<std::int16_t, std::int32_t>(); }

}  // namespace lab::bench
