// Plots, tables and observables of the scene "Heads".
#include <algorithm>

#include "scenes/heads_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kFloor = 1e-24;  ///< singular values that are exactly 0

double number(std::uint64_t x) { return static_cast<double>(x); }

Series singular_series(std::string label, const std::vector<double>& singular, Ink ink) {
  Series out{std::move(label), {}, singular, ink, Stroke::kSolid, false};
  for (std::size_t i = 0; i < singular.size(); ++i) out.x.push_back(number(i + 1));
  return out;
}

Plot singular_plot(const HeadsScene& s) {
  Plot plot;
  plot.title = "Singular values";
  plot.x_label = "number";
  plot.y_label = "singular value";
  plot.log_y = true;
  plot.y_floor = kFloor;
  const auto ink = [](std::size_t m, float strength) { return Ink{Role::kGroup, static_cast<std::int32_t>(m), strength}; };
  plot.series.push_back(singular_series("head " + std::to_string(s.chosen() + 1), s.form(s.chosen()).singular, ink(s.chosen(), 1)));
  plot.series.push_back(singular_series("one wide head", s.full().singular, {Role::kToken, -1, 1}));
  const double threshold = core::rank_threshold(s.full().matrix, s.full().singular);
  plot.series.push_back({"rank threshold", {1, number(s.width())}, {threshold, threshold}, {Role::kGuide, -1, 1}, Stroke::kDotted, false});
  for (std::size_t m = 0; m < s.heads(); ++m)
    if (m != s.chosen()) plot.series.push_back(singular_series("head " + std::to_string(m + 1), s.form(m).singular, ink(m, 0.45F)));
  return plot;
}

Plot cost_plot(const HeadsScene& s) {
  Plot plot;
  plot.title = "Cost of h heads";
  plot.x_label = "heads h";
  plot.y_label = "numbers";
  plot.log_x = plot.log_y = true;
  plot.here = number(s.heads());
  Series maps{"maps h n²", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series parameters{"parameters", {}, {}, {Role::kGroup, 1, 1}, Stroke::kSolid, false};
  Series products{"multiplications", {}, {}, {Role::kGroup, 2, 1}, Stroke::kSolid, false};
  for (const std::size_t h : core::divisors(s.width())) {
    const core::HeadCost cost = core::head_cost(s.n(), s.width(), h);
    for (Series* each : {&maps, &parameters, &products}) each->x.push_back(number(h));
    maps.y.push_back(number(cost.maps));
    parameters.y.push_back(number(cost.parameters));
    products.y.push_back(number(cost.attention));
  }
  plot.series = {std::move(maps), std::move(parameters), std::move(products)};
  return plot;
}

Plot distance_plot(const HeadsScene& s) {
  Plot plot;
  plot.title = "Wide form against the nearest of rank r";
  plot.x_label = "rank r";
  plot.y_label = "distance";
  Series measured{"measured", {}, s.distances(), {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series predicted{"√(σ² + … )", {}, {}, {Role::kPrediction, -1, 1}, Stroke::kDashed, false};
  for (std::size_t r = 0; r < s.distances().size(); ++r) {
    measured.x.push_back(number(r));
    predicted.x.push_back(number(r));
    predicted.y.push_back(s.predicted(r));
  }
  plot.series = {std::move(measured), std::move(predicted)};
  return plot;
}

Table cost_table(const HeadsScene& s) {
  Table table;
  table.title = "What h heads cost";
  table.columns = {"h", "d_a", "rank at most", "parameters", "projections", "attention", "maps", "exponentials"};
  for (const std::size_t h : core::divisors(s.width())) {
    const core::HeadCost cost = core::head_cost(s.n(), s.width(), h);
    const Emphasis strong = h == s.heads() ? Emphasis::kStrong : Emphasis::kNone;
    table.rows.push_back({{std::to_string(h), strong}, {std::to_string(s.width() / h)}, {std::to_string(s.width() / h)}, {counted(cost.parameters)},
                          {counted(cost.projections)}, {counted(cost.attention)}, {counted(cost.maps), strong},
                          {counted(cost.exponentials), strong}});
  }
  table.note = "Parameters 4 d_m² without biases (the notebook's code adds 4 d_m of them); multiplications 4 n d_m² and 2 n² d_m; numbers in maps h n², and as many exponentials.";
  return table;
}

Table head_table(const HeadsScene& s) {
  Table table;
  table.title = "Heads";
  table.columns = {"head", "rank", "row entropy", "to the wide form", "σ_1", "σ_2", "σ_3", "σ_4"};
  const auto row = [&](std::string name, const HeadsScene::Form& f, bool strong) {
    std::vector<Cell> cells{{std::move(name), strong ? Emphasis::kStrong : Emphasis::kNone}, {std::to_string(f.rank)}, {rounded(f.entropy, 3)}, {rounded(f.distance, 4)}};
    for (std::size_t i = 0; i < 4; ++i) cells.push_back({rounded(f.singular[i], 3), i < f.rank ? Emphasis::kNone : Emphasis::kFaint});
    table.rows.push_back(std::move(cells));
  };
  for (std::size_t m = 0; m < s.heads(); ++m) row(std::to_string(m + 1), s.form(m), m == s.chosen());
  row("wide", s.full(), false);
  table.note = "Distances in the Frobenius norm; entropies in nats, mean of the rows.";
  return table;
}

}  // namespace

std::vector<Plot> heads_plots(const HeadsScene& s) { return {singular_plot(s), cost_plot(s), distance_plot(s)}; }
std::vector<Table> heads_tables(const HeadsScene& s) { return {cost_table(s), head_table(s)}; }

std::span<const Observable> HeadsScene::observables() const {
  static const std::vector<Observable> list = {
      {"ranks", "Ranks", "", "Of the bilinear form of each head"},
      {"full-rank", "Rank of one wide head", "", "Of W_Q W_K^T"},
      {"sum-gap", "Concatenation against sum", "", "Largest difference over the largest entry of the output"},
      {"form-gap", "Sum of the forms against the wide one", "", "Largest difference over the largest entry"},
      {"distance", "Distance to rank d_m / h", "", "Of the wide form, Frobenius norm, measured"},
      {"distance-predicted", "The same from the singular values", "", "Root of the sum of the squares of the rest"},
      {"distances", "Distances of the heads", "", "Of each head's form to the wide one, Frobenius norm"},
      {"parameters", "Parameters", "", "4 d_m², without biases"},
      {"attention", "Multiplications of attention", "", "2 n² d_m"},
      {"maps", "Numbers in maps", "", "h n²"},
      {"singular", "Singular values", "", "One row a head, the wide head last"},
      {"output", "Output", "", "[H_1 | … | H_h] W_O, n x d_m"},
      {"exponentials", "Exponentials", "", "Of the scores, h n²"},
  };
  return list;
}

Value HeadsScene::observe(std::size_t observable) const {
  const core::HeadCost cost = core::head_cost(n(), width(), heads());
  switch (observable) {
    case 1: return static_cast<std::int64_t>(full_.rank);
    case 2: return sum_gap_;
    case 3: return form_gap_;
    case 4: return distances_[input_.head_width()];
    case 5: return predicted(input_.head_width());
    case 7: return static_cast<std::int64_t>(cost.parameters);
    case 8: return static_cast<std::int64_t>(cost.attention);
    case 9: return static_cast<std::int64_t>(cost.maps);
    case 11: return output_;
    case 12: return static_cast<std::int64_t>(cost.exponentials);
    default: break;
  }
  const bool all = observable == 10;
  core::Matrix out(all ? heads() + 1 : 1, all ? width() : heads());
  for (std::size_t m = 0; m < heads(); ++m) {
    if (all) std::ranges::copy(forms_[m].singular, out.row(m).begin());
    else out(0, m) = observable == 0 ? static_cast<double>(forms_[m].rank) : forms_[m].distance;
  }
  if (all) std::ranges::copy(full_.singular, out.row(heads()).begin());
  return out;
}

}  // namespace lab::scenes
