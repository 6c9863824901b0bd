#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/result.h"

/// Formulas in one variable t, as a reader types them: 2/(t+2), 0.5^(t+1), 1 - 1/sqrt(t+2).
///
/// Numbers, t, + - * / ^, parentheses, and sqrt, exp, ln of a parenthesis. ^ binds strongest and to the
/// right, so -2^2 = -4 and 2^3^2 = 512; a product needs its *. A whole exponent up to 1024 in size is
/// repeated squaring, any other power e^(b ln a). The same bits everywhere.
namespace lab::core {

class Formula {
 public:
  /// The constant 0.
  Formula() = default;
  /// At most kLongest characters. Errors are one sentence that names the place, counted from 1.
  static Result<Formula> parse(std::string_view text);
  static constexpr std::size_t kLongest = 200;

  /// NaN or infinite where the formula has no finite value.
  double operator()(double t) const;

 private:
  enum class Op : std::uint8_t { kNumber, kVariable, kAdd, kSubtract, kMultiply, kDivide, kPower, kNegate, kSqrt, kExp, kLn };
  struct Step {
    Op op = Op::kNumber;
    double number = 0;
  };
  class Parser;
  std::vector<Step> steps_;  ///< in reverse Polish order
};

/// Formulas divided by commas: entry i is used at t = i, the last one from there on. "1, 1/2, 1/(t+1)".
struct FormulaList {
  std::vector<Formula> entries;
  static Result<FormulaList> parse(std::string_view text);
  /// 0 without entries.
  double operator()(std::size_t t) const;
};

}  // namespace lab::core
