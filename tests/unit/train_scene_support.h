#pragma once
#include <doctest.h>

#include <optional>

#include "model/training_run.h"
#include "scene_support.h"

/// A small training run, and what a page and its worker do with it.
namespace lab::test {

using namespace lab::scenes;

inline std::string some_text() {
  std::string text;
  for (int i = 0; i < 120; ++i) text += i % 3 == 0 ? "the tokens move, " : i % 3 == 1 ? "the leaders stay; " : "and all is one.\n";
  return text;
}

/// A small run on `text`, which came as the lab's lesson.
inline std::unique_ptr<Scene> small_scene(const std::string& more = "", const std::string& text = some_text()) {
  auto scene = open_scene("scene=train&corpus=lesson&width=16&window=16&batch=4&rate=0.02&iterations=20&every=5" + more);
  REQUIRE(scene->needs() == std::vector<std::string>{"lesson.txt"});
  REQUIRE(scene->give("lesson.txt", text).ok());
  REQUIRE(scene->needs().empty());
  return scene;
}

inline void act(Scene& scene, std::string_view key, bool ok = true) {
  const auto status = scene.act(static_cast<std::size_t>(find_action(scene, key)));
  CAPTURE(key);
  CHECK(status.ok() == ok);
  if (!status.ok()) CHECK(status.error().ends_with("."));
}

inline std::optional<Wish> wished(Scene& scene, Wish::Kind kind) {
  while (auto wish = scene.take_wish())
    if (wish->kind == kind) return wish;
  return std::nullopt;
}

/// What the page's worker does, in one go: all iterations, reported in two parts.
inline void work(Scene& scene, const Job& job) {
  const std::size_t shown = scene.step();
  const auto options = model::read_options(job.options);
  REQUIRE(options.ok());
  auto run = model::TrainingRun::begin(options.value(), scene.job_input(job.id, "text"));
  REQUIRE(run.ok());
  scene.report(job.id, run.value()->take_report() + "state running\n");
  while (!run.value()->done()) {
    run.value()->step();
    if (run.value()->iteration() != 8) continue;
    scene.report(job.id, run.value()->take_report() + "pace 2.5\n");
    CHECK(scene.step() == std::max<std::size_t>(8, shown));
  }
  scene.report(job.id, "model\n" + run.value()->model());
  scene.report(job.id, "checkpoint\n" + run.value()->checkpoint());
  scene.report(job.id, run.value()->take_report() + "state done\n");
}

}  // namespace lab::test
