// lab-bench NAME [n]: the median time of one thing, in milliseconds, on one line.
// bench/run.py calls it in turn with the peers, so that both sides see the same machine.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "core/cells.h"
#include "core/generator.h"
#include "core/hardmax.h"
#include "core/presets.h"
#include "core/vec.h"
#include "model/safetensors.h"
#include "scenes/registry.h"
#include "timing.h"
#include "tinybert.h"

namespace {

using lab::bench::median_ms;

/// One layer on n tokens of default_rng(15) in the plane, always from the same start.
double hardmax_layer(std::size_t n) {
  const lab::core::Preset preset = lab::core::random_preset(n, 2, 15);
  lab::core::Attention attention;
  lab::core::Matrix next;
  return median_ms([&] {
    lab::core::attend(preset.tokens, preset.params, attention);
    lab::core::hardmax_step(preset.tokens, attention, preset.params.alpha, next);
  });
}

/// Hull and cells of k points of a sphere: what dragging one of them computes.
double space_cells(std::size_t k) {
  lab::core::Matrix V(k, 3);
  lab::core::Generator generator = lab::core::default_rng(15);
  generator.standard_normal(V.data);
  for (std::size_t i = 0; i < k; ++i) {
    const double length = std::sqrt(lab::core::dot(V.row(i), V.row(i)));
    for (double& x : V.row(i)) x /= length;
  }
  const lab::core::Matrix B = lab::core::Matrix::identity(3);
  return median_ms([&] { lab::core::cells3(V, lab::core::hull3(V), B); });
}

/// The scene's default state: all steps to the horizon, or one frame there.
double scene_run(const lab::scenes::Entry& entry) {
  return median_ms([&] {
    const auto scene = entry.make();
    scene->seek(scene->horizon());
  });
}

double scene_frame(const lab::scenes::Entry& entry) {
  const auto scene = entry.make();
  scene->seek(scene->horizon());
  return median_ms([&] {
    lab::scenes::Frame frame;
    scene->fill(frame);
  });
}

/// `what` of tinybert.h with the weights of a file: milliseconds, or with "logits" and "logits-int8" the numbers.
int tinybert(const std::string& what, const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto model = lab::model::read_model(bytes);
  if (!model) {
    std::fprintf(stderr, "lab-bench: %s\n", model.error().c_str());
    return 1;
  }
  const auto& weights = model.value().weights;
  if (what.starts_with("logits")) {
    const auto precision = what == "logits" ? lab::model::Precision::kFloat : lab::model::Precision::kInt8;
    for (const float x : lab::bench::sample_logits(weights, precision)) std::printf("%.9g\n", static_cast<double>(x));
    return 0;
  }
  const double ms = lab::bench::measure(weights, what);
  std::printf("%.6f\n", ms);
  return ms > 0.0 ? 0 : 2;
}

int usage() {
  std::fputs("lab-bench takes: list | hardmax N | cells K | run SCENE | frame SCENE | tinybert WHAT WEIGHTS\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "list" && argc == 2) {
    for (const auto& entry : lab::scenes::registry()) std::printf("%s\n", entry.slug.c_str());
    return 0;
  }
  if (what == "tinybert" && argc == 4) return tinybert(argv[2], argv[3]);
  if (argc != 3) return usage();
  if (what == "hardmax") {
    const long n = std::strtol(argv[2], nullptr, 10);
    if (n < 1 || n > 100000) return usage();
    std::printf("%.6f\n", hardmax_layer(static_cast<std::size_t>(n)));
    return 0;
  }
  if (what == "cells") {
    const long k = std::strtol(argv[2], nullptr, 10);
    if (k < 4 || k > 10000) return usage();
    std::printf("%.6f\n", space_cells(static_cast<std::size_t>(k)));
    return 0;
  }
  const lab::scenes::Entry* entry = lab::scenes::find_scene(argv[2]);
  if (!entry || (what != "run" && what != "frame")) return usage();
  std::printf("%.6f\n", what == "run" ? scene_run(*entry) : scene_frame(*entry));
  return 0;
}
