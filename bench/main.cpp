// lab-bench NAME [n]: the median time of one thing, in milliseconds, on one line.
// bench/run.py calls it in turn with the peers, so that both sides see the same machine.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/hardmax.h"
#include "core/presets.h"
#include "scenes/registry.h"

namespace {

using Clock = std::chrono::steady_clock;
constexpr double kLeastSeconds = 0.2;  // per measurement, so that the clock's grain does not count
constexpr std::size_t kLeastRounds = 5;

double milliseconds(Clock::duration span) { return std::chrono::duration<double, std::milli>(span).count(); }

/// Median time of one call of `work`, which must not shrink from call to call.
template <class Work>
double median(Work work) {
  work();  // once for the caches
  std::vector<double> times;
  const auto start = Clock::now();
  while (times.size() < kLeastRounds || milliseconds(Clock::now() - start) < 1000 * kLeastSeconds) {
    const auto before = Clock::now();
    work();
    times.push_back(milliseconds(Clock::now() - before));
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// One layer on n tokens of default_rng(15) in the plane, always from the same start.
double hardmax_layer(std::size_t n) {
  const lab::core::Preset preset = lab::core::random_preset(n, 2, 15);
  lab::core::Attention attention;
  lab::core::Matrix next;
  return median([&] {
    lab::core::attend(preset.tokens, preset.params, attention);
    lab::core::hardmax_step(preset.tokens, attention, preset.params.alpha, next);
  });
}

/// The scene's default state: all steps to the horizon, or one frame there.
double scene_run(const lab::scenes::Entry& entry) {
  return median([&] {
    const auto scene = entry.make();
    scene->seek(scene->horizon());
  });
}

double scene_frame(const lab::scenes::Entry& entry) {
  const auto scene = entry.make();
  scene->seek(scene->horizon());
  return median([&] {
    lab::scenes::Frame frame;
    scene->fill(frame);
  });
}

int usage() {
  std::fputs("lab-bench takes: list | hardmax N | run SCENE | frame SCENE\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "list" && argc == 2) {
    for (const auto& entry : lab::scenes::registry()) std::printf("%s\n", entry.slug.c_str());
    return 0;
  }
  if (argc != 3) return usage();
  if (what == "hardmax") {
    const long n = std::strtol(argv[2], nullptr, 10);
    if (n < 1 || n > 100000) return usage();
    std::printf("%.6f\n", hardmax_layer(static_cast<std::size_t>(n)));
    return 0;
  }
  const lab::scenes::Entry* entry = lab::scenes::find_scene(argv[2]);
  if (!entry || (what != "run" && what != "frame")) return usage();
  std::printf("%.6f\n", what == "run" ? scene_run(*entry) : scene_frame(*entry));
  return 0;
}
