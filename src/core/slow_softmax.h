#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/matrix.h"

/// (SA_beta) with B = I over exponentially many steps (arXiv 2508.09628, section on finite beta):
///   F: x_i -> x_i + D_i,   D_i = gamma sum_j a_ij (x_j - x_i),   a_ij = softmax_j(beta <x_i, x_j>).
///
/// Near the vertices D is of the order of e^(-beta c_0), and a run to the collapse takes e^(beta c_0) steps. They are
/// crossed as follows.
///   Plain steps x + D as long as the drift changes by more than kSlow of itself from one step to the next.
///   Tokens within kMerge of the size of the tokens become one place with a count: tokens of one place share their
///   score row, so they would stay together; what is dropped is a distance that shrinks by 1 - gamma a step.
///   Else M steps at once. F^M is the flow of the field g = log F, formally the series
///     g = D - (1/2) (D∘F - D) + (1/3) (D∘F^2 - 2 D∘F + D) - ...,
///   whose next term is about kSlow^3 / 4 of D. It is integrated by the classical Runge-Kutta method of order 4 with
///   step doubling (Hairer, Norsett and Wanner, section II.4), kTolerance of the size of the tokens a leap.
/// softmax_step (core/softmax_dynamics.h) is the readable twin: the tests hold the two together.
namespace lab::core {

class SlowSoftmax {
 public:
  static constexpr double kSlow = 2e-3;
  static constexpr double kMerge = 1e-12;
  static constexpr double kTolerance = 1e-11;
  static constexpr std::uint64_t kShortestLeap = 24;  ///< below this plain steps are as cheap

  /// Z: n x d, finite, at least one token; gamma in (0, 1], beta >= 0.
  SlowSoftmax(const Matrix& Z, double gamma, double beta);

  std::uint64_t time() const { return time_; }
  Matrix tokens() const;
  std::size_t places() const { return count_.size(); }  ///< where tokens are, coincident ones once
  /// Exponentials so far: what the run has cost.
  std::uint64_t work() const { return work_; }

  /// First time after which a token is farther than `radius` from its row of `homes`.
  struct Watch {
    Matrix homes;  ///< n x d
    double radius = 0;
    std::optional<std::uint64_t> first;
  };
  /// To time t; false if work() would exceed `most`: then it stops before t. With a watch the first departure is
  /// looked for, exactly between plain steps and by bisection inside a leap. The states do not depend on it.
  bool advance(std::uint64_t t, std::uint64_t most, Watch* watch = nullptr);

 private:
  using State = std::vector<double>;  ///< places one after another
  void drift(const State& x, State& out);
  void field(const State& x, State& out);
  State runge_kutta(const State& x, double steps);
  State two_halves(const State& x, double steps, double& error);
  bool leap(std::uint64_t left, Watch* watch);
  void merge();
  bool away(const State& x, const Watch& watch) const;
  void look(Watch* watch) const;

  std::size_t d_;
  double gamma_, beta_, size_;
  State x_;
  std::vector<double> count_;         ///< tokens at each place
  std::vector<std::uint32_t> place_;  ///< of each token
  std::uint64_t time_ = 0, work_ = 0;
  std::uint64_t plain_ = 0;           ///< steps to do before the next try to leap
  double suggested_ = 64;  ///< length of the next leap
  State d0_, d1_, d2_, moved_, weights_;
};

/// Steps until a token of Z is farther than `radius` from its row of `homes`, by quadrature: all tokens are taken to keep
/// the directions of their first drifts, Z + s U, U = D(Z), with the speed <D(Z + s U), U> / <U, U>. Exact up to the
/// difference of steps and flow where symmetry keeps the directions (x, -x; a regular polygon with equal groups), an
/// approximation elsewhere. Infinity if nothing moves, or the drift turns back on the way; 0 if one is there already.
/// Coincident tokens are counted once: O(k^2) exponentials for k places, 65 times.
double drift_time(const Matrix& Z, const Matrix& homes, double gamma, double beta, double radius);

}  // namespace lab::core
