// The scene "Heads": its claims for all widths and numbers of heads, and the hand.
#include <doctest.h>

#include "model_scene_support.h"

using namespace lab::scenes;
using namespace lab::test;
using lab::core::Matrix;

TEST_CASE("Heads: the defaults") {
  const auto scene = open_scene("scene=heads");
  CHECK(std::get<Matrix>(observed(*scene, "ranks")) == Matrix{{2, 2, 2, 2}});
  CHECK(observed_number(*scene, "full-rank") == 8);
  CHECK(observed_number(*scene, "parameters") == 256);
  CHECK(observed_number(*scene, "attention") == 1600);
  CHECK(observed_number(*scene, "maps") == 400);
  CHECK(observed_number(*scene, "exponentials") == 400);
  CHECK(observed_number(*scene, "sum-gap") < 1e-14);
  CHECK(observed_number(*scene, "distance") == doctest::Approx(observed_number(*scene, "distance-predicted")).epsilon(1e-12));
  const auto distances = std::get<Matrix>(observed(*scene, "distances"));
  for (const double d : distances.data) CHECK(d > observed_number(*scene, "distance"));
  const auto singular = std::get<Matrix>(observed(*scene, "singular"));
  REQUIRE(singular.rows == 5);
  CHECK(singular(0, 1) > 0.1);
  CHECK(singular(0, 2) < 1e-14);
  CHECK(singular(4, 7) > 1e-3);
  const Frame frame = frame_of(*scene);
  CHECK(frame.maps.size() == 5);
  CHECK(frame.plots.size() == 3);
  CHECK(any_note(frame, "PyTorch"));
}

TEST_CASE("Heads: every width, number of heads and view; all claims hold") {
  const auto scene = open_scene("scene=heads");
  for (const char* width : {"8", "16", "32", "64"})
    for (const char* heads : {"1", "2", "4", "8"}) {
      CAPTURE(width);
      CAPTURE(heads);
      set_ok(*scene, "width", width);
      set_ok(*scene, "heads", heads);
      for (const char* show : {"maps", "forms", "parts"}) {
        set_ok(*scene, "show", show);
        const Frame frame = frame_of(*scene);
        CHECK(well_formed(frame));
        CHECK(all_finite(frame));
        REQUIRE(frame.verdicts.size() == 6);
        for (const Verdict& v : frame.verdicts) {
          CAPTURE(v.claim);
          CAPTURE(v.measured);
          const bool alone = scene->get(1) == Value(std::string("1")) && has(v.claim, "narrow");
          CHECK(v.finding == (alone ? Finding::kDoesNotApply : Finding::kHolds));
        }
      }
    }
}

TEST_CASE("Heads: the wide head and one head are the same thing") {
  const auto scene = open_scene("scene=heads&heads=1");
  CHECK(observed_number(*scene, "full-rank") == std::get<Matrix>(observed(*scene, "ranks"))(0, 0));
  const Frame frame = frame_of(*scene);
  CHECK(frame.maps[0].values == frame.maps[1].values);
}

TEST_CASE("Heads: more heads keep the weights, and change the output") {
  const auto scene = open_scene("scene=heads&heads=2");
  const Matrix two = scene->state(0);
  const double rank_distance = observed_number(*scene, "distance");
  set_ok(*scene, "heads", "8");
  CHECK_FALSE(scene->state(0) == two);
  CHECK(observed_number(*scene, "parameters") == 256);
  CHECK(observed_number(*scene, "distance") > rank_distance);  // rank 1 is farther than rank 4
}

TEST_CASE("Heads: a head is chosen by number or by a click, and there is no fifth of four") {
  const auto scene = open_scene("scene=heads");
  CHECK(scene->press(2 * 10 + 3).ok());
  CHECK(format_value(scene->get(5)) == "3");
  CHECK(has(frame_of(*scene).maps[2].title, "chosen"));
  CHECK(has(refusal(*scene, "head", "5"), "4"));
  CHECK(scene->press(1000).ok());
  CHECK(scene->press(-5).ok());
  CHECK(format_value(scene->get(5)) == "3");
  set_ok(*scene, "heads", "2");
  CHECK(format_value(scene->get(5)) == "2");  // the third is no more
  CHECK(has(refusal(*scene, "heads", "3"), "heads"));
  CHECK(has(refusal(*scene, "n", "1"), "n must"));
  const std::uint64_t before = scene->hash(0);
  CHECK(scene->act(0).ok());
  CHECK(scene->hash(0) != before);
}

TEST_CASE("Heads: one token more leaves the forms alone") {
  const auto scene = open_scene("scene=heads&show=forms&n=10");
  const Frame ten = frame_of(*scene);
  const Matrix singular = std::get<Matrix>(observed(*scene, "singular"));
  set_ok(*scene, "n", "11");
  const Frame eleven = frame_of(*scene);
  REQUIRE(ten.maps.size() == eleven.maps.size());
  for (std::size_t m = 0; m < ten.maps.size(); ++m) CHECK(ten.maps[m].values == eleven.maps[m].values);
  CHECK(std::get<Matrix>(observed(*scene, "singular")) == singular);
}

TEST_CASE("Heads: the claim about costs names the exponentials") {
  const auto scene = open_scene("scene=heads&heads=8");
  const Verdict v = frame_of(*scene).verdicts.back();
  CHECK(has(v.claim, "maps and their exponentials"));
  CHECK_FALSE(has(v.claim, "nothing else"));
  CHECK(has(v.measured, "800 exponentials"));
  CHECK(v.finding == Finding::kHolds);
}

TEST_CASE("Heads: a link restores every setting") {
  check_link_round_trip("heads", "scene=heads&width=16&heads=8&n=12&seed=42&show=parts&head=6");
}
