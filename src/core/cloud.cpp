#include "core/cloud.h"

#include <algorithm>
#include <cmath>

#include "core/vec.h"

namespace lab::core {

double diameter(const Matrix& Z) {
  double most = 0;
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t j = i + 1; j < Z.rows; ++j) most = std::max(most, distance(Z.row(i), Z.row(j)));
  return most;
}

double mean_norm(const Matrix& Z) {
  double sum = 0;
  for (std::size_t i = 0; i < Z.rows; ++i) sum += std::sqrt(dot(Z.row(i), Z.row(i)));
  return Z.rows == 0 ? 0 : sum / static_cast<double>(Z.rows);
}

std::vector<double> mean_token(const Matrix& Z) {
  std::vector<double> mean(Z.cols, 0.0);
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c) mean[c] += Z(i, c);
  for (double& m : mean) m /= static_cast<double>(Z.rows);
  return mean;
}

Move move_between(const Matrix& before, const Matrix& after) {
  const double n = static_cast<double>(before.rows);
  std::vector<double> together(before.cols, 0.0);
  double squares = 0;
  Move move;
  for (std::size_t i = 0; i < before.rows; ++i) {
    const double length = distance(after.row(i), before.row(i));
    move.mean += length / n;
    squares += length * length / n;
    for (std::size_t c = 0; c < before.cols; ++c) together[c] += (after(i, c) - before(i, c)) / n;
  }
  if (squares > 0) move.common = dot(together, together) / squares;
  return move;
}

double largest_difference(const Matrix& a, const Matrix& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) most = std::max(most, std::fabs(a.data[i] - b.data[i]));
  return most;
}

}  // namespace lab::core
