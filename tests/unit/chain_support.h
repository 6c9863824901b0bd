#pragma once
#include <doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/cells.h"
#include "core/generator.h"
#include "core/markov_chain.h"
#include "core/matrix.h"

/// What the tests of the picking chain share: starts and seeded ensembles.
namespace lab::test {

using namespace core;

inline const double kHalfRoot3 = std::sqrt(3.0) / 2;

inline Matrix triangle() { return {{1, 0}, {-0.5, kHalfRoot3}, {-0.5, -kHalfRoot3}}; }

/// `each` tokens at every vertex.
inline std::vector<std::uint32_t> groups(std::size_t k, std::size_t each) {
  std::vector<std::uint32_t> sigma;
  for (std::uint32_t v = 0; v < k; ++v) sigma.insert(sigma.end(), each, v);
  return sigma;
}

struct Ensemble {
  Matrix start;
  ChainParams params;
  double radius;
};

/// Seeded exit times, all of which come before 1e15.
inline std::vector<double> exit_times(const Ensemble& of, std::size_t runs, Walk walk, std::uint64_t seed) {
  std::vector<double> times;
  Generator generator = default_rng(seed);
  for (std::size_t r = 0; r < runs; ++r) {
    MarkovChain chain(of.start, of.params);
    const auto t = exit_time(chain, of.start, of.radius, 1'000'000'000'000'000, walk, generator);
    REQUIRE(t.has_value());
    times.push_back(static_cast<double>(*t));
  }
  return times;
}

inline Ensemble pair_of(double beta, double radius) { return {{{1}, {-1}}, {Matrix::identity(1), 0.1, beta}, radius}; }

inline Ensemble triangle_of(std::size_t each, double beta, double radius) {
  return {rows_of(triangle(), groups(3, each)), {Matrix::identity(2), 0.1, beta}, radius};
}

}  // namespace lab::test
