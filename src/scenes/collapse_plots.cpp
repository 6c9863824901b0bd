// Curves and tables of "Finite β: collapse".
#include <algorithm>
#include <array>
#include <charconv>

#include "core/cloud.h"
#include "core/elementary.h"
#include "core/frank_wolfe.h"
#include "scenes/collapse_scene.h"
#include "scenes/curves.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr double kFloor = 1e-4;               ///< of diameters, relative to the first
constexpr std::size_t kMostPaths = 6;         ///< tokens whose places are plotted
constexpr std::size_t kMostTableRows = 8;

/// A value of each mark with t >= 1, as far as it is computed.
template <class Read>
Series over_time(const CollapseScene& scene, Series s, const Read& read) {
  const std::size_t last = std::min(scene.run().computed(), scene.horizon());
  for (std::size_t k = 1; k <= last; ++k) add(s, static_cast<double>(CollapseRun::time_of(k)), read(k));
  return s;
}

Plot time_plot(const CollapseScene& scene, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "update t";
  plot.y_label = std::move(y_label);
  plot.log_x = true;
  plot.here = scene.time() > 0 ? static_cast<double>(scene.time()) : -1;
  return plot;
}

Plot diameter_plot(const CollapseScene& scene) {
  Plot plot = time_plot(scene, "Diameter over time", "largest |x_i \u2212 x_j|");
  plot.log_y = true;
  plot.y_floor = kFloor * std::max(scene.run().mark(0).diameter, 1e-300);
  plot.series.push_back(over_time(scene, curve("measured", {Role::kSelection, -1, 1}), [&](std::size_t k) { return scene.run().mark(k).diameter; }));
  plot.series.push_back(
      over_time(scene, curve("at most: \u220F(1 \u2212 \u03B3c)", {Role::kPrediction, -1, 1}, Stroke::kDashed), [&](std::size_t k) { return scene.run().mark(k).bound; }));
  return plot;
}

/// On a line the picture shows no time: places over time do.
Plot place_plot(const CollapseScene& scene) {
  Plot plot = time_plot(scene, "Tokens over time", "x_i");
  for (std::size_t i = 0; i < scene.n(); ++i)
    plot.series.push_back(over_time(scene, curve("token " + std::to_string(i + 1), {Role::kGroup, static_cast<std::int32_t>(i), 1}),
                                    [&](std::size_t k) { return scene.run().tokens(k)(i, 0); }));
  return plot;
}

Plot two_token_plot(const CollapseScene& scene) {
  Plot plot;
  plot.title = "\u00B11: updates until |x| < 1/2";
  plot.x_label = "inverse temperature \u03B2";
  plot.y_label = "updates";
  plot.log_y = true;
  const std::vector<double>& times = scene.two_token_times();
  Series measured = curve("measured", {Role::kSelection, -1, 1}), growth = curve("grows like e^(2\u03B2)", {Role::kPrediction, -1, 1}, Stroke::kDashed);
  const auto last = static_cast<double>(times.size()) - 1;
  for (std::size_t b = 0; b < times.size(); ++b) {
    const auto beta = static_cast<double>(b);
    add(measured, beta, times[b]);
    if (beta + 4 >= last) add(growth, beta, times.back() * core::exp(2 * (beta - last)));
  }
  plot.series = {std::move(measured), std::move(growth)};
  if (scene.settings().beta <= last) plot.here = scene.settings().beta;
  return plot;
}

/// Eight digits after the point.
std::string digits(double x) {
  std::array<char, 400> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::fixed, 8).ptr};
}

std::string at_time(const CollapseScene& scene) { return " at t = " + counted(scene.time()); }

std::string cut_note(const CollapseScene& scene) {
  return scene.n() > kMostTableRows ? "first " + std::to_string(kMostTableRows) + " of " + std::to_string(scene.n()) + " tokens" : "";
}

Table weight_table(const CollapseScene& scene) {
  Table table;
  table.title = "Weights a_ij" + at_time(scene);
  table.note = cut_note(scene);
  const std::size_t shown = std::min(scene.n(), kMostTableRows);
  table.columns = {"i"};
  for (std::size_t j = 0; j < shown; ++j) table.columns.push_back("j = " + std::to_string(j + 1));
  std::vector<double> w(scene.n());
  for (std::size_t i = 0; i < shown; ++i) {
    core::weight_row(scene.tokens(), scene.run().params(), i, w);
    std::vector<Cell> row{{std::to_string(i + 1)}};
    for (std::size_t j = 0; j < shown; ++j) row.push_back({digits(w[j]), w[j] < 1e-3 ? Emphasis::kFaint : Emphasis::kNone});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string coordinates(std::span<const double> x) {
  std::string out = "(";
  for (const double c : x) out += (out.size() > 1 ? ", " : "") + digits(c);
  return out + ")";
}

/// Beside what the update does stands what hardmax would do from the same tokens.
Table token_table(const CollapseScene& scene) {
  Table table;
  table.title = "Tokens" + at_time(scene);
  table.note = cut_note(scene);
  table.columns = {"i", "x_i", "hardmax would move it by"};
  core::LinearMaximizers to;
  core::linear_maximizers(scene.tokens(), Matrix::identity(scene.d()), to);
  Matrix next;
  core::frank_wolfe_step(scene.tokens(), to, scene.run().gamma(), next);
  for (std::size_t i = 0; i < std::min(scene.n(), kMostTableRows); ++i) {
    Matrix move(2, scene.d());
    std::ranges::copy(scene.tokens().row(i), move.row(0).begin());
    std::ranges::copy(next.row(i), move.row(1).begin());
    table.rows.push_back({{std::to_string(i + 1)}, {coordinates(scene.tokens().row(i))}, {rounded(core::diameter(move), 3)}});
  }
  return table;
}

Table two_token_table(const CollapseScene& scene) {
  Table table;
  table.title = "\u00B11, \u03B3 = " + rounded(scene.settings().gamma, 3) + ": updates until |x| < 1/2";
  table.columns = {"\u03B2", "updates", "times as many"};
  const std::vector<double>& times = scene.two_token_times();
  for (std::size_t b = 0; b < times.size(); ++b)
    table.rows.push_back({{std::to_string(b)}, {counted(static_cast<std::uint64_t>(times[b]))}, {b == 0 ? "" : rounded(times[b] / times[b - 1], 3)}});
  table.note = "Tends to e\u00B2 = " + rounded(core::exp(2.0), 4) + " times for one unit of \u03B2.";
  return table;
}

}  // namespace

void draw_collapse_plots(const CollapseScene& scene, Frame& frame) {
  frame.plots.push_back(diameter_plot(scene));
  if (scene.d() == 1 && scene.n() <= kMostPaths) frame.plots.push_back(place_plot(scene));
  if (scene.two_token_times().size() > 1) frame.plots.push_back(two_token_plot(scene));
}

void write_collapse_tables(const CollapseScene& scene, Frame& frame) {
  frame.tables = {weight_table(scene), token_table(scene), two_token_table(scene)};
}

}  // namespace lab::scenes
