// What "Softmax against hardmax" claims, measures and says.
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/hull.h"
#include "scenes/curves.h"
#include "scenes/hardmax_frame.h"
#include "scenes/places_text.h"
#include "scenes/softmax_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// Rounding of a step: a few units in the last place of the largest coordinate.
double rounding(const SoftmaxScene& scene) {
  double size = 1;
  for (const double x : scene.run().soft(0).data) size = std::max(size, std::abs(x));
  return 4e-16 * size * static_cast<double>(scene.n() + scene.d());
}

/// What many steps may add up to.
double grown_rounding(const SoftmaxScene& scene) { return 100 * rounding(scene) * (1 + static_cast<double>(scene.step()) / 100); }

Verdict judge_rows(const SoftmaxScene& scene) {
  const core::StepComparison& s = scene.now();
  return {"Rows of weights are probabilities", "Finite scores, any \u03B2 from 0 to \u221E: met.", "No weight below 0, sums of 1 up to rounding.",
          "Smallest weight " + rounded(s.smallest_weight, 3) + ", largest |sum \u2212 1| " + rounded(s.sum_error, 2) + ".",
          finding(s.smallest_weight >= 0 && s.sum_error <= 4e-16 * static_cast<double>(scene.n()))};
}

Verdict judge_step(const SoftmaxScene& scene) {
  const core::StepComparison& s = scene.now();
  // The claim is about hardmax, whatever rule is compared with; the bound does not depend on that rule.
  const bool all = scene.rule() == core::HardRule::kAllMaximizers;
  const double deviation = all ? s.deviation : core::step_deviation(scene.soft(), scene.run().params());
  return {"One step is hardmax up to e^(\u2212\u03B2g)", "Any \u03B2; g is the gap between a row's maximum and its next score.",
          "No coordinate differs by more than " + rounded(s.bound, 3) + " (rows with weight r/(1+r) outside C_i, r \u2264 (n\u2212q)/q e^(\u2212\u03B2g)).",
          "Largest difference " + rounded(deviation, 3) + "; smallest gap " + (std::isinf(s.smallest_gap) ? "none: all scores tie" : rounded(s.smallest_gap, 4)) + ".",
          finding(deviation <= s.bound + rounding(scene))};
}

/// How far the compared rule is from softmax at a beta at which the bound
/// leaves nothing: it is the limit, or it is not. At the start, where ties are
/// meant; later ones may come from the tolerance.
Verdict judge_limit(const SoftmaxScene& scene) {
  const bool all = scene.rule() == core::HardRule::kAllMaximizers;
  Verdict v{all ? "The limit is the mean of all maximizers" : "The limit is the first maximizer",
            "Tied scores are equal, not only within the tolerance", "From the start, no difference is left at a \u03B2 with \u03B2g = 40.", {}, Finding::kDoesNotApply};
  const core::SoftmaxParams& p = scene.run().params();
  const Matrix& start = scene.run().soft(0);
  const double gap = core::leading_term(start, p.hardmax).gap;
  if (std::isinf(gap)) {
    v.hypothesis = "A row with a second score: not met, all scores tie.";
    v.measured = "Nothing: there is no gap.";
    return v;
  }
  core::Attention attention;
  core::attend(start, p.hardmax, attention);
  if (!all && std::ranges::all_of(attention.count, [](std::uint32_t q) { return q == 1; })) {
    v.hypothesis = "A row with tied maximizers: not met, both rules are the same here.";
    v.measured = "Nothing: no row ties.";
    return v;
  }
  const double beta = 40 / gap;
  const double deviation = core::step_deviation(start, {p.hardmax, beta}, scene.rule());
  const double bound = core::compare_step(start, {p.hardmax, beta}).bound;
  v.measured = "At \u03B2 = " + rounded(beta, 4) + " the largest difference is " + rounded(deviation, 3) + ".";
  v.hypothesis += bound > 1e-9 ? ": not met, some differ a little." : ": met.";
  if (bound <= 1e-9) v.finding = finding(deviation <= bound + rounding(scene));
  return v;
}

Verdict judge_hull(const SoftmaxScene& scene) {
  const double outside = core::hull_excess(scene.soft(), scene.run().soft(0));
  return {"Tokens stay in the hull", "Each step averages the softmax tokens: met.", "Never outside.",
          "Farthest outside: " + rounded(outside, 2) + ".", finding(outside <= grown_rounding(scene))};
}

Verdict judge_entropy(const SoftmaxScene& scene) {
  const core::StepComparison& s = scene.now();
  const bool exact = s.tie_slack <= 1e-9;
  return {"log q \u2264 entropy \u2264 log n", std::string("Any \u03B2; q maximizers among n tokens") + (exact ? "." : ", whose scores differ by \u03B4, less than the tolerance."),
          exact ? "log q \u2264 H_i \u2264 log n." : "log q \u2212 \u03B2\u03B4 \u2264 H_i \u2264 log n.",
          "H from " + rounded(s.entropy_low, 4) + " to " + rounded(s.entropy_high, 4) + "; log n = " + rounded(std::log(static_cast<double>(scene.n())), 4) + ".",
          finding(s.below_log_q <= 1e-9 && s.above_log_n <= 1e-9)};
}

/// At the two ends of the slider there are exact answers.
Verdict judge_ends(const SoftmaxScene& scene) {
  const double beta = scene.settings().beta;
  Verdict v{"Exact at \u03B2 = 0 and \u221E", {}, {}, {}, Finding::kDoesNotApply};
  if (std::isinf(beta)) {
    Matrix next;
    core::SoftmaxWork work;
    core::hard_step(scene.soft(), scene.run().params().hardmax, core::HardRule::kAllMaximizers, work, next);
    Matrix soft;
    core::softmax_step(scene.soft(), scene.run().params(), work, soft);
    v.hypothesis = "\u03B2 = \u221E: met.";
    v.prediction = "The hardmax step, bit for bit.";
    v.measured = soft == next ? "All bits agree." : "Largest difference " + rounded(core::residual(soft, next), 2) + ".";
    v.finding = finding(soft == next);
    return v;
  }
  v.hypothesis = beta == 0 ? "\u03B2 = 0, all weights 1/n: met." : "\u03B2 = 0 or \u221E: not met, " + beta_text(beta) + ".";
  v.prediction = "z_i \u2212 mean = (1+\u03B1)^\u2212k times what it was.";
  v.measured = "Nothing: between the ends there is no closed form.";
  if (beta != 0) return v;
  const Matrix &start = scene.run().soft(0), &now = scene.soft();
  const double shrink = core::exp(-static_cast<double>(scene.step()) * core::log1p(scene.settings().alpha));
  double error = 0;
  for (std::size_t c = 0; c < now.cols; ++c) {
    double mean = 0;
    for (std::size_t i = 0; i < now.rows; ++i) mean += start(i, c) / static_cast<double>(now.rows);
    for (std::size_t i = 0; i < now.rows; ++i) error = std::max(error, std::abs(now(i, c) - mean - shrink * (start(i, c) - mean)));
  }
  v.measured = "Largest difference from that: " + rounded(error, 2) + ".";
  v.finding = finding(error <= grown_rounding(scene));
  return v;
}

/// What was computed for this beta, in one line.
std::string computed_line(double beta) {
  if (std::isinf(beta)) return "Computed: the hardmax rule of section 7 itself. It is not softmax at a large \u03B2.";
  if (beta == 0) return "Computed: softmax at \u03B2 = 0: every weight is 1/n.";
  return "Computed: softmax of \u03B2 times the scores. Each row's maximum is subtracted first, so no exponential overflows.";
}

void write_notes(const SoftmaxScene& scene, Frame& frame) {
  frame.notes.push_back(computed_line(scene.settings().beta));
  if (scene.as_preset()) frame.notes.emplace_back(softmax_preset_note(scene.settings().preset));
  if (scene.edited_at() > 0)
    frame.notes.push_back("The tokens at layer " + std::to_string(scene.edited_at()) + " are the start now, for both.");
  if (scene.d() > 3) frame.notes.push_back("The pictures show the first three of " + std::to_string(scene.d()) + " coordinates; hulls are those of the shadow.");
  if (scene.rule() == core::HardRule::kFirstMaximizer)
    frame.notes.emplace_back("Compared with the rule that takes the first maximizer only: where scores tie it is not the limit of softmax.");
}

/// As a list in JSON, where a row without a gap is null.
std::string gap_list(const std::vector<double>& gaps) {
  std::string out = "[";
  for (const double g : gaps) out += (out.size() > 1 ? "," : "") + (std::isinf(g) ? "null" : number_text(g));
  return out + "]";
}

std::string apart_text(const SoftmaxScene& scene) {
  const double distance = scene.run().layer(scene.step()).distance;
  return distance == 0 ? "the two agree" : "farthest apart " + rounded(distance, 2);
}

}  // namespace

void judge_softmax(const SoftmaxScene& scene, Frame& frame) {
  frame.verdicts = {judge_step(scene), judge_limit(scene), judge_rows(scene), judge_hull(scene), judge_entropy(scene), judge_ends(scene)};
}

void SoftmaxScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_softmax_pictures(*this, frame);
  draw_softmax_plots(*this, frame);
  write_softmax_tables(*this, frame);
  judge_softmax(*this, frame);
  write_notes(*this, frame);
  const std::string layer = "layer " + std::to_string(k_) + " of " + std::to_string(horizon());
  frame.headline = layer + " \u00B7 " + beta_text(settings_.beta) + " \u00B7 one step differs by " + rounded(now_.deviation, 2) + " \u00B7 " + apart_text(*this);
  const auto led = run_.leads().leaders(k_);
  const core::Matrix& start = settings_.tokens;
  frame.description = plural(n(), "token") + " under softmax attention with " + beta_text(settings_.beta) + ", and the same tokens under " +
                      (rule() == core::HardRule::kAllMaximizers ? "hardmax attention" : "attention to the first maximizer only") + ", at " + layer +
                      ". One step from here differs by at most " + rounded(now_.deviation, 3) + " in a coordinate; " + apart_text(*this) + ". " +
                      (led.empty() ? "No token leads" : led.size() == 1 ? "One token leads" : plural(led.size(), "token") + " lead") + " under hardmax" +
                      (led.empty() ? "" : ": " + token_list(led)) + ". " + places_text(hard(), start, "Hardmax tokens") + " " +
                      places_text(soft(), start, "Softmax tokens");
}

std::span<const Observable> SoftmaxScene::observables() const {
  static const std::vector<Observable> list = {
      {"section-11", "Printed line of section 11", "", "Smallest gap of the start, and the deviation of one step at beta = 1000"},
      {"deviations", "Deviations at the start", "", "beta = 1, 3, 10, 30, 100, 300, 1000 and max |softmax step - hardmax step|"},
      {"smallest-gap", "Smallest gap", "", "Between a row's maximum and its next score, at the start"},
      {"gaps", "Gaps at the start", "", "One a row; null where all scores tie"},
      {"deviation", "Deviation now", "", "Of one step from the softmax tokens of this layer"},
      {"bound", "Bound now", "", "What that deviation cannot exceed, for hardmax"},
      {"distance", "Farthest apart", "", "max |soft_i - hard_i| at this layer"},
      {"distances", "Farthest apart, all layers", "", "One a layer, up to this one"},
      {"entropy", "Mean entropy", "nats", "Of the rows of weights at this layer"},
      {"weights", "Weights of the selected row", "", "At the softmax tokens of this layer"},
  };
  return list;
}

Value SoftmaxScene::observe(std::size_t observable) const {
  const auto row = [](const std::vector<double>& values) {
    Matrix m(1, values.size());
    m.data = values;
    return m;
  };
  const core::HardmaxParams& hard = run_.params().hardmax;
  switch (observable) {
    case 0: return printed_line(*this);
    case 1: return printed_deviations(*this, run_.soft(0));
    case 2: {
      const double gap = core::leading_term(run_.soft(0), hard).gap;
      return std::isinf(gap) ? Value(std::string("none: all scores tie")) : Value(gap);
    }
    case 3: return gap_list(core::row_gaps(run_.soft(0), hard.A, hard.tie_rtol));
    case 4: return now_.deviation;
    case 5: return now_.bound;
    case 6: return run_.layer(k_).distance;
    case 7: {
      std::vector<double> all;
      for (std::size_t k = 0; k <= k_; ++k) all.push_back(run_.layer(k).distance);
      return row(all);
    }
    case 8: return now_.entropy_mean;
    default: break;
  }
  std::vector<double> w(n());
  if (settings_.selected == 0) return std::string("no token is selected");
  core::weight_row(soft(), run_.params(), static_cast<std::size_t>(selected()), w);
  return row(w);
}

}  // namespace lab::scenes
