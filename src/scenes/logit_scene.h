#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "core/generator.h"
#include "core/logit_scale.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct LogitSettings {
  std::string draw = "normal";
  std::int64_t n = 64;
  std::string seed = "0";
  std::int64_t query = 1;  ///< whose weights are shown, from 1 on
  std::string show = "maps";  ///< "maps" of all widths, "bars" of the current one
  double speed = 1;
};

/// Widths d_a = 2, 4, ..., 1024: step k is the width 2^(k+1).
inline constexpr std::size_t kWidths = 10;

/// Why 1/sqrt(d_a): the same random queries and keys at ten widths, with and
/// without the divisor (course notebook, section 2).
class LogitScene final : public TableScene<LogitSettings> {
 public:
  LogitScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "width"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return kWidths - 1; }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// At width 2^(k+1), rows: logits as they are, logits divided; columns:
  /// variance, entropy, mean and median norm of the Jacobian, mean and median
  /// norm of dL/dQ_i, mean largest weight.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  /// A row of a map is a width.
  core::Status press(std::int32_t handle) override;

  // --- for the frame ---
  std::size_t n() const { return static_cast<std::size_t>(settings_.n); }
  std::size_t query() const { return static_cast<std::size_t>(settings_.query) - 1; }
  core::LogitDraw draw() const;
  const core::LogitPoint& point(std::size_t k) const { return width(k).point; }
  /// Weights of the chosen query at width k, in key order.
  std::vector<double> weights(std::size_t k, bool scaled) const;

 private:
  struct Width {
    core::Matrix logits;
    core::LogitPoint point;
  };
  const Width& width(std::size_t k) const;
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void restart();

  std::size_t k_ = 0;
  // Drawn one after the other when first asked for: all ten take some
  // hundredths of a second, and not every reader of a state wants them all.
  // A deque: what was handed out stays where it is when more are drawn.
  mutable std::deque<Width> widths_;
  mutable core::Generator generator_;
};

std::unique_ptr<Scene> make_logit_scene();
void logit_frame(const LogitScene& scene, Frame& frame);

}  // namespace lab::scenes
