// The scene "FlashAttention idea": its claims at the defaults, in each preset and at the ends of its ranges.
#include <doctest.h>

#include "model_scene_support.h"

using namespace lab::scenes;
using namespace lab::test;
using lab::core::Matrix;

namespace {

void check_all_hold(const Scene& scene) {
  const Frame frame = frame_of(scene);
  REQUIRE(frame.verdicts.size() == 5);
  for (const Verdict& v : frame.verdicts) {
    CAPTURE(v.claim);
    CAPTURE(v.measured);
    // What does not apply says so in its hypothesis; at least three of the five always apply.
    CHECK(v.finding == (has(v.hypothesis, "not met") ? Finding::kDoesNotApply : Finding::kHolds));
  }
  for (const std::size_t always : {0U, 1U, 3U}) CHECK(frame.verdicts[always].finding == Finding::kHolds);
  CHECK(well_formed(frame));
  CHECK(all_finite(frame));
}

}  // namespace

TEST_CASE("FlashAttention: the defaults, tile by tile") {
  const auto scene = open_scene("scene=flash");
  REQUIRE(scene->horizon() == 16);
  CHECK(scene->step_name() == "tile");
  check_all_hold(*scene);
  if (const Frame kept = frame_of(*scene); true)
    for (const Verdict& v : kept.verdicts) CHECK(v.finding == Finding::kHolds);
  CHECK(observed_number(*scene, "output-gap") < 1e-14);
  CHECK(observed_number(*scene, "scores-plain") == 256);
  CHECK(observed_number(*scene, "scores-tiled") == 16);
  CHECK(observed_number(*scene, "working-tiled") == 152);
  CHECK(observed_number(*scene, "traffic-plain") == 3 * 128 + 512 + 128 + 512);
  CHECK(observed_number(*scene, "traffic-tiled") == 128 + 1024 + 128);
  CHECK(observed_number(*scene, "naive-failures") == 0);
  // In the middle of a block the output is another one; at its end it is there.
  scene->seek(6);
  CHECK(observed_number(*scene, "gap-so-far") > 0.01);
  const auto running = std::get<Matrix>(observed(*scene, "running"));
  REQUIRE(running.cols == 4);
  for (std::size_t r = 0; r < 4; ++r) {
    CHECK(running(1, r) >= 1);
    CHECK(running(2, r) < 1);
    CHECK(running(2, r) <= running(3, r));  // l <= its end, at the present m
    CHECK(running(3, r) <= 1);
  }
  scene->seek(8);
  CHECK(observed_number(*scene, "gap-so-far") < 1e-14);
  const auto done = std::get<Matrix>(observed(*scene, "running"));
  for (std::size_t r = 0; r < 4; ++r) {
    CHECK(done(2, r) == doctest::Approx(1).epsilon(1e-13));
    CHECK(done(3, r) == 1.0);
  }
}

TEST_CASE("FlashAttention: of the tiled matrix only the present tile is shown") {
  const auto scene = open_scene("scene=flash&k=6");
  const Frame frame = frame_of(*scene);
  const HeatMap& map = frame.maps[1];
  // Tile 6 holds rows 5 to 8 and keys 5 to 8.
  std::size_t shown = 0, gone = 0, never = 0;
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 16; ++j) {
      const float v = map.values[i * 16 + j];
      if (i / 4 == 1 && j / 4 == 1) {
        CHECK(v > 0);
        CHECK(v <= 1);
        ++shown;
      } else if (std::isnan(v)) {
        ++never;
      } else {
        CHECK(v == 0);
        ++gone;
      }
    }
  CHECK(shown == 16);
  CHECK(gone == 80);
  CHECK(never == 160);
}

TEST_CASE("FlashAttention: seeking back and forth changes no bit, the last state is the output") {
  const auto scene = open_scene("scene=flash&order=shuffled");
  scene->seek(16);
  const std::uint64_t hash = scene->hash(16);
  const Matrix end = scene->state(16);
  scene->seek(3);
  const Matrix third = scene->state(3);
  scene->seek(16);
  CHECK(scene->hash(16) == hash);
  CHECK(scene->state(3) == third);
  CHECK_FALSE(third == end);
  const auto plain = open_scene("scene=flash&preset=whole&k=1");
  REQUIRE(plain->horizon() == 1);
  const Matrix whole = plain->state(1);
  for (std::size_t i = 0; i < whole.data.size(); ++i) CHECK(end.data[i] == doctest::Approx(whole.data[i]).epsilon(1e-12));
}

TEST_CASE("FlashAttention: each preset, at the beginning, in the middle and at the end") {
  const auto scene = open_scene("scene=flash");
  for (const Option& o : scene->params()[0].choices) {
    CAPTURE(o.key);
    set_ok(*scene, "preset", o.key);
    for (const std::size_t k : {std::size_t{0}, scene->horizon() / 2, scene->horizon()}) {
      scene->seek(k);
      check_all_hold(*scene);
    }
  }
  set_ok(*scene, "preset", "causal");
  CHECK(scene->horizon() == 10);
  set_ok(*scene, "preset", "overflow");
  CHECK(observed_number(*scene, "naive-failures") == 16);
  CHECK(any_note(frame_of(*scene), "NaN"));
  set_ok(*scene, "preset", "long");
  CHECK(scene->horizon() == 64);
  CHECK_FALSE(any_note(frame_of(*scene), "small n"));
}

TEST_CASE("FlashAttention: ends of the ranges, and nonsense") {
  const auto scene = open_scene("scene=flash");
  for (const char* size : {"0.01", "1000000"}) {
    set_ok(*scene, "size", size);
    scene->seek(7);
    check_all_hold(*scene);
  }
  set_ok(*scene, "block-q", "128");  // beyond n: cut there
  set_ok(*scene, "block-k", "1");
  CHECK(scene->horizon() == 16);
  check_all_hold(*scene);
  set_ok(*scene, "n", "2");
  set_ok(*scene, "d", "1");
  check_all_hold(*scene);
  set_ok(*scene, "causal", "on");
  set_ok(*scene, "order", "backward");
  scene->seek(1);
  check_all_hold(*scene);
  CHECK(has(refusal(*scene, "n", "1000"), "128"));
  CHECK(has(refusal(*scene, "size", "-1"), "size"));
  CHECK(has(refusal(*scene, "block-q", "0"), "block-q"));
  CHECK(has(refusal(*scene, "order", "sideways"), "order"));
  const std::uint64_t before = scene->hash(1);
  CHECK(scene->act(0).ok());
  CHECK(scene->hash(1) != before);
}

TEST_CASE("FlashAttention: one tile is the plain computation, and proves nothing about memory or order") {
  const auto scene = open_scene("scene=flash&preset=whole");
  const Frame frame = frame_of(*scene);
  for (const Verdict& v : frame.verdicts) {
    CAPTURE(v.claim);
    const bool empty = has(v.claim, "never in memory") || has(v.claim, "order of the key tiles");
    CHECK(v.finding == (empty ? Finding::kDoesNotApply : Finding::kHolds));
    CHECK(has(v.hypothesis, "not met") == empty);
  }
  // One key tile in a row, but not all rows at a time: no order, yet less memory.
  set_ok(*scene, "block-q", "4");
  const Frame rows = frame_of(*scene);
  CHECK(rows.verdicts[2].finding == Finding::kDoesNotApply);
  CHECK(rows.verdicts[4].finding == Finding::kHolds);
  CHECK(has(rows.verdicts[4].measured, "of them 64 scores"));
}

TEST_CASE("FlashAttention: new numbers keep the tile, and a link every setting") {
  const auto scene = open_scene("scene=flash&k=6");
  const Matrix before = scene->state(6);
  CHECK(scene->act(0).ok());
  CHECK(scene->step() == 6);
  CHECK_FALSE(scene->state(6) == before);
  const auto fresh = open_scene("scene=flash&seed=16&k=6");
  CHECK(observed(*scene, "running") == observed(*fresh, "running"));
  check_link_round_trip("flash", "scene=flash&preset=causal&n=20&d=4&block-q=3&block-k=5&order=backward&size=2.5&seed=7&speed=4&k=9");
}
