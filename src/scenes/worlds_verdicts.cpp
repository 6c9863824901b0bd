// What "Three worlds" claims, measures and says.
#include <algorithm>
#include <cmath>

#include "core/cloud.h"
#include "core/elementary.h"
#include "core/hull.h"
#include "core/metastability.h"
#include "core/softmax_dynamics.h"
#include "scenes/curves.h"
#include "scenes/value_text.h"
#include "scenes/worlds_scene.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// A clock is slow, and worth a prediction, where it is that much longer than the arrival.
constexpr double kSlowBy = 3;
/// Largest relative difference of predicted and measured softmax times that counts as agreement: the tokens do not
/// keep their first directions exactly, and the inner ones arrive late.
constexpr double kDriftTolerance = 0.5;
/// Of 101 clocks so many stop by the predicted median, but for a chance of 6e-5: 50.5 less and plus four deviations.
constexpr std::ptrdiff_t kFewestClocks = 30, kMostClocks = 71;

std::string met(bool yes) { return yes ? "met" : "not met"; }

std::string generic_text(const WorldsScene& scene) {
  const core::Genericity& g = scene.run().generic();
  return "Each vertex in its own cell only, c₀ = " +
         (std::isinf(g.vertex_margin) ? std::string("∞") : rounded(g.vertex_margin, 3)) + ": " + met(g.g1) +
         "; each token in one cell only: " + met(g.g2);
}

Verdict judge_rest(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const double off = core::largest_distance(run.hard(run.rest()), run.homes());
  Verdict v{"Hardmax rests at the vertices", generic_text(scene) + ".", "All tokens at their vertices, for ever.",
            run.rests() ? "After " + plural(run.rest(), "step") + " nothing moves but by rounding; largest distance to a vertex " +
                              rounded(off, 2) + "."
                        : "Not at rest after " + plural(run.rest(), "step") + ".",
            Finding::kDoesNotApply};
  double size = 1;
  for (const double x : run.homes().data) size = std::max(size, std::abs(x));
  if (run.generic().hold()) v.finding = finding(run.rests() && off <= 1e-13 * size / scene.settings().gamma);
  return v;
}

Verdict judge_arrival(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const core::MetastableVertices& m = run.metastable();
  Verdict v{"At first they go together",
            generic_text(scene) + "; equal norms: " + met(m.equal_norms) + "; acute cones: " + met(m.acute) +
                "; tokens away from the vertices: " + met(run.gathering() > 0) + ".",
            "At t = " + counted(run.gathering()) +
                ", whatever β, hardmax is at the vertices; for large β softmax and chain are near, the chain but for a "
                "probability of at most β^(−1/8) = " +
                rounded(core::arrival_failure(scene.settings().beta), 2) + ".",
            "Not computed yet.", Finding::kDoesNotApply};
  if (run.times()[run.computed()] < run.gathering()) {
    v.finding = run.generic().hold() && m.hold() ? Finding::kPending : Finding::kDoesNotApply;
    return v;
  }
  const auto by_then = [&](const WorldsRun::Parting& t) { return t && *t <= run.gathering(); };
  const bool soft = by_then(run.soft_parting()), chain = by_then(run.chain_parting());
  v.measured = soft && chain ? "Both have left the radius by then"
               : soft        ? "Softmax has left the radius by then"
               : chain       ? "The chain has left the radius by then"
                             : "Both are within the radius until then";
  v.measured += soft || chain ? ": this β is not large enough." : ".";
  if (run.generic().hold() && m.hold() && run.gathering() > 0 && !soft && !chain) v.finding = Finding::kHolds;
  return v;
}

Verdict judge_soft(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const std::string not_so = no_prediction(scene, false);
  Verdict v{"Softmax leaves after a time that grows like e^(βc₀)",
            generic_text(scene) + (not_so.empty() ? "; gathered, and slow: met." : ". " + not_so), "Nothing.",
            run.soft_parting()
                ? "Farther than the radius at t = " + time_text(static_cast<double>(*run.soft_parting())) + "."
                : "Not yet.",
            Finding::kDoesNotApply};
  if (!not_so.empty()) return v;
  const double predicted = *run.soft_predicted();
  v.prediction =
      "At t = " + time_text(predicted) + " for this β, give or take half: the integral of 1/drift along the first " +
      "drift" +
      (run.gathering() == 0 ? std::string(" from the vertices.")
                            : ", from the places at t = " + counted(run.gathering()) +
                                  ". From the vertices it would be " + time_text(run.soft_from_vertices()) + ".") +
      " Judged is this number; with β it grows like e^(βc₀).";
  if (run.soft_parting()) {
    v.finding = finding(std::abs(static_cast<double>(*run.soft_parting()) - predicted) <= kDriftTolerance * predicted);
    return v;
  }
  const double seen = static_cast<double>(run.soft_end() ? *run.soft_end() : run.times()[run.computed()]);
  v.measured = "Not by t = " + time_text(seen) + ".";
  v.finding = seen > (1 + kDriftTolerance) * predicted ? Finding::kViolated : Finding::kPending;
  return v;
}

/// The other prediction, of the plot: this run does not start from the vertices.
std::string from_gathering(const WorldsRun& run) {
  const double last = static_cast<double>(run.times().back());
  if (run.gathering() == 0 || run.chain_predicted().value_or(kMostTime) > last) return {};
  return " This run has gathered a little inside them at t = " + counted(run.gathering()) +
         ": from there half by t = " + time_text(*run.chain_predicted()) + ", in the plot the dashed line.";
}

Verdict judge_chain(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const std::string not_so = no_prediction(scene, true);
  Verdict v{"The chain leaves by an exponential clock",
            generic_text(scene) + (not_so.empty() ? "; one pick leaves the radius: met." : ". " + not_so), "Nothing.",
            run.chain_parting() ? "This run at t = " + time_text(static_cast<double>(*run.chain_parting())) + "."
                                : "This run not yet.",
            Finding::kDoesNotApply};
  if (!not_so.empty()) return v;
  const double median = run.chain_from_vertices();
  const std::ptrdiff_t stopped = std::ranges::count_if(run.clocks(), [median](double t) { return t <= median; });
  v.prediction = "From the vertices half of all runs by t = " + time_text(median) +
                 ", ln 2 over the sum of all weights elsewhere; of 101 runs from 30 to 71." + from_gathering(run);
  v.measured = std::to_string(stopped) + " of " + std::to_string(run.clocks().size()) + " such runs, their median is " +
               time_text(run.clocks()[run.clocks().size() / 2]) + ". " + v.measured;
  v.finding = finding(stopped >= kFewestClocks && stopped <= kMostClocks);
  return v;
}

Verdict judge_end(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const Matrix& soft = run.at(run.computed()).soft;
  const double wide = core::diameter(soft), outside = core::hull_excess(soft, scene.world(0, 0));
  const std::uint64_t t = run.soft_end().value_or(run.times()[run.computed()]);
  double size = 1;
  for (const double x : scene.world(0, 0).data) size = std::max(size, std::abs(x));
  Verdict v{"Softmax ends in one point of the first hull", "Any β: met.", "Diameter to 0, never outside the hull.",
            "At t = " + time_text(static_cast<double>(t)) + " diameter " + rounded(wide, 3) +
                ", outside by " + rounded(outside, 2) + ".",
            Finding::kPending};
  // Outside the plane the nearest point of a hull of nearly coincident tokens is found to 1e-7 of the size only.
  if (outside > (scene.d() == 2 ? 1e-11 : 1e-7) * size)
    v.finding = Finding::kViolated;
  else if (wide <= 1e-9 * size)
    v.finding = Finding::kHolds;
  return v;
}

void write_notes(const WorldsScene& scene, Frame& frame) {
  const WorldsRun& run = scene.run();
  if (scene.as_preset()) frame.notes.emplace_back(worlds_preset_note(scene.settings().preset));
  frame.notes.emplace_back(
      "Softmax is stepped plainly while its drift changes; where it is slow, many steps are crossed by a Runge–Kutta "
      "integration "
      "of the logarithm of the step, with error control. The chain jumps exactly over steps in which nothing moves.");
  if (!run.clocks().empty())
    frame.notes.push_back("The " + std::to_string(run.clocks().size()) +
                          " runs from the vertices take the same random numbers of the seed in every configuration "
                          "and at every β, so their counts hardly differ; another seed is another trial.");
  if (run.soft_end())
    frame.notes.push_back("Softmax is followed to t = " + time_text(static_cast<double>(*run.soft_end())) +
                          " only: more would take too long.");
  if (run.chain_end())
    frame.notes.push_back("The chain is followed to t = " + time_text(static_cast<double>(*run.chain_end())) +
                          " only: it moves so often that more would take too long.");
}

/// "10⁷", for one digit.
std::string power_of_ten(std::int64_t digit) {
  constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  return std::string("10") + kRaised[digit];
}

std::string parted_text(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const bool soft = run.soft_parting() && *run.soft_parting() <= scene.time(),
             chain = run.chain_parting() && *run.chain_parting() <= scene.time();
  if (!soft && !chain) return "all three together";
  if (soft && chain) return "softmax and chain have parted";
  return soft ? "softmax has parted" : "the chain has parted";
}

}  // namespace

std::string no_prediction(const WorldsScene& scene, bool chain) {
  const WorldsRun& run = scene.run();
  if (run.vertices().rows < 2) return "There is one place only.";
  if (!run.generic().hold()) return "Predictions start from tokens that rest at vertices: not met.";
  if (chain && !run.one_pick_leaves())
    return "One pick of a vertex leads out of the radius, r < γ |v_i − v_j|: not met.";
  if (!chain && !run.soft_predicted())
    return run.times()[run.computed()] < run.gathering() ? "Not gathered yet."
                                                         : "Softmax has gathered at the vertices: not met.";
  if (!chain && run.soft_parting() && *run.soft_parting() <= run.gathering())
    return "Within the radius until it has gathered: not met.";
  const double predicted = chain ? run.chain_from_vertices() : *run.soft_predicted();
  if (!std::isfinite(predicted))
    return chain ? "No pick elsewhere has a probability above 0."
                 : "There is no drift, or it turns back before the radius.";
  if (chain && predicted > kMostTime) return "So long a wait is not followed: t is at most 10¹⁵.";
  const double slow = chain ? 20 : std::max<double>(20, kSlowBy * static_cast<double>(run.gathering()));
  if (predicted < slow) return "Slow against the arrival: not met, β is too small.";
  return {};
}

void judge_worlds(const WorldsScene& scene, Frame& frame) {
  frame.verdicts = {judge_soft(scene), judge_chain(scene), judge_arrival(scene), judge_rest(scene), judge_end(scene)};
}

void WorldsScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_worlds_pictures(*this, frame);
  draw_worlds_plots(*this, frame);
  write_worlds_tables(*this, frame);
  judge_worlds(*this, frame);
  write_notes(*this, frame);
  const std::string when = "t = " + time_text(static_cast<double>(time()));
  frame.headline = when + " of " + power_of_ten(settings_.decades) + " · β = " + rounded(settings_.beta, 4) +
                   " · " + parted_text(*this);
  frame.description = plural(n(), "token") + " under hardmax, under softmax with β = " + rounded(settings_.beta, 4) +
                      ", and in the chain that picks by these weights, from one start, at " + when +
                      " on a logarithmic axis of time: " + parted_text(*this) + ". Softmax tokens are at most " +
                      rounded(run_.at(k_).soft_apart, 3) + " from hardmax tokens, those of the chain " +
                      rounded(run_.at(k_).chain_apart, 3) + ".";
}

std::span<const Observable> WorldsScene::observables() const {
  static const std::vector<Observable> list = {
      {"time", "Time", "steps", "t of this step"},
      {"soft-parting", "Softmax parts", "steps",
       "First t at which a softmax token is farther than the radius; -1: not up to where it is computed"},
      {"soft-predicted", "Softmax parts, predicted", "steps", "From where it has gathered; -1: no prediction"},
      {"soft-from-vertices", "Softmax parts, from the vertices", "steps", "Predicted; -1: never"},
      {"chain-parting", "Chain parts", "steps", "The same of the chain"},
      {"chain-predicted", "Chain parts, predicted median", "steps",
       "From where this run has gathered; -1: no prediction"},
      {"chain-from-vertices", "Chain parts, from the vertices", "steps",
       "Predicted median, ln 2 / sum of weights elsewhere; -1: never"},
      {"chain-mean", "Chain parts, predicted mean", "steps", "Of the first movement from the vertices; -1: never"},
      {"clocks-median", "Median of other chains", "steps", "Of 101 chains from the vertices; -1: none, or never"},
      {"apart", "Distances now", "", "Largest distance to the hardmax tokens: softmax, chain"},
      {"c0", "Margin c0", "", "Smallest margin of a vertex; -1: one vertex only"},
      {"places", "Places now", "", "Places farther apart than the radius: hardmax, softmax, chain"},
  };
  return list;
}

Value WorldsScene::observe(std::size_t observable) const {
  const auto parting = [](const WorldsRun::Parting& t) { return t ? static_cast<double>(*t) : -1.0; };
  const auto or_none = [](double t) { return std::isfinite(t) ? t : -1.0; };
  const WorldsRun::Instant& now = run_.at(k_);
  switch (observable) {
    case 0:
      return static_cast<double>(time());
    case 1:
      return parting(run_.soft_parting());
    case 2:
      return or_none(run_.soft_predicted().value_or(-1));
    case 3:
      return or_none(run_.soft_from_vertices());
    case 4:
      return parting(run_.chain_parting());
    case 5:
      return or_none(run_.chain_predicted().value_or(-1));
    case 6:
      return or_none(run_.chain_from_vertices());
    case 7:
      return or_none(run_.chain_mean());
    case 8:
      return run_.clocks().empty() ? -1.0 : or_none(run_.clocks()[run_.clocks().size() / 2]);
    case 9:
      return Matrix{{now.soft_apart, now.chain_apart}};
    case 10:
      return or_none(run_.metastable().c0);
    default:
      break;
  }
  Matrix places(1, 3);
  for (std::size_t w = 0; w < 3; ++w) places(0, w) = static_cast<double>(places_of(world(w, k_), settings_.radius));
  return places;
}

}  // namespace lab::scenes
