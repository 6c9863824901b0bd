// Curves and tables of "B negative".
#include <algorithm>
#include <cmath>

#include "core/statistics.h"
#include "scenes/contraction_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kObjectiveFloor = 1e-30;  ///< of the first J

/// J against the bounds, both of which are for gamma = 2/(t+2).
Plot objective_plot(const ContractionScene& scene) {
  const DescentRun& run = scene.run();
  const ContractionScene::Facts& facts = scene.facts();
  Plot plot = descent_plot(scene, "Largest J", "max_i \u00BD\u27E8B*x_i, x_i\u27E9");
  plot.log_x = plot.log_y = true;
  plot.y_floor = kObjectiveFloor * std::max(run.at(0).objective[run.worst(0)], 1e-200);
  plot.series.push_back(over_states(scene, "measured", {Role::kSelection, -1, 1}, Stroke::kSolid, 1,
                                    [&](std::size_t t) { return run.at(t).objective[run.worst(t)]; }));
  if (!scene.harmonic() || !facts.positive) return plot;
  plot.series.push_back(over_states(scene, "printed bound", {Role::kPrediction, -1, 1}, Stroke::kDashed, 1,
                                    [&](std::size_t t) { return core::printed_bound(facts.L, facts.D, t - 1); }));
  // Good for J(x^t) while 0 is in all hulls up to t - 1.
  Series sharper = over_states(scene, "while 0 inside", {Role::kGroup, 0, 1}, Stroke::kDashed, 1,
                               [&](std::size_t t) { return core::sharper_bound(facts.L, facts.D, t - 1); });
  if (facts.origin_lost && *facts.origin_lost < sharper.x.size()) {
    sharper.x.resize(*facts.origin_lost);
    sharper.y.resize(*facts.origin_lost);
  }
  if (sharper.x.size() > 1) plot.series.push_back(std::move(sharper));
  return plot;
}

Plot origin_plot(const ContractionScene& scene) {
  Plot plot = descent_plot(scene, "0 and the hull", "distance of 0 from the hull");
  plot.log_x = true;
  plot.series.push_back(over_states(scene, "measured", {Role::kSelection, -1, 1}, Stroke::kSolid, 1,
                                    [&](std::size_t t) { return scene.run().at(t).origin; }));
  return plot;
}

Plot factor_plot(const ContractionScene& scene) {
  Plot plot = descent_plot(scene, "Contraction", "max|x\u1D57\u207A\u00B9| / max|x\u1D57| in the norm of B*");
  Series measured, allowed;
  measured.label = "measured";
  measured.ink = {Role::kSelection, -1, 1};
  allowed.label = "max(1 \u2212 2\u03B3, \u03B3)";
  allowed.ink = {Role::kPrediction, -1, 1};
  allowed.stroke = Stroke::kDashed;
  for (std::size_t t = 0; t < scene.run().steps(); ++t) {
    for (Series* s : {&measured, &allowed}) s->x.push_back(static_cast<double>(t));
    measured.y.push_back(scene.facts().factor[t]);
    allowed.y.push_back(scene.allowed(t));
  }
  plot.series = {std::move(measured), std::move(allowed)};
  return plot;
}

Series share_within(const core::CloudResult& clouds, std::string label, Ink ink) {
  Series s;
  s.label = std::move(label);
  s.ink = ink;
  s.steps = true;
  std::vector<double> sorted = clouds.distance;
  std::ranges::sort(sorted);
  s.x.push_back(0);
  s.y.push_back(0);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    s.x.push_back(sorted[i]);
    s.y.push_back(static_cast<double>(i + 1) / static_cast<double>(sorted.size()));
  }
  return s;
}

Plot cloud_plot(const ContractionScene& scene) {
  Plot plot;
  plot.title = "Random clouds";
  plot.x_label = "distance r from 0";
  plot.y_label = "share that meets within r";
  plot.series = {share_within(scene.clouds(true), "\u03B3\u1D57 = 2/(t + 2)", {Role::kGroup, 0, 1}),
                 share_within(scene.clouds(false), "\u03B3 = " + rounded(kCloudGamma), {Role::kGroup, 1, 1})};
  if (scene.met()) {
    Series here;
    here.label = "this run";
    here.ink = {Role::kSelection, -1, 1};
    here.stroke = Stroke::kDashed;
    here.x = {scene.meeting_distance(), scene.meeting_distance()};
    here.y = {0, 1};
    plot.series.push_back(std::move(here));
  }
  return plot;
}

std::string moment(const std::optional<std::size_t>& t, std::string_view never) {
  return t ? "t = " + counted(*t) : std::string(never);
}

Table run_table(const ContractionScene& scene) {
  const ContractionScene::Facts& facts = scene.facts();
  Table table;
  table.title = "This run, to step " + counted(scene.run().steps());
  table.columns = {"what", "when or how much"};
  const auto row = [&](std::string what, std::string value) {
    table.rows.push_back({{std::move(what)}, {std::move(value)}});
  };
  row("0 is outside the hull from", moment(facts.origin_lost, "never"));
  row("J(x\u1D57\u207A\u00B9) > 2LD\u00B2/(t + 1) first at", moment(facts.broken, "never"));
  row("L, largest eigenvalue of B*", rounded(facts.L, 4));
  row("D, diameter of the first hull", rounded(facts.D, 4));
  row("spread of the last tokens", rounded(facts.spread, 3));
  row("distance of their mean from 0", rounded(scene.meeting_distance(), 4));
  return table;
}

std::string share(std::size_t part, std::size_t all) { return std::to_string(part) + " of " + std::to_string(all); }

Table cloud_table(const ContractionScene& scene) {
  Table table;
  const core::CloudResult harmonic = scene.clouds(true), constant = scene.clouds(false);
  const std::size_t count = scene.cloud_count();
  table.title = plural(count, "random cloud") + " of 20, B* = I";
  table.columns = {"step", "0 lost", "median t", "bound failed", "meet at: least", "median", "most"};
  const auto row = [&](std::string name, const core::CloudResult& is, bool bound) {
    table.rows.push_back({{std::move(name)},
                          {share(is.lost, count)},
                          {is.lost_at.empty() ? "none" : rounded(core::median(is.lost_at), 4)},
                          {bound ? share(is.broken, count) : "not asked"},
                          {rounded(*std::ranges::min_element(is.distance), 2)},
                          {rounded(core::median(is.distance), 3)},
                          {rounded(*std::ranges::max_element(is.distance), 3)}});
  };
  row("2/(t + 2)", harmonic, true);
  row(rounded(kCloudGamma), constant, false);
  table.note =
      "Seeds 0, 1, 2, \u2026, to t = " + counted(kHarmonicCloudSteps) + " and " + counted(kConstantCloudSteps) + ". ";
  if (const auto wanted = static_cast<std::size_t>(scene.settings().clouds); count < wanted)
    table.note += std::to_string(count) + " of " + std::to_string(wanted) + " so far.";
  else if (count < kMostClouds)
    table.note += "\u201CTen more clouds\u201D runs more, up to " + std::to_string(kMostClouds) + ".";
  return table;
}

}  // namespace

void draw_contraction_plots(const ContractionScene& scene, Frame& frame) {
  Plot objective = objective_plot(scene), origin = origin_plot(scene), factor = factor_plot(scene);
  // What a configuration is about comes first.
  if (scene.symmetric()) {
    frame.plots = {std::move(factor), std::move(objective)};
    return;
  }
  frame.plots = {std::move(objective), std::move(origin)};
  if (scene.settings().clouds > 0) frame.plots.push_back(cloud_plot(scene));
}

void write_contraction_tables(const ContractionScene& scene, Frame& frame) {
  frame.tables.push_back(run_table(scene));
  if (scene.settings().clouds > 0) frame.tables.push_back(cloud_table(scene));
}

}  // namespace lab::scenes
