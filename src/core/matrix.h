#pragma once
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace lab::core {

/// A dense matrix of doubles, stored row by row.
///
/// A configuration of tokens Z is such a matrix with one token a row:
/// n rows, d columns.
struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> data;

  Matrix() = default;
  Matrix(std::size_t r, std::size_t c, double fill = 0.0) : rows(r), cols(c), data(r * c, fill) {}
  /// Row lists of equal length, as written on the board.
  Matrix(std::initializer_list<std::initializer_list<double>> lists) {
    for (const auto& list : lists) {
      cols = list.size();
      data.insert(data.end(), list.begin(), list.end());
      ++rows;
    }
  }

  double& operator()(std::size_t i, std::size_t j) { return data[i * cols + j]; }
  double operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
  std::span<double> row(std::size_t i) { return {data.data() + i * cols, cols}; }
  std::span<const double> row(std::size_t i) const { return {data.data() + i * cols, cols}; }
  bool operator==(const Matrix&) const = default;

  static Matrix identity(std::size_t d) {
    Matrix m(d, d);
    for (std::size_t i = 0; i < d; ++i) m(i, i) = 1.0;
    return m;
  }
};

}  // namespace lab::core
