#include "core/metastability.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/cells.h"
#include "core/cloud.h"
#include "core/elementary.h"
#include "core/markov_chain.h"
#include "core/vec.h"

namespace lab::core {
namespace {

/// Cosine of the angle at v_i between the directions to v_j and v_l.
double cosine_at(const Matrix& V, std::size_t i, std::size_t j, std::size_t l) {
  double inner = 0.0;
  for (std::size_t c = 0; c < V.cols; ++c) inner += (V(j, c) - V(i, c)) * (V(l, c) - V(i, c));
  return inner / (distance(V.row(i), V.row(j)) * distance(V.row(i), V.row(l)));
}

double smallest_cosine(const Matrix& V) {
  double least = 1.0;
  for (std::size_t i = 0; i < V.rows; ++i)
    for (std::size_t j = 0; j < V.rows; ++j)
      for (std::size_t l = 0; l < j; ++l)
        if (i != j && i != l) least = std::min(least, cosine_at(V, i, j, l));
  return least;
}

}  // namespace

MetastableVertices metastable_vertices(const Matrix& V) {
  assert(V.rows > 0);
  MetastableVertices out;
  out.c0 = genericity(V, V, Matrix::identity(V.cols)).vertex_margin;
  double low = std::numeric_limits<double>::infinity(), high = 0.0;
  for (std::size_t i = 0; i < V.rows; ++i) {
    const double norm = std::sqrt(dot(V.row(i), V.row(i)));
    low = std::min(low, norm);
    high = std::max(high, norm);
  }
  out.norm_spread = high - low;
  out.equal_norms = out.norm_spread <= 1e-12 * high;
  out.smallest_cosine = smallest_cosine(V);
  out.acute = out.smallest_cosine > 0.0;
  out.diameter = diameter(V);
  return out;
}

double arrival_radius(const MetastableVertices& vertices, double gamma, double m) {
  return std::min({vertices.c0 / (2.0 * vertices.diameter), 0.5 * std::sqrt(2.0 * vertices.c0), (1.0 - gamma) * m});
}

std::uint64_t arrival_time(double tau, double m, double gamma) {
  assert(tau > 0.0 && tau <= m && gamma > 0.0 && gamma < 1.0);
  // tau = (1 - gamma) m is the common case, whose one step must not be lost to rounding.
  return static_cast<std::uint64_t>(log(tau / m) / log1p(-gamma) + 1e-9);
}

double arrival_failure(double beta) { return exp(-0.125 * log(beta)); }

double stay_exponent(const MetastableVertices& vertices, double eps, double gamma, double beta, std::size_t n,
                     double t) {
  const double jumps = eps / gamma;
  return (1.0 + jumps) * (log(t / jumps) + log(static_cast<double>(n))) - beta * 0.5 * vertices.c0 * jumps;
}

double one_jump_median(const Matrix& V, std::span<const std::uint32_t> sigma, double beta) {
  MarkovChain chain(rows_of(V, sigma), {Matrix::identity(V.cols), 1.0, beta});
  double sum = 0.0;
  for (const double p : chain.move_probabilities()) sum += p;
  return log(2.0) / sum;
}

}  // namespace lab::core
