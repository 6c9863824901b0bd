#include <algorithm>

#include "model/kernels.h"
#include "model/simd.h"

namespace lab::model {
namespace {

using simd::F4;
using simd::load;
using simd::splat;
using simd::store;

constexpr std::size_t kPanel = 8;     ///< columns of B that are worked on together
constexpr std::size_t kMostDepth = 256;  ///< rows of B in the panel on the stack

/// `rows` x 8 entries of C, over `depth` rows of the panel. Sums stay in
/// registers: 8 accumulators, 2 of B and 1 of A fit SSE2's and most engines' 16.
template <int rows>
void tile(std::size_t depth, View a, const float* panel, float* c, std::size_t c_step, bool add) {
  F4 left[rows], right[rows];
  for (int i = 0; i < rows; ++i) {
    const float* at = c + static_cast<std::size_t>(i) * c_step;
    left[i] = add ? load(at) : splat(0.0f);
    right[i] = add ? load(at + 4) : splat(0.0f);
  }
  const float* entry = a.data;
  for (std::size_t k = 0; k < depth; ++k, entry += a.column_step, panel += kPanel) {
    const F4 b0 = load(panel), b1 = load(panel + 4);
    for (int i = 0; i < rows; ++i) {
      const F4 x = splat(entry[static_cast<std::size_t>(i) * a.row_step]);
      left[i] = left[i] + x * b0;
      right[i] = right[i] + x * b1;
    }
  }
  for (int i = 0; i < rows; ++i) {
    float* at = c + static_cast<std::size_t>(i) * c_step;
    store(at, left[i]);
    store(at + 4, right[i]);
  }
}

/// The same for the last columns, fewer than 8: into a scratch tile and back.
template <int rows>
void edge_tile(std::size_t depth, std::size_t columns, View a, const float* panel, float* c, std::size_t c_step, bool add) {
  float scratch[4 * kPanel] = {};
  for (std::size_t i = 0; i < rows; ++i)
    if (add) std::copy_n(c + i * c_step, columns, scratch + i * kPanel);
  tile<rows>(depth, a, panel, scratch, kPanel, add);
  for (std::size_t i = 0; i < rows; ++i) std::copy_n(scratch + i * kPanel, columns, c + i * c_step);
}

template <int rows>
void any_tile(std::size_t depth, std::size_t columns, View a, const float* panel, float* c, std::size_t c_step, bool add) {
  if (columns == kPanel) {
    tile<rows>(depth, a, panel, c, c_step, add);
  } else {
    edge_tile<rows>(depth, columns, a, panel, c, c_step, add);
  }
}

void multiply_panel(std::size_t m, std::size_t columns, std::size_t depth, View a, const float* panel, float* c,
                    std::size_t c_step, bool add) {
  std::size_t i = 0;
  for (; i + 4 <= m; i += 4) any_tile<4>(depth, columns, a.from_row(i), panel, c + i * c_step, c_step, add);
  if (m - i == 3) any_tile<3>(depth, columns, a.from_row(i), panel, c + i * c_step, c_step, add);
  if (m - i == 2) any_tile<2>(depth, columns, a.from_row(i), panel, c + i * c_step, c_step, add);
  if (m - i == 1) any_tile<1>(depth, columns, a.from_row(i), panel, c + i * c_step, c_step, add);
}

/// Copies 8 columns of B where those of one row lie far apart (B is a transpose).
void pack_transposed(std::size_t depth, View b, float* panel) {
  std::size_t k = 0;
  for (; k + 4 <= depth; k += 4) {
    for (std::size_t j = 0; j < kPanel; j += 4) {
      const float* at = b.data + j * b.column_step + k;
      F4 r0 = load(at), r1 = load(at + b.column_step), r2 = load(at + 2 * b.column_step), r3 = load(at + 3 * b.column_step);
      simd::transpose(r0, r1, r2, r3);
      store(panel + (k + 0) * kPanel + j, r0);
      store(panel + (k + 1) * kPanel + j, r1);
      store(panel + (k + 2) * kPanel + j, r2);
      store(panel + (k + 3) * kPanel + j, r3);
    }
  }
  for (; k < depth; ++k)
    for (std::size_t j = 0; j < kPanel; ++j) panel[k * kPanel + j] = b.data[j * b.column_step + k];
}

/// `columns` <= 8 columns of B, missing ones 0, eight numbers a row.
void pack_panel(std::size_t depth, std::size_t columns, View b, float* panel) {
  if (columns == kPanel && b.column_step == 1) {
    for (std::size_t k = 0; k < depth; ++k) {
      store(panel + k * kPanel, load(b.data + k * b.row_step));
      store(panel + k * kPanel + 4, load(b.data + k * b.row_step + 4));
    }
  } else if (columns == kPanel && b.row_step == 1) {
    pack_transposed(depth, b, panel);
  } else {
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t j = 0; j < kPanel; ++j)
        panel[k * kPanel + j] = j < columns ? b.data[k * b.row_step + j * b.column_step] : 0.0f;
  }
}

}  // namespace

void gemm(std::size_t m, std::size_t n, std::size_t k, View a, View b, float* c, std::size_t c_step, bool add) {
  alignas(16) float panel[kMostDepth * kPanel];
  for (std::size_t j = 0; j < n; j += kPanel) {
    const std::size_t columns = std::min(kPanel, n - j);
    // In slices of the depth each entry still adds its products in order.
    for (std::size_t at = 0; at < k; at += kMostDepth) {
      const std::size_t depth = std::min(kMostDepth, k - at);
      pack_panel(depth, columns, {b.data + at * b.row_step + j * b.column_step, b.row_step, b.column_step}, panel);
      const View slice{a.data + at * a.column_step, a.row_step, a.column_step};
      multiply_panel(m, columns, depth, slice, panel, c + j, c_step, add || at > 0);
    }
  }
}

std::size_t packed_size(std::size_t k, std::size_t n) { return k * ((n + kPanel - 1) / kPanel) * kPanel; }

void pack(std::size_t k, std::size_t n, View b, float* packed) {
  for (std::size_t j = 0; j < n; j += kPanel)
    pack_panel(k, std::min(kPanel, n - j), {b.data + j * b.column_step, b.row_step, b.column_step}, packed + j * k);
}

void gemm_packed(std::size_t m, std::size_t n, std::size_t k, View a, const float* packed, float* c,
                 std::size_t c_step, bool add) {
  for (std::size_t j = 0; j < n; j += kPanel)
    multiply_panel(m, std::min(kPanel, n - j), k, a, packed + j * k, c + j, c_step, add);
}

}  // namespace lab::model
