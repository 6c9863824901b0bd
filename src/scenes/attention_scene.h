#pragma once
#include <memory>
#include <vector>

#include "core/attention.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct AttentionSettings {
  std::string preset = "planar";
  std::int64_t n = 15;
  std::int64_t dm = 5;
  std::int64_t da = 4;
  std::int64_t dv = 16;
  std::string seed = "0";
  core::Matrix x, wq, wk, wv;
  std::string show = "points";
  std::int64_t row = 5;  ///< the chosen query, from 1 on
  std::string order = "backwards";
};

/// The table of the scene's parameters.
std::span<const Field<AttentionSettings>> attention_fields();
/// Rows of that table.
enum class AttentionRow : std::size_t { kPreset, kN, kDm, kDa, kDv, kSeed, kX, kWq, kWk, kWv, kShow, kRow, kOrder };

/// Tokens, projections, shown row and view of the preset that `s` names; the
/// drawn one by the sizes and the seed of `s`. The rest is as in `s`.
AttentionSettings attention_start(const AttentionSettings& s);

/// Self-attention from the equations: every matrix on the way, the outputs in
/// the hull of the values, a row as kernel regression, cost counted and timed
/// (course notebook, sections 1 and 4).
class AttentionScene final : public TableScene<AttentionSettings> {
 public:
  /// A run of one size, measured here.
  struct Timing {
    std::size_t n = 0;
    double seconds = 0;
  };

  AttentionScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  void use_clock(double (*now)()) override { clock_ = now; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// The outputs Y, n x d_v.
  core::Matrix state(std::size_t) const override { return result_.output; }
  /// Of weights and outputs.
  std::uint64_t hash(std::size_t) const override;

  // --- the hand: handle j is token j, drawn at its value V_j ---
  std::int32_t selected() const override { return static_cast<std::int32_t>(row()); }
  void select(std::int32_t handle) override;
  bool can_drag(std::int32_t handle) const override;
  core::Status press(std::int32_t handle) override;
  core::Status drag(std::int32_t handle, Point to) override;
  core::Status add_at(Point at) override;
  core::Status remove(std::int32_t handle) override;

  // --- for the frame ---
  const core::SelfAttention& result() const { return result_; }
  const core::KernelRow& kernel() const { return kernel_; }  ///< of the chosen row
  std::size_t n() const { return settings_.x.rows; }
  std::size_t row() const { return static_cast<std::size_t>(settings_.row) - 1; }
  std::size_t dm() const { return settings_.x.cols; }
  std::size_t da() const { return settings_.wq.cols; }
  std::size_t dv() const { return settings_.wv.cols; }
  double regression_gap() const { return regression_gap_; }    ///< largest, over all rows
  double equivariance_gap() const { return equivariance_gap_; }
  double outside() const { return outside_; }                  ///< farthest output from the hull of the values
  /// What rounding may explain in sums of n products with the values.
  double rounding() const;
  std::span<const Timing> timings() const { return timings_; }
  /// Values can be moved: tokens and values are planar and W_V is invertible.
  bool planar() const;

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  core::Status fits_tokens(const core::Matrix& x) const;
  void settle(std::size_t param) override;
  void take_preset();
  void redraw();
  void refresh();
  void refresh_row();
  core::Status time_it();
  core::Status edit(core::Matrix x);
  Point token_at(Point value) const;

  core::SelfAttention result_;
  core::KernelRow kernel_;
  double regression_gap_ = 0, equivariance_gap_ = 0, outside_ = 0;
  std::vector<Timing> timings_;
  std::size_t timed_widths_ = 0;  ///< the widths that timings_ belong to
  double (*clock_)() = nullptr;
};

std::unique_ptr<Scene> make_attention_scene();
void attention_frame(const AttentionScene& scene, Frame& frame);
/// How far outside the hull rounding may put an output.
double hull_tolerance(const AttentionScene& scene);
/// Hull, values, outputs and the weights of the chosen row.
void attention_picture(const AttentionScene& scene, Picture& picture);

}  // namespace lab::scenes
