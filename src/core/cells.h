#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/hull.h"
#include "core/matrix.h"

/// The cells in which hardmax tokens move on straight lines (arXiv 2508.09628,
/// the theorem on B positive definite).
///
/// Legend used in this file
///   V      vertices v_1..v_k of the hull K of the first tokens, k x d
///   B      d x d; symmetric positive definite for the theorem, any for the functions
///   C_i    { x in K : <B x, v_i> >= <B x, v_j> for all j }
///   sigma  the cell of a point
///
/// For symmetric B, C_i is the cell of v_i in the power diagram |x - v_j|_B^2 - |v_j|_B^2, and the
/// Voronoi cell in the norm of B where all |v_j|_B are equal. All dividing planes pass through 0.
namespace lab::core {

/// Rows `indices` of Z, in that order.
Matrix rows_of(const Matrix& Z, std::span<const std::uint32_t> indices);

/// |x - v|_B^2 - |v|_B^2, from its definition.
double power(std::span<const double> x, std::span<const double> v, const Matrix& B);

/// Where a point belongs.
struct CellOf {
  std::uint32_t vertex = 0;  ///< sigma(x), a row of V; the first one where several cells meet
  double margin = 0;         ///< <B x, v_sigma> less the next largest <B x, v_j>; infinity for k = 1
  double size = 0;           ///< largest |<B x, v_j>|: what the margin is to be compared with
};
/// O(k d). V has at least one row.
CellOf cell_of(std::span<const double> x, const Matrix& V, const Matrix& B);

/// A margin counts as positive above 1e-12 of the scores' size.
inline constexpr double kMarginTolerance = 1e-12;

/// The two hypotheses of the theorem.
struct Genericity {
  double vertex_margin = 0;        ///< min_i ( <B v_i, v_i> - max_{j != i} <B v_i, v_j> )
  std::uint32_t worst_vertex = 0;  ///< row of V where it is attained
  bool g1 = false;                 ///< each vertex lies in its own cell only
  double token_margin = 0;         ///< min_i of cell_of(x_i).margin
  std::uint32_t worst_token = 0;   ///< row of Z where it is attained
  bool g2 = false;                 ///< each token lies in exactly one cell
  std::vector<std::uint32_t> sigma;  ///< per row of Z: its cell, a row of V
  bool hold() const { return g1 && g2; }
};
/// O((n + k) k d).
Genericity genericity(const Matrix& Z, const Matrix& V, const Matrix& B);

/// The cells in the plane. V: the k vertices of K, counter-clockwise, as hull2 gives them. Polygon i
/// is C_i, one corner a row, counter-clockwise, without repeated corners; no row where C_i is empty,
/// one or two where it is a point or a segment. Exact up to the rounding of each corner: against a
/// convex polygon only the two neighbours of v_i can cut. O(k^2).
std::vector<Matrix> cells2(const Matrix& V, const Matrix& B);
/// { x in polygon : <normal, x> >= 0 } (Sutherland and Hodgman 1974); polygon convex, one corner a row.
Matrix clip2(const Matrix& polygon, std::span<const double> normal);
/// Signed area of a polygon, positive when counter-clockwise; 0 below three corners.
double area2(const Matrix& polygon);

/// A convex body in space by its faces, each a convex polygon, one corner a row (m x 3), counter-clockwise
/// seen from outside. Coplanar faces may lie beside each other. No face: empty, or no volume.
struct Solid {
  std::vector<Matrix> faces;
};
/// The cells in space, flat: corners, faces and cells one after another. Cell i is that of the i-th vertex.
struct Cells3 {
  static constexpr std::int32_t kSurface = -1;
  std::vector<std::array<double, 3>> corners;
  std::vector<std::uint32_t> face_begin{0};  ///< face f: corners [face_begin[f], face_begin[f + 1])
  std::vector<std::uint32_t> cell_begin{0};  ///< cell i: faces [cell_begin[i], cell_begin[i + 1]); none: no volume
  std::vector<std::int32_t> beyond;          ///< of face f: the cell on its other side, or kSurface, a part of K's

  std::size_t size() const { return cell_begin.size() - 1; }
  /// Corners counter-clockwise, seen from outside the cell.
  std::span<const std::array<double, 3>> face(std::size_t f) const {
    return std::span(corners).subspan(face_begin[f], face_begin[f + 1] - face_begin[f]);
  }
  /// Cell i as a body of its own.
  Solid solid(std::size_t i) const;
};
/// Cell i is that of row hull.vertices[i] of Z; empty where the hull has no volume. Only vertices that share an
/// edge with v_i cut, and only faces of K that are not wholly beyond one of those planes are cut. Sides of a plane
/// are told apart down to 1e-12 of the size. O(k^2) with small factors: a few milliseconds for 500 vertices.
Cells3 cells3(const Matrix& Z, const Hull3& hull, const Matrix& B);
/// Readable twin: K's surface cut by one plane after another. V: the k vertices of K, k x 3; solid i is C_i.
std::vector<Solid> cells3_twin(const Matrix& V, const Matrix& B);
/// { x in solid : <normal, x> >= 0 }, the cut closed by a face of its own.
Solid clip3(const Solid& solid, std::span<const double> normal);
double volume3(const Solid& solid);

/// p x0 + (1 - p) v. With p = remaining(schedule, t) this is x^t under the hypotheses of the theorem
/// (of which positive definiteness is not used); with p = e^-t it solves dx/dt = v - x, the limit of small gamma.
std::vector<double> straight_line(std::span<const double> x0, std::span<const double> v, double p);
/// e^-t, the p of the differential equation.
double ode_remaining(double t);
/// sup_{t >= 0} |(1 - gamma)^(t / gamma) - e^-t|, in closed form: with a = -ln(1 - gamma) / gamma it is
/// e^-s (1 - 1/a) at s = ln a / (a - 1). About gamma / (2e). 0 < gamma < 1.
double euler_deviation(double gamma);

}  // namespace lab::core
