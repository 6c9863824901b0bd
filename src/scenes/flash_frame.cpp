// What the scene "FlashAttention idea" shows. All numbers come from FlashScene.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scenes/flash_scene.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

/// A gap that is rounding, relative to the largest |v| (or to the sum itself).
constexpr double kRounding = 1e-12;
constexpr double kFloor = 1e-17;
constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();

/// "rows 5 to 8".
std::string span_words(std::string_view noun, std::size_t from, std::size_t to) {
  return std::string(noun) + (to - from == 1 ? " " : "s ") + std::to_string(from + 1) +
         (to - from == 1 ? std::string() : " to " + std::to_string(to));
}

// --- maps ---------------------------------------------------------------------

HeatMap empty_map(std::size_t rows, std::size_t columns, std::string title) {
  HeatMap map;
  map.title = std::move(title);
  map.rows = rows;
  map.columns = columns;
  map.values.assign(rows * columns, kUndefined);
  if (rows <= 32) {
    map.row_names = numbers(rows);
    map.column_names = numbers(columns);
  }
  return map;
}

HeatMap plain_map(const FlashScene& s) {
  HeatMap map = empty_map(s.n(), s.n(), "Plain: " + counted(s.n() * s.n()) + " numbers");
  map.note = "all weights are kept";
  for (std::size_t i = 0; i < map.values.size(); ++i) map.values[i] = static_cast<float>(s.plain().weights.data[i]);
  map.high = *std::ranges::max_element(map.values);
  return map;
}

HeatMap tile_map(const FlashScene& s) {
  const auto now = s.step() > 0 ? s.weights().data.size() : 0;
  HeatMap map = empty_map(s.n(), s.n(), "Tiled: " + counted(now) + " numbers");
  map.note = s.step() > 0 ? "only this tile is kept" : "no tile yet: press play";
  for (std::size_t t = 0; t + 1 < s.step(); ++t) {
    const core::Tile& done = s.tiles()[t];
    for (std::size_t i = done.row; i < done.row_end; ++i)
      for (std::size_t j = done.column; j < done.column_end; ++j) map.values[i * s.n() + j] = 0;
  }
  if (s.step() == 0) return map;
  const core::Tile& tile = s.tile();
  for (std::size_t i = 0; i < s.weights().rows; ++i)
    for (std::size_t j = 0; j < s.weights().cols; ++j)
      map.values[(tile.row + i) * s.n() + tile.column + j] = static_cast<float>(s.weights()(i, j));
  return map;
}

HeatMap output_map(const FlashScene& s) {
  HeatMap map = empty_map(s.n(), s.d(), "Output so far");
  map.note = "o / l; minus: below 0";
  float most = 0;
  for (const double x : s.plain().output.data) most = std::max(most, static_cast<float>(std::abs(x)));
  map.low = -most;
  map.high = most;
  if (s.step() == 0) return map;
  const core::Matrix so_far = s.state(s.step());
  for (std::size_t i = 0; i < s.tile().row_end * s.d(); ++i) map.values[i] = static_cast<float>(so_far.data[i]);
  return map;
}

/// Level with the rows of the matrices: how far m and l have come.
HeatMap running_map(const FlashScene& s) {
  HeatMap map = empty_map(s.n(), 2, "m and l so far");
  map.column_names = {"m", "l"};
  map.note = "part of their end values";
  if (s.step() == 0) return map;
  for (std::size_t i = 0; i < 2 * s.tile().row; ++i) map.values[i] = 1;
  for (std::size_t r = 0; r < s.rows().l.size(); ++r) {
    const std::size_t at = 2 * (s.tile().row + r);
    map.values[at] = static_cast<float>(s.peak(r));
    map.values[at + 1] = static_cast<float>(s.share(r));
  }
  return map;
}

// --- plots --------------------------------------------------------------------

Plot gap_plot(const FlashScene& s) {
  Plot plot;
  plot.title = "Running output against the final one";
  plot.x_label = "tiles";
  plot.y_label = "largest difference / largest |v|";
  plot.log_y = true;
  plot.y_floor = kFloor;
  plot.cursor = static_cast<double>(s.step());
  Series gap{"rows of the block", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  for (std::size_t t = 0; t < s.gaps().size(); ++t) {
    gap.x.push_back(static_cast<double>(t + 1));
    gap.y.push_back(s.gaps()[t]);
  }
  plot.series.push_back(std::move(gap));
  return plot;
}

Plot memory_plot(const FlashScene& s) {
  Plot plot;
  plot.title = "Numbers in memory against n";
  plot.x_label = "tokens n";
  plot.y_label = "numbers";
  plot.log_x = plot.log_y = true;
  Series plain{"plain, n²", {}, {}, {Role::kGroup, 1, 1}, Stroke::kSolid, false};
  Series tiled{"tiled", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  for (std::size_t n = 16; n <= (1U << 20U); n *= 2) {
    const core::Blocks b{std::min(s.blocks().queries, n), std::min(s.blocks().keys, n)};
    for (Series* series : {&plain, &tiled}) series->x.push_back(static_cast<double>(n));
    plain.y.push_back(static_cast<double>(core::plain_footprint(n, s.d()).working));
    tiled.y.push_back(static_cast<double>(core::tiled_working(b, s.d())));
  }
  const auto here = static_cast<double>(s.n());
  plot.series = {std::move(plain), std::move(tiled),
                 {"here", {here}, {here * here}, {Role::kSelection, -1, 1}, Stroke::kSolid, false}};
  return plot;
}

/// Running maxima of the first rows of the present block.
Plot maximum_plot(const FlashScene& s) {
  constexpr std::size_t kRows = 6;
  Plot plot;
  plot.title = "Running maximum m";
  plot.x_label = "tiles";
  plot.y_label = "score";
  plot.cursor = static_cast<double>(s.step());
  const std::size_t row = s.tiles()[s.step() > 0 ? s.step() - 1 : 0].row;
  const std::size_t count = std::min(kRows, s.maxima()[s.step() > 0 ? s.step() - 1 : 0].size());
  for (std::size_t r = 0; r < count; ++r) {
    Series m{"row " + std::to_string(row + r + 1), {}, {}, {Role::kGroup, static_cast<std::int32_t>(r), 1}, Stroke::kSolid, true};
    for (std::size_t t = 0; t < s.tiles().size(); ++t) {
      if (s.tiles()[t].row != row || !std::isfinite(s.maxima()[t][r])) continue;
      m.x.push_back(static_cast<double>(t + 1));
      m.y.push_back(s.maxima()[t][r]);
    }
    plot.series.push_back(std::move(m));
  }
  return plot;
}

// --- tables -------------------------------------------------------------------

Table count_table(const FlashScene& s) {
  const core::Footprint plain = core::plain_footprint(s.n(), s.d()), tiled = core::tiled_footprint(s.tiles(), s.d());
  Table table;
  table.title = "Counted, in numbers";
  table.columns = {"what", "plain", "tiled"};
  const auto row = [&](std::string what, std::uint64_t one, std::uint64_t other) {
    table.rows.push_back({{std::move(what)}, {counted(one)}, {counted(other), other < one ? Emphasis::kStrong : Emphasis::kNone}});
  };
  row("scores in memory at a time", plain.scores, tiled.scores);
  row("with the blocks worked on", plain.working, tiled.working);
  row("read from slow memory", plain.reads, tiled.reads);
  row("written to slow memory", plain.writes, tiled.writes);
  row("multiplications", plain.products, tiled.products);
  table.note = "Plain writes the scores, reads them for the softmax, writes the weights and reads them again; tiled reads keys "
               "and values once for each block of queries. The arithmetic is the same, but for tiles that the causal mask empties.";
  return table;
}

Table row_table(const FlashScene& s) {
  Table table;
  table.title = "Rows of the block";
  table.columns = {"row", "m", "l", "e^(old m − m)", "share of l", "final m", "final l"};
  if (s.step() == 0) {
    table.note = "No tile yet.";
    return table;
  }
  for (std::size_t r = 0; r < s.rows().l.size(); ++r) {
    const std::size_t i = s.tile().row + r;
    const bool rescaled = s.rows().rescale[r] < 1;
    table.rows.push_back({{std::to_string(i + 1)},
                          {std::isfinite(s.rows().m[r]) ? rounded(s.rows().m[r], 4) : "−∞"},
                          {rounded(s.rows().l[r], 4)},
                          {rounded(s.rows().rescale[r], 4), rescaled ? Emphasis::kStrong : Emphasis::kNone},
                          {rounded(100 * s.share(r), 3) + " %"},
                          {rounded(s.tiled().m[i], 4)},
                          {rounded(s.tiled().l[i], 4)}});
  }
  table.note = "e^(old m − m) below 1: the tile brought a new maximum, and what was collected has been scaled down by it.";
  return table;
}

// --- verdicts -----------------------------------------------------------------

Finding rounding_or_not(double gap) { return gap <= kRounding ? Finding::kHolds : Finding::kViolated; }

Verdict judge_order(const FlashScene& s) {
  bool several = false;  // rows whose keys come in more than one tile
  for (std::size_t t = 0; t + 1 < s.tiles().size(); ++t) several = several || s.tiles()[t].row == s.tiles()[t + 1].row;
  return {"The order of the key tiles does not matter", std::string("Two key tiles at least") + (several ? ": met." : ": not met."),
          "Sums of the same numbers in another order: from the first, from the last and two random orders agree up to rounding, 1e-12.",
          "Largest difference " + rounded(s.order_gap(), 2) + " of the largest |v|.",
          several ? rounding_or_not(s.order_gap()) : Finding::kDoesNotApply};
}

/// Measured is what the run has allocated, not the formula of the prediction.
Verdict judge_memory(const FlashScene& s) {
  const core::Blocks b{std::min(s.blocks().queries, s.n()), std::min(s.blocks().keys, s.n())};
  const std::uint64_t all = core::plain_footprint(s.n(), s.d()).scores, tile = std::uint64_t{b.queries} * b.keys;
  const std::uint64_t bound = core::tiled_working(b, s.d());
  const core::TiledAttention& run = s.tiled();
  Verdict v{"The n x n matrix is never in memory", std::string("Blocks smaller than n") + (tile < all ? ": met." : ": not met."),
            "At most B_q B_k = " + counted(tile) + " scores, in B_q B_k + 2 (B_q + B_k) d + 2 B_q = " + counted(bound) + " numbers, whatever n is.",
            counted(run.most_working) + " numbers in the run, of them " + counted(run.most_scores) + " scores; plain keeps " +
                counted(s.plain().weights.data.size()) + " scores.",
            Finding::kDoesNotApply};
  if (tile < all) v.finding = run.most_scores <= tile && run.most_working <= bound ? Finding::kHolds : Finding::kViolated;
  return v;
}

std::vector<Verdict> verdicts(const FlashScene& s) {
  const std::size_t broken = s.naive_failures();
  const bool finite = std::ranges::all_of(s.tiled().output.data, [](double x) { return std::isfinite(x); });
  return {
      {"Tile by tile gives the plain attention", "Finite scores, every key in one tile of its row: met.",
       "Equal up to rounding, at most 1e-12 of the largest |v|.", "Largest difference " + rounded(s.output_gap(), 2) + " of the largest |v|.",
       rounding_or_not(s.output_gap())},
      {"The running sum ends as the softmax denominator", "The same.", "l equal up to rounding, at most 1e-12 relative.",
       "Largest relative difference " + rounded(s.sum_gap(), 2) + ".", rounding_or_not(s.sum_gap())},
      judge_order(s),
      {"No exponent is above 0, so nothing overflows", "Finite scores; here the largest |S| is " + rounded(s.largest_score(), 3) + ".",
       "All outputs are finite, however large the scores.",
       "Running maximum: " + std::string(finite ? "all rows are finite" : "not all rows are finite") + ". Without it: " +
           std::to_string(broken) + " of " + std::to_string(s.n()) + " rows are NaN.",
       finite ? Finding::kHolds : Finding::kViolated},
      judge_memory(s),
  };
}

void notes(const FlashScene& s, Frame& frame) {
  if (s.naive_failures() > 0)
    frame.notes.push_back("Without subtracting a maximum e^S leaves the range of doubles: " + std::to_string(s.naive_failures()) + " of " +
                          std::to_string(s.n()) + " rows would be NaN. With the running maximum every exponent is at most 0.");
  if (s.tiles().size() == 1) frame.notes.push_back("One tile holds everything: this is the plain computation.");
  const core::Footprint plain = core::plain_footprint(s.n(), s.d()), tiled = core::tiled_footprint(s.tiles(), s.d());
  if (tiled.working >= plain.working && s.tiles().size() > 1)
    frame.notes.push_back("At this small n the blocks themselves (" + counted(tiled.working) + " numbers) take no less room than the matrix (" +
                          counted(plain.working) + "); they stay as they are while n² grows.");
}

}  // namespace

void flash_frame(const FlashScene& s, Frame& frame) {
  frame = Frame{};
  const std::string of = "tile " + std::to_string(s.step()) + " of " + std::to_string(s.horizon());
  if (s.step() > 0) {
    const core::Tile& t = s.tile();
    frame.headline = of + " · " + span_words("row", t.row, t.row_end) + " · " +
                     span_words("key", t.column, t.column_end) + " · " + rounded(s.gaps()[s.step() - 1], 2) + " from the final output";
  } else {
    frame.headline = of + " · " + counted(s.n() * s.n()) + " scores, never more than " +
                     counted(core::tiled_footprint(s.tiles(), s.d()).scores) + " in memory";
  }
  frame.maps = {plain_map(s), tile_map(s), running_map(s), output_map(s)};
  frame.plots = {gap_plot(s), memory_plot(s), maximum_plot(s)};
  frame.tables = {count_table(s), row_table(s)};
  frame.verdicts = verdicts(s);
  notes(s, frame);
  frame.description = "The plain computation keeps all " + counted(s.n() * s.n()) + " softmax weights in memory. The tiled one has the scores of one tile, " +
                      counted(core::tiled_footprint(s.tiles(), s.d()).scores) + " at most, and keeps of each row the largest score so far, the running sum "
                      "and the running output; the third map shows e^(m − final m) and the share of the final l. After all " + plural(s.horizon(), "tile") + " both outputs differ by " + rounded(s.output_gap(), 2) +
                      " of the largest value.";
}

}  // namespace lab::scenes
