#include <algorithm>
#include <cmath>

#include "scenes/hardmax_scene.h"

namespace lab::scenes {
namespace {

// A half-axis may be this many times longer or shorter than the radius, which
// keeps the entries of A below kLargestEntry.
constexpr double kLongestAxis = 500;

double length(const std::array<double, 2>& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); }

}  // namespace

Ellipse Ellipse::of(const core::Matrix& A, double radius) {
  const double mean = (A(0, 0) + A(1, 1)) / 2, half = (A(0, 0) - A(1, 1)) / 2, b = A(0, 1);
  const double root = std::sqrt(half * half + b * b);
  // Direction of the axis nearer to x: eigenvector of mean + root if A_11 is
  // the larger diagonal entry, of mean - root otherwise.
  const double sign = half >= 0 ? 1 : -1;
  double x = std::abs(half) + root, y = sign * b;
  const double size = std::sqrt(x * x + y * y);
  if (size > 0) {
    x /= size;
    y /= size;
  } else {
    x = 1;
    y = 0;
  }
  const double first = radius / std::sqrt(std::max(mean + sign * root, 1e-300));
  const double second = radius / std::sqrt(std::max(mean - sign * root, 1e-300));
  return {radius, {{{first * x, first * y}, {-second * y, second * x}}}};
}

void Ellipse::drag(std::size_t which, double x, double y) {
  const double size = std::sqrt(x * x + y * y);
  if (!(size > 0)) return;
  const double wanted = std::clamp(size, radius / kLongestAxis, radius * kLongestAxis);
  axis[which] = {x / size * wanted, y / size * wanted};
  const double other = length(axis[1 - which]), turn = which == 0 ? 1 : -1;
  axis[1 - which] = {-turn * y / size * other, turn * x / size * other};
}

core::Matrix Ellipse::matrix() const {
  core::Matrix A(2, 2);
  for (const auto& v : axis) {
    const double square = v[0] * v[0] + v[1] * v[1], weight = radius * radius / (square * square);
    A(0, 0) += weight * v[0] * v[0];
    A(0, 1) += weight * v[0] * v[1];
    A(1, 1) += weight * v[1] * v[1];
  }
  A(1, 0) = A(0, 1);
  return A;
}

}  // namespace lab::scenes
