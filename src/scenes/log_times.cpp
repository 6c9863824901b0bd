#include "scenes/log_times.h"

#include <cmath>

#include "core/elementary.h"

namespace lab::scenes {

std::vector<std::uint64_t> log_times(std::size_t decades, std::size_t per_decade) {
  std::vector<std::uint64_t> times{0, 1};
  const double tenth_power = core::log(10.0) / static_cast<double>(per_decade);
  std::uint64_t power = 1;
  for (std::size_t d = 0; d < decades; ++d, power *= 10) {
    for (std::size_t p = 1; p < per_decade; ++p) {
      const double t = std::round(static_cast<double>(power) * core::exp(tenth_power * static_cast<double>(p)));
      if (static_cast<std::uint64_t>(t) > times.back()) times.push_back(static_cast<std::uint64_t>(t));
    }
    if (10 * power > times.back()) times.push_back(10 * power);
  }
  return times;
}

}  // namespace lab::scenes
