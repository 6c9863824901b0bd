#include "model/int8.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "model/simd.h"

namespace lab::model {
namespace {

using simd::F4;
using simd::I4;
using simd::load;
using simd::load_i16;
using simd::splat;
using simd::store;

constexpr std::size_t kPanel = 8;   ///< channels worked on together
constexpr float kSmallest = 1e-30f;

float largest_size(std::size_t n, const float* x) {
  F4 m = splat(0.0f);
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) m = simd::max(m, simd::absolute(load(x + j)));
  float highest = simd::highest(m);
  for (; j < n; ++j) highest = std::fabs(x[j]) > highest ? std::fabs(x[j]) : highest;
  return highest;
}

/// What one call of apply() works with.
struct Job {
  std::size_t pairs = 0;   ///< entries of a row, two at a time
  std::size_t q_step = 0, y_step = 0, sums_step = 0;
};

/// `rows` x 8 entries of y at `y`, and of the sums where they are wanted.
template <int rows>
void tile(const Job& job, const std::int16_t* q, const float* row_scales, const std::int16_t* panel, const float* scales,
          const float* bias, float* y, std::size_t y_step, std::int32_t* sums) {
  I4 left[rows], right[rows];
  for (int i = 0; i < rows; ++i) left[i] = right[i] = simd::zero_i32();
  for (std::size_t k = 0; k < job.pairs; ++k, q += 2, panel += 2 * kPanel) {
    const I4 b0 = load_i16(panel), b1 = load_i16(panel + kPanel);
    for (int i = 0; i < rows; ++i) {
      const I4 a = simd::splat_pair(q + static_cast<std::size_t>(i) * job.q_step);
      left[i] = simd::add(left[i], simd::dot(a, b0));
      right[i] = simd::add(right[i], simd::dot(a, b1));
    }
  }
  const F4 s0 = load(scales), s1 = load(scales + 4), c0 = load(bias), c1 = load(bias + 4);
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const F4 s = splat(row_scales[at]);
    store(y + at * y_step, simd::to_float(left[i]) * (s * s0) + c0);
    store(y + at * y_step + 4, simd::to_float(right[i]) * (s * s1) + c1);
    if (sums == nullptr) continue;
    store(sums + at * job.sums_step, left[i]);
    store(sums + at * job.sums_step + 4, right[i]);
  }
}

/// The same where fewer than 8 channels are left: into a scratch tile and back.
template <int rows>
void any_tile(const Job& job, std::size_t channels, const std::int16_t* q, const float* row_scales, const std::int16_t* panel,
              const float* scales, const float* bias, float* y, std::int32_t* sums) {
  if (channels == kPanel) return tile<rows>(job, q, row_scales, panel, scales, bias, y, job.y_step, sums);
  float scratch[4 * kPanel];
  tile<rows>(job, q, row_scales, panel, scales, bias, scratch, kPanel, sums);
  for (std::size_t i = 0; i < rows; ++i) std::copy_n(scratch + i * kPanel, channels, y + i * job.y_step);
}

template <class T>
std::uint64_t hash_bytes(std::size_t size, const T* values, std::uint64_t state) {
  for (std::size_t i = 0; i < size; ++i) {
    auto bits = static_cast<std::uint32_t>(values[i]);
    for (std::size_t byte = 0; byte < sizeof(T); ++byte, bits >>= 8U) state = (state ^ (bits & 0xff)) * core::kFnvPrime;
  }
  return state;
}

}  // namespace

void quantize_rows(std::size_t m, std::size_t n, const float* x, std::int16_t* q, float* scales) {
  const std::size_t step = quantized_step(n);
  const F4 round = splat(simd::kRound);
  for (std::size_t i = 0; i < m; ++i, x += n, q += step) {
    const float highest = largest_size(n, x);
    const bool nothing = !(highest >= kSmallest);
    scales[i] = nothing ? 0.0f : highest / 127.0f;
    const F4 factor = splat(nothing ? 0.0f : 127.0f / highest);
    std::size_t j = 0;
    for (; j + 8 <= n; j += 8) simd::store_rounded(q + j, load(x + j) * factor + round, load(x + j + 4) * factor + round);
    if (j == n) continue;
    float rest[8] = {};
    std::copy_n(x + j, n - j, rest);
    simd::store_rounded(q + j, load(rest) * factor + round, load(rest + 4) * factor + round);
  }
}

void QuantizedLinear::assign(std::size_t outputs, std::size_t inputs, const float* weight, const float* offsets) {
  out = outputs;
  in = inputs;
  const std::size_t padded = (out + kPanel - 1) / kPanel * kPanel, pairs = (in + 1) / 2, step = quantized_step(in);
  std::vector<std::int16_t> q(out * step);
  scales.assign(padded, 0.0f);
  bias.assign(padded, 0.0f);
  quantize_rows(out, in, weight, q.data(), scales.data());
  std::copy_n(offsets, out, bias.begin());
  panels.assign(padded * pairs * 2, 0);
  for (std::size_t o = 0; o < out; ++o)
    for (std::size_t k = 0; k < in; ++k)
      panels[(o / kPanel * pairs + k / 2) * 2 * kPanel + o % kPanel * 2 + k % 2] = q[o * step + k];
}

void QuantizedLinear::apply(std::size_t m, const std::int16_t* q, const float* row_scales, float* y, std::size_t y_step,
                            std::int32_t* sums) const {
  const Job job{(in + 1) / 2, quantized_step(in), y_step, padded_out()};
  for (std::size_t j = 0; j < out; j += kPanel) {
    const std::size_t channels = std::min(kPanel, out - j);
    const std::int16_t* panel = panels.data() + j * job.pairs * 2;
    const auto rows_from = [&](auto run, std::size_t i) {
      run(job, channels, q + i * job.q_step, row_scales + i, panel, scales.data() + j, bias.data() + j, y + i * y_step + j,
          sums == nullptr ? nullptr : sums + i * job.sums_step + j);
    };
    std::size_t i = 0;
    for (; i + 4 <= m; i += 4) rows_from(any_tile<4>, i);
    if (m - i == 3) rows_from(any_tile<3>, i);
    if (m - i == 2) rows_from(any_tile<2>, i);
    if (m - i == 1) rows_from(any_tile<1>, i);
  }
}

std::uint64_t hash_integers(std::size_t size, const std::int16_t* values, std::uint64_t state) {
  return hash_bytes(size, values, state);
}
std::uint64_t hash_integers(std::size_t size, const std::int32_t* values, std::uint64_t state) {
  return hash_bytes(size, values, state);
}

}  // namespace lab::model
