// What the scene "Scale" shows. All numbers come from core/scale.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scenes/model_scene.h"
#include "scenes/scale_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::KnownModel;

/// Three digits and the largest unit that leaves a number of at least 1.
std::string with_unit_of(double x, std::span<const char* const> units) {
  std::size_t u = 0;
  while (u + 1 < units.size() && x >= 999.5) {
    x /= 1000;
    ++u;
  }
  const std::string unit = units[u];
  return rounded(x, 3) + (unit.empty() ? "" : " " + unit);
}

double number(std::uint64_t x) { return static_cast<double>(x); }

std::string model_name(const ScaleScene& s) {
  if (s.model() == nullptr) return "own numbers";
  return std::string(s.model()->name) + (s.untouched() ? "" : ", changed");
}

// --- bars ---------------------------------------------------------------------

Bars split_bars(const ScaleScene& s) {
  const core::ParameterSplit& p = s.counts()->split;
  Bars bars;
  bars.title = "Where the " + count_text(number(p.total)) + " parameters are";
  const std::array<std::pair<const char*, std::uint64_t>, 5> parts{
      {{"embed", p.embedding}, {"attention", p.attention}, {"MLP", p.mlp}, {"norms", p.norms}, {"head", p.head}}};
  for (const auto& [name, count] : parts) {
    const double share = number(count) / number(p.total);
    bars.names.emplace_back(name);
    bars.values.push_back(share);
  }
  return bars;
}

/// How full each accelerator is.
Bars accelerator_bars(const ScaleScene& s) {
  constexpr std::uint64_t kShown = 24;
  const std::uint64_t bytes = s.counts()->weight_bytes, count = core::accelerators(bytes);
  Bars bars;
  bars.title = bytes_text(number(bytes)) + " on accelerators of 80 GB: " + counted(count);
  for (std::uint64_t i = 0; i < std::min(count, kShown); ++i) {
    bars.names.push_back(counted(i + 1));
    bars.values.push_back(std::min(1.0, (number(bytes) - number(i) * number(core::kAcceleratorBytes)) / number(core::kAcceleratorBytes)));
  }
  if (count > kShown) bars.note = "And " + counted(count - kShown) + " more.";
  if (count == 1) {
    bars.names.emplace_back("80 GB");
    bars.values.push_back(1);
    bars.marked = 1;
  }
  return bars;
}

// --- verdicts -----------------------------------------------------------------

/// What the scene computes now for what the notebook quotes; -1: another thing.
double present_value(const ScaleScene& s, const core::QuotedFigure& f) {
  if (f.what == "parameters") return number(s.counts()->split.total);
  if (f.what.starts_with("of weights")) return number(s.counts()->weight_bytes);
  if (f.what == "of cache a token") return number(s.counts()->cache_token);
  if (f.what.starts_with("of cache at")) return number(s.counts()->cache_context);
  return f.computed;
}

std::string value_text_of(const core::QuotedFigure& f, double value) {
  if (f.what == "parameters" && value < 999'500) return count_text(value);  // each digit is there
  if (f.what == "parameters") return count_text(value) + " (" + counted(static_cast<std::uint64_t>(value)) + ")";
  return f.model.empty() ? rounded(value, 3) + (value == 1 ? " entry" : " entries") : bytes_text(value);
}

/// What is asked for beside the shape, "" when it is met.
std::string unmet(const ScaleScene& s, const core::QuotedFigure& f) {
  if (f.model.empty()) return {};
  if (!s.untouched()) return "its numbers have been changed";
  if (f.what == "parameters") return s.model()->complete ? "" : "its paper does not give each size";
  if (f.what.starts_with("of weights")) return s.weight_bits() == 16 ? "" : "other bytes per parameter";
  if (s.cache_bits() != 16) return "other bytes per cached number";
  return f.what.starts_with("of cache at") && s.context() != 2048 ? "another context" : "";
}

Verdict judge(const ScaleScene& s, const core::QuotedFigure& f) {
  const std::string why = unmet(s, f), what(f.what), quoted(f.quoted);
  Verdict v;
  // In front of the colon stands what the short form of a verdict shows.
  v.claim = quoted + " " + what + ": " + (f.model.empty() ? "any model" : std::string(s.model()->name));
  v.hypothesis = (f.model.empty() ? std::string("One head, all pairs of tokens") : "The shape of " + std::string(s.model()->source)) +
                 (why.empty() ? ": met." : ": not met, " + why + ".");
  v.prediction = quoted + " in the notebook, to less than one unit of its last digit.";
  core::QuotedFigure present = f;
  present.computed = present_value(s, f);
  v.measured = value_text_of(f, present.computed) + ", " + rounded(100 * (present.computed / f.value - 1), 2) + " % from what is quoted.";
  v.finding = !why.empty() ? Finding::kDoesNotApply : present.reproduced() ? Finding::kHolds : Finding::kViolated;
  return v;
}

/// The notebook says it of its two largest models, so it is judged for these alone.
Verdict judge_one_accelerator(const ScaleScene& s) {
  const std::uint64_t count = core::accelerators(s.counts()->weight_bytes);
  const bool met = s.untouched() && (s.model()->key == "gpt-3" || s.model()->key == "llama-405b");
  Verdict v{"The weights do not fit on one accelerator of 80 GB",
            std::string("GPT-3 or Llama 3.1 405B as their papers have them") + (met ? ": met." : ": not met."),
            "More than one is needed, at the present bytes per parameter.",
            bytes_text(number(s.counts()->weight_bytes)) + ": " + plural(count, "accelerator") + ".", Finding::kDoesNotApply};
  if (met) v.finding = count > 1 ? Finding::kHolds : Finding::kViolated;
  return v;
}

void notes(const ScaleScene& s, Frame& frame) {
  const KnownModel* m = s.model();
  if (m != nullptr && !s.untouched()) frame.notes.push_back("The numbers are no longer those of " + std::string(m->name) + ".");
  if (m != nullptr && s.untouched()) frame.notes.emplace_back(m->note);
  if (s.shape().width % s.shape().heads != 0)
    frame.notes.push_back("Heads of equal width would need d_m to be a multiple of " + counted(s.shape().heads) + "; the counts do not ask for it.");
  if (m != nullptr && (m->key == "bert-base" || m->key == "tinybert"))
    frame.notes.emplace_back("An encoder reads all tokens at once and caches nothing: the cache shown is what writing token by token would keep.");
  if (s.shape().decoder_layers == 0) return;
  frame.notes.push_back("Layers L are the encoder's: the row leaves the " + plural(s.shape().decoder_layers, "decoder block") + " as they are.");
  frame.notes.emplace_back("The cache is that of the decoder's own attention; keys and values of the encoder's output come on top.");
}

}  // namespace

std::string bytes_text(double bytes) {
  static constexpr std::array<const char*, 7> kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  return with_unit_of(bytes, kUnits);
}

std::string count_text(double count) {
  static constexpr std::array<const char*, 3> kUnits{"M", "B", "T"};
  if (count < 999'500) return counted(static_cast<std::uint64_t>(std::llround(count)));
  return with_unit_of(count / 1e6, kUnits);
}

void scale_frame(const ScaleScene& s, Frame& frame) {
  frame = Frame{};
  if (!s.counts()) {
    waiting_frame(s.trouble(), frame);
    return;
  }
  const ScaleCounts& c = *s.counts();
  const std::string parameters = count_text(number(c.split.total)), weights = bytes_text(number(c.weight_bytes));
  const std::uint64_t cards = core::accelerators(c.weight_bytes);
  frame.headline = model_name(s) + " · " + parameters + " parameters · " + weights + " · " + plural(cards, "accelerator") + " of 80 GB";
  frame.bars = {split_bars(s), accelerator_bars(s)};
  frame.plots = scale_plots(s);
  frame.tables = scale_tables(s);
  for (const core::QuotedFigure& f : core::quoted_figures())
    if (f.model.empty() || (s.model() != nullptr && f.model == s.model()->key)) frame.verdicts.push_back(judge(s, f));
  if (s.model() == nullptr || number(c.split.total) > 1e10) frame.verdicts.push_back(judge_one_accelerator(s));
  notes(s, frame);
  frame.description = model_name(s) + " has " + counted(c.split.total) + " parameters, " + weights + " at " + format_value(s.get(12)) +
                      " bytes each: " + plural(cards, "accelerator") + " of 80 GB to hold them. Each token of the context adds " +
                      bytes_text(number(c.cache_token)) + " of keys and values, " + plural(s.context(), "token") + " take " +
                      bytes_text(number(c.cache_context)) + ". The attention matrix of one head has " + counted(c.entries.head) + (c.entries.head == 1 ? " entry." : " entries.");
}

}  // namespace lab::scenes
