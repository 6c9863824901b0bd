#pragma once
#include <memory>
#include <optional>

#include "scenes/descent_scene.h"

namespace lab::scenes {

/// One hardmax attention step as a Frank-Wolfe step for J(x) = -(1/2) <B x, x> over the
/// hull of the tokens (arXiv 2508.09628, sections 1 and 2).
class FrankWolfeScene final : public DescentScene {
 public:
  /// What B makes of J; the sign of an eigenvalue is told from rounding at 1e-12 of the largest.
  enum class Shape : std::uint8_t {
    kNone,
    kConcave,
    kConvex,
    kBoth,
    kSaddle
  };  ///< kNone: B is not symmetric, kBoth: B = 0

  FrankWolfeScene();

  std::span<const Observable> observables() const override;
  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;

  // --- for the frame ---
  Shape shape() const { return shape_; }
  bool symmetric() const { return shape_ != Shape::kNone; }
  /// B symmetric positive semidefinite.
  bool concave() const { return shape_ == Shape::kConcave || shape_ == Shape::kBoth; }
  double smallest_eigenvalue() const { return smallest_; }

  /// A token outside the hull of the step before, by more than rounding.
  struct Left {
    std::size_t step = 0;   ///< t: x^t is not in K^(t-1)
    std::size_t token = 0;  ///< from 0; the farthest one
    double distance = 0;
  };
  /// The first in the run.
  std::optional<Left> left_hull() const;
  double largest_excess() const;

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  DescentModel model() const override;
  void restarted() override;

  Shape shape_ = Shape::kNone;
  double smallest_ = 0;
};

std::unique_ptr<Scene> make_frank_wolfe_scene();

/// The estimate of the least gap for B^s = gamma^s B, at step t > 0 of the run.
struct GapEstimate {
  double least = 0;  ///< min_{s < t} gamma^s gap_i^s
  double bound = 0;  ///< (J(x_i^0) - min_K J) / t
};
/// One a step from 1 on, of token i.
std::vector<GapEstimate> gap_estimates(const DescentRun& run, std::size_t i);

// --- parts ---
std::span<const DescentRow> frank_wolfe_rows();
const std::vector<DescentPreset>& frank_wolfe_presets();
void draw_frank_wolfe_picture(const FrankWolfeScene& scene, Picture& picture);
void draw_frank_wolfe_plots(const FrankWolfeScene& scene, Frame& frame);
void judge_frank_wolfe(const FrankWolfeScene& scene, Frame& frame);
/// Levels of J that the picture shows: multiples of a round step over the box.
std::vector<double> shown_levels(const FrankWolfeScene& scene, const Picture& picture);

}  // namespace lab::scenes
