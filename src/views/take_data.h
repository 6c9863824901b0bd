#pragma once
#include <string>
#include <vector>

#include "core/matrix.h"
#include "scenes/frame.h"

/// The numbers of what is drawn, as tables: for take.cpp and its tests.
namespace lab::views {

/// Columns with names; a cell that is not `there` has no number (NaN in
/// `values`). Rows may begin with a name, as those of a map do.
struct Columns {
  std::vector<std::string> names;  ///< of the columns of numbers
  std::string row_title;           ///< over the names of rows, where there are any
  std::vector<std::string> rows;
  core::Matrix values;
  std::vector<bool> there;         ///< row by row; empty: all
};

/// x, then each series. Series with the same x share a column; where each runs
/// upwards along x, but not over the same places, rows are all places; else
/// each has an x of its own.
Columns plot_columns(const scenes::Plot& plot);
Columns map_columns(const scenes::HeatMap& map);
Columns bars_columns(const scenes::Bars& bars);

/// Numbers in the shortest form that reads back to the same bits; "nan",
/// "inf", "-inf"; nothing where there is no number.
std::string columns_csv(const Columns& columns);
/// A matrix of doubles without the names.
std::string columns_npy(const Columns& columns);

std::string table_csv(const scenes::Table& table);
std::string strip_csv(const scenes::Strip& strip);
std::string verdicts_csv(const std::vector<scenes::Verdict>& verdicts);

}  // namespace lab::views
