#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/exit_ensemble.h"
#include "core/metastability.h"
#include "scenes/chain_params.h"
#include "scenes/chain_run.h"
#include "scenes/token_scene.h"

namespace lab::scenes {

/// Attention that picks (arXiv 2508.09628, SA_P) and its metastability: one chain step by step, and an ensemble of chains
/// for the law of exit times.
///
/// The homes are the corners of the hull of the first tokens; a token belongs to the corner of its hardmax cell. The
/// ensemble is a job of kind "ensemble" (core/exit_ensemble.h) in two parts; without workers live() does it in portions.
/// It begins with a preset or a link, and after other changes when it is asked for.
///
/// Handle i is token i. A token dragged at a step k > 0 makes the tokens of that step the start.
class ChainScene final : public TokenScene<ChainSettings> {
 public:
  ChainScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return static_cast<std::size_t>(settings_.horizon); }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  core::Matrix state(std::size_t k) const override { return run_->tokens(k); }
  std::uint64_t hash(std::size_t k) const override;

  void set_remote(bool remote) override;
  std::vector<Job> jobs() const override;
  void report(std::string_view job, std::string_view bytes) override;
  /// While the ensemble is computed in the page itself it has the time; it ends by itself.
  bool own_time() const override { return running(); }
  bool running() const override { return wanted_ && !remote_ && !results_.complete(); }
  void set_running(bool on) override;
  bool live(double seconds) override;

  // --- for the frame ---
  const ChainRun& run() const { return *run_; }
  const core::Matrix& tokens() const { return run_->tokens(k_); }
  std::uint64_t time() const { return run_->time(k_); }
  std::size_t n() const { return run_->homes().rows; }
  std::size_t d() const { return run_->homes().cols; }
  /// Corners of the first hull, in the plane counter-clockwise; and that of each token.
  const core::Matrix& corners() const { return corners_; }
  std::span<const std::uint32_t> cells() const { return sigma_; }
  const core::MetastableVertices& vertices() const { return vertices_; }
  std::size_t home_count(std::size_t k) const { return core::count_within(run_->tokens(k), run_->homes(), settings_.radius); }
  /// Every token starts at its corner: the ensemble is about exits, else about arrivals.
  bool starts_home() const { return settings_.tokens == run_->homes(); }
  bool as_preset() const;

  // --- the ensemble ---
  const core::EnsembleResults& results() const { return results_; }
  const core::EnsembleOptions& ensemble() const { return options_; }
  bool wanted() const { return wanted_; }
  bool remote() const { return remote_; }
  const std::string& problem() const { return problem_; }
  /// Rows of the ensemble that differ in beta only: all but the plain one of exits.
  std::size_t beta_rows() const { return static_cast<std::size_t>(settings_.betas); }
  /// Median exit time of a row, if all its runs are done and less than half were given up.
  std::optional<double> median_exit(std::size_t row) const;

 private:
  const core::Matrix& on_screen(std::size_t) const override { return tokens(); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostChainTokens); }
  void begin_by_hand() override;
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();
  void restart();
  void drop_ensemble(bool begin);
  core::Status next_movement();
  core::Status first_exit();

  std::optional<ChainRun> run_;
  core::Matrix corners_;
  std::vector<std::uint32_t> sigma_;
  core::MetastableVertices vertices_;
  core::EnsembleOptions options_;
  core::EnsembleResults results_;
  std::unique_ptr<core::ExitEnsemble> local_;  ///< where no worker does it
  std::string problem_;
  bool wanted_ = false, remote_ = false;
  std::size_t generation_ = 0;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_chain_scene();

/// What the ensemble says of exits, as far as it is done.
struct ExitFit {
  std::vector<double> betas, medians, logs;
  double slope = 0;     ///< of ln(median) in beta, where there are two different ones
  bool usable = false;  ///< there are, and no median is below kQuick
  static constexpr double kQuick = 2;
};
ExitFit fit_exits(const ChainScene& scene);
/// What makes an exit one wrong pick, with a slope of about c_0 in beta, and lets the ensemble tell.
struct ExitHypotheses {
  bool metastable = false;  ///< the corners are, and there are two of them
  bool one_jump = false;    ///< a pick of another corner leaves the circle: epsilon < gamma |v_i - v_j|
  bool large_beta = false;  ///< the predicted medians are 2 at least, their slope between c_0/2 and 1.2 c_0
  bool precise = false;     ///< four standard errors of the slope are c_0/4 at most
  double predicted = 0;     ///< slope of the one-jump prediction over the same beta
  double error = 0;         ///< standard error of the slope: that of ln(median) is 1 / (ln 2 sqrt(runs)) for such waits
  bool hold() const { return metastable && one_jump && large_beta && precise; }
};
ExitHypotheses exit_hypotheses(const ChainScene& scene);
/// Exit times at the first beta of both walks, later ones than the plain walk is followed taken together.
struct WalkComparison {
  bool known = false;      ///< all runs of both are done
  std::size_t out = 0;     ///< runs, of both, that are out by then: without any there is nothing to compare
  double statistic = 0, critical = 0;
};
WalkComparison compare_walks(const ChainScene& scene);
/// Mean part of the tokens that are home at the time of arrival, and its standard error, from whole runs.
struct ArrivedPart {
  double mean = 0, error = 0;
};
ArrivedPart arrived_part(const ChainScene& scene, std::size_t row);
/// Hardmax tokens are within epsilon of their corners at the time of arrival.
bool arrives_in_time(const ChainScene& scene);
/// t at which the paper's bound of phase 2 is 1/2; the bound says nothing later. Not above 1: nothing at all.
double bound_time(const ChainScene& scene, double beta);
/// Phase 1 for the present start: m, tau, T_1, and how many tokens are as deep in their cells as is asked for at beta, as far
/// as the other cells decide it.
struct ArrivalFacts {
  std::size_t free = 0;  ///< tokens that are no corner
  double m = 0, tau = 0;
  std::uint64_t steps = 0;
  std::size_t deep = 0;
};
ArrivalFacts arrival_facts(const ChainScene& scene, double beta);

/// How far it is, in a sentence.
std::string ensemble_progress(const ChainScene& scene);
/// Of the Kolmogorov-Smirnov test of both walks.
inline constexpr double kWalkLevel = 0.001;

// --- the parts of the frame ---
void draw_chain_picture(const ChainScene& scene, Picture& picture);
void draw_chain_plots(const ChainScene& scene, Frame& frame);
void write_chain_tables(const ChainScene& scene, Frame& frame);
void judge_chain(const ChainScene& scene, Frame& frame);

}  // namespace lab::scenes
