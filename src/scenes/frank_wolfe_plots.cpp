// Curves and the table of "Frank-Wolfe step".
#include <algorithm>
#include <cmath>

#include "scenes/frank_wolfe_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kGapFloor = 1e-16;

std::string token_name(std::size_t i) { return "token " + std::to_string(i + 1); }

Plot objective_plot(const FrankWolfeScene& scene) {
  Plot plot = descent_plot(scene, "Objective", "J(x) = \u2212\u00BD\u27E8Bx, x\u27E9");
  const auto all = [&](auto choose) {
    return [&scene, choose](std::size_t t) { return *choose(scene.run().at(t).objective); };
  };
  if (scene.selected() >= 0) {
    const auto i = static_cast<std::size_t>(scene.selected());
    plot.series.push_back(over_states(scene, token_name(i), {Role::kSelection, -1, 1}, Stroke::kSolid, 0,
                                      [&, i](std::size_t t) { return scene.run().at(t).objective[i]; }));
  }
  plot.series.push_back(over_states(scene, "largest of all", {Role::kToken, -1, 1}, Stroke::kSolid, 0,
                                    all([](const auto& J) { return std::ranges::max_element(J); })));
  plot.series.push_back(over_states(scene, "smallest of all", {Role::kToken, -1, 0.5F}, Stroke::kSolid, 0,
                                    all([](const auto& J) { return std::ranges::min_element(J); })));
  return plot;
}

Plot gap_plot(const FrankWolfeScene& scene) {
  Plot plot = descent_plot(scene, "Gap", "max_y \u27E8Bx, y \u2212 x\u27E9");
  plot.log_y = true;
  plot.y_floor = kGapFloor;
  const auto i = static_cast<std::size_t>(std::max(scene.selected(), 0));
  if (scene.selected() >= 0)
    plot.series.push_back(over_states(scene, token_name(i), {Role::kSelection, -1, 1}, Stroke::kSolid, 0,
                                      [&](std::size_t t) { return scene.run().at(t).to.gap[i]; }));
  plot.series.push_back(
      over_states(scene, "largest of all", {Role::kToken, -1, 0.7F}, Stroke::kSolid, 0,
                  [&](std::size_t t) { return *std::ranges::max_element(scene.run().at(t).to.gap); }));
  return plot;
}

/// The estimate of the least gap, where its hypothesis is met.
Plot estimate_plot(const FrankWolfeScene& scene) {
  const auto i = static_cast<std::size_t>(scene.selected());
  const auto estimates = gap_estimates(scene.run(), i);
  Plot plot = descent_plot(scene, "Least \u03B3 gap of " + token_name(i), "min over s < t of \u03B3\u02E2 gap");
  plot.log_x = plot.log_y = true;
  plot.y_floor = kGapFloor;
  plot.series.push_back(over_states(scene, "measured", {Role::kSelection, -1, 1}, Stroke::kSolid, 1,
                                    [&](std::size_t t) { return estimates[t - 1].least; }));
  plot.series.push_back(over_states(scene, "bound", {Role::kPrediction, -1, 1}, Stroke::kDashed, 1,
                                    [&](std::size_t t) { return estimates[t - 1].bound; }));
  return plot;
}

Plot schedule_plot(const FrankWolfeScene& scene) {
  Plot plot = descent_plot(scene, "Step and what it leaves", "\u03B3\u1D57, p_t");
  plot.series.push_back(over_states(scene, "\u03B3\u1D57", {Role::kSelection, -1, 1}, Stroke::kSolid, 0,
                                    [&](std::size_t t) { return scene.run().at(t).gamma; }));
  double p = 1;
  plot.series.push_back(over_states(scene, "p_t = \u220F (1 \u2212 \u03B3\u02E2)", {Role::kPrediction, -1, 1},
                                    Stroke::kDashed, 0, [&](std::size_t t) {
                                      if (t > 0) p = core::remaining_after(scene.run().model().schedule, t - 1, p);
                                      return p;
                                    }));
  return plot;
}

std::string place_text(std::span<const double> x) {
  std::string out = "(";
  for (const double c : x) out += (out.size() > 1 ? ", " : "") + rounded(c, 4);
  return out + ")";
}

std::string target_text(const core::LinearMaximizers& to, std::size_t i) {
  if (to.count[i] > 1) return "mean of " + std::to_string(to.count[i]);
  return to.first[i] == i ? "itself" : std::to_string(to.first[i] + 1);
}

Table token_table(const FrankWolfeScene& scene) {
  Table table;
  table.title = "Tokens at step " + std::to_string(scene.step());
  table.columns = {"i", "x", "goes to", "gap", scene.symmetric() ? "J(x)" : "\u2212\u00BD\u27E8Bx, x\u27E9"};
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const bool chosen = scene.selected() == static_cast<std::int32_t>(i), tie = scene.now().to.count[i] > 1;
    table.rows.push_back({{std::to_string(i + 1), chosen ? Emphasis::kStrong : Emphasis::kNone},
                          {place_text(scene.tokens().row(i))},
                          {target_text(scene.now().to, i), tie ? Emphasis::kTie : Emphasis::kNone},
                          {rounded(scene.now().to.gap[i], 4)},
                          {rounded(scene.now().objective[i], 4)}});
  }
  return table;
}

Table matrix_table(const FrankWolfeScene& scene) {
  Table table;
  table.title = "P = (I + V)\u207B\u00B9 V";
  const core::Matrix& P = scene.run().model().P;
  table.columns.resize(P.cols);
  for (std::size_t c = 0; c < P.cols; ++c) table.columns[c] = "column " + std::to_string(c + 1);
  for (std::size_t r = 0; r < P.rows; ++r) {
    table.rows.emplace_back();
    for (std::size_t c = 0; c < P.cols; ++c) table.rows.back().push_back({rounded(P(r, c), 6)});
  }
  return table;
}

}  // namespace

void draw_frank_wolfe_plots(const FrankWolfeScene& scene, Frame& frame) {
  const bool scalar = scene.run().model().scalar();
  if (scene.symmetric()) frame.plots.push_back(objective_plot(scene));
  frame.plots.push_back(gap_plot(scene));
  if (scalar) frame.plots.push_back(schedule_plot(scene));
  if (scalar && scene.concave() && scene.selected() >= 0) frame.plots.push_back(estimate_plot(scene));
  frame.tables.push_back(token_table(scene));
  if (!scalar) frame.tables.push_back(matrix_table(scene));
}

}  // namespace lab::scenes
