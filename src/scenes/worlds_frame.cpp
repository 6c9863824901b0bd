// The pictures, plots and tables of "Three worlds".
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "scenes/curves.h"
#include "scenes/outline.h"
#include "scenes/projection.h"
#include "scenes/value_text.h"
#include "scenes/worlds_scene.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kTrail = 12;  ///< grid times
constexpr std::size_t kCircleCorners = 48;
constexpr std::size_t kBetas = 21;  ///< of the curve over beta

enum World : std::size_t { kHard, kSoft, kChain };

Ink ink_of(const WorldsScene& scene, std::size_t i, float strength = 1.0F) {
  return {Role::kGroup, static_cast<std::int32_t>(scene.run().sigma()[i]), strength};
}

Ink world_ink(std::size_t w) { return w == kSoft ? Ink{Role::kGroup, 0, 1} : Ink{Role::kGroup, 2, 1}; }

bool is_vertex(const WorldsScene& scene, std::size_t i) {
  return std::ranges::count(scene.run().vertex_tokens(), static_cast<std::uint32_t>(i)) > 0;
}

/// Circles of the radius around the places of hardmax.
void draw_circles(const WorldsScene& scene, Picture& picture) {
  if (!scene.settings().circles || scene.d() != 2) return;
  const Matrix& hard = scene.world(kHard, scene.step());
  const double r = scene.settings().radius;
  for (std::size_t i = 0; i < hard.rows; ++i) {
    bool again = false;
    for (std::size_t j = 0; j < i; ++j)
      again = again || (std::abs(hard(i, 0) - hard(j, 0)) <= 1e-3 * r && std::abs(hard(i, 1) - hard(j, 1)) <= 1e-3 * r);
    if (again) continue;
    Polygon circle;
    circle.ink = {Role::kGuide, -1, 0.7F};
    circle.stroke = Stroke::kDotted;
    circle.width = 0.7F;
    for (std::size_t q = 0; q < kCircleCorners; ++q) {
      const core::SinCos at =
          core::sincos(6.28318530717958647692 * static_cast<double>(q) / static_cast<double>(kCircleCorners));
      circle.points.push_back({hard(i, 0) + r * at.cos, hard(i, 1) + r * at.sin, 0});
    }
    picture.polygons.push_back(std::move(circle));
  }
}

void draw_trails(const WorldsScene& scene, std::size_t w, const Projection& project, Picture& picture) {
  const std::size_t last = scene.step(), first = last > kTrail ? last - kTrail : 0;
  if (!scene.settings().trails || last == 0) return;
  Polylines trails;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    trails.start(ink_of(scene, i, 0.55F));
    for (std::size_t k = first; k <= last; ++k) trails.points.push_back(project(scene.world(w, k).row(i)));
  }
  picture.polylines.push_back(std::move(trails));
}

/// Stars last: a token that has arrived must not hide its vertex.
void draw_tokens(const WorldsScene& scene, std::size_t w, const Projection& project, Picture& picture) {
  const Matrix& now = scene.world(w, scene.step());
  for (const bool stars : {false, true})
    for (std::size_t i = 0; i < scene.n(); ++i) {
      if (is_vertex(scene, i) != stars) continue;
      picture.marks.push_back({project(now.row(i)), stars ? Shape::kStar : Shape::kDisc, ink_of(scene, i),
                               stars ? 1.9F : 1.1F,
                               static_cast<std::int32_t>(i) + static_cast<std::int32_t>(w) * kHandleBank});
    }
  if (!scene.settings().labels) return;
  for (std::size_t i = 0; i < scene.n(); ++i)
    picture.labels.push_back({project(now.row(i)), std::to_string(i + 1), {Role::kText, -1, 1}});
}

std::string title_of(const WorldsScene& scene, std::size_t w) {
  if (w == kHard) return "hardmax";
  const WorldsRun& run = scene.run();
  const WorldsRun::Parting parting = w == kSoft ? run.soft_parting() : run.chain_parting();
  const WorldsRun::Parting end = w == kSoft ? run.soft_end() : run.chain_end();
  std::string out = w == kSoft ? "softmax" : "chain";
  if (end && *end < scene.time()) return out + ", followed to t = " + time_text(static_cast<double>(*end));
  if (parting && *parting <= scene.time()) out += ", parted at " + time_text(static_cast<double>(*parting));
  return out;
}

Picture one_picture(const WorldsScene& scene, std::size_t w, const Projection& project) {
  Picture picture;
  picture.title = title_of(scene, w);
  picture.dimension = project.picture_dimension();
  const std::vector<double> origin(scene.d(), 0.0);
  picture.low = picture.high = project(origin);
  const Matrix& start = scene.world(kHard, 0);
  for (std::size_t i = 0; i < scene.n(); ++i) include(project(start.row(i)), picture);
  add_margin(picture);
  draw_hull(project.all(start), {{Role::kHull, -1, 1}, Stroke::kDotted, 0.03F, 1}, picture);
  draw_circles(scene, picture);
  picture.marks.push_back({project(origin), Shape::kCross, {Role::kGuide, -1, 1}, 1.0F, kNoHandle});
  draw_trails(scene, w, project, picture);
  draw_tokens(scene, w, project, picture);
  return picture;
}

Plot time_plot(const WorldsScene& scene, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "steps t";
  plot.y_label = std::move(y_label);
  plot.log_x = true;
  if (scene.time() > 0) plot.here = static_cast<double>(scene.time());
  return plot;
}

/// A curve over the grid times that are computed, from t = 1 on; the end of a run that was given up ends it.
template <class Read>
Series over_times(const WorldsScene& scene, std::size_t w, Series s, Read read) {
  const WorldsRun& run = scene.run();
  const WorldsRun::Parting end = w == kSoft ? run.soft_end() : w == kChain ? run.chain_end() : WorldsRun::Parting{};
  for (std::size_t k = 1; k <= run.computed() && (!end || run.times()[k] <= *end); ++k)
    add(s, static_cast<double>(run.times()[k]), read(k));
  return s;
}

/// A vertical dashed line at a predicted time.
Series upright(const WorldsScene& scene, std::size_t w, double t, double top) {
  Series s = curve("", world_ink(w), Stroke::kDashed);
  if (!(t >= 1) || t > static_cast<double>(scene.run().times().back())) return s;
  s.label = "at " + time_text(t);
  add(s, t, 0);
  add(s, t, top);
  return s;
}

Plot distance_plot(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  Plot plot = time_plot(scene, "Distance", "largest distance to hardmax");
  const double r = scene.settings().radius;
  double top = 1.2 * r;
  for (std::size_t k = 0; k <= run.computed(); ++k) top = std::max({top, run.at(k).soft_apart, run.at(k).chain_worst});
  plot.series.push_back(over_times(scene, kSoft, curve("softmax", world_ink(kSoft)),
                                   [&](std::size_t k) { return run.at(k).soft_apart; }));
  plot.series.push_back(over_times(scene, kChain, curve("chain", world_ink(kChain)),
                                   [&](std::size_t k) { return run.at(k).chain_worst; }));
  for (const std::size_t w : {std::size_t{kSoft}, std::size_t{kChain}}) {
    if (!no_prediction(scene, w == kChain).empty()) continue;
    Series line = upright(scene, w, (w == kSoft ? run.soft_predicted() : run.chain_predicted()).value_or(0), top);
    if (!line.x.empty()) plot.series.push_back(std::move(line));
  }
  Series radius = curve("radius", {Role::kGuide, -1, 1}, Stroke::kDotted);
  add(radius, 1, r);
  add(radius, static_cast<double>(run.times().back()), r);
  plot.series.push_back(std::move(radius));
  return plot;
}

Plot places_plot(const WorldsScene& scene) {
  Plot plot = time_plot(scene, "Places", "places farther apart than the radius");
  const char* names[] = {"hardmax", "softmax", "chain"};
  for (std::size_t w = 0; w < 3; ++w) {
    const Ink ink = w == kHard ? Ink{Role::kToken, -1, 1} : world_ink(w);
    Series s = over_times(
        scene, w, curve(names[w], ink, w == kHard ? Stroke::kDotted : Stroke::kSolid),
        [&](std::size_t k) { return static_cast<double>(places_of(scene.world(w, k), scene.settings().radius)); });
    s.steps = true;
    plot.series.push_back(std::move(s));
  }
  return plot;
}

/// Predicted parting times from the vertices, over beta; dots are what was measured.
Plot beta_plot(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const WorldsSettings& s = scene.settings();
  Plot plot;
  plot.title = "Parting";
  plot.x_label = "β";
  plot.y_label = "steps from the vertices until parted";
  plot.log_y = true;
  Series soft = curve("softmax", world_ink(kSoft), Stroke::kDashed),
         chain = curve("chain, half", world_ink(kChain), Stroke::kDashed);
  for (std::size_t b = 0; b < kBetas; ++b) {
    const double beta = s.beta * (0.25 + 1.25 * static_cast<double>(b) / static_cast<double>(kBetas - 1));
    const double t = core::drift_time(run.homes(), run.homes(), s.gamma, beta, s.radius);
    if (t < kMostTime) add(soft, beta, t);
    const double jump = run.vertices().rows > 1 ? core::one_jump_median(run.vertices(), run.sigma(), beta) : kMostTime;
    if (jump < kMostTime) add(chain, beta, jump);
  }
  plot.series = {std::move(soft), std::move(chain)};
  // From elsewhere the times are others than from the vertices.
  if (run.soft_parting() && run.gathering() == 0) {
    plot.series.push_back(curve("measured", world_ink(kSoft)));
    add(plot.series.back(), s.beta, static_cast<double>(*run.soft_parting()));
  }
  if (!run.clocks().empty() && run.clocks()[run.clocks().size() / 2] < kMostTime) {
    plot.series.push_back(curve("median of " + std::to_string(run.clocks().size()), world_ink(kChain)));
    add(plot.series.back(), s.beta, run.clocks()[run.clocks().size() / 2]);
  }
  return plot;
}

Table parting_table(const WorldsScene& scene) {
  const WorldsRun& run = scene.run();
  const auto measured = [&](const WorldsRun::Parting& t, const WorldsRun::Parting& end) {
    return t                                   ? time_text(static_cast<double>(*t))
           : end                               ? "not by " + time_text(static_cast<double>(*end))
           : run.computed() == scene.horizon() ? std::string("not by the end")
                                               : "not yet";
  };
  Table table;
  table.title = "Farther than " + rounded(scene.settings().radius, 3) + " from hardmax";
  table.columns = {"world", "from vertices", "101 runs", "from gathering", "this run"};
  const auto predicted = [](const std::optional<double>& t) { return t ? time_text(*t) : std::string("–"); };
  // Beyond 2^63 a clock is not followed: that is not never.
  const bool clocks = !run.clocks().empty() && std::isfinite(run.clocks()[run.clocks().size() / 2]);
  table.rows.push_back({{"softmax"},
                        {time_text(run.soft_from_vertices())},
                        {"–"},
                        {predicted(run.soft_predicted())},
                        {measured(run.soft_parting(), run.soft_end())}});
  table.rows.push_back({{"chain, median"},
                        {time_text(run.chain_from_vertices())},
                        {clocks ? time_text(run.clocks()[run.clocks().size() / 2]) : "–"},
                        {predicted(run.chain_predicted())},
                        {measured(run.chain_parting(), run.chain_end())}});
  table.note =
      "At first from the vertices, then from where tokens have gathered at t = " + std::to_string(run.gathering()) +
      ". The mean time of the chain from the vertices is " + time_text(run.chain_mean()) + ".";
  return table;
}

Table vertex_table(const WorldsScene& scene) {
  const core::MetastableVertices& m = scene.run().metastable();
  Table table;
  table.title = "Hypotheses on the vertices";
  table.columns = {"what", "value", "met"};
  const auto met = [](bool yes) { return Cell{yes ? "yes" : "no", yes ? Emphasis::kNone : Emphasis::kStrong}; };
  table.rows.push_back({{"margin c₀ > 0"}, {std::isinf(m.c0) ? "∞" : rounded(m.c0, 4)}, met(m.c0 > 0)});
  table.rows.push_back({{"equal norms, spread"}, {rounded(m.norm_spread, 3)}, met(m.equal_norms)});
  table.rows.push_back({{"acute cones, least cosine"}, {rounded(m.smallest_cosine, 3)}, met(m.acute)});
  table.rows.push_back({{"one pick leaves the radius"},
                        {rounded(scene.settings().gamma, 3) + " of the way"},
                        met(scene.run().one_pick_leaves())});
  return table;
}

}  // namespace

std::string time_text(double t) {
  if (!std::isfinite(t)) return "never";
  return t < 1e6 ? counted(static_cast<std::uint64_t>(std::round(t))) : rounded(t, 3);
}

void draw_worlds_pictures(const WorldsScene& scene, Frame& frame) {
  const Projection project(scene.world(kHard, 0), false);
  frame.picture = one_picture(scene, kHard, project);
  for (const std::size_t w : {std::size_t{kSoft}, std::size_t{kChain}})
    frame.beside.push_back(one_picture(scene, w, project));
}

void draw_worlds_plots(const WorldsScene& scene, Frame& frame) {
  frame.plots = {distance_plot(scene), places_plot(scene), beta_plot(scene)};
}

void write_worlds_tables(const WorldsScene& scene, Frame& frame) {
  frame.tables = {parting_table(scene), vertex_table(scene)};
}

}  // namespace lab::scenes
