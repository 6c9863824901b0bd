// Values as text: what is written reads back to the same bits, and what is no
// value is refused with a sentence.
#include <doctest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <limits>

#include "scenes/param.h"
#include "scenes/value_text.h"
#include "support.h"

using namespace lab::scenes;
using lab::core::Matrix;
using lab::test::Draws;

namespace {

Param number(double min, double max, Scale scale = Scale::kLinear, double smallest = 0) {
  Param p;
  p.key = "alpha";
  p.min = min;
  p.max = max;
  p.scale = scale;
  p.smallest = smallest;
  return p;
}

Param row(Kind kind, double min = -1e6, double max = 1e6) {
  Param p = number(min, max);
  p.kind = kind;
  p.choices = {{"one", "One"}, {"two", "Two"}};
  return p;
}

std::string refusal(const Param& p, std::string_view text) {
  const auto value = parse_value(p, text);
  return value ? "" : value.error();
}

bool is_sentence(const std::string& text) { return text.size() > 10 && text.back() == '.'; }

double any_double(Draws& draws) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 4; ++i) bits = bits << 16U | draws.below(65536);
  return std::bit_cast<double>(bits);
}

}  // namespace

TEST_CASE("A number written in its shortest form reads back to the same bits") {
  Draws draws(1);
  std::size_t tried = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = any_double(draws);
    if (!std::isfinite(x)) continue;
    const auto back = read_number(number_text(x));
    REQUIRE(back.ok());
    REQUIRE(std::bit_cast<std::uint64_t>(back.value()) == std::bit_cast<std::uint64_t>(x));
    ++tried;
  }
  CHECK(tried > 19000);
  for (double x : {0.0, -0.0, 0.1, 1e-12, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()})
    CHECK(std::bit_cast<std::uint64_t>(read_number(number_text(x)).value()) == std::bit_cast<std::uint64_t>(x));
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1e-12) == "1e-12");
}

TEST_CASE("Only decimal numbers are numbers") {
  for (const char* good : {"1", "-1", "+1", "1.", ".5", " 2 ", "1e5", "1E-5", "00012", "1e+20"}) CHECK(read_number(good).ok());
  for (const char* bad : {"", " ", ".", "-", "e5", "1e", "1e+", "0x10", "inf", "-INF", "nan", "1 2", "1,2", "1..2", "1f", "--1",
                          "1e999", "-1e999", "1e-999", "\xce\xb1"})
    CHECK_FALSE(read_number(bad).ok());
  CHECK_FALSE(read_number(std::string(500, '1')).ok());
  CHECK_FALSE(read_number(std::string_view("1\0", 2)).ok());
  CHECK(read_number("0e-999").value() == 0);
}

TEST_CASE("Numbers are read with a point in every locale") {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_NUMERIC, name) == nullptr) continue;
    CHECK(read_number("1.5").value() == 1.5);
    CHECK(number_text(1.5) == "1.5");
  }
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST_CASE("A comma is read as the point where it can mean nothing else") {
  const Param p = number(-1e6, 1e6);
  const auto read = [&](const char* text) { return std::get<double>(parse_value(p, text).value()); };
  CHECK(read("0,3") == 0.3);
  CHECK(read(" -1,5 ") == -1.5);
  CHECK(read(",5") == 0.5);
  CHECK(read("0,125") == 0.125);
  CHECK(read("1234,567") == 1234.567);
  CHECK(read("1,234e1") == 12.34);
  for (const char* bad : {"1,234", "-12,500", "1,2,3", "1,", ",", "1,2.3", "1.2,3", "a,5"}) CHECK(is_sentence(refusal(p, bad)));
  CHECK(refusal(p, "1,234") == "alpha can be read in two ways: \"1,234\"; please write 1.234 or 1234.");
  CHECK(refusal(p, "10,000") == "alpha can be read in two ways: \"10,000\"; please write 10 or 10000.");
  CHECK(refusal(p, " -12,500 ") == "alpha can be read in two ways: \"-12,500\"; please write -12.5 or -12500.");
  CHECK(refusal(p, "a,5") == "alpha is not a number: \"a,5\".");
  CHECK_FALSE(parse_value(row(Kind::kInteger), "1,0").ok());
}

TEST_CASE("Whole numbers, switches, choices and seeds") {
  CHECK(parse_value(row(Kind::kInteger), "+42").value() == Value(std::int64_t{42}));
  for (const char* bad : {"1.5", "", "1e3", "99999999999999999999", "0x1", "4 2"})
    CHECK(is_sentence(refusal(row(Kind::kInteger), bad)));
  CHECK(parse_value(row(Kind::kSwitch), "on").value() == Value(true));
  CHECK(is_sentence(refusal(row(Kind::kSwitch), "true")));
  CHECK(parse_value(row(Kind::kChoice), "two").ok());
  CHECK(refusal(row(Kind::kChoice), "three") == "alpha must be one of one, two, not \"three\".");
  for (const char* good : {"15", "[1,2]", "[1, 2]", "123456789012345678901234567890"}) CHECK(parse_value(row(Kind::kSeed), good).ok());
  for (const char* bad : {"", "-1", "1.5", "[1,", "[1;2]", "seed"}) CHECK(is_sentence(refusal(row(Kind::kSeed), bad)));
}

TEST_CASE("Matrices are read row by row, and never ragged") {
  const auto m = parse_value(row(Kind::kTokens), " 1, 2;3,4\n5,-6.5 \n");
  REQUIRE(m.ok());
  CHECK(*std::get_if<Matrix>(&m.value()) == Matrix{{1, 2}, {3, 4}, {5, -6.5}});
  CHECK(format_value(m.value()) == "1,2;3,4;5,-6.5");
  for (const char* bad : {"", ";", "1,2;", "1,2;3", "1,,2", "1,a", "1,2;nan,1", "1e7,0"})
    CHECK(is_sentence(refusal(row(Kind::kTokens), bad)));
  CHECK(is_sentence(refusal(row(Kind::kMatrix), "1,2")));
  CHECK(parse_value(row(Kind::kMatrix), "1,0;0,9").ok());
}

TEST_CASE("A value outside its range or of another kind is refused") {
  const Param p = number(0.001, 10);
  CHECK(refusal(p, "11") == "alpha must lie between 0.001 and 10, but 11 was given.");
  CHECK(check_value(p, 10.0).ok());
  CHECK(check_value(p, 0.001).ok());
  for (double x : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) CHECK_FALSE(check_value(p, x).ok());
  CHECK_FALSE(check_value(p, std::int64_t{1}).ok());
  CHECK_FALSE(check_value(p, true).ok());
  Matrix broken(2, 2);
  broken.data.pop_back();
  CHECK_FALSE(check_value(row(Kind::kMatrix), broken).ok());
  CHECK_FALSE(check_value(row(Kind::kMatrix), Matrix{}).ok());
}

TEST_CASE("Text from outside is quoted in printable letters only") {
  CHECK(quoted("a\x01\xff<b>") == "\"a\x3f\x3f<b>\"");
  CHECK(quoted(std::string(100, 'x')).size() < 40);
  CHECK(counted(1234567) == "1\u202F234\u202F567");
  CHECK(counted(999) == "999");
  CHECK(plural(1, "token") == "1 token");
  CHECK(counted(174604259328ULL) == "174\u202F604\u202F259\u202F328");  // beyond 2^32, in 32-bit builds too
  CHECK(plural(5000000000ULL, "token") == "5\u202F000\u202F000\u202F000 tokens");
  CHECK(rounded(0.0013816952466570998, 2) == "0.0014");
  CHECK(rounded(1.5934614738810637e-12, 2) == "1.6e-12");
  CHECK(rounded(99.7, 2) == "100");
  CHECK(rounded(-104.2, 2) == "-104");
  CHECK(rounded_words(-104.2, 2) == "\u2212104");
  CHECK(rounded_words(0.8) == "0.8");
  CHECK(rounded(15113.4, 3) == "15113");
  CHECK(rounded(2.5e7, 3) == "2.50e+07");
}

TEST_CASE("A slider without end goes on to infinity") {
  Param p = number(0, 1e4, Scale::kLog, 1e-3);
  p.endless = true;
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(slider_value(p, 1) == infinity);
  CHECK(slider_place(p, infinity) == 1);
  CHECK(slider_value(p, slider_place(p, 1e4)) == 1e4);
  CHECK(slider_value(p, 0) == 0);
  for (const double x : {1e-3, 0.02, 1.0, 37.0, 9999.0}) CHECK(slider_value(p, slider_place(p, x)) == doctest::Approx(x));
  for (const char* text : {"inf", " \u221E", "infinity"}) CHECK(std::get<double>(parse_value(p, text).value()) == infinity);
  CHECK(format_value(infinity) == "inf");
  CHECK_FALSE(parse_value(p, "-inf"));
  CHECK_FALSE(parse_value(p, "nan"));
  CHECK_FALSE(parse_value(p, "1e999"));
  CHECK(parse_value(p, "10001").error().find("or be inf") != std::string::npos);
  p.endless = false;
  CHECK_FALSE(parse_value(p, "inf"));
}

TEST_CASE("A slider's place and value are inverse to each other") {
  for (const Param& p : {number(-2, 3), number(1e-3, 10, Scale::kLog), number(0, 0.1, Scale::kLog, 1e-16)}) {
    CHECK(slider_value(p, 0) == p.min);
    CHECK(slider_value(p, 1) == p.max);
    CHECK(slider_place(p, p.min) == 0);
    CHECK(slider_place(p, p.max) == 1);
    double before = p.min;
    for (double place = 0.05; place < 1; place += 0.01) {
      const double x = slider_value(p, place);
      CHECK(x > before);
      CHECK(slider_place(p, x) == doctest::Approx(place));
      before = x;
    }
  }
}
