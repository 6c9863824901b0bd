// What "Frank-Wolfe step" claims, measures and says.
#include <algorithm>
#include <cmath>

#include "scenes/curves.h"
#include "scenes/frank_wolfe_scene.h"
#include "scenes/places_text.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using Shape = FrankWolfeScene::Shape;

/// "P = γI" with the word for whether it is so.
std::string scalar_text(const FrankWolfeScene& scene) {
  return scene.run().model().scalar() ? "P = \u03B3I, 0 < \u03B3 \u2264 1: met."
                                      : "P = \u03B3I with 0 < \u03B3 \u2264 1: not met, see the table of P.";
}

std::string matrix_text_of(const FrankWolfeScene& scene) {
  if (scene.symmetric()) return "smallest eigenvalue " + rounded_words(scene.smallest_eigenvalue(), 3);
  return "B is not symmetric";
}

std::string over_run(const FrankWolfeScene& scene) { return " over " + plural(scene.run().steps(), "step"); }

Verdict judge_hull(const FrankWolfeScene& scene) {
  const bool scalar = scene.run().model().scalar();
  const auto left = scene.left_hull();
  Verdict v{"Nested hulls: each lies in the one before", "Any B; " + scalar_text(scene),
            "K\u1D57\u207A\u00B9 \u2286 K\u1D57: x\u207A lies between x and y, both in K\u1D57.",
            "Farthest outside: " + rounded(scene.largest_excess(), 2) + over_run(scene) + ".", finding(scalar, !left)};
  if (left)
    v.measured = "Token " + std::to_string(left->token + 1) + " leaves in step " + std::to_string(left->step - 1) +
                 ": at step " + std::to_string(left->step) + " it is " + rounded(left->distance, 3) +
                 " outside the hull before it.";
  return v;
}

Verdict judge_gap(const FrankWolfeScene& scene) {
  double least = scene.run().at(0).to.gap[0], off = 0;
  bool holds = true;
  for (std::size_t t = 0; t <= scene.run().steps(); ++t) {
    const DescentRun::State& at = scene.run().at(t);
    least = std::min(least, *std::ranges::min_element(at.to.gap));
    off = std::max(off, at.off_gap);
    holds = holds && least >= 0 && at.off_gap <= rounding_of_scores(scene, at.score_size);
  }
  return {"Gap: the y taken attains the maximum, which is at least 0", "Any B: y runs over a hull that holds x. Met.",
          "\u27E8Bx, y \u2212 x\u27E9 is the gap, for the mean of tokens that tie too; it is 0 exactly where no token "
          "scores higher than x.",
          "Smallest gap: " + rounded(least, 2) + "; \u27E8Bx, y \u2212 x\u27E9 differs from the gap by at most " +
              rounded(off, 2) + over_run(scene) + ".",
          finding(holds)};
}

/// Where J rises most in the run, in words.
std::string rise_text(const FrankWolfeScene& scene) {
  std::size_t worst = 1;
  for (std::size_t t = 1; t <= scene.run().steps(); ++t)
    if (scene.run().at(t).rise > scene.run().at(worst).rise) worst = t;
  if (scene.run().steps() == 0) return "No step was taken.";
  const DescentRun::State& at = scene.run().at(worst);
  if (at.rise <= score_rounding(scene)) return "J never rises" + over_run(scene) + ".";
  return "J rises for token " + std::to_string(at.riser + 1) + " in step " + std::to_string(worst - 1) + ", by " +
         rounded(at.rise, 3) + ".";
}

Verdict judge_descent(const FrankWolfeScene& scene) {
  const bool scalar = scene.run().model().scalar(), met = scalar && scene.concave();
  double slack = 0;
  for (std::size_t t = 1; t <= scene.run().steps(); ++t) slack = std::max(slack, scene.run().at(t).slack);
  Verdict v{
      "Descent: no step raises J = \u2212\u00BD\u27E8Bx, x\u27E9",
      "B symmetric positive semidefinite, so that J is concave, and P = \u03B3I with any \u03B3 in (0, 1]: " +
          std::string(met ? "met."
                          : "not met, " + (scene.concave() ? "P is no such multiple" : matrix_text_of(scene)) + "."),
      "J(x\u207A) \u2264 J(x) \u2212 \u03B3 gap, for every token in every step.",
      {},
      finding(met, slack <= score_rounding(scene))};
  if (met)
    v.measured = "J(x\u207A) \u2212 J(x) + \u03B3 gap is at most " + rounded(slack, 2) + over_run(scene) + ".";
  else if (scene.symmetric())
    v.measured = rise_text(scene);
  else
    v.measured = "Nothing: the steps follow no objective.";
  return v;
}

/// The exact change of J, and with it when a step lowers J if J is not concave.
Verdict judge_change(const FrankWolfeScene& scene) {
  const bool met = scene.symmetric() && scene.run().model().scalar();
  double error = 0;
  for (std::size_t t = 1; t <= scene.run().steps(); ++t) error = std::max(error, scene.run().at(t).change_error);
  Verdict v{
      "Exact change: J(x\u207A) \u2212 J(x) = \u2212\u03B3 gap \u2212 \u00BD\u03B3\u00B2\u27E8Bd, d\u27E9, d = y "
      "\u2212 x",
      "B symmetric, P = \u03B3I: " + std::string(met                 ? "met."
                                                 : scene.symmetric() ? "not met, P is no such multiple."
                                                                     : "not met, B is not symmetric."),
      "So a step lowers J exactly where \u03B3\u27E8\u2212Bd, d\u27E9 < 2 gap: for every \u03B3 where \u27E8Bd, "
      "d\u27E9 \u2265 0 and gap > 0, else for small \u03B3 only.",
      "Largest difference from this: " + rounded(error, 2) + over_run(scene) + ".",
      finding(met, error <= score_rounding(scene))};
  if (!met) v.measured = "Nothing.";
  return v;
}

Verdict judge_estimate(const FrankWolfeScene& scene) {
  const bool met = scene.concave() && scene.run().model().scalar();
  Verdict v{
      "Gap estimate: some gap of the first t steps is at most of order 1/t",
      "B\u02E2 = \u03B3\u02E2B (a factor of B moves no token), B symmetric positive semidefinite, P = \u03B3I: " +
          std::string(met ? "met."
                          : "not met, " + (scene.concave() ? "P is no such multiple" : matrix_text_of(scene)) + "."),
      "min over s < t of \u03B3\u02E2 gap \u2264 (J(x\u2070) \u2212 min over K of J) / t, for every token and every t.",
      "Nothing.", Finding::kDoesNotApply};
  if (!met) return v;
  double over = 0;
  for (std::size_t i = 0; i < scene.n(); ++i)
    for (const GapEstimate& e : gap_estimates(scene.run(), i)) over = std::max(over, e.least - e.bound);
  const auto i = static_cast<std::size_t>(std::max(scene.selected(), 0));
  const auto of_token = gap_estimates(scene.run(), i);
  v.finding = finding(true, over <= score_rounding(scene));
  v.measured = "Largest excess: " + rounded(over, 2) + ".";
  if (!of_token.empty())
    v.measured = "Token " + std::to_string(i + 1) + " after " + plural(of_token.size(), "step") + ": " +
                 rounded(of_token.back().least, 3) + ", bound " + rounded(of_token.back().bound, 3) +
                 ". Over all tokens: at most " + rounded(over, 2) + " above.";
  return v;
}

std::string shape_text(Shape shape) {
  switch (shape) {
    case Shape::kNone:
      return "B is not symmetric: no objective";
    case Shape::kConcave:
      return "J concave";
    case Shape::kConvex:
      return "J convex";
    case Shape::kBoth:
      return "J = 0";
    case Shape::kSaddle:
      break;
  }
  return "J neither convex nor concave";
}

std::string step_text(const FrankWolfeScene& scene) {
  if (!scene.run().model().scalar()) return "P from V";
  return "\u03B3 = " + rounded(scene.now().gamma, 4);
}

/// The token that leaves the hull, where one does; otherwise what B makes of J.
std::string headline_text(const FrankWolfeScene& scene) {
  const auto left = scene.left_hull();
  if (!left || scene.run().model().scalar()) return shape_text(scene.shape());
  return "token " + std::to_string(left->token + 1) + " leaves the hull in step " + std::to_string(left->step - 1);
}

std::string selected_text(const FrankWolfeScene& scene) {
  if (scene.selected() < 0) return {};
  const auto i = static_cast<std::size_t>(scene.selected());
  return "token " + std::to_string(i + 1) + " has gap " + rounded(scene.now().to.gap[i], 3);
}

}  // namespace

void judge_frank_wolfe(const FrankWolfeScene& scene, Frame& frame) {
  frame.verdicts = {judge_hull(scene), judge_descent(scene), judge_change(scene), judge_gap(scene),
                    judge_estimate(scene)};
}

void FrankWolfeScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_frank_wolfe_picture(*this, frame.picture);
  draw_frank_wolfe_plots(*this, frame);
  judge_frank_wolfe(*this, frame);
  write_common_notes(frame);
  if (settings().step == "value" && settings().schedule != "constant")
    frame.notes.emplace_back("P comes from V: the step schedule is not used.");
  const std::string at = "step " + std::to_string(step()) + " of " + std::to_string(horizon());
  const std::string chosen = selected_text(*this);
  frame.headline = at + " \u00B7 " + step_text(*this) + " \u00B7 " + headline_text(*this) +
                   (chosen.empty() ? "" : " \u00B7 " + chosen);
  frame.description =
      plural(n(), "token") + " at " + at + " of Frank-Wolfe steps, " + step_text(*this) + "; " + shape_text(shape_) +
      ". Each token x moves towards the point y of the hull with the largest \u27E8Bx, y\u27E9. " +
      places_text(tokens(), state(0)) +
      (chosen.empty() ? ""
                      : " The selected " + chosen +
                            ": its direction Bx, the line that supports the hull there, and its step are drawn.");
}

}  // namespace lab::scenes
