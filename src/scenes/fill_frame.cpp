// What the scene "Fill in" shows. All numbers come from FillScene.
#include <algorithm>

#include "core/elementary.h"
#include "scenes/fill_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr float kFaintArc = 0.04F;  ///< weights below have no curve
constexpr double kRowSum = 1e-5;    ///< float32 rounding of a sum of 64 weights

std::string letter(const FillScene& s, std::size_t token) { return cell_letter(s.model()->vocabulary.name(static_cast<model::Token>(token))); }

std::string percent(double p) { return rounded(100 * p, 3) + " %"; }

std::size_t hole_position(const FillScene& s) { return s.holes()[s.chosen()]; }

std::string head_name(const FillScene& s) {
  return s.shown_head() == 0 ? "mean of the heads" : "head " + std::to_string(s.shown_head());
}

Strip text_strip(const FillScene& s) {
  Strip strip;
  strip.title = "The text";
  strip.note = "Click a letter to hide it, a hidden one to see its distribution, once more to show it again. Shades: attention of the "
               "framed hole in block " + std::to_string(s.shown_block() + 1) + ", " + head_name(s) + ".";
  const auto tokens = s.tokens();
  const auto holes = s.holes();
  std::size_t next = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Glyph g;
    g.handle = static_cast<std::int32_t>(i);
    g.text = tokens[i] == model::kMask ? "_" : letter(s, tokens[i]);
    if (next < holes.size() && holes[next] == i) {
      const std::size_t guess = likeliest(s.distribution(next), 1)[0];
      g.hole = true;
      g.text = letter(s, guess);
      if (tokens[i] != model::kMask) g.emphasis = guess == tokens[i] ? Emphasis::kStrong : Emphasis::kTie;
      if (next == s.chosen()) strip.chosen = static_cast<std::int32_t>(i);
      ++next;
    }
    if (!holes.empty()) g.shade = static_cast<float>(s.attention(hole_position(s), i));
    strip.glyphs.push_back(std::move(g));
  }
  if (!s.settings().arcs || holes.empty()) return strip;
  for (std::uint32_t j = 0; j < tokens.size(); ++j) {
    const auto weight = static_cast<float>(s.attention(hole_position(s), j));
    if (weight >= kFaintArc && j != hole_position(s)) strip.arcs.push_back({static_cast<std::uint32_t>(hole_position(s)), j, weight});
  }
  return strip;
}

Bars distribution_bars(const FillScene& s) {
  Bars bars;
  const std::size_t at = hole_position(s);
  const model::Token truth = s.tokens()[at];
  const auto& p = s.distribution(s.chosen());
  bars.title = "What may stand at position " + std::to_string(at + 1);
  for (std::size_t t = 1; t < p.size(); ++t) {
    bars.names.push_back(letter(s, t));
    bars.values.push_back(p[t]);
  }
  bars.faint_zero = false;
  bars.chosen = static_cast<std::int32_t>(likeliest(p, 1)[0]) - 1;
  if (truth != model::kMask) {
    bars.marked = static_cast<std::int32_t>(truth) - 1;
    bars.note = "Hidden was ‘" + letter(s, truth) + "’ (orange, underlined): " + percent(p[truth]) + ". ";
  }
  bars.note += "Entropy " + rounded(entropy(p), 3) + " nats; guessing blindly has " + rounded(core::log(static_cast<double>(p.size() - 1)), 3) + ".";
  return bars;
}

void add_maps(const FillScene& s, Frame& frame) {
  const std::size_t n = s.tokens().size(), heads = s.model()->weights.config.heads, b = s.shown_block();
  const std::span<const float> maps = s.maps(b);
  for (std::size_t h = 0; h < heads; ++h) {
    HeatMap map;
    map.title = "Block " + std::to_string(b + 1) + ", head " + std::to_string(h + 1);
    map.rows = map.columns = n;
    map.values.assign(maps.begin() + static_cast<std::ptrdiff_t>(h * n * n), maps.begin() + static_cast<std::ptrdiff_t>((h + 1) * n * n));
    map.high = *std::ranges::max_element(map.values);
    for (std::size_t i = 0; i < n; ++i) map.row_names.push_back(s.tokens()[i] == model::kMask ? "_" : letter(s, s.tokens()[i]));
    map.column_names = map.row_names;
    if (!s.holes().empty()) map.chosen = static_cast<std::int32_t>(hole_position(s));
    frame.maps.push_back(std::move(map));
  }
}

std::size_t rank_of(const std::vector<double>& p, std::size_t t) {
  return 1 + static_cast<std::size_t>(std::ranges::count_if(p, [&](double x) { return x > p[t]; }));
}

Table hole_table(const FillScene& s) {
  Table table;
  table.title = "The hidden characters";
  table.columns = {"position", "hidden", "guess", "its p", "p of hidden", "rank", "entropy"};
  for (std::size_t i = 0; i < s.holes().size(); ++i) {
    const auto& p = s.distribution(i);
    const model::Token truth = s.tokens()[s.holes()[i]];
    const std::size_t guess = likeliest(p, 1)[0];
    const bool known = truth != model::kMask;
    table.rows.push_back({{std::to_string(s.holes()[i] + 1)}, {known ? letter(s, truth) : "?"},
                          {letter(s, guess), known && guess == truth ? Emphasis::kStrong : Emphasis::kNone},
                          {percent(p[guess])}, {known ? percent(p[truth]) : "–"}, {known ? std::to_string(rank_of(p, truth)) : "–"},
                          {rounded(entropy(p), 3)}});
  }
  return table;
}

Verdict judge_rows(const FillScene& s) {
  double most = 0;
  const std::size_t n = s.tokens().size(), heads = s.model()->weights.config.heads;
  for (std::size_t b = 0; b < s.model()->weights.config.layers; ++b)
    for (std::size_t row = 0; row < heads * n; ++row) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += static_cast<double>(s.maps(b)[row * n + j]);
      most = std::max(most, std::abs(sum - 1));
    }
  return {"Attention averages: every row of weights sums to 1", "Softmax of finite scores: met.", "Sums of 1 up to float32 rounding.",
          "Largest difference over all blocks and heads: " + rounded(most, 2) + ".", most <= kRowSum ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_guesses(const FillScene& s) {
  Verdict v;
  v.claim = "The hidden character is the model's first guess";
  v.prediction = "About six of ten on held-out text for the best model, one of two after the notebook's 2\u202F001 iterations.";
  std::size_t known = 0, right = 0;
  for (std::size_t i = 0; i < s.holes().size(); ++i) {
    const model::Token truth = s.tokens()[s.holes()[i]];
    known += truth != model::kMask ? 1 : 0;
    right += truth != model::kMask && likeliest(s.distribution(i), 1)[0] == truth ? 1 : 0;
  }
  v.hypothesis = known == 0 ? "Asks for a hidden character that is known." : plural(known, "known character") + " hidden.";
  v.measured = std::to_string(right) + " of " + std::to_string(known) + " right.";
  v.finding = known == 0 ? Finding::kDoesNotApply : right == known ? Finding::kHolds : Finding::kViolated;
  return v;
}

Verdict judge_quantization(const FillScene& s) {
  Verdict v;
  v.claim = "Eight bits are enough: int8 hardly changes the model";
  v.hypothesis = "Symmetric weights, one scale a channel; activations quantized as they come.";
  v.prediction = "Within 0.2 points of accuracy and 0.01 nats of float32.";
  v.measured = "Not yet: press Measure int8.";
  if (!s.quantization()) return v;
  const model::QuantizationReport& r = *s.quantization();
  v.measured = "On " + counted(r.windows) + " held-out windows: accuracy " + rounded(100 * r.float32.accuracy(), 4) + " % and " +
               rounded(100 * r.int8.accuracy(), 4) + " %, cross-entropy " + rounded(r.float32.mean_loss(), 4) + " and " +
               rounded(r.int8.mean_loss(), 4) + " nats; a logit differs by " + rounded(r.mean_logit_error, 2) + " on average, " +
               rounded(r.largest_logit_error, 2) + " at most.";
  v.finding = r.accuracy_lost() <= 0.2 && r.nats_lost() <= 0.01 ? Finding::kHolds : Finding::kViolated;
  return v;
}

}  // namespace

void fill_frame(const FillScene& s, Frame& frame) {
  frame = Frame{};
  if (!s.ready()) {
    waiting_frame(s.waiting(), frame);
    return;
  }
  const auto& config = s.model()->weights.config;
  add_remark(*s.model(), frame);
  frame.headline = plural(s.tokens().size(), "character") + ", " + std::to_string(s.holes().size()) + " hidden";
  frame.strips.push_back(text_strip(s));
  if (s.holes().empty()) {
    frame.notes.push_back("No character is hidden: click on one.");
    frame.description = "The text is shown whole; nothing is hidden.";
  } else {
    frame.bars.push_back(distribution_bars(s));
    frame.tables.push_back(hole_table(s));
    frame.verdicts.push_back(judge_guesses(s));
    const std::size_t at = hole_position(s);
    const auto best = likeliest(s.distribution(s.chosen()), 3);
    frame.headline += " · position " + std::to_string(at + 1) + ": ‘" + letter(s, best[0]) + "’ " + percent(s.distribution(s.chosen())[best[0]]);
    frame.description = "At position " + std::to_string(at + 1) + " the model expects";
    for (const std::size_t t : best) frame.description += " ‘" + letter(s, t) + "’ " + percent(s.distribution(s.chosen())[t]) + ",";
    frame.description.back() = '.';
  }
  frame.verdicts.push_back(judge_rows(s));
  if (s.settings().arithmetic == "int8" || s.quantization()) frame.verdicts.push_back(judge_quantization(s));
  if (s.settings().arithmetic == "int8")
    frame.notes.push_back("int8: the logits at the holes differ from float32's by at most " + rounded(s.logit_error(), 2) +
                          ". The attention drawn is float32's.");
  add_maps(s, frame);
  if (static_cast<std::size_t>(s.settings().layer) > config.layers)
    frame.notes.push_back("This model has " + plural(config.layers, "block") + "; the last is shown.");
  if (static_cast<std::size_t>(s.settings().head) > config.heads)
    frame.notes.push_back("This model has " + plural(config.heads, "head") + "; the last is shown.");
}

std::span<const Observable> FillScene::observables() const {
  static const std::vector<Observable> list = {
      {"guess", "Guess", "", "The likeliest character at the shown hole"},
      {"probability", "Its probability", "", "Of the guess"},
      {"hidden", "Probability of the hidden character", "", "0 where nobody knows it"},
      {"entropy", "Entropy", "nats", "Of the distribution at the shown hole"},
      {"filled", "Filled in", "", "The text with every hidden character guessed"},
      {"distribution", "Distribution", "", "At the shown hole, by character number, [MASK] first"},
      {"attention", "Attention", "", "From the shown hole to each position, in the shown block and head"},
      {"logit-error", "int8 logit error", "", "Largest difference from float32 at the holes; 0 with float32 itself"},
      {"integers", "Fingerprint of the int8 integers", "", "Of all quantized weights, activations and sums; 0 with float32"},
  };
  return list;
}

Value FillScene::observe(std::size_t observable) const {
  if (!ready() || holes_.empty()) return std::string();
  const auto& p = distributions_[chosen()];
  const std::size_t guess = likeliest(p, 1)[0];
  const model::Token truth = tokens_[hole_position(*this)];
  switch (observable) {
    case 0: return model()->vocabulary.name(static_cast<model::Token>(guess));
    case 1: return p[guess];
    case 2: return truth == model::kMask ? 0.0 : p[truth];
    case 3: return entropy(p);
    case 4: {
      std::vector<model::Token> filled = tokens_;
      for (std::size_t i = 0; i < holes_.size(); ++i) filled[holes_[i]] = static_cast<model::Token>(likeliest(distributions_[i], 1)[0]);
      return model()->vocabulary.decode(filled);
    }
    case 5: {
      core::Matrix m(1, p.size());
      m.data = p;
      return m;
    }
    case 6: {
      core::Matrix m(1, tokens_.size());
      for (std::size_t j = 0; j < tokens_.size(); ++j) m(0, j) = attention(hole_position(*this), j);
      return m;
    }
    case 7: return logit_error_;
    default: {
      std::string hex;
      for (int shift = 60; shift >= 0; shift -= 4) hex += "0123456789abcdef"[integers_ >> static_cast<unsigned>(shift) & 15U];
      return hex;
    }
  }
}

}  // namespace lab::scenes
