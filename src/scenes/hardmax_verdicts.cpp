// Live verdicts of the hardmax lab. A finite run in floating point illustrates
// a theorem and proves nothing; the wording keeps to what was measured.
#include <algorithm>
#include <cmath>

#include "core/hull.h"
#include "scenes/hardmax_frame.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using Layer = HardmaxRun::Layer;

constexpr double kNested = 1e-9;      ///< allowed outside a hull, relative to the size of the start
constexpr double kStill = 1e-9;       ///< allowed drift of a leader that ties with nobody
constexpr double kArtefact = 1e-6;    ///< drift that ties within a fine tolerance can cause
constexpr double kRate = 1e-9;        ///< allowed difference from the follower's predicted distance
constexpr std::size_t kNestedTokens = 40;  ///< d > 3: one layer is measured at need up to this size

double scale(const HardmaxScene& scene) { return std::max(1.0, extent(scene)); }

double largest(const HardmaxScene& scene, double Layer::* value) {
  double most = -1;
  for (std::size_t k = 0; k <= scene.step(); ++k) most = std::max(most, scene.run().layer(k).*value);
  return most;
}

std::string layers_so_far(const HardmaxScene& scene) {
  return scene.step() == 1 ? "layer 1" : "layers 1 to " + counted(scene.step());
}

// --- Fact 1 ---

Verdict judge_nesting(const HardmaxScene& scene) {
  Verdict v;
  v.claim = "Fact 1: the convex hull of the tokens never grows";
  v.hypothesis = "Any A and \u03B1 > 0: met.";
  v.prediction = "Every token lies in the hull of the layer before.";
  if (scene.step() == 0) {
    v.measured = "Nothing to compare at layer 0.";
    return v;
  }
  const std::size_t k = scene.step();
  double most = largest(scene, &Layer::nesting);
  std::string where = layers_so_far(scene);
  if (scene.run().layer(k).nesting < 0) {
    if (scene.n() > kNestedTokens) {
      v.measured = "Not measured for so many tokens in dimension " + std::to_string(scene.d()) + ".";
      return v;
    }
    most = core::hull_excess(scene.tokens(), scene.run().state(k - 1));
    where = "this layer alone";
  }
  v.measured = "Largest distance outside: " + rounded(most, 2) + " (" + where + "; up to 1e-9 is rounding).";
  v.finding = most <= kNested * scale(scene) ? Finding::kHolds : Finding::kViolated;
  return v;
}

// --- Fact 2 ---

void find_on_leaders(const HardmaxScene& scene, Verdict& v) {
  const Layer& now = scene.run().layer(scene.step());
  const std::size_t count = scene.run().leaders(scene.step()).size();
  const auto lost = first_layer(scene, [](const Layer& l) { return l.lost > 0; });
  v.measured = "Largest displacement of " + plural(count, "leader") + ": " + rounded(now.drift, 2) + ".";
  if (largest(scene, &Layer::strict_drift) > kStill * scale(scene)) {
    v.finding = Finding::kViolated;
  } else if (!lost) {
    v.finding = Finding::kHolds;
    v.measured += " All still lead.";
  } else if (now.drift <= kArtefact * scale(scene) && !ties_are_coarse(scene)) {
    v.finding = Finding::kHolds;
    v.measured += " Up to the tie tolerance: since layer " + std::to_string(*lost) +
                  " leaders tie with tokens that came too close to tell apart (" + counted(now.lost) + " of " +
                  counted(count) + " at this layer).";
  } else {
    v.finding = Finding::kDoesNotApply;
    v.measured += " Since layer " + std::to_string(*lost) +
                  " leaders tie within a tolerance that is coarse for these scores; the fact is about exact maxima.";
  }
}

Verdict judge_leaders(const HardmaxScene& scene) {
  Verdict v;
  v.claim = "Fact 2: a leader stays a leader and does not move";
  v.hypothesis = "Any A and \u03B1 > 0, exact maxima: met up to the tie tolerance " + number_text(scene.settings().tie) + ".";
  v.prediction = "Displacement 0, and every leader still attends to itself alone.";
  if (scene.run().leaders(scene.step()).empty()) v.measured = "No token has led so far.";
  else if (scene.step() == 0) v.measured = plural(scene.run().leaders(0).size(), "leader") + " at layer 0.";
  else find_on_leaders(scene, v);
  return v;
}

// --- follower lemma ---

struct Followers {
  std::size_t count = 0;
  double error = 0;          ///< largest |distance - predicted distance|
  double ratio = 1;          ///< farthest from 1, where the prediction is above rounding
  bool strayed = false;      ///< the token of largest error tied on the way
};

double gap(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(sum);
}

Followers measure_followers(const HardmaxScene& scene) {
  const HardmaxRun& run = scene.run();
  Followers out;
  const double rate = std::log1p(scene.settings().alpha), seen = 1e-8 * scale(scene);
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const HardmaxRun::Follow& f = run.follow(i);
    if (f.since == HardmaxRun::kNever || f.since >= scene.step()) continue;
    ++out.count;
    const auto leader = run.state(f.since).row(f.leader);
    const double start = gap(run.state(f.since).row(i), leader);
    const double predicted = start * std::exp(-rate * static_cast<double>(scene.step() - f.since));
    const double measured = gap(scene.tokens().row(i), leader);
    if (std::abs(measured - predicted) >= out.error) {
      out.error = std::abs(measured - predicted);
      out.strayed = f.broken <= scene.step();
    }
    if (predicted > seen && std::abs(measured / predicted - 1) > std::abs(out.ratio - 1)) out.ratio = measured / predicted;
  }
  return out;
}

Verdict judge_followers(const HardmaxScene& scene) {
  Verdict v;
  v.claim = "Follower lemma: who follows one leader keeps following it";
  v.hypothesis = "Tokens j with C_j = {i}, where i leads.";
  v.prediction = "The distance to the leader shrinks by 1/(1 + \u03B1) = " + rounded(1 / (1 + scene.settings().alpha), 4) +
                 " a layer.";
  const Followers f = measure_followers(scene);
  if (f.count == 0) {
    v.measured = scene.step() == 0 ? "Nothing to compare at layer 0." : "No token has followed a leader for a layer so far.";
    return v;
  }
  v.measured = plural(f.count, "follower") + ": distance differs from the prediction by at most " + rounded(f.error, 2) +
               "; worst ratio " + rounded(f.ratio, 10) + ".";
  if (f.error <= kRate * scale(scene)) v.finding = Finding::kHolds;
  else if (f.strayed || ties_are_coarse(scene)) {
    v.finding = Finding::kDoesNotApply;
    v.measured += " A tie within the tolerance turned a follower away; the lemma is about exact maxima.";
  } else v.finding = Finding::kViolated;
  return v;
}

// --- clustering theorem ---

std::string met(bool yes) { return yes ? "yes" : "no"; }

std::string hypotheses_text(const HardmaxScene& scene) {
  const core::Hypotheses& h = scene.hypotheses();
  std::string out = "A symmetric: " + met(h.symmetric) + "; positive definite: " + met(h.positive_definite) +
                    " (smallest eigenvalue " + rounded_words(h.smallest_eigenvalue, 3) + "). Tokens nonzero: " + met(h.nonzero) +
                    " (smallest length " + rounded(h.smallest_norm, 3) + "); distinct: " + met(h.distinct);
  return out + (scene.n() > 1 ? " (smallest distance " + rounded(h.smallest_distance, 3) + ")." : ".");
}

double farthest_from(const core::Matrix& Z, const core::Matrix& points) {
  double farthest = 0;
  for (std::size_t i = 0; i < Z.rows; ++i) {
    double nearest = gap(Z.row(i), points.row(0));
    for (std::size_t p = 1; p < points.rows; ++p) nearest = std::min(nearest, gap(Z.row(i), points.row(p)));
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

std::string limit_counts(const core::LimitReport& limit) {
  const auto count = [&](core::LimitKind kind) {
    return counted(static_cast<std::size_t>(std::ranges::count(limit.kind, kind)));
  };
  std::string out = "Within 1e-6 of a leader: " + count(core::LimitKind::kLeader) +
                    "; of a projection onto a face: " + count(core::LimitKind::kFace);
  if (count(core::LimitKind::kGroup) != "0") out += "; in a group of equal tokens: " + count(core::LimitKind::kGroup);
  return out + "; still on the way: " + count(core::LimitKind::kMoving) + ".";
}

Finding find_on_limit(const HardmaxScene& scene, const core::LimitReport& limit) {
  if (!scene.hypotheses().hold()) return Finding::kDoesNotApply;
  const bool groups = std::ranges::count(limit.kind, core::LimitKind::kGroup) > 0;
  if (limit.complete && !groups) return Finding::kHolds;
  const bool at_rest = scene.step() > 0 && scene.run().layer(scene.step()).residual == 0;
  if (!at_rest) return Finding::kPending;
  return ties_are_coarse(scene) || groups ? Finding::kDoesNotApply : Finding::kViolated;
}

Verdict judge_clustering(const HardmaxScene& scene) {
  Verdict v;
  v.claim = "Clustering theorem: every token converges to a leader or a projection of 0 onto a face";
  v.hypothesis = hypotheses_text(scene);
  v.prediction = "Limits: the leaders, vertices of a polytope, and projections of 0 onto its faces, in the norm of A. "
                 "No layer is named.";
  const auto& limit = scene.now().limit;
  if (!scene.hypotheses().hold()) v.finding = Finding::kDoesNotApply;
  if (!limit) {
    v.measured = scene.has_norm() ? "Not measured for more than " + counted(kLimitTokens) + " tokens."
                                  : "A defines no norm, so there are no projections to compare with.";
    return v;
  }
  v.measured = limit_counts(*limit);
  if (limit->points.rows > 0)
    v.measured += " Farthest token from these points: " + rounded(farthest_from(scene.tokens(), limit->points), 3) + ".";
  v.finding = find_on_limit(scene, *limit);
  return v;
}

}  // namespace

void judge(const HardmaxScene& scene, std::vector<Verdict>& verdicts) {
  verdicts.push_back(judge_nesting(scene));
  verdicts.push_back(judge_leaders(scene));
  verdicts.push_back(judge_followers(scene));
  verdicts.push_back(judge_clustering(scene));
}

}  // namespace lab::scenes
