// Seconds become whole steps, the same number at any frame rate.
#include <doctest.h>

#include <limits>

#include "scenes/link.h"
#include "scenes/player.h"

using namespace lab::scenes;

namespace {

std::unique_ptr<Scene> scene_at(const char* speed) {
  auto scene = registry().front().make();
  REQUIRE(set_text(*scene, "speed", speed).ok());
  return scene;
}

std::size_t steps_after(double seconds, double frame) {
  auto scene = scene_at("12");
  Player player;
  player.play(*scene);
  const auto frames = static_cast<int>(seconds / frame + 0.5);
  for (int f = 0; f < frames; ++f) player.advance(*scene, frame);
  return scene->step();
}

}  // namespace

TEST_CASE("The frame rate does not change the step") {
  for (double rate : {7.0, 30.0, 60.0, 144.0}) {
    const std::size_t k = steps_after(3, 1 / rate);
    CHECK(k >= 35);
    CHECK(k <= 36);
  }
}

TEST_CASE("A hidden tab makes no jump") {
  auto scene = scene_at("12");
  Player player;
  player.play(*scene);
  CHECK(player.advance(*scene, 3600));
  CHECK(scene->step() == 3);
  CHECK_FALSE(player.advance(*scene, std::numeric_limits<double>::quiet_NaN()));
  CHECK_FALSE(player.advance(*scene, -1));
  CHECK(scene->step() == 3);
}

TEST_CASE("Playing ends at the horizon and starts again from the beginning") {
  auto scene = scene_at("240");
  Player player;
  player.scrub(*scene, scene->horizon() - 1);
  player.play(*scene);
  CHECK(player.playing());
  CHECK(player.advance(*scene, 0.1));
  CHECK(scene->step() == scene->horizon());
  CHECK_FALSE(player.playing());
  CHECK_FALSE(player.advance(*scene, 0.1));
  player.toggle(*scene);
  CHECK(scene->step() == 0);
  CHECK(player.playing());
}

TEST_CASE("Steps, scrubbing and reset pause") {
  auto scene = scene_at("12");
  Player player;
  player.play(*scene);
  player.step_forward(*scene);
  CHECK_FALSE(player.playing());
  CHECK(scene->step() == 1);
  player.step_back(*scene);
  player.step_back(*scene);
  CHECK(scene->step() == 0);
  player.scrub(*scene, std::numeric_limits<std::size_t>::max());
  CHECK(scene->step() == scene->horizon());
  player.step_forward(*scene);
  CHECK(scene->step() == scene->horizon());
  player.reset(*scene);
  CHECK(scene->step() == 0);
}
