#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/hardmax.h"
#include "core/vec.h"

namespace lab::core {
Clusters clusters(const Matrix& Z, double tol) {
  Clusters out;
  out.of.resize(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    // The first representative within tol; none means that i becomes one.
    std::size_t c = 0;
    while (c < out.representative.size() &&
           distance(Z.row(i), Z.row(out.representative[c])) > tol)
      ++c;
    if (c == out.representative.size()) out.representative.push_back(static_cast<std::uint32_t>(i));
    out.of[i] = static_cast<std::uint32_t>(c);
  }
  return out;
}

std::vector<std::uint32_t> nearest(const Matrix& Z, const Matrix& reference, std::span<const std::uint32_t> targets) {
  assert(!targets.empty() && Z.cols == reference.cols);
  std::vector<std::uint32_t> found(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    double best = std::numeric_limits<double>::infinity();
    found[i] = targets.front();
    for (const std::uint32_t t : targets) {
      const double to_target = distance(Z.row(i), reference.row(t));
      if (to_target < best) best = to_target, found[i] = t;
    }
  }
  return found;
}

std::vector<std::optional<std::uint32_t>> follower_map(const Attention& attention) {
  const std::size_t n = attention.count.size();
  std::vector<std::optional<std::uint32_t>> leader(n);
  for (std::size_t i = 0; i < n; ++i) {
    // A chain longer than n has run into a cycle (possible when A is not
    // positive definite) and ends in no leader.
    std::size_t j = i;
    for (std::size_t steps = 0; steps < n && attention.count[j] == 1 && attention.first[j] != j; ++steps)
      j = attention.first[j];
    if (is_leader(attention, j)) leader[i] = static_cast<std::uint32_t>(j);
  }
  return leader;
}

std::size_t follower_layers(double distance, double eps, double alpha) {
  assert(eps > 0.0 && alpha > 0.0);
  if (!(distance > eps)) return 0;
  const double exact = log(distance / eps) / log1p(alpha);
  // Where the quotient is a whole number, rounding must not add a layer.
  return static_cast<std::size_t>(std::ceil(exact * (1.0 - 1e-13)));
}

}  // namespace lab::core
