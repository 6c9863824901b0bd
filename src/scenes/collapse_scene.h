#pragma once
#include <memory>
#include <optional>

#include "scenes/collapse_params.h"
#include "scenes/collapse_run.h"
#include "scenes/token_scene.h"

namespace lab::scenes {

/// Softmax attention at finite beta (arXiv 2508.09628, SA_beta): all tokens meet in one point of the first hull, after
/// about e^(2 beta) updates. A step of the scene is a mark: a moment of an even spacing in log time.
///
/// Handle i is token i. A token dragged at a mark k > 0 makes the tokens of that mark the start.
class CollapseScene final : public TokenScene<CollapseSettings> {
 public:
  CollapseScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "mark"; }
  std::size_t step() const override { return k_; }
  /// The last mark asked for, or as far as n tokens can go without holding up the page.
  std::size_t horizon() const override;
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  core::Matrix state(std::size_t k) const override { return run_.tokens(k); }
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  const CollapseRun& run() const { return run_; }
  const core::Matrix& tokens() const { return run_.tokens(k_); }
  const CollapseRun::Mark& now() const { return run_.mark(k_); }
  std::uint64_t time() const { return CollapseRun::time_of(k_); }
  std::size_t n() const { return run_.tokens(0).rows; }
  std::size_t d() const { return run_.tokens(0).cols; }
  /// The mean of the tokens once they are together: the diameter below kMet of the first.
  std::optional<core::Matrix> meeting_point() const;
  static constexpr double kMet = 1e-3;
  /// Rounding holds tokens that are not together: an update changes no bit. In exact arithmetic it would move a vertex
  /// of their hull.
  bool stuck() const;
  /// With each token of the start its negative is there too, as often.
  bool symmetric() const { return symmetric_; }
  /// Updates until |x| < 1/2 from +-1, for beta = 0, 1, ... at this gamma, as far as kMostTwo.
  const std::vector<double>& two_token_times() const { return two_; }
  static constexpr std::size_t kMostTwo = 100'000;
  /// The preset's tokens, beta and gamma: what its note says is so.
  bool as_preset() const;
  /// Vertex of the first hull, a row of state(0), in whose hardmax cell each token starts; and those vertices.
  std::span<const std::uint32_t> cells() const { return cells_; }
  std::span<const std::uint32_t> vertices() const { return vertices_; }

 private:
  const core::Matrix& on_screen(std::size_t) const override { return tokens(); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostCollapseTokens); }
  void begin_by_hand() override { restart(); }
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void redraw();
  void restart();
  void time_two_tokens();

  CollapseRun run_;
  std::vector<std::uint32_t> vertices_, cells_;
  std::vector<double> two_;
  double two_gamma_ = 0;
  bool symmetric_ = false;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_collapse_scene();

// --- the parts of the frame ---
void draw_collapse_picture(const CollapseScene& scene, Picture& picture);
void draw_collapse_plots(const CollapseScene& scene, Frame& frame);
void write_collapse_tables(const CollapseScene& scene, Frame& frame);
void judge_collapse(const CollapseScene& scene, Frame& frame);

}  // namespace lab::scenes
