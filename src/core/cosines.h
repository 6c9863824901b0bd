#pragma once
#include <vector>

#include "core/matrix.h"

/// How alike the directions of tokens are: pairwise inner products of the
/// normalized rows (survey arXiv 2312.10794, figure 1).
namespace lab::core {

/// <u_i, u_j> for i < j, u_i = z_i / |z_i|, in the order (0,1), (0,2), …; n rows
/// give n (n-1) / 2 numbers. A row of length 0 has cosine 0 with all.
std::vector<double> pairwise_cosines(const Matrix& Z);

struct CosineSummary {
  double mean = 0;      ///< 0 where there is no pair
  double above = 0;     ///< share of the pairs above `kTogether`
};
/// Pairs with a larger cosine count as together.
inline constexpr double kTogether = 0.99;
CosineSummary summarize(const std::vector<double>& cosines);

/// A density: counts / (number of values * width), bins of equal width from
/// low on, so that it integrates to 1 over what falls inside.
struct Histogram {
  double low = -1, width = 0.05;
  std::vector<double> density;
};
/// Bins of width 2 IQR / N^(1/3) (Freedman and Diaconis 1981), held within
/// [0.01, 0.1], over [-1, 1]; 1 itself falls into the last.
/// What is not finite is left out.
Histogram cosine_histogram(std::vector<double> cosines);

}  // namespace lab::core
