// What the scene "Inside" shows. All numbers come from InsideScene.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/cosines.h"
#include "core/elementary.h"
#include "scenes/inside_scene.h"
#include "scenes/projection.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

std::string letter(const InsideScene& s, std::size_t i) { return cell_letter(s.model()->vocabulary.name(s.tokens()[i])); }

// --- maps -------------------------------------------------------------------

void add_strip(const InsideScene& s, Frame& frame) {
  Strip strip;
  strip.title = "The text";
  const InsideScene::Layer& now = s.layer(s.step());
  const std::size_t n = s.tokens().size(), heads = s.heads();
  for (std::size_t i = 0; i < n; ++i) {
    Glyph g;
    g.text = letter(s, i);
    g.handle = static_cast<std::int32_t>(i);
    if (!now.maps.empty()) {
      double sum = 0;
      for (std::size_t h = 0; h < heads; ++h) sum += static_cast<double>(now.maps[(h * n + s.chosen()) * n + i]);
      g.shade = static_cast<float>(sum / static_cast<double>(heads));
    }
    strip.glyphs.push_back(std::move(g));
  }
  strip.chosen = static_cast<std::int32_t>(s.chosen());
  strip.note = now.maps.empty() ? "Before the first block nobody attends: play, or go on one step."
                                : "Shades: what the framed letter attends to, mean of the heads. Click another letter, or a row of a map.";
  frame.strips.push_back(std::move(strip));
}

void add_maps(const InsideScene& s, Frame& frame) {
  const InsideScene::Layer& now = s.layer(s.step());
  const std::size_t n = s.tokens().size();
  if (now.maps.empty()) return;
  const std::size_t block = (s.step() - 1) % s.blocks() + 1;
  for (std::size_t h = 0; h < s.heads(); ++h) {
    HeatMap map;
    const auto rows = std::span(now.entropies).subspan(h * n, n);
    double mean = 0;
    for (const double e : rows) mean += e / static_cast<double>(n);
    map.title = "Block " + std::to_string(block) + ", head " + std::to_string(h + 1);
    map.note = "row entropy " + rounded(mean, 3) + " of " + rounded(core::log(static_cast<double>(n)), 3) + " nats";
    map.rows = map.columns = n;
    map.values.assign(now.maps.begin() + static_cast<std::ptrdiff_t>(h * n * n), now.maps.begin() + static_cast<std::ptrdiff_t>((h + 1) * n * n));
    map.high = *std::ranges::max_element(map.values);
    for (std::size_t i = 0; i < n; ++i) map.row_names.push_back(letter(s, i));
    map.column_names = map.row_names;
    map.chosen = static_cast<std::int32_t>(s.chosen());
    map.handle = 0;
    frame.maps.push_back(std::move(map));
  }
}

// --- the stream as particles ------------------------------------------------

/// Axes from the first pass: one space for all steps.
Projection axes(const InsideScene& s) {
  core::Matrix all(0, s.layer(0).stream.cols);
  for (std::size_t k = 0; k <= s.blocks(); ++k) {
    const core::Matrix shown = s.shown(k);
    all.data.insert(all.data.end(), shown.data.begin(), shown.data.end());
    all.rows += shown.rows;
  }
  return {all, true};
}

Point place(const InsideScene& s, const Projection& axes, std::span<const double> z) {
  Point p = axes(z);
  if (s.settings().flat) p[2] = 0;
  return p;
}

void add_trails(const InsideScene& s, const Projection& to, Picture& picture) {
  if (!s.settings().trails || s.step() == 0) return;
  Polylines lines;
  lines.width = 0.7F;
  std::vector<core::Matrix> path;
  for (std::size_t k = 0; k <= s.step(); ++k) path.push_back(s.shown(k));
  for (std::size_t i = 0; i < s.tokens().size(); ++i) {
    lines.start({i == s.chosen() ? Role::kSelection : Role::kToken, -1, i == s.chosen() ? 1.0F : 0.3F});
    for (const core::Matrix& m : path) lines.points.push_back(place(s, to, m.row(i)));
  }
  picture.polylines.push_back(std::move(lines));
}

/// Equal letters have equal colours: the positions alone tell them apart.
std::map<model::Token, std::int32_t> letter_groups(const InsideScene& s) {
  std::map<model::Token, int> counts;
  for (const model::Token t : s.tokens()) ++counts[t];
  std::vector<std::pair<int, model::Token>> order;
  for (const auto& [t, count] : counts) order.emplace_back(-count, t);
  std::ranges::sort(order);
  std::map<model::Token, std::int32_t> out;
  for (std::size_t i = 0; i < order.size(); ++i) out[order[i].second] = static_cast<std::int32_t>(i);
  return out;
}

void add_tokens(const InsideScene& s, Frame& frame) {
  Picture& picture = frame.picture;
  const Projection to = axes(s);
  picture.dimension = s.settings().flat ? 2 : 3;
  picture.axis_names = {"first axis", "second", "third"};
  add_trails(s, to, picture);
  const core::Matrix now = s.shown(s.step());
  const auto groups = letter_groups(s);
  for (std::size_t i = 0; i < now.rows; ++i) {
    const Point p = place(s, to, now.row(i));
    picture.marks.push_back({p, Shape::kDisc, {Role::kGroup, groups.at(s.tokens()[i]), 1}, 0.8F, static_cast<std::int32_t>(i)});
    picture.labels.push_back({p, letter(s, i), {Role::kText, -1, 1}});
  }
  // The box of all states so far, so that the view stands still within a pass.
  Point low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (std::size_t k = 0; k <= std::max(s.step(), s.blocks()); ++k) {
    const core::Matrix shown = s.shown(k);
    for (std::size_t i = 0; i < shown.rows; ++i) {
      const Point p = place(s, to, shown.row(i));
      for (std::size_t c = 0; c < 3; ++c) {
        low[c] = std::min(low[c], p[c]);
        high[c] = std::max(high[c], p[c]);
      }
    }
  }
  picture.low = low;
  picture.high = high;
}

// --- plots and tables -------------------------------------------------------

Plot histogram_plot(const InsideScene& s) {
  Plot plot;
  plot.title = "Cosines of all pairs behind block " + std::to_string(s.step());
  plot.x_label = "cosine";
  plot.y_label = "density";
  const core::Histogram h = core::cosine_histogram(core::pairwise_cosines(s.shown(s.step())));
  Series bars{"density", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, true};
  for (std::size_t i = 0; i < h.density.size(); ++i) {
    bars.x.push_back(h.low + h.width * static_cast<double>(i));
    bars.y.push_back(h.density[i]);
  }
  bars.x.push_back(1);
  bars.y.push_back(0);
  plot.series.push_back(std::move(bars));
  return plot;
}

Plot clustering_plot(const InsideScene& s) {
  Plot plot;
  plot.title = "Coming together";
  plot.x_label = "blocks applied";
  plot.y_label = "cosine, share";
  Series mean{"mean cosine", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series together{"share above 0.99", {}, {}, {Role::kGroup, 1, 1}, Stroke::kDashed, false};
  for (std::size_t k = 0; k < s.computed() && k <= s.horizon(); ++k) {
    mean.x.push_back(static_cast<double>(k));
    mean.y.push_back(s.layer(k).mean_cosine);
    together.x.push_back(static_cast<double>(k));
    together.y.push_back(s.layer(k).together);
  }
  plot.series = {std::move(mean), std::move(together)};
  plot.cursor = static_cast<double>(s.step());
  return plot;
}

Table entropy_table(const InsideScene& s) {
  Table table;
  table.title = "Row entropies of the attention, nats";
  table.columns = {"token", "letter"};
  const InsideScene::Layer& now = s.layer(s.step());
  const std::size_t n = s.tokens().size();
  for (std::size_t h = 0; h < s.heads(); ++h) table.columns.push_back("head " + std::to_string(h + 1));
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Cell> row{{std::to_string(i + 1)}, {letter(s, i), i == s.chosen() ? Emphasis::kStrong : Emphasis::kNone}};
    for (std::size_t h = 0; h < s.heads(); ++h)
      row.push_back({now.entropies.empty() ? "–" : rounded(now.entropies[h * n + i], 3)});
    table.rows.push_back(std::move(row));
  }
  table.note = "A row spread evenly over all has log n = " + rounded(core::log(static_cast<double>(n)), 4) + ".";
  return table;
}

Verdict judge_entropy(const InsideScene& s) {
  Verdict v;
  v.claim = "No row of attention is more spread out than log n";
  v.hypothesis = "Rows of weights that sum to 1: met.";
  const InsideScene::Layer& now = s.layer(s.step());
  const double bound = core::log(static_cast<double>(s.tokens().size()));
  v.prediction = "Entropies between 0 and " + rounded(bound, 4) + " nats.";
  if (now.entropies.empty()) {
    v.measured = "No attention before the first block.";
    return v;
  }
  const auto [low, high] = std::ranges::minmax(now.entropies);
  v.measured = "From " + rounded(low, 3) + " to " + rounded(high, 3) + " in this block.";
  v.finding = low >= -1e-6 && high <= bound + 1e-5 ? Finding::kHolds : Finding::kViolated;
  return v;
}

Verdict judge_clustering(const InsideScene& s) {
  Verdict v;
  v.claim = "Applied again and again, the blocks draw the tokens together";
  v.hypothesis = "Stated for ALBERT, whose blocks share their weights; here " +
                 std::string(s.model()->weights.config.shared ? "the weights are shared." : "the whole stack is repeated, which nothing was trained for.");
  v.prediction = "The mean cosine grows from the first block to the last applied.";
  if (s.step() < 2) {
    v.measured = "Asks for two blocks at least.";
    return v;
  }
  const double first = s.layer(1).mean_cosine, last = s.layer(s.step()).mean_cosine;
  v.measured = "Mean cosine " + rounded(first, 3) + " behind block 1, " + rounded(last, 3) + " behind block " + std::to_string(s.step()) +
               "; " + rounded(100 * s.layer(s.step()).together, 3) + " % of the pairs above 0.99.";
  v.finding = last > first ? Finding::kHolds : Finding::kViolated;
  return v;
}

}  // namespace

void inside_frame(const InsideScene& s, Frame& frame) {
  frame = Frame{};
  if (!s.ready()) {
    waiting_frame(s.waiting(), frame);
    return;
  }
  add_remark(*s.model(), frame);
  frame.headline = "behind block " + std::to_string(s.step()) + " of " + std::to_string(s.horizon()) + " · " + plural(s.tokens().size(), "token");
  if (s.settings().show == "tokens") add_tokens(s, frame);
  else add_strip(s, frame), add_maps(s, frame);
  frame.plots = {histogram_plot(s), clustering_plot(s)};
  frame.tables.push_back(entropy_table(s));
  frame.verdicts = {judge_entropy(s), judge_clustering(s)};
  if (s.step() > s.blocks())
    frame.notes.push_back("Beyond block " + std::to_string(s.blocks()) + " the model does what it was never trained for.");
  const InsideScene::Layer& now = s.layer(s.step());
  frame.description = "Behind " + plural(s.step(), "block") + " the mean cosine of two tokens is " + rounded(now.mean_cosine, 3) + "; " +
                      rounded(100 * now.together, 3) + " % of the pairs point the same way (above 0.99).";
}

std::span<const Observable> InsideScene::observables() const {
  static const std::vector<Observable> list = {
      {"mean-cosine", "Mean cosine", "", "Of all pairs of tokens in the residual stream"},
      {"together", "Share of pairs above 0.99", "", "Pairs that point the same way"},
      {"entropies", "Row entropies", "nats", "One row a head, one column a token"},
      {"attention", "Attention of the chosen token", "", "One row a head, one column a token"},
  };
  return list;
}

Value InsideScene::observe(std::size_t observable) const {
  if (!ready()) return std::string();
  const Layer& now = layers_[k_];
  if (observable == 0) return now.mean_cosine;
  if (observable == 1) return now.together;
  const std::size_t n = tokens_.size();
  core::Matrix m(now.maps.empty() ? 0 : heads(), n);
  for (std::size_t h = 0; h < m.rows; ++h)
    for (std::size_t i = 0; i < n; ++i)
      m(h, i) = observable == 2 ? now.entropies[h * n + i] : static_cast<double>(now.maps[(h * n + chosen()) * n + i]);
  return m;
}

}  // namespace lab::scenes
