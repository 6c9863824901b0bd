#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/cloud.h"
#include "model/block.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct BlockSettings {
  std::string preset = "pre-ln";
  std::int64_t n = 10;
  std::string d = "3";
  std::int64_t heads = 1;
  std::string cloud = "1";
  double nudge = 0;
  std::string norm = "pre";
  bool attention = true;
  bool mlp = true;
  double scale = 1;
  std::string seed = "10";
  double h = 1;
  std::int64_t times = 8;
  std::int64_t token = 1;  ///< 1-based
  std::string plot = "moves";
  bool arrows = true;
  bool trails = true;
  bool circle = true;
  double speed = 2;
};

/// The block: a transformer block with random weights, applied again and again
/// to a small cloud, half-step by half-step (notebook section 5).
class BlockScene final : public TableScene<BlockSettings> {
 public:
  /// Sizes of one state, and the move that led to it.
  struct State {
    core::Matrix X;
    double diameter = 0, mean_norm = 0, mean_cosine = 0;
    core::Move move;
  };
  /// What the verdicts say of the current state.
  struct Claims {
    double mlp_leak = 0, attention_leak = 0;  ///< a token moved by kLeakMove, the others' change
    double reversal = 0;
    double silenced_pre = 0, silenced_post = 0;  ///< of the start, with either place of the LayerNorm
  };

  BlockScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "half-step"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return states().size() - 1; }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  std::int32_t selected() const override { return static_cast<std::int32_t>(settings_.token) - 1; }
  void select(std::int32_t handle) override;

  // --- for the files that fill the frame ---
  const model::CloudBlock& block() const { return block_; }
  std::size_t n() const { return static_cast<std::size_t>(settings_.n); }
  std::size_t token() const { return static_cast<std::size_t>(settings_.token) - 1; }
  /// States 0, 1, 2, … after each half-step; ends early where one has grown beyond kLargestStream.
  const std::vector<State>& states() const;
  /// The run ended before the last application asked for.
  bool cut_short() const { return horizon() < 2 * static_cast<std::size_t>(settings_.times); }
  const Claims& claims() const;
  const model::Halving& halving() const;
  /// The state before the application whose moves are shown: the one that the
  /// present state lies in or, at the end of the run, the last one.
  std::size_t first_half() const {
    const std::size_t even = k_ / 2 * 2;
    return even == horizon() && even >= 2 ? even - 2 : even;
  }
  /// Applications over which steps are halved.
  std::size_t halved_steps() const { return static_cast<std::size_t>(settings_.times < 8 ? settings_.times : 8); }

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void refresh();

  std::size_t k_ = 0;
  model::CloudBlock block_;
  core::Matrix start_cloud_;
  // Computed when first asked for.
  mutable std::vector<State> states_;
  mutable std::optional<Claims> claims_;
  mutable std::optional<model::Halving> halving_;
};

/// How far a token is moved to see who notices.
inline constexpr double kLeakMove = 0.5;
/// Entries of the stream beyond which a run ends.
inline constexpr double kLargestStream = 1e6;
/// Of sums in another order, relative to the size of the stream.
inline constexpr double kBlockRounding = 1e-10;
/// Steps up to here count as small.
inline constexpr double kSmallStep = 0.1;
/// Steps up to here must show the order, where the differences are clear of rounding.
inline constexpr double kTinyStep = 0.01;
inline constexpr double kClearOfRounding = 1e-9;

std::unique_ptr<Scene> make_block_scene();

// --- parts of the frame ---
void block_frame(const BlockScene& scene, Frame& frame);
void block_picture(const BlockScene& scene, Picture& picture);
std::vector<Verdict> block_verdicts(const BlockScene& scene);
/// What a halving measured at such a step says of "small steps follow a flow".
Finding flow_finding(double step, const model::Halving& halving);

}  // namespace lab::scenes
