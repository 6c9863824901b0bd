#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/positions.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct PositionsSettings {
  std::string preset = "notebook";
  std::string show = "table";
  std::string d = "64";
  std::int64_t n = 100;
  double base = 10000;
  std::int64_t offset = 7;
  std::int64_t window = 64;
  std::int64_t pair = 4;
  std::string seed = "15";
  double speed = 8;
};

/// Clocks that the picture has room for.
inline constexpr std::size_t kDials = 8;
/// Of sums of up to 256 sines and cosines of angles up to 512 radians.
inline constexpr double kPositionRounding = 1e-12;

/// Positions: sinusoidal table, clocks, offsets, rotary scores and what lies
/// beyond the trained window (notebook section 4). The step is a position.
class PositionsScene final : public TableScene<PositionsSettings> {
 public:
  /// The same query and key at every position, rotated or added to the table.
  struct Content {
    std::vector<double> q, k;        ///< d_m normal draws each, q first
    core::Matrix rotary;             ///< n x n
    double rotary_error = 0;         ///< against the formula of the offset
    double rotary_spread = 0;        ///< between entries of equal offset
    core::AddedScores added;
    double added_spread = 0;
    double uncrossed_spread = 0;     ///< without the cross terms
  };
  /// What a clock does inside the trained window and beyond.
  struct Reach {
    double period = 0;    ///< 2 pi / w_k
    double covered = 0;   ///< share of the circle inside the window
    double farthest = 0;  ///< largest angle from a position beyond to the nearest phase inside
  };

  PositionsScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "position"; }
  std::size_t step() const override { return p_; }
  std::size_t horizon() const override { return n() - 1; }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// PE at position k, 1 x d_m.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;
  /// A row of the table in the map: its clock becomes the chosen one.
  core::Status press(std::int32_t handle) override;

  // --- for the files that fill the frame ---
  std::size_t n() const { return static_cast<std::size_t>(settings_.n); }
  std::size_t pair() const { return static_cast<std::size_t>(settings_.pair); }
  std::size_t window() const { return static_cast<std::size_t>(settings_.window); }
  double offset() const { return static_cast<double>(settings_.offset); }
  std::size_t width() const { return 2 * speeds_.size(); }
  std::span<const double> speeds() const { return speeds_; }
  const core::Matrix& table() const { return table_; }
  const core::Matrix& scores() const;   ///< <PE_p, PE_j> / d_m, n x n
  /// The formula of the scores at offsets 0 .. n-1.
  std::span<const double> by_offset() const { return by_offset_; }
  double score_error() const;           ///< scores against the formula
  double shift_error() const;           ///< M_o PE_p against PE_{p+o}, all p
  const Content& content() const;
  std::span<const Reach> reach_of_clocks() const;
  /// Clocks whose period is longer than the window.
  std::size_t slow_clocks() const;
  /// Its period is at most the window: what the claims call a fast clock. Its
  /// trained phases lie all around the dial, at most a step apart.
  bool completes(std::size_t pair) const { return reach_of_clocks()[pair].period <= static_cast<double>(window()); }
  /// Share of the circle that training has seen, 1 for a clock that completes it.
  double seen(std::size_t pair) const { return completes(pair) ? 1.0 : reach_of_clocks()[pair].covered; }
  bool has_beyond() const { return window() < n(); }

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void refresh();

  std::size_t p_ = 0;
  std::vector<double> speeds_, by_offset_;
  core::Matrix table_;
  // Computed when first asked for.
  mutable std::optional<core::Matrix> scores_;
  mutable std::optional<double> score_error_, shift_error_;
  mutable std::optional<Content> content_;
  mutable std::vector<Reach> reach_;
};

std::unique_ptr<Scene> make_positions_scene();

// --- parts of the frame ---
void positions_frame(const PositionsScene& scene, Frame& frame);
/// Clocks with their hands, or with the phases seen in training and the new ones.
void draw_dials(const PositionsScene& scene, bool beyond, Picture& picture);
/// The curves of the chosen view, the two most telling first.
std::vector<Plot> positions_plots(const PositionsScene& scene);
std::vector<Verdict> positions_verdicts(const PositionsScene& scene);
/// Pairs that the dials show: spread over all, the chosen one among them.
std::vector<std::size_t> dial_pairs(const PositionsScene& scene);

}  // namespace lab::scenes
