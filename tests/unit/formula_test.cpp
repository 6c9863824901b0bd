// Formulas in t and the step schedules made of them.
#include <doctest.h>

#include <cmath>
#include <string>

#include "core/formula.h"
#include "core/frank_wolfe.h"
#include "scenes/schedule_rows.h"

using namespace lab::core;

namespace {

double at(const char* text, double t = 0) {
  const auto formula = Formula::parse(text);
  REQUIRE_MESSAGE(formula.ok(), text);
  return formula.value()(t);
}
std::string error(const std::string& text) {
  const auto formula = Formula::parse(text);
  return formula ? "" : formula.error();
}

}  // namespace

TEST_CASE("formulas read as on the board") {
  CHECK(at("2/(t+2)", 2) == 0.5);
  CHECK(at("1 - 1/(t+2)", 3) == 0.8);
  CHECK(at("2^-(t+1)", 9) == 0x1p-10);
  CHECK(at("-2^2") == -4);
  CHECK(at("2^3^2") == 512);
  CHECK(at("3^13") == 1594323);
  CHECK(at("0.5^1024") == 0x1p-1024);
  CHECK(at("2^-1022") == 0x1p-1022);
  CHECK(at("1.0001^1000") == doctest::Approx(std::pow(1.0001, 1000)).epsilon(1e-13));
  CHECK(at("7^0") == 1);
  CHECK(at("8-4-2") == 2);
  CHECK(at("8/4/2") == 1);
  CHECK(at("2--3") == 5);
  CHECK(at(" .5 * ( t ) ", 3) == 1.5);
  CHECK(at("sqrt(t)", 9) == 3);
  CHECK(at("ln(exp(2))") == doctest::Approx(2).epsilon(1e-15));
  CHECK(at("4^0.5") == doctest::Approx(2).epsilon(1e-15));
  CHECK(at("0.3") == 0.3);
  CHECK(std::isnan(at("(0-1)^0.5")));
  CHECK(std::isinf(at("1/t")));
  CHECK(Formula()(7) == 0);
}

TEST_CASE("what is no formula is refused with its place") {
  CHECK(error("") == "The formula ends where a number, t or a parenthesis should stand at character 1.");
  CHECK(error("2/(t+2") == "The formula lacks a closing parenthesis at character 7.");
  CHECK(error("2t") == "The formula goes on with something else than + - * / ^ or, in a list, a comma at character 2.");
  CHECK(error("1)") == "The formula has a closing parenthesis too many at character 2.");
  CHECK(error("sin(t)") == "The formula knows t, sqrt, exp and ln, not the word at character 1.");
  CHECK(error("sqrt t") == "The formula needs a parenthesis at character 6.");
  CHECK(error("1.2.3") == "The formula has no number at character 1.");
  CHECK(error(".") == "The formula has no number at character 1.");
  CHECK(error("1 + *") == "The formula needs a number, t or a parenthesis at character 5.");
  CHECK(error("\xCE\xB3") == "The formula needs a number, t or a parenthesis at character 1.");
  CHECK(error(std::string(150, '(')) == "The formula is nested too deeply at character 61.");
  CHECK(error(std::string(150, '-') + "1") == "The formula is nested too deeply at character 61.");
  CHECK(error(std::string(201, '1')) == "The formula is longer than 200 characters.");
}

TEST_CASE("a list goes on with its last entry") {
  const auto list = FormulaList::parse("1, 1/2, 1/(t+1)");
  REQUIRE(list.ok());
  CHECK(list.value()(0) == 1);
  CHECK(list.value()(1) == 0.5);
  CHECK(list.value()(2) == 1.0 / 3);
  CHECK(list.value()(9) == 0.1);
  CHECK(FormulaList::parse("1,,2").error() ==
        "Entry 2 of the list: The formula ends where a number, t or a parenthesis should stand at character 1.");
  CHECK(FormulaList()(3) == 0);
}

TEST_CASE("a typed schedule stays in (0, 1]") {
  const auto good = typed_schedule("2/(t+2)", 1000);
  REQUIRE(good.ok());
  for (std::size_t t = 0; t < 1000; ++t) CHECK(step_size(good.value(), t) == step_size({Schedule::kHarmonic}, t));
  CHECK(remaining(good.value(), 2) == 0);
  CHECK(remaining(typed_schedule("1/4, 1/2", 10).value(), 3) == 0.75 * 0.5 * 0.5);
  CHECK(typed_schedule("1/t", 10).error() == "At t = 0 the step is not above 0 and at most 1.");
  CHECK(typed_schedule("1/2, 3/t", 10).error() == "At t = 1 the step is not above 0 and at most 1.");
  CHECK(typed_schedule("t/100", 101).error() == "At t = 0 the step is not above 0 and at most 1.");
  CHECK(typed_schedule("1/2 - t/8", 4).ok());
  CHECK_FALSE(typed_schedule("1/2 - t/8", 5).ok());
}

TEST_CASE("schedules by their keys") {
  using namespace lab::scenes;
  CHECK(schedule_text({"constant", 0.05, ""}) == "\u03B3 = 0.05");
  CHECK(schedule_text({"typed", 0.05, "1/(t+3)"}) == "\u03B3\u1D57 = 1/(t+3)");
  CHECK(schedule_text({"to-one", 0.05, ""}) == "\u03B3\u1D57 = 1 \u2212 1/(t + 2)");
  CHECK(step_size(schedule_of({"typed", 0.1, "1/(t+3)"}, 50).value(), 1) == 0.25);
  CHECK(step_size(schedule_of({"halving", 0.1, "nonsense"}, 50).value(), 1) == 0.25);
  CHECK_FALSE(schedule_of({"typed", 0.1, "nonsense"}, 50).ok());
  // The label of each kind, read as a formula, is what it does.
  for (const NamedSchedule& named : named_schedules()) {
    if (named.kind == Schedule::kConstant || named.kind == Schedule::kTyped) continue;
    std::string label = named.label;
    for (std::size_t i; (i = label.find("\u2212")) != std::string::npos;) label.replace(i, 3, "-");
    const auto formula = Formula::parse(label);
    REQUIRE(formula.ok());
    for (int t = 0; t < 40; ++t) CHECK(formula.value()(t) == step_size({named.kind}, static_cast<std::size_t>(t)));
  }
}
