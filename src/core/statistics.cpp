#include "core/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/elementary.h"

namespace lab::core {

double median(std::vector<double> sample) {
  assert(!sample.empty());
  std::ranges::sort(sample);
  const std::size_t half = sample.size() / 2;
  return sample.size() % 2 == 1 ? sample[half] : 0.5 * (sample[half - 1] + sample[half]);
}

double slope(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size() && x.size() >= 2);
  const auto n = static_cast<double>(x.size());
  double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mx += x[i] / n;
    my += y[i] / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xy / xx;
}

double ks_statistic(std::vector<double> a, std::vector<double> b) {
  assert(!a.empty() && !b.empty());
  std::ranges::sort(a);
  std::ranges::sort(b);
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  double largest = 0.0;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const double value = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == value) ++i;
    while (j < b.size() && b[j] == value) ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  return largest;
}

double ks_critical(std::size_t n, std::size_t m, double level) {
  assert(level > 0.0 && level < 1.0);
  const auto a = static_cast<double>(n), b = static_cast<double>(m);
  return std::sqrt(-0.5 * log(0.5 * level)) * std::sqrt((a + b) / (a * b));
}

}  // namespace lab::core
