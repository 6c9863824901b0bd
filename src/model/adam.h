#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace lab::model {

/// Adam (D. P. Kingma, J. Ba, 2015, algorithm 1) with PyTorch's defaults and
/// order of operations.
struct Adam {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  std::vector<float> mean;      ///< m, decaying mean of the gradient
  std::vector<float> square;    ///< v, decaying mean of its square
  double power1 = 1.0;          ///< beta1^t
  double power2 = 1.0;          ///< beta2^t
  std::size_t steps = 0;        ///< t

  explicit Adam(std::size_t size) : mean(size, 0.0f), square(size, 0.0f) {}

  /// x -= rate * m_hat / (sqrt(v_hat) + epsilon); all spans of the size given
  /// at construction.
  void step(double rate, std::span<const float> gradient, std::span<float> x);
};

}  // namespace lab::model
