#include <doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "views/ticks.h"

using namespace lab::views;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string labels(const std::vector<Tick>& ticks) {
  std::string all;
  for (const Tick& t : ticks) {
    if (t.major) all += t.label + " ";
  }
  return all;
}

}  // namespace

TEST_CASE("linear ticks are round numbers with equal decimals") {
  CHECK(labels(linear_ticks(0, 1, 4)) == "0 0.5 1.0 ");
  CHECK(labels(linear_ticks(0, 1, 5)) == "0 0.2 0.4 0.6 0.8 1.0 ");
  CHECK(labels(linear_ticks(-1.5, 1.5, 6)) == "−1.5 −1.0 −0.5 0 0.5 1.0 1.5 ");
  CHECK(labels(linear_ticks(0, 400, 4)) == "0 100 200 300 400 ");
  CHECK(labels(linear_ticks(0, 4e9, 4)) == "0 10⁹ 2×10⁹ 3×10⁹ 4×10⁹ ");
  CHECK(linear_ticks(0, 1, 10)[3].value == 0.3);
}

TEST_CASE("ticks of counts are whole numbers") {
  CHECK(labels(integer_ticks(0, 3, 12)) == "0 1 2 3 ");
  CHECK(labels(integer_ticks(0, 13, 5)) == "0 5 10 ");
}

TEST_CASE("odd ranges give few ticks and never hang") {
  CHECK(linear_ticks(2, 2, 5).size() == 1);
  CHECK(linear_ticks(3, 2, 5).empty());
  CHECK(linear_ticks(0, kInf, 5).empty());
  CHECK(linear_ticks(kNaN, 1, 5).empty());
  CHECK(linear_ticks(-1.7e308, 1.7e308, 5).empty());
  CHECK(linear_ticks(1e300, 1e300 * (1 + 1e-15), 5).size() <= 12);
  CHECK(linear_ticks(0, 1, 0).size() <= 3);
  CHECK(linear_ticks(0, 5e-324, 5).size() <= 12);
  CHECK(linear_ticks(1e9, 1e9 + 1e-3, 5).size() <= 12);
  for (double low = -3; low < 3; low += 0.37) {
    for (double width = 1e-9; width < 1e9; width *= 3.7) {
      const auto ticks = linear_ticks(low, low + width, 6);
      CHECK(ticks.size() >= 1);
      CHECK(ticks.size() <= 14);
    }
  }
}

TEST_CASE("log ticks stand at powers of ten") {
  CHECK(labels(log_ticks(1e-3, 1, 5)) == "10⁻³ 10⁻² 10⁻¹ 1 ");
  CHECK(labels(log_ticks(1e-18, 1, 6)) == "10⁻¹⁸ 10⁻¹⁵ 10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 1 ");
  CHECK(labels(log_ticks(1, 10, 4)) == "1 2 5 10 ");
  CHECK(labels(log_ticks(0.004, 0.06, 4)) == "0.005 0.01 0.02 0.05 ");
  CHECK(log_ticks(0, 1, 5).empty());
  CHECK(log_ticks(-1, 1, 5).empty());
  CHECK(log_ticks(1e-300, 1e300, 5).size() < 50);
  CHECK(log_ticks(5e-324, 1, 5).size() < 50);
}

TEST_CASE("numbers are short and honest") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(-0.0) == "0");
  CHECK(number_text(0.25) == "0.25");
  CHECK(number_text(-3) == "−3");
  CHECK(number_text(1.0 / 3) == "0.3333");
  CHECK(number_text(123456) == "123456");
  CHECK(number_text(1.23456e-7) == "1.235×10⁻⁷");
  CHECK(number_text(1e-18) == "10⁻¹⁸");
  CHECK(number_text(-1e12) == "−10¹²");
  CHECK(number_text(0.99996) == "1");
  CHECK(number_text(999999.7) == "10⁶");
  CHECK(number_text(kNaN) == "undefined");
  CHECK(number_text(-kInf) == "−∞");
  CHECK(number_text(1.7976931348623157e308, 17) == "1.7976931348623157×10³⁰⁸");
  CHECK(power_text(0) == "1");
  CHECK(power_text(-12) == "10⁻¹²");
}

TEST_CASE("axes hold all series, floors included") {
  lab::scenes::Plot plot;
  plot.log_y = true;
  plot.y_floor = 1e-18;
  plot.series.push_back({"residual", {0, 1, 2, 3}, {1, 1e-3, 1e-30, 0}, {}, {}, false});
  const Axis y = y_axis(plot);
  CHECK(y.log);
  CHECK(y.floored);
  CHECK(y.low < 1e-18);
  CHECK(y.high > 1);
  CHECK(y.position(0) == y.position(1e-18));
  CHECK(y.position(y.high) == doctest::Approx(1));
  CHECK(y.value(y.position(1e-3)) == doctest::Approx(1e-3));
  CHECK(std::isnan(y.position(kNaN)));
  const Axis x = x_axis(plot);
  CHECK(x.integer);
  CHECK(x.low == 0);
  CHECK(x.high == 3);
}

TEST_CASE("empty and constant plots still have axes") {
  lab::scenes::Plot plot;
  for (const bool log : {false, true}) {
    plot.log_y = log;
    plot.series.clear();
    CHECK(y_axis(plot).low < y_axis(plot).high);
    plot.series.push_back({"flat", {0}, {5}, {}, {}, true});
    CHECK(y_axis(plot).low < y_axis(plot).high);
    CHECK(x_axis(plot).low < x_axis(plot).high);
    CHECK(y_axis(plot).position(5) < 1);
    plot.series[0].y[0] = kNaN;
    CHECK(y_axis(plot).low < y_axis(plot).high);
  }
}

TEST_CASE("plots above each other share the range of their steps") {
  const auto plot = [](const char* label, double from, double to) {
    lab::scenes::Plot p;
    p.x_label = label;
    p.series.push_back({"", {from, to}, {0, 1}, {}, {}, false});
    return p;
  };
  std::vector<lab::scenes::Plot> plots{plot("layer k", 1, 40), plot("layer k", 0, 12), plot("beta", 5, 6), plot("layer k", 3, 3)};
  plots[3].series.clear();
  for (const std::size_t i : {0, 1}) {
    CHECK(x_axis(plots, i).low == 0);
    CHECK(x_axis(plots, i).high == 40);
  }
  CHECK(x_axis(plots, 2).low == 5);
}
