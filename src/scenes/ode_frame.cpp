// The pictures, plots and tables of "ODE limit".
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "scenes/curves.h"
#include "scenes/ode_scene.h"
#include "scenes/outline.h"
#include "scenes/projection.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kDots = 100;         ///< more steps than this in a run are drawn as a line
constexpr std::size_t kTrailPoints = 200;  ///< of one such line
constexpr std::size_t kCurvePoints = 400;  ///< of one curve
constexpr std::size_t kGammas = 41;        ///< of the curve over gamma
constexpr double kErrorFloor = 1e-7;

Ink ink_of(const OdeScene& scene, std::size_t i, float strength = 1.0F) {
  return {Role::kGroup, static_cast<std::int32_t>(scene.run().sigma()[i]), strength};
}

bool is_vertex(const OdeScene& scene, std::size_t i) {
  return std::ranges::count(scene.run().vertex_tokens(), static_cast<std::uint32_t>(i)) > 0;
}

std::string gamma_text(double gamma) { return "\u03B3 = " + rounded(gamma, 3); }

/// One of the three pictures.
struct Side {
  const OdeScene& scene;
  const Projection& project;
  std::size_t r;
  const OdeRun::Discrete& run() const { return scene.run().discrete()[r]; }
  std::size_t steps() const { return scene.run().steps_by(r, scene.time()); }
};

void draw_cells(const OdeScene& scene, Picture& picture) {
  if (!scene.settings().cells || scene.d() != 2 || scene.run().vertices().rows < 3) return;
  const std::vector<Matrix> cells = core::cells2(scene.run().vertices(), scene.run().B());
  for (std::size_t v = 0; v < cells.size(); ++v) {
    if (cells[v].rows < 3) continue;
    Polygon polygon;
    polygon.ink = {Role::kGroup, static_cast<std::int32_t>(v), 0.5F};
    polygon.fill = 0.07F;
    polygon.width = 0.6F;
    for (std::size_t i = 0; i < cells[v].rows; ++i) polygon.points.push_back(point_of(cells[v], i));
    picture.polygons.push_back(std::move(polygon));
  }
}

/// The lines of the exact solution, from start to vertex.
void draw_exact(const Side& side, Picture& picture) {
  const OdeScene& scene = side.scene;
  if (!scene.settings().exact) return;
  Polylines lines;
  lines.stroke = Stroke::kDashed;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    lines.start(ink_of(scene, i, 0.6F));
    lines.points.push_back(side.project(scene.run().start().row(i)));
    lines.points.push_back(side.project(scene.run().vertices().row(scene.run().sigma()[i])));
  }
  picture.polylines.push_back(std::move(lines));
  const Matrix exact = scene.run().exact(scene.time());
  for (std::size_t i = 0; i < scene.n(); ++i)
    if (!is_vertex(scene, i))
      picture.marks.push_back({side.project(exact.row(i)), Shape::kRing, {Role::kPrediction, -1, 1}, 1.7F, kNoHandle});
}

/// Where the discrete tokens have been: a dot a step, or a line where dots would touch.
void draw_steps(const Side& side, Picture& picture) {
  const std::size_t done = side.steps();
  const auto& states = side.run().states;
  if (states.size() <= kDots + 1) {
    for (std::size_t i = 0; i < side.scene.n(); ++i)
      for (std::size_t k = 0; k < done; ++k)
        if (states[k].row(i)[0] != states[done].row(i)[0] || !is_vertex(side.scene, i))
          picture.marks.push_back(
              {side.project(states[k].row(i)), Shape::kDisc, ink_of(side.scene, i, 0.75F), 0.45F, kNoHandle});
    return;
  }
  if (done == 0) return;
  Polylines trails;
  trails.width = 1.6F;
  const std::size_t stride = done / kTrailPoints + 1;
  for (std::size_t i = 0; i < side.scene.n(); ++i) {
    trails.start(ink_of(side.scene, i, 0.75F));
    for (std::size_t k = 0; k < done; k += stride) trails.points.push_back(side.project(states[k].row(i)));
    trails.points.push_back(side.project(states[done].row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

/// Stars last: a token that has arrived must not hide its vertex.
void draw_tokens(const Side& side, Picture& picture) {
  const Matrix& now = side.scene.discrete(side.r);
  for (const bool stars : {false, true})
    for (std::size_t i = 0; i < side.scene.n(); ++i) {
      if (is_vertex(side.scene, i) != stars) continue;
      picture.marks.push_back({side.project(now.row(i)), stars ? Shape::kStar : Shape::kDisc, ink_of(side.scene, i),
                               stars ? 1.9F : 1.0F,
                               static_cast<std::int32_t>(i) + static_cast<std::int32_t>(side.r) * kHandleBank});
    }
  if (!side.scene.settings().labels) return;
  for (std::size_t i = 0; i < side.scene.n(); ++i)
    picture.labels.push_back({side.project(now.row(i)), std::to_string(i + 1), {Role::kText, -1, 1}});
}

Picture one_picture(const Side& side) {
  const OdeScene& scene = side.scene;
  Picture picture;
  picture.title = gamma_text(side.run().gamma) + ", " + plural(side.steps(), "step");
  picture.dimension = side.project.picture_dimension();
  const std::vector<double> origin(scene.d(), 0.0);
  picture.low = picture.high = side.project(origin);
  for (std::size_t i = 0; i < scene.n(); ++i) include(side.project(scene.run().start().row(i)), picture);
  add_margin(picture);
  draw_cells(scene, picture);
  draw_hull(side.project.all(scene.run().start()), {{Role::kHull, -1, 1}, Stroke::kDotted, 0, 1}, picture);
  picture.marks.push_back({side.project(origin), Shape::kCross, {Role::kGuide, -1, 1}, 1.0F, kNoHandle});
  draw_exact(side, picture);
  draw_steps(side, picture);
  draw_tokens(side, picture);
  return picture;
}

Ink run_ink(std::size_t r, float strength = 1.0F) { return {Role::kGroup, static_cast<std::int32_t>(r), strength}; }

Plot error_plot(const OdeScene& scene) {
  Plot plot;
  plot.title = "Error";
  plot.x_label = "t";
  plot.y_label = "largest |discrete \u2212 exact|, in longest ways";
  plot.log_y = true;
  plot.y_floor = kErrorFloor;
  const auto last = static_cast<double>(scene.settings().last);
  plot.here = scene.time();
  for (std::size_t r = 0; r < OdeRun::kSteps; ++r) {
    const OdeRun::Discrete& run = scene.run().discrete()[r];
    Series measured = curve(gamma_text(run.gamma), run_ink(r));
    const std::size_t stride = run.error.size() / kCurvePoints + 1;
    for (std::size_t k = 1; k < run.error.size(); k += stride)
      add(measured, static_cast<double>(k) * run.gamma, run.error[k]);
    plot.series.push_back(std::move(measured));
  }
  // What bounds it asks for G1 and G2.
  for (std::size_t r = 0; scene.run().generic().hold() && r < OdeRun::kSteps; ++r) {
    const double most = core::euler_deviation(scene.run().discrete()[r].gamma);
    Series bound = curve("\u2264 " + rounded(most, 3), run_ink(r, 0.8F), Stroke::kDashed);
    add(bound, 0, most);
    add(bound, last, most);
    plot.series.push_back(std::move(bound));
  }
  return plot;
}

Plot order_plot(const OdeScene& scene) {
  Plot plot;
  plot.title = "Against \u03B3";
  plot.x_label = "step \u03B3";
  plot.y_label = "largest error, in longest ways";
  plot.log_x = plot.log_y = true;
  plot.y_floor = kErrorFloor;
  Series line = curve("\u03B3/(2e)", {Role::kGuide, -1, 1}, Stroke::kDotted),
         exact = curve("predicted", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  for (std::size_t g = 0; g < kGammas; ++g) {
    const double gamma =
        core::exp(core::log(1e-3) + static_cast<double>(g) / static_cast<double>(kGammas - 1) * core::log(500.0));
    add(line, gamma, first_order_error(gamma));
    add(exact, gamma, core::euler_deviation(gamma));
  }
  plot.series = {std::move(line), std::move(exact)};
  for (std::size_t r = 0; r < OdeRun::kSteps; ++r) {
    const OdeRun::Discrete& run = scene.run().discrete()[r];
    Series point = curve(rounded(run.gamma, 3), run_ink(r));
    add(point, run.gamma, run.sup);
    plot.series.push_back(std::move(point));
  }
  return plot;
}

/// The way that is left, of the token with the longest: a staircase, and e^-t of the way.
Plot way_plot(const OdeScene& scene) {
  const OdeRun& run = scene.run();
  const OdeRun::Discrete& coarse = run.discrete()[0];
  Plot plot;
  plot.title = "Way left";
  plot.x_label = "t";
  plot.y_label = "|x \u2212 v| of the longest";
  plot.here = scene.time();
  std::size_t farthest = 0;
  const auto left = [&](const Matrix& Z, std::size_t i) {
    double sum = 0;
    for (std::size_t c = 0; c < Z.cols; ++c) {
      const double away = Z(i, c) - run.vertices()(run.sigma()[i], c);
      sum += away * away;
    }
    return std::sqrt(sum);
  };
  for (std::size_t i = 0; i < scene.n(); ++i)
    if (left(run.start(), i) > left(run.start(), farthest)) farthest = i;
  Series steps = curve(gamma_text(coarse.gamma), run_ink(0)),
         exact = curve("e^(\u2212t) of it", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  steps.steps = true;
  const std::size_t stride = coarse.states.size() / kCurvePoints + 1;
  for (std::size_t k = 0; k < coarse.states.size(); k += stride)
    add(steps, static_cast<double>(k) * coarse.gamma, left(coarse.states[k], farthest));
  for (std::size_t k = 0; k <= scene.horizon(); ++k) {
    const double t = static_cast<double>(k) / static_cast<double>(kOdeStepsPerTime);
    add(exact, t, left(run.start(), farthest) * core::ode_remaining(t));
  }
  plot.series = {std::move(exact), std::move(steps)};
  return plot;
}

Table error_table(const OdeScene& scene) {
  Table table;
  table.title = "Largest errors, in lengths of the longest way";
  table.columns = {"\u03B3", "measured", "at t", "predicted", "\u03B3/(2e)", "now"};
  for (std::size_t r = 0; r < OdeRun::kSteps; ++r) {
    const OdeRun::Discrete& run = scene.run().discrete()[r];
    table.rows.push_back({{rounded(run.gamma, 3)},
                          {rounded(run.sup, 3), Emphasis::kStrong},
                          {rounded(static_cast<double>(run.sup_at) * run.gamma, 3)},
                          {rounded(core::euler_deviation(run.gamma), 3)},
                          {rounded(first_order_error(run.gamma), 3)},
                          {rounded(run.error[scene.run().steps_by(r, scene.time())], 3)}});
  }
  table.note =
      "Predicted: sup over t of |(1 \u2212 \u03B3)^(t/\u03B3) \u2212 e^(\u2212t)|. The longest way of a token to its "
      "vertex is " +
      rounded(scene.run().longest_way(), 4) + ".";
  return table;
}

}  // namespace

double first_order_error(double gamma) { return gamma / (2 * core::exp(1.0)); }

void draw_ode_pictures(const OdeScene& scene, Frame& frame) {
  const Projection project(scene.run().start(), false);
  frame.picture = one_picture({scene, project, 0});
  for (std::size_t r = 1; r < OdeRun::kSteps; ++r) frame.beside.push_back(one_picture({scene, project, r}));
}

void draw_ode_plots(const OdeScene& scene, Frame& frame) {
  frame.plots = {error_plot(scene), order_plot(scene), way_plot(scene)};
  frame.tables = {error_table(scene)};
}

}  // namespace lab::scenes
