#include "model/adam.h"

#include <cmath>

#include "model/simd.h"

namespace lab::model {

void Adam::step(double rate, std::span<const float> gradient, std::span<float> x) {
  ++steps;
  power1 *= beta1;
  power2 *= beta2;
  const float size = static_cast<float>(rate / (1.0 - power1));
  const float root = static_cast<float>(std::sqrt(1.0 - power2));
  const float keep1 = static_cast<float>(beta1), take1 = static_cast<float>(1.0 - beta1);
  const float keep2 = static_cast<float>(beta2), take2 = static_cast<float>(1.0 - beta2);
  const float offset = static_cast<float>(epsilon);
  using simd::F4;
  const F4 b1 = simd::splat(keep1), c1 = simd::splat(take1), b2 = simd::splat(keep2), c2 = simd::splat(take2);
  const F4 step4 = simd::splat(size), root4 = simd::splat(root), e4 = simd::splat(offset);
  std::size_t i = 0;
  for (; i + 4 <= x.size(); i += 4) {
    const F4 g = simd::load(gradient.data() + i);
    const F4 m = simd::load(mean.data() + i) * b1 + g * c1;
    const F4 v = simd::load(square.data() + i) * b2 + (g * g) * c2;
    simd::store(mean.data() + i, m);
    simd::store(square.data() + i, v);
    simd::store(x.data() + i, simd::load(x.data() + i) - step4 * (m / (simd::sqrt(v) / root4 + e4)));
  }
  for (; i < x.size(); ++i) {
    const float g = gradient[i];
    mean[i] = mean[i] * keep1 + g * take1;
    square[i] = square[i] * keep2 + (g * g) * take2;
    x[i] = x[i] - size * (mean[i] / (std::sqrt(square[i]) / root + offset));
  }
}

}  // namespace lab::model
