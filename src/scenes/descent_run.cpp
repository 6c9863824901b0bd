#include "scenes/descent_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/hull.h"
#include "core/vec.h"

namespace lab::scenes {

DescentRun::DescentRun(core::Matrix start, DescentModel model, std::size_t steps) : model_(std::move(model)) {
  double entry = 0;
  for (const double x : start.data) size_ = std::max(size_, std::abs(x));
  for (const double b : model_.B.data) entry = std::max(entry, std::abs(b));
  const auto d = static_cast<double>(start.cols);
  score_size_ = d * d * entry * size_ * size_;
  states_.resize(1);
  states_[0].Z = std::move(start);
  measure(states_[0]);
  for (std::size_t t = 0; t < steps && advance(); ++t) {
  }
}

void DescentRun::measure(State& state) const {
  core::linear_maximizers(state.Z, model_.B, state.to, model_.tie);
  if (model_.scalar()) state.gamma = core::step_size(model_.schedule, states_.size() - 1);
  for (std::size_t i = 0; i < state.Z.rows; ++i) state.objective.push_back(core::objective(state.Z.row(i), model_.B));
  const std::vector<double> origin(state.Z.cols, 0.0);
  state.origin = core::distance_to_hull(origin, state.Z);
}

void DescentRun::compare(const State& before, State& state) const {
  state.excess = core::hull_excess(state.Z, before.Z);
  for (std::size_t i = 0; i < n(); ++i) {
    const double change = state.objective[i] - before.objective[i];
    const double slack = change + before.gamma * before.to.gap[i];
    const double error = std::abs(change - predicted_change(before.Z.row(i), before.to.y.row(i), model_.B, before.gamma));
    if (i == 0 || change > state.rise) {
      state.rise = change;
      state.riser = static_cast<std::uint32_t>(i);
    }
    state.slack = i == 0 ? slack : std::max(state.slack, slack);
    state.change_error = std::max(state.change_error, error);
  }
}

bool DescentRun::advance() {
  State next;
  const State& now = states_.back();
  if (model_.scalar()) core::frank_wolfe_step(now.Z, now.to, now.gamma, next.Z);
  else core::frank_wolfe_step(now.Z, now.to, model_.P, next.Z);
  for (const double x : next.Z.data)
    if (!(std::abs(x) <= kFarthest * std::max(size_, 1e-12))) return false;
  states_.push_back(std::move(next));
  measure(states_.back());
  compare(states_[states_.size() - 2], states_.back());
  return true;
}

std::size_t DescentRun::worst(std::size_t t) const {
  const std::vector<double>& J = states_[t].objective;
  return static_cast<std::size_t>(std::ranges::max_element(J) - J.begin());
}

double predicted_change(std::span<const double> x, std::span<const double> y, const core::Matrix& B, double gamma) {
  std::vector<double> to(x.size()), direction(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) to[c] = y[c] - x[c];
  core::apply(B, x, direction);
  const double slope = core::dot(direction, to);
  core::apply(B, to, direction);
  return -gamma * slope - 0.5 * gamma * gamma * core::dot(direction, to);
}

}  // namespace lab::scenes
