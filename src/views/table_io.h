#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "core/matrix.h"
#include "core/result.h"

/// Tables of numbers as CSV.
namespace lab::views {

/// One token a line, coordinates separated by commas. Skipped are empty lines,
/// lines that begin with '#', a byte order mark, and a first line without any
/// number (names of columns). Errors name line and column, counted from 1, and
/// are the end of a sentence that begins with the file: "has "abc" in line 3,
/// column 2, which is not a number".
core::Result<core::Matrix> read_csv(std::string_view text);

/// A text as one cell: in quotation marks, doubled inside, where a reader of
/// CSV would take it for something else.
std::string csv_cell(std::string_view text);

/// "layer,token,x1,x2" and a line break.
std::string trajectory_header(std::size_t d);
/// One line per token: layer, number of the token from 1, coordinates as the
/// shortest decimals that read back to the same bits.
std::string trajectory_rows(std::size_t layer, const core::Matrix& tokens);

}  // namespace lab::views
