#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/matrix.h"
#include "core/result.h"

/// Numbers as text and back, the same in every build and every locale.
namespace lab::scenes {

/// Shortest decimal that reads back to the same bits: "0.1", "1e-12", "-0".
std::string number_text(double x);
std::string number_text(std::int64_t x);
/// Rows by ';', entries by ',': "1,0;0,9".
std::string matrix_text(const core::Matrix& m);

/// A number for a sentence: `digits` significant digits, "1.4e-03" or "0.0221".
std::string rounded(double x, int digits = 3);
/// The same with a true minus sign, for words; tables keep the hyphen, which programs read.
std::string rounded_words(double x, int digits = 3);
/// A count for a sentence, thousands parted by U+202F: to many a comma is decimal. 64 bits: std::size_t has 32 in the browser.
std::string counted(std::uint64_t n);
/// "1 token", "13 tokens".
std::string plural(std::uint64_t n, std::string_view noun);

/// A decimal number: sign, digits, point, exponent. No "inf", "nan",
/// hexadecimal, blanks inside or anything behind; out of range is an error.
/// Blanks around are allowed. Errors are the end of a sentence: "is not a number".
core::Result<double> read_number(std::string_view text);
core::Result<std::int64_t> read_integer(std::string_view text);
/// Rows by ';' or line breaks, entries by ','. Ragged and empty are errors.
core::Result<core::Matrix> read_matrix(std::string_view text);

std::string_view trim(std::string_view text);
/// Text from outside, made fit for a sentence: printable ASCII, at most 32
/// characters, in quotation marks.
std::string quoted(std::string_view text);

}  // namespace lab::scenes
