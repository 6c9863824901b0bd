#include "scenes/softmax_run.h"

#include <utility>

namespace lab::scenes {

SoftmaxRun::SoftmaxRun(core::Matrix start, core::SoftmaxParams params, core::HardRule rule)
    : params_(std::move(params)), rule_(rule), leads_(start, params_.hardmax) {
  other_.fill(start);
  hard_.push_back(start);
  soft_.push_back(std::move(start));
  layers_.emplace_back();
  measure(0);
}

void SoftmaxRun::set_beta(double beta) {
  params_.beta = beta;
  soft_.resize(1);
  measure(0);
}

void SoftmaxRun::advance_hard() {
  core::Matrix next;
  core::hard_step(hard_.back(), params_.hardmax, rule_, work_, next);
  hard_.push_back(next);
  layers_.emplace_back();
  for (std::size_t b = 0; b < other_.size(); ++b) {
    core::softmax_step(other_[b], {params_.hardmax, kOtherBetas[b]}, work_, next);
    std::swap(other_[b], next);
    layers_.back().other[b] = core::largest_distance(other_[b], hard_.back());
  }
}

void SoftmaxRun::advance_soft() {
  core::Matrix next;
  core::softmax_step(soft_.back(), params_, work_, next);
  soft_.push_back(std::move(next));
  measure(computed());
}

void SoftmaxRun::measure(std::size_t k) {
  Layer& layer = layers_[k];
  layer.distance = core::largest_distance(soft_[k], hard_[k]);
  const core::StepComparison step = core::compare_step(soft_[k], params_, rule_);
  layer.deviation = step.deviation;
  layer.entropy = step.entropy_mean;
  layer.log_q = step.log_q_mean;
}

void SoftmaxRun::extend(std::size_t k) {
  while (hard_.size() <= k) advance_hard();
  while (soft_.size() <= k) advance_soft();
  leads_.extend(k);
}

}  // namespace lab::scenes
