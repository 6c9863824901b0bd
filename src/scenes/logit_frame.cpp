// What the scene "Why 1/√d" shows. All numbers come from core/logit_scale.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/elementary.h"
#include "scenes/logit_scene.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::LogitPoint;
using core::LogitSide;

/// So many of the largest weights are shown.
constexpr std::size_t kShown = 16;
/// Standard errors. Generous, because the narrow widths are far from normal: with signs and d_a = 2
/// the error is a product of two normal ones, beyond 8 once in 7,000 seeds.
constexpr double kMostErrors = 8;
/// Entropy that counts as collapsed, as a share of log n, and a norm that counts as gone, as a share of the scaled one.
constexpr double kCollapsed = 0.15, kGone = 0.5;
/// Share of queries that get hardly any gradient; about 45 % do.
constexpr double kManyStarved = 0.1;
constexpr Ink kRaw{Role::kGroup, 0, 1}, kScaled{Role::kGroup, 1, 1}, kRawFaint{Role::kGroup, 0, 0.5F}, kDash{Role::kPrediction, -1, 1};

using Read = std::function<double(const LogitPoint&)>;

Series curve(const LogitScene& s, std::string label, Ink ink, const Read& read, Stroke stroke = Stroke::kSolid) {
  Series out{std::move(label), {}, {}, ink, stroke, false};
  for (std::size_t k = 0; k < kWidths; ++k) {
    out.x.push_back(static_cast<double>(s.point(k).d));
    out.y.push_back(read(s.point(k)));
  }
  return out;
}

Plot plot_of(const LogitScene& s, std::string title, std::string y_label, bool log_y) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "width d_a";
  plot.y_label = std::move(y_label);
  plot.log_x = true;
  plot.log_y = log_y;
  plot.here = static_cast<double>(s.point(s.step()).d);
  return plot;
}

double log_n(const LogitScene& s) { return core::log(static_cast<double>(s.n())); }

/// For a headline: what is nearly nothing needs no digits.
std::string short_text(double x) { return x < 0.001 ? "< 0.001" : rounded(x); }

Plot entropy_plot(const LogitScene& s) {
  Plot plot = plot_of(s, "Row entropy", "nats", false);
  plot.series = {curve(s, "divided", kScaled, [](const LogitPoint& p) { return p.scaled.entropy; }),
                 curve(s, "not divided", kRaw, [](const LogitPoint& p) { return p.raw.entropy; }),
                 curve(s, "log n", kDash, [&](const LogitPoint&) { return log_n(s); }, Stroke::kDashed),
                 curve(s, "expected", {Role::kPrediction, -1, 0.6F}, [&](const LogitPoint&) { return core::gaussian_row_entropy(s.n()); }, Stroke::kDashed)};
  return plot;
}

Plot jacobian_plot(const LogitScene& s) {
  Plot plot = plot_of(s, "Softmax Jacobian", "Frobenius norm", true);
  plot.y_floor = 1e-12;
  plot.series = {curve(s, "divided", kScaled, [](const LogitPoint& p) { return p.scaled.jacobian_median; }),
                 curve(s, "not divided", kRaw, [](const LogitPoint& p) { return p.raw.jacobian_median; }),
                 curve(s, "its mean", kRawFaint, [](const LogitPoint& p) { return p.raw.jacobian_mean; }, Stroke::kDotted)};
  return plot;
}

Plot deviation_plot(const LogitScene& s) {
  Plot plot = plot_of(s, "Size of the logits", "standard deviation", true);
  plot.series = {curve(s, "divided", kScaled, [](const LogitPoint& p) { return std::sqrt(p.variance / static_cast<double>(p.d)); }),
                 curve(s, "not divided", kRaw, [](const LogitPoint& p) { return std::sqrt(p.variance); }),
                 curve(s, "√d_a", kDash, [](const LogitPoint& p) { return std::sqrt(static_cast<double>(p.d)); }, Stroke::kDashed)};
  return plot;
}

Plot gradient_plot(const LogitScene& s) {
  Plot plot = plot_of(s, "Gradient at a query", "|∂L/∂Q_i|", true);
  plot.y_floor = 1e-12;
  plot.series = {curve(s, "divided", kScaled, [](const LogitPoint& p) { return p.scaled.gradient_median; }),
                 curve(s, "not divided", kRaw, [](const LogitPoint& p) { return p.raw.gradient_median; }),
                 curve(s, "its mean", kRawFaint, [](const LogitPoint& p) { return p.raw.gradient_mean; }, Stroke::kDotted)};
  return plot;
}

/// Keys from the largest weight on; the same with and without the divisor.
std::vector<std::size_t> falling(const std::vector<double>& weights) {
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  order.resize(std::min(order.size(), kShown));
  return order;
}

Bars bars_of(const LogitScene& s, bool scaled) {
  const std::vector<double> weights = s.weights(s.step(), scaled);
  Bars bars;
  for (const std::size_t j : falling(weights)) {
    bars.names.push_back(std::to_string(j + 1));
    bars.values.push_back(weights[j]);
  }
  bars.title = std::string(scaled ? "Divided" : "Not divided") + ", d_a = " + std::to_string(s.point(s.step()).d) + ": at most " + rounded(100 * bars.values[0]) + " %";
  bars.faint_zero = false;
  return bars;
}

HeatMap map_of(const LogitScene& s, bool scaled) {
  HeatMap map;
  map.title = scaled ? "Divided by √d_a" : "Not divided";
  map.rows = kWidths;
  map.columns = kShown;
  for (std::size_t k = 0; k < kWidths; ++k) {
    const std::vector<double> weights = s.weights(k, scaled);
    for (const std::size_t j : falling(weights)) map.values.push_back(static_cast<float>(weights[j]));
    map.row_names.push_back("d_a = " + std::to_string(s.point(k).d));
  }
  map.column_names = numbers(kShown);
  map.chosen = static_cast<std::int32_t>(s.step());
  map.handle = 0;
  map.note = "top d_a = 2, bottom 1024";
  return map;
}

Table entropy_table(const LogitScene& s) {
  Table table;
  table.title = "Logits and entropy";
  table.columns = {"d_a", "Var/d_a", "z", "H divided", "H not"};
  for (std::size_t k = 0; k < kWidths; ++k) {
    const LogitPoint& p = s.point(k);
    table.rows.push_back({{std::to_string(p.d), k == s.step() ? Emphasis::kStrong : Emphasis::kNone}, {rounded(p.variance / static_cast<double>(p.d), 4)},
                          {core::meets_hypothesis(s.draw()) ? rounded(p.z, 2) : "–"}, {rounded(p.scaled.entropy, 4)}, {rounded(p.raw.entropy, 4)}});
  }
  table.note = "z: deviation of the variance in standard errors. The notebook draws with torch, the lab as NumPy does: other numbers, the same statement.";
  return table;
}

Table gradient_table(const LogitScene& s) {
  Table table;
  table.title = "Jacobian and gradient of a row";
  table.columns = {"d_a", "|J| divided", "|J| not", "mean", "|∂Q| divided", "|∂Q| not", "mean"};
  for (std::size_t k = 0; k < kWidths; ++k) {
    const LogitSide &a = s.point(k).scaled, &b = s.point(k).raw;
    table.rows.push_back({{std::to_string(s.point(k).d), k == s.step() ? Emphasis::kStrong : Emphasis::kNone}, {rounded(a.jacobian_median, 3)},
                          {rounded(b.jacobian_median, 3)}, {rounded(b.jacobian_mean, 3), Emphasis::kFaint}, {rounded(a.gradient_median, 3)},
                          {rounded(b.gradient_median, 3)}, {rounded(b.gradient_mean, 3), Emphasis::kFaint}});
  }
  table.note = "Medians over rows; the means without the divisor are those of a few rows whose two largest logits nearly tie. L = Σ_i Σ_j α_ij u_j, u standard normal.";
  return table;
}

std::string hypothesis(const LogitScene& s) {
  std::string out = "Entries independent, mean 0, variance 1: ";
  if (s.draw() == core::LogitDraw::kEqual) return out + "not met, K = Q.";
  if (s.draw() == core::LogitDraw::kShifted) return out + "not met, the mean is 1.";
  return out + "met, as drawn.";
}

Finding finding(const LogitScene& s, bool holds) {
  if (!core::meets_hypothesis(s.draw())) return Finding::kDoesNotApply;
  return holds ? Finding::kHolds : Finding::kViolated;
}

Verdict judge_variance(const LogitScene& s) {
  double low = 1e300, high = 0, z = 0;
  for (std::size_t k = 0; k < kWidths; ++k) {
    const double ratio = s.point(k).variance / static_cast<double>(s.point(k).d);
    low = std::min(low, ratio);
    high = std::max(high, ratio);
    z = std::max(z, std::abs(s.point(k).z));
  }
  std::string measured = "Variance / d_a, which is the variance after dividing: " + rounded(low) + " to " + rounded(high) + " over the ten widths";
  measured += core::meets_hypothesis(s.draw()) ? "; at most " + rounded(z, 2) + " standard errors from 1." : ".";
  return {"Variance: Var⟨q, k⟩ = d_a, so ⟨q, k⟩/√d_a has variance 1", hypothesis(s), "Within eight standard errors, from " + counted(s.n() * s.n()) + " pairs.", measured,
          finding(s, z <= kMostErrors)};
}

Verdict judge_awake(const LogitScene& s) {
  const double expected = core::gaussian_row_entropy(s.n()), band = 1 / std::sqrt(static_cast<double>(s.n()));
  const double measured = s.point(kWidths - 1).scaled.entropy;
  return {"Awake: divided, the rows stay near log n − 1/2", hypothesis(s),
          "At d_a = 1024 within " + rounded(band, 2) + " of " + rounded(expected, 4) + ", the mean for normal logits (log n − 1/2 + (e + 1)/2n).",
          "Mean row entropy " + rounded(measured, 4) + "; log n = " + rounded(log_n(s), 4) + ".", finding(s, std::abs(measured - expected) <= band)};
}

Verdict judge_collapse(const LogitScene& s) {
  const LogitSide& raw = s.point(kWidths - 1).raw;
  return {"Collapse: not divided, a row looks at one key", hypothesis(s), "At d_a = 1024 an entropy below 15 % of log n, " + rounded(kCollapsed * log_n(s), 3) + ".",
          "Mean row entropy " + rounded(raw.entropy, 3) + "; largest weight " + rounded(100 * raw.largest_weight, 3) + " % on average.",
          finding(s, raw.entropy <= kCollapsed * log_n(s))};
}

Verdict judge_jacobian(const LogitScene& s) {
  const LogitSide &scaled = s.point(kWidths - 1).scaled, &raw = s.point(kWidths - 1).raw;
  return {"Jacobian: not divided, a typical row has hardly any", hypothesis(s), "At d_a = 1024 the median norm over rows is less than half of that with the divisor.",
          "Median " + rounded(raw.jacobian_median, 2) + " against " + rounded(scaled.jacobian_median, 2) + "; the mean, " + rounded(raw.jacobian_mean, 2) +
              ", comes from the few rows whose two largest logits nearly tie.",
          finding(s, raw.jacobian_median <= kGone * scaled.jacobian_median)};
}

Verdict judge_gradient(const LogitScene& s) {
  const LogitSide &scaled = s.point(kWidths - 1).scaled, &raw = s.point(kWidths - 1).raw;
  return {"Gradient: not divided, it misses many queries", hypothesis(s),
          "At d_a = 1024 at least a tenth of the queries get less than a hundredth of the typical |∂L/∂Q_i| with the divisor; with it none does.",
          rounded(100 * raw.starved, 2) + " % of the queries, and " + rounded(100 * scaled.starved, 2) + " % with the divisor.",
          finding(s, raw.starved >= kManyStarved && scaled.starved == 0)};
}

}  // namespace

void logit_frame(const LogitScene& s, Frame& frame) {
  frame = Frame{};
  const LogitPoint& now = s.point(s.step());
  const LogitSide &scaled = s.point(kWidths - 1).scaled, &raw = s.point(kWidths - 1).raw;
  frame.headline = "d_a = " + std::to_string(now.d) + " · entropy " + short_text(now.scaled.entropy) + " divided, " + short_text(now.raw.entropy) + " not · log n " + rounded(log_n(s));
  if (s.settings().show == "maps") frame.maps = {map_of(s, false), map_of(s, true)};
  else frame.bars = {bars_of(s, false), bars_of(s, true)};
  frame.plots = {entropy_plot(s), jacobian_plot(s), deviation_plot(s), gradient_plot(s)};
  frame.tables = {entropy_table(s), gradient_table(s)};
  frame.verdicts = {judge_variance(s), judge_awake(s), judge_collapse(s),
                    judge_jacobian(s), judge_gradient(s)};
  if (s.draw() == core::LogitDraw::kEqual)
    frame.notes.push_back("K = Q: the logit of a query with itself is |q|², about d_a, for which √d_a is too small a divisor. The rows collapse all the same.");
  if (s.draw() == core::LogitDraw::kShifted)
    frame.notes.push_back("With mean 1 the variance of a logit is 3 d_a: the divisor is too small by √3, and the logits are not about 0.");
  frame.description = "Random queries and keys at ten widths. The largest weights of query " + std::to_string(s.query() + 1) +
                      " are shown in falling order. Not divided, the logits grow like √d_a and the weight gathers on one key: at d_a = 1024 the mean row entropy is " + rounded(raw.entropy) +
                      ". Divided by √d_a it stays at " + rounded(scaled.entropy) + ", and log n is " + rounded(log_n(s)) + ".";
}

std::span<const Observable> LogitScene::observables() const {
  static const std::array<Observable, 13> list{{
      {"d", "width d_a", "", "Of the current step"},
      {"variance", "variance of the logits", "", "Over all pairs, not divided"},
      {"z", "standard errors", "", "Deviation of that variance from d_a; 0 where the hypothesis is not met"},
      {"entropy-scaled", "entropy, divided", "nats", "Mean row entropy"},
      {"entropy-raw", "entropy, not divided", "nats", "Mean row entropy"},
      {"jacobian-scaled", "Jacobian, divided", "", "Median Frobenius norm of the softmax Jacobian of a row"},
      {"jacobian-raw", "Jacobian, not divided", "", "The same for the logits as they are"},
      {"gradient-scaled", "gradient, divided", "", "Median norm of the gradient at a query"},
      {"gradient-raw", "gradient, not divided", "", "The same for the logits as they are"},
      {"starved", "queries without gradient", "", "Share that gets less than a hundredth of the typical gradient with the divisor, not divided"},
      {"expected-entropy", "expected entropy", "nats", "log n - 1/2 + (e + 1) / 2n: for independent normal logits of variance 1"},
      {"table-scaled", "all widths, divided", "", "One width a row: d, variance, entropy, Jacobian mean and median, gradient mean and median, largest weight"},
      {"table-raw", "all widths, not divided", "", "The same for the logits as they are"},
  }};
  return list;
}

Value LogitScene::observe(std::size_t observable) const {
  const LogitPoint& p = point(k_);
  const std::array<double, 9> numbers{p.variance, p.z, p.scaled.entropy, p.raw.entropy, p.scaled.jacobian_median, p.raw.jacobian_median, p.scaled.gradient_median, p.raw.gradient_median,
                                      p.raw.starved};
  if (observable == 0) return static_cast<std::int64_t>(p.d);
  if (observable <= numbers.size()) return numbers[observable - 1];
  if (observable == 10) return core::gaussian_row_entropy(n());
  core::Matrix out(kWidths, 8);
  for (std::size_t k = 0; k < kWidths; ++k) {
    out(k, 0) = static_cast<double>(point(k).d);
    const core::Matrix both = state(k);
    std::ranges::copy(both.row(observable == 11 ? 1 : 0), out.row(k).begin() + 1);
  }
  return out;
}

}  // namespace lab::scenes
