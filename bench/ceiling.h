#pragma once

/// What the processor gives at most: the product of a 64 x 64 and a 64 x 256
/// matrix (the shape of the MLP's first layer), all in the first cache, sizes
/// known to the compiler, weights in panels, a tile of 4 x 8 sums in registers,
/// 128-bit SIMD. 2 * 64 * 256 * 64 operations. Milliseconds of one product.
namespace lab::bench {

inline constexpr double kCeilingOperations = 2.0 * 64 * 256 * 64;

/// float32, one product and one addition at a time.
double ceiling_float_ms();
/// int16 times int16 summed in int32: what int8 weights and activations become.
double ceiling_int_ms();

}  // namespace lab::bench
