#include "model/attention.h"

#include <cmath>

#include "model/kernels.h"

namespace lab::model {

void attend_heads(const Config& config, std::size_t r, std::size_t n, const float* q, const float* kv, float* maps,
                  std::size_t map_step, float* mix, float* inverse_sums) {
  const std::size_t d = config.width, da = config.head_width();
  const float factor = config.scale_scores ? 1.0f / std::sqrt(static_cast<float>(da)) : 1.0f;
  for (std::size_t h = 0; h < config.heads; ++h, maps += map_step) {
    const View keys = rows_of(kv + h * da, 2 * d), values = rows_of(kv + d + h * da, 2 * d);
    gemm(r, n, da, rows_of(q + h * da, d), keys.transposed(), maps, n, false);
    if (inverse_sums == nullptr) {
      softmax_rows(r, n, factor, maps, n);
    } else {
      exp_rows_short(r, n, factor, maps, n, inverse_sums);
    }
    gemm(r, da, n, rows_of(maps, n), values, mix + h * da, d, false);
    if (inverse_sums == nullptr) continue;
    for (std::size_t i = 0; i < r; ++i)
      for (std::size_t j = 0; j < da; ++j) mix[i * d + h * da + j] *= inverse_sums[i];
  }
}

}  // namespace lab::model
