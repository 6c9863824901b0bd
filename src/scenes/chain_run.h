#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/exit_ensemble.h"
#include "core/generator.h"
#include "core/markov_chain.h"

namespace lab::scenes {

/// One chain that picks, remembered step by step. A step is an update, or all updates up to the next movement: then its
/// time is exact, and may be large.
class ChainRun {
 public:
  struct Params {
    double gamma = 0.1;
    double beta = 1;
    bool plain = false;  ///< a step is an update
  };

  ChainRun(core::Matrix start, core::Matrix homes, Params params, core::Generator generator);

  /// Computes what is missing up to step k.
  void extend(std::size_t k);
  std::size_t computed() const { return states_.size() - 1; }
  const core::Matrix& tokens(std::size_t k) const { return states_[k]; }
  const core::Matrix& homes() const { return homes_; }
  std::uint64_t time(std::size_t k) const { return times_[k]; }
  /// Whether a token moved in the last update of step k > 0.
  bool moved(std::size_t k) const { return k > 0 && states_[k] != states_[k - 1]; }
  /// No pick can move anything any more, at the last step computed.
  bool frozen() const { return frozen_; }
  /// The longest time is reached.
  bool over() const { return times_.back() >= core::ExitEnsemble::kLongest; }

  /// The token that token i picked in the last update of step k > 0, the first of those that explain its movement; nothing if it
  /// did not move, so that it picked one that lies where it is.
  std::optional<std::size_t> pick(std::size_t k, std::size_t i) const;
  double distance_from_home(std::size_t k, std::size_t i) const;

  /// A token that has come home, within `radius`, and is farther than that afterwards.
  struct Exit {
    std::size_t step = 0;
    std::size_t token = 0;
  };
  /// The first one by step k.
  std::optional<Exit> exit(std::size_t k, double radius) const;

 private:
  Params params_;
  core::MarkovChain chain_;
  core::Generator generator_;
  core::Matrix homes_;
  std::vector<core::Matrix> states_;
  std::vector<std::uint64_t> times_;
  bool frozen_ = false;
};

}  // namespace lab::scenes
