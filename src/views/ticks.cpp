#include "views/ticks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace lab::views {
namespace {

constexpr std::array<const char*, 10> kSuperscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/// Powers of ten as the nearest double, so that tick 0.1 is the 0.1 that the
/// reader means: pow differs in the last bit between libraries.
double power_of_ten(int exponent) { return std::strtod(("1e" + std::to_string(exponent)).c_str(), nullptr); }

int floor_exponent(double positive) {
  int e = static_cast<int>(std::floor(std::log10(positive)));
  while (power_of_ten(e) > positive) --e;
  while (power_of_ten(e + 1) <= positive) ++e;
  return e;
}

int ceil_exponent(double positive) {
  const int e = floor_exponent(positive);
  return power_of_ten(e) < positive ? e + 1 : e;
}

/// A step of 1, 2 or 5 times a power of ten, as mantissa and exponent.
struct Step {
  int mantissa = 1;
  int exponent = 0;
};

Step nice_step(double rough) {
  const int e = floor_exponent(rough);
  const double ratio = rough / power_of_ten(e);
  if (ratio <= 1.0000001) return {1, e};
  if (ratio <= 2.0000001) return {2, e};
  if (ratio <= 5.0000001) return {5, e};
  return {1, e + 1};
}

/// i * step with one rounding, so that 3 * 0.1 reads 0.3.
double multiple(double i, Step step) {
  const double whole = i * step.mantissa;
  return step.exponent < 0 ? whole / power_of_ten(-step.exponent) : whole * power_of_ten(step.exponent);
}

/// Labels of one axis share their number of decimals: 0, 0.5, 1 becomes 0.0, 0.5, 1.0.
std::string tick_label(double value, Step step) {
  const double size = std::fabs(value);
  if (value == 0) return "0";
  if (size < 1e6 && step.exponent >= -4) {
    std::array<char, 40> text{};
    const int decimals = std::max(0, -step.exponent);
    const auto end = std::to_chars(text.data(), text.data() + text.size(), size, std::chars_format::fixed, decimals).ptr;
    return (value < 0 ? "−" : "") + std::string(text.data(), end);
  }
  return number_text(value, std::clamp(floor_exponent(size) - step.exponent + 1, 1, 15));
}

std::vector<Tick> ticks_with_step(double low, double high, Step step) {
  std::vector<Tick> ticks;
  const double width = multiple(1, step);
  const double slack = 1e-9;
  const double first = std::ceil(low / width - slack);
  const double last = std::floor(high / width + slack);
  if (!(last - first < 1000)) return ticks;
  for (double i = first; i <= last; ++i) {
    const double value = multiple(i, step);
    ticks.push_back({value == 0 ? 0.0 : value, tick_label(value, step), true});
  }
  return ticks;
}

bool usable(double low, double high) {
  return std::isfinite(low) && std::isfinite(high) && low <= high && std::isfinite(high - low);
}

std::vector<Tick> even_ticks(double low, double high, int target, bool whole) {
  if (!usable(low, high)) return {};
  const double size = std::max(std::fabs(low), std::fabs(high));
  if (!(high - low > 1e-13 * size)) return {{low, number_text(low), true}};
  Step step = nice_step(std::max((high - low) / std::max(target, 1), std::numeric_limits<double>::min()));
  if (whole && step.exponent < 0) step = {1, 0};
  return ticks_with_step(low, high, step);
}

/// `plain` writes 0.01 instead of 10⁻², beside neighbours such as 0.02.
void add_decade(std::vector<Tick>& ticks, int e, double low, double high, bool labelled, bool plain) {
  const double value = power_of_ten(e);
  const std::string label = !labelled ? "" : plain ? number_text(value) : power_text(e);
  if (value >= low && value <= high) ticks.push_back({value, label, labelled});
}

void add_minors(std::vector<Tick>& ticks, int e, double low, double high, bool labelled) {
  for (int m = 2; m < 10; ++m) {
    const double value = multiple(m, {1, e});
    const bool named = labelled && (m == 2 || m == 5);
    if (value >= low && value <= high) ticks.push_back({value, named ? number_text(value) : "", named});
  }
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int target) { return even_ticks(low, high, target, false); }
std::vector<Tick> integer_ticks(double low, double high, int target) { return even_ticks(low, high, target, true); }

std::vector<Tick> spaced_ticks(double low, double high, double distance) {
  if (!usable(low, high) || !(distance > 0) || !((high - low) / distance < 1000)) return {};
  return ticks_with_step(low, high, nice_step(std::max(distance, std::numeric_limits<double>::min())));
}

std::vector<Tick> log_ticks(double low, double high, int target) {
  std::vector<Tick> ticks;
  if (!usable(low, high) || low <= 0) return ticks;
  const int first = floor_exponent(low);
  const int last = ceil_exponent(high);
  const int decades = std::max(1, last - first);
  int stride = 1;
  for (const int s : {1, 2, 3, 5, 10, 20, 50, 100}) {
    stride = s;
    if (decades <= s * std::max(target, 1)) break;
  }
  for (int e = first; e <= last; ++e) {
    const bool labelled = e % stride == 0;
    if (labelled || stride <= 5) add_decade(ticks, e, low, high, labelled, decades <= 2);
    if (stride == 1 && decades <= 6) add_minors(ticks, e, low, high, decades <= 2);
  }
  return ticks;
}

std::string power_text(int exponent) {
  if (exponent == 0) return "1";
  if (exponent == 1) return "10";
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += kSuperscripts[static_cast<std::size_t>(digit - '0')];
  return text;
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "undefined";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  if (value == 0) return "0";
  const std::string sign = value < 0 ? "−" : "";
  std::array<char, 400> buffer{};
  char* const begin = buffer.data();
  char* const limit = begin + buffer.size();
  const int precision = std::clamp(digits, 1, 17);
  // Round once in scientific form: it tells the exponent after rounding.
  const auto end = std::to_chars(begin, limit, std::fabs(value), std::chars_format::scientific, precision - 1).ptr;
  std::string text(begin, end);
  const std::size_t mark = text.find('e');
  const int exponent = std::atoi(text.c_str() + mark + 1);
  std::string mantissa = text.substr(0, mark);
  if (exponent >= -4 && exponent < 6) {
    const auto stop = std::to_chars(begin, limit, std::fabs(value), std::chars_format::fixed, std::max(0, precision - 1 - exponent)).ptr;
    mantissa.assign(begin, stop);
  }
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  if (exponent >= -4 && exponent < 6) return sign + mantissa;
  return sign + (mantissa == "1" ? "" : mantissa + "×") + power_text(exponent);
}

}  // namespace lab::views
