// Links never lie: what is written is read back whole, and what cannot be read
// is listed.
#include <doctest.h>

#include <algorithm>

#include "random_scene.h"
#include "scenes/link.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

const Entry& hardmax() { return *find_scene("hardmax"); }

bool mentions(const LinkReport& report, std::string_view word) {
  return std::ranges::any_of(report.problems, [&](const std::string& p) { return p.find(word) != std::string::npos; });
}

// A long random walk through the table would mostly test big runs; sizes stay small.
void wander(Draws& draws, Scene& scene) {
  const std::size_t moves = draws.below(6);
  for (std::size_t m = 0; m < moves; ++m) {
    const std::size_t p = draws.below(scene.params().size());
    const std::size_t d = scene.state(0).cols;
    (void)scene.set(p, draw_value(draws, scene.params()[p], d));
    if (draws.below(4) == 0) (void)scene.drag(static_cast<std::int32_t>(draws.below(4)), {draws.uniform(-1, 1), draws.uniform(-1, 1), 0});
    if (scene.state(0).rows > 60) (void)set_text(scene, "preset", "collection-2");
    if (draws.below(3) == 0) scene.seek(draws.below(30));
  }
}

ViewState draw_view(Draws& draws) {
  ViewState view;
  if (draws.below(2) == 0) return view;
  view.centre = {draws.uniform(-3, 3), draws.uniform(-3, 3), 0};
  view.zoom = draws.uniform(0, 100);
  view.yaw = draws.uniform(-6, 6);
  view.pitch = draws.uniform(-1.5, 1.5);
  return view;
}

}  // namespace

TEST_CASE("The default state has an empty link, and an empty link gives it") {
  const auto scene = hardmax().make();
  CHECK(write_link(hardmax(), *scene, {}).empty());
  for (const char* link : {"", "#", "?", "#v=1", "v=1&scene=hardmax", "&&"}) {
    const LinkReport report = read_link(link);
    CHECK(report.entry == &hardmax());
    CHECK(report.problems.empty());
    CHECK(report.scene->hash(0) == scene->hash(0));
  }
}

TEST_CASE("A link holds only what differs") {
  auto scene = hardmax().make();
  REQUIRE(set_text(*scene, "preset", "collection-2").ok());
  REQUIRE(set_text(*scene, "alpha", "0.5").ok());
  scene->seek(40);
  CHECK(write_link(hardmax(), *scene, {}) == "v=1&scene=hardmax&preset=collection-2&alpha=0.5&k=40");
}

TEST_CASE("Thousands of random states come back whole from their links") {
  Draws draws(2);
  for (int i = 0; i < 3000; ++i) {
    auto scene = hardmax().make();
    wander(draws, *scene);
    const ViewState view = draw_view(draws);
    const std::string link = write_link(hardmax(), *scene, view);
    CAPTURE(link);
    const LinkReport report = read_link(link);
    REQUIRE(report.problems.empty());
    REQUIRE(report.view == view);
    REQUIRE(report.scene->step() == scene->step());
    REQUIRE(report.scene->hash(scene->step()) == scene->hash(scene->step()));
    for (std::size_t p = 0; p < scene->params().size(); ++p) REQUIRE(report.scene->get(p) == scene->get(p));
    REQUIRE(write_link(hardmax(), *report.scene, report.view) == link);
  }
}

TEST_CASE("The order of the keys in a link does not matter") {
  const LinkReport one = read_link("a=1,0;0,4&tokens=1,0;0,1;1,2&alpha=0.3&preset=duplicates&k=5");
  const LinkReport two = read_link("k=5&preset=duplicates&alpha=0.3&tokens=1,0;0,1;1,2&a=1,0;0,4");
  CHECK(one.problems.empty());
  CHECK(two.problems.empty());
  CHECK(one.scene->hash(5) == two.scene->hash(5));
  CHECK(one.scene->state(0) == lab::core::Matrix{{1, 0}, {0, 1}, {1, 2}});
}

TEST_CASE("What a link gets wrong is listed, one sentence each, and the rest is used") {
  const LinkReport report =
      read_link("#v=1&scene=hardmax&alpha=0.5&alpha=2&beta=1&tie=-1&tokens=1,2;3&loose&k=9999&yaw=x&bad=%zz&zoom=1&zoom=2");
  CHECK(mentions(report, "alpha is given twice"));
  CHECK(mentions(report, "\"beta\""));
  CHECK(mentions(report, "tie must lie between"));
  CHECK(mentions(report, "tokens is ragged"));
  CHECK(mentions(report, "\"loose\""));
  CHECK(mentions(report, "k = 9999 lies beyond the last step, 400"));
  CHECK(mentions(report, "yaw is not a number"));
  CHECK(mentions(report, "percent sign"));
  CHECK(mentions(report, "zoom is given twice"));
  CHECK(report.problems.size() == 9);
  CHECK(format_value(report.scene->get(static_cast<std::size_t>(find_param(*report.scene, "alpha")))) == "0.5");
  CHECK(report.scene->step() == 400);
}

TEST_CASE("Keys that overrule each other are named") {
  const LinkReport report = read_link("preset=collection-2&n=20");
  REQUIRE(report.problems.size() == 1);
  CHECK(mentions(report, "preset does not go together"));
  CHECK(read_link("n=20&d=3&seed=7").problems.empty());
}

TEST_CASE("A link of another version, or to an unknown scene, is refused politely") {
  for (const char* link : {"v=2&alpha=0.5", "v=&alpha=0.5", "v=one&alpha=0.5", "scene=nowhere&alpha=0.5"}) {
    const LinkReport report = read_link(link);
    CHECK(report.problems.size() == 1);
    CHECK(report.entry == &registry().front());
    CHECK(write_link(*report.entry, *report.scene, report.view).empty());
  }
}

TEST_CASE("No parameter takes a key of the link itself") {
  for (const Entry& entry : registry()) {
    const auto scene = entry.make();
    for (const Param& p : scene->params()) CHECK(std::ranges::find(kLinkKeys, p.key) == kLinkKeys.end());
  }
}

TEST_CASE("Any bytes at all can stand in a link") {
  Draws draws(3);
  const std::string pieces[] = {"v=1", "&", "=", "%", "%4", "%00", "tokens=", "1,2;", "scene=hardmax", "preset=", "k=", "a=1",
                                "alpha", "-1", "1e999", "nan", ";", ",", "n=3", "d=2", "seed=[", "\xff", "#", "selected=1"};
  for (int i = 0; i < 3000; ++i) {
    std::string link;
    for (std::size_t c = draws.below(24); c > 0; --c)
      link += draws.below(3) == 0 ? std::string(1, static_cast<char>(draws.below(256))) : pieces[draws.below(std::size(pieces))];
    const LinkReport report = read_link(link);
    REQUIRE(report.entry != nullptr);
    REQUIRE(report.scene != nullptr);
    for (const std::string& p : report.problems) REQUIRE(p.size() > 10);
    // What was understood is a state like any other.
    const std::string again = write_link(*report.entry, *report.scene, report.view);
    REQUIRE(read_link(again).problems.empty());
  }
}
