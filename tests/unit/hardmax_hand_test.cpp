// Editing the hardmax lab: parameters, buttons and the hand.
#include <doctest.h>

#include "scene_support.h"
#include "scenes/hardmax_scene.h"
#include "support.h"

using namespace lab::scenes;
using namespace lab::test;
using lab::core::Matrix;

namespace {

std::string setting(const Scene& scene, std::string_view key) {
  return format_value(scene.get(static_cast<std::size_t>(find_param(scene, key))));
}

void press(Scene& scene, std::string_view key) {
  const std::ptrdiff_t row = find_action(scene, key);
  REQUIRE(row >= 0);
  REQUIRE(scene.act(static_cast<std::size_t>(row)).ok());
}

}  // namespace

TEST_CASE("Seeking back and forth changes no bit") {
  const auto there = open_scene("k=400");
  const auto back = open_scene("");
  for (std::size_t k : {50U, 10U, 399U, 0U, 400U}) back->seek(k);
  CHECK(back->hash(400) == there->hash(400));
}

TEST_CASE("A preset brings its own values, and its edits can be undone") {
  const auto scene = open_scene("preset=published-square");
  CHECK(setting(*scene, "alpha") == "0.5");
  CHECK(setting(*scene, "layers") == "60");
  REQUIRE(set_text(*scene, "alpha", "1").ok());
  REQUIRE(scene->drag(0, {2, 2, 0}).ok());
  press(*scene, "reset-preset");
  CHECK(write_link(*find_scene("hardmax"), *scene, {}) == "v=1&scene=hardmax&preset=published-square");
  REQUIRE(set_text(*scene, "preset", "collection-1").ok());
  CHECK(setting(*scene, "alpha") == "0.1");
}

TEST_CASE("What changes the run starts again, what changes the picture does not") {
  const auto scene = open_scene("k=40");
  const std::uint64_t before = scene->revision();
  REQUIRE(set_text(*scene, "trails", "off").ok());
  REQUIRE(set_text(*scene, "selected", "3").ok());
  REQUIRE(set_text(*scene, "speed", "30").ok());
  CHECK(scene->step() == 40);
  CHECK(scene->revision() > before);
  REQUIRE(set_text(*scene, "layers", "30").ok());
  CHECK(scene->step() == 30);
  REQUIRE(set_text(*scene, "alpha", "0.2").ok());
  CHECK(scene->step() == 0);
}

TEST_CASE("A refused value changes nothing") {
  const auto scene = open_scene("k=40");
  const std::uint64_t before = scene->revision();
  for (const auto& [key, text] : {std::pair{"alpha", "0"}, {"tie", "1"}, {"a", "1,2"}, {"a", "1"}, {"tokens", "nan,1"}, {"selected", "14"},
                                  {"preset", "none"}, {"n", "0"}, {"d", "65"}, {"seed", "x"}, {"nobody", "1"}}) {
    const auto status = set_text(*scene, key, text);
    CHECK_FALSE(status.ok());
    CHECK(status.error().back() == '.');
  }
  CHECK(scene->revision() == before);
  CHECK(scene->step() == 40);
}

TEST_CASE("Dragging at a later layer makes that layer the start, and says so") {
  const auto scene = open_scene("k=40");
  const Matrix here = scene->state(40);
  REQUIRE(scene->drag(2, {0.25, -0.5, 0}).ok());
  CHECK(scene->step() == 0);
  Matrix expected = here;
  expected(2, 0) = 0.25;
  expected(2, 1) = -0.5;
  CHECK(scene->state(0) == expected);
  CHECK(any_note(frame_of(*scene), "Layer 40 was edited by hand"));
  REQUIRE(scene->drag(2, {0.3, -0.5, 0}).ok());
  CHECK(any_note(frame_of(*scene), "Layer 40 was edited by hand"));
  press(*scene, "reset-preset");
  CHECK_FALSE(any_note(frame_of(*scene), "edited by hand"));
}

TEST_CASE("Tokens are added and removed, but never the last one") {
  const auto scene = open_scene("preset=predict-1");
  REQUIRE(scene->add_at({0.5, 0.5, 0}).ok());
  CHECK(scene->state(0).rows == 4);
  CHECK(scene->selected() == 3);
  REQUIRE(scene->remove(0).ok());
  CHECK(scene->selected() == 2);
  press(*scene, "remove-selected");
  CHECK(scene->selected() == kNoHandle);
  press(*scene, "add-token");
  REQUIRE(scene->remove(0).ok());
  REQUIRE(scene->remove(0).ok());
  const auto last = scene->remove(0);
  CHECK_FALSE(last.ok());
  CHECK(scene->state(0).rows == 1);
  CHECK(all_finite(frame_of(*scene)));
}

TEST_CASE("A new seed keeps everything but the tokens") {
  const auto scene = open_scene("alpha=0.3&a=2,0;0,1");
  press(*scene, "new-seed");
  CHECK(setting(*scene, "preset") == "random");
  CHECK(setting(*scene, "seed") == "16");
  CHECK(setting(*scene, "n") == "13");
  CHECK(setting(*scene, "alpha") == "0.3");
  CHECK(setting(*scene, "a") == "2,0;0,1");
  press(*scene, "new-seed");
  CHECK(setting(*scene, "seed") == "17");
}

TEST_CASE("The ellipse's handles keep A symmetric positive definite") {
  const auto scene = open_scene("preset=diag-1-9");
  CHECK(scene->can_drag(kEllipseHandle));
  lab::test::Draws draws(5);
  for (int i = 0; i < 500; ++i) {
    const Point to{draws.uniform(-2, 2), draws.uniform(-2, 2), 0};
    const auto handle = kEllipseHandle + static_cast<std::int32_t>(draws.below(2));
    REQUIRE(scene->drag(handle, to).ok());
    REQUIRE(scene->can_drag(kEllipseHandle));
    // The handle follows the hand.
    const Frame frame = frame_of(*scene);
    const auto mark = std::ranges::find(frame.picture.marks, handle, &Mark::handle);
    REQUIRE(mark != frame.picture.marks.end());
    REQUIRE(mark->at[0] == doctest::Approx(to[0]));
    REQUIRE(mark->at[1] == doctest::Approx(to[1]));
  }
  CHECK_FALSE(open_scene("a=1,2;2,1")->can_drag(kEllipseHandle));
  CHECK_FALSE(open_scene("preset=random&d=3")->can_drag(kEllipseHandle));
}

TEST_CASE("An ellipse found from its matrix gives the matrix back") {
  lab::test::Draws draws(6);
  for (int i = 0; i < 1000; ++i) {
    const Matrix A = draw_spd(draws, 2);
    const Matrix B = Ellipse::of(A, 0.7).matrix();
    for (std::size_t c = 0; c < 4; ++c) REQUIRE(B.data[c] == doctest::Approx(A.data[c]).epsilon(1e-9));
  }
  CHECK(Ellipse::of(Matrix::identity(2), 1).axis[0] == std::array<double, 2>{1, 0});
  CHECK(Ellipse::of(Matrix{{1, 0}, {0, 9}}, 3).axis[0] == std::array<double, 2>{3, 0});
}

TEST_CASE("A run that needs too much memory is refused, or ends where the memory does") {
  const auto scene = open_scene("layers=2000&preset=random&n=600&d=64");
  CHECK(scene->horizon() == 872);
  CHECK(any_note(frame_of(*scene), "The run ends at layer 872"));
  const auto status = set_text(*scene, "layers", "1000");
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().find("layers may be at most 872") != std::string::npos);
  CHECK(set_text(*scene, "layers", "872").ok());
}

TEST_CASE("Lines, space and more dimensions have a sensible picture") {
  CHECK(frame_of(*open_scene("preset=random&n=8&d=1&k=5&selected=2")).picture.dimension == 2);
  CHECK(frame_of(*open_scene("preset=random&n=8&d=3&k=5&selected=2")).picture.dimension == 3);
  for (const char* mode : {"coordinates", "principal"}) {
    const auto scene = open_scene(std::string("preset=random&n=12&d=7&k=5&selected=2&projection=") + mode);
    const Frame frame = frame_of(*scene);
    CHECK(frame.picture.dimension == 3);
    CHECK(any_note(frame, "Dimension 7 is shown by"));
    CHECK(scene->can_drag(0) == (std::string_view(mode) == "coordinates"));
    CHECK(frame.verdicts[0].finding == Finding::kHolds);
  }
}

TEST_CASE("Many tokens make a frame of bounded size") {
  const auto scene = open_scene("preset=random&n=3000&k=4");
  const Frame frame = frame_of(*scene);
  CHECK(frame.picture.arrows.empty());
  CHECK(frame.picture.labels.empty());
  CHECK(frame.tables[0].rows.size() == 20);
  CHECK(frame.tables[0].note == "first 20 of 3\u202F000 rows");
  CHECK(any_note(frame, "Arrows are drawn for the selected token only"));
  for (const auto& lines : frame.picture.polylines) CHECK(lines.points.size() <= 70000);
}

TEST_CASE("The next change is found, or its absence reported") {
  const auto scene = open_scene("");
  press(*scene, "next-change");
  CHECK(scene->step() == 248);
  scene->seek(300);
  CHECK_FALSE(scene->act(static_cast<std::size_t>(find_action(*scene, "next-change"))).ok());
  CHECK(scene->step() == 300);
}
