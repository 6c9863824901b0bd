#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace lab::bench {

/// Median time of one call of `work`, in milliseconds. Calls are timed in lots
/// of at least 1 ms: long against the grain of the clocks (5 microseconds in
/// the page), short against the turns in which a busy machine shares out its
/// processors. Lots go on for 0.3 s and are at least five.
template <class Work>
double median_ms(Work work) {
  using Clock = std::chrono::steady_clock;
  const auto timed = [&](std::size_t calls) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < calls; ++i) work();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  work();  // once for the caches
  std::size_t calls = 1;
  while (timed(calls) < 1.0) calls *= 2;
  std::vector<double> times;
  for (double total = 0.0; times.size() < 5 || total < 300.0;) {
    times.push_back(timed(calls));
    total += times.back();
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2] / static_cast<double>(calls);
}

}  // namespace lab::bench
