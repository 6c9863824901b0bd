#pragma once
#include "core/matrix.h"

/// Products of small matrices. Each entry is summed in index order, so the
/// bits are the same everywhere.
namespace lab::core {

/// a b, a.cols = b.rows.
Matrix product(const Matrix& a, const Matrix& b);
/// a b^T, a.cols = b.cols: inner products of the rows.
Matrix product_transposed(const Matrix& a, const Matrix& b);
Matrix transposed(const Matrix& a);

}  // namespace lab::core
