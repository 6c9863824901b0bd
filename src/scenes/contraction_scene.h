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
    bool positive = false;                      ///< B* symmetric positive semidefinite, to 1e-12 of its largest eigenvalue
    double smallest_eigenvalue = 0;
    double L = 0, D = 0;                        ///< largest eigenvalue of B*, diameter of K^0
    std::optional<std::size_t> without_mirror;  ///< a first token x without -x among the tokens; none: central symmetry
    std::optional<std::size_t> mirror_lost;     ///< first t at which rounding has broken that symmetry, by 1e-12 of the size
    std::optional<std::size_t> origin_lost;     ///< first t with 0 outside K^t
    std::optional<std::size_t> broken;          ///< first t with max_i J(x_i^(t+1)) over the printed bound
    std::size_t breaker = 0;                    ///< the token that breaks it
    std::size_t violations_inside = 0;          ///< t at which 0 was in all K^s, s <= t, and the sharper bound failed
    double closest = 0;                         ///< largest J over sharper bound among those t
    std::vector<double> factor;                 ///< max|x^(t+1)| / max|x^t| in the norm of B*, of each step t
    std::size_t worst_step = 0;                 ///< where factor - allowed is largest; steps at 0 are left out
    double norm_first = 0, norm_last = 0;       ///< max|x| at the start, and at the end or where the symmetry is lost
    std::vector<double> meeting;                ///< mean of the last tokens
    double spread = 0;                          ///< diameter of the last tokens
  };

  ContractionScene();

  std::span<const Observable> observables() const override;
  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;

  // --- for the frame ---
  const Facts& facts() const { return facts_; }
  const core::Matrix& Bstar() const { return settings_.b; }
  bool symmetric() const { return !facts_.without_mirror; }
  bool harmonic() const { return settings_.schedule == "harmonic"; }
  /// max(1 - 2 gamma^t, gamma^t)
  double allowed(std::size_t t) const { return core::contraction_rate(run().at(t).gamma); }
  double meeting_distance() const;
  /// The tokens have met: the last ones lie within 1 % of the diameter of the first.
  bool met() const { return facts_.spread <= 0.01 * facts_.D; }
  /// Of the clouds of the settings, with gamma = 2/(t+2), or with gamma = 0.05. Computed when first asked for.
  const core::CloudResult& clouds(bool harmonic) const;

 private:
  DescentModel model() const override;
  void restarted() override;
  void measure_bounds();
  void measure_factors();

  Facts facts_;
  mutable std::int64_t studied_ = 0;  ///< clouds that the results are of
  mutable core::CloudResult harmonic_clouds_, constant_clouds_;
};

/// The clouds of the printed statistics, run to t = 3000 with gamma = 2/(t+2) and to t = 600 with gamma = 0.05:
/// too long for a page, so computed beforehand and held by a test.
struct PrintedClouds {
  std::size_t clouds = 200, lost = 200, broken = 107;
  double median_lost = 3;  ///< first t with 0 outside K^t
  double least = 0.0008, median = 0.153, most = 0.712;  ///< distance from 0 of the point where they meet
  double median_constant = 0.0042, most_constant = 0.0339;
};
inline constexpr PrintedClouds kPrintedClouds{};
inline constexpr std::size_t kHarmonicCloudSteps = 1000, kConstantCloudSteps = 300;
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
