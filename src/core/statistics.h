#pragma once
#include <cstddef>
#include <span>
#include <vector>

/// Small statistics of samples, for verdicts on random systems.
namespace lab::core {

/// Middle value, the mean of the two middle ones for an even number. Takes a copy. At least one.
double median(std::vector<double> sample);
/// Slope of the least-squares line through (x_i, y_i): at least two different x.
double slope(std::span<const double> x, std::span<const double> y);

/// Two-sample Kolmogorov-Smirnov statistic: the largest distance of the two empirical distribution
/// functions, between 0 and 1. Equal values are taken together, so it is right for whole numbers too.
/// Takes copies; each sample has at least one value.
double ks_statistic(std::vector<double> a, std::vector<double> b);
/// Two samples of one law give a larger statistic with probability about `level` (Smirnov's limit,
/// sqrt(-ln(level / 2) / 2) sqrt((n + m) / (n m))); with a smaller one if the law has atoms. 0 < level < 1.
double ks_critical(std::size_t n, std::size_t m, double level);

}  // namespace lab::core
