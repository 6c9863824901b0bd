// What the scene "Positions" shows. All numbers come from PositionsScene.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/product.h"
#include "scenes/outline.h"
#include "scenes/positions_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

std::string clock_row(std::size_t row) { return (row % 2 == 0 ? "sin, k = " : "cos, k = ") + std::to_string(row / 2); }

HeatMap map_of(std::string title, const core::Matrix& m, double low, double high) {
  HeatMap map = heat_map(std::move(title), m);
  map.low = static_cast<float>(low);
  map.high = static_cast<float>(high);
  map.row_names = numbers(m.rows, 0);
  map.column_names = numbers(m.cols, 0);
  return map;
}

/// Rows of positions as columns of an image.
HeatMap upright(const PositionsScene& s, std::string title, const core::Matrix& rows) {
  HeatMap map = map_of(std::move(title), core::transposed(rows), -1, 1);
  for (std::size_t c = 0; c < s.width(); ++c) map.row_names[c] = clock_row(c);
  map.chosen = static_cast<std::int32_t>(2 * s.pair());
  map.handle = 0;
  return map;
}

HeatMap table_map(const PositionsScene& s) {
  HeatMap map = upright(s, "PE, position across", s.table());
  map.note = "Blue 1, orange −1; click chooses a clock.";
  return map;
}

/// M applied to every row of the table.
HeatMap moved_map(const PositionsScene& s) {
  HeatMap map = upright(s, "M PE, position across",
                        core::product_transposed(s.table(), core::shift_matrix(s.speeds(), s.offset())));
  map.note = "Column p is PE at p " + std::string(s.settings().offset < 0 ? "− " : "+ ") +
             std::to_string(std::abs(s.settings().offset)) + ".";
  return map;
}

HeatMap score_map(const PositionsScene& s) {
  HeatMap map = map_of("⟨PE_p, PE_j⟩ / d_m", s.scores(), -0.5, 0.5);
  map.chosen = static_cast<std::int32_t>(s.step());
  map.note = "Same j − p, same value.";
  return map;
}

HeatMap shift_map(const PositionsScene& s) {
  HeatMap map =
      map_of("M for Δ = " + std::to_string(s.settings().offset), core::shift_matrix(s.speeds(), s.offset()), -1, 1);
  for (std::size_t c = 0; c < s.width(); ++c) map.row_names[c] = map.column_names[c] = clock_row(c);
  map.chosen = static_cast<std::int32_t>(2 * s.pair());
  map.note = "A rotation for each clock.";
  return map;
}

void content_maps(const PositionsScene& s, Frame& frame) {
  const auto& c = s.content();
  const auto add = [&](const char* title, const core::Matrix& m, const char* note) {
    double most = 1e-9;
    for (const double x : m.data) most = std::max(most, std::fabs(x));
    frame.maps.push_back(map_of(title, m, -most, most));
    frame.maps.back().note = std::string(note) + " Up to ±" + rounded(most, 2) + ".";
  };
  add("RoPE: ⟨R_p q, R_j k⟩", c.rotary, "Constant along diagonals.");
  add("Added: ⟨q + PE_p, k + PE_j⟩", c.added.total, "Not constant.");
  add("Added, without cross terms", c.added.without_cross(), "Constant again.");
  for (HeatMap& map : frame.maps) map.chosen = static_cast<std::int32_t>(s.step());
}

Table clock_table(const PositionsScene& s) {
  Table table;
  table.title = "Clocks";
  table.columns = {"k", "ω_k", "period", "PE at p: sin", "cos", "seen in training", "farthest new angle"};
  for (std::size_t k = 0; k < s.speeds().size(); ++k) {
    const auto& r = s.reach_of_clocks()[k];
    const Emphasis strong = k == s.pair() ? Emphasis::kStrong : Emphasis::kNone;
    table.rows.push_back({{std::to_string(k), strong},
                          {rounded(s.speeds()[k], 4), strong},
                          {rounded(r.period, 4), strong},
                          {rounded(s.table()(s.step(), 2 * k), 4)},
                          {rounded(s.table()(s.step(), 2 * k + 1), 4)},
                          {rounded(100 * s.seen(k), 3) + " %", s.completes(k) ? Emphasis::kNone : Emphasis::kStrong},
                          {s.has_beyond() ? rounded(r.farthest, 3) : "–"}});
  }
  table.note = "Trained window: positions 0 to " + std::to_string(s.window() - 1) + ".";
  return table;
}

std::string describe(const PositionsScene& s) {
  const std::string& show = s.settings().show;
  const std::string at = std::to_string(s.step());
  if (show == "clocks")
    return "Each pair of dimensions is a clock whose hand starts upright and turns by ω_k a position; the hand's tip "
           "is (sin, cos), the table's entries. At position " +
           at + " the dashed hand is the matrix of the offset " + std::to_string(s.settings().offset) +
           " applied to it; it meets the ring, the table's row that much later.";
  if (show == "offset")
    return "The matrix M of the offset turns every clock by its own angle. One and the same matrix moves every column "
           "of the table to the column " +
           std::to_string(s.settings().offset) +
           " positions on; so inner products of columns depend on the offset alone.";
  if (show == "rope")
    return "One query and one key stand at every position. Rotated by their positions, their score is constant along "
           "diagonals: it depends on the offset alone. "
           "With positions added to them it is not, because the position of each also meets the content of the other; "
           "without these cross terms it is again.";
  if (show == "beyond")
    return "Blue, on the rim: phases that the trained window of " + plural(s.window(), "position") +
           " has seen; orange, outside it: phases that only later positions reach. " + std::to_string(s.slow_clocks()) + " of " +
           plural(s.speeds().size(), "clock") + " do not complete a turn inside the window.";
  return "A column is what is added to the token at that position; a row is one dimension. Fast dimensions are at the "
         "top, slow ones at the bottom. "
         "Beside it the inner products of all columns, constant along diagonals, and the matrix that shifts every "
         "column by Δ.";
}

}  // namespace

void positions_frame(const PositionsScene& s, Frame& frame) {
  frame = Frame{};
  const std::string& show = s.settings().show;
  frame.headline = "position " + std::to_string(s.step()) + " of 0 … " + std::to_string(s.n() - 1) + " · " +
                   plural(s.speeds().size(), "clock");
  if (show == "table") frame.maps = {table_map(s), score_map(s), shift_map(s)};
  if (show == "offset") frame.maps = {table_map(s), shift_map(s), moved_map(s)};
  if (show == "rope") content_maps(s, frame);
  if (show == "clocks") frame.headline = "position " + std::to_string(s.step()) + " · dials: k, period";
  if (show == "clocks" || show == "beyond") draw_dials(s, show == "beyond", frame.picture);
  if (show == "beyond") {
    frame.headline = "position " + std::to_string(s.step()) +
                     (s.step() < s.window() ? ", trained" : ", never trained") + " · dials: k, share seen";
    if (!s.has_beyond())
      frame.notes.push_back("The trained window holds the whole table: make the table longer, or the window shorter.");
  }
  if (s.settings().base == 1)
    frame.notes.push_back("With base 1 all clocks turn alike: positions about 2π apart look the same.");
  frame.plots = positions_plots(s);
  frame.tables.push_back(clock_table(s));
  frame.verdicts = positions_verdicts(s);
  frame.description = describe(s);
}

}  // namespace lab::scenes
