#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.h"

/// A test particle among vertices that rest: it attends to them, they do not attend to it (arXiv 2508.09628,
/// systems SA_beta and SA_inf with all tokens but one fixed).
///   x <- x + gamma ( sum_j a_j v_j - x ),   a = softmax_j(beta <B x, v_j>)
/// At beta = infinity the sum is the mean of the vertices whose scores are equal to the largest.
namespace lab::core {

class TestParticle {
 public:
  /// V: the vertices, k x d, k >= 1; B: d x d; 0 <= beta <= infinity.
  TestParticle(Matrix V, const Matrix& B, double beta);

  /// One step of x in place, 0 < gamma <= 1. O(k d). A weight below e^-40 of the largest counts as 0.
  void step(std::span<double> x, double gamma);
  /// Row of V nearest to x, and how far it is.
  struct Nearest {
    std::uint32_t vertex = 0;
    double distance = 0;
  };
  Nearest nearest(std::span<const double> x) const;

 private:
  Matrix V_;
  Matrix scorer_;  ///< row j is B^T v_j: <B x, v_j> in one product
  double beta_;
  std::vector<double> score_, mean_;
};

}  // namespace lab::core
