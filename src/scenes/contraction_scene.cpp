#include "scenes/contraction_scene.h"

#include <algorithm>
#include <cmath>

#include "core/cloud.h"
#include "core/hardmax.h"
#include "core/vec.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr double kSame = 1e-12;       ///< of the size: tokens still mirror each other, a hull still holds 0
constexpr double kSmallest = 1e-100;  ///< of the first norm: below this squares lose digits

/// The first token whose mirror image is missing, by more than `apart_at_most` in a coordinate.
std::optional<std::size_t> lacks_mirror(const Matrix& Z, double apart_at_most) {
  for (std::size_t i = 0; i < Z.rows; ++i) {
    bool found = false;
    for (std::size_t j = 0; j < Z.rows && !found; ++j) {
      double apart = 0;
      for (std::size_t c = 0; c < Z.cols; ++c) apart = std::max(apart, std::abs(Z(i, c) + Z(j, c)));
      found = apart <= apart_at_most;
    }
    if (!found) return i;
  }
  return std::nullopt;
}

double largest_entry(const Matrix& Z) {
  double most = 0;
  for (const double x : Z.data) most = std::max(most, std::abs(x));
  return most;
}

double largest_norm(const Matrix& Z, const Matrix& Bstar) {
  double most = 0;
  for (std::size_t i = 0; i < Z.rows; ++i) most = std::max(most, core::a_norm(Z.row(i), Bstar));
  return most;
}

std::string moment_text(const std::optional<std::size_t>& t) { return t ? std::to_string(*t) : "never"; }

}  // namespace

std::unique_ptr<Scene> make_contraction_scene() { return std::make_unique<ContractionScene>(); }

ContractionScene::ContractionScene() : DescentScene(contraction_rows(), contraction_presets()) { take_preset(); }

DescentModel ContractionScene::model() const {
  DescentModel model{settings().b,
                     schedule_of(settings().steps(), static_cast<std::size_t>(settings().horizon)).value(),
                     {},
                     settings().tie};
  for (double& b : model.B.data) b = -b + 0.0;
  return model;
}

void ContractionScene::measure_bounds() {
  for (std::size_t t = 0; t <= run().steps(); ++t) {
    if (!facts_.origin_lost && run().at(t).origin > kSame * facts_.D) facts_.origin_lost = t;
    if (t == run().steps()) break;
    const std::size_t worst = run().worst(t + 1);
    const double J = run().at(t + 1).objective[worst];
    if (!facts_.broken && J > core::printed_bound(facts_.L, facts_.D, t) * (1 + kSame)) {
      facts_.broken = t;
      facts_.breaker = worst;
    }
    if (facts_.origin_lost) continue;
    const double bound = core::sharper_bound(facts_.L, facts_.D, t);
    if (J > bound * (1 + kSame)) ++facts_.violations_inside;
    if (bound > 0) facts_.closest = std::max(facts_.closest, J / bound);
  }
}

void ContractionScene::measure_factors() {
  double most = -2;
  facts_.norm_first = largest_norm(run().Z(0), Bstar());
  double norm = facts_.norm_first;
  for (std::size_t t = 0; t < run().steps(); ++t) {
    const double next = largest_norm(run().Z(t + 1), Bstar());
    facts_.factor.push_back(norm > 0 ? next / norm : 0);
    if (symmetric() && !facts_.mirror_lost && lacks_mirror(run().Z(t), kSame * largest_entry(run().Z(t))))
      facts_.mirror_lost = t;
    if (!facts_.mirror_lost && norm > kSmallest * facts_.norm_first && facts_.factor.back() - allowed(t) > most) {
      most = facts_.factor.back() - allowed(t);
      facts_.worst_step = t;
    }
    norm = next;
  }
  facts_.norm_last = largest_norm(run().Z(facts_.mirror_lost.value_or(run().steps())), Bstar());
}

void ContractionScene::restarted() {
  facts_ = {};
  const core::Hypotheses is = core::check_hypotheses(run().Z(0), Bstar());
  facts_.smallest_eigenvalue = is.smallest_eigenvalue;
  facts_.L = core::largest_eigenvalue(Bstar());
  facts_.positive = is.symmetric && is.smallest_eigenvalue >= -kSame * std::max(0.0, facts_.L);
  facts_.D = core::diameter(run().Z(0));
  facts_.harmonic = true;
  for (std::size_t t = 0; t < run().steps(); ++t)
    facts_.harmonic = facts_.harmonic && std::abs(run().at(t).gamma * (static_cast<double>(t) + 2) - 2) <= kSame;
  facts_.without_mirror = lacks_mirror(run().Z(0), 0);
  const Matrix& last = run().Z(run().steps());
  facts_.meeting = core::mean_token(last);
  facts_.spread = core::diameter(last);
  measure_factors();
  measure_bounds();
}

double ContractionScene::meeting_distance() const { return std::sqrt(core::dot(facts_.meeting, facts_.meeting)); }

// --- random clouds ---

std::size_t ContractionScene::cloud_count() const {
  return std::min(harmonic_clouds_.size(), static_cast<std::size_t>(settings().clouds));
}

void ContractionScene::run_clouds(std::size_t count) const {
  core::CloudStudy study;
  study.clouds = 1;
  for (std::size_t r = harmonic_clouds_.size(); r < count; ++r) {
    study.first_seed = r;
    study.schedule = {core::Schedule::kHarmonic, 0.1, {}};
    study.steps = kHarmonicCloudSteps;
    harmonic_clouds_.push_back(core::study_clouds(study));
    study.schedule = {core::Schedule::kConstant, kCloudGamma, {}};
    study.steps = kConstantCloudSteps;
    constant_clouds_.push_back(core::study_clouds(study));
  }
}

core::CloudResult ContractionScene::clouds(bool harmonic) const {
  run_clouds(std::min(kCloudsAtOnce, static_cast<std::size_t>(settings().clouds)));
  core::CloudResult all;
  for (std::size_t r = 0; r < cloud_count(); ++r)
    core::append_clouds(all, harmonic ? harmonic_clouds_[r] : constant_clouds_[r]);
  return all;
}

std::span<const Action> ContractionScene::actions() const {
  static const std::vector<Action> list = [] {
    const std::span<const Action> shared = descent_actions();
    std::vector<Action> all(shared.begin(), shared.end());
    all.push_back({"more-clouds", "Ten more clouds", "Runs ten more random clouds for the statistics, 200 at most"});
    return all;
  }();
  return list;
}

core::Status ContractionScene::act(std::size_t action) {
  if (action + 1 < actions().size()) return DescentScene::act(action);
  auto wanted = static_cast<std::size_t>(settings().clouds);
  run_clouds(std::min(kCloudsAtOnce, wanted));
  if (cloud_count() >= kMostClouds) return core::Error{"All " + std::to_string(kMostClouds) + " clouds have been run."};
  // Of those that a link asks for some may be still to come.
  if (cloud_count() == wanted) wanted = std::min(wanted + kCloudsAtOnce, kMostClouds);
  settings_.clouds = static_cast<std::int64_t>(wanted);
  held_ = false;
  run_clouds(std::min(wanted, harmonic_clouds_.size() + kCloudsAtOnce));
  changed();
  return core::success();
}

void ContractionScene::settle(std::size_t param) {
  held_ = false;
  DescentScene::settle(param);
}

bool ContractionScene::running() const {
  return !held_ && static_cast<std::size_t>(settings().clouds) > std::max(harmonic_clouds_.size(), kCloudsAtOnce);
}

void ContractionScene::set_running(bool on) {
  if (held_ == !on) return;
  held_ = !on;
  changed();
}

bool ContractionScene::live(double) {
  if (!running()) return false;
  run_clouds(harmonic_clouds_.size() + 1);
  changed();
  return true;
}

std::span<const Observable> ContractionScene::observables() const {
  static const std::vector<Observable> list = {
      {"origin-lost", "0 outside the hull from", "", "First t with 0 outside K^t, or never"},
      {"bound-broken", "Printed bound fails from", "", "First t with max J(x^(t+1)) over 2 L D^2 / (t + 1), or never"},
      {"violations-inside", "Failures while 0 was inside", "",
       "Steps t with 0 in all hulls so far and J(x^(t+1)) over 2 L D^2 / (t + 3)"},
      {"largest-objective", "Largest J", "", "max_i (1/2) <B* x_i, x_i> at this step"},
      {"printed-bound", "Printed bound", "", "On J at this step t > 0: 2 L D^2 / t; at t = 0 none"},
      {"sharper-bound", "Sharper bound", "",
       "On J at this step t > 0: 2 L D^2 / (t + 2), while 0 is in all hulls before"},
      {"origin-distance", "Distance of 0 from the hull", "", "At this step"},
      {"factor", "Contraction of this step", "",
       "max|x^(t+1)| / max|x^t| in the norm of B*; at the last step that of the one before"},
      {"allowed", "Allowed for symmetric tokens", "", "max(1 - 2 gamma, gamma) of the same step"},
      {"symmetric", "Centrally symmetric", "", "With every x also -x is a token at the start"},
      {"meeting-point", "Where the tokens meet", "", "Mean of the tokens of the last step"},
      {"meeting-distance", "Its distance from 0", "", "Euclidean"},
      {"spread", "Spread at the end", "", "Diameter of the tokens of the last step"},
      {"cloud-distances", "Where random clouds meet", "",
       "Distance from 0 of those run so far: first row with 2/(t+2), second with 0.05"},
      {"cloud-counts", "Random clouds", "",
       "How many were run, how many lost 0, how many broke the bound, failures while 0 was inside; with 2/(t+2)"},
  };
  return list;
}

Value ContractionScene::observe(std::size_t observable) const {
  const std::size_t t = step(), s = std::min(t, run().steps() - 1);
  switch (observable) {
    case 0:
      return moment_text(facts_.origin_lost);
    case 1:
      return moment_text(facts_.broken);
    case 2:
      return static_cast<std::int64_t>(facts_.violations_inside);
    case 3:
      return now().objective[run().worst(t)];
    case 4:
      return t > 0 ? Value(core::printed_bound(facts_.L, facts_.D, t - 1)) : Value(std::string("none"));
    case 5:
      return t > 0 ? Value(core::sharper_bound(facts_.L, facts_.D, t - 1)) : Value(std::string("none"));
    case 6:
      return now().origin;
    case 7:
      return facts_.factor[s];
    case 8:
      return allowed(s);
    case 9:
      return symmetric();
    case 10: {
      Matrix m(1, d());
      m.data = facts_.meeting;
      return m;
    }
    case 11:
      return meeting_distance();
    case 12:
      return facts_.spread;
    default:
      break;
  }
  if (settings().clouds == 0) return std::string("no clouds are run");
  const core::CloudResult is = clouds(true);
  const auto count = static_cast<double>(is.distance.size());
  if (observable == 14)
    return Matrix{
        {count, static_cast<double>(is.lost), static_cast<double>(is.broken), static_cast<double>(is.inside)}};
  const std::vector<double> constant = clouds(false).distance;
  Matrix both(2, is.distance.size());
  std::ranges::copy(is.distance, both.row(0).begin());
  std::ranges::copy(constant, both.row(1).begin());
  return both;
}

}  // namespace lab::scenes
