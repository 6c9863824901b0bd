// Training in a scene: what goes wrong, and what must not.
#include <doctest.h>

#include "scenes/link.h"
#include "scenes/player.h"
#include "scenes/registry.h"
#include "train_scene_support.h"

using namespace lab::scenes;
using namespace lab::test;

TEST_CASE("train: a checkpoint with fewer layers is opened where maps of a higher layer were shown") {
  auto first = small_scene("&layers=1"), second = small_scene("&layers=4&map-layer=4");
  first->seek(3);
  act(*first, "save-checkpoint");
  REQUIRE(second->open_file("x.safetensors", wished(*first, Wish::Kind::kSaveFile)->bytes).ok());
  CHECK(second->get(static_cast<std::size_t>(find_param(*second, "map-layer"))) == Value(std::int64_t{1}));
  CHECK(frame_of(*second).maps.size() == 4);
  CHECK(all_finite(frame_of(*second)));
}

TEST_CASE("train: a loss that is no number ends the run in words") {
  auto whole = small_scene();
  whole->seek(3);
  act(*whole, "save-checkpoint");
  std::string broken = wished(*whole, Wish::Kind::kSaveFile)->bytes;
  // Numbers that are finite, and whose products are not.
  std::size_t header = 8;
  for (std::size_t i = 0; i < 3; ++i) header += std::size_t{static_cast<unsigned char>(broken[i])} << (8 * i);
  for (std::size_t i = header; i + 4 <= broken.size(); i += 4) broken.replace(i, 4, std::string("\x99\x76\x16\x7f", 4));
  for (std::size_t i = header; i + 8 <= broken.size(); i += 8) broken[i + 3] = '\xff';
  auto scene = small_scene();
  REQUIRE(scene->open_file("x.safetensors", broken).ok());
  act(*scene, "resume");
  scene->seek(20);
  CHECK(observed_text(*scene, "state") == "failed");
  CHECK(any_note(frame_of(*scene), "no longer a number"));
  CHECK(scene->step() == 3);
  CHECK_FALSE(scene->running());
  CHECK(all_finite(frame_of(*scene)));
  act(*scene, "save-checkpoint", false);
}

TEST_CASE("train: what a worker tells ends the run where it cannot be read") {
  for (const char* lines : {"loss 0 nan\nstate running\n", "nonsense\n", "error It is so.\nstate failed\n"}) {
    auto scene = small_scene();
    scene->set_remote(true);
    act(*scene, "start");
    scene->report(scene->jobs()[0].id, "state running\n");
    scene->report(scene->jobs()[0].id, lines);
    CHECK(observed_text(*scene, "state") == "failed");
    CHECK(scene->jobs().empty());
    CHECK_FALSE(scene->running());
    CHECK(any_note(frame_of(*scene), "."));
  }
}

TEST_CASE("train: a checkpoint is saved though the first run is over, or its worker has not begun") {
  auto scene = small_scene("&compare=one-head");
  scene->set_remote(true);
  act(*scene, "save-checkpoint", false);
  act(*scene, "start");
  act(*scene, "save-checkpoint");
  const auto jobs = scene->jobs();
  CHECK(jobs[0].asks == 1);
  work(*scene, jobs[0]);
  CHECK(wished(*scene, Wish::Kind::kSaveFile).has_value());
  REQUIRE(scene->running());  // the second run is not over
  act(*scene, "save-checkpoint");
  const auto kept = wished(*scene, Wish::Kind::kSaveFile);
  REQUIRE(kept.has_value());
  CHECK(kept->name == "checkpoint-20.safetensors");
  // Held, but not heard of yet: the worker is asked, not an older file given.
  act(*scene, "stop");
  act(*scene, "start");
  act(*scene, "pause");
  act(*scene, "save-checkpoint");
  CHECK(scene->jobs()[0].asks == 1);
  CHECK_FALSE(wished(*scene, Wish::Kind::kSaveFile).has_value());
}

TEST_CASE("train: without workers no call trains for long") {
  auto scene = small_scene("&speed=240");
  REQUIRE(set_text(*scene, "iterations", "20000").ok());
  Player player;
  player.scrub(*scene, scene->horizon());
  CHECK(scene->step() == 0);
  player.play(*scene);
  REQUIRE(player.playing());
  CHECK(scene->step() == 1);
  CHECK(player.advance(*scene, 0.25));
  CHECK(scene->step() == 5);
  player.scrub(*scene, 2);
  player.scrub(*scene, scene->horizon());
  CHECK(scene->step() == 5);
  auto large = small_scene("&speed=240");
  for (const char* key : {"width", "window", "batch"}) REQUIRE(set_text(*large, key, "64").ok());
  act(*large, "start");
  CHECK(large->live(0.25));
  CHECK(large->step() == 2);
}

TEST_CASE("train: the iteration of a link stays in the link until it is reached") {
  auto scene = small_scene();
  scene->set_remote(true);
  scene->seek(15);
  CHECK(write_link(*find_scene("train"), *scene, {}).find("&k=15") != std::string::npos);
  CHECK(any_note(frame_of(*scene), "iteration 15"));
  act(*scene, "start");
  CHECK(scene->link_step() == 15);
  scene->report(scene->jobs()[0].id, "loss 0 3 3 3\n");
  CHECK(scene->step() == 3);
  CHECK(scene->link_step() == 15);
  work(*scene, scene->jobs()[0]);
  CHECK(scene->link_step() == 20);
  CHECK_FALSE(any_note(frame_of(*scene), "iteration 15"));
  auto other = small_scene();
  other->seek(15);
  other->seek(4);
  CHECK(other->link_step() == 4);
}

TEST_CASE("train: the constant guess is counted, and another text is not the notebook's") {
  auto scene = open_scene("scene=train");
  CHECK(frame_of(*scene).verdicts[0].hypothesis.ends_with("seed: met."));
  const auto label = [&] { return frame_of(*scene).plots[1].series.back(); };
  std::string text(9000, 'x');
  for (int i = 0; i < 100; ++i) text += "a a a a   ";
  REQUIRE(scene->give("tinyshakespeare.txt", text).ok());
  CHECK(frame_of(*scene).verdicts[0].hypothesis.ends_with("not met."));
  CHECK(label().label == "blanks only");
  CHECK(label().y[0] == doctest::Approx(60.0));
  text = std::string(9000, 'x');
  for (int i = 0; i < 100; ++i) text += "bbbbb a aa";
  auto own = open_scene("scene=train");
  REQUIRE(own->give("tinyshakespeare.txt", text).ok());
  const auto series = frame_of(*own).plots[1].series.back();
  CHECK(series.label == "always \"b\"");
  CHECK(series.y[0] == doctest::Approx(50.0));
}
