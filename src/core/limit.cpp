#include "core/limit.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "core/hull.h"
#include "core/vec.h"

namespace lab::core {
namespace {

/// The set S while it is being found.
struct Found {
  std::vector<std::vector<double>> points;
  std::vector<std::uint32_t> vertices;  ///< tokens that stand at vertices of the limit polytope

  /// Index of the point within tol of z, if any.
  std::optional<std::uint32_t> within(std::span<const double> z, double tol) const {
    std::optional<std::uint32_t> best;
    double least = tol;
    for (std::size_t p = 0; p < points.size(); ++p)
      if (const double gap = distance(z, points[p]); gap <= least) {
        if (best && gap == least) continue;
        least = gap;
        best = static_cast<std::uint32_t>(p);
      }
    return best;
  }
  std::uint32_t add(std::span<const double> z) {
    points.emplace_back(z.begin(), z.end());
    return static_cast<std::uint32_t>(points.size() - 1);
  }
};

void settle(LimitReport& out, std::size_t i, LimitKind kind, std::uint32_t target) {
  out.kind[i] = kind;
  out.target[i] = target;
}

bool rests_in_group(const Matrix& Z, const HardmaxParams& params, std::size_t i, double tol) {
  const std::vector<std::uint32_t> set = attended_set(Z, params, i);
  return std::all_of(set.begin(), set.end(), [&](std::uint32_t j) { return distance(Z.row(i), Z.row(j)) <= tol; });
}

/// Projection of 0, in the norm of A, onto the face of the limit polytope in
/// whose direction z looks. At a rest point z = m_i all members of C_i score
/// the same, so z is the projection onto their hull; scores of a token within
/// tol of its limit are off by the slack at most.
std::vector<double> face_projection(const Matrix& Z, const Matrix& A, std::span<const std::uint32_t> vertices,
                                    std::span<const double> z, double tol) {
  std::vector<double> direction(Z.cols), score;
  apply(A, z, direction);
  double size = 0.0;
  for (const double a : A.data) size = std::max(size, std::abs(a));
  double reach = 0.0;
  const std::vector<double> origin(Z.cols, 0.0);
  for (const std::uint32_t v : vertices) {
    score.push_back(dot(direction, Z.row(v)));
    reach = std::max(reach, distance(Z.row(v), origin));
  }
  const double slack = 2.0 * tol * (size * static_cast<double>(Z.cols) * reach + distance(direction, origin));
  const double best = *std::max_element(score.begin(), score.end());
  std::vector<std::uint32_t> face;
  for (std::size_t v = 0; v < vertices.size(); ++v)
    if (score[v] >= best - slack) face.push_back(vertices[v]);
  return nearest_point(origin, Z, face, A).point;
}

/// Tokens at leaders, and at rest in groups of equal tokens.
void settle_vertices(const Matrix& Z, const Matrix& A, double tol, Found& found, LimitReport& out) {
  const HardmaxParams params{A, 1.0, kTieTolerance};
  for (std::size_t i = 0; i < Z.rows; ++i) {
    if (const auto near = found.within(Z.row(i), tol)) {
      settle(out, i, *near < out.leaders.size() ? LimitKind::kLeader : LimitKind::kGroup, *near);
    } else if (rests_in_group(Z, params, i, tol)) {
      found.vertices.push_back(static_cast<std::uint32_t>(i));
      settle(out, i, LimitKind::kGroup, found.add(Z.row(i)));
    }
  }
}

/// Tokens at projections of 0 onto faces; a point once found is used again.
void settle_faces(const Matrix& Z, const Matrix& A, double tol, Found& found, LimitReport& out) {
  const std::size_t vertex_points = found.points.size();
  for (std::size_t i = 0; i < Z.rows && vertex_points > 0; ++i) {
    if (out.kind[i] != LimitKind::kMoving) continue;
    const std::vector<double> p = face_projection(Z, A, found.vertices, Z.row(i), tol);
    if (p.empty() || !(distance(Z.row(i), p) <= tol)) continue;
    const auto known = found.within(p, tol);
    settle(out, i, LimitKind::kFace, known && *known >= vertex_points ? *known : found.add(p));
  }
}

}  // namespace

LimitReport limit_report(const Matrix& Z, const Matrix& A, std::span<const std::uint32_t> ever, double tol) {
  assert(A.rows == Z.cols && A.cols == Z.cols);
  LimitReport out;
  out.leaders.assign(ever.begin(), ever.end());
  std::sort(out.leaders.begin(), out.leaders.end());
  out.kind.assign(Z.rows, LimitKind::kMoving);
  out.target.assign(Z.rows, 0);
  Found found;
  found.vertices = out.leaders;
  for (const std::uint32_t leader : out.leaders) found.add(Z.row(leader));
  settle_vertices(Z, A, tol, found, out);
  settle_faces(Z, A, tol, found, out);
  out.points = Matrix(found.points.size(), Z.cols);
  for (std::size_t p = 0; p < found.points.size(); ++p)
    std::copy(found.points[p].begin(), found.points[p].end(), out.points.row(p).begin());
  out.complete = true;
  for (std::size_t i = 0; i < Z.rows; ++i) {
    if (out.kind[i] == LimitKind::kMoving)
      out.complete = false;
    else
      out.largest_distance = std::max(out.largest_distance, distance(Z.row(i), out.points.row(out.target[i])));
  }
  return out;
}

}  // namespace lab::core
