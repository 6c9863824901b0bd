// Cells in space: arXiv 2508.09628, the theorem on B positive definite, d = 3.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "core/cells.h"
#include "core/elementary.h"
#include "core/generator.h"
#include "core/hull.h"
#include "core/vec.h"
#include "support.h"

using namespace lab::core;
using lab::test::draw;
using lab::test::draw_spd;
using lab::test::Draws;

namespace {

/// k points of a sphere, pushed in and out a little and moved: only the vertices of their hull.
Matrix shell(Generator& generator, std::size_t k, double wobble, double shift) {
  Matrix Z(k, 3);
  generator.standard_normal(Z.data);
  for (std::size_t i = 0; i < k; ++i) {
    const double r = (1 + wobble * generator.uniform(-1, 1)) / std::sqrt(dot(Z.row(i), Z.row(i)));
    for (std::size_t c = 0; c < 3; ++c) Z(i, c) = r * Z(i, c) + (c == 0 ? shift : 0.0);
  }
  return rows_of(Z, hull_vertices(Z));
}

Matrix corners_of(const Solid& solid) {
  Matrix all(0, 3);
  for (const Matrix& face : solid.faces) {
    all.data.insert(all.data.end(), face.data.begin(), face.data.end());
    all.rows += face.rows;
  }
  return all;
}

std::vector<Solid> solids(const Matrix& V, const Matrix& B) {
  const Cells3 cells = cells3(V, hull3(V), B);
  std::vector<Solid> out;
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(cells.solid(i));
  return out;
}

/// The area vectors of a closed surface add up to 0; that faces look outward, the volume says.
bool closed(const Solid& solid) {
  Matrix sum(1, 3);
  for (const Matrix& f : solid.faces)
    for (std::size_t i = 0; i < f.rows; ++i) {
      const auto a = f.row(i), b = f.row(i + 1 == f.rows ? 0 : i + 1);
      for (std::size_t c = 0; c < 3; ++c)
        sum(0, c) += a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
    }
  return std::sqrt(dot(sum.row(0), sum.row(0))) <= 1e-10;
}

}  // namespace

TEST_CASE("Cells in space: they cover the hull without overlap, and corners and points are where they belong") {
  Generator generator = default_rng(301);
  Draws draws(97);
  for (int trial = 0; trial < 24; ++trial) {
    const Matrix V = shell(generator, 4 + static_cast<std::size_t>(trial), 0.1, trial % 3 == 0 ? 0.0 : 0.6);
    const Matrix B = trial % 2 == 0 ? draw_spd(draws, 3) : draw(draws, 3, 3);
    const auto cells = solids(V, B);
    const auto twin = cells3_twin(V, B);
    REQUIRE(cells.size() == V.rows);
    double sum = 0;
    for (std::size_t i = 0; i < V.rows; ++i) {
      CHECK(volume3(cells[i]) >= 0);
      CHECK(closed(cells[i]));
      CHECK(std::abs(volume3(cells[i]) - volume3(twin[i])) <= 1e-11);
      sum += volume3(cells[i]);
      const Matrix corners = corners_of(cells[i]);
      std::vector<double> w(3);
      for (std::size_t c = 0; c < corners.rows; ++c) {
        apply(B, corners.row(c), w);
        for (std::size_t j = 0; j < V.rows; ++j) CHECK(dot(w, V.row(i)) >= dot(w, V.row(j)) - 1e-11);
      }
      if (corners.rows > 0) CHECK(hull_excess(corners, V) <= 1e-11);
    }
    CHECK(sum == doctest::Approx(hull_measure(V)).epsilon(1e-9));
    for (int probe = 0; probe < 30; ++probe) {
      std::vector<double> x(3);
      double total = 0;
      for (std::size_t j = 0; j < V.rows; ++j) {
        const double weight = std::pow(draws.uniform(), 4);
        total += weight;
        for (std::size_t c = 0; c < 3; ++c) x[c] += weight * V(j, c);
      }
      for (double& c : x) c /= total;
      const CellOf cell = cell_of(x, V, B);
      if (cell.margin > 1e-6) CHECK(distance_to_hull(x, corners_of(cells[cell.vertex])) <= 1e-10);
    }
  }
}

TEST_CASE("Cells in space: cube and octahedron, where planes pass through corners and along faces") {
  Matrix cube(8, 3);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t c = 0; c < 3; ++c) cube(i, c) = (i >> c) % 2 == 0 ? -1.0 : 1.0;
  for (const Solid& cell : solids(cube, Matrix::identity(3))) {
    CHECK(volume3(cell) == doctest::Approx(1).epsilon(1e-12));
    CHECK(closed(cell));
  }
  const Matrix octahedron{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const Solid& cell : solids(octahedron, Matrix::identity(3))) {
    CHECK(volume3(cell) == doctest::Approx(4.0 / 18).epsilon(1e-12));
    CHECK(closed(cell));
  }
  // 0 is a vertex: its own cell has no volume, the others share the rest.
  const auto corner = solids(Matrix{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Matrix::identity(3));
  CHECK(corner[0].faces.empty());
  for (std::size_t i = 1; i < 4; ++i) CHECK(volume3(corner[i]) == doctest::Approx(1.0 / 18).epsilon(1e-12));
}

TEST_CASE("Cells in space: flat hulls have no solid cells; a plane beside a body leaves it, or nothing") {
  const auto flat = solids(Matrix{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, Matrix::identity(3));
  REQUIRE(flat.size() == 3);
  CHECK(flat[0].faces.empty());
  CHECK(solids(Matrix(0, 3), Matrix::identity(3)).empty());
  const Solid body = solids(Matrix{{1, 0, 0}, {3, 0, 0}, {2, 1, 0}, {2, 0, 1}}, Matrix(3, 3))[0];  // B = 0: all of K
  CHECK(volume3(body) == doctest::Approx(1.0 / 3).epsilon(1e-14));
  CHECK(clip3(body, std::vector<double>{1, 0, 0}).faces.size() == 4);
  CHECK(clip3(body, std::vector<double>{-1, 0, 0}).faces.empty());
  CHECK(clip3(body, std::vector<double>{0, 0, 1}).faces.size() == 4);  // along a face
  CHECK(clip3(body, std::vector<double>{0, 0, -1}).faces.empty());
}

TEST_CASE("Cells in space: the same bodies as the twin's, whatever degenerates") {
  Generator generator = default_rng(303);
  Matrix cube(8, 3);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t c = 0; c < 3; ++c) cube(i, c) = (i >> c) % 2 == 0 ? -1.0 : 1.0;
  const Matrix tent{{0, 0, 2}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};  // 0 in a face
  const Matrix apex{{0, 0, 0}, {1, 1, 2}, {-1, 1, 2}, {-1, -1, 2}, {1, -1, 2}};  // 0 a vertex
  const Matrix Bs[] = {Matrix::identity(3), {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                       {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {{-1, 0, 0}, {0, 1, 0}, {0, 0, 2}}};
  for (const Matrix& V : {cube, tent, apex, shell(generator, 30, 0, 0), shell(generator, 12, 0.3, 0.2)})
    for (const Matrix& B : Bs) {
      const auto fast = solids(V, B), twin = cells3_twin(V, B);
      REQUIRE(fast.size() == twin.size());
      for (std::size_t i = 0; i < fast.size(); ++i) {
        CHECK(closed(fast[i]));
        CHECK(volume3(fast[i]) == doctest::Approx(volume3(twin[i])).epsilon(1e-9).scale(1));
        const Matrix a = corners_of(fast[i]), b = corners_of(twin[i]);
        if (volume3(twin[i]) < 1e-9) continue;
        CHECK(hull_excess(a, b) <= 1e-10);
        CHECK(hull_excess(b, a) <= 1e-10);
      }
    }
}

TEST_CASE("Cells in space: one vertex beside all others; only some of the tokens are vertices") {
  // A cone over 200 points: more planes at its top than there are bits in a word.
  Matrix cone(202, 3);
  for (std::size_t i = 0; i < 200; ++i) {
    const SinCos at = sincos(2 * 3.141592653589793 * static_cast<double>(i) / 200);
    cone(i, 0) = at.cos;
    cone(i, 1) = at.sin;
    cone(i, 2) = -0.3;
  }
  cone(200, 2) = 1.2;
  cone(201, 0) = 0.1;  // inside
  const Hull3 hull = hull3(cone);
  REQUIRE(hull.vertices.size() == 201);
  const Cells3 cells = cells3(cone, hull, Matrix::identity(3));
  REQUIRE(cells.size() == 201);
  double sum = 0;
  const auto twin = cells3_twin(rows_of(cone, hull.vertices), Matrix::identity(3));
  for (std::size_t i = 0; i < 201; ++i) {
    sum += volume3(cells.solid(i));
    CHECK(std::abs(volume3(cells.solid(i)) - volume3(twin[i])) <= 1e-12);
  }
  CHECK(sum == doctest::Approx(hull_measure(cone)).epsilon(1e-10));
}

TEST_CASE("Cells in space: 500 vertices; each wall is told from both sides") {
  Generator generator = default_rng(302);
  const Matrix V = shell(generator, 500, 0, 0);
  REQUIRE(V.rows == 500);
  const Cells3 cells = cells3(V, hull3(V), Matrix::identity(3));
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += volume3(cells.solid(i));
  CHECK(sum == doctest::Approx(hull_measure(V)).epsilon(1e-11));
  std::size_t surface = 0, walls = 0, lone = 0;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t f = cells.cell_begin[i]; f < cells.cell_begin[i + 1]; ++f) {
      if (cells.beyond[f] == Cells3::kSurface) {
        ++surface;
        continue;
      }
      ++walls;
      const auto j = static_cast<std::size_t>(cells.beyond[f]);
      bool found = false;
      for (std::size_t g = cells.cell_begin[j]; g < cells.cell_begin[j + 1]; ++g)
        found = found || cells.beyond[g] == static_cast<std::int32_t>(i);
      lone += !found;
    }
  CHECK(lone == 0);
  CHECK(walls >= 2 * 1490);  // 1494 edges of the hull; a wall may be too small to be seen
  CHECK(surface > 996);
}
