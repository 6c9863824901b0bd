#include "scenes/chain_run.h"

#include <utility>

#include "core/vec.h"

namespace lab::scenes {

using core::Matrix;

ChainRun::ChainRun(Matrix start, Matrix homes, Params params, core::Generator generator)
    : params_(params),
      chain_(start, {Matrix::identity(start.cols), params.gamma, params.beta}),
      generator_(generator),
      homes_(std::move(homes)),
      states_{std::move(start)},
      times_{0} {}

void ChainRun::extend(std::size_t k) {
  while (computed() < k) {
    frozen_ = frozen_ || chain_.quiet_rate() == 0;
    if (params_.plain) chain_.step(generator_);
    else if (!frozen_) chain_.jump(generator_, core::ExitEnsemble::kLongest);
    states_.push_back(chain_.tokens());
    times_.push_back(chain_.time());
  }
}

std::optional<std::size_t> ChainRun::pick(std::size_t k, std::size_t i) const {
  if (!moved(k)) return std::nullopt;
  const Matrix &before = states_[k - 1], &after = states_[k];
  const auto explains = [&](std::size_t j) {
    for (std::size_t c = 0; c < before.cols; ++c)
      if (before(i, c) + params_.gamma * (before(j, c) - before(i, c)) != after(i, c)) return false;
    return true;
  };
  if (explains(i)) return std::nullopt;
  for (std::size_t j = 0; j < before.rows; ++j)
    if (explains(j)) return j;
  return std::nullopt;
}

double ChainRun::distance_from_home(std::size_t k, std::size_t i) const { return core::distance(states_[k].row(i), homes_.row(i)); }

std::optional<ChainRun::Exit> ChainRun::exit(std::size_t k, double radius) const {
  std::vector<bool> home(homes_.rows);
  for (std::size_t step = 0; step <= k; ++step)
    for (std::size_t i = 0; i < homes_.rows; ++i) {
      const bool inside = distance_from_home(step, i) <= radius;
      if (home[i] && !inside) return Exit{step, i};
      home[i] = home[i] || inside;
    }
  return std::nullopt;
}

}  // namespace lab::scenes
