#include "scenes/worlds_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/elementary.h"
#include "core/frank_wolfe.h"
#include "core/hull.h"
#include "core/softmax_dynamics.h"
#include "core/vec.h"
#include "scenes/log_times.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// A move of less than this, of the size of the tokens, is rounding: a token that has come within a last bit of its
/// vertex may tie with it, and both then creep for thousands of steps.
constexpr double kStill = 1e-15;

}  // namespace

std::size_t places_of(const Matrix& Z, double radius) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < Z.rows; ++i)
    if (std::ranges::all_of(found, [&](std::size_t j) { return core::distance(Z.row(i), Z.row(j)) > radius; }))
      found.push_back(i);
  return found.size();
}

WorldsRun::WorldsRun(Setting setting)
    : setting_(std::move(setting)),
      times_(log_times(setting_.decades, kPerDecade)),
      vertex_tokens_(core::hull_vertices(setting_.start)),
      picks_(generator_of(setting_.seed)) {
  const Matrix& Z = setting_.start;
  vertices_ = core::rows_of(Z, vertex_tokens_);
  const Matrix B = Matrix::identity(Z.cols);
  generic_ = core::genericity(Z, vertices_, B);
  metastable_ = core::metastable_vertices(vertices_);
  for (std::size_t i = 0; i < Z.rows; ++i) sigma_.push_back(core::cell_of(Z.row(i), vertices_, B).vertex);
  homes_ = core::rows_of(vertices_, sigma_);
  farthest_ = core::largest_distance(Z, homes_);
  run_hardmax();
  predict();
  soft_.emplace(Z, setting_.gamma, setting_.beta);
  chain_.emplace(Z, core::ChainParams{B, setting_.gamma, setting_.beta});
  watch_ = {hard_.back(), setting_.radius, {}};
  if (gathering_ == 0) {
    predict_soft();
    predict_chain();
  }
  record(0);
}

void WorldsRun::run_hardmax() {
  const Matrix B = Matrix::identity(setting_.start.cols);
  core::LinearMaximizers to;
  hard_.push_back(setting_.start);
  double size = 0;
  for (const double x : setting_.start.data) size = std::max(size, std::abs(x));
  Matrix next;
  while (hard_.size() <= kLongestRest) {
    core::linear_maximizers(hard_.back(), B, to, 0.0);
    core::frank_wolfe_step(hard_.back(), to, setting_.gamma, next);
    rests_ = core::largest_distance(next, hard_.back()) <= kStill * size;
    if (rests_) return;
    hard_.push_back(next);
  }
}

void WorldsRun::predict() {
  double nearest = kInfinity;
  for (std::size_t i = 0; i < vertices_.rows; ++i)
    for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, core::distance(vertices_.row(i), vertices_.row(j)));
  one_pick_leaves_ = vertices_.rows > 1 && setting_.gamma * nearest > setting_.radius;
  soft_from_vertices_ = core::drift_time(homes_, homes_, setting_.gamma, setting_.beta, setting_.radius);
  chain_from_vertices_ = vertices_.rows > 1 ? core::one_jump_median(vertices_, sigma_, setting_.beta) : kInfinity;
  const double near = 1e-3 * setting_.radius;
  if (farthest_ > near)
    gathering_ = static_cast<std::uint64_t>(std::ceil(core::log(near / farthest_) / core::log1p(-setting_.gamma)));
  run_clocks();
}

void WorldsRun::run_clocks() {
  core::MarkovChain at_homes(homes_, {Matrix::identity(homes_.cols), setting_.gamma, setting_.beta});
  const double rate = at_homes.quiet_rate();
  chain_mean_ = rate > 0 ? -1 / core::expm1(-rate) : kInfinity;
  if (!one_pick_leaves_) return;
  auto sequence = core::SeedSequence::parse(setting_.seed);
  if (!sequence) return;
  for (const core::SeedSequence& child : sequence.value().spawn(kClocks)) {
    core::MarkovChain chain = at_homes;
    core::Generator picks = core::default_rng(child);
    const auto exit =
        core::exit_time(chain, homes_, setting_.radius, core::MarkovChain::kForever, core::Walk::kAccelerated, picks);
    clocks_.push_back(exit ? static_cast<double>(*exit) : kInfinity);
  }
  std::ranges::sort(clocks_);
}

std::optional<Matrix> WorldsRun::gathered(const Matrix& Z) const {
  Matrix mean(vertices_.rows, Z.cols);
  std::vector<double> count(vertices_.rows);
  for (const std::uint32_t v : sigma_) count[v] += 1;
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c) mean(sigma_[i], c) += Z(i, c) / count[sigma_[i]];
  Matrix out = core::rows_of(mean, sigma_);
  if (core::largest_distance(out, Z) > 0.1 * setting_.radius) return std::nullopt;
  return out;
}

void WorldsRun::predict_soft() {
  const auto places = gathered(soft_->tokens());
  if (!places) return;
  soft_predicted_ = static_cast<double>(gathering_) +
                    core::drift_time(*places, homes_, setting_.gamma, setting_.beta, setting_.radius);
}

void WorldsRun::predict_chain() {
  const auto places = gathered(chain_->tokens());
  if (!places || vertices_.rows < 2) return;
  core::MarkovChain chain(*places, chain_->params());
  const double rate = chain.quiet_rate();
  chain_predicted_ = rate > 0 ? static_cast<double>(gathering_) + core::log(2.0) / rate : kInfinity;
}

bool WorldsRun::advance_soft(std::uint64_t t, std::uint64_t most) {
  if (soft_end_) return true;
  most = std::min(most, kMostWork);
  while (soft_->time() < std::min(t, std::max(rest(), gathering_))) {
    if (!soft_->advance(soft_->time() + 1, most)) break;
    const Matrix now = soft_->tokens();
    if (!soft_parting_ && core::largest_distance(now, hard(soft_->time())) > setting_.radius)
      soft_parting_ = soft_->time();
    if (soft_->time() == gathering_) predict_soft();
  }
  if (soft_->time() >= std::max(rest(), gathering_) && soft_->time() < t) {
    watch_.first = soft_parting_;
    soft_->advance(t, most, &watch_);
    soft_parting_ = watch_.first;
  }
  if (soft_->time() >= t) return true;
  if (soft_->work() >= kMostWork) soft_end_ = soft_->time();
  return soft_end_.has_value();
}

bool WorldsRun::advance_chain(std::uint64_t t, std::uint64_t most) {
  if (chain_end_) return true;
  most = std::min(most, kMostWork);
  while (chain_->time() < t) {
    if (chain_work() >= most) {
      if (chain_work() >= kMostWork) chain_end_ = chain_->time();
      return chain_end_.has_value();
    }
    ++chain_steps_;
    const bool early = chain_->time() < gathering_;
    const bool moved = early ? chain_->step(*picks_) : chain_->jump(*picks_, t);
    if (early && chain_->time() == gathering_) predict_chain();
    if (!moved && !early) continue;
    const double apart = core::largest_distance(chain_->tokens(), hard(chain_->time()));
    worst_ = std::max(worst_, apart);
    if (!chain_parting_ && apart > setting_.radius) chain_parting_ = chain_->time();
  }
  return true;
}

void WorldsRun::record(std::size_t k) {
  Instant now{soft_->tokens(), chain_->tokens(), 0, 0, worst_};
  now.soft_apart = core::largest_distance(now.soft, hard(times_[k]));
  now.chain_apart = core::largest_distance(now.chain, hard(times_[k]));
  now.chain_worst = std::max(worst_, now.chain_apart);
  worst_ = 0;
  instants_.push_back(std::move(now));
}

void WorldsRun::extend(std::size_t k, std::uint64_t work) {
  const std::uint64_t soft_most = soft_->work() + work, chain_most = chain_work() + work;
  while (computed() < std::min(k, times_.size() - 1)) {
    const std::uint64_t t = times_[computed() + 1];
    const bool soft_there = advance_soft(t, soft_most), chain_there = advance_chain(t, chain_most);
    if (!soft_there || !chain_there) return;
    record(computed() + 1);
  }
}

}  // namespace lab::scenes
