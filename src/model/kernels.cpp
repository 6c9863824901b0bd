#include "model/kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/config.h"
#include "model/simd_math.h"

namespace lab::model {

using simd::F4;
using simd::Lanes;
using simd::load;
using simd::splat;
using simd::store;

void fill_rows(std::size_t m, std::size_t n, const float* row, float* c, std::size_t c_step) {
  for (std::size_t i = 0; i < m; ++i) std::memcpy(c + i * c_step, row, n * sizeof(float));
}

void add_column_sums(std::size_t m, std::size_t n, const float* a, std::size_t a_step, float* sums) {
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) {
    F4 s = load(sums + j);
    for (std::size_t i = 0; i < m; ++i) s = s + load(a + i * a_step + j);
    store(sums + j, s);
  }
  for (; j < n; ++j)
    for (std::size_t i = 0; i < m; ++i) sums[j] += a[i * a_step + j];
}

float exp32(float x) {
  float lanes[4];
  store(lanes, simd::exp(splat(x)));
  return lanes[0];
}

namespace {

float row_maximum(const float* s, std::size_t n) {
  float highest = s[0];
  std::size_t j = 0;
  if (n >= 4) {
    F4 m = load(s);
    for (j = 4; j + 4 <= n; j += 4) m = simd::max(m, load(s + j));
    highest = simd::highest(m);
  }
  for (; j < n; ++j) highest = s[j] > highest ? s[j] : highest;
  return highest;
}

/// Applies a function of 16 or 4 lanes to n numbers; the last few are padded.
template <class F>
void map_lanes(std::size_t n, float* x, F f) {
  using simd::F16;
  std::size_t j = 0;
  for (; j + 16 <= n; j += 16) Lanes<F16>::store(x + j, f(Lanes<F16>::load(x + j), j));
  for (; j + 4 <= n; j += 4) store(x + j, f(load(x + j), j));
  if (j == n) return;
  float lanes[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  std::copy(x + j, x + n, lanes);
  store(lanes, f(load(lanes), j));
  std::copy(lanes, lanes + (n - j), x + j);
}

float row_sum(const float* x, std::size_t n) {
  F4 s = splat(0.0f);
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) s = s + load(x + j);
  float total = simd::sum(s);
  for (; j < n; ++j) total += x[j];
  return total;
}

float row_dot(const float* x, const float* y, std::size_t n) {
  F4 s = splat(0.0f);
  std::size_t j = 0;
  for (; j + 4 <= n; j += 4) s = s + load(x + j) * load(y + j);
  float total = simd::sum(s);
  for (; j < n; ++j) total += x[j] * y[j];
  return total;
}

}  // namespace

void softmax_rows(std::size_t rows, std::size_t n, float factor, float* s, std::size_t step) {
  for (std::size_t i = 0; i < rows; ++i) {
    float* row = s + i * step;
    const float highest = row_maximum(row, n);
    // factor > 0, so the largest score is also the largest after scaling.
    map_lanes(n, row, [&]<class T>(T x, std::size_t) {
      return simd::exp_from_below((x - Lanes<T>::all(highest)) * Lanes<T>::all(factor));
    });
    const float inverse = 1.0f / row_sum(row, n);
    map_lanes(n, row, [&]<class T>(T x, std::size_t) { return x * Lanes<T>::all(inverse); });
  }
}

void exp_rows_short(std::size_t rows, std::size_t n, float factor, float* s, std::size_t step, float* inverse_sums) {
  const float log2_e = 1.44269504f, in_twos = factor * log2_e;
  for (std::size_t i = 0; i < rows; ++i) {
    float* row = s + i * step;
    const float highest = row_maximum(row, n);
    const auto exp = [&]<class T>(T x) {
      return simd::exp2_short((x - Lanes<T>::all(highest)) * Lanes<T>::all(in_twos));
    };
    // Summed as they come, in 16 lanes.
    simd::F16 sums = Lanes<simd::F16>::all(0.0f);
    std::size_t j = 0;
    for (; j + 16 <= n; j += 16) {
      const simd::F16 e = exp(Lanes<simd::F16>::load(row + j));
      Lanes<simd::F16>::store(row + j, e);
      sums = sums + e;
    }
    float total = simd::sum((sums.low.low + sums.low.high) + (sums.high.low + sums.high.high));
    for (; j < n; j += 4) {
      float lanes[4] = {highest, highest, highest, highest};
      const std::size_t left = std::min<std::size_t>(4, n - j);
      std::copy_n(row + j, left, lanes);
      store(lanes, exp(load(lanes)));
      std::copy_n(lanes, left, row + j);
      for (std::size_t k = 0; k < left; ++k) total += lanes[k];
    }
    inverse_sums[i] = 1.0f / total;
  }
}

void softmax_backward(std::size_t rows, std::size_t n, float factor, const float* p, float* dp) {
  for (std::size_t i = 0; i < rows; ++i) {
    const float mean = row_dot(p + i * n, dp + i * n, n);
    for (std::size_t j = 0; j < n; ++j) dp[i * n + j] = (p[i * n + j] * (dp[i * n + j] - mean)) * factor;
  }
}

void gelu(std::size_t n, float* x, float* slope) {
  if (slope == nullptr) {
    map_lanes(n, x, [](auto v, std::size_t) { return simd::gelu(v).value; });
    return;
  }
  map_lanes(n, x, [&]<class T>(T v, std::size_t j) {
    const simd::Gelu<T> g = simd::gelu(v);
    if (j + Lanes<T>::kCount <= n) {
      Lanes<T>::store(slope + j, g.slope);
    } else {
      float lanes[Lanes<T>::kCount];
      Lanes<T>::store(lanes, g.slope);
      std::copy(lanes, lanes + (n - j), slope + j);
    }
    return g.value;
  });
}

void gelu_short(std::size_t n, float* x) {
  map_lanes(n, x, [](auto v, std::size_t) { return simd::gelu_short(v); });
}

void layer_norm(std::size_t rows, std::size_t n, const float* x, const float* gamma, const float* beta, float* y,
                float* xhat, float* inverse) {
  const float size = static_cast<float>(n);
  for (std::size_t i = 0; i < rows; ++i) {
    const float* in = x + i * n;
    float* out = y + i * n;
    const float mean = row_sum(in, n) / size;
    for (std::size_t j = 0; j < n; ++j) out[j] = in[j] - mean;
    const float variance = row_dot(out, out, n) / size;
    const float scale = 1.0f / std::sqrt(variance + static_cast<float>(kLayerNormEpsilon));
    if (inverse != nullptr) inverse[i] = scale;
    for (std::size_t j = 0; j < n; ++j) out[j] *= scale;
    if (xhat != nullptr) std::memcpy(xhat + i * n, out, n * sizeof(float));
    for (std::size_t j = 0; j < n; ++j) out[j] = out[j] * gamma[j] + beta[j];
  }
}

void layer_norm_backward(std::size_t rows, std::size_t n, const float* dy, const float* xhat, const float* inverse,
                         const float* gamma, float* dx, float* dgamma, float* dbeta) {
  const float size = static_cast<float>(n);
  for (std::size_t i = 0; i < rows; ++i) {
    const float* g = dy + i * n;
    const float* h = xhat + i * n;
    float* out = dx + i * n;
    F4 s0 = splat(0.0f), s1 = splat(0.0f);
    std::size_t j = 0;
    for (; j + 4 <= n; j += 4) {
      const F4 u = load(g + j) * load(gamma + j), hat = load(h + j);
      s0 = s0 + u;
      s1 = s1 + u * hat;
      store(dgamma + j, load(dgamma + j) + load(g + j) * hat);
      store(dbeta + j, load(dbeta + j) + load(g + j));
    }
    float mean = simd::sum(s0), slope = simd::sum(s1);
    for (; j < n; ++j) {
      mean += g[j] * gamma[j];
      slope += g[j] * gamma[j] * h[j];
      dgamma[j] += g[j] * h[j];
      dbeta[j] += g[j];
    }
    mean /= size;
    slope /= size;
    for (j = 0; j < n; ++j) out[j] += inverse[i] * ((g[j] * gamma[j] - mean) - h[j] * slope);
  }
}

}  // namespace lab::model
