// Any scene, any values from its table and beyond, any hand: no crash, only
// finite numbers, and a sentence for each refusal.
#include <doctest.h>

#include "model_scene_support.h"
#include "random_scene.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

void check_status(const lab::core::Status& status) {
  if (!status.ok()) REQUIRE(status.error().size() > 10);
}

// A run whose cost per layer is small enough for thousands of them.
bool is_small(const Scene& scene) { return scene.state(0).rows * scene.state(0).cols <= 300; }

void touch(Draws& draws, Scene& scene) {
  const auto handle = static_cast<std::int32_t>(draws.below(20)) - 2 + (draws.below(8) == 0 ? 1000000 : 0);
  const double size = draws.below(6) == 0 ? 1e9 : 2;
  Point at{draws.uniform(-size, size), draws.uniform(-size, size), draws.uniform(-size, size)};
  if (draws.below(20) == 0) at[draws.below(3)] = std::nan("");
  switch (draws.below(4)) {
    case 0: return check_status(scene.drag(handle, at));
    case 1: return check_status(scene.add_at(at));
    case 2: return check_status(scene.remove(handle));
    default: scene.select(handle);
  }
}

void change(Draws& draws, Scene& scene) {
  const std::size_t p = draws.below(scene.params().size());
  const Param& param = scene.params()[p];
  const bool wild = draws.below(6) == 0;
  const Value value = wild ? draw_wild(draws) : draw_value(draws, param, scene.state(0).cols);
  const std::uint64_t before = scene.revision();
  const auto status = scene.set(p, value);
  check_status(status);
  if (!status.ok()) REQUIRE(scene.revision() == before);
  REQUIRE(check_value(param, scene.get(p)).ok());
}

void move(Draws& draws, Scene& scene) {
  switch (draws.below(5)) {
    case 0: return change(draws, scene);
    case 1: return change(draws, scene);
    case 2: return touch(draws, scene);
    case 3: return scene.seek(draws.below(4) == 0 ? draws.below(120) : draws.below(12));
    default: break;
  }
  const std::size_t action = draws.below(scene.actions().size());
  // Looking for a change may run to the horizon: done on short runs only.
  if (scene.horizon() <= 60 || scene.actions()[action].key != "next-change") check_status(scene.act(action));
}

void check_frame(const Scene& scene) {
  const Frame frame = frame_of(scene);
  REQUIRE(all_finite(frame));
  REQUIRE(well_formed(frame));
  for (std::size_t o = 0; o < scene.observables().size(); ++o) {
    const Value value = scene.observe(o);
    if (const auto* x = std::get_if<double>(&value)) REQUIRE(std::isfinite(*x));
    if (const auto* m = std::get_if<Matrix>(&value))
      REQUIRE(std::ranges::all_of(m->data, [](double x) { return std::isfinite(x); }));
  }
}

// With sanitizers each run costs some ten times as much; a third of the draws of the other builds then.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LAB_INSTRUMENTED
#endif
#endif
#ifdef LAB_INSTRUMENTED
constexpr int kShare = 3;
#else
constexpr int kShare = 1;
#endif

/// The scene that drags, adds and removes most gets most; one with a model costs a thousand times more a step.
int runs(const Entry& entry) {
  if (entry.slug == "hardmax") return 1500 / kShare;
  return (entry.make()->needs().empty() ? 150 : 18) / kShare;
}

}  // namespace

TEST_CASE("Scenes stand any values and any hand") {
  Draws draws(7);
  for (const Entry& entry : registry())
    for (int run = 0; run < runs(entry); ++run) {
      CAPTURE(entry.slug);
      CAPTURE(run);
      auto scene = entry.make();
      // Half the runs of a scene with a model wait for it all the time.
      if (run % 2 == 0) supply(*scene);
      for (std::size_t m = 0; m < 6; ++m) {
        move(draws, *scene);
        if (!is_small(*scene)) scene = entry.make();
      }
      REQUIRE(scene->step() <= scene->horizon());
      check_frame(*scene);
    }
}

TEST_CASE("Tables of scenes are complete: unique keys in plain letters, help for each row") {
  const auto is_key = [](const std::string& key) {
    return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  };
  for (const Entry& entry : registry()) {
    const auto scene = entry.make();
    CHECK(is_key(entry.slug));
    CHECK_FALSE(entry.claim.empty());
    CHECK_FALSE(entry.source.empty());
    for (const Param& p : scene->params()) {
      CHECK(is_key(p.key));
      CHECK_FALSE(p.label.empty());
      CHECK_FALSE(p.group.empty());
      CHECK_FALSE(p.help.empty());
      CHECK(std::ranges::count(scene->params(), p.key, &Param::key) == 1);
      if (p.scale == Scale::kLog) CHECK((p.min > 0 || p.smallest > 0));
    }
    for (const Action& a : scene->actions()) CHECK((is_key(a.key) && !a.help.empty()));
    for (const Observable& o : scene->observables()) {
      CHECK((is_key(o.key) && !o.help.empty()));
      CHECK(std::ranges::count(scene->observables(), o.key, &Observable::key) == 1);
    }
  }
}

TEST_CASE("Every parameter starts at its fallback") {
  for (const Entry& entry : registry()) {
    const auto scene = entry.make();
    for (std::size_t p = 0; p < scene->params().size(); ++p) {
      CHECK(scene->get(p) == scene->fallback(p));
      CHECK(check_value(scene->params()[p], scene->fallback(p)).ok());
    }
  }
}
