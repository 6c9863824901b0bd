// What the scene "From scratch" shows. All numbers come from OrderScene.
#include <algorithm>

#include "scenes/order_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

/// float32 arithmetic of two blocks on entries of size 10 or so.
constexpr double kRounding = 1e-3;
/// A gap that is no rounding.
constexpr double kClear = 0.05;

std::string letter(const OrderScene& s, model::Token t) { return t == model::kMask ? "_" : cell_letter(s.model()->vocabulary.name(t)); }

Strip strip_of(const OrderScene& s, std::string title, bool reordered, std::string note) {
  Strip strip;
  strip.title = std::move(title);
  strip.note = std::move(note);
  for (std::size_t i = 0; i < s.input().size(); ++i) {
    const std::size_t from = reordered ? s.permutation()[i] : i;
    Glyph g;
    g.text = letter(s, s.input()[from]);
    g.hole = s.input()[from] == model::kMask;
    if (g.hole) g.text.clear();
    strip.glyphs.push_back(std::move(g));
  }
  return strip;
}

/// The guesses at the holes of P X, by one way or the other.
Strip guess_strip(const OrderScene& s, std::string title, bool after, std::string note) {
  Strip strip = strip_of(s, std::move(title), true, std::move(note));
  for (std::size_t i = 0; i < s.input().size(); ++i) {
    if (!strip.glyphs[i].hole) continue;
    const model::Token one = s.guesses()[s.permutation()[i]], other = s.guesses_reordered()[i];
    strip.glyphs[i].text = letter(s, after ? other : one);
    strip.glyphs[i].emphasis = one == other ? Emphasis::kStrong : Emphasis::kTie;
  }
  return strip;
}

std::size_t differing(const OrderScene& s) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < s.input().size(); ++i)
    count += s.input()[s.permutation()[i]] == model::kMask && s.guesses()[s.permutation()[i]] != s.guesses_reordered()[i] ? 1 : 0;
  return count;
}

Plot gap_plot(const OrderScene& s) {
  Plot plot;
  plot.title = "Largest |f(PX) − P f(X)| in the residual stream";
  plot.x_label = "blocks applied";
  plot.y_label = "difference";
  plot.log_y = true;
  plot.y_floor = 1e-8;
  for (const bool positions : {true, false}) {
    Series series{positions ? "with positions" : "without", {}, {}, {Role::kGroup, positions ? 1 : 0, 1}, Stroke::kSolid, false};
    for (std::size_t b = 0; b < s.gap(positions).stream.size(); ++b) {
      series.x.push_back(static_cast<double>(b));
      series.y.push_back(s.gap(positions).stream[b]);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Table gap_table(const OrderScene& s) {
  Table table;
  table.title = "Largest |f(PX) − P f(X)|";
  table.columns = {"where", "without positions", "with positions"};
  const auto row = [&](std::string where, double without, double with) {
    table.rows.push_back({{std::move(where)}, {rounded(without, 3)}, {rounded(with, 3), with > kClear ? Emphasis::kStrong : Emphasis::kNone}});
  };
  for (std::size_t b = 0; b < s.gap(false).stream.size(); ++b)
    row(b == 0 ? "embedding" : "behind block " + std::to_string(b), s.gap(false).stream[b], s.gap(true).stream[b]);
  row("logits", s.gap(false).logits, s.gap(true).logits);
  return table;
}

Verdict judge_without(const OrderScene& s) {
  return {"Without positions attention sees a set: f(PX) = P f(X)", "No positions; attention, LayerNorm and MLP treat all tokens alike: met.",
          "Equal up to float32 rounding.", "Largest difference of the logits: " + rounded(s.gap(false).logits, 2) + ".",
          s.gap(false).logits <= kRounding ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_with(const OrderScene& s) {
  bool still = true;
  for (std::size_t i = 0; i < s.permutation().size(); ++i) still = still && s.input()[s.permutation()[i]] == s.input()[i];
  Verdict v{"With positions the order matters: f(PX) ≠ P f(X)", "A reordering that changes the text" + std::string(still ? ": not met." : ": met."),
            "A difference far above rounding.", "Largest difference of the logits: " + rounded(s.gap(true).logits, 3) + ".", Finding::kDoesNotApply};
  if (!still) v.finding = s.gap(true).logits > kClear ? Finding::kHolds : Finding::kViolated;
  return v;
}

}  // namespace

void order_frame(const OrderScene& s, Frame& frame) {
  frame = Frame{};
  if (!s.ready()) {
    waiting_frame(s.waiting(), frame);
    return;
  }
  const bool positions = s.settings().positions;
  const std::size_t apart = differing(s);
  add_remark(*s.model(), frame);
  frame.headline = std::string(positions ? "with" : "without") + " positions · logits differ by " + rounded(s.gap(positions).logits, 2);
  frame.strips.push_back(strip_of(s, "X: the text, some letters hidden", false, {}));
  frame.strips.push_back(strip_of(s, "P X: the same letters in another order", true, {}));
  frame.strips.push_back(guess_strip(s, "P f(X): guesses for X, put into that order", false, {}));
  frame.strips.push_back(guess_strip(s, "f(P X): guesses for P X", true,
                                     apart == 0 ? "All guesses agree." : "1 guess differs, underlined. Switch Positions to compare."));
  if (apart > 1) frame.strips.back().note = std::to_string(apart) + " guesses differ, underlined. Switch Positions to compare.";
  frame.plots.push_back(gap_plot(s));
  frame.tables.push_back(gap_table(s));
  frame.verdicts = {judge_without(s), judge_with(s)};
  frame.description = "The model reads a text and the same letters in another order. Without positions the largest difference of the logits is " +
                      rounded(s.gap(false).logits, 2) + ", with positions " + rounded(s.gap(true).logits, 3) + ".";
}

std::span<const Observable> OrderScene::observables() const {
  static const std::vector<Observable> list = {
      {"gap-without", "Difference without positions", "", "Largest |f(PX) - P f(X)| of the logits"},
      {"gap-with", "Difference with positions", "", "The same with positions"},
      {"gaps", "Differences by block", "", "Row 1 without, row 2 with positions; embedding, each block, logits"},
  };
  return list;
}

Value OrderScene::observe(std::size_t observable) const {
  if (!ready()) return std::string();
  if (observable == 0) return gap(false).logits;
  if (observable == 1) return gap(true).logits;
  return state(0);
}

}  // namespace lab::scenes
