#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.h"

/// Convex hulls that survive collinear, coincident and single points, and
/// projections of the origin onto them in the norm of A.
namespace lab::core {

/// Vertices of conv Z in the plane (d = 2), counter-clockwise, starting at the
/// lowest-leftmost; one index per geometric vertex (the smallest index among
/// coincident tokens). Collinear points give 2, coincident ones 1, none 0. A
/// corner that rounding of the coordinates could explain counts as straight.
std::vector<std::uint32_t> hull2(const Matrix& Z);

/// Facets of conv Z in space (d = 3) as triangles, outward orientation (a flat
/// cloud has one side only, a fan). Points are told apart and heights are seen
/// down to about 1e-12 of the largest extent.
struct Hull3 {
  int dimension = -1;  ///< affine dimension of the points: 0, 1, 2 or 3; -1 without points
  std::vector<std::uint32_t> vertices;                  ///< increasing
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< empty below dimension 2
  std::vector<std::array<std::uint32_t, 2>> edges;      ///< drawn edges (coplanar diagonals left out)
};
Hull3 hull3(const Matrix& Z);

/// Indices of the vertices of conv Z in any dimension d >= 1 (smallest index
/// among coincident tokens). d = 1, 2, 3 exactly as above (hull2 in its own
/// order, the others increasing); beyond, one nearest-point problem a token.
std::vector<std::uint32_t> hull_vertices(const Matrix& Z);

/// Nearest point to `x` of conv{P_i : i in members}, in the norm of A (SPD);
/// Wolfe's algorithm. With x = 0: projection of the origin onto a face. At
/// least one member. If A is not positive definite there is no such norm:
/// `point` and `weight` are empty and `distance` is infinity.
struct NearestPoint {
  std::vector<double> point;             ///< length d
  std::vector<double> weight;            ///< one a member, >= 0, sum 1
  double distance = 0;                   ///< in the norm of A
};
NearestPoint nearest_point(std::span<const double> x, const Matrix& P,
                           std::span<const std::uint32_t> members, const Matrix& A);

/// Euclidean distance from x to conv P (at least one point); inside it is 0, in
/// dimensions other than 2 up to rounding (1e-15 of the size of P).
double distance_to_hull(std::span<const double> x, const Matrix& P);
/// Largest distance of a token of `inner` to conv `outer`: hulls are nested
/// iff this is 0 up to rounding. d = 2 and 3 use the facets.
double hull_excess(const Matrix& inner, const Matrix& outer);

/// Length (d = 1), area (d = 2) or volume (d = 3) of conv Z; 0 when degenerate,
/// and beyond dimension 3, where it is not computed.
double hull_measure(const Matrix& Z);

}  // namespace lab::core
