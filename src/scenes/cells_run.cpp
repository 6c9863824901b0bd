#include "scenes/cells_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/hull.h"
#include "core/vec.h"

namespace lab::scenes {

using core::Matrix;

CellGeometry::CellGeometry(const Matrix& Z, const Matrix& B) {
  if (Z.cols == 3) {
    hull = core::hull3(Z);
    vertices = hull.vertices;
    solid = core::cells3(Z, hull, B);
  } else {
    vertices = core::hull2(Z);
  }
  V = core::rows_of(Z, vertices);
  if (Z.cols == 2) flat = core::cells2(V, B);
}

std::vector<double> CellGeometry::sizes() const {
  std::vector<double> out;
  for (const Matrix& cell : flat) out.push_back(core::area2(cell));
  for (std::size_t i = 0; i < solid.size(); ++i) out.push_back(core::volume3(solid.solid(i)));
  return out;
}

CellsRun::CellsRun(Matrix start, Matrix B, core::StepSchedule schedule)
    : B_(std::move(B)), schedule_(std::move(schedule)), geometry_(start, B_), rank_(start.rows, -1) {
  for (std::size_t r = 0; r < geometry_.vertices.size(); ++r)
    rank_[geometry_.vertices[r]] = static_cast<std::int32_t>(r);
  generic_ = core::genericity(start, geometry_.V, B_);
  for (const double x : start.data) size_ = std::max(size_, std::abs(x));
  states_.push_back(std::move(start));
  steps_.emplace_back();
  measure(0);
}

void CellsRun::extend(std::size_t t) {
  while (computed() < t) {
    const double gamma = core::step_size(schedule_, computed());
    Matrix next;
    core::linear_maximizers(states_.back(), B_, work_, 0);
    core::frank_wolfe_step(states_.back(), work_, gamma, next);
    states_.push_back(std::move(next));
    // A step rounds the difference, its product with gamma and the sum; what was wrong before shrinks with the rest.
    constexpr double kUnit = std::numeric_limits<double>::epsilon() / 2;
    const double rounding = (1 - gamma) * steps_.back().rounding + (1 + 4 * gamma) * kUnit * size_;
    steps_.emplace_back();
    measure(rounding);
  }
}

void CellsRun::measure(double rounding) {
  const Matrix &start = states_.front(), &now = states_.back();
  Step& step = steps_.back();
  const std::size_t t = computed();
  if (t > 0) step.p = core::remaining_after(schedule_, t - 1, steps_[t - 1].p);
  step.rounding = rounding;
  for (std::size_t i = 0; i < now.rows; ++i) {
    const std::span<const double> v = geometry_.V.row(sigma(i));
    const std::vector<double> line = core::straight_line(start.row(i), v, step.p);
    for (std::size_t c = 0; c < line.size(); ++c)
      step.deviation = std::max(step.deviation, std::abs(now(i, c) - line[c]));
    if (rank_[i] >= 0) step.moved = std::max(step.moved, core::distance(now.row(i), start.row(i)));
    const double way = core::distance(start.row(i), v);
    if (rank_[i] < 0 && way > 0) step.left = std::max(step.left, core::distance(now.row(i), v) / way);
  }
}

double CellsRun::worst_deviation(std::size_t t) const {
  double worst = 0;
  for (std::size_t s = 0; s <= t; ++s) worst = std::max(worst, steps_[s].deviation);
  return worst;
}

bool CellsRun::straight(std::size_t t) const {
  for (std::size_t s = 0; s <= t; ++s) {
    // The line itself rounds two products, its sum, and p_t, a product of t factors.
    const double line = (4 + 2 * static_cast<double>(s) * steps_[s].p) * std::numeric_limits<double>::epsilon() * size_;
    if (!(steps_[s].deviation <= 2 * steps_[s].rounding + line)) return false;
  }
  return true;
}

}  // namespace lab::scenes
