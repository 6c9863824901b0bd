#pragma once
#include <doctest.h>

#include <cstdio>
#include <string>

#include "scene_support.h"

/// What the tests of scenes with a model share: the shipped weights.
namespace lab::test {

/// A shipped file, whole.
inline std::string asset(const std::string& name) {
  const std::string path = std::string(LAB_TEST_DATA) + "/../../assets/" + name;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  REQUIRE_MESSAGE(file != nullptr, path);
  std::string bytes;
  char buffer[65536];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) bytes.append(buffer, got);
  std::fclose(file);
  return bytes;
}

/// Brings the scene the models it waits for, except the reader's own. Texts to train on are not shipped.
inline void supply(Scene& scene) {
  for (const std::string& name : scene.needs()) {
    if (name.starts_with(scenes::kOwnFile) || name.ends_with(".txt")) continue;
    const auto status = scene.give(name, asset(name));
    if (!status) FAIL_CHECK(status.error());
  }
}

inline std::unique_ptr<Scene> open_supplied(std::string_view link) {
  auto scene = open_scene(link);
  supply(*scene);
  return scene;
}

inline void set_ok(Scene& scene, std::string_view key, std::string_view text) {
  const auto status = scenes::set_text(scene, key, text);
  if (!status) FAIL_CHECK(status.error());
}

inline std::string refusal(Scene& scene, std::string_view key, std::string_view text) {
  const auto status = scenes::set_text(scene, key, text);
  return status ? std::string() : status.error();
}

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Opens `link`, whose settings all differ from the defaults, and reads back what is written of it.
inline void check_link_round_trip(std::string_view key, std::string_view link) {
  const auto scene = open_scene(link);
  const std::string written = scenes::write_link(*scenes::find_scene(key), *scene, {});
  const auto report = scenes::read_link(written);
  CAPTURE(written);
  CHECK(report.problems.empty());
  REQUIRE(report.scene->params().size() == scene->params().size());
  for (std::size_t i = 0; i < scene->params().size(); ++i) {
    CAPTURE(scene->params()[i].key);
    CHECK(report.scene->get(i) == scene->get(i));
  }
  CHECK(report.scene->step() == scene->step());
  CHECK(report.scene->hash(scene->step()) == scene->hash(scene->step()));
  CHECK(scenes::write_link(*report.entry, *report.scene, {}) == written);
}

}  // namespace lab::test
