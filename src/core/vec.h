#pragma once
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/matrix.h"

/// The few vector operations of the dynamics. Each is a plain loop from the
/// left, starting at 0: the order of the additions is part of the contract
/// that trajectories have the same bits in every build.
namespace lab::core {

/// <a, b>, spans of equal length.
inline double dot(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  double sum = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

/// out = M z; M is r x d, z has length d, out has length r.
inline void apply(const Matrix& M, std::span<const double> z, std::span<double> out) {
  assert(out.size() == M.rows);
  for (std::size_t r = 0; r < M.rows; ++r) out[r] = dot(M.row(r), z);
}

/// Euclidean |a - b|.
inline double distance(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  double sum = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(sum);
}

}  // namespace lab::core
