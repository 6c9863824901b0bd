#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/matrix.h"
#include "core/softmax_dynamics.h"

namespace lab::scenes {

/// A run of softmax attention at finite beta, kept at moments that lie evenly in log time: collapse may take e^(2 beta)
/// updates, of which nobody looks at each.
///
/// Mark k is the update t = k up to k = 31, then there are 16 marks in each doubling of t: mark 16 (e + 1) + r is
/// (16 + r) 2^e. So times are whole numbers, exactly.
class CollapseRun {
 public:
  static std::uint64_t time_of(std::size_t mark);

  /// What is known at a mark; worst and closed over all updates up to it.
  struct Mark {
    double diameter = 0;
    double bound = 0;         ///< diameter at the start times prod (1 - gamma c_s), c_s the smallest weight of update s
    double smallest = 1;      ///< c of the update that led here
    double excess = 0;        ///< how far a token is outside the hull of the mark before
    double slack = 0;         ///< largest diam^(s+1) - (1 - gamma c_s) diam^s; <= 0 but for rounding
    double ratio = 0;         ///< diam^(s+1) / diam^s where it came closest to 1 - gamma c_s
    double factor = 1;        ///< 1 - gamma c_s there
    double closed_error = 0;  ///< largest |x - closed form|, where it is the closed case
  };

  CollapseRun() = default;
  /// 0 < gamma < 1, 0 <= beta < infinity.
  CollapseRun(core::Matrix start, double gamma, double beta);

  /// Computes what is missing up to mark k.
  void extend(std::size_t k);
  std::size_t computed() const { return marks_.size() - 1; }
  const core::Matrix& tokens(std::size_t k) const { return states_[k]; }
  const Mark& mark(std::size_t k) const { return marks_[k]; }
  const core::SoftmaxParams& params() const { return params_; }
  double gamma() const { return gamma_; }

  /// The last update changed no bit, so no later one will.
  bool settled() const { return settled_; }
  /// The first t at which the diameter is below half of the first, if it has come by the last mark computed.
  std::optional<std::uint64_t> halved() const { return halved_; }
  /// Two tokens x, -x of the line: x <- x (1 - gamma (1 - tanh(beta x^2))).
  bool closed_case() const { return closed_case_; }
  /// The same first t by the closed form.
  std::optional<std::uint64_t> closed_halved() const { return closed_halved_; }

 private:
  void update(Mark& into);
  void compare_closed(Mark& into);

  core::SoftmaxParams params_;
  double gamma_ = 0.1;
  std::vector<core::Matrix> states_;
  std::vector<Mark> marks_;
  core::Matrix now_, next_;
  core::SoftmaxWork work_;
  std::uint64_t time_ = 0;
  double diameter_ = 0;
  double bound_ = 0;
  double closest_ = 0;  ///< largest ratio / factor so far
  std::optional<std::uint64_t> halved_, closed_halved_;
  bool settled_ = false;  ///< the last update changed no bit, so no later one will
  bool closed_case_ = false;
  double closed_ = 0;
};

}  // namespace lab::scenes
