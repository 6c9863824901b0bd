#pragma once
#include <vector>

#include "core/matrix.h"

/// The size of a cloud of tokens, one a row, and what its tokens did together.
namespace lab::core {

/// Largest distance of two rows; 0 for fewer than two.
double diameter(const Matrix& Z);
/// Mean Euclidean norm of the rows; 0 without rows.
double mean_norm(const Matrix& Z);

/// Mean of the rows, length d; at least one row.
std::vector<double> mean_token(const Matrix& Z);

/// A move of all tokens, row i from before(i) to after(i).
struct Move {
  double mean = 0;    ///< mean length
  double common =
      0;  ///< |mean move|^2 / mean |move|^2: 1 when all move alike, about 1/n when each at random; 0 without a move
};
/// Both n x d, n > 0.
Move move_between(const Matrix& before, const Matrix& after);

/// Largest |a - b| over the entries, of one shape.
double largest_difference(const Matrix& a, const Matrix& b);

}  // namespace lab::core
