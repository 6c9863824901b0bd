#pragma once
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "core/hardmax.h"
#include "core/lcg.h"
#include "core/matrix.h"

/// What the tests of the mathematics share: random configurations, and numbers
/// as the course notebook prints them.
namespace lab::test {

using core::Matrix;
using Indices = std::vector<std::uint32_t>;

/// Draws that are the same in every build.
class Draws {
 public:
  explicit Draws(std::uint32_t seed) : lcg_(seed) {}
  double uniform(double low = 0.0, double high = 1.0) { return low + (high - low) * lcg_.next(); }
  /// 0 .. n-1
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform() * static_cast<double>(n)); }

 private:
  core::Lcg lcg_;
};

inline Matrix draw(Draws& draws, std::size_t rows, std::size_t cols, double size = 1.0) {
  Matrix m(rows, cols);
  for (double& x : m.data) x = draws.uniform(-size, size);
  return m;
}

/// M M^T + c I: symmetric positive definite, smallest eigenvalue at least c.
inline Matrix draw_spd(Draws& draws, std::size_t d, double c = 0.1) {
  const Matrix M = draw(draws, d, d);
  Matrix A(d, d);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t k = 0; k < d; ++k) A(i, j) += M(i, k) * M(j, k);
  for (std::size_t i = 0; i < d; ++i) A(i, i) += c;
  return A;
}

inline std::string printed(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// "[0.18 -0.95]": a row in one format.
inline std::string printed(const char* format, std::span<const double> row) {
  std::string text = "[";
  for (const double x : row) text += (text.size() > 1 ? " " : "") + printed(format, x);
  return text + "]";
}

/// Token numbers as the notebook counts them, from 1.
inline Indices one_based(Indices indices) {
  for (auto& i : indices) ++i;
  return indices;
}

inline Indices zero_based(Indices indices) {
  for (auto& i : indices) --i;
  return indices;
}

inline std::vector<Indices> attended_sets(const Matrix& Z, const core::HardmaxParams& params) {
  std::vector<Indices> sets;
  for (std::size_t i = 0; i < Z.rows; ++i) sets.push_back(one_based(core::attended_set(Z, params, i)));
  return sets;
}

/// Z^k, without the layers before it.
inline Matrix after(Matrix Z, const core::HardmaxParams& params, std::size_t layers) {
  core::Attention attention;
  Matrix next;
  for (std::size_t k = 0; k < layers; ++k) {
    core::attend(Z, params, attention);
    core::hardmax_step(Z, attention, params.alpha, next);
    std::swap(Z, next);
  }
  return Z;
}

inline Indices leaders_of(const Matrix& Z, const core::HardmaxParams& params) {
  core::Attention attention;
  core::attend(Z, params, attention);
  return core::leaders(attention);
}

}  // namespace lab::test
