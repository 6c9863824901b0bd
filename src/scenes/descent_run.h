#pragma once
#include <cstdint>
#include <vector>

#include "core/frank_wolfe.h"

namespace lab::scenes {

/// What moves the tokens: x <- x + P (y - x), y the mean of the maximizers of <B x, y>.
struct DescentModel {
  core::Matrix B;                ///< d x d
  core::StepSchedule schedule;   ///< gamma^t; not used where P is given
  core::Matrix P;                ///< empty: gamma^t I
  double tie = core::kRelativeTie;

  bool scalar() const { return P.rows == 0; }
};

/// One trajectory of Frank-Wolfe steps, kept from the first state to the last, with what
/// is measured of each. Knows no picture and no parameter table.
///
/// J(x) = -(1/2) <B x, x>; gap_i = max_y <B x_i, y - x_i> over the hull K^t of the tokens.
class DescentRun {
 public:
  /// Of the state Z^t; what compares it with Z^(t-1) is 0 at t = 0.
  struct State {
    core::Matrix Z;
    core::LinearMaximizers to;         ///< y_i^t, ties and gaps
    std::vector<double> objective;     ///< J(x_i^t)
    double gamma = 0;                  ///< gamma^t, the next step; 0 where P is given
    double excess = 0;                 ///< largest distance of a token to K^(t-1)
    double rise = 0;                   ///< max_i J(x_i^t) - J(x_i^(t-1)), negative where all fall
    std::uint32_t riser = 0;           ///< the token where it is attained
    double slack = 0;                  ///< max_i J(x_i^t) - J(x_i^(t-1)) + gamma gap_i
    double change_error = 0;           ///< max_i |J(x_i^t) - J(x_i^(t-1)) - predicted_change|
    double origin = 0;                 ///< distance of 0 to K^t
    double off_gap = 0;                ///< max_i |<B x_i, y_i - x_i> - gap_i|: what y_i, a mean, misses of the maximum
    double score_size = 0;             ///< size of the numbers <B x, y> on K^t
  };

  DescentRun() = default;
  /// Z^0 .. Z^steps, O(steps n^2 d). With a step matrix P tokens may run away: it ends before one is
  /// kFarthest times as far as the first ones.
  DescentRun(core::Matrix start, DescentModel model, std::size_t steps);

  static constexpr double kFarthest = 1e6;

  std::size_t steps() const { return states_.size() - 1; }
  std::size_t n() const { return states_.front().Z.rows; }
  std::size_t d() const { return states_.front().Z.cols; }
  const DescentModel& model() const { return model_; }
  const State& at(std::size_t t) const { return states_[t]; }
  const core::Matrix& Z(std::size_t t) const { return states_[t].Z; }

  /// Index of the largest J of Z^t, the first one.
  std::size_t worst(std::size_t t) const;
  /// Size of the numbers <B x, y> on the first hull: what rounding errors are to be compared with.
  double score_size() const { return score_size_; }
  /// Largest |coordinate| of the first tokens.
  double size() const { return size_; }

 private:
  bool advance();
  void measure(State& state) const;
  void compare(const State& before, State& state) const;

  DescentModel model_;
  std::vector<State> states_;
  double size_ = 0, score_size_ = 0, entry_ = 0;
};

/// <B x, y - x>
double slope(std::span<const double> x, std::span<const double> y, const core::Matrix& B);
/// J(x + gamma (y - x)) - J(x) for symmetric B, exactly: -gamma <B x, y - x> - (gamma^2 / 2) <B (y - x), y - x>.
double predicted_change(std::span<const double> x, std::span<const double> y, const core::Matrix& B, double gamma);

}  // namespace lab::scenes
