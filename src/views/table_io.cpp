#include "views/table_io.h"

#include <algorithm>
#include <vector>

#include "views/words.h"
#include "scenes/value_text.h"

namespace lab::views {
namespace {

using core::Error;
using core::Matrix;
using core::Result;
using scenes::counted;
using scenes::trim;

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    std::string_view cell = trim(line.substr(0, comma));
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = trim(cell.substr(1, cell.size() - 2));
    cells.push_back(cell);
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

/// "nan", "-inf", "Infinity": numbers to other programs.
bool is_not_finite(std::string_view cell) {
  std::string word = lower(cell);
  if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.erase(0, 1);
  return word == "nan" || word == "inf" || word == "infinity";
}

bool is_number(std::string_view cell) { return is_not_finite(cell) || scenes::read_number(cell).ok(); }

Error bad_cell(std::string_view cell, std::size_t line, std::size_t column, const std::string& why) {
  const std::string where = " in line " + counted(line) + ", column " + counted(column);
  if (cell.empty()) return Error{"has nothing" + where + ", where a number should be"};
  if (is_not_finite(cell)) return Error{"has " + shown(cell) + where + ", but only finite numbers can be used"};
  const bool other_separator = cell.find_first_of("; \t") != std::string_view::npos;
  if (other_separator) return Error{"has " + shown(cell) + where + "; numbers must be separated by commas"};
  const bool too_large = why.find("too ") != std::string::npos;
  return Error{"has " + shown(cell) + where + ", which is " + (too_large ? "beyond the range of floating-point numbers" : "not a number")};
}

core::Status add_row(Matrix& matrix, std::string_view text, std::size_t line, std::size_t first_line) {
  const auto cells = cells_of(text);
  if (matrix.rows == 0) matrix.cols = cells.size();
  for (std::size_t j = 0; j < cells.size(); ++j) {
    const auto x = scenes::read_number(cells[j]);
    if (!x) return bad_cell(cells[j], line, j + 1, x.error());
    matrix.data.push_back(x.value());
  }
  if (cells.size() != matrix.cols)
    return Error{"is ragged: line " + counted(first_line) + " has " + scenes::plural(matrix.cols, "number") + " and line " +
                 counted(line) + " has " + counted(cells.size())};
  ++matrix.rows;
  return core::success();
}

}  // namespace

Result<Matrix> read_csv(std::string_view text) {
  // Also what spreadsheets call "Unicode text": two bytes a letter.
  if (text.find('\0') != std::string_view::npos) return Error{"is not a plain text file"};
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Matrix matrix;
  bool head = true;  // before the first line that counts
  std::size_t first_line = 0;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view row = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (row.empty() || row.front() == '#') continue;
    const auto cells = cells_of(row);
    const bool names = head && std::ranges::none_of(cells, is_number);
    head = false;
    if (names && cells.size() > 2 && lower(cells[0]) == "layer" && lower(cells[1]) == "token")
      return Error{"is a trajectory (layer, token, ...), not a table of tokens"};
    if (names && std::ranges::all_of(cells, [](std::string_view c) { return !c.empty(); }) && !text.empty()) continue;
    if (matrix.rows == 0) first_line = line;
    if (const auto added = add_row(matrix, row, line, first_line); !added) return Error{added.error()};
  }
  if (matrix.rows == 0) return Error{"is empty"};
  return matrix;
}

std::string csv_cell(std::string_view text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos && trim(text) == text;
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string trajectory_header(std::size_t d) {
  std::string out = "layer,token";
  for (std::size_t j = 1; j <= d; ++j) out += ",x" + std::to_string(j);
  return out + "\n";
}

std::string trajectory_rows(std::size_t layer, const Matrix& tokens) {
  std::string out;
  for (std::size_t i = 0; i < tokens.rows; ++i) {
    out += std::to_string(layer) + "," + std::to_string(i + 1);
    for (const double x : tokens.row(i)) out += "," + scenes::number_text(x);
    out += "\n";
  }
  return out;
}

}  // namespace lab::views
