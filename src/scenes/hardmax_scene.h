#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/limit.h"
#include "scenes/hardmax_params.h"
#include "scenes/hardmax_run.h"
#include "scenes/scene.h"

namespace lab::scenes {

/// Handles of the two half-axes of A's ellipse; tokens are 0 .. n-1.
inline constexpr std::int32_t kEllipseHandle = 1000000;

/// All z with |z|_A = radius in the plane, by its two perpendicular half-axes.
struct Ellipse {
  double radius = 1;
  std::array<std::array<double, 2>, 2> axis{};

  /// Axis 0 is the one closer to the x axis. A symmetric positive definite.
  static Ellipse of(const core::Matrix& A, double radius);
  /// Puts one half-axis there and turns the other with it.
  void drag(std::size_t which, double x, double y);
  /// The matrix that it belongs to, exactly symmetric.
  core::Matrix matrix() const;
};

/// What the views of one layer share; computed when first asked for.
struct HardmaxNow {
  std::uint64_t run = 0;  ///< which run and layer this belongs to
  std::size_t k = 0;
  core::Attention attention;
  /// The rest points reached so far; only where A has a norm and n <= kLimitTokens.
  std::optional<core::LimitReport> limit;
  std::vector<std::int32_t> group;  ///< rank of the leader whose colour a token takes; -1
};
/// Above this many tokens the limit is not looked for.
inline constexpr std::size_t kLimitTokens = 400;

/// Pure hardmax attention: notebook sections 7 to 10.
///
/// Editing by hand (drag, add, remove) at a layer k > 0 first makes that layer
/// the new start, with k = 0, and says so in a note: what is on screen is what
/// is edited. Typing tokens into the table replaces the start.
class HardmaxScene final : public Scene {
 public:
  HardmaxScene();

  std::span<const Param> params() const override { return hardmax_params(); }
  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;

  Value get(std::size_t param) const override;
  Value fallback(std::size_t param) const override;
  core::Status set(std::size_t param, const Value& value) override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "layer"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override;
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  core::Matrix state(std::size_t k) const override { return run_.state(k); }
  std::uint64_t hash(std::size_t k) const override;
  std::uint64_t revision() const override { return revision_; }

  std::int32_t selected() const override { return static_cast<std::int32_t>(settings_.selected) - 1; }
  void select(std::int32_t handle) override;
  bool can_drag(std::int32_t handle) const override;
  core::Status drag(std::int32_t handle, Point to) override;
  core::Status add_at(Point at) override;
  core::Status remove(std::int32_t handle) override;

  // --- for the files that fill the frame ---
  const HardmaxSettings& settings() const { return settings_; }
  const HardmaxRun& run() const { return run_; }
  const HardmaxNow& now() const;
  /// The theorem's hypotheses, of the start and A.
  const core::Hypotheses& hypotheses() const;
  const core::Matrix& tokens() const { return run_.state(k_); }
  std::size_t n() const { return run_.n(); }
  std::size_t d() const { return run_.d(); }
  const Ellipse& ellipse() const { return ellipse_; }
  /// A is symmetric positive definite: it has a norm, an ellipse, projections.
  bool has_norm() const { return hypotheses().symmetric && hypotheses().positive_definite; }
  /// The layer that the last edit by hand turned into the start; 0: none.
  std::size_t edited_at() const { return edited_at_; }

 private:
  core::Status fits(std::size_t param, const Value& value) const;
  core::Status fits_memory(std::int64_t horizon) const;
  /// Brings what depends on a row that was just set back into order.
  void settle(std::size_t param);
  void take_preset();
  /// Other random tokens; everything else stays.
  void redraw();
  void new_seed();
  /// Tokens edited by hand at the current layer become the start.
  core::Status edit(core::Matrix tokens);
  core::Status drag_axis(std::size_t axis, Point to);
  core::Status add_in_the_middle();
  core::Status next_change();
  void fit_a();
  void restart();
  core::Matrix default_a() const;
  void changed() { ++revision_; }

  HardmaxSettings settings_;
  HardmaxStart start_;  ///< what the preset decides: the fallbacks
  HardmaxRun run_;
  Ellipse ellipse_;
  std::size_t k_ = 0;
  std::size_t edited_at_ = 0;
  std::uint64_t revision_ = 1;
  std::uint64_t run_number_ = 0;
  mutable HardmaxNow now_;
  mutable std::optional<core::Hypotheses> hypotheses_;
};

std::unique_ptr<Scene> make_hardmax_scene();

}  // namespace lab::scenes
