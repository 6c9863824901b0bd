#include "scenes/descent_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/hull.h"
#include "core/vec.h"

namespace lab::scenes {
namespace {

double largest_entry(const core::Matrix& m) {
  double most = 0;
  for (const double x : m.data) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

DescentRun::DescentRun(core::Matrix start, DescentModel model, std::size_t steps) : model_(std::move(model)) {
  size_ = largest_entry(start);
  entry_ = largest_entry(model_.B);
  states_.resize(1);
  states_[0].Z = std::move(start);
  measure(states_[0]);
  score_size_ = states_[0].score_size;
  for (std::size_t t = 0; t < steps && advance(); ++t) {
  }
}

void DescentRun::measure(State& state) const {
  core::linear_maximizers(state.Z, model_.B, state.to, model_.tie);
  if (model_.scalar()) state.gamma = core::step_size(model_.schedule, states_.size() - 1);
  for (std::size_t i = 0; i < state.Z.rows; ++i) state.objective.push_back(core::objective(state.Z.row(i), model_.B));
  const auto d = static_cast<double>(state.Z.cols);
  const double size = largest_entry(state.Z);
  state.score_size = d * d * entry_ * size * size;
  for (std::size_t i = 0; i < state.Z.rows; ++i) {
    const double of_y = slope(state.Z.row(i), state.to.y.row(i), model_.B);
    state.off_gap = std::max(state.off_gap, std::abs(of_y - state.to.gap[i]));
  }
  const std::vector<double> origin(state.Z.cols, 0.0);
  state.origin = core::distance_to_hull(origin, state.Z);
}

void DescentRun::compare(const State& before, State& state) const {
  state.excess = core::hull_excess(state.Z, before.Z);
  for (std::size_t i = 0; i < n(); ++i) {
    const double change = state.objective[i] - before.objective[i];
    const double slack = change + before.gamma * before.to.gap[i];
    const double error =
        std::abs(change - predicted_change(before.Z.row(i), before.to.y.row(i), model_.B, before.gamma));
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
  if (model_.scalar())
    core::frank_wolfe_step(now.Z, now.to, now.gamma, next.Z);
  else
    core::frank_wolfe_step(now.Z, now.to, model_.P, next.Z);
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

double slope(std::span<const double> x, std::span<const double> y, const core::Matrix& B) {
  std::vector<double> to(x.size()), direction(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) to[c] = y[c] - x[c];
  core::apply(B, x, direction);
  return core::dot(direction, to);
}

double predicted_change(std::span<const double> x, std::span<const double> y, const core::Matrix& B, double gamma) {
  std::vector<double> to(x.size());
  for (std::size_t c = 0; c < x.size(); ++c) to[c] = y[c] - x[c];
  return -gamma * slope(x, y, B) + gamma * gamma * core::objective(to, B);
}

}  // namespace lab::scenes
