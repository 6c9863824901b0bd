// What "Metastable chain" claims.
#include <algorithm>
#include <cmath>

#include "core/cells.h"
#include "scenes/chain_scene.h"
#include "scenes/curves.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

std::string met(bool holds) { return holds ? "met" : "not met"; }

std::string vertex_words(const ChainScene& scene) {
  const core::MetastableVertices& v = scene.vertices();
  return "Acute cones: " + met(v.acute) + "; equal norms: " + met(v.equal_norms) + "; c\u2080 > 0: " + met(v.c0 > 0) + ".";
}

Verdict judge_vertices(const ChainScene& scene) {
  const core::MetastableVertices& v = scene.vertices();
  Verdict out{"The corners are metastable", vertex_words(scene), "All three are asked for; \u27E8v_i, v_i\u27E9 \u2265 \u27E8v_i, v_j\u27E9 + c\u2080.", {}, Finding::kDoesNotApply};
  out.measured = "c\u2080 = " + (std::isfinite(v.c0) ? rounded(v.c0, 4) : "\u221E") + ", smallest cosine at a corner " + rounded(v.smallest_cosine, 3) +
                 ", norms differ by " + rounded(v.norm_spread, 2) + ".";
  if (v.hold()) out.finding = Finding::kHolds;
  return out;
}

/// What is asked for before a slope is judged.
std::string slope_words(const ExitHypotheses& h) {
  std::string out = "Corners metastable: " + met(h.metastable);
  if (h.metastable) {
    out += "; one pick leaves the circle, \u03B5 < \u03B3 |v_i \u2212 v_j|: " + met(h.one_jump);
    out += "; \u03B2 large, medians from 2 on predicted: " + met(h.large_beta);
    out += "; 4 standard errors at most c\u2080/4: " + met(h.precise);
  }
  return out + ".";
}

Verdict judge_slope(const ChainScene& scene) {
  const core::MetastableVertices& v = scene.vertices();
  const ExitHypotheses h = exit_hypotheses(scene);
  Verdict out{"Exits take e^(c\u03B2) updates, c\u2080/2 \u2264 c \u2264 1.2 c\u2080", slope_words(h), "None.", {},
              Finding::kDoesNotApply};
  const double error = 4 * h.error;
  if (h.hold()) {
    out.prediction = "ln(median) has slope between " + rounded(0.5 * v.c0, 3) + " and " + rounded(1.2 * v.c0, 3) +
                     ", up to 4 standard errors, " + rounded(error, 2) + "; the first wrong pick has slope " +
                     rounded(h.predicted, 4) + ".";
  } else if (h.metastable) {
    out.prediction = "None. The paper has e^(\u03B2c\u2080/2) as a lower bound, c\u2080/2 = " + rounded(0.5 * v.c0, 3) +
                     ", where \u03B5/\u03B3 \u2265 2 diam K.";
  }
  const ExitFit fit = fit_exits(scene);
  const bool all = scene.results().complete();
  if (!all || !fit.usable) {
    out.measured = all ? "Fewer than two \u03B2 with a median, or exits at once: these \u03B2 do not tell."
                       : ensemble_progress(scene);
    if (h.hold() && !all) out.finding = Finding::kPending;
    return out;
  }
  out.measured = "Slope " + rounded(fit.slope, 4) + " over " + std::to_string(fit.betas.size()) + " values of \u03B2; medians from " + rounded(fit.medians.front(), 3) + " to " +
                 rounded(fit.medians.back(), 3) + ".";
  if (h.hold()) out.finding = finding(fit.slope >= 0.5 * v.c0 - error && fit.slope <= 1.2 * v.c0 + error);
  return out;
}

Verdict judge_walks(const ChainScene& scene) {
  const WalkComparison walks = compare_walks(scene);
  Verdict out{"Jumping over the quiet changes no law", "None: exact for every configuration.",
              "Exit times of both walks at \u03B2 = " + rounded(scene.ensemble().rows[0].beta, 3) + " differ by chance only (Kolmogorov and Smirnov, level 0.1 %).", {}, Finding::kPending};
  if (!walks.known) {
    out.measured = ensemble_progress(scene);
    return out;
  }
  if (walks.out == 0) {
    out.measured = "No run is out by t = " + counted(core::ExitEnsemble::kMostMoves) + ", where the plain walk ends: nothing to compare.";
    out.finding = Finding::kDoesNotApply;
    return out;
  }
  out.measured = "Largest distance of the two distributions up to t = " + counted(core::ExitEnsemble::kMostMoves) + ": " + rounded(walks.statistic, 3) + "; above " +
                 rounded(walks.critical, 3) + " would tell.";
  out.finding = finding(walks.statistic <= walks.critical);
  return out;
}

Verdict judge_bound(const ChainScene& scene) {
  const ChainSettings& s = scene.settings();
  const core::MetastableVertices& v = scene.vertices();
  const bool wide = s.radius / s.gamma >= 2 * v.diameter, usable = wide && v.hold() && std::isfinite(v.c0);
  Verdict out{"Phase 2: P(T\u2082 \u2265 t) \u2265 1 \u2212 e^E(t)", {}, {}, {}, Finding::kDoesNotApply};
  out.hypothesis = "Corners metastable: " + met(v.hold()) + "; \u03B5/\u03B3 \u2265 2 diam K: " + met(wide) + " (" + rounded(s.radius / s.gamma, 3) + ", " + rounded(2 * v.diameter, 3) +
                   "); \u03B2 \u2265 \u03B2_*, \u03B5 < \u03B5_*: the paper gives neither number.";
  out.prediction = usable ? "At the t where the bound is 1/2, at least half of the runs are not out. Later it says nothing." : "None.";
  if (!usable) {
    out.measured = "Nothing to compare.";
    return out;
  }
  double worst = 1;
  std::string where;
  for (std::size_t b = 0; b < scene.beta_rows(); ++b) {
    const double beta = scene.ensemble().rows[b].beta, t = bound_time(scene, beta);
    const std::vector<double> times = scene.results().row(b);
    if (times.size() < scene.results().runs() || !(t > 1) || t > static_cast<double>(core::ExitEnsemble::kLongest)) continue;
    const auto stay = static_cast<double>(std::ranges::count_if(times, [&](double exit) { return exit >= t; }));
    const double part = stay / static_cast<double>(times.size());
    if (part > worst && !where.empty()) continue;
    worst = part;
    where = "\u03B2 = " + rounded(beta, 3) + ", t = " + rounded(t, 3);
  }
  if (where.empty()) {
    const bool all = scene.results().complete();
    out.measured = all ? "At these \u03B2 the bound says nothing at a t > 1 up to which runs are followed." : ensemble_progress(scene);
    out.finding = all ? Finding::kDoesNotApply : Finding::kPending;
    return out;
  }
  out.measured = "Fewest at " + where + ": " + rounded(100 * worst, 3) + " % are not out.";
  out.finding = finding(worst >= 0.5);
  return out;
}

Verdict judge_arrival(const ChainScene& scene) {
  const ArrivalFacts facts = arrival_facts(scene, std::max(scene.settings().beta, 1e-3));
  const bool deep = scene.vertices().hold() && facts.deep == facts.free;
  Verdict out{"Phase 1: tokens arrive in T\u2081 updates", {}, {}, {}, Finding::kDoesNotApply};
  out.hypothesis = vertex_words(scene) + " Deep in their cells by \u03B2^(\u22121/8) and \u03B2^(\u22121/4), as far as the other cells decide: " + std::to_string(facts.deep) + " of " +
                   plural(facts.free, "token") + ". \u03B2 \u2265 \u03B2_*: the paper gives no number.";
  if (facts.steps == 0 && facts.m == 0) {
    out.prediction = "None.";
    out.measured = "Nothing to compare.";
    return out;
  }
  out.prediction = "At T\u2081 = " + counted(facts.steps) + " all are within C\u03C4 of their corners, \u03C4 = " + rounded(facts.tau, 3) + ", with probability at least 1 \u2212 \u03B2^(\u22121/8) = " +
                   rounded(1 - core::arrival_failure(std::max(scene.settings().beta, 1.0)), 3) + ". C is a universal constant that the paper does not give.";
  std::size_t near = 0;
  double farthest = 0;
  std::size_t k = 0;
  while (k < scene.step() && scene.run().time(k) < facts.steps) ++k;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const double away = scene.run().distance_from_home(k, i);
    near += away <= facts.tau;
    farthest = std::max(farthest, away / facts.tau);
  }
  const bool reached = scene.run().time(k) >= facts.steps;
  out.measured = std::string(reached ? "In this chain, at t = " : "So far, at t = ") + counted(scene.run().time(k)) + ": " + std::to_string(near) + " of " + plural(scene.n(), "token") +
                 " within \u03C4, the farthest at " + rounded(farthest, 3) + " \u03C4.";
  if (deep) out.finding = Finding::kPending;  // one chain decides no probability, and C is not known
  return out;
}

Verdict judge_arrived(const ChainScene& scene) {
  const bool inside = core::genericity(scene.run().tokens(0), scene.corners(), core::Matrix::identity(scene.d())).g2;
  const bool in_time = arrives_in_time(scene), apply = scene.vertices().c0 > 0 && inside && in_time;
  Verdict out{"More arrive for larger \u03B2", "Each token in one cell only: " + met(inside) + "; hardmax is within \u03B5 by then: " + met(in_time), "The part of the tokens that are within \u03B5 of their corners at t = " + counted(scene.ensemble().arrival) + " grows with \u03B2, up to 1.",
              {}, Finding::kPending};
  out.hypothesis += scene.vertices().c0 > 0 ? ", c\u2080 > 0: met." : ", c\u2080 > 0: not met.";
  if (!scene.results().complete()) {
    out.measured = ensemble_progress(scene);
    return out;
  }
  const ArrivedPart first = arrived_part(scene, 0), last = arrived_part(scene, scene.beta_rows() - 1);
  const double error = 4 * std::sqrt(first.error * first.error + last.error * last.error);
  out.measured = rounded(100 * first.mean, 3) + " % at \u03B2 = " + rounded(scene.settings().first_beta, 3) + ", " + rounded(100 * last.mean, 3) + " % at \u03B2 = " +
                 rounded(scene.settings().last_beta, 3) + "; 4 standard errors are " + rounded(100 * error, 2) + " %.";
  const bool judged = apply && scene.settings().last_beta > scene.settings().first_beta;
  out.finding = judged ? finding(last.mean >= first.mean - error) : Finding::kDoesNotApply;
  return out;
}

}  // namespace

void judge_chain(const ChainScene& scene, Frame& frame) {
  frame.verdicts.push_back(judge_vertices(scene));
  if (scene.starts_home()) {
    for (auto judge : {&judge_slope, &judge_walks, &judge_bound}) frame.verdicts.push_back(judge(scene));
  } else {
    for (auto judge : {&judge_arrival, &judge_arrived}) frame.verdicts.push_back(judge(scene));
  }
}

}  // namespace lab::scenes
