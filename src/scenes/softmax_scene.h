#pragma once
#include <memory>

#include "scenes/softmax_params.h"
#include "scenes/softmax_run.h"
#include "scenes/token_scene.h"

namespace lab::scenes {

/// Softmax against hardmax (course notebook, section 11): the same tokens, A
/// and alpha under both rules, layer by layer in step.
///
/// Handles: token i of the softmax picture is i, of the hardmax picture i +
/// kHandleBank, of the overlay i + 2 kHandleBank (its softmax token). A token
/// dragged at a layer k > 0 makes the tokens of its picture the start of both.
class SoftmaxScene final : public TokenScene<SoftmaxSettings> {
 public:
  SoftmaxScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  Value fallback(std::size_t param) const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "layer"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return static_cast<std::size_t>(settings_.horizon); }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// Softmax tokens in the first n rows, those of the compared rule below: 2n x d.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  core::Status remove(std::int32_t handle) override;

  // --- for the frame ---
  const SoftmaxRun& run() const { return run_; }
  const core::Matrix& soft() const { return run_.soft(k_); }
  const core::Matrix& hard() const { return run_.hard(k_); }
  std::size_t n() const { return run_.n(); }
  std::size_t d() const { return run_.d(); }
  core::HardRule rule() const { return run_.rule(); }
  /// One step from the softmax tokens of this layer.
  const core::StepComparison& now() const { return now_; }
  /// Tokens, A, alpha, beta and tie tolerance are the preset's: what its note says is so.
  bool as_preset() const;

 private:
  std::size_t pictures() const override { return 3; }
  const core::Matrix& on_screen(std::size_t picture) const override { return picture == 1 ? hard() : soft(); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostSoftTokens); }
  void begin_by_hand() override { restart(); }
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  /// Other random tokens; A, alpha and beta stay.
  void redraw();
  void restart();
  /// Some layers ahead, so that the curves say something at layer 0 already.
  void look_ahead();
  void compare();

  SoftmaxRun run_;
  core::StepComparison now_;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_softmax_scene();

// --- the parts of the frame ---
void draw_softmax_pictures(const SoftmaxScene& scene, Frame& frame);
void draw_softmax_plots(const SoftmaxScene& scene, Frame& frame);
void write_softmax_tables(const SoftmaxScene& scene, Frame& frame);
void judge_softmax(const SoftmaxScene& scene, Frame& frame);
/// "β = 10", "β = ∞".
std::string beta_text(double beta);
/// The notebook's printed line: smallest gap, deviation at beta = 1000, of the start.
std::string printed_line(const SoftmaxScene& scene);
/// beta = 1, 3, 10, ... 1000 and the deviation of one step from `Z`: k x 2.
core::Matrix printed_deviations(const SoftmaxScene& scene, const core::Matrix& Z);

}  // namespace lab::scenes
