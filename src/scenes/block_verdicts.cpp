// Claims of the scene "The block", measured on the present state.
#include <algorithm>

#include "scenes/block_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

std::string amount(double change) { return change == 0 ? "nothing at all" : "entries by up to " + rounded(change, 3); }

std::string met(bool is) { return is ? ": met." : ": not met."; }

Verdict judge_mlp(const BlockScene& s) {
  const bool on = s.block().mlp;
  Verdict v{"The MLP moves each token alone", "The MLP is on" + met(on),
            "Move one token: the MLP does the same to the others, bit for bit.",
            "Token " + std::to_string(s.token() + 1) + " moved by " + rounded(kLeakMove, 2) +
                ": the others' results change " +
                (s.claims().mlp_leak == 0 ? "by exactly 0." : "by " + rounded(s.claims().mlp_leak, 3) + "."),
            Finding::kDoesNotApply};
  if (on) v.finding = s.claims().mlp_leak == 0 ? Finding::kHolds : Finding::kViolated;
  return v;
}

Verdict judge_attention(const BlockScene& s) {
  const bool on = s.block().attention && s.settings().scale > 0;
  Verdict v{"Attention mixes: each token hears of the others", "Attention is on, its weights are not 0" + met(on),
            "Move one token: the others' results change.",
            "Token " + std::to_string(s.token() + 1) + " moved by " + rounded(kLeakMove, 2) +
                ": the others' results change by up to " + rounded(s.claims().attention_leak, 3) + ".",
            Finding::kDoesNotApply};
  if (!on) return v;
  v.finding = s.claims().attention_leak > 0 ? Finding::kHolds : Finding::kPending;
  if (s.claims().attention_leak == 0)
    v.measured += " The change is below the last bit of the others' results, or their weights for it are 0.";
  return v;
}

Verdict judge_order(const BlockScene& s) {
  const double bound = kBlockRounding * (1 + s.states()[s.step()].mean_norm);
  return {"A block sees a set: f(PX) = P f(X)", "Attention, LayerNorm and MLP treat all tokens alike: met.",
          "Equal up to rounding (sums in another order).",
          "Tokens in reverse: largest difference " + rounded(s.claims().reversal, 2) + ".",
          s.claims().reversal <= bound ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_identity(const BlockScene& s) {
  const auto& c = s.claims();
  const Finding finding = c.silenced_pre == 0 && c.silenced_post > 0 ? Finding::kHolds : Finding::kViolated;
  return {"Pre-LN keeps an identity path: post-LN does not", "Both branches silenced: output matrices set to 0.",
          "Pre-LN returns its input, bit for bit; post-LN normalizes it.",
          "Of the start, silenced pre-LN changes " + amount(c.silenced_pre) + ", post-LN entries by up to " +
              rounded(c.silenced_post, 3) + ".",
          finding};
}

Verdict judge_share(const BlockScene& s) {
  const auto c = model::count_block(s.block().width, 4 * s.block().width);
  const double mlp = static_cast<double>(c.mlp + c.mlp_bias), all = static_cast<double>(c.total());
  return {"The MLP holds most of the parameters", "Inner width 4 d_m: met.",
          "8 d_m² of 12 d_m² weights, two thirds; with biases and LayerNorms nearly so.",
          counted(c.mlp + c.mlp_bias) + " of " + counted(c.total()) + ", " + rounded(100 * mlp / all, 3) + " %.",
          2 * mlp > all ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_flow(const BlockScene& s) {
  const bool small = s.settings().h <= kSmallStep && s.block().norm != model::NormPlace::kPost &&
                     (s.block().attention || s.block().mlp);
  Verdict v{"Small steps follow a flow",
            "Step h at most " + rounded(kSmallStep, 2) + ", no LayerNorm on the path, a part on" + met(small),
            "Half the step, twice as often: half the error. Order 1, as of Euler's method.",
            {},
            Finding::kDoesNotApply};
  const model::Halving& h = s.halving();
  v.measured = "Over " + plural(s.halved_steps(), "application") + ": |X_h − X_(h/2)| = " + rounded(h.coarse, 3) +
               ", |X_(h/2) − X_(h/4)| = " + rounded(h.fine, 3);
  v.measured += h.order == 0 ? ", rounding." : ", order " + rounded(h.order, 3) + ".";
  if (!small) return v;
  // Large weights, and LayerNorm's jump at d_m = 2, make a step larger than it looks.
  const bool jump = s.block().width == 2 && s.block().norm == model::NormPlace::kPre;
  v.finding = flow_finding(jump ? kSmallStep : s.settings().h * std::max(1.0, s.settings().scale), h);
  return v;
}

}  // namespace

Finding flow_finding(double step, const model::Halving& h) {
  if (h.order == 0) return Finding::kDoesNotApply;  // rounding
  if (h.order > 0.8 && h.order < 1.2) return Finding::kHolds;
  // A step that is not small against the weights has not reached the order yet.
  const bool reached = step <= kTinyStep && h.fine > kClearOfRounding;
  return reached && (h.order < 0.5 || h.order > 1.5) ? Finding::kViolated : Finding::kPending;
}

std::vector<Verdict> block_verdicts(const BlockScene& s) {
  return {judge_mlp(s), judge_attention(s), judge_order(s), judge_identity(s), judge_share(s), judge_flow(s)};
}

}  // namespace lab::scenes
