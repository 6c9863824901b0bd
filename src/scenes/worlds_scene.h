#pragma once
#include <memory>

#include "scenes/token_scene.h"
#include "scenes/worlds_params.h"
#include "scenes/worlds_run.h"

namespace lab::scenes {

/// "Three worlds" (arXiv 2508.09628, sections on hardmax, finite beta and metastability): hardmax, softmax and the
/// picking chain from one start, over exponentially long times. Step k is the time times()[k] of a logarithmic grid.
///
/// Handles: token i of the hardmax picture is i, of softmax i + kHandleBank, of the chain i + 2 kHandleBank. A token
/// dragged at a time t > 0 makes the tokens of its picture the start of all.
class WorldsScene final : public TokenScene<WorldsSettings> {
 public:
  WorldsScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return run_.times().size() - 1; }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// Hardmax tokens in the first n rows, then softmax, then the chain: 3n x d.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  const WorldsRun& run() const { return run_; }
  std::uint64_t time() const { return run_.times()[k_]; }
  std::size_t n() const { return settings_.tokens.rows; }
  std::size_t d() const { return settings_.tokens.cols; }
  /// 0: hardmax, 1: softmax, 2: chain, at grid time k.
  const core::Matrix& world(std::size_t w, std::size_t k) const {
    return w == 0 ? run_.hard(run_.times()[k]) : w == 1 ? run_.at(k).soft : run_.at(k).chain;
  }
  bool as_preset() const;

 private:
  static constexpr std::size_t kWorlds = 3;

  std::size_t pictures() const override { return kWorlds; }
  const core::Matrix& on_screen(std::size_t picture) const override { return world(picture, k_); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostWorldsTokens); }
  void begin_by_hand() override { restart(); }
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void restart();

  WorldsRun run_;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_worlds_scene();

// --- the parts of the frame ---
void draw_worlds_pictures(const WorldsScene& scene, Frame& frame);
void draw_worlds_plots(const WorldsScene& scene, Frame& frame);
void write_worlds_tables(const WorldsScene& scene, Frame& frame);
void judge_worlds(const WorldsScene& scene, Frame& frame);
/// The chain is not expected to be seen parting later than this.
inline constexpr double kMostTime = 1e15;
/// "12,300" or "1.2e+07"; "never" for infinity.
std::string time_text(double t);
/// What keeps a prediction from the vertices from applying to softmax (false) or the chain (true); "" when nothing.
std::string no_prediction(const WorldsScene& scene, bool chain);

}  // namespace lab::scenes
