// Claims of the scene "Positions", those of the chosen view.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/positions_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

Finding within(double error, double bound) { return error <= bound ? Finding::kHolds : Finding::kViolated; }

Verdict judge_bound(const PositionsScene& s) {
  double most = 0;
  for (const double x : s.table().data) most = std::max(most, std::fabs(x));
  return {"Entries stay in [−1, 1], however long the text", "Sines and cosines: met.", "No entry exceeds 1.",
          "Largest entry " + rounded(most, 4) + ".", within(most, 1)};
}

Verdict judge_periods(const PositionsScene& s) {
  const auto w = s.speeds();
  const double ratio = std::pow(s.settings().base, 2 / static_cast<double>(s.width())), turn = 2 * std::numbers::pi;
  Verdict v{"The periods are a geometric progression",
            "ω_k = base^(−2k/d_m), two clocks at least" + std::string(w.size() < 2 ? ": not met." : ": met."),
            s.settings().base == 1
                ? std::string("All are 2π: with base 1 the factor base^(2/d_m) is 1.")
                : "From 2π by the factor base^(2/d_m) = " + rounded(ratio, 4) +
                      " to 2π base^((d_m−2)/d_m) = " + rounded(turn * s.settings().base / ratio, 5) + "; 2π base = " +
                      rounded(turn * s.settings().base, 5) + " is the limit of wide tables, not reached.",
            {},
            Finding::kDoesNotApply};
  v.measured = "First period " + rounded(turn / w.front(), 5) + ", last " + rounded(turn / w.back(), 5) + ".";
  if (w.size() < 2) return v;
  double off = 0;
  for (std::size_t k = 0; k + 1 < w.size(); ++k) off = std::max(off, std::fabs(w[k] / w[k + 1] / ratio - 1));
  v.measured += " Neighbours differ by the factor up to a relative " + rounded(off, 2) + ".";
  v.finding = within(off, 1e-12);
  return v;
}

Verdict judge_shift(const PositionsScene& s) {
  return {"A shift is one matrix: PE_(p+Δ) = M PE_p", "M turns each pair by ω_k Δ and does not depend on p: met.",
          "Difference 0 up to rounding, at every p.",
          "Δ = " + std::to_string(s.settings().offset) + ": largest difference " + rounded(s.shift_error(), 2) +
              " over " + plural(s.n(), "position") + ".",
          within(s.shift_error(), kPositionRounding)};
}

Verdict judge_offset(const PositionsScene& s) {
  return {"⟨PE_p, PE_j⟩ depends on j − p alone", "sin a sin b + cos a cos b = cos(a − b): met.",
          "(1/d_m) Σ cos(ω_k (j − p)) at every pair of positions.",
          "Largest difference " + rounded(s.score_error(), 2) + " over " + counted(s.n() * s.n()) + " pairs.",
          within(s.score_error(), kPositionRounding)};
}

Verdict judge_rise(const PositionsScene& s) {
  const auto g = s.by_offset();
  const double next = *std::ranges::max_element(g.subspan(1));
  const std::size_t rise = core::first_rise(g, kPositionRounding);
  const bool several = s.speeds().front() != s.speeds().back();
  Verdict v{"Nearest is highest, but farther is not always lower",
            std::string("A sum of cosines of at least two speeds") + (several ? ": met." : ": not met."),
            "Value 1/2 at offset 0, less elsewhere, and somewhere it rises again.",
            "At 0: " + rounded(g[0], 4) + "; elsewhere at most " + rounded(next, 4) + ". ", Finding::kPending};
  if (rise == g.size()) {
    v.measured += "No rise up to offset " + std::to_string(g.size() - 1) + ": the table is too short to show one.";
    if (!several) v.finding = Finding::kDoesNotApply;
    return v;
  }
  v.measured += "It first rises from offset " + std::to_string(rise) + " (" + rounded(g[rise], 5) + ") to " +
                std::to_string(rise + 1) + " (" + rounded(g[rise + 1], 5) + ").";
  v.finding = !several ? Finding::kDoesNotApply : g[0] > next ? Finding::kHolds : Finding::kViolated;
  return v;
}

/// Rounding of scores that are sums of products of normal draws.
double content_rounding(const PositionsScene& s) {
  double q = 0, k = 0;
  for (const double x : s.content().q) q += x * x;
  for (const double x : s.content().k) k += x * x;
  return kPositionRounding * (1 + std::sqrt(q * k));
}

Verdict judge_rotary(const PositionsScene& s) {
  const auto& c = s.content();
  return {"RoPE: the score sees content and offset, not the place",
          "⟨R_p q, R_j k⟩ = ⟨q, R_(j−p) k⟩, R a rotation: met.",
          "Scores of equal offset are equal, and are ⟨q, R_(j−p) k⟩ / √d_m.",
          "Spread at equal offset " + rounded(c.rotary_spread, 2) + "; off the formula by " +
              rounded(c.rotary_error, 2) + " at most.",
          within(std::max(c.rotary_spread, c.rotary_error), content_rounding(s))};
}

Verdict judge_added(const PositionsScene& s) {
  const auto& c = s.content();
  Verdict v{"Added positions: the score also sees the place itself",
            "⟨q + PE_p, k + PE_j⟩ has the cross terms ⟨PE_p, k⟩ + ⟨q, PE_j⟩.",
            "Scores of equal offset differ; without the cross terms they are equal.",
            "Spread at equal offset " + rounded(c.added_spread, 3) + "; without cross terms " +
                rounded(c.uncrossed_spread, 2) + ".",
            Finding::kViolated};
  if (c.added_spread > 1e-6 && c.uncrossed_spread <= content_rounding(s)) v.finding = Finding::kHolds;
  return v;
}

Verdict judge_fast(const PositionsScene& s) {
  const std::size_t fast = s.speeds().size() - s.slow_clocks();
  double most = 0;
  for (std::size_t k = 0; k < s.speeds().size(); ++k) {
    const auto& r = s.reach_of_clocks()[k];
    if (s.completes(k)) most = std::max(most, r.farthest / s.speeds()[k]);
  }
  Verdict v{
      "Fast clocks only revisit",
      "Period at most the window: " + std::to_string(fast) + " of " + std::to_string(s.speeds().size()) + " clocks.",
      "Every later phase lies within half a step, ω_k/2, of a trained one.",
      "Largest angle in steps: " + rounded(most, 3) + ".", Finding::kDoesNotApply};
  if (fast == 0 || !s.has_beyond())
    v.measured = s.has_beyond() ? "There is no such clock." : "No position lies beyond the window.";
  else v.finding = within(most, 0.5 + 1e-9);
  return v;
}

Verdict judge_slow(const PositionsScene& s) {
  const double window = static_cast<double>(s.window());
  double worst = 1e300, most = 0;
  for (std::size_t k = 0; k < s.speeds().size(); ++k) {
    const auto& r = s.reach_of_clocks()[k];
    if (s.completes(k)) continue;
    const double w = s.speeds()[k], rest = 2 * std::numbers::pi - w * window;
    worst = std::min(worst, (r.farthest - std::min({w, rest, std::numbers::pi})) / w);
    most = std::max(most, r.farthest / w);
  }
  Verdict v{"Slow clocks reach phases never seen",
            "Period above the window: " + std::to_string(s.slow_clocks()) + " of " + std::to_string(s.speeds().size()) +
                " clocks.",
            "The first position beyond is a full step ω_k off, or what is left of the turn.",
            "Farthest: " + rounded(most, 3) + " steps from any trained phase.", Finding::kDoesNotApply};
  if (s.slow_clocks() == 0 || !s.has_beyond())
    v.measured = s.has_beyond() ? "There is no such clock." : "No position lies beyond the window.";
  else v.finding = worst >= -1e-9 ? Finding::kHolds : Finding::kViolated;
  return v;
}

}  // namespace

std::vector<Verdict> positions_verdicts(const PositionsScene& s) {
  const std::string& show = s.settings().show;
  if (show == "clocks") return {judge_shift(s), judge_periods(s)};
  if (show == "offset") return {judge_shift(s), judge_offset(s), judge_rise(s)};
  if (show == "rope") return {judge_rotary(s), judge_added(s)};
  if (show == "beyond") return {judge_bound(s), judge_fast(s), judge_slow(s)};
  return {judge_shift(s), judge_offset(s), judge_rise(s)};
}

}  // namespace lab::scenes
