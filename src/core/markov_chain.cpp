#include "core/markov_chain.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/elementary.h"
#include "core/softmax.h"
#include "core/vec.h"

namespace lab::core {

MarkovChain::MarkovChain(Matrix Z, ChainParams params)
    : Z_(std::move(Z)),
      next_(Z_),
      weights_(Z_.rows, Z_.rows),
      params_(std::move(params)),
      move_(Z_.rows),
      stay_(Z_.rows + 1),
      direction_(Z_.cols) {
  assert(Z_.rows > 0 && params_.B.rows == Z_.cols && params_.B.cols == Z_.cols);
  assert(params_.beta >= 0.0 && std::isfinite(params_.beta));
}

bool MarkovChain::moves(std::size_t i, std::size_t j) const {
  for (std::size_t c = 0; c < Z_.cols; ++c)
    if (Z_(i, c) + params_.gamma * (Z_(j, c) - Z_(i, c)) != Z_(i, c)) return true;
  return false;
}

void MarkovChain::move(std::size_t i, std::size_t j) {
  for (std::size_t c = 0; c < Z_.cols; ++c) next_(i, c) = Z_(i, c) + params_.gamma * (Z_(j, c) - Z_(i, c));
}

void MarkovChain::refresh() {
  if (fresh_) return;
  for (std::size_t i = 0; i < Z_.rows; ++i) {
    const std::span<double> row = weights_.row(i);
    apply(params_.B, Z_.row(i), direction_);
    for (std::size_t j = 0; j < Z_.rows; ++j) row[j] = dot(direction_, Z_.row(j));
    softmax(row, params_.beta, 0.0, row);
    double moving = 0.0;
    bool all = true;
    for (std::size_t j = 0; j < Z_.rows; ++j) {
      if (moves(i, j)) moving += row[j];
      else all = all && row[j] == 0.0;
    }
    move_[i] = all ? 1.0 : std::min(moving, 1.0);  // p_i = 1 is for tokens that cannot stay, not for rounding
  }
  stay_[Z_.rows] = 0.0;
  for (std::size_t i = Z_.rows; i-- > 0;) stay_[i] = stay_[i + 1] + log1p(-move_[i]);
  fresh_ = true;
}

const Matrix& MarkovChain::weights() {
  refresh();
  return weights_;
}

const std::vector<double>& MarkovChain::move_probabilities() {
  refresh();
  return move_;
}

double MarkovChain::quiet_rate() {
  refresh();
  return -stay_[0];
}

bool MarkovChain::finish() {
  if (next_.data == Z_.data) return false;
  Z_.data = next_.data;
  fresh_ = false;
  return true;
}

bool MarkovChain::step(Generator& generator) {
  refresh();
  for (std::size_t i = 0; i < Z_.rows; ++i) {
    const double u = generator.random();
    double sum = 0.0;
    std::size_t j = 0, last = i;
    for (; j < Z_.rows; ++j) {
      if (weights_(i, j) > 0.0) last = j;
      sum += weights_(i, j);
      if (u < sum) break;
    }
    move(i, j < Z_.rows ? j : last);  // the weights may sum to a last bit less than 1
  }
  ++time_;
  return finish();
}

std::size_t MarkovChain::pick_mover(std::size_t i, double u) const {
  double sum = 0.0;
  std::size_t last = i;
  for (std::size_t j = 0; j < Z_.rows; ++j) {
    if (!(weights_(i, j) > 0.0) || !moves(i, j)) continue;
    last = j;
    sum += weights_(i, j);
    if (u * move_[i] < sum) break;
  }
  return last;
}

void MarkovChain::choose_movers(Generator& generator) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < Z_.rows; ++i)
    if (move_[i] > 0.0) last = i;
  bool moved = false;
  for (std::size_t i = 0; i < Z_.rows; ++i) {
    // -expm1(stay_[i]): the probability that one of i, i + 1, ... moves.
    const double p = moved ? move_[i] : move_[i] / -expm1(stay_[i]);
    const bool must = !moved && i == last;
    if (!(generator.random() < p) && !must) continue;
    move(i, pick_mover(i, generator.random()));
    moved = true;
  }
}

bool MarkovChain::jump(Generator& generator, std::uint64_t horizon) {
  if (time_ >= horizon) return false;
  refresh();
  if (stay_[0] == 0.0) {  // every pick leaves everything where it is, for ever
    time_ = horizon;
    return false;
  }
  // 1 - random() is in (0, 1]. P(1 + floor(ln U / ln(1 - p)) > t) = P(U < (1 - p)^t).
  const double quiet = std::floor(log(1.0 - generator.random()) / stay_[0]);
  const std::uint64_t left = horizon - time_;
  if (!(quiet < 0x1p63) || static_cast<std::uint64_t>(quiet) >= left) {
    time_ = horizon;
    return false;
  }
  time_ += static_cast<std::uint64_t>(quiet) + 1;
  choose_movers(generator);
  finish();
  return true;
}

std::size_t count_within(const Matrix& Z, const Matrix& homes, double radius) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < Z.rows; ++i) count += distance(Z.row(i), homes.row(i)) <= radius;
  return count;
}

std::optional<std::uint64_t> exit_time(MarkovChain& chain, const Matrix& homes, double radius, std::uint64_t horizon,
                                       Walk walk, Generator& generator) {
  assert(homes.rows == chain.tokens().rows && homes.cols == chain.tokens().cols);
  const auto out = [&] { return count_within(chain.tokens(), homes, radius) < homes.rows; };
  if (out()) return chain.time();
  while (chain.time() < horizon) {
    const bool moved = walk == Walk::kPlain ? chain.step(generator) : chain.jump(generator, horizon);
    if (moved && out()) return chain.time();
  }
  return std::nullopt;
}

}  // namespace lab::core
