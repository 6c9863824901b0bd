#include <doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "core/elementary.h"
#include "core/hash.h"

#ifndef LAB_TEST_DATA
#define LAB_TEST_DATA "tests/golden"
#endif

namespace core = lab::core;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTiny = 0x1p-1074;
constexpr double kMax = std::numeric_limits<double>::max();

using Function = double (*)(double);

Function function_named(const std::string& name) {
  if (name == "exp") return core::exp;
  if (name == "expm1") return core::expm1;
  if (name == "log") return core::log;
  if (name == "log1p") return core::log1p;
  if (name == "tanh") return core::tanh;
  if (name == "sin") return core::sin;
  if (name == "cos") return core::cos;
  return nullptr;
}

/// The arguments of elementary_golden.py.
class Arguments {
 public:
  Arguments(const std::string& kind, double a, double b, std::uint64_t seed) : kind_(kind), a_(a), b_(b), state_(seed) {}

  double next() {
    const double u = static_cast<double>(word() >> 11) * 0x1p-53;
    if (kind_ == "linear") return a_ + (b_ - a_) * u;
    const std::uint64_t w = word();
    const int low = static_cast<int>(a_);
    const auto count = static_cast<std::uint64_t>(static_cast<int>(b_) - low + 1);
    double x = std::ldexp(1.0 + u, low + static_cast<int>(w % count));
    if (w >> 63 != 0) x = -x;
    return kind_ == "near" ? 1.0 + x : x;
  }

 private:
  std::uint64_t word() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::string kind_;
  double a_, b_;
  std::uint64_t state_;
};

double parse(const std::string& text) { return std::strtod(text.c_str(), nullptr); }
std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

void check_chunks(std::istringstream& stream, const std::string& name) {
  std::string kind, a, b, seed;
  stream >> kind >> a >> b >> seed;
  Arguments arguments(kind, parse(a), parse(b), std::strtoull(seed.c_str(), nullptr, 10));
  for (std::string expected; stream >> expected;) {
    std::vector<double> values;
    for (int i = 0; i < 250; ++i) values.push_back(function_named(name)(arguments.next()));
    CHECK(core::hash_bits(values) == std::strtoull(expected.c_str(), nullptr, 16));
  }
}

}  // namespace

TEST_CASE("elementary functions are correctly rounded") {
  std::ifstream file(std::string(LAB_TEST_DATA) + "/elementary_golden.txt");
  REQUIRE_MESSAGE(file.good(), "golden numbers not found in " LAB_TEST_DATA);
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    CAPTURE(line);
    std::istringstream stream(line);
    std::string name, x, y;
    stream >> name;
    if (name == "hard") {
      stream >> name >> x >> y;
      CHECK(bits(function_named(name)(parse(x))) == bits(parse(y)));
    } else {
      check_chunks(stream, name);
    }
  }
  CHECK(lines > 100);
}

TEST_CASE("special values of exp and expm1") {
  CHECK(core::exp(0.0) == 1.0);
  CHECK(core::exp(-0.0) == 1.0);
  CHECK(core::exp(1.0) == 0x1.5bf0a8b145769p+1);
  CHECK(core::exp(kInf) == kInf);
  CHECK(core::exp(-kInf) == 0.0);
  CHECK(core::exp(kMax) == kInf);
  CHECK(core::exp(-kMax) == 0.0);
  CHECK(std::isnan(core::exp(kNaN)));
  CHECK(core::exp(kTiny) == 1.0);
  // The last argument below overflow, the last one above underflow.
  CHECK(core::exp(0x1.62e42fefa39efp+9) == 0x1.fffffffffff2ap+1023);
  CHECK(core::exp(0x1.62e42fefa39fp+9) == kInf);
  CHECK(core::exp(-0x1.74910d52d3051p+9) == kTiny);
  CHECK(core::exp(-0x1.74910d52d3052p+9) == 0.0);
  CHECK(bits(core::expm1(0.0)) == bits(0.0));
  CHECK(bits(core::expm1(-0.0)) == bits(-0.0));
  CHECK(core::expm1(kInf) == kInf);
  CHECK(core::expm1(-kInf) == -1.0);
  CHECK(core::expm1(-50.0) == -1.0);
  CHECK(core::expm1(kTiny) == kTiny);
  CHECK(core::expm1(100.0) == core::exp(100.0));
  CHECK(core::expm1(800.0) == kInf);
  CHECK(std::isnan(core::expm1(kNaN)));
}

TEST_CASE("special values of log and log1p") {
  CHECK(bits(core::log(1.0)) == bits(0.0));
  CHECK(core::log(0.0) == -kInf);
  CHECK(core::log(-0.0) == -kInf);
  CHECK(std::isnan(core::log(-1.0)));
  CHECK(std::isnan(core::log(-kInf)));
  CHECK(core::log(kInf) == kInf);
  CHECK(std::isnan(core::log(kNaN)));
  CHECK(core::log(2.0) == 0x1.62e42fefa39efp-1);
  CHECK(core::log(kTiny) == -0x1.74385446d71c3p+9);
  CHECK(core::log(kMax) == 0x1.62e42fefa39efp+9);
  CHECK(bits(core::log1p(0.0)) == bits(0.0));
  CHECK(bits(core::log1p(-0.0)) == bits(-0.0));
  CHECK(core::log1p(-1.0) == -kInf);
  CHECK(std::isnan(core::log1p(-1.5)));
  CHECK(core::log1p(kInf) == kInf);
  CHECK(std::isnan(core::log1p(kNaN)));
  CHECK(core::log1p(kTiny) == kTiny);
  CHECK(core::log1p(kMax) == 0x1.62e42fefa39efp+9);
}

TEST_CASE("special values of tanh, sin and cos") {
  CHECK(core::tanh(kInf) == 1.0);
  CHECK(core::tanh(-kInf) == -1.0);
  CHECK(core::tanh(25.0) == 1.0);
  CHECK(bits(core::tanh(-0.0)) == bits(-0.0));
  CHECK(core::tanh(kTiny) == kTiny);
  CHECK(std::isnan(core::tanh(kNaN)));
  for (const double x : {kInf, -kInf, kNaN}) {
    CHECK(std::isnan(core::sin(x)));
    CHECK(std::isnan(core::cos(x)));
    CHECK(std::isnan(core::sincos(x).sin));
  }
  CHECK(bits(core::sin(-0.0)) == bits(-0.0));
  CHECK(core::cos(0.0) == 1.0);
  CHECK(core::sin(kTiny) == kTiny);
  CHECK(core::sin(0x1.921fb54442d18p+1) == 0x1.1a62633145c07p-53);
  CHECK(core::cos(0x1.921fb54442d18p+0) == 0x1.1a62633145c07p-54);
  // The double closest to a multiple of pi/2, and the largest one.
  CHECK(core::cos(0x1.6ac5b262ca1ffp+849) == -0x1.14ae72e6ba22fp-61);
  CHECK(core::sin(kMax) == 0x1.452fc98b34e97p-8);
}

TEST_CASE("symmetries and sincos") {
  Arguments arguments("power", -30, 25, 99);
  for (int i = 0; i < 20000; ++i) {
    const double x = arguments.next();
    const core::SinCos both = core::sincos(x);
    REQUIRE(bits(both.sin) == bits(core::sin(x)));
    REQUIRE(bits(both.cos) == bits(core::cos(x)));
    REQUIRE(core::sin(-x) == -core::sin(x));
    REQUIRE(core::cos(-x) == core::cos(x));
    REQUIRE(core::tanh(-x) == -core::tanh(x));
  }
}
