// Curves of the scene "Positions".
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/vec.h"
#include "scenes/positions_scene.h"

namespace lab::scenes {
namespace {

constexpr std::ptrdiff_t kOffsets = 40;  ///< the notebook's range, both ways

std::string named(const char* name, std::size_t number) { return name + std::to_string(number); }

/// `read(j)` over the offsets j - p that lie within the table and the range.
template <class Read>
Series over_offsets(const PositionsScene& s, std::string label, std::size_t p, Ink ink, Read read) {
  Series out{std::move(label), {}, {}, ink, Stroke::kSolid, false};
  for (std::ptrdiff_t o = -kOffsets; o <= kOffsets; ++o) {
    const std::ptrdiff_t j = static_cast<std::ptrdiff_t>(p) + o;
    if (j < 0 || j >= static_cast<std::ptrdiff_t>(s.n())) continue;
    out.x.push_back(static_cast<double>(o));
    out.y.push_back(read(static_cast<std::size_t>(j)));
  }
  return out;
}

template <class Read>
Series formula(const PositionsScene& s, Read read) {
  Series out{"formula", {}, {}, {Role::kPrediction, -1, 1}, Stroke::kDashed, false};
  const std::ptrdiff_t last = std::min<std::ptrdiff_t>(kOffsets, static_cast<std::ptrdiff_t>(s.n()) - 1);
  for (std::ptrdiff_t o = -last; o <= last; ++o) {
    out.x.push_back(static_cast<double>(o));
    out.y.push_back(read(static_cast<double>(o)));
  }
  return out;
}

/// The notebook's four sines: dimensions 0, 8, 20, 40 of 64.
Plot dimensions_plot(const PositionsScene& s) {
  Plot plot;
  plot.title = "A few dimensions";
  plot.x_label = "position p";
  plot.y_label = "PE";
  plot.cursor = static_cast<double>(s.step());
  std::vector<std::size_t> columns;
  for (const std::size_t eighths : {0U, 2U, 5U, 10U}) {
    // A narrow table has all its sines shown.
    const std::size_t column = s.width() <= 8 ? 2 * columns.size() : s.width() * eighths / 16 / 2 * 2;
    if (column >= s.width()) break;
    if (columns.empty() || columns.back() != column) columns.push_back(column);
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Series line{
        named("dim ", columns[i]), {}, {}, {Role::kGroup, static_cast<std::int32_t>(i), 1}, Stroke::kSolid, false};
    for (std::size_t p = 0; p < s.n(); ++p) {
      line.x.push_back(static_cast<double>(p));
      line.y.push_back(s.table()(p, columns[i]));
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

Plot inner_plot(const PositionsScene& s) {
  Plot plot;
  plot.title = "⟨PE_p, PE_j⟩ / d_m";
  plot.x_label = "offset j − p";
  plot.y_label = "inner product over width";
  const std::size_t p = s.n() / 2;
  plot.series.push_back(over_offsets(s, named("rows, p = ", p), p, {Role::kGroup, 1, 1},
                                     [&](std::size_t j) { return s.scores()(p, j); }));
  plot.series.push_back(formula(s, [&](double o) { return s.by_offset()[static_cast<std::size_t>(std::fabs(o))]; }));
  return plot;
}

/// One dimension of every row, moved on by the offset: by the matrix and by the clock.
Plot shift_plot(const PositionsScene& s) {
  Plot plot;
  const std::size_t column = 2 * s.pair();
  plot.title = named("Shift of dim ", column);
  plot.x_label = "position p";
  plot.y_label = "PE";
  plot.cursor = static_cast<double>(s.step());
  const core::Matrix M = core::shift_matrix(s.speeds(), s.offset());
  Series here{"PE_p", {}, {}, {Role::kToken, -1, 0.6F}, Stroke::kSolid, false};
  Series there{"PE_(p+Δ)", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series moved{"M PE_p", {}, {}, {Role::kPrediction, -1, 1}, Stroke::kDashed, false};
  std::vector<double> row(s.width());
  for (std::size_t p = 0; p < s.n(); ++p) {
    for (Series* line : {&here, &there, &moved}) line->x.push_back(static_cast<double>(p));
    here.y.push_back(s.table()(p, column));
    core::position_row(s.speeds(), static_cast<double>(p) + s.offset(), row);
    there.y.push_back(row[column]);
    moved.y.push_back(core::dot(M.row(column), s.table().row(p)));
  }
  plot.series = {std::move(here), std::move(there), std::move(moved)};
  return plot;
}

/// A quarter, half and three quarters of the table.
std::vector<std::size_t> three_places(const PositionsScene& s) {
  std::vector<std::size_t> out{s.n() / 4, s.n() / 2, 3 * s.n() / 4};
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Plot content_plot(const PositionsScene& s, bool rotary) {
  Plot plot;
  plot.title = rotary ? "RoPE" : "Added";
  plot.x_label = "offset j − p";
  plot.y_label = "score";
  const auto& c = s.content();
  const core::Matrix& S = rotary ? c.rotary : c.added.total;
  std::int32_t group = 0;
  for (const std::size_t p : three_places(s))
    plot.series.push_back(
        over_offsets(s, named("p = ", p), p, {Role::kGroup, group++, 1}, [&](std::size_t j) { return S(p, j); }));
  if (rotary) plot.series.push_back(formula(s, [&](double o) { return core::rotary_score(s.speeds(), o, c.q, c.k); }));
  return plot;
}

Plot angle_plot(const PositionsScene& s) {
  Plot plot;
  plot.title = "Farthest new angle";
  plot.x_label = "clock k";
  plot.y_label = "radians from the nearest trained phase";
  plot.log_y = true;
  plot.y_floor = 1e-6;
  Series farthest{"measured", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series half{"half a step, ω/2", {}, {}, {Role::kPrediction, -1, 1}, Stroke::kDashed, false};
  for (std::size_t k = 0; k < s.speeds().size(); ++k) {
    farthest.x.push_back(static_cast<double>(k));
    farthest.y.push_back(s.reach_of_clocks()[k].farthest);
    half.x.push_back(static_cast<double>(k));
    half.y.push_back(0.5 * s.speeds()[k]);
  }
  if (s.has_beyond()) plot.series.push_back(std::move(farthest));
  plot.series.push_back(std::move(half));
  return plot;
}

Plot nearest_plot(const PositionsScene& s) {
  Plot plot;
  plot.title = "Cosine to the nearest trained row";
  plot.x_label = "position p";
  plot.y_label = "cosine";
  plot.cursor = static_cast<double>(s.step());
  const std::vector<double> all = core::nearest_trained(s.scores(), s.window());
  Series inside{"trained", {}, {}, {Role::kGroup, 1, 1}, Stroke::kSolid, false};
  Series beyond{"beyond", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  for (std::size_t p = 0; p < all.size(); ++p) {
    const auto add = [&](Series& line) {
      line.x.push_back(static_cast<double>(p));
      line.y.push_back(all[p]);
    };
    if (p < s.window()) add(inside);
    if (p + 1 >= s.window()) add(beyond);
  }
  plot.series.push_back(std::move(inside));
  if (s.has_beyond()) plot.series.push_back(std::move(beyond));
  return plot;
}

}  // namespace

std::vector<Plot> positions_plots(const PositionsScene& s) {
  const std::string& show = s.settings().show;
  if (show == "clocks") return {dimensions_plot(s), shift_plot(s)};
  if (show == "offset") return {shift_plot(s), inner_plot(s)};
  if (show == "rope") return {content_plot(s, true), content_plot(s, false)};
  if (show == "beyond") return {angle_plot(s), nearest_plot(s)};
  return {dimensions_plot(s), inner_plot(s)};
}

}  // namespace lab::scenes
