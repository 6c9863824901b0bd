#include "scenes/value_text.h"

#include <array>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Result;

// The longest number that anyone has a reason to write; more is refused
// rather than cut.
constexpr std::size_t kLongestNumber = 400;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view t, std::size_t i) {
  while (i < t.size() && is_digit(t[i])) ++i;
  return i;
}

std::size_t skip_sign(std::string_view t, std::size_t i) {
  return i < t.size() && (t[i] == '-' || t[i] == '+') ? i + 1 : i;
}

// sign? digits* (. digits*)? ([eE] sign? digits+)? with a digit in the mantissa.
bool is_decimal(std::string_view t) {
  std::size_t i = skip_sign(t, 0);
  const std::size_t whole = i;
  i = skip_digits(t, i);
  std::size_t digits = i - whole;
  if (i < t.size() && t[i] == '.') {
    const std::size_t fraction = ++i;
    i = skip_digits(t, i);
    digits += i - fraction;
  }
  if (digits == 0) return false;
  if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
    const std::size_t exponent = skip_sign(t, i + 1);
    i = skip_digits(t, exponent);
    if (i == exponent) return false;
  }
  return i == t.size();
}

bool mantissa_is_zero(std::string_view t) {
  for (char c : t) {
    if (c == 'e' || c == 'E') break;
    if (c >= '1' && c <= '9') return false;
  }
  return true;
}

// strtod reads the decimal point of the current locale; std::from_chars for
// double would not, but is missing in the library of the web build.
double decimal_value(std::string_view t) {
  std::array<char, kLongestNumber + 1> copy{};
  const char point = *std::localeconv()->decimal_point;
  for (std::size_t i = 0; i < t.size(); ++i) copy[i] = t[i] == '.' ? point : t[i];
  return std::strtod(copy.data(), nullptr);
}

Result<std::vector<double>> read_row(std::string_view text, std::size_t row) {
  std::vector<double> out;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto x = read_number(text.substr(0, comma));
    if (!x) return Error{"has an entry in row " + counted(row) + " that " + x.error()};
    out.push_back(x.value());
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string number_text(double x) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  return {buffer.data(), end};
}

std::string number_text(std::int64_t x) { return std::to_string(x); }

std::string matrix_text(const Matrix& m) {
  std::string out;
  for (std::size_t i = 0; i < m.rows; ++i) {
    if (i > 0) out += ';';
    for (std::size_t j = 0; j < m.cols; ++j) {
      if (j > 0) out += ',';
      out += number_text(m(i, j));
    }
  }
  return out;
}

std::string rounded(double x, int digits) {
  std::array<char, 64> buffer{};
  const double size = std::abs(x);
  const bool plain = x == 0 || (size >= 1e-3 && size < 1e6);
  const auto form = plain ? std::chars_format::general : std::chars_format::scientific;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, form,
                                 plain ? digits : digits - 1).ptr;
  const std::string out{buffer.data(), end};
  if (!plain || out.find('e') == std::string::npos) return out;
  // More digits before the point than were asked for: a whole number, not "1e+02".
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::fixed, 0).ptr};
}

std::string rounded_words(double x, int digits) {
  const std::string size = rounded(std::abs(x), digits);
  return x < 0 ? "\u2212" + size : size;
}

std::string counted(std::uint64_t n) {
  std::string out = std::to_string(n);
  for (std::ptrdiff_t i = std::ssize(out) - 3; i > 0; i -= 3) out.insert(static_cast<std::size_t>(i), "\u202F");
  return out;
}

std::string plural(std::uint64_t n, std::string_view noun) {
  return counted(n) + ' ' + std::string(noun) + (n == 1 ? "" : "s");
}

Result<double> read_number(std::string_view text) {
  const std::string_view t = trim(text);
  if (t.empty()) return Error{"is empty"};
  if (t.size() > kLongestNumber || !is_decimal(t)) return Error{"is not a number: " + quoted(t)};
  const double x = decimal_value(t);
  if (!std::isfinite(x)) return Error{"is too large for a floating-point number: " + quoted(t)};
  if (x == 0 && !mantissa_is_zero(t)) return Error{"is too small for a floating-point number: " + quoted(t)};
  return x;
}

Result<std::int64_t> read_integer(std::string_view text) {
  std::string_view t = trim(text);
  if (t.empty()) return Error{"is empty"};
  const std::size_t sign = skip_sign(t, 0);
  if (sign == t.size() || skip_digits(t, sign) != t.size()) return Error{"is not a whole number: " + quoted(t)};
  if (t[0] == '+') t.remove_prefix(1);  // from_chars knows no plus
  std::int64_t x = 0;
  if (std::from_chars(t.data(), t.data() + t.size(), x).ec != std::errc())
    return Error{"is too large: " + quoted(t)};
  return x;
}

Result<Matrix> read_matrix(std::string_view text) {
  std::string_view t = trim(text);
  if (t.empty()) return Error{"is empty"};
  Matrix out;
  while (true) {
    const std::size_t end = t.find_first_of(";\n");
    const auto row = read_row(t.substr(0, end), out.rows + 1);
    if (!row) return Error{row.error()};
    if (out.rows == 0) out.cols = row.value().size();
    if (row.value().size() != out.cols)
      return Error{"is ragged: row 1 has " + counted(out.cols) + " and row " + counted(out.rows + 1) + " has " +
                   plural(row.value().size(), "number")};
    out.data.insert(out.data.end(), row.value().begin(), row.value().end());
    ++out.rows;
    if (end == std::string_view::npos) return out;
    t.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  std::string out = "\"";
  for (char c : text.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace lab::scenes
