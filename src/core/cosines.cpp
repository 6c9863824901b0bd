#include "core/cosines.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace lab::core {

std::vector<double> pairwise_cosines(const Matrix& Z) {
  Matrix unit = Z;
  for (std::size_t i = 0; i < Z.rows; ++i) {
    double square = 0;
    for (const double x : Z.row(i)) square += x * x;
    const double factor = square > 0 ? 1 / std::sqrt(square) : 0;
    for (double& x : unit.row(i)) x *= factor;
  }
  std::vector<double> out;
  out.reserve(Z.rows * (Z.rows > 0 ? Z.rows - 1 : 0) / 2);
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t j = i + 1; j < Z.rows; ++j) {
      double product = 0;
      for (std::size_t c = 0; c < Z.cols; ++c) product += unit(i, c) * unit(j, c);
      out.push_back(product);
    }
  return out;
}

CosineSummary summarize(const std::vector<double>& cosines) {
  CosineSummary s;
  if (cosines.empty()) return s;
  for (const double c : cosines) {
    s.mean += c;
    s.above += c > kTogether ? 1 : 0;
  }
  s.mean /= static_cast<double>(cosines.size());
  s.above /= static_cast<double>(cosines.size());
  return s;
}

Histogram cosine_histogram(std::vector<double> cosines) {
  Histogram h;
  std::erase_if(cosines, [](double c) { return !std::isfinite(c); });
  const auto count = static_cast<double>(cosines.size());
  if (cosines.empty()) return h;
  std::ranges::sort(cosines);
  const auto quantile = [&](double share) { return cosines[static_cast<std::size_t>(share * (count - 1))]; };
  h.width = std::clamp(2 * (quantile(0.75) - quantile(0.25)) / exp(log(count) / 3), 0.01, 0.1);
  h.density.assign(static_cast<std::size_t>(std::ceil(2 / h.width)), 0.0);
  for (const double c : cosines) {
    const double at = std::floor((c - h.low) / h.width);
    const auto bin = static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(h.density.size() - 1)));
    h.density[bin] += 1 / (count * h.width);
  }
  return h;
}

}  // namespace lab::core
