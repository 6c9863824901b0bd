// Level lines of -(1/2) <B x, x> in the plane: every point has the level, and none is missing.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "core/frank_wolfe.h"
#include "core/level_lines.h"
#include "support.h"

using namespace lab::core;
using lab::test::draw;
using lab::test::draw_spd;
using lab::test::Draws;

namespace {

const Box2 kBox{-1.5, 1, -0.8, 1.2};

/// Largest |J - level| over all points, which also lie in the box.
double error_of(const std::vector<Matrix>& pieces, const Matrix& B, double level, const Box2& box) {
  double most = 0;
  for (const Matrix& piece : pieces) {
    CHECK(piece.rows >= 2);
    for (std::size_t i = 0; i < piece.rows; ++i) {
      CHECK(box.holds(piece(i, 0), piece(i, 1)));
      most = std::max(most, std::abs(objective(piece.row(i), B) - level));
    }
  }
  return most;
}

/// Distance of a point from a segment.
double from_segment(double x, double y, std::span<const double> a, std::span<const double> b) {
  const double ux = b[0] - a[0], uy = b[1] - a[1], square = ux * ux + uy * uy;
  const double s = square > 0 ? std::clamp(((x - a[0]) * ux + (y - a[1]) * uy) / square, 0.0, 1.0) : 0.0;
  return std::sqrt((x - a[0] - s * ux) * (x - a[0] - s * ux) + (y - a[1] - s * uy) * (y - a[1] - s * uy));
}

}  // namespace

TEST_CASE("Level lines: each point has its level, for forms of every sign") {
  Draws draws(301);
  for (int trial = 0; trial < 300; ++trial) {
    Matrix B = trial % 3 == 0 ? draw_spd(draws, 2) : draw(draws, 2, 2, 3);
    B(1, 0) = B(0, 1);
    const double x = draws.uniform(-1.4, 0.9), y = draws.uniform(-0.7, 1.1);
    const double level = objective(std::vector<double>{x, y}, B);
    const auto pieces = level_lines(B, level, kBox);
    // There is a point of this level in the box, so there is a line.
    CHECK_FALSE(pieces.empty());
    CHECK(error_of(pieces, B, level, kBox) <= 1e-13);
    // The point that gave the level is next to it.
    double nearest = 10;
    for (const Matrix& piece : pieces)
      for (std::size_t i = 0; i + 1 < piece.rows; ++i) nearest = std::min(nearest, from_segment(x, y, piece.row(i), piece.row(i + 1)));
    CHECK(nearest <= 0.01);
  }
}

TEST_CASE("Level lines: ellipses, hyperbolas, lines, and nothing") {
  const Box2 box{-2, 2, -2, 2};
  const Matrix one = Matrix::identity(2);
  const auto circle = level_lines(one, -0.5, box);
  REQUIRE(circle.size() == 1);
  CHECK(error_of(circle, one, -0.5, box) <= 1e-15);
  CHECK(level_lines(one, 0.5, box).empty());  // J <= 0
  CHECK(level_lines(one, 0, box).empty());    // one point
  CHECK(level_lines(one, -100, box).empty()); // beyond the box
  const Matrix saddle{{1, 0}, {0, -1}};
  CHECK(level_lines(saddle, -0.5, box).size() == 2);
  CHECK(level_lines(saddle, 0.5, box).size() == 2);
  CHECK(level_lines(saddle, 0, box).size() == 2);
  const Matrix flat{{1, 1}, {1, 1}};  // J = -(x + y)^2 / 2
  CHECK(level_lines(flat, -0.5, box).size() == 2);
  CHECK(error_of(level_lines(flat, -0.5, box), flat, -0.5, box) <= 1e-14);
  CHECK(level_lines(flat, 0, box).size() == 1);
  CHECK(level_lines(flat, 0.5, box).empty());
  CHECK(level_lines(Matrix(2, 2), 0, box).empty());
  CHECK(level_lines(Matrix(2, 2), 1, box).empty());
}

TEST_CASE("Round steps") {
  CHECK(round_step(1, 10) == doctest::Approx(0.1));
  CHECK(round_step(1.2, 10) == doctest::Approx(0.2));
  CHECK(round_step(3, 10) == doctest::Approx(0.5));
  CHECK(round_step(7000, 9) == 1000);
  for (const double range : {1e-7, 0.3, 4.4, 812.0, 9e9}) CHECK(range / round_step(range, 9) <= 9.0001);
  for (const double nothing : {0.0, 4e-323, 1e-320, 1e-307}) CHECK(round_step(nothing, 9) == 1);
}
