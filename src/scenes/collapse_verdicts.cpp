// What "Finite β: collapse" claims, measures and says.
#include <algorithm>
#include <cmath>

#include "core/cloud.h"
#include "core/elementary.h"
#include "core/finite_beta.h"
#include "core/hull.h"
#include "core/vec.h"
#include "scenes/collapse_scene.h"
#include "scenes/curves.h"
#include "scenes/places_text.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

double largest_norm(const Matrix& Z) {
  double most = 0;
  for (std::size_t i = 0; i < Z.rows; ++i) most = std::max(most, std::sqrt(core::dot(Z.row(i), Z.row(i))));
  return most;
}

/// Rounding of one update.
double rounding(const CollapseScene& scene) {
  return 4e-16 * std::max(largest_norm(scene.run().tokens(0)), 1e-300) * static_cast<double>(scene.n() + scene.d());
}

/// Squares of smaller distances lose their digits.
constexpr double kSmallestDistance = 1e-140;
/// Of the size: to this the nearest point of a hull is found outside the plane, where many tokens nearly coincide.
constexpr double kHullDigits = 1e-7;

std::string when(std::uint64_t t) { return "t = " + counted(t); }

Verdict judge_hull(const CollapseScene& scene) {
  double outside = 0;
  for (std::size_t k = 1; k <= scene.step(); ++k) outside = std::max(outside, scene.run().mark(k).excess);
  // Between two marks there may be many updates, each with its rounding.
  double allowed = rounding(scene) * std::max(1.0, static_cast<double>(scene.time()) / 16);
  if (scene.d() != 2) allowed = std::max(allowed, kHullDigits * largest_norm(scene.run().tokens(0)));
  return {"Hulls shrink", "Each update averages tokens: met.", "At no mark is a token outside the hull of the mark before.",
          "Farthest outside, up to here: " + rounded(outside, 2) + "; up to " + rounded(allowed, 2) + " counts as rounding.",
          finding(outside <= allowed)};
}

/// By how much the diameter shrank in the update that came closest: 1 - ratio, since ratios near 1 all look like 1.
std::string shrinking(const CollapseRun::Mark& now, std::uint64_t updates) {
  const double least = 1 - now.factor, seen = 1 - now.ratio;
  std::string out = "Closest over " + plural(updates, "update") + ": 1 \u2212 diam\u207A/diam = ";
  out += seen == 0 ? "0 to the last bit" : rounded(seen, 3);
  return out + ", and \u03B3c = " + (least == 0 ? "less than the last bit of 1" : rounded(least, 3)) + ".";
}

Verdict judge_diameter(const CollapseScene& scene) {
  const CollapseRun::Mark& now = scene.now();
  Verdict v{"One update shrinks the diameter by 1 \u2212 \u03B3c", "Finite \u03B2, 0 < \u03B3 < 1; c is the smallest weight of the update, at least e^(\u22122\u03B2R\u00B2)/n: met.",
            {}, {}, Finding::kPending};
  const double least = core::least_weight(scene.n(), largest_norm(scene.run().tokens(0)), scene.settings().beta);
  v.prediction = "1 \u2212 diam\u207A/diam \u2265 \u03B3c at every update; on this hull c \u2265 " + rounded(least, 2) + ".";
  const double first = scene.run().mark(0).diameter;
  if (first > 0 && first < kSmallestDistance) {
    v.measured = "The tokens are too close for double precision: the squares of their distances are rounded to 0.";
    v.finding = Finding::kDoesNotApply;
    return v;
  }
  if (scene.step() == 0) v.measured = "Nothing yet: no update is done.";
  else if (now.ratio == 0) v.measured = "The diameter is 0 or of rounding size.";
  else v.measured = shrinking(now, scene.time());
  if (scene.step() > 0) v.finding = finding(now.slack <= rounding(scene));
  return v;
}

Verdict judge_meeting(const CollapseScene& scene) {
  Verdict v{"All tokens tend to one point of the first hull", "Finite \u03B2, 0 < \u03B3 < 1: met.", "The diameter tends to 0; the point is in the hull of the first tokens.",
            {}, Finding::kPending};
  const auto point = scene.meeting_point();
  const double first = scene.run().mark(0).diameter;
  if (!point) {
    v.measured = "Diameter " + rounded(100 * scene.now().diameter / first, 3) + " % of the first: the point is not known yet.";
    if (!scene.stuck()) return v;
    v.measured += " It will not be: an update is less than the last bit of each coordinate.";
    v.finding = Finding::kDoesNotApply;
    return v;
  }
  const double outside = core::hull_excess(*point, scene.run().tokens(0));
  v.measured = "Diameter " + rounded(scene.now().diameter, 2) + "; their mean is " + (outside <= 1e-9 * std::max(first, 1e-300) ? "in the hull." : rounded(outside, 2) + " outside.");
  v.finding = finding(outside <= 1e-9 * std::max(first, rounding(scene)));
  return v;
}

Verdict judge_origin(const CollapseScene& scene) {
  Verdict v{"Symmetric tokens meet at the origin", "With each first token its negative is there: ", "The meeting point is 0. Without symmetry it need not be.", {}, Finding::kDoesNotApply};
  v.hypothesis += scene.symmetric() ? "met." : "not met.";
  const auto point = scene.meeting_point();
  if (scene.symmetric()) v.finding = Finding::kPending;
  if (!point) {
    v.measured = "The tokens have not met yet.";
    return v;
  }
  const double away = largest_norm(*point);
  v.measured = "The meeting point is " + rounded(away, 3) + " away from the origin.";
  // Rounding breaks the symmetry by last bits, and the long wait magnifies them.
  if (scene.symmetric()) v.finding = finding(away <= 1e-6 * largest_norm(scene.run().tokens(0)) + 1e-300);
  return v;
}

Verdict judge_closed(const CollapseScene& scene) {
  const CollapseRun& run = scene.run();
  Verdict v{"Two tokens x, \u2212x in closed form", "n = 2, d = 1, x and \u2212x: ", "x\u207A = x (1 \u2212 \u03B3 (1 \u2212 tanh(\u03B2x\u00B2))).", {}, Finding::kDoesNotApply};
  v.hypothesis += run.closed_case() ? "met." : "not met.";
  if (!run.closed_case()) {
    v.measured = "Nothing to compare.";
    return v;
  }
  const auto halved = run.halved(), closed = run.closed_halved();
  const bool both = halved && *halved <= scene.time();
  if (both) v.prediction += " Below half of the start at " + (closed ? when(*closed) : std::string("no t so far")) + ".";
  v.measured = both ? "Below half at " + when(*halved) + "; " : "Not below half yet; ";
  v.measured += "largest difference up to here " + rounded(scene.now().closed_error, 2) + ".";
  if (scene.step() == 0) v.finding = Finding::kPending;
  else v.finding = finding(scene.now().closed_error <= 1e-6 * std::abs(run.tokens(0)(0, 0)) && (!both || halved == closed));
  return v;
}

Verdict judge_growth(const CollapseScene& scene) {
  const std::vector<double>& times = scene.two_token_times();
  Verdict v{"The wait of \u00B11 grows by e\u00B2 with each unit of \u03B2", "Tokens \u00B11, large \u03B2; computed by the closed form at this \u03B3.",
            "Ratios of successive times rise towards e\u00B2 = " + rounded(core::exp(2.0), 4) + ".", {}, Finding::kPending};
  if (times.size() < 3) {
    v.measured = "Fewer than three waits are shorter than " + counted(CollapseScene::kMostTwo) + " updates at this \u03B3.";
    return v;
  }
  const std::size_t b = times.size() - 1;
  const double last = times[b] / times[b - 1], before = times[b - 1] / times[b - 2];
  v.measured = counted(static_cast<std::uint64_t>(times[b])) + " updates at \u03B2 = " + std::to_string(b) + ", " + rounded(last, 3) + " times as many as one unit before; the ratio before was " +
               rounded(before, 3) + ".";
  v.finding = finding(last > before && last < core::exp(2.0));
  return v;
}

void write_notes(const CollapseScene& scene, Frame& frame) {
  if (scene.as_preset()) frame.notes.emplace_back(collapse_preset_note(scene.settings().preset));
  if (scene.edited_at() > 0) frame.notes.push_back("The tokens at mark " + std::to_string(scene.edited_at()) + " are the start now.");
  frame.notes.emplace_back("A step of the scene is a mark, not an update: every update up to t = 31, then 16 marks in each doubling of t. All updates between are computed.");
  if (scene.horizon() < static_cast<std::size_t>(scene.settings().horizon))
    frame.notes.push_back("An update takes n\u00B2 weights: with " + plural(scene.n(), "token") + " the run ends at " + when(CollapseRun::time_of(scene.horizon())) + ".");
  if (scene.stuck())
    frame.notes.emplace_back("Rounding holds the tokens here: an update is smaller than the last bit of each coordinate. Exact tokens would creep on.");
  if (scene.d() > 3) frame.notes.push_back("The picture shows the first three of " + std::to_string(scene.d()) + " coordinates; hulls are those of the shadow.");
}

std::string state_text(const CollapseScene& scene) {
  const double first = scene.run().mark(0).diameter;
  if (scene.meeting_point() && first > 0) return "together";
  const auto halved = scene.run().halved();
  const std::string size = "diameter " + rounded(scene.now().diameter, 3);
  return halved && *halved <= scene.time() ? size + ", below half since " + when(*halved) : size;
}

}  // namespace

void judge_collapse(const CollapseScene& scene, Frame& frame) {
  frame.verdicts = {judge_meeting(scene), judge_diameter(scene), judge_hull(scene), judge_origin(scene), judge_closed(scene), judge_growth(scene)};
}

void CollapseScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_collapse_picture(*this, frame.picture);
  draw_collapse_plots(*this, frame);
  write_collapse_tables(*this, frame);
  judge_collapse(*this, frame);
  write_notes(*this, frame);
  const std::string beta = "\u03B2 = " + rounded(settings_.beta, 4);
  frame.headline = when(time()) + " \u00B7 " + beta + " \u00B7 " + state_text(*this);
  frame.description = plural(n(), "token") + " under softmax attention with " + beta + " and step \u03B3 = " + rounded(settings_.gamma, 3) + ", after " +
                      plural(time(), "update") + " (mark " + std::to_string(k_) + " of " + std::to_string(horizon()) + "): " + state_text(*this) + ". " + places_text(tokens(), state(0));
}

std::span<const Observable> CollapseScene::observables() const {
  static const std::vector<Observable> list = {
      {"time", "Update t", "", "Updates done at this mark"},
      {"diameter", "Diameter", "", "Largest distance of two tokens"},
      {"bound", "Diameter at most", "", "First diameter times the product of 1 - gamma c over all updates"},
      {"halved", "Below half since", "", "First t at which the diameter is below half of the first; -1 if not yet"},
      {"worst", "Closest to the bound", "", "diam+/diam and 1 - gamma c of the update that came closest"},
      {"meeting-point", "Meeting point", "", "Mean of the tokens, once the diameter is below 1/1000 of the first"},
      {"two-token-times", "Waits of two tokens", "", "Updates until |x| < 1/2 from 1, -1, for beta = 0, 1, 2, ... at this gamma"},
      {"weights", "Weights", "", "a_ij at this mark, one row a token"},
      {"tokens-now", "Tokens", "", "x_i at this mark, one row a token"},
  };
  return list;
}

Value CollapseScene::observe(std::size_t observable) const {
  switch (observable) {
    case 0: return static_cast<std::int64_t>(time());
    case 1: return now().diameter;
    case 2: return now().bound;
    case 3: return run_.halved() && *run_.halved() <= time() ? static_cast<std::int64_t>(*run_.halved()) : std::int64_t{-1};
    case 4: return Matrix{{now().ratio, now().factor}};
    case 5: {
      const auto point = meeting_point();
      return point ? Value(*point) : Value(std::string("the tokens have not met"));
    }
    case 6: {
      Matrix row(1, two_.size());
      row.data = two_;
      return row;
    }
    case 7: {
      Matrix w(n(), n());
      for (std::size_t i = 0; i < n(); ++i) core::weight_row(tokens(), run_.params(), i, w.row(i));
      return w;
    }
    default: return tokens();
  }
}

}  // namespace lab::scenes
