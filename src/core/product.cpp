#include "core/product.h"

#include <cassert>

#include "core/vec.h"

namespace lab::core {

Matrix product(const Matrix& a, const Matrix& b) {
  assert(a.cols == b.rows);
  Matrix out(a.rows, b.cols);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.cols; ++k)
      for (std::size_t j = 0; j < b.cols; ++j) out(i, j) += a(i, k) * b(k, j);
  return out;
}

Matrix product_transposed(const Matrix& a, const Matrix& b) {
  assert(a.cols == b.cols);
  Matrix out(a.rows, b.rows);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < b.rows; ++j) out(i, j) = dot(a.row(i), b.row(j));
  return out;
}

Matrix transposed(const Matrix& a) {
  Matrix out(a.cols, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) out(j, i) = a(i, j);
  return out;
}

}  // namespace lab::core
