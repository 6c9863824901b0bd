#include "scenes/collapse_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cloud.h"
#include "core/finite_beta.h"
#include "core/hull.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// Below this part of the first diameter ratios are those of rounding errors.
constexpr double kSmallestMeasured = 1e-6;

}  // namespace

std::uint64_t CollapseRun::time_of(std::size_t mark) {
  if (mark < 32) return mark;
  return static_cast<std::uint64_t>(16 + mark % 16) << (mark / 16 - 1);
}

CollapseRun::CollapseRun(Matrix start, double gamma, double beta)
    : params_(core::sa_beta(Matrix::identity(start.cols), gamma, beta)), gamma_(gamma), now_(std::move(start)) {
  states_.push_back(now_);
  diameter_ = bound_ = core::diameter(now_);
  closed_case_ = now_.rows == 2 && now_.cols == 1 && now_(0, 0) == -now_(1, 0) && now_(0, 0) != 0;
  closed_ = now_(0, 0);
  Mark first;
  first.diameter = first.bound = diameter_;
  marks_.push_back(first);
}

void CollapseRun::compare_closed(Mark& into) {
  closed_ = core::two_token_step(closed_, gamma_, params_.beta);
  into.closed_error = std::max(into.closed_error, std::abs(now_(0, 0) - closed_));
  if (!closed_halved_ && std::abs(closed_) < 0.5 * std::abs(states_[0](0, 0))) closed_halved_ = time_;
}

void CollapseRun::update(Mark& into) {
  core::softmax_step(now_, params_, work_, next_);
  settled_ = now_ == next_;
  std::swap(now_, next_);
  ++time_;
  const double after = core::diameter(now_), factor = 1 - gamma_ * work_.smallest;
  into.slack = std::max(into.slack, after - factor * diameter_);
  if (diameter_ > kSmallestMeasured * marks_[0].diameter && after / diameter_ > closest_ * factor) {
    into.ratio = after / diameter_;
    into.factor = factor;
    closest_ = into.ratio / factor;
  }
  bound_ *= factor;
  diameter_ = after;
  if (!halved_ && after < 0.5 * marks_[0].diameter) halved_ = time_;
  if (closed_case_) compare_closed(into);
}

void CollapseRun::extend(std::size_t k) {
  while (computed() < k) {
    Mark mark = marks_.back();
    for (const std::uint64_t until = time_of(computed() + 1); time_ < until && !settled_;) update(mark);
    for (const std::uint64_t until = time_of(computed() + 1); time_ < until; ++time_) bound_ *= 1 - gamma_ * work_.smallest;
    mark.diameter = diameter_;
    mark.bound = bound_;
    mark.smallest = work_.smallest;
    mark.excess = core::hull_excess(now_, states_.back());
    states_.push_back(now_);
    marks_.push_back(mark);
  }
}

}  // namespace lab::scenes
