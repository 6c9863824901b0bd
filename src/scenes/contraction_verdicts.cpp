// What "B negative" claims, measures and says.
#include <algorithm>
#include <cmath>

#include "scenes/contraction_scene.h"
#include "scenes/curves.h"
#include "scenes/places_text.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

std::string positive_text(const ContractionScene& scene) {
  if (scene.facts().positive) return {};
  return "not met, B* is not symmetric positive semidefinite (smallest eigenvalue " +
         rounded_words(scene.facts().smallest_eigenvalue, 3) + ")";
}

/// "met", or the first of the reasons that is not empty.
std::string state_of(std::initializer_list<std::string> reasons) {
  for (const std::string& reason : reasons)
    if (!reason.empty()) return reason;
  return "met";
}

std::string mirror_text(const ContractionScene& scene) {
  if (scene.symmetric()) return {};
  return "not met, token " + std::to_string(*scene.facts().without_mirror + 1) + " has no mirror image";
}

/// Where ties are averaged, rounding errors differ from those of the mirror image; next to 0 they matter.
std::string rounding_text(const ContractionScene& scene) {
  if (!scene.facts().mirror_lost) return {};
  return " Rounding breaks the symmetry at t = " + std::to_string(*scene.facts().mirror_lost) +
         "; later steps do not count.";
}

Verdict judge_factor(const ContractionScene& scene) {
  const ContractionScene::Facts& facts = scene.facts();
  const std::size_t t = facts.worst_step;
  const double factor = facts.factor[t], allowed = scene.allowed(t);
  const bool met = facts.positive && scene.symmetric();
  Verdict v{"Contraction: symmetric tokens contract in every step",
            "With every x also \u2212x is a token, B* symmetric positive semidefinite: " +
                state_of({positive_text(scene), mirror_text(scene)}) + ".",
            "In the norm of B*, max|x\u207A| \u2264 max(1 \u2212 2\u03B3, \u03B3) max|x|; for a pair x, \u2212x the "
            "factor is |1 \u2212 2\u03B3|.",
            "Step " + std::to_string(t) + " comes closest: factor " + rounded(factor, 4) + ", allowed " +
                rounded(allowed, 4) + ".",
            finding(met && facts.norm_first > 0, factor <= allowed + 1e-10 + 4 * scene.settings().tie)};
  if (!met)
    v.measured = "Step " + std::to_string(t) + " shrinks least beside that: factor " + rounded(factor, 4) +
                 "; symmetric tokens would have at most " + rounded(allowed, 4) + ".";
  v.measured += rounding_text(scene);
  if (facts.norm_first == 0) v.measured = "Nothing: in the norm of B* all tokens are 0.";
  return v;
}

/// Both bounds ask for 0 in the first hull.
bool starts_inside(const ContractionScene& scene) { return scene.facts().origin_lost != std::size_t{0}; }

std::string printed_values(const ContractionScene& scene, std::size_t t, std::size_t token) {
  const ContractionScene::Facts& facts = scene.facts();
  return "J = " + rounded(scene.run().at(t + 1).objective[token], 6) + " of token " + std::to_string(token + 1) +
         ", bound " + rounded(core::printed_bound(facts.L, facts.D, t), 6);
}

Verdict judge_printed(const ContractionScene& scene) {
  const ContractionScene::Facts& facts = scene.facts();
  const bool inside = starts_inside(scene), met = facts.positive && scene.harmonic() && inside;
  const std::size_t last = scene.run().steps() - 1;
  Verdict v{"Printed bound: J(x\u1D57\u207A\u00B9) \u2264 2LD\u00B2/(t + 1)",
            "B* symmetric positive semidefinite, \u03B3\u1D57 = 2/(t + 2), 0 in the first hull: " +
                state_of({positive_text(scene), scene.harmonic() ? "" : "not met, the step is another",
                          inside ? "" : "not met, 0 is outside"}) +
                ".",
            "L the largest eigenvalue of B*, D the diameter of the first hull. (It needs 0 in all hulls.)",
            {},
            finding(met, !facts.broken)};
  if (facts.broken)
    v.measured = "Fails first at t = " + counted(*facts.broken) + ": " +
                 printed_values(scene, *facts.broken, facts.breaker) + ".";
  else
    v.measured =
        "Not broken up to t = " + counted(last) + ": " + printed_values(scene, last, scene.run().worst(last + 1)) + ".";
  return v;
}

Verdict judge_sharper(const ContractionScene& scene) {
  const ContractionScene::Facts& facts = scene.facts();
  const bool inside = starts_inside(scene), met = facts.positive && scene.harmonic() && inside;
  Verdict v{"While 0 is inside: J(x\u1D57\u207A\u00B9) \u2264 2LD\u00B2/(t + 3)",
            "B* symmetric positive semidefinite, \u03B3\u1D57 = 2/(t + 2), 0 in K\u02E2 for all s \u2264 t: " +
                state_of({positive_text(scene), scene.harmonic() ? "" : "not met, the step is another",
                          inside ? "" : "not met, 0 is outside at once"}) +
                ".",
            "Holds for every token as long as 0 is inside; it implies the printed bound.", "Nothing.",
            finding(met, facts.violations_inside == 0)};
  if (!met) return v;
  const std::string until = facts.origin_lost ? "up to t = " + counted(*facts.origin_lost - 1) : "in the whole run";
  v.measured = "0 is inside " + until + "; there J is at most " + rounded(facts.closest, 3) + " of the bound.";
  return v;
}

Verdict judge_origin(const ContractionScene& scene) {
  const ContractionScene::Facts& facts = scene.facts();
  const bool met = scene.symmetric(),
             stays = !facts.origin_lost || (facts.mirror_lost && *facts.origin_lost >= *facts.mirror_lost);
  Verdict v{"0 stays in the hull",
            "Centrally symmetric tokens: " + state_of({mirror_text(scene)}) + ".",
            "Symmetric tokens stay symmetric, so 0 stays inside. Otherwise nothing keeps it there.",
            {},
            finding(met, stays)};
  if (!facts.origin_lost)
    v.measured = "0 is in all hulls of the run.";
  else
    v.measured = "0 is outside from t = " + counted(*facts.origin_lost) + " on, at distance " +
                 rounded(scene.run().at(*facts.origin_lost).origin, 3) + " then and " +
                 rounded(scene.run().at(scene.run().steps()).origin, 3) +
                 " at the end. Hulls shrink, so it never comes back.";
  v.measured += rounding_text(scene);
  return v;
}

/// Whether the product of the factors tends to 0: of a typed schedule finitely many values do not tell.
std::optional<bool> product_vanishes(const ContractionScene& scene) {
  switch (scene.run().model().schedule.kind) {
    case core::Schedule::kHalving:
      return false;
    case core::Schedule::kTyped:
      return std::nullopt;
    default:
      return true;
  }
}

std::string product_text(const ContractionScene& scene) {
  const auto vanishes = product_vanishes(scene);
  if (!vanishes) return "not decided by finitely many values of a typed schedule";
  return *vanishes ? "" : "not met, with 2^\u2212(t + 1) the product stays above a positive number";
}

Verdict judge_meeting(const ContractionScene& scene) {
  const ContractionScene::Facts& facts = scene.facts();
  const bool definite = facts.positive && facts.smallest_eigenvalue > 1e-12 * facts.L;
  const bool met = scene.symmetric() && definite && product_vanishes(scene).value_or(true);
  double product = 1;
  const std::size_t last = facts.mirror_lost.value_or(scene.run().steps());
  for (std::size_t t = 0; t < last; ++t) product *= scene.allowed(t);
  Verdict v{"All tokens tend to 0",
            "Centrally symmetric tokens, B* positive definite, and a product of factors that tends to 0: " +
                state_of({positive_text(scene), definite ? "" : "not met, B* is not definite", mirror_text(scene),
                          product_text(scene)}) +
                ".",
            "max|x| is at most the product of max(1 \u2212 2\u03B3, \u03B3), " + rounded(product, 3) +
                " of what it was after " + plural(last, "step") + ".",
            {},
            Finding::kDoesNotApply};
  if (met) {
    v.measured = "max|x| went from " + rounded(facts.norm_first, 3) + " to " + rounded(facts.norm_last, 3) + "." +
                 rounding_text(scene);
    v.finding = finding(facts.norm_last <= (product + 1e-12 + 4 * scene.settings().tie) * facts.norm_first);
    if (v.finding == Finding::kHolds && !product_vanishes(scene).has_value() && product > 1e-12)
      v.finding = Finding::kPending;
  } else {
    if (!scene.symmetric()) v.prediction = "Only symmetric tokens must: others meet where they meet.";
    v.measured = std::string(scene.met() ? "They meet" : "They have not met; their mean is") + " at distance " +
                 rounded(scene.meeting_distance(), 3) + " from 0, within " + rounded(facts.spread, 2) +
                 " of each other.";
  }
  return v;
}

std::string origin_text(const ContractionScene& scene) {
  if (!scene.facts().origin_lost) return "0 stays in the hull";
  return "0 outside from t = " + counted(*scene.facts().origin_lost);
}

std::string bound_text(const ContractionScene& scene) {
  if (!scene.harmonic() || !scene.facts().positive || !starts_inside(scene)) return {};
  return scene.facts().broken ? " \u00B7 printed bound fails at t = " + counted(*scene.facts().broken)
                              : " \u00B7 printed bound not broken";
}

}  // namespace

void judge_contraction(const ContractionScene& scene, Frame& frame) {
  Verdict factor = judge_factor(scene), printed = judge_printed(scene), sharper = judge_sharper(scene),
          origin = judge_origin(scene), meeting = judge_meeting(scene);
  if (scene.symmetric())
    frame.verdicts = {std::move(factor), std::move(origin), std::move(meeting), std::move(printed), std::move(sharper)};
  else
    frame.verdicts = {std::move(printed), std::move(sharper), std::move(origin), std::move(meeting), std::move(factor)};
}

void ContractionScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_contraction_picture(*this, frame.picture);
  draw_contraction_plots(*this, frame);
  write_contraction_tables(*this, frame);
  judge_contraction(*this, frame);
  write_common_notes(frame);
  if (running())
    frame.notes.push_back(std::to_string(cloud_count()) + " of " + std::to_string(settings().clouds) +
                          " random clouds have been run; Pause holds the others.");
  const std::string at = "step " + counted(step()) + " of " + counted(horizon());
  frame.headline =
      at + " \u00B7 \u03B3 = " + rounded(now().gamma, 4) + " \u00B7 " + origin_text(*this) + bound_text(*this);
  frame.description = plural(n(), "token") + " at " + at +
                      " of Frank-Wolfe steps with B = \u2212B*, each towards the far side of the hull. " +
                      origin_text(*this) + "; " +
                      (met() ? "the tokens meet at distance " + rounded(meeting_distance(), 3) + " from 0."
                             : "the tokens have not met by the last step.") +
                      " " + places_text(tokens(), state(0));
}

}  // namespace lab::scenes
