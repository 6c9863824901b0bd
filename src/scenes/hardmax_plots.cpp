// Curves over the layers, and the tables of the hardmax lab.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "scenes/hardmax_frame.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using Layer = HardmaxRun::Layer;

// At layer 0 the axes already span the layers that one mostly looks at.
constexpr std::size_t kShortestAxis = 40;
constexpr double kResidualFloor = 1e-18;

std::size_t axis_end(const HardmaxScene& scene) {
  return std::max(scene.run().computed(), std::min(kShortestAxis, scene.horizon()));
}

template <class Read>
Series over_layers(const HardmaxScene& scene, std::string label, std::size_t first, Read read) {
  Series s;
  s.label = std::move(label);
  const std::size_t last = scene.run().computed(), stride = last / kSeriesPoints + 1;
  for (std::size_t k = first; k <= last; k += k + stride > last && k < last ? last - k : stride) {
    s.x.push_back(static_cast<double>(k));
    s.y.push_back(read(scene.run().layer(k)));
  }
  return s;
}

// c (1 + alpha)^-k through the first residual: for tokens that follow a leader
// from the start both curves are one.
Series predicted_rate(const HardmaxScene& scene) {
  const HardmaxRun& run = scene.run();
  const double q = 1 / (1 + scene.settings().alpha);
  const double first = run.computed() > 0 ? run.layer(1).residual : 0;
  Series s;
  s.label = "c (1 + \u03B1)^\u2212k";
  s.ink = {Role::kPrediction, -1, 1.0F};
  s.stroke = Stroke::kDashed;
  const std::size_t end = axis_end(scene), stride = end / kSeriesPoints + 1;
  for (std::size_t k = 1; k <= end; k += stride) {
    const double decay = std::pow(q, static_cast<double>(k));
    const double y = first > 0 ? first * (decay / q) : 0.5 * decay;
    if (y < kResidualFloor) break;
    s.x.push_back(static_cast<double>(k));
    s.y.push_back(y);
  }
  return s;
}

Plot residual_plot(const HardmaxScene& scene) {
  Plot plot;
  plot.title = "Residual";
  plot.x_label = "layer k";
  plot.y_label = "max |z^k \u2212 z^(k\u22121)|";
  plot.log_y = true;
  plot.y_floor = kResidualFloor;
  plot.cursor = static_cast<double>(scene.step());
  plot.series.push_back(over_layers(scene, "residual", 1, [](const Layer& l) { return l.residual; }));
  plot.series.push_back(predicted_rate(scene));
  return plot;
}

Plot count_plot(const HardmaxScene& scene) {
  Plot plot;
  plot.title = "Clusters and strict leaders";
  plot.x_label = "layer k";
  plot.y_label = "count";
  plot.cursor = static_cast<double>(scene.step());
  if (scene.n() <= HardmaxRun::kClusterTokens)
    plot.series.push_back(
        over_layers(scene, "clusters (1e-6)", 0, [](const Layer& l) { return static_cast<double>(l.clusters); }));
  Series strict = over_layers(scene, "strict leaders", 0, [](const Layer& l) { return static_cast<double>(l.strict); });
  strict.ink = {Role::kLimit, -1, 1.0F};
  plot.series.push_back(std::move(strict));
  for (Series& s : plot.series) s.steps = true;
  return plot;
}

std::string fixed(double x) {
  if (std::abs(x) >= 1e5 || (x != 0 && std::abs(x) < 1e-4)) return rounded(x, 4);
  std::array<char, 40> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::fixed, 4).ptr};
}

std::string set_text(std::span<const std::uint32_t> members, std::size_t n) {
  if (members.size() == n && n > 3) return "all";
  std::string out;
  for (std::size_t m = 0; m < std::min<std::size_t>(members.size(), 6); ++m)
    out += (m > 0 ? ", " : "") + std::to_string(members[m] + 1);
  return members.size() > 6 ? out + ", \u2026 (" + counted(members.size()) + ")" : out;
}

std::vector<Cell> token_cells(const HardmaxScene& scene, std::size_t i, std::span<const std::uint32_t> members) {
  const bool leads = scene.run().led_since(i) <= scene.step();
  const auto end = scene.run().destination(i, scene.step());
  const Emphasis ties = members.size() > 1 ? Emphasis::kTie : Emphasis::kNone;
  return {{std::to_string(i + 1) + (leads ? " \u2605" : ""), leads ? Emphasis::kStrong : Emphasis::kNone},
          {set_text(members, scene.n()), ties},
          {leads ? "leads" : end ? std::to_string(*end + 1) : "\u2013", Emphasis::kNone},
          {scene.has_norm() ? fixed(core::a_norm(scene.tokens().row(i), scene.settings().a)) : "\u2013", Emphasis::kNone}};
}

Cell score_cell(double score, bool attended, bool tie) {
  return {fixed(score), !attended ? Emphasis::kNone : tie ? Emphasis::kTie : Emphasis::kStrong};
}

// One row a token; with few tokens the whole matrix of scores.
Table token_table(const HardmaxScene& scene) {
  const bool whole = scene.n() <= kScoreTokens;
  const std::size_t rows = whole ? scene.n() : std::min(scene.n(), kTableRows);
  Table table;
  table.title = whole ? "Scores \u27E8A z_i, z_j\u27E9" : "Tokens";
  table.columns = {"i", "C_i", "follows", "\u2016z_i\u2016_A"};
  for (std::size_t j = 0; whole && j < scene.n(); ++j) table.columns.push_back("j = " + std::to_string(j + 1));
  std::vector<double> scores(scene.n());
  for (std::size_t i = 0; i < rows; ++i) {
    const auto members = core::attended_set(scene.tokens(), scene.run().params(), i);
    auto cells = token_cells(scene, i, members);
    if (whole) core::score_row(scene.tokens(), scene.settings().a, i, scores);
    for (std::size_t j = 0; whole && j < scene.n(); ++j)
      cells.push_back(score_cell(scores[j], std::ranges::binary_search(members, j), members.size() > 1));
    table.rows.push_back(std::move(cells));
  }
  if (rows < scene.n()) table.note = "first " + counted(rows) + " of " + counted(scene.n()) + " rows";
  return table;
}

// With many tokens the selected one's scores, the largest first.
Table score_table(const HardmaxScene& scene, std::size_t i) {
  std::vector<double> scores(scene.n());
  core::score_row(scene.tokens(), scene.settings().a, i, scores);
  std::vector<std::uint32_t> order(scene.n());
  for (std::uint32_t j = 0; j < order.size(); ++j) order[j] = j;
  const std::size_t rows = std::min(scene.n(), kTableRows);
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(rows),
                            [&](std::uint32_t a, std::uint32_t b) {
                              return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                            });
  const auto members = core::attended_set(scene.tokens(), scene.run().params(), i);
  Table table;
  table.title = "Scores of token " + std::to_string(i + 1);
  table.columns = {"j", "\u27E8A z_i, z_j\u27E9"};
  for (std::size_t r = 0; r < rows; ++r) {
    const std::uint32_t j = order[r];
    const Cell score = score_cell(scores[j], std::ranges::binary_search(members, j), members.size() > 1);
    table.rows.push_back({{std::to_string(j + 1), Emphasis::kNone}, score});
  }
  if (rows < scene.n()) table.note = "largest " + counted(rows) + " of " + counted(scene.n()) + " scores";
  return table;
}

}  // namespace

void draw_plots(const HardmaxScene& scene, std::vector<Plot>& plots) {
  plots.push_back(residual_plot(scene));
  plots.push_back(count_plot(scene));
}

void write_tables(const HardmaxScene& scene, std::vector<Table>& tables) {
  tables.push_back(token_table(scene));
  if (scene.n() > kScoreTokens && scene.selected() >= 0)
    tables.push_back(score_table(scene, static_cast<std::size_t>(scene.selected())));
}

}  // namespace lab::scenes
