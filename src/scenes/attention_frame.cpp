// What the scene "Self-attention" shows. All numbers come from core/attention.h.
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/softmax.h"
#include "scenes/attention_scene.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// Coordinates of a value that a table has room for.
constexpr std::size_t kShownCoordinates = 4;
constexpr double kLargestKernel = 700;  ///< log; e^709 is the largest double

std::size_t favourite(const AttentionScene& s) {
  const auto row = s.result().weights.row(s.row());
  return static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
}

std::string percent(double weight) { return rounded(100 * weight, 2) + " %"; }

std::string kernel_text(double log_kernel) {
  return std::abs(log_kernel) <= kLargestKernel ? rounded(core::exp(log_kernel), 3) : "e^" + rounded(log_kernel, 4);
}

std::string vector_text(std::span<const double> v) {
  std::string out = "(";
  for (std::size_t c = 0; c < std::min(v.size(), kShownCoordinates); ++c) out += (c > 0 ? ", " : "") + rounded(v[c], 3);
  return out + (v.size() > kShownCoordinates ? ", …)" : ")");
}

HeatMap map_of(const Matrix& m, std::string title, const AttentionScene& s) {
  HeatMap map = heat_map(std::move(title), m);
  map.row_names = map.column_names = numbers(m.rows);
  map.chosen = static_cast<std::int32_t>(s.row());
  map.handle = 0;
  return map;
}

void add_maps(const AttentionScene& s, Frame& frame) {
  HeatMap weights = map_of(s.result().weights, "Weights α", s);
  weights.note = "row: query, column: key";
  HeatMap scores = map_of(s.result().scores, "Scores ⟨Q_i, K_j⟩ / √d_a", s);
  const auto [low, high] = std::ranges::minmax(scores.values);
  scores.low = low;
  scores.high = high;
  scores.note = "from " + rounded(static_cast<double>(low), 3) + " to " + rounded(static_cast<double>(high), 3);
  frame.maps.push_back(std::move(scores));
  frame.maps.push_back(std::move(weights));
}

Plot row_plot(const AttentionScene& s) {
  Plot plot;
  plot.title = "Weights of query " + std::to_string(s.row() + 1);
  plot.x_label = "token j";
  plot.y_label = "weight";
  Series stems{"α_ij", {}, {}, {Role::kSelection, -1, 1}, Stroke::kSolid, false};
  stems.stems = true;
  for (std::size_t j = 0; j < s.n(); ++j) {
    stems.x.push_back(static_cast<double>(j + 1));
    stems.y.push_back(s.result().weights(s.row(), j));
  }
  plot.series.push_back(std::move(stems));
  return plot;
}

Table row_table(const AttentionScene& s) {
  Table table;
  const std::string i = std::to_string(s.row() + 1);
  table.title = "Row " + i + ": kernel, weight, value";
  table.columns = {"j", "score s", "kernel e^s", "weight α", "value V_j"};
  const std::size_t best = favourite(s);
  for (std::size_t j = 0; j < s.n(); ++j)
    table.rows.push_back({{std::to_string(j + 1)},
                          {rounded(s.kernel().log_kernel[j], 4)},
                          {kernel_text(s.kernel().log_kernel[j])},
                          {rounded(s.result().weights(s.row(), j), 4), j == best ? Emphasis::kStrong : Emphasis::kNone},
                          {vector_text(s.result().V.row(j))}});
  double sum = 0;
  for (const double a : s.result().weights.row(s.row())) sum += a;
  table.rows.push_back({{"Σ", Emphasis::kStrong}, {"–", Emphasis::kFaint}, {kernel_text(s.kernel().log_sum)}, {rounded(sum, 4)},
                        {"Y_" + i + " = " + vector_text(s.result().output.row(s.row())), Emphasis::kStrong}});
  table.note = "α is the kernel divided by its sum; Y_" + i + " is the mean of the values with these weights.";
  return table;
}

std::string whole(double x) { return counted(static_cast<std::size_t>(x)); }

Table cost_table(const AttentionScene& s) {
  Table table;
  table.title = "Multiplications";
  table.columns = {"n", "Q, K, V", "scores n² d_a", "outputs n² d_v", "measured"};
  for (const std::size_t n : {s.n(), 2 * s.n(), 4 * s.n(), std::size_t{512}, std::size_t{4096}}) {
    const core::AttentionCost cost = core::attention_cost(n, s.dm(), s.da(), s.dv());
    std::string measured = "–";
    for (const AttentionScene::Timing& t : s.timings())
      if (t.n == n) measured = rounded(1000 * t.seconds, 3) + " ms";
    table.rows.push_back({{counted(n), n == s.n() ? Emphasis::kStrong : Emphasis::kNone}, {whole(cost.projections)}, {whole(cost.scores)},
                          {whole(cost.mixing)}, {measured}});
  }
  table.note = "d_m = " + std::to_string(s.dm()) + ", d_a = " + std::to_string(s.da()) + ", d_v = " + std::to_string(s.dv()) +
               "; besides, n² exponentials. Twice the tokens, four times the pairs.";
  return table;
}

Plot cost_plot(const AttentionScene& s) {
  Plot plot;
  plot.title = "Multiplications";
  plot.x_label = "tokens n";
  plot.y_label = "multiplications";
  plot.log_x = plot.log_y = true;
  plot.here = static_cast<double>(s.n());
  Series pairs{"pairs, n² (d_a + d_v)", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series each{"projections", {}, {}, {Role::kGroup, 1, 1}, Stroke::kSolid, false};
  std::vector<std::size_t> sizes{s.n()};
  for (std::size_t n = 1; n <= 4096; n *= 2) sizes.push_back(n);
  std::ranges::sort(sizes);
  for (const std::size_t n : sizes) {
    const core::AttentionCost cost = core::attention_cost(n, s.dm(), s.da(), s.dv());
    for (Series* series : {&pairs, &each}) series->x.push_back(static_cast<double>(n));
    pairs.y.push_back(cost.pairs());
    each.y.push_back(cost.projections);
  }
  plot.series = {std::move(pairs), std::move(each)};
  return plot;
}

// The dashed line is n² through the largest size, where the rest counts least.
Plot time_plot(const AttentionScene& s) {
  Plot plot;
  plot.title = "Time, measured here";
  plot.x_label = "tokens n";
  plot.y_label = "milliseconds";
  plot.log_x = plot.log_y = true;
  Series measured{"measured", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series square{"∝ n²", {}, {}, {Role::kPrediction, -1, 1}, Stroke::kDashed, false};
  const AttentionScene::Timing& last = s.timings().back();
  for (const AttentionScene::Timing& t : s.timings()) {
    const double n = static_cast<double>(t.n), ratio = n / static_cast<double>(last.n);
    measured.x.push_back(n);
    measured.y.push_back(1000 * t.seconds);
    square.x.push_back(n);
    square.y.push_back(1000 * last.seconds * ratio * ratio);
  }
  plot.series = {std::move(measured), std::move(square)};
  return plot;
}

std::string bound(double x) { return x == 0 ? "0" : rounded(x, 2); }

std::vector<Verdict> judge(const AttentionScene& s) {
  const double sums = core::row_sum_error(s.result().weights), small = s.rounding(), n = static_cast<double>(s.n());
  const auto least = std::ranges::min(s.result().weights.data);
  const auto finding = [](bool holds) { return holds ? Finding::kHolds : Finding::kViolated; };
  const std::string size = "a few " + std::to_string(s.n()) + " · 2⁻⁵² max|V| = " + bound(small);
  return {
      {"Weights: each row of α sums to 1", "Finite scores: met.", "No weight below 0, each sum 1 up to rounding.",
       "Largest |sum − 1|: " + bound(sums) + "; smallest weight: " + bound(least) + ".", finding(least >= 0 && sums <= n * 1e-15)},
      {"Hull: outputs stay in the convex hull of the values", "Weights as in the first verdict; any W_V.",
       "Distance of every output to the hull: 0, up to rounding.", "Farthest output: " + bound(s.outside()) + " outside.",
       finding(s.outside() <= hull_tolerance(s))},
      {"Kernel: a row is a Nadaraya–Watson estimate", "κ_ij = exp(⟨Q_i, K_j⟩ / √d_a), positive: met.",
       "Σ κ_ij V_j divided by Σ κ_ij is Y_i, up to rounding: " + size + ".",
       "Largest difference over all rows: " + bound(s.regression_gap()) + ".", finding(s.regression_gap() <= small)},
      {"Order: Attn(PX) = P Attn(X)", "No positions; P is “" + s.settings().order + "”.", "Equal up to the rounding of sums in another order.",
       "Largest difference: " + bound(s.equivariance_gap()) + ".", finding(s.equivariance_gap() <= small)},
  };
}

void add_notes(const AttentionScene& s, Frame& frame) {
  if (s.settings().preset == "drawn")
    frame.notes.push_back("The notebook draws with torch, the lab as NumPy does: the numbers differ, what is claimed about them does not.");
  if (s.settings().show == "points" && s.dv() > 2)
    frame.notes.push_back("Values have " + std::to_string(s.dv()) + " coordinates; the picture shows the first two and the hull there. The verdict is about all.");
}

}  // namespace

double hull_tolerance(const AttentionScene& s) { return s.rounding() + 1e-12 * core::largest_entry(s.result().V); }

void attention_frame(const AttentionScene& s, Frame& frame) {
  frame = Frame{};
  const std::size_t best = favourite(s);
  const double share = s.result().weights(s.row(), best);
  const std::string i = std::to_string(s.row() + 1), j = std::to_string(best + 1);
  const auto weights = s.result().weights.row(s.row());
  const bool alike = s.n() > 1 && share - *std::ranges::min_element(weights) <= s.rounding();
  const std::string looks = alike ? "looks at all alike (" : "looks most at " + j + " (";
  frame.headline = plural(s.n(), "token") + " · query " + i + " " + looks + percent(share) + ")";
  if (s.settings().show == "points") {
    attention_picture(s, frame.picture);
  } else {
    add_maps(s, frame);
  }
  frame.plots = {row_plot(s), cost_plot(s)};
  if (s.timings().size() > 1) frame.plots.push_back(time_plot(s));
  frame.tables = {row_table(s), cost_table(s)};
  frame.verdicts = judge(s);
  add_notes(s, frame);
  const bool points = s.settings().show == "points";
  frame.description = points ? "Discs are the values of " + plural(s.n(), "token") + ", diamonds of the same colour their outputs; the dotted line is the hull of the values. "
                                   "The lines to the chosen output are as wide as the weights. "
                             : "Two maps of " + plural(s.n(), "token") + ": scores and weights, a query a row, a key a column. ";
  frame.description += "Each output is a mean of all values, so none leaves their hull. Query " + i + " " + looks + percent(share) + " of its weight).";
}

}  // namespace lab::scenes
