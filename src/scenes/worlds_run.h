#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cells.h"
#include "core/generator.h"
#include "core/markov_chain.h"
#include "core/metastability.h"
#include "core/slow_softmax.h"

namespace lab::scenes {

/// Hardmax, softmax and the picking chain from one start (B = I), at times of a logarithmic grid.
///   hardmax  stepped until a step moves nothing but by rounding; it rests from then on
///   softmax  SlowSoftmax: plain steps, and leaps where the drift is slow
///   chain    plain steps until hardmax is near its vertices, then from one movement to the next
/// Softmax and chain have each their limit of work; beyond it they are not followed, and say so.
class WorldsRun {
 public:
  static constexpr std::size_t kPerDecade = 8;
  static constexpr std::size_t kClocks = 101;          ///< other chains, from the vertices
  static constexpr std::uint64_t kMostWork = 2000000;  ///< exponentials for each of the two: about 50 ms
  static constexpr std::size_t kLongestRest = 4000;    ///< steps in which hardmax comes to rest

  struct Setting {
    core::Matrix start;  ///< n x d
    double gamma = 0.1, beta = 8, radius = 0.15;
    std::size_t decades = 6;
    std::string seed = "1";
  };
  /// At one time of the grid.
  struct Instant {
    core::Matrix soft, chain;
    double soft_apart = 0, chain_apart = 0;  ///< largest distance of a token to its hardmax token
    double chain_worst = 0;                  ///< the largest such distance since the time before
  };
  /// When one of the two is first farther than the radius from hardmax.
  using Parting = std::optional<std::uint64_t>;

  WorldsRun() = default;
  explicit WorldsRun(Setting setting);

  /// Computes what is missing up to grid time k, as long as it costs less than `work` exponentials.
  void extend(std::size_t k, std::uint64_t work);
  /// Last grid time that is computed.
  std::size_t computed() const { return instants_.size() - 1; }
  const std::vector<std::uint64_t>& times() const { return times_; }
  const Setting& setting() const { return setting_; }
  const core::Matrix& hard(std::uint64_t t) const {
    return hard_[t < hard_.size() ? static_cast<std::size_t>(t) : hard_.size() - 1];
  }
  std::uint64_t rest() const { return hard_.size() - 1; }  ///< steps until nothing moves but by rounding
  bool rests() const { return rests_; }                    ///< false: not within kLongestRest steps
  const Instant& at(std::size_t k) const { return instants_[k]; }
  Parting soft_parting() const { return soft_parting_; }
  Parting chain_parting() const { return chain_parting_; }
  /// Time up to which softmax, the chain were followed, if their work ran out.
  Parting soft_end() const { return soft_end_; }
  Parting chain_end() const { return chain_end_; }

  // --- what is known beforehand ---
  const core::Matrix& vertices() const { return vertices_; }
  const std::vector<std::uint32_t>& vertex_tokens() const { return vertex_tokens_; }
  const std::vector<std::uint32_t>& sigma() const { return sigma_; }
  const core::Genericity& generic() const { return generic_; }
  const core::MetastableVertices& metastable() const { return metastable_; }
  const core::Matrix& homes() const { return homes_; }  ///< v_sigma(i), n x d
  /// One pick of another vertex takes a token farther than the radius.
  bool one_pick_leaves() const { return one_pick_leaves_; }
  double farthest_way() const { return farthest_; }  ///< m: largest distance of a token to its vertex

  // --- predictions ---
  /// Steps until hardmax tokens are within a thousandth of the radius of their vertices; 0 if they start there. By
  /// then softmax and chain have gathered too, if beta is large: near the vertices, not quite at them.
  std::uint64_t gathering() const { return gathering_; }
  /// When softmax leaves the radius, by drift_time, and by when half of all chains do, by the sum of all weights
  /// elsewhere. From the vertices themselves, and from where the two have gathered at t = gathering(), the tokens of
  /// a vertex taken together in their mean. Nothing as long as that is not computed, or not gathered.
  double soft_from_vertices() const { return soft_from_vertices_; }
  double chain_from_vertices() const { return chain_from_vertices_; }
  const std::optional<double>& soft_predicted() const { return soft_predicted_; }
  const std::optional<double>& chain_predicted() const { return chain_predicted_; }
  double chain_mean() const { return chain_mean_; }  ///< mean of the first pick elsewhere, from the vertices
  /// Parting times of kClocks chains that start at the vertices, sorted; infinity: never seen. Empty where one pick
  /// does not leave.
  const std::vector<double>& clocks() const { return clocks_; }

 private:
  void run_hardmax();
  void predict();
  void run_clocks();
  void predict_soft();
  void predict_chain();
  /// Each token in the mean of those of its vertex; nothing if one is farther than a tenth of the radius from that.
  std::optional<core::Matrix> gathered(const core::Matrix& Z) const;
  bool advance_soft(std::uint64_t t, std::uint64_t most);
  bool advance_chain(std::uint64_t t, std::uint64_t most);
  void record(std::size_t k);
  std::uint64_t chain_work() const { return chain_steps_ * setting_.start.rows * setting_.start.rows; }

  Setting setting_;
  std::vector<std::uint64_t> times_;
  std::vector<core::Matrix> hard_;
  bool rests_ = false;
  std::vector<Instant> instants_;
  Parting soft_parting_, chain_parting_, soft_end_, chain_end_;

  core::Matrix vertices_, homes_;
  std::vector<std::uint32_t> vertex_tokens_, sigma_;
  core::Genericity generic_;
  core::MetastableVertices metastable_;
  bool one_pick_leaves_ = false;
  double farthest_ = 0, soft_from_vertices_ = 0, chain_from_vertices_ = 0, chain_mean_ = 0;
  std::uint64_t gathering_ = 0;
  std::optional<double> soft_predicted_, chain_predicted_;
  std::vector<double> clocks_;

  std::optional<core::SlowSoftmax> soft_;
  core::SlowSoftmax::Watch watch_;
  std::optional<core::MarkovChain> chain_;
  std::optional<core::Generator> picks_;
  std::uint64_t chain_steps_ = 0;
  double worst_ = 0;  ///< of the chain, since the last grid time
};

/// Places that are farther than `radius` from each other, taken greedily in index order.
std::size_t places_of(const core::Matrix& Z, double radius);

}  // namespace lab::scenes
