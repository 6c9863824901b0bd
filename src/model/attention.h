#pragma once
#include <cstddef>

#include "model/config.h"

namespace lab::model {

/// mix = softmax(Q K^T / sqrt(d_a)) V, head by head (notebook section 4).
/// `q` is r x d_m, `kv` n x 2 d_m with keys then values, `mix` r x d_m; each
/// has its heads side by side. `maps` gets the maps, head h from h * map_step
/// on, r x n: map_step 0 keeps only the last one. No allocation.
///
/// With `inverse_sums` (room for r numbers), for int8: the shorter exponential
/// of exp_rows_short(), and the maps are left unscaled; mix is scaled instead,
/// which has fewer entries.
void attend_heads(const Config& config, std::size_t r, std::size_t n, const float* q, const float* kv, float* maps,
                  std::size_t map_step, float* mix, float* inverse_sums = nullptr);

}  // namespace lab::model
