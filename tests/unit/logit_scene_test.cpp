// The scene "Why 1/√d": verdicts by draw, steps, what a click does.
#include <doctest.h>

#include "model_scene_support.h"
#include "scenes/logit_scene.h"
#include "scenes/registry.h"
#include "support.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

std::unique_ptr<Scene> scene_with(const std::string& settings = {}) { return open_scene("scene=why-sqrt" + settings); }

void check_findings(const Scene& scene, Finding expected) {
  const Frame frame = frame_of(scene);
  CHECK(well_formed(frame));
  CHECK(all_finite(frame));
  REQUIRE(frame.verdicts.size() == 5);
  for (const Verdict& v : frame.verdicts) {
    CAPTURE(v.claim);
    CAPTURE(v.measured);
    CHECK(v.finding == expected);
  }
}

}  // namespace

TEST_CASE("Why 1/√d: the verdicts hold for every draw that meets the hypothesis, and do not apply otherwise") {
  for (const char* draw : {"normal", "signs", "uniform"})
    for (const char* n : {"32", "64", "128"})
      for (const char* seed : {"0", "1", "15"}) check_findings(*scene_with(std::string("&draw=") + draw + "&n=" + n + "&seed=" + seed), Finding::kHolds);
  for (const char* draw : {"equal", "shifted"}) {
    const auto scene = scene_with(std::string("&draw=") + draw);
    check_findings(*scene, Finding::kDoesNotApply);
    CHECK(frame_of(*scene).notes.size() == 1);
  }
}

TEST_CASE("Why 1/√d: the curves are the numbers of the core") {
  const auto scene = scene_with("&k=9");
  const Frame frame = frame_of(*scene);
  REQUIRE(frame.plots.size() == 4);
  const Plot& plot = frame.plots[0];
  REQUIRE(plot.series.size() == 4);
  for (const Series& s : plot.series) {
    REQUIRE(s.x.size() == 10);
    CHECK(s.x.front() == 2);
    CHECK(s.x.back() == 1024);
  }
  CHECK(plot.here == 1024);
  CHECK(plot.series[0].y.back() == observed_number(*scene, "entropy-scaled"));
  CHECK(plot.series[1].y.back() == observed_number(*scene, "entropy-raw"));
  CHECK(plot.series[2].stroke == Stroke::kDashed);
  CHECK(plot.series[2].y.front() == doctest::Approx(std::log(64.0)));
  CHECK(observed_number(*scene, "d") == 1024);
  CHECK(observed_number(*scene, "starved") > 0.1);
  const Value table = observed(*scene, "table-raw");
  const Matrix& m = *std::get_if<Matrix>(&table);
  REQUIRE(m.rows == 10);
  CHECK(m(9, 2) == observed_number(*scene, "entropy-raw"));
  const Value scaled = observed(*scene, "table-scaled");
  CHECK((*std::get_if<Matrix>(&scaled))(9, 2) == observed_number(*scene, "entropy-scaled"));
}

TEST_CASE("Why 1/√d: steps are widths, seen in bars and maps") {
  const auto scene = scene_with();
  Frame frame = frame_of(*scene);
  REQUIRE(frame.maps.size() == 2);
  CHECK(frame.maps[0].rows == 10);
  CHECK(frame.maps[0].chosen == 0);
  CHECK(frame.bars.empty());
  REQUIRE(scene->press(9).ok());
  CHECK(scene->step() == 9);
  frame = frame_of(*scene);
  CHECK(frame.maps[0].chosen == 9);
  set_ok(*scene, "show", "bars");
  const Frame bars = frame_of(*scene);
  CHECK(bars.maps.empty());
  REQUIRE(bars.bars.size() == 2);
  CHECK(has(bars.bars[0].title, "Not divided, d_a = 1024"));
  CHECK(bars.bars[1].values[0] < bars.bars[0].values[0]);
  CHECK(frame.maps[0].values[9 * 16] == doctest::Approx(bars.bars[0].values[0]));
  CHECK(frame.maps[1].values[9 * 16] == doctest::Approx(bars.bars[1].values[0]));
  CHECK_FALSE(scene->press(10).ok());
  CHECK_FALSE(scene->press(-1).ok());
  scene->seek(400);
  CHECK(scene->step() == 9);
}

TEST_CASE("Why 1/√d: states do not depend on the way there or on the view") {
  const auto one = scene_with("&seed=3"), other = scene_with("&seed=3&query=17&show=bars");
  other->seek(9);
  (void)frame_of(*other);
  CHECK(one->hash(2) == other->hash(2));
  CHECK(one->hash(9) == other->hash(9));
  CHECK(one->hash(9) != scene_with("&seed=4")->hash(9));
  CHECK(has(refusal(*one, "query", "65"), "64"));
  CHECK(has(refusal(*one, "n", "8"), "32"));
  set_ok(*other, "n", "32");
  set_ok(*other, "query", "32");
  CHECK(has(refusal(*other, "query", "33"), "32"));
}
