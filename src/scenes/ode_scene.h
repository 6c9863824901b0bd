#pragma once
#include <memory>

#include "scenes/ode_params.h"
#include "scenes/ode_run.h"
#include "scenes/token_scene.h"

namespace lab::scenes {

/// "ODE limit" (arXiv 2508.09628, the differential equation behind the steps): the hardmax rule with three
/// step sizes beside the exact solution of its limit. Step k is the time k / 20.
///
/// Handles: token i of picture r is i + r kHandleBank. A token dragged at a time t > 0 makes the tokens of
/// its picture the start of all.
class OdeScene final : public TokenScene<OdeSettings> {
 public:
  OdeScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  Value fallback(std::size_t param) const override;
  core::Status act(std::size_t action) override;

  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return kOdeStepsPerTime * static_cast<std::size_t>(settings_.last); }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// The exact places in the first n rows, then those of the three discrete runs: 4n x d.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  const OdeRun& run() const { return run_; }
  double time() const { return time_of(k_); }
  /// Tokens of run r after its last step by now.
  const core::Matrix& discrete(std::size_t r) const { return run_.discrete()[r].states[run_.steps_by(r, time())]; }
  std::size_t n() const { return run_.start().rows; }
  std::size_t d() const { return run_.start().cols; }
  static double time_of(std::size_t k) { return static_cast<double>(k) / static_cast<double>(kOdeStepsPerTime); }
  bool as_preset() const { return settings_.tokens == start_.tokens && settings_.b == start_.b; }

 private:
  std::size_t pictures() const override { return OdeRun::kSteps; }
  const core::Matrix& on_screen(std::size_t picture) const override { return discrete(picture); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostOdeTokens); }
  void begin_by_hand() override { restart(); }
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void restart();

  OdeRun run_;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_ode_scene();

// --- the parts of the frame ---
void draw_ode_pictures(const OdeScene& scene, Frame& frame);
void draw_ode_plots(const OdeScene& scene, Frame& frame);
void judge_ode(const OdeScene& scene, Frame& frame);
/// gamma / (2e).
double first_order_error(double gamma);

}  // namespace lab::scenes
