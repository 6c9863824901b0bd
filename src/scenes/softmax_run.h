#pragma once
#include <array>
#include <vector>

#include "core/softmax_dynamics.h"
#include "scenes/hardmax_run.h"

namespace lab::scenes {

/// Two trajectories from one start, layer by layer in step: softmax at one
/// beta, and a hard rule. Beside them how far softmax at other beta has gone
/// from the hard one.
class SoftmaxRun {
 public:
  static constexpr std::array<double, 4> kOtherBetas{1, 10, 100, 1000};

  /// What is measured at each layer.
  struct Layer {
    double distance = 0;                        ///< max_i |soft_i - hard_i|
    std::array<double, kOtherBetas.size()> other{};  ///< the same at the other beta
    double deviation = 0;                       ///< of one step from the softmax tokens
    double entropy = 0;                         ///< mean over the rows, nats
    double log_q = 0;                           ///< the same of hardmax rows
  };

  SoftmaxRun() = default;
  SoftmaxRun(core::Matrix start, core::SoftmaxParams params, core::HardRule rule);

  /// The same at another beta, at layer 0; hard tokens and the curves of the
  /// other beta, which do not depend on it, stay.
  void set_beta(double beta);
  /// Computes what is missing up to layer k.
  void extend(std::size_t k);
  std::size_t computed() const { return soft_.size() - 1; }
  std::size_t n() const { return soft_.front().rows; }
  std::size_t d() const { return soft_.front().cols; }
  const core::SoftmaxParams& params() const { return params_; }
  core::HardRule rule() const { return rule_; }

  // k <= computed()
  const core::Matrix& soft(std::size_t k) const { return soft_[k]; }
  const core::Matrix& hard(std::size_t k) const { return hard_[k]; }
  const Layer& layer(std::size_t k) const { return layers_[k]; }
  /// The hardmax run: who leads, who follows whom. Its tokens are hard() where
  /// the rule is hardmax.
  const HardmaxRun& leads() const { return leads_; }

 private:
  void advance_hard();
  void advance_soft();
  void measure(std::size_t k);

  core::SoftmaxParams params_;
  core::HardRule rule_ = core::HardRule::kAllMaximizers;
  std::vector<core::Matrix> soft_, hard_;
  std::array<core::Matrix, kOtherBetas.size()> other_;  ///< of the last layer
  std::vector<Layer> layers_;
  HardmaxRun leads_;
  core::SoftmaxWork work_;
};

}  // namespace lab::scenes
