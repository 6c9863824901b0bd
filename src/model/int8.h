#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

/// Products of quantized matrices.
///
/// A row x of n float32 numbers becomes integers q in [-127, 127] and one scale
/// s, x ~ s q (symmetric, no zero point):
///   s = max |x| / 127,  q = x * (127 / max |x|) to the nearest whole number,
///   halves to the even one, all in float32; a row whose largest entry is below
///   1e-30 becomes zeros.
/// Weights are quantized once, one scale for each output channel; activations
/// as they come, one scale for each position. Products of int8 values are
/// summed in int32 (they are kept widened to int16, whose dot product every
/// processor has): exact, so that all builds have the same integers.
namespace lab::model {

/// Numbers from one row of quantized activations of n entries to the next;
/// those behind n are zero.
inline std::size_t quantized_step(std::size_t n) { return (n + 7) / 8 * 8; }

/// Quantizes m rows of x (n entries each): q has m rows, quantized_step(n)
/// apart, `scales` m entries. No allocation.
void quantize_rows(std::size_t m, std::size_t n, const float* x, std::int16_t* q, float* scales);

/// A linear layer y = x W^T + b with quantized W.
struct QuantizedLinear {
  std::size_t out = 0, in = 0;
  std::vector<std::int16_t> panels;  ///< 8 channels at a time, two entries of each channel side by side
  std::vector<float> scales;         ///< one a channel, padded to a multiple of 8
  std::vector<float> bias;           ///< likewise

  /// From float32 W (out x in) and b.
  void assign(std::size_t out, std::size_t in, const float* weight, const float* bias);

  /// y (m x out, rows y_step apart) from m quantized rows:
  /// y = float(sum) * (row scale * channel scale) + b. With `sums`, m x the
  /// padded out, also the int32 sums. No allocation.
  void apply(std::size_t m, const std::int16_t* q, const float* row_scales, float* y, std::size_t y_step,
             std::int32_t* sums = nullptr) const;

  std::size_t padded_out() const { return scales.size(); }
};

/// FNV-1a over integers, two or four bytes each, low byte first.
std::uint64_t hash_integers(std::size_t size, const std::int16_t* values, std::uint64_t state);
std::uint64_t hash_integers(std::size_t size, const std::int32_t* values, std::uint64_t state);

}  // namespace lab::model
