// Curves and tables of "Softmax against hardmax".
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/elementary.h"
#include "scenes/curves.h"
#include "scenes/softmax_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr double kFloor = 1e-17;
constexpr double kApartFloor = 1e-10;
constexpr std::size_t kBetas = 49;  ///< of the curve over beta: 12 a decade
constexpr std::array<double, 7> kPrintedBetas{1, 3, 10, 30, 100, 300, 1000};

core::SoftmaxParams at_beta(const SoftmaxScene& scene, double beta) { return {scene.run().params().hardmax, beta}; }

double deviation_at(const SoftmaxScene& scene, const Matrix& Z, double beta) {
  return core::step_deviation(Z, at_beta(scene, beta), scene.rule());
}

Plot weights_plot(const SoftmaxScene& scene) {
  const auto i = static_cast<std::size_t>(scene.selected());
  Plot plot;
  plot.title = "Weights of token " + std::to_string(i + 1);
  plot.x_label = "token j";
  plot.y_label = "\u039B_ij";
  std::vector<double> w(scene.n());
  core::weight_row(scene.soft(), scene.run().params(), i, w);
  Series bars = curve("softmax, " + beta_text(scene.settings().beta), {Role::kSelection, -1, 0.85F});
  bars.stems = true;
  const auto members = core::attended_set(scene.soft(), scene.run().params().hardmax, i);
  Series limit = curve("1/q = 1/" + std::to_string(members.size()), {Role::kPrediction, -1, 1}, Stroke::kDashed);
  for (std::size_t j = 0; j < w.size(); ++j) {
    const auto x = static_cast<double>(j + 1);
    add(bars, x, w[j]);
    add(limit, x, 1.0 / static_cast<double>(members.size()));
  }
  plot.series = {std::move(bars), std::move(limit)};
  return plot;
}

Plot deviation_plot(const SoftmaxScene& scene) {
  Plot plot;
  plot.title = "One step against \u03B2";
  plot.x_label = "inverse temperature \u03B2";
  const bool all = scene.rule() == core::HardRule::kAllMaximizers;
  plot.y_label = std::string("max |softmax \u2212 ") + (all ? "hardmax" : "first maximizer") + "|, one step from layer " + std::to_string(scene.step());
  plot.log_x = plot.log_y = true;
  plot.y_floor = kFloor;
  const core::LeadingTerm term = core::leading_term(scene.soft(), scene.run().params().hardmax);
  Series measured = curve("measured", {Role::kToken, -1, 1});
  Series predicted = curve("c e^(\u2212\u03B2g), g = " + (std::isinf(term.gap) ? "\u221E" : rounded(term.gap, 3)), {Role::kPrediction, -1, 1}, Stroke::kDashed);
  for (std::size_t b = 0; b < kBetas; ++b) {
    const double beta = core::exp(std::log(10.0) * static_cast<double>(b) / 12.0);
    add(measured, beta, deviation_at(scene, scene.soft(), beta));
    const double leading = term.factor * core::exp(-beta * term.gap);
    if (leading > kFloor) add(predicted, beta, leading);
  }
  plot.series = {std::move(measured)};
  // The prediction is for the limit; the other rule has none.
  if (all) plot.series.push_back(std::move(predicted));
  const double beta = scene.settings().beta;
  if (beta >= 1 && !std::isinf(beta)) {
    Series now = curve("now", {Role::kSelection, -1, 1});
    add(now, beta, scene.now().deviation);
    plot.series.push_back(std::move(now));
  }
  return plot;
}

template <class Read>
Series over_layers(const SoftmaxScene& scene, Series s, Read read, std::size_t from = 0) {
  const std::size_t last = std::min(scene.run().computed(), scene.horizon());
  for (std::size_t k = from; k <= last; ++k) add(s, static_cast<double>(k), read(scene.run().layer(k)));
  return s;
}

Plot layer_plot(const SoftmaxScene& scene, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "layer k";
  plot.y_label = std::move(y_label);
  plot.cursor = static_cast<double>(scene.step());
  return plot;
}

Plot distance_plot(const SoftmaxScene& scene) {
  using Layer = SoftmaxRun::Layer;
  Plot plot = layer_plot(scene, "How far apart", "max_i |soft_i \u2212 hard_i|");
  plot.log_y = true;
  plot.y_floor = kApartFloor;
  // At layer 0 all of them are 0, which a logarithm cannot show.
  plot.series.push_back(over_layers(scene, curve(beta_text(scene.settings().beta), {Role::kSelection, -1, 1}), [](const Layer& l) { return l.distance; }, 1));
  for (std::size_t b = 0; b < SoftmaxRun::kOtherBetas.size(); ++b) {
    Series s = curve(rounded(SoftmaxRun::kOtherBetas[b], 4), {Role::kGroup, static_cast<std::int32_t>(b), 0.6F});
    plot.series.push_back(over_layers(scene, std::move(s), [b](const Layer& l) { return l.other[b]; }, 1));
  }
  return plot;
}

Plot entropy_plot(const SoftmaxScene& scene) {
  using Layer = SoftmaxRun::Layer;
  Plot plot = layer_plot(scene, "Entropy of the rows", "mean of H_i, nats");
  plot.series.push_back(over_layers(scene, curve("softmax", {Role::kSelection, -1, 1}), [](const Layer& l) { return l.entropy; }));
  plot.series.push_back(over_layers(scene, curve("mean log q", {Role::kPrediction, -1, 1}, Stroke::kDashed), [](const Layer& l) { return l.log_q; }));
  const double most = std::log(static_cast<double>(scene.n()));
  plot.series.push_back(over_layers(scene, curve("log n", {Role::kGuide, -1, 1}, Stroke::kDotted), [most](const Layer&) { return most; }));
  return plot;
}

/// As the notebook prints them: "0.300" and "1.3e-04".
std::string printed(double x, std::chars_format format, int digits) {
  std::array<char, 400> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, format, digits).ptr};
}

Table printed_table(const SoftmaxScene& scene) {
  Table table;
  table.title = "One step: max |softmax \u2212 " + std::string(scene.rule() == core::HardRule::kAllMaximizers ? "hardmax|" : "first maximizer|");
  table.columns = {"\u03B2", "from the start", "from layer " + std::to_string(scene.step())};
  const Matrix first = printed_deviations(scene, scene.run().soft(0)), now = printed_deviations(scene, scene.soft());
  for (std::size_t b = 0; b < first.rows; ++b) table.rows.push_back({{rounded(first(b, 0), 4)}, {rounded(first(b, 1), 12)}, {rounded(now(b, 1), 12)}});
  const bool all = scene.rule() == core::HardRule::kAllMaximizers;
  table.note = std::string(all ? "From the start, as in section 11: " : "From the start: ") + printed_line(scene) + ".";
  return table;
}

Table row_table(const SoftmaxScene& scene) {
  const core::SoftmaxParams& p = scene.run().params();
  const std::vector<double> gaps = core::row_gaps(scene.soft(), p.hardmax.A, p.hardmax.tie_rtol);
  Table table;
  table.title = "Rows at layer " + std::to_string(scene.step());
  table.columns = {"i", "C_i", "gap g_i", "weight on C_i", "apart"};
  std::vector<double> w(scene.n());
  for (std::size_t i = 0; i < scene.n(); ++i) {
    core::weight_row(scene.soft(), p, i, w);
    std::string members;
    double on = 0;
    for (const std::uint32_t j : core::attended_set(scene.soft(), p.hardmax, i)) {
      members += (members.empty() ? "" : ", ") + std::to_string(j + 1);
      on += w[j];
    }
    double apart = 0;
    for (std::size_t c = 0; c < scene.d(); ++c) apart += (scene.soft()(i, c) - scene.hard()(i, c)) * (scene.soft()(i, c) - scene.hard()(i, c));
    const bool least = i == scene.now().gap_row;
    table.rows.push_back({{std::to_string(i + 1)}, {members}, {std::isinf(gaps[i]) ? "\u221E" : rounded(gaps[i], 6), least ? Emphasis::kStrong : Emphasis::kNone},
                          {rounded(on, 6)}, {rounded(std::sqrt(apart), 4)}});
  }
  return table;
}

}  // namespace

Matrix printed_deviations(const SoftmaxScene& scene, const Matrix& Z) {
  Matrix out(kPrintedBetas.size(), 2);
  for (std::size_t b = 0; b < out.rows; ++b) {
    out(b, 0) = kPrintedBetas[b];
    out(b, 1) = deviation_at(scene, Z, kPrintedBetas[b]);
  }
  return out;
}

std::string printed_line(const SoftmaxScene& scene) {
  const core::StepComparison step = core::compare_step(scene.run().soft(0), at_beta(scene, 1000), scene.rule());
  const std::string gap = std::isinf(step.smallest_gap) ? "none" : printed(step.smallest_gap, std::chars_format::fixed, 3);
  return "smallest score gap " + gap + "; deviation at beta = 1000: " + printed(step.deviation, std::chars_format::scientific, 1);
}

void draw_softmax_plots(const SoftmaxScene& scene, Frame& frame) {
  if (scene.selected() >= 0) frame.plots.push_back(weights_plot(scene));
  frame.plots.push_back(distance_plot(scene));
  frame.plots.push_back(deviation_plot(scene));
  frame.plots.push_back(entropy_plot(scene));
}

void write_softmax_tables(const SoftmaxScene& scene, Frame& frame) {
  frame.tables.push_back(row_table(scene));
  frame.tables.push_back(printed_table(scene));
}

}  // namespace lab::scenes
