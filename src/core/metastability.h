#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.h"

/// What arXiv 2508.09628 says of the picking chain near the vertices of its hull (
/// "Metastability"; B = I).
///
/// Legend used in this file
///   V      vertices v_1..v_k, k x d         K     their hull
///   c_0    min_i ( <v_i, v_i> - max_{j != i} <v_i, v_j> )
///   n      number of tokens                 beta, gamma  of the chain
namespace lab::core {

/// The hypotheses on the vertices, checked and never imposed.
struct MetastableVertices {
  double c0 = 0;               ///< the second hypothesis is c_0 > 0; infinity for a single vertex
  double norm_spread = 0;      ///< largest |v_i| less the smallest
  bool equal_norms = false;    ///< spread <= 1e-12 of the largest
  double smallest_cosine = 1;  ///< least cosine of two directions from one vertex into K; 1 below three vertices
  bool acute = false;          ///< smallest_cosine > 0: all cones at vertices are narrower than a right angle
  double diameter = 0;         ///< of K
  bool hold() const { return c0 > 0 && equal_norms && acute; }
};
/// O(k^3 d): the widest pair of directions into K is attained at two vertices where the cone is acute.
MetastableVertices metastable_vertices(const Matrix& V);

/// Phase 1. tau = min(c_0 / (2 max_ij |v_i - v_j|), sqrt(2 c_0) / 2, (1 - gamma) m), m the smallest distance
/// of a token that is no vertex to its vertex.
double arrival_radius(const MetastableVertices& vertices, double gamma, double m);
/// T_1 = floor(ln(tau / m) / ln(1 - gamma)): a number of steps that does not depend on beta. 0 < tau <= m.
std::uint64_t arrival_time(double tau, double m, double gamma);
/// beta^(-1/8), what the probability of failure in phase 1 is bounded by. (How large beta must be for this,
/// the paper does not say.) beta > 0.
double arrival_failure(double beta);

/// Phase 2: the exponent E(t) of P(T_2 >= t) >= 1 - e^E,
///   E = (1 + eps/gamma) (ln(gamma t / eps) + ln n) - beta (c_0 / 2) (eps / gamma),
/// for eps / gamma >= 2 diam K and t > 1. Says nothing where it is positive.
double stay_exponent(const MetastableVertices& vertices, double eps, double gamma, double beta, std::size_t n,
                     double t);
/// The one-jump prediction: median waiting time of the first pick outside its own cluster, all tokens at their
/// vertices: ln 2 / sum_i p_i, p_i the weight of the tokens elsewhere. `sigma` is the vertex of each token.
double one_jump_median(const Matrix& V, std::span<const std::uint32_t> sigma, double beta);

}  // namespace lab::core
