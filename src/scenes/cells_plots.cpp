// Curves and tables of "Cells".
#include <algorithm>
#include <cmath>

#include "scenes/cells_scene.h"
#include "scenes/curves.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kShareFloor = 1e-6, kFloor = 1e-17;
constexpr std::size_t kTableTokens = 60;

void add_step(Series& s, std::size_t t, double y) { add(s, static_cast<double>(t), y); }

Plot over_steps(const CellsScene& scene, std::string title, std::string y_label, double floor) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "step t";
  plot.y_label = std::move(y_label);
  plot.log_y = true;
  plot.y_floor = floor;
  plot.cursor = static_cast<double>(scene.step());
  return plot;
}

Series share_left(const core::StepSchedule& schedule, std::size_t last, Series s) {
  double p = 1;
  for (std::size_t t = 0; t <= last; p = core::remaining_after(schedule, t, p), ++t) add_step(s, t, p);
  return s;
}

/// p_t of the chosen schedule, first in the legend, and of the others.
Plot schedule_plot(const CellsScene& scene) {
  Plot plot = over_steps(scene, "p_t", "share of the way left", kShareFloor);
  const ScheduleSettings chosen = scene.schedule();
  plot.series.push_back(
      share_left(scene.run().schedule(), scene.horizon(), curve(schedule_text(chosen), {Role::kSelection, -1, 1})));
  std::int32_t group = 0;
  for (const NamedSchedule& other : named_schedules()) {
    ++group;
    if (other.kind == core::Schedule::kTyped || chosen.schedule == other.key) continue;
    const bool constant = other.kind == core::Schedule::kConstant;
    const std::string label = constant ? "\u03B3 = " + number_text(chosen.gamma) : std::string(other.label);
    plot.series.push_back(share_left({other.kind, chosen.gamma, {}}, scene.horizon(),
                                     curve(label, {Role::kGroup, group, 0.7F}, Stroke::kDashed)));
  }
  return plot;
}

Plot way_plot(const CellsScene& scene) {
  Plot plot = over_steps(scene, "Distance to the vertex", "max |x \u2212 v| / |x\u2070 \u2212 v|", kFloor);
  Series measured = curve("measured", {Role::kToken, -1, 1}),
         predicted = curve("p_t", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  for (std::size_t t = 0; t <= std::min(scene.run().computed(), scene.horizon()); ++t) {
    add_step(measured, t, scene.run().step(t).left);
    if (scene.generic()) add_step(predicted, t, scene.run().step(t).p);
  }
  plot.series.push_back(std::move(measured));
  if (scene.generic()) plot.series.push_back(std::move(predicted));
  return plot;
}

Plot deviation_plot(const CellsScene& scene) {
  Plot plot = over_steps(scene, "Off the straight line", "max |x \u2212 line|", kFloor);
  Series measured = curve("measured", {Role::kToken, -1, 1});
  for (std::size_t t = 0; t <= std::min(scene.run().computed(), scene.horizon()); ++t)
    add_step(measured, t, scene.run().step(t).deviation);
  plot.series.push_back(std::move(measured));
  return plot;
}

}  // namespace

void draw_cells_plots(const CellsScene& scene, Frame& frame) {
  frame.plots.push_back(schedule_plot(scene));
  frame.plots.push_back(way_plot(scene));
  frame.plots.push_back(deviation_plot(scene));
}

void write_cells_tables(const CellsScene& scene, Frame& frame) {
  Table table;
  table.title = "Tokens";
  table.columns = {"token", "vertex", "margin", "share left"};
  const std::size_t shown = std::min(scene.n(), kTableTokens);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::uint32_t to = scene.run().target(i);
    const auto start = scene.run().state(0).row(i), v = scene.run().geometry().V.row(scene.run().sigma(i));
    const core::CellOf cell = core::cell_of(start, scene.run().geometry().V, scene.run().B());
    double way = 0, left = 0;
    for (std::size_t c = 0; c < start.size(); ++c) {
      way += (start[c] - v[c]) * (start[c] - v[c]);
      left += (scene.tokens()(i, c) - v[c]) * (scene.tokens()(i, c) - v[c]);
    }
    const bool worst = i == scene.run().genericity().worst_token;
    table.rows.push_back(
        {{std::to_string(i + 1)},
         {std::to_string(to + 1)},
         {std::isinf(cell.margin) ? "\u221E" : rounded(cell.margin, 3), worst ? Emphasis::kStrong : Emphasis::kNone},
         {way > 0 ? rounded(std::sqrt(left / way), 4) : "\u2013"}});
  }
  if (shown < scene.n()) table.note = "first " + std::to_string(shown) + " of " + std::to_string(scene.n()) + " rows";
  frame.tables.push_back(std::move(table));
}

}  // namespace lab::scenes
