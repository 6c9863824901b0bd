#include "scenes/param.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/seed_sequence.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Result;
using core::Status;
using core::success;

constexpr std::size_t kLongestText = 4096;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Status wrong_kind(const Param& param) {
  return Error{param.key + " was given a value of another kind."};
}

Status check_range(const Param& param, double x, const std::string& shown) {
  if ((x >= param.min && x <= param.max) || (param.endless && x == kInfinity)) return success();
  return Error{param.key + " must lie between " + number_text(param.min) + " and " + number_text(param.max) +
               (param.endless ? ", or be inf, but " : ", but ") + shown + " was given."};
}

Status check_number(const Param& param, double x) {
  if (!std::isfinite(x) && !(param.endless && x == kInfinity)) return Error{param.key + " must be a finite number."};
  return check_range(param, x, number_text(x));
}

Status check_choice(const Param& param, const std::string& key) {
  const auto same = [&](const Option& o) { return o.key == key; };
  if (std::ranges::any_of(param.choices, same)) return success();
  std::string list;
  for (const Option& o : param.choices) list += (list.empty() ? "" : ", ") + o.key;
  return Error{param.key + " must be one of " + list + ", not " + quoted(key) + "."};
}

Status check_text(const Param& param, const std::string& text) {
  if (text.size() > kLongestText) return Error{param.key + " is longer than 4096 characters."};
  if (param.kind == Kind::kChoice) return check_choice(param, text);
  if (param.kind == Kind::kSeed && !core::SeedSequence::parse(text))
    return Error{param.key + " must be a whole number such as 15, or a list such as [1,2], not " + quoted(text) + "."};
  return success();
}

Status check_entries(const Param& param, const Matrix& m) {
  for (double x : m.data) {
    if (!std::isfinite(x)) return Error{"All entries of " + param.key + " must be finite numbers."};
    if (x < param.min || x > param.max)
      return Error{"All entries of " + param.key + " must lie between " + number_text(param.min) + " and " +
                   number_text(param.max) + ", but one is " + number_text(x) + "."};
  }
  return success();
}

Status check_matrix(const Param& param, const Matrix& m) {
  if (m.rows == 0 || m.cols == 0 || m.data.size() != m.rows * m.cols) return Error{param.key + " is empty."};
  if (param.kind == Kind::kMatrix && !param.any_shape && m.rows != m.cols)
    return Error{param.key + " must be square, but it has " + plural(m.rows, "row") + " and " +
                 plural(m.cols, "column") + "."};
  return check_entries(param, m);
}

// Passes a reader's value on, or completes its half sentence by the key.
template <class T>
Result<Value> keyed(const Param& param, const Result<T>& read) {
  if (!read) return Error{param.key + " " + read.error() + "."};
  return Value(read.value());
}

Result<Value> read_switch(const Param& param, std::string_view text) {
  if (text == "on") return Value(true);
  if (text == "off") return Value(false);
  return Error{param.key + " must be on or off, not " + quoted(text) + "."};
}

bool is_infinity(std::string_view t) { return t == "inf" || t == "+inf" || t == "infinity" || t == "\u221E"; }

bool all_digits(std::string_view t) { return std::ranges::all_of(t, [](char c) { return c >= '0' && c <= '9'; }); }

// What to write instead of a number such as "10,000", which is ten to some and ten thousand to others; "" for any other.
std::string two_readings(std::string_view t) {
  const std::size_t comma = t.find(',');
  if (comma == std::string_view::npos || comma + 4 != t.size()) return {};
  const std::size_t sign = t[0] == '+' || t[0] == '-' ? 1 : 0;
  const std::string_view whole = t.substr(sign, comma - sign);
  const std::string_view fraction = t.substr(comma + 1);
  if (whole.empty() || whole.size() > 3 || whole[0] == '0' || !all_digits(whole) || !all_digits(fraction)) return {};
  const std::string_view left = fraction.substr(0, fraction.find_last_not_of('0') + 1);
  const std::string before(t.substr(0, comma));
  return before + (left.empty() ? "" : "." + std::string(left)) + " or " + before + std::string(fraction);
}

Error two_ways(std::string_view t, const std::string& readings) {
  return Error{"can be read in two ways: " + quoted(t) + "; please write " + readings};
}

// As read_number, and a comma for the point where it can mean nothing else:
// "0,3" is read, "1,234" could be a thousand and more.
Result<double> read_decimal(std::string_view text) {
  const std::string_view t = trim(text);
  const std::size_t comma = t.find(',');
  if (comma == std::string_view::npos || comma + 1 == t.size() || t.find_first_of(",.", comma + 1) != std::string_view::npos)
    return read_number(t);
  if (const std::string readings = two_readings(t); !readings.empty()) return two_ways(t, readings);
  std::string with_point(t);
  with_point[comma] = '.';
  const auto x = read_number(with_point);
  return x ? x : read_number(t);  // a refusal names what was typed
}

Result<Value> read_value(const Param& param, std::string_view text) {
  switch (param.kind) {
    case Kind::kNumber:
      if (param.endless && is_infinity(trim(text))) return Value(kInfinity);
      return keyed(param, read_decimal(text));
    case Kind::kInteger:
      if (const std::string readings = two_readings(trim(text)); !readings.empty()) return keyed(param, Result<double>(two_ways(trim(text), readings)));
      return keyed(param, read_integer(text));
    case Kind::kSwitch: return read_switch(param, trim(text));
    case Kind::kMatrix:
    case Kind::kTokens: return keyed(param, read_matrix(text));
    case Kind::kChoice:
    case Kind::kSeed: return Value(std::string(trim(text)));
    case Kind::kText: break;
  }
  return Value(std::string(text));
}

// Part of a logarithmic slider that stands for 0, where 0 is allowed.
constexpr double kZeroStop = 0.04;
// Part at its right end that stands for infinity, where that is allowed; its left half is max still.
constexpr double kEndStop = 0.05;

bool has_zero_stop(const Param& param) { return param.smallest > 0; }
double log_start(const Param& param) { return has_zero_stop(param) ? param.smallest : param.min; }

}  // namespace

double slider_place(const Param& param, double value) {
  if (param.endless) {
    Param finite = param;
    finite.endless = false;
    return value > param.max ? 1 : (1 - kEndStop) * slider_place(finite, value);
  }
  if (!(value > param.min)) return 0;
  if (value >= param.max) return 1;
  if (param.scale == Scale::kLinear) return (value - param.min) / (param.max - param.min);
  const double start = log_start(param);
  const double place = std::max(0.0, std::log(value / start) / std::log(param.max / start));
  return has_zero_stop(param) ? kZeroStop + (1 - kZeroStop) * place : place;
}

double slider_value(const Param& param, double place) {
  if (param.endless) {
    Param finite = param;
    finite.endless = false;
    return place > 1 - kEndStop / 2 ? kInfinity : slider_value(finite, place / (1 - kEndStop));
  }
  if (!(place > 0)) return param.min;
  if (place >= 1) return param.max;
  if (param.scale == Scale::kLinear) return param.min + place * (param.max - param.min);
  if (has_zero_stop(param) && place < kZeroStop) return param.min;
  const double start = log_start(param);
  const double along = has_zero_stop(param) ? (place - kZeroStop) / (1 - kZeroStop) : place;
  return std::clamp(start * std::exp(along * std::log(param.max / start)), param.min, param.max);
}

Status check_value(const Param& param, const Value& value) {
  switch (param.kind) {
    case Kind::kNumber:
      if (const auto* x = std::get_if<double>(&value)) return check_number(param, *x);
      break;
    case Kind::kInteger:
      if (const auto* x = std::get_if<std::int64_t>(&value))
        return check_range(param, static_cast<double>(*x), number_text(*x));
      break;
    case Kind::kSwitch:
      if (std::holds_alternative<bool>(value)) return success();
      break;
    case Kind::kChoice:
    case Kind::kText:
    case Kind::kSeed:
      if (const auto* text = std::get_if<std::string>(&value)) return check_text(param, *text);
      break;
    case Kind::kMatrix:
    case Kind::kTokens:
      if (const auto* m = std::get_if<Matrix>(&value)) return check_matrix(param, *m);
      break;
  }
  return wrong_kind(param);
}

std::string format_value(const Value& value) {
  struct Format {
    std::string operator()(double x) const { return number_text(x); }
    std::string operator()(std::int64_t x) const { return number_text(x); }
    std::string operator()(bool on) const { return on ? "on" : "off"; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const Matrix& m) const { return matrix_text(m); }
  };
  return std::visit(Format{}, value);
}

Result<Value> parse_value(const Param& param, std::string_view text) {
  auto value = read_value(param, text);
  if (!value) return value;
  if (const Status fits = check_value(param, value.value()); !fits) return Error{fits.error()};
  return value;
}

}  // namespace lab::scenes
