#pragma once
#include <memory>
#include <optional>

#include "core/negative_clouds.h"
#include "scenes/descent_scene.h"

namespace lab::scenes {

/// B = -B* with B* positive semidefinite (arXiv 2508.09628, section 2): each step goes towards the
/// minimizer of <B* x, y> over the hull, a Frank-Wolfe step for the convex J(x) = (1/2) <B* x, x>.
class ContractionScene final : public DescentScene {
 public:
  /// What is known of the whole run.
  struct Facts {
    bool harmonic = false;  ///< gamma^t = 2/(t+2), to rounding, in all steps
    bool positive = false;  ///< B* symmetric positive semidefinite, to 1e-12 of its largest eigenvalue
    double smallest_eigenvalue = 0;
    double L = 0, D = 0;                        ///< largest eigenvalue of B*, diameter of K^0
    std::optional<std::size_t> without_mirror;  ///< a first token x without -x among the tokens; none: central symmetry
    std::optional<std::size_t>
        mirror_lost;  ///< first t at which rounding has broken that symmetry, by 1e-12 of the size
    std::optional<std::size_t> origin_lost;  ///< first t with 0 outside K^t
    std::optional<std::size_t> broken;       ///< first t with max_i J(x_i^(t+1)) over the printed bound
    std::size_t breaker = 0;                 ///< the token that breaks it
    std::size_t violations_inside = 0;       ///< t at which 0 was in all K^s, s <= t, and the sharper bound failed
    double closest = 0;                      ///< largest J over sharper bound among those t
    std::vector<double> factor;              ///< max|x^(t+1)| / max|x^t| in the norm of B*, of each step t
    std::size_t worst_step = 0;              ///< where factor - allowed is largest; steps at 0 are left out
    double norm_first = 0, norm_last = 0;    ///< max|x| at the start, and at the end or where the symmetry is lost
    std::vector<double> meeting;             ///< mean of the last tokens
    double spread = 0;                       ///< diameter of the last tokens
  };

  ContractionScene();

  std::span<const Observable> observables() const override;
  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  std::span<const Action> actions() const override;
  core::Status act(std::size_t action) override;

  // --- clouds that are still to be run go by themselves, one a call ---
  bool own_time() const override { return running(); }
  bool running() const override;
  void set_running(bool on) override;
  bool live(double seconds) override;

  // --- for the frame ---
  const Facts& facts() const { return facts_; }
  const core::Matrix& Bstar() const { return settings_.b; }
  bool symmetric() const { return !facts_.without_mirror; }
  /// All steps of the run are 2/(t+2), chosen or typed.
  bool harmonic() const { return facts_.harmonic; }
  /// max(1 - 2 gamma^t, gamma^t)
  double allowed(std::size_t t) const { return core::contraction_rate(run().at(t).gamma); }
  double meeting_distance() const;
  /// The tokens have met: the last ones lie within 1 % of the diameter of the first.
  bool met() const { return facts_.spread <= 0.01 * facts_.D; }
  /// Of the clouds run so far, cloud_count() of them, with gamma = 2/(t+2), or with gamma = 0.05. The first
  /// kCloudsAtOnce are run when first asked for, more by "Ten more clouds" or, as links ask for them, by live().
  core::CloudResult clouds(bool harmonic) const;
  std::size_t cloud_count() const;

 private:
  void run_clouds(std::size_t count) const;
  DescentModel model() const override;
  void restarted() override;
  void settle(std::size_t param) override;
  void measure_bounds();
  void measure_factors();

  Facts facts_;
  bool held_ = false;  ///< Pause was pressed while clouds were run
  mutable std::vector<core::CloudResult> harmonic_clouds_, constant_clouds_;  ///< one a cloud, of seeds 0, 1, 2, ...
};

/// A cloud of 20 takes some 6 ms: the paper's 200 are run in portions.
inline constexpr std::size_t kHarmonicCloudSteps = 3000, kConstantCloudSteps = 600;
inline constexpr std::size_t kCloudsAtOnce = 10, kMostClouds = 200;
inline constexpr double kCloudGamma = 0.05;

std::unique_ptr<Scene> make_contraction_scene();

// --- parts ---
std::span<const DescentRow> contraction_rows();
const std::vector<DescentPreset>& contraction_presets();
void draw_contraction_picture(const ContractionScene& scene, Picture& picture);
void draw_contraction_plots(const ContractionScene& scene, Frame& frame);
void write_contraction_tables(const ContractionScene& scene, Frame& frame);
void judge_contraction(const ContractionScene& scene, Frame& frame);

}  // namespace lab::scenes
