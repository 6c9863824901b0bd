#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/generator.h"
#include "core/matrix.h"

/// Attention that picks (arXiv 2508.09628, system SA_P): in each step every token i picks
/// one j with probability a_ij = softmax_j(beta <B x_i, x_j>) and moves to x_i + gamma (x_j - x_i), all
/// at once from the same configuration. The mean of a step is (SA_beta). The paper fixes the law of each
/// token; here the picks are independent.
namespace lab::core {

struct ChainParams {
  Matrix B;            ///< d x d
  double gamma = 0.1;  ///< in (0, 1]
  double beta = 1;     ///< 0 <= beta, finite
};

/// One chain. Draws come from the generator passed in; the states have the same bits everywhere.
///
/// Two ways forward, of one and the same law:
///   step  one step: one uniform number for each token, in index order.
///   jump  straight to the next step in which anything moves.
///
/// Why jump is exact, for every configuration: a pick of j moves token i unless x_i + gamma (x_j - x_i)
/// is x_i, in the arithmetic of step itself: so when j is i, when the two coincide, or when they are a few
/// last bits apart. Let p_i be the sum of a_ij over the picks that move i. As long as none is picked the
/// configuration and all p_i stay, and steps are independent: the step of the next movement is geometric
/// with p = 1 - prod_i (1 - p_i). Given that something moves, token i moves with probability
/// p_i / (1 - prod_{l >= i} (1 - p_l)) if none before it did, else with p_i, and a token that moves picks
/// among what moves it, in proportion to a_ij. No hypothesis is used; but only where clusters coincide
/// is there a quiet to jump over, elsewhere p is near 1 and a jump is a step.
/// What floating point leaves of this: uniform numbers are multiples of 2^-53, so step cannot see an event
/// of less than that, and jump cuts the geometric law off where its tail is 2^-53.
class MarkovChain {
 public:
  /// Longest time: jump stops there.
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  /// Z finite, n x d, at least one token.
  MarkovChain(Matrix Z, ChainParams params);

  const Matrix& tokens() const { return Z_; }
  const ChainParams& params() const { return params_; }
  /// Steps done, or jumped over.
  std::uint64_t time() const { return time_; }

  /// One step; true if a token moved. O(n^2 d) after a movement, O(n) to O(n^2) in the quiet.
  bool step(Generator& generator);
  /// To the next step that moves a token, and true; or to time `horizon` in the quiet, and false. Does
  /// nothing from `horizon` on. O(n^2 d) whatever the time jumped over.
  bool jump(Generator& generator, std::uint64_t horizon = kForever);

  /// a_i1 .. a_in of the present configuration, one row a token.
  const Matrix& weights();
  /// p_i, the probability that token i moves in the next step.
  const std::vector<double>& move_probabilities();
  /// -ln of the probability that nothing moves in the next step: next to sum_i p_i when these are small.
  /// The waiting time has mean 1 / (1 - e^-rate) and median about ln 2 / rate.
  double quiet_rate();

 private:
  void refresh();
  bool moves(std::size_t i, std::size_t j) const;
  void move(std::size_t i, std::size_t j);
  void choose_movers(Generator& generator);
  std::size_t pick_mover(std::size_t i, double u) const;
  bool finish();

  Matrix Z_, next_, weights_;
  ChainParams params_;
  std::uint64_t time_ = 0;
  bool fresh_ = false;                ///< weights_, move_ and stay_ belong to Z_
  std::vector<double> move_, stay_;   ///< p_i; sum of ln(1 - p_l) over l >= i, length n + 1
  std::vector<double> direction_;
};

/// How to walk: both give exit times of one law.
enum class Walk : std::uint8_t { kPlain, kAccelerated };

/// Tokens (rows of Z) that are not farther than `radius` from their row of `homes`.
std::size_t count_within(const Matrix& Z, const Matrix& homes, double radius);
/// First time at which some token is farther than `radius` from its row of `homes` (n x d): for tokens that
/// start in groups of coincident tokens, each at its home, that is the paper's T_2, when a token leaves the
/// neighbourhood of its own group. Nothing if it has not come by time `horizon`. The chain is left there.
std::optional<std::uint64_t> exit_time(MarkovChain& chain, const Matrix& homes, double radius, std::uint64_t horizon,
                                       Walk walk, Generator& generator);

}  // namespace lab::core
