// What the scene "Write" shows. All numbers come from WriteScene.
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "scenes/fill_scene.h"
#include "scenes/value_text.h"
#include "scenes/write_scene.h"

namespace lab::scenes {
namespace {

constexpr std::size_t kShownLetters = 480;  ///< of a long text the end is shown

std::string letter(const WriteScene& s, std::size_t token) { return cell_letter(s.model()->vocabulary.name(static_cast<model::Token>(token))); }

Strip text_strip(const WriteScene& s) {
  Strip strip;
  const std::size_t total = s.prompt().size() + s.shown(), window = s.model()->weights.config.window - 1;
  const std::size_t begin = total > kShownLetters ? total - kShownLetters : 0;
  strip.title = "The text";
  for (std::size_t i = begin; i < total; ++i) {
    const bool written = i >= s.prompt().size();
    Glyph g;
    g.text = letter(s, written ? s.drawn()[i - s.prompt().size()].token : s.prompt()[i]);
    g.emphasis = written ? Emphasis::kStrong : Emphasis::kNone;
    const bool forgotten = i + window < total;
    if (forgotten) g.emphasis = Emphasis::kFaint;
    // Written letters lie on a tint that says how sure the model was; faint ones must stay legible.
    if (written) g.shade = (forgotten ? 0.05F : 0.25F) * static_cast<float>(s.drawn()[i - s.prompt().size()].probability);
    strip.glyphs.push_back(std::move(g));
  }
  if (s.shown() > 0) strip.chosen = static_cast<std::int32_t>(total - begin) - 1;
  else strip.glyphs.push_back({"", Emphasis::kNone, true, 0, kNoHandle});
  strip.note = "Bold: written by the model, the darker the surer. The model reads the last " + std::to_string(window) +
               " characters only" + (total > window ? "; what it has forgotten is faint." : ".");
  if (begin > 0) strip.note += " The first " + counted(begin) + " characters are not shown.";
  return strip;
}

Bars distribution_bars(const WriteScene& s) {
  Bars bars;
  const WriteScene::Drawn& d = s.current();
  bars.title = s.shown() > 0 ? "Where character " + std::to_string(s.shown()) + " was drawn from" : "Where the first character will be drawn from";
  for (std::size_t t = 1; t < d.probabilities.size(); ++t) {
    bars.names.push_back(letter(s, t));
    bars.values.push_back(static_cast<double>(d.probabilities[t]));
  }
  if (s.shown() > 0) bars.chosen = static_cast<std::int32_t>(d.token) - 1;
  const auto left = std::ranges::count_if(d.probabilities, [](float p) { return p > 0; });
  bars.note = "Entropy " + rounded(d.entropy, 3) + " nats; " + plural(static_cast<std::size_t>(left), "character") + " possible.";
  return bars;
}

Plot surprise_plot(const WriteScene& s) {
  Plot plot;
  plot.title = "Entropy, and surprise −log p of what was drawn";
  plot.x_label = "character";
  plot.y_label = "nats";
  Series entropies{"entropy", {}, {}, {Role::kPrediction, -1, 1}, Stroke::kDashed, false};
  Series surprises{"surprise", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  for (std::size_t i = 0; i < s.drawn().size() && i < s.horizon(); ++i) {
    entropies.x.push_back(static_cast<double>(i + 1));
    entropies.y.push_back(s.drawn()[i].entropy);
    surprises.x.push_back(static_cast<double>(i + 1));
    surprises.y.push_back(-core::log(s.drawn()[i].probability) + 0.0);
  }
  plot.series = {std::move(surprises), std::move(entropies)};
  plot.cursor = static_cast<double>(s.step());
  return plot;
}

Table candidates(const WriteScene& s) {
  Table table;
  table.title = "The likeliest characters";
  table.columns = {"character", "probability"};
  const WriteScene::Drawn& d = s.current();
  const std::vector<double> p(d.probabilities.begin(), d.probabilities.end());
  for (const std::size_t t : likeliest(p, 12)) {
    if (p[t] <= 0) break;
    const bool drawn = s.shown() > 0 && t == d.token;
    table.rows.push_back({{letter(s, t), drawn ? Emphasis::kStrong : Emphasis::kNone}, {rounded(100 * p[t], 3) + " %"}});
  }
  return table;
}

Verdict judge_sampling(const WriteScene& s) {
  Verdict v;
  v.claim = "Every character comes from a distribution that keeps the rules of top k and top p";
  v.hypothesis = "Met by construction; checked for every character written.";
  v.prediction = "Sums of 1; at most k characters left; the drawn one among them.";
  double sum_error = 0;
  std::size_t most = 0;
  bool drawn_possible = true;
  for (std::size_t i = 0; i < s.shown(); ++i) {
    double sum = 0;
    std::size_t left = 0;
    for (const float p : s.drawn()[i].probabilities) {
      sum += static_cast<double>(p);
      left += p > 0 ? 1 : 0;
    }
    sum_error = std::max(sum_error, std::fabs(sum - 1));
    most = std::max(most, left);
    drawn_possible = drawn_possible && s.drawn()[i].probability > 0;
  }
  const auto k = static_cast<std::size_t>(s.settings().top_k);
  v.measured = "Largest difference of a sum from 1: " + rounded(sum_error, 2) + "; at most " + plural(most, "character") + " left.";
  if (s.shown() == 0) return v;
  // The distributions are kept in float32.
  v.finding = sum_error < 1e-5 && (k == 0 || most <= k) && drawn_possible ? Finding::kHolds : Finding::kViolated;
  return v;
}

}  // namespace

void write_frame(const WriteScene& s, Frame& frame) {
  frame = Frame{};
  if (!s.ready()) {
    waiting_frame(s.waiting(), frame);
    return;
  }
  add_remark(*s.model(), frame);
  frame.headline = std::to_string(s.shown()) + " of " + std::to_string(s.horizon()) + " characters";
  if (s.rate() > 0) frame.headline += " · " + counted(static_cast<std::size_t>(s.rate())) + " chars/s computed";
  frame.strips.push_back(text_strip(s));
  frame.bars.push_back(distribution_bars(s));
  frame.plots.push_back(surprise_plot(s));
  frame.tables.push_back(candidates(s));
  frame.verdicts.push_back(judge_sampling(s));
  frame.description = "The text so far: " + one_line(s.text());
}

std::span<const Observable> WriteScene::observables() const {
  static const std::vector<Observable> list = {
      {"text", "Text", "", "Prompt and what has been written"},
      {"written", "Written", "", "What has been written"},
      {"drawn", "Last character", "", "The one drawn last"},
      {"probability", "Its probability", "", "After temperature, top k and top p"},
      {"entropy", "Entropy", "nats", "Of the distribution it was drawn from"},
      {"distribution", "Distribution", "", "By character number, [MASK] first"},
      {"rate", "Speed of computing", "chars/s", "Measured here; 0 where there is no clock"},
  };
  return list;
}

Value WriteScene::observe(std::size_t observable) const {
  if (!ready()) return std::string();
  const Drawn& d = current();
  switch (observable) {
    case 0: return text();
    case 1: {
      std::vector<model::Token> tokens;
      for (std::size_t i = 0; i < shown(); ++i) tokens.push_back(drawn_[i].token);
      return model()->vocabulary.decode(tokens);
    }
    case 2: return shown() > 0 ? model()->vocabulary.name(d.token) : std::string();
    case 3: return shown() > 0 ? d.probability : 0.0;
    case 4: return d.entropy;
    case 5: {
      core::Matrix m(1, d.probabilities.size());
      for (std::size_t t = 0; t < m.cols; ++t) m(0, t) = static_cast<double>(d.probabilities[t]);
      return m;
    }
    default: return rate();
  }
}

}  // namespace lab::scenes
