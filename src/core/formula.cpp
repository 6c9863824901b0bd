#include "core/formula.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/elementary.h"

namespace lab::core {
namespace {

/// Parentheses and signs inside each other: more is refused, so that neither stack grows without bound.
constexpr std::size_t kDeepest = 60;
constexpr double kLargestWholeExponent = 1024;

double power(double base, double exponent) {
  if (exponent != std::floor(exponent) || !(std::abs(exponent) <= kLargestWholeExponent)) return exp(exponent * log(base));
  double out = 1.0;
  for (auto left = static_cast<unsigned>(std::abs(exponent)); left > 0; left /= 2, base *= base)
    if (left % 2 == 1) out *= base;
  return exponent < 0 ? 1.0 / out : out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

/// Recursive descent: sum of products of signed powers of atoms.
class Formula::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Formula> all() {
    sum();
    skip_blanks();
    if (!error_ && at_ < text_.size()) fail(text_[at_] == ')' ? "has a closing parenthesis too many"
                               : "goes on with something else than + - * / ^ or, in a list, a comma");
    if (error_) return Error{*error_};
    return std::move(out_);
  }

 private:
  void fail(const std::string& what) {
    if (!error_) error_ = "The formula " + what + " at character " + std::to_string(std::min(at_, text_.size()) + 1) + ".";
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (error_ || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void emit(Op op, double number = 0) { out_.steps_.push_back({op, number}); }

  void sum() {
    product();
    for (;;) {
      const Op op = take('+') ? Op::kAdd : take('-') ? Op::kSubtract : Op::kNumber;
      if (op == Op::kNumber) return;
      product();
      emit(op);
    }
  }
  void product() {
    signed_power();
    for (;;) {
      const Op op = take('*') ? Op::kMultiply : take('/') ? Op::kDivide : Op::kNumber;
      if (op == Op::kNumber) return;
      signed_power();
      emit(op);
    }
  }
  void signed_power() {
    if (++depth_ > kDeepest) return fail("is nested too deeply");
    if (take('-')) {
      signed_power();
      emit(Op::kNegate);
    } else {
      atom();
      if (take('^')) {
        signed_power();
        emit(Op::kPower);
      }
    }
    --depth_;
  }
  void atom() {
    skip_blanks();
    if (error_) return;
    if (take('(')) return parenthesis();
    if (at_ >= text_.size()) return fail("ends where a number, t or a parenthesis should stand");
    if (is_digit(text_[at_]) || text_[at_] == '.') return number();
    if (is_letter(text_[at_])) return word();
    fail("needs a number, t or a parenthesis");
  }
  void parenthesis() {
    sum();
    if (!take(')')) fail("lacks a closing parenthesis");
  }
  void number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    if (std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.begin() + static_cast<std::ptrdiff_t>(at_), '.') > 1 ||
        (at_ - begin == 1 && text_[begin] == '.')) {
      at_ = begin;
      return fail("has no number");
    }
    const std::string digits(text_.substr(begin, at_ - begin));
    emit(Op::kNumber, std::strtod(digits.c_str(), nullptr));
  }
  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name == "t") return emit(Op::kVariable);
    constexpr std::array<std::pair<std::string_view, Op>, 4> kFunctions{
        {{"sqrt", Op::kSqrt}, {"exp", Op::kExp}, {"ln", Op::kLn}, {"log", Op::kLn}}};
    const auto function = std::ranges::find(kFunctions, name, &std::pair<std::string_view, Op>::first);
    if (function == kFunctions.end()) {
      at_ = begin;
      return fail("knows t, sqrt, exp and ln, not the word");
    }
    if (!take('(')) return fail("needs a parenthesis");
    parenthesis();
    emit(function->second);
  }

  std::string_view text_;
  std::size_t at_ = 0, depth_ = 0;
  std::optional<std::string> error_;
  Formula out_;
};

Result<Formula> Formula::parse(std::string_view text) {
  if (text.size() > kLongest) return Error{"The formula is longer than " + std::to_string(kLongest) + " characters."};
  return Parser(text).all();
}

double Formula::operator()(double t) const {
  // A formula of kLongest characters cannot leave more operands open than it has characters.
  std::array<double, kLongest + 1> stack{};
  std::size_t top = 0;
  for (const Step& step : steps_) {
    if (step.op == Op::kNumber) stack[top++] = step.number;
    else if (step.op == Op::kVariable) stack[top++] = t;
    else if (step.op >= Op::kNegate) {
      double& x = stack[top - 1];
      x = step.op == Op::kNegate ? -x : step.op == Op::kSqrt ? std::sqrt(x) : step.op == Op::kExp ? exp(x) : log(x);
    } else {
      const double right = stack[--top];
      double& x = stack[top - 1];
      switch (step.op) {
        case Op::kAdd: x += right; break;
        case Op::kSubtract: x -= right; break;
        case Op::kMultiply: x *= right; break;
        case Op::kDivide: x /= right; break;
        default: x = power(x, right);
      }
    }
  }
  return top == 0 ? 0.0 : stack[0];
}

Result<FormulaList> FormulaList::parse(std::string_view text) {
  FormulaList out;
  for (;;) {
    const std::size_t comma = text.find(',');
    Result<Formula> formula = Formula::parse(text.substr(0, comma));
    if (!formula) {
      if (out.entries.empty() && comma == std::string_view::npos) return Error{formula.error()};
      return Error{"Entry " + std::to_string(out.entries.size() + 1) + " of the list: " + formula.error()};
    }
    out.entries.push_back(std::move(formula.value()));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

double FormulaList::operator()(std::size_t t) const {
  return entries.empty() ? 0.0 : entries[std::min(t, entries.size() - 1)](static_cast<double>(t));
}

}  // namespace lab::core
