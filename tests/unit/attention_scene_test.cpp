// The scene "Self-attention": what it says for each preset, by hand and by nonsense.
#include <doctest.h>

#include "model_scene_support.h"
#include "scenes/attention_scene.h"
#include "scenes/registry.h"
#include "support.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

double tick_seconds = 0;
/// A clock of its own: each look is a thousandth of a second.
double test_clock() { return tick_seconds += 1e-3; }
double still_clock() { return 5; }

std::unique_ptr<Scene> scene_with(const std::string& settings = {}) { return open_scene("scene=attention" + settings); }

Matrix matrix_of(const Scene& scene, std::string_view key) {
  const Value value = observed(scene, key);
  REQUIRE(std::holds_alternative<Matrix>(value));
  return *std::get_if<Matrix>(&value);
}

void check_verdicts(const Scene& scene) {
  const Frame frame = frame_of(scene);
  CHECK(well_formed(frame));
  CHECK(all_finite(frame));
  REQUIRE(frame.verdicts.size() == 4);
  for (const Verdict& v : frame.verdicts) {
    CAPTURE(v.claim);
    CAPTURE(v.measured);
    CHECK(v.finding == Finding::kHolds);
  }
}

}  // namespace

TEST_CASE("Self-attention: all four verdicts hold for every preset and every other order") {
  for (const char* preset : {"planar", "turned", "sharp", "mean", "drawn"})
    for (const char* order : {"backwards", "turned", "swapped"}) {
      const auto scene = scene_with(std::string("&preset=") + preset + "&order=" + order);
      check_verdicts(*scene);
      CHECK(observed_number(*scene, "regression-gap") <= observed_number(*scene, "rounding"));
      CHECK(observed_number(*scene, "order-gap") <= observed_number(*scene, "rounding"));
    }
  Draws draws(8);
  for (int run = 0; run < 60; ++run) {
    const auto size = [&](std::size_t most) { return std::to_string(1 + draws.below(most)); };
    check_verdicts(*scene_with("&preset=drawn&n=" + size(30) + "&d-m=" + size(16) + "&d-a=" + size(16) + "&d-v=" + size(16) + "&seed=" + std::to_string(run)));
  }
}

TEST_CASE("Self-attention: the first picture has NumPy's numbers") {
  // python3: P the nine points, S = P P^T / sqrt 2, softmax of the rows, times P.
  const auto scene = scene_with();
  const Matrix weights = matrix_of(*scene, "row-weights"), output = matrix_of(*scene, "row-output");
  CHECK(weights(0, 4) == doctest::Approx(0.30636717295501315).epsilon(1e-13));
  CHECK(weights(0, 5) == doctest::Approx(0.3923960524662674).epsilon(1e-13));
  CHECK(output(0, 0) == doctest::Approx(1.4695310574170382).epsilon(1e-13));
  CHECK(output(0, 1) == doctest::Approx(0.32680465932349245).epsilon(1e-13));
  CHECK(observed_number(*scene, "entropy") == doctest::Approx(1.4746191654314318).epsilon(1e-13));
  const Frame frame = frame_of(*scene);
  CHECK(has(frame.headline, "9 tokens"));
  CHECK(has(frame.headline, "query 5 looks most at 6 (39 %)"));
  CHECK(frame.bars.empty());
  CHECK(frame.maps.empty());
  CHECK(count_shapes(frame, Shape::kDisc) == 9);
  CHECK(count_shapes(frame, Shape::kDiamond) == 9);
  REQUIRE(frame.picture.polygons.size() == 1);
  CHECK(frame.picture.polygons[0].stroke == Stroke::kDotted);
  const Series& pairs = frame.plots[1].series[0];
  const auto here = std::ranges::find(pairs.x, 9.0) - pairs.x.begin();
  REQUIRE(here < std::ssize(pairs.x));
  CHECK(pairs.y[static_cast<std::size_t>(here)] == observed_number(*scene, "multiplications"));
}

TEST_CASE("Self-attention: drawn as in the notebook, seen as matrices") {
  const auto scene = scene_with("&preset=drawn");
  CHECK(matrix_of(*scene, "weights").rows == 15);
  CHECK(matrix_of(*scene, "outputs").cols == 16);
  CHECK(observed_number(*scene, "entropy") == doctest::Approx(1.2355761161169734).epsilon(1e-12));
  CHECK(observed_number(*scene, "multiplications") == 15 * 15 * (4 + 16));
  CHECK(observed_number(*scene, "projection-multiplications") == 15 * 5 * (4 + 4 + 16));
  Frame frame = frame_of(*scene);
  CHECK(any_note(frame, "torch"));
  REQUIRE(frame.maps.size() == 2);
  CHECK(frame.maps[1].values[0] == doctest::Approx(0.0032035810658997094));
  CHECK(frame.plots[0].series[0].y.size() == 15);
  CHECK(frame.plots[0].series[0].y[8] == doctest::Approx(0.534926169163111));
  CHECK(scene->press(6).ok());
  frame = frame_of(*scene);
  CHECK(frame.maps[0].chosen == 6);
  CHECK(has(frame.plots[0].title, "query 7"));
  set_ok(*scene, "show", "points");
  CHECK(any_note(frame_of(*scene), "first two"));
}

TEST_CASE("Self-attention: what a preset is about is seen") {
  const auto sharp = scene_with("&preset=sharp"), mean = scene_with("&preset=mean"), turned = scene_with("&preset=turned");
  CHECK(observed_number(*sharp, "entropy") < 0.3);
  CHECK(observed_number(*mean, "entropy") == doctest::Approx(std::log(9.0)).epsilon(1e-14));
  const Matrix outputs = matrix_of(*mean, "outputs");
  for (std::size_t i = 1; i < outputs.rows; ++i)
    for (std::size_t c = 0; c < 2; ++c) CHECK(outputs(i, c) == outputs(0, c));
  // A quarter turn: a token at the right looks up, not at itself.
  const Matrix weights = matrix_of(*turned, "weights");
  CHECK(*std::ranges::max_element(weights.row(5)) == weights(5, 3));
  CHECK(weights(5, 5) < 0.1);
}

TEST_CASE("Self-attention: tokens move by hand, also where values are turned") {
  const auto scene = scene_with("&wv=0,1;-2,0");
  REQUIRE(scene->can_drag(3));
  REQUIRE(scene->drag(3, {0.5, -1.5, 0}).ok());
  const Matrix values = matrix_of(*scene, "values");
  CHECK(values(3, 0) == doctest::Approx(0.5));
  CHECK(values(3, 1) == doctest::Approx(-1.5));
  check_verdicts(*scene);
  REQUIRE(scene->add_at({2, 2, 0}).ok());
  CHECK(matrix_of(*scene, "values").rows == 10);
  REQUIRE(scene->remove(0).ok());
  CHECK(matrix_of(*scene, "values")(8, 0) == doctest::Approx(2));
  CHECK_FALSE(scene->drag(3, {1e9, 0, 0}).ok());
  CHECK_FALSE(scene->drag(3, {std::nan(""), 0, 0}).ok());
  set_ok(*scene, "wv", "1,2;2,4");
  CHECK_FALSE(scene->can_drag(3));
  CHECK_FALSE(scene->drag(3, {0, 0, 0}).ok());
  check_verdicts(*scene);  // all values on a line
  const auto action = static_cast<std::size_t>(find_action(*scene, "restore"));
  REQUIRE(scene->act(action).ok());
  CHECK(matrix_of(*scene, "values").rows == 9);
}

TEST_CASE("Self-attention: refusals name what does not fit and change nothing") {
  const auto scene = scene_with();
  const std::uint64_t before = scene->hash(0);
  CHECK(has(refusal(*scene, "x", "1,2,3"), "2 columns"));
  CHECK(has(refusal(*scene, "wq", "1,2,3;4,5,6"), "2 x 3"));
  CHECK(has(refusal(*scene, "wk", "1,2"), "1 x 2"));
  CHECK(has(refusal(*scene, "wv", "1;2;3"), "d_v"));
  CHECK(has(refusal(*scene, "row", "10"), "9"));
  CHECK(has(refusal(*scene, "seed", "x"), "seed"));
  CHECK(has(refusal(*scene, "x", "1,nan"), "number"));
  CHECK(scene->hash(0) == before);
  set_ok(*scene, "wv", "1,0,2;0,1,1");
  CHECK(matrix_of(*scene, "outputs").cols == 3);
  check_verdicts(*scene);
  set_ok(*scene, "x", "1e6,1e6");
  check_verdicts(*scene);
  set_ok(*scene, "x", "0,0;0,0;0,0");
  check_verdicts(*scene);
}

TEST_CASE("Self-attention: a link holds all, and sizes choose the drawn preset") {
  auto scene = scene_with();
  set_ok(*scene, "n", "7");
  CHECK(format_value(scene->get(0)) == "drawn");
  set_ok(*scene, "show", "points");
  const std::string link = write_link(*find_scene("attention"), *scene, {});
  const auto again = open_scene(link);
  CHECK(again->hash(0) == scene->hash(0));
  CHECK(format_value(again->get(static_cast<std::size_t>(find_param(*again, "show")))) == "points");
  set_ok(*scene, "preset", "planar");
  CHECK(has(write_link(*find_scene("attention"), *scene, {}), "n=") == false);
}

TEST_CASE("Self-attention: time is measured where there is a clock, and is no part of the state") {
  const auto scene = scene_with();
  const auto action = static_cast<std::size_t>(find_action(*scene, "time"));
  CHECK(has(scene->act(action).error(), "clock"));
  CHECK(frame_of(*scene).plots.size() == 2);
  const std::uint64_t before = scene->hash(0);
  scene->use_clock(&test_clock);
  REQUIRE(scene->act(action).ok());
  const Frame frame = frame_of(*scene);
  REQUIRE(frame.plots.size() == 3);
  const Plot& plot = frame.plots[2];
  REQUIRE(plot.series.size() == 2);
  CHECK(plot.series[0].x.front() == 16);
  CHECK(plot.series[1].stroke == Stroke::kDashed);
  CHECK(plot.series[1].y.back() == plot.series[0].y.back());
  CHECK(plot.series[1].y[0] == doctest::Approx(plot.series[1].y[1] / 4));
  CHECK(scene->hash(0) == before);
  set_ok(*scene, "n", "8");  // other widths: the times are of something else
  CHECK(frame_of(*scene).plots.size() == 2);
  scene->use_clock(&still_clock);
  CHECK(has(scene->act(action).error(), "coarse"));
  CHECK(frame_of(*scene).plots.size() == 2);
}

TEST_CASE("Self-attention: taking away a token leaves the chosen query with its own") {
  const auto scene = open_scene("scene=attention");
  REQUIRE(scene->remove(0).ok());
  CHECK(format_value(scene->get(static_cast<std::size_t>(find_param(*scene, "row")))) == "4");
}
