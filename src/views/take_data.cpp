#include "views/take_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scenes/value_text.h"
#include "views/npy_io.h"
#include "views/table_io.h"
#include "views/text_twin.h"

namespace lab::views {
namespace {

using scenes::Plot;
using scenes::Series;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

std::size_t length(const Series& s) { return std::min(s.x.size(), s.y.size()); }

std::span<const double> places(const Series& s) { return std::span(s.x).first(length(s)); }

std::string series_name(const Plot& plot, std::size_t i) {
  const std::string& label = plot.series[i].label;
  if (!label.empty()) return label;
  if (plot.series.size() == 1) return !plot.y_label.empty() ? plot.y_label : plot.title;
  return "series " + std::to_string(i + 1);
}

bool rises(const Series& s) {
  const auto x = places(s);
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    if (!(x[i] < x[i + 1])) return false;
  return x.empty() || std::isfinite(x.front());
}

bool same_places(const Plot& plot) {
  const auto equal = [&](const Series& s) { return std::ranges::equal(places(s), places(plot.series[0])); };
  return std::ranges::all_of(plot.series, equal);
}

Columns blank(std::size_t rows, std::size_t columns) {
  Columns out;
  out.values = core::Matrix(rows, columns, kNothing);
  out.there.assign(rows * columns, false);
  return out;
}

void put(Columns& to, std::size_t i, std::size_t j, double value) {
  to.values(i, j) = value;
  to.there[i * to.values.cols + j] = true;
}

/// One column of places, shared by all series.
Columns shared(const Plot& plot, const std::vector<double>& x) {
  Columns out = blank(x.size(), 1 + plot.series.size());
  for (std::size_t i = 0; i < x.size(); ++i) put(out, i, 0, x[i]);
  const bool same = same_places(plot);
  for (std::size_t j = 0; j < plot.series.size(); ++j) {
    const Series& s = plot.series[j];
    for (std::size_t i = 0; i < length(s); ++i) {
      const std::size_t row = same ? i : static_cast<std::size_t>(std::ranges::lower_bound(x, s.x[i]) - x.begin());
      put(out, row, j + 1, s.y[i]);
    }
  }
  return out;
}

Columns apart(const Plot& plot) {
  std::size_t rows = 0;
  for (const Series& s : plot.series) rows = std::max(rows, length(s));
  Columns out = blank(rows, 2 * plot.series.size());
  for (std::size_t j = 0; j < plot.series.size(); ++j) {
    for (std::size_t i = 0; i < length(plot.series[j]); ++i) {
      put(out, i, 2 * j, plot.series[j].x[i]);
      put(out, i, 2 * j + 1, plot.series[j].y[i]);
    }
  }
  return out;
}

std::string cell_number(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return scenes::number_text(x);
}

std::string csv_line(std::span<const std::string> cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? "," : "") + csv_cell(cells[i]);
  return out + "\n";
}

}  // namespace

Columns plot_columns(const Plot& plot) {
  const std::string x_name = plot.x_label.empty() ? "x" : plot.x_label;
  const bool same = plot.series.empty() || same_places(plot);
  const bool joined = same || std::ranges::all_of(plot.series, rises);
  std::vector<double> x;
  for (const Series& s : plot.series) {
    if (same && !x.empty()) break;
    x.insert(x.end(), places(s).begin(), places(s).end());
  }
  if (!same && joined) {
    std::ranges::sort(x);
    x.erase(std::unique(x.begin(), x.end()), x.end());
  }
  Columns out = joined ? shared(plot, x) : apart(plot);
  if (joined) out.names.push_back(x_name);
  for (std::size_t j = 0; j < plot.series.size(); ++j) {
    const std::string name = series_name(plot, j);
    if (!joined) out.names.push_back(x_name + " of " + name);
    out.names.push_back(name);
  }
  return out;
}

Columns map_columns(const scenes::HeatMap& map) {
  Columns out;
  out.values = core::Matrix(map.rows, map.columns);
  for (std::size_t i = 0; i < std::min(out.values.data.size(), map.values.size()); ++i) out.values.data[i] = static_cast<double>(map.values[i]);
  for (std::size_t j = 0; j < map.columns; ++j) out.names.push_back(j < map.column_names.size() ? map.column_names[j] : std::to_string(j + 1));
  if (map.row_names.size() < map.rows) return out;
  out.row_title = "row";
  out.rows.assign(map.row_names.begin(), map.row_names.begin() + static_cast<std::ptrdiff_t>(map.rows));
  return out;
}

Columns bars_columns(const scenes::Bars& bars) {
  const std::size_t count = std::min(bars.names.size(), bars.values.size());
  Columns out;
  out.names = {"value"};
  out.row_title = "name";
  out.rows.assign(bars.names.begin(), bars.names.begin() + static_cast<std::ptrdiff_t>(count));
  out.values = core::Matrix(count, 1);
  std::copy_n(bars.values.begin(), count, out.values.data.begin());
  return out;
}

std::string columns_csv(const Columns& columns) {
  const bool named = !columns.rows.empty();
  std::string out = named ? csv_cell(columns.row_title) + "," : "";
  out += csv_line(columns.names);
  for (std::size_t i = 0; i < columns.values.rows; ++i) {
    if (named) out += csv_cell(columns.rows[i]) + ",";
    for (std::size_t j = 0; j < columns.values.cols; ++j) {
      if (j > 0) out += ',';
      const bool there = columns.there.empty() || columns.there[i * columns.values.cols + j];
      if (there) out += cell_number(columns.values(i, j));
    }
    out += '\n';
  }
  return out;
}

std::string columns_npy(const Columns& columns) {
  const std::array<std::size_t, 2> shape{columns.values.rows, columns.values.cols};
  return npy_header(shape) + npy_data(columns.values);
}

std::string table_csv(const scenes::Table& table) {
  std::string out = csv_line(table.columns);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const scenes::Cell& cell : row) cells.push_back(cell.text);
    out += csv_line(cells);
  }
  return out;
}

std::string strip_csv(const scenes::Strip& strip) {
  std::string out = "place,letter,hidden,shade\n";
  for (std::size_t i = 0; i < strip.glyphs.size(); ++i) {
    const scenes::Glyph& g = strip.glyphs[i];
    out += std::to_string(i + 1) + "," + csv_cell(g.text) + (g.hole ? ",yes," : ",no,") + scenes::number_text(static_cast<double>(g.shade)) + "\n";
  }
  return out;
}

std::string verdicts_csv(const std::vector<scenes::Verdict>& verdicts) {
  std::string out = "claim,hypothesis,prediction,measured,finding\n";
  for (const scenes::Verdict& v : verdicts) {
    const std::array<std::string, 5> cells{v.claim, v.hypothesis, v.prediction, v.measured, std::string(finding_word(v.finding))};
    out += csv_line(cells);
  }
  return out;
}

}  // namespace lab::views
