#include "scenes/ode_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/frank_wolfe.h"
#include "core/hull.h"
#include "core/softmax_dynamics.h"
#include "core/vec.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// Whole steps of size gamma in t; k gamma is seldom exact.
std::size_t whole_steps(double t, double gamma) {
  return static_cast<std::size_t>(std::floor(t / gamma * (1 + 1e-12) + 1e-9));
}

double size_of(const Matrix& Z) {
  double size = 0;
  for (const double x : Z.data) size = std::max(size, std::abs(x));
  return size;
}

}  // namespace

OdeRun::OdeRun(Matrix start, Matrix B, const std::array<double, kSteps>& gammas, double last)
    : start_(std::move(start)), B_(std::move(B)), vertex_tokens_(core::hull_vertices(start_)) {
  vertices_ = core::rows_of(start_, vertex_tokens_);
  generic_ = core::genericity(start_, vertices_, B_);
  for (std::size_t i = 0; i < start_.rows; ++i) {
    sigma_.push_back(core::cell_of(start_.row(i), vertices_, B_).vertex);
    longest_ = std::max(longest_, core::distance(start_.row(i), vertices_.row(sigma_.back())));
  }
  for (std::size_t r = 0; r < kSteps; ++r) {
    discrete_[r].gamma = gammas[r];
    advance(discrete_[r], last);
  }
}

Matrix OdeRun::exact(double t) const {
  const double p = core::ode_remaining(t);
  Matrix out(start_.rows, start_.cols);
  for (std::size_t i = 0; i < out.rows; ++i) {
    const std::span<const double> x = start_.row(i), v = vertices_.row(sigma_[i]);
    for (std::size_t c = 0; c < out.cols; ++c) out(i, c) = p * x[c] + (1.0 - p) * v[c];
  }
  return out;
}

std::size_t OdeRun::steps_by(std::size_t r, double t) const {
  return std::min(whole_steps(t, discrete_[r].gamma), discrete_[r].states.size() - 1);
}

double OdeRun::rounding(std::size_t r) const {
  const auto steps = static_cast<double>(discrete_[r].states.size());
  return 4e-16 * (steps + 10) * (1 + (longest_ > 0 ? size_of(start_) / longest_ : 0));
}

void OdeRun::advance(Discrete& run, double last) const {
  const std::size_t steps = whole_steps(last, run.gamma);
  run.states.reserve(steps + 1);
  run.states.push_back(start_);
  run.error.push_back(0);
  core::LinearMaximizers to;
  double left = 1;
  for (std::size_t k = 1; k <= steps; ++k) {
    core::linear_maximizers(run.states.back(), B_, to);
    Matrix next;
    core::frank_wolfe_step(run.states.back(), to, run.gamma, next);
    const double t = static_cast<double>(k) * run.gamma;
    const double error = longest_ > 0 ? core::largest_distance(next, exact(t)) / longest_ : 0;
    if (error > run.sup) {
      run.sup = error;
      run.sup_at = k;
    }
    left *= 1 - run.gamma;
    run.sup_here = std::max(run.sup_here, std::abs(left - core::ode_remaining(t)));
    for (const std::uint32_t v : vertex_tokens_)
      run.vertex_move = std::max(run.vertex_move, core::distance(next.row(v), start_.row(v)));
    run.error.push_back(error);
    run.states.push_back(std::move(next));
  }
  run.excess = core::hull_excess(run.states.back(), start_);
}

}  // namespace lab::scenes
