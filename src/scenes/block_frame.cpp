// What the scene "The block" shows. All numbers come from BlockScene.
#include <algorithm>
#include <cmath>

#include "core/vec.h"
#include "scenes/block_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using State = BlockScene::State;

Ink ink_of(bool attention) { return {Role::kGroup, attention ? 1 : 0, 1}; }

template <class Read>
Series over_states(const BlockScene& s, std::string label, Ink ink, Stroke stroke, Read read) {
  Series out{std::move(label), {}, {}, ink, stroke, false};
  for (std::size_t k = 0; k <= s.horizon(); ++k) {
    out.x.push_back(static_cast<double>(k));
    out.y.push_back(read(s.states()[k]));
  }
  return out;
}

/// A value for each half-step of one kind.
template <class Read>
Series over_moves(const BlockScene& s, bool attention, Read read) {
  Series out{attention ? "attention" : "MLP", {}, {}, ink_of(attention), Stroke::kSolid, false};
  for (std::size_t k = attention ? 1 : 2; k <= s.horizon(); k += 2) {
    out.x.push_back(static_cast<double>(k));
    out.y.push_back(read(s.states()[k].move));
  }
  return out;
}

Plot plot_of(const BlockScene& s, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "half-steps";
  plot.y_label = std::move(y_label);
  plot.cursor = static_cast<double>(s.step());
  return plot;
}

Plot size_plot(const BlockScene& s) {
  Plot plot = plot_of(s, "Size of the cloud", "length");
  plot.series.push_back(
      over_states(s, "diameter", {Role::kGroup, 2, 1}, Stroke::kSolid, [](const State& x) { return x.diameter; }));
  plot.series.push_back(
      over_states(s, "mean norm", {Role::kToken, -1, 1}, Stroke::kSolid, [](const State& x) { return x.mean_norm; }));
  return plot;
}

Plot cosine_plot(const BlockScene& s) {
  Plot plot = plot_of(s, "Mean cosine of two tokens", "cosine");
  plot.series.push_back(over_states(s, "mean cosine", {Role::kGroup, 2, 1}, Stroke::kSolid,
                                    [](const State& x) { return x.mean_cosine; }));
  return plot;
}

/// The two kinds of half-steps, without one that is off.
template <class Read>
Plot moves_plot(const BlockScene& s, std::string title, std::string y_label, Read read) {
  Plot plot = plot_of(s, std::move(title), std::move(y_label));
  if (s.block().attention) plot.series.push_back(over_moves(s, true, read));
  if (s.block().mlp) plot.series.push_back(over_moves(s, false, read));
  return plot;
}

void add_plots(const BlockScene& s, Frame& frame) {
  std::vector<Plot> rest = {
      moves_plot(s, "Mean length of a move", "length", [](const core::Move& m) { return m.mean; }),
      moves_plot(s, "Common share of the move", "share", [](const core::Move& m) { return m.common; }), cosine_plot(s)};
  const std::string& first = s.settings().plot;
  std::ranges::rotate(rest, rest.begin() + (first == "common" ? 1 : first == "cosine" ? 2 : 0));
  frame.plots.push_back(size_plot(s));
  for (Plot& plot : rest) frame.plots.push_back(std::move(plot));
}

Table token_table(const BlockScene& s) {
  Table table;
  table.title = "Tokens";
  table.columns = {"token", "norm", "moved by attention", "moved by the MLP"};
  const std::size_t first = s.first_half();
  const auto moved = [&](std::size_t k, std::size_t i) {
    return k < s.horizon() ? rounded(core::distance(s.states()[k].X.row(i), s.states()[k + 1].X.row(i)), 3)
                           : std::string("–");
  };
  for (std::size_t i = 0; i < s.n(); ++i) {
    const auto x = s.states()[s.step()].X.row(i);
    table.rows.push_back({{std::to_string(i + 1), i == s.token() ? Emphasis::kStrong : Emphasis::kNone},
                          {rounded(std::sqrt(core::dot(x, x)), 4)},
                          {moved(first, i)},
                          {moved(first + 1, i)}});
  }
  table.note = "Moves of application " + std::to_string(first / 2 + 1) + ".";
  return table;
}

Table parameter_table(const BlockScene& s) {
  const model::ModelCount tiny = model::count_model(model::Config{});
  const std::size_t d = s.block().width, big = model::Config{}.width;
  const model::BlockCount here = model::count_block(d, 4 * d);
  Table table;
  table.title = "Parameters of a block";
  table.columns = {"part", "number", "d_m = " + std::to_string(d), "TinyBERT, d_m = " + std::to_string(big),
                   "share there"};
  const auto row = [&](const char* part, const char* formula, std::size_t a, std::size_t b) {
    table.rows.push_back({{part},
                          {formula},
                          {counted(a)},
                          {counted(b)},
                          {rounded(100 * static_cast<double>(b) / static_cast<double>(tiny.block.total()), 3) + " %"}});
  };
  row("attention", "4 d_m²", here.attention, tiny.block.attention);
  row("its biases", "4 d_m", here.attention_bias, tiny.block.attention_bias);
  row("MLP", "8 d_m²", here.mlp, tiny.block.mlp);
  row("its biases", "5 d_m", here.mlp_bias, tiny.block.mlp_bias);
  row("two LayerNorms", "4 d_m", here.norms, tiny.block.norms);
  row("block", "12 d_m² + 13 d_m", here.total(), tiny.block.total());
  table.rows.back()[0].emphasis = Emphasis::kStrong;
  table.note = "Heads do not change the number.";
  return table;
}

Table model_table() {
  const model::ModelCount c = model::count_model(model::Config{});
  Table table;
  table.title = "Parameters of TinyBERT";
  table.columns = {"part", "number"};
  const auto row = [&](std::string part, std::size_t number) {
    table.rows.push_back({{std::move(part)}, {counted(number)}});
  };
  row("embedding of 66 characters", c.embedding);
  row(plural(c.blocks, "block"), c.blocks * c.block.total());
  row("final LayerNorm", c.final_norm);
  row("head", c.head);
  row("all", c.total());
  table.rows.back()[1].emphasis = Emphasis::kStrong;
  return table;
}

std::string headline(const BlockScene& s) {
  const std::size_t k = s.step();
  if (k == 0) return "start · " + plural(s.n(), "token") + " · next: attention";
  const bool attention = k % 2 == 1;
  std::string words =
      std::string(attention ? "after attention" : "after the MLP") + ", application " + std::to_string((k + 1) / 2);
  if (attention ? !s.block().attention : !s.block().mlp) words += " (off)";
  if (k < s.horizon()) words += attention ? " · next: MLP" : " · next: attention";
  return words;
}

void add_notes(const BlockScene& s, Frame& frame) {
  if (s.block().width == 2 && s.block().norm != model::NormPlace::kNone)
    frame.notes.push_back(
        "With d_m = 2 LayerNorm leaves one bit: every token becomes (1, −1) or (−1, 1), up to its variance offset.");
  if (s.cut_short())
    frame.notes.push_back("The run ends after half-step " + std::to_string(s.horizon()) +
                          ": the next one goes beyond 10^6.");
  if (!s.block().attention || !s.block().mlp)
    frame.notes.push_back(std::string(!s.block().attention && !s.block().mlp ? "Both parts are"
                                      : s.block().mlp                        ? "Attention is"
                                                                             : "The MLP is") +
                          " off: that half-step leaves everything in place.");
}

std::string describe(const BlockScene& s) {
  const State& now = s.states()[s.step()];
  std::string words =
      "One block with random weights is applied again and again to " + plural(s.n(), "token") +
      ". In each application attention moves all tokens (blue, solid trails), then the MLP moves each alone (orange, dotted trails). ";
  words += "After " + plural(s.step(), "half-step") + " the cloud has diameter " + rounded(now.diameter, 3) +
           ", mean norm " + rounded(now.mean_norm, 3) + " and mean cosine " + rounded(now.mean_cosine, 3) + ".";
  if (s.horizon() >= 2 && s.block().attention && s.block().mlp)
    words += " In the first application " + rounded(100 * s.states()[1].move.common, 2) +
             " % of attention's move is common to all tokens, of the MLP's " +
             rounded(100 * s.states()[2].move.common, 2) + " %.";
  return words + " One random block illustrates; it proves nothing about trained ones.";
}

}  // namespace

void block_frame(const BlockScene& s, Frame& frame) {
  frame = Frame{};
  frame.headline = headline(s);
  block_picture(s, frame.picture);
  add_plots(s, frame);
  frame.tables = {token_table(s), parameter_table(s), model_table()};
  frame.verdicts = block_verdicts(s);
  add_notes(s, frame);
  frame.description = describe(s);
}

}  // namespace lab::scenes
