#include "core/test_particle.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/elementary.h"
#include "core/vec.h"

namespace lab::core {
namespace {

constexpr double kNothing = -40;  ///< e^-40 = 4e-18: lost in the rounding of the sum

}  // namespace

TestParticle::TestParticle(Matrix V, const Matrix& B, double beta)
    : V_(std::move(V)), scorer_(V_.rows, V_.cols), beta_(beta), score_(V_.rows), mean_(V_.cols) {
  assert(V_.rows > 0 && B.rows == V_.cols && B.cols == V_.cols);
  for (std::size_t j = 0; j < V_.rows; ++j)
    for (std::size_t c = 0; c < V_.cols; ++c)
      for (std::size_t r = 0; r < V_.cols; ++r) scorer_(j, c) += B(r, c) * V_(j, r);
}

void TestParticle::step(std::span<double> x, double gamma) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < V_.rows; ++j) {
    score_[j] = dot(scorer_.row(j), x);
    best = std::max(best, score_[j]);
  }
  double sum = 0.0;
  std::ranges::fill(mean_, 0.0);
  for (std::size_t j = 0; j < V_.rows; ++j) {
    const double behind = score_[j] - best;
    if (std::isinf(beta_) ? behind < 0.0 : beta_ * behind < kNothing) continue;
    const double weight = behind == 0.0 ? 1.0 : exp(beta_ * behind);
    sum += weight;
    for (std::size_t c = 0; c < V_.cols; ++c) mean_[c] += weight * V_(j, c);
  }
  for (std::size_t c = 0; c < V_.cols; ++c) x[c] += gamma * (mean_[c] / sum - x[c]);
}

TestParticle::Nearest TestParticle::nearest(std::span<const double> x) const {
  Nearest out{0, distance(x, V_.row(0))};
  for (std::size_t j = 1; j < V_.rows; ++j)
    if (const double far = distance(x, V_.row(j)); far < out.distance) out = {static_cast<std::uint32_t>(j), far};
  return out;
}

}  // namespace lab::core
