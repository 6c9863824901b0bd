// Curves and tables of "Metastable chain".
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/statistics.h"
#include "scenes/chain_scene.h"
#include "scenes/curves.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr std::size_t kMostSurvivals = 5;       ///< beta whose survival is drawn
constexpr std::size_t kSurvivalPoints = 60;

double predicted_median(const ChainScene& scene, double beta) { return core::one_jump_median(scene.corners(), scene.cells(), beta); }

Plot distance_plot(const ChainScene& scene) {
  Plot plot;
  plot.title = "Farthest from its corner";
  plot.x_label = scene.settings().counts == "updates" ? "update t" : "movement";
  plot.y_label = "largest |x_i \u2212 corner|";
  plot.cursor = static_cast<double>(scene.step());
  Series far = curve("farthest token", {Role::kSelection, -1, 1}), radius = curve("\u03B5", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  const std::size_t last = std::min(scene.run().computed(), scene.horizon());
  for (std::size_t k = 0; k <= last; ++k) {
    double most = 0;
    for (std::size_t i = 0; i < scene.n(); ++i) most = std::max(most, scene.run().distance_from_home(k, i));
    add(far, static_cast<double>(k), most);
  }
  for (const std::size_t k : {std::size_t{0}, last}) add(radius, static_cast<double>(k), scene.settings().radius);
  plot.series = {std::move(far), std::move(radius)};
  return plot;
}

Plot home_plot(const ChainScene& scene) {
  Plot plot;
  plot.title = "Tokens at home";
  plot.x_label = scene.settings().counts == "updates" ? "update t" : "movement";
  plot.y_label = "tokens within \u03B5 of their corner";
  plot.cursor = static_cast<double>(scene.step());
  Series home = curve("at home", {Role::kSelection, -1, 1});
  home.steps = true;
  for (std::size_t k = 0; k <= std::min(scene.run().computed(), scene.horizon()); ++k) add(home, static_cast<double>(k), static_cast<double>(scene.home_count(k)));
  plot.series = {std::move(home)};
  return plot;
}

/// Measured medians, the one-jump prediction, and the paper's least slope, which it proves where epsilon/gamma is large.
Plot exit_plot(const ChainScene& scene) {
  Plot plot;
  plot.title = "Exit time";
  plot.x_label = "inverse temperature \u03B2";
  plot.y_label = "median exit time, updates";
  plot.log_y = true;
  plot.y_floor = 0.5;
  const ExitFit fit = fit_exits(scene);
  Series measured = curve("measured", {Role::kSelection, -1, 1});
  for (std::size_t b = 0; b < fit.betas.size(); ++b) add(measured, fit.betas[b], fit.medians[b]);
  Series jump = curve("one jump", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  Series least = curve("slope c\u2080/2", {Role::kLimit, -1, 1}, Stroke::kDotted);
  const double from = scene.ensemble().rows.front().beta, half = 0.5 * scene.vertices().c0;
  // The bound has factors that the paper does not give: its slope is drawn from the first prediction on.
  const double anchor = fit.betas.empty() ? std::max(1.0, predicted_median(scene, from)) : fit.medians.front();
  for (std::size_t b = 0; b < scene.beta_rows(); ++b) {
    const double beta = scene.ensemble().rows[b].beta, median = predicted_median(scene, beta);
    if (std::isfinite(median)) add(jump, beta, median);
    const double slow = anchor * core::exp(half * (beta - from));
    if (half > 0 && std::isfinite(slow)) add(least, beta, slow);
  }
  for (Series* s : {&measured, &jump, &least})
    if (!s->x.empty()) plot.series.push_back(std::move(*s));
  if (scene.settings().beta >= std::min(from, scene.settings().last_beta) && scene.settings().beta <= std::max(from, scene.settings().last_beta))
    plot.here = scene.settings().beta;
  return plot;
}

/// The part of the runs that are not out yet, at quantiles.
Plot survival_plot(const ChainScene& scene) {
  Plot plot;
  plot.title = "Not yet out";
  plot.x_label = "update t";
  plot.y_label = "part of the runs";
  plot.log_x = true;
  const std::size_t stride = (scene.beta_rows() + kMostSurvivals - 1) / kMostSurvivals;
  std::int32_t color = 0;
  for (std::size_t b = 0; b < scene.beta_rows(); b += stride, ++color) {
    std::vector<double> times = scene.results().row(b);
    std::erase_if(times, [](double t) { return std::isinf(t); });
    if (times.empty()) continue;
    std::ranges::sort(times);
    const double all = static_cast<double>(scene.results().row(b).size());
    Series s = curve((color == 0 ? "\u03B2 = " : "") + rounded(scene.ensemble().rows[b].beta, 3), {Role::kGroup, color, 1});
    for (std::size_t q = 0; q < kSurvivalPoints; ++q) {
      const std::size_t rank = q * (times.size() - 1) / (kSurvivalPoints - 1);
      if (q > 0 && times[rank] == s.x.back()) continue;
      add(s, std::max(times[rank], 1.0), 1 - static_cast<double>(rank + 1) / all);
    }
    plot.series.push_back(std::move(s));
  }
  return plot;
}

Plot arrival_plot(const ChainScene& scene) {
  Plot plot;
  plot.title = "At home at t = " + counted(scene.ensemble().arrival);
  plot.x_label = "inverse temperature \u03B2";
  plot.y_label = "part";
  Series tokens = curve("tokens", {Role::kSelection, -1, 1}), all = curve("runs, all", {Role::kGroup, 1, 1});
  Series bound = curve("1 \u2212 \u03B2^(\u22121/8)", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  for (std::size_t b = 0; b < scene.beta_rows(); ++b) {
    const double beta = scene.ensemble().rows[b].beta;
    const std::vector<double> counts = scene.results().row(b);
    if (beta >= 1) add(bound, beta, 1 - core::arrival_failure(beta));
    if (counts.size() < scene.results().runs()) continue;
    double full = 0;
    for (const double c : counts) full += c == static_cast<double>(scene.n());
    add(tokens, beta, arrived_part(scene, b).mean);
    add(all, beta, full / static_cast<double>(counts.size()));
  }
  for (Series* s : {&tokens, &all, &bound})
    if (!s->x.empty()) plot.series.push_back(std::move(*s));
  return plot;
}

Table exit_table(const ChainScene& scene) {
  Table table;
  table.title = "Exit times, updates";
  table.columns = {"\u03B2", "runs", "median", "mean", "one jump predicts"};
  for (std::size_t b = 0; b < scene.beta_rows(); ++b) {
    const double beta = scene.ensemble().rows[b].beta, predicted = predicted_median(scene, beta);
    const std::vector<double> times = scene.results().row(b);
    const auto middle = scene.median_exit(b);
    double sum = 0;
    for (const double t : times) sum += t / static_cast<double>(times.size());
    const bool whole = middle.has_value();
    table.rows.push_back({{rounded(beta, 4)}, {counted(times.size())}, {whole ? rounded(*middle, 4) : "\u2013"}, {whole && std::isfinite(sum) ? rounded(sum, 4) : "\u2013"},
                          {std::isfinite(predicted) ? rounded(predicted, 4) : "never"}});
  }
  table.note = "Prediction: median wait for the first pick outside the own group, from the corners.";
  return table;
}

Table pick_table(const ChainScene& scene) {
  Table table;
  table.title = "Last picks, t = " + counted(scene.time());
  table.columns = {"i", "corner", "picked", "from its corner"};
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const auto j = scene.run().pick(scene.step(), i);
    const double away = scene.run().distance_from_home(scene.step(), i);
    table.rows.push_back({{std::to_string(i + 1)}, {std::to_string(scene.cells()[i] + 1)}, {scene.step() == 0 ? "\u2013" : j ? std::to_string(*j + 1) : "where it is"},
                          {rounded(away, 3), away > scene.settings().radius ? Emphasis::kStrong : Emphasis::kNone}});
  }
  return table;
}

}  // namespace

void draw_chain_plots(const ChainScene& scene, Frame& frame) {
  if (scene.starts_home()) {
    frame.plots = {exit_plot(scene), distance_plot(scene)};
    if (Plot survival = survival_plot(scene); !survival.series.empty()) frame.plots.push_back(std::move(survival));
  } else {
    frame.plots = {home_plot(scene), arrival_plot(scene), distance_plot(scene)};
  }
}

void write_chain_tables(const ChainScene& scene, Frame& frame) {
  if (scene.starts_home()) frame.tables.push_back(exit_table(scene));
  frame.tables.push_back(pick_table(scene));
}

}  // namespace lab::scenes
