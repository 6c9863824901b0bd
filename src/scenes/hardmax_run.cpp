#include "scenes/hardmax_run.h"

#include <algorithm>
#include <cmath>

#include "core/hull.h"

namespace lab::scenes {
namespace {

// A token this close to the mean of its attended set rests: the distance is
// what rounding of the mean leaves.
constexpr double kRest = 1e-14;

double largest_gap(std::span<const double> a, std::span<const double> b) {
  double gap = 0;
  for (std::size_t c = 0; c < a.size(); ++c) gap = std::max(gap, std::abs(a[c] - b[c]));
  return gap;
}

bool hull_is_measured(const core::Matrix& Z) {
  return Z.cols <= 2 || (Z.cols == 3 && Z.rows <= HardmaxRun::kHullTokens);
}

}  // namespace

HardmaxRun::HardmaxRun(core::Matrix start, core::HardmaxParams params) : params_(std::move(params)) {
  const std::size_t count = start.rows;
  led_since_.assign(count, kNever);
  lost_since_.assign(count, kNever);
  follow_.assign(count, Follow{});
  destinations_.resize(count);
  states_.push_back(std::move(start));
  record();
}

void HardmaxRun::extend(std::size_t k) {
  while (computed() < k) {
    core::Matrix next(n(), d());
    core::hardmax_step(states_.back(), attention_, params_.alpha, next);
    states_.push_back(std::move(next));
    record();
  }
}

// Takes down everything that is counted at the newest state.
void HardmaxRun::record() {
  const std::size_t k = states_.size() - 1;
  std::swap(before_, attention_);
  core::attend(states_[k], params_, attention_);
  Layer layer;
  if (k > 0) {
    layer.residual = core::residual(states_[k - 1], states_[k]);
    record_changes(static_cast<std::uint32_t>(k), layer);
  }
  record_leaders(static_cast<std::uint32_t>(k), layer);
  record_follows(static_cast<std::uint32_t>(k));
  record_shape(k, layer);
  layers_.push_back(layer);
}

void HardmaxRun::record_changes(std::uint32_t k, Layer& layer) {
  const core::Matrix& Z = states_[k];
  for (std::uint32_t i = 0; i < n(); ++i) {
    if (attention_.hash[i] == before_.hash[i]) continue;
    ++layer.changed;
    const bool rested = before_.count[i] > 1 && largest_gap(before_.mean.row(i), states_[k - 1].row(i)) <= kRest;
    const bool away = largest_gap(Z.row(i), Z.row(before_.first[i])) > core::kClusterTolerance;
    if (rested && away && largest_gap(attention_.mean.row(i), Z.row(i)) > kRest) carried_.push_back({i, k});
  }
}

void HardmaxRun::record_leaders(std::uint32_t k, Layer& layer) {
  for (std::uint32_t i = 0; i < n(); ++i) {
    const bool strict = core::is_leader(attention_, i);
    layer.strict += strict ? 1U : 0U;
    if (strict && led_since_[i] == kNever) {
      led_since_[i] = k;
      leaders_.push_back(i);
    }
    if (led_since_[i] == kNever) continue;
    if (!strict) {
      ++layer.lost;
      lost_since_[i] = std::min(lost_since_[i], k);
    }
    const double drift = largest_gap(states_[k].row(i), states_[led_since_[i]].row(i));
    layer.drift = std::max(layer.drift, drift);
    if (lost_since_[i] == kNever) layer.strict_drift = std::max(layer.strict_drift, drift);
    if (led_since_[i] == 0) layer.moved = std::max(layer.moved, drift);
  }
}

void HardmaxRun::record_follows(std::uint32_t k) {
  for (std::uint32_t i = 0; i < n(); ++i) {
    const std::uint32_t j = attention_.first[i];
    const bool alone = attention_.count[i] == 1 && j != i;
    Follow& follow = follow_[i];
    if (follow.since == kNever && alone && core::is_leader(attention_, j)) follow = {k, j, kNever};
    if (follow.since != kNever && follow.broken == kNever && !(alone && j == follow.leader)) follow.broken = k;
  }
  const auto map = core::follower_map(attention_);
  for (std::uint32_t i = 0; i < n(); ++i) {
    auto& known = destinations_[i];
    if (map[i] && (known.empty() || known.back().second != *map[i])) known.emplace_back(k, *map[i]);
  }
}

void HardmaxRun::record_shape(std::size_t k, Layer& layer) const {
  const core::Matrix& Z = states_[k];
  if (Z.rows <= kClusterTokens) layer.clusters = static_cast<std::int32_t>(core::clusters(Z).representative.size());
  if (!hull_is_measured(Z)) return;
  layer.nesting = k > 0 ? core::hull_excess(Z, states_[k - 1]) : 0;
  layer.outside = k > 0 ? core::hull_excess(Z, states_[0]) : 0;
}

std::span<const std::uint32_t> HardmaxRun::leaders(std::size_t k) const {
  const auto end = std::ranges::find_if(leaders_, [&](std::uint32_t i) { return led_since_[i] > k; });
  return {leaders_.begin(), end};
}

std::optional<std::uint32_t> HardmaxRun::destination(std::size_t i, std::size_t k) const {
  std::optional<std::uint32_t> last;
  for (const auto& [layer, leader] : destinations_[i]) {
    if (layer > k) break;
    last = leader;
  }
  return last;
}

std::optional<std::size_t> HardmaxRun::next_change(std::size_t from, std::size_t to) const {
  for (std::size_t k = from; k <= to; ++k)
    if (layers_[k].changed > 0) return k;
  return std::nullopt;
}

}  // namespace lab::scenes
