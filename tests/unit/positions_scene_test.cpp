// The scene "Positions".
#include <doctest.h>

#include "model_scene_support.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

const std::vector<std::string> kViews{"table", "clocks", "offset", "rope", "beyond"};

Verdict verdict(const Scene& scene, std::string_view words) {
  if (const Frame kept = frame_of(scene); true)
    for (const Verdict& v : kept.verdicts)
    if (has(v.claim, words)) return v;
  FAIL_CHECK("no verdict about " << words);
  return {};
}

bool sound(const Scene& scene) {
  const Frame frame = frame_of(scene);
  return well_formed(frame) && all_finite(frame) && frame.plots.size() == 2 &&
         (!frame.maps.empty() || !frame.picture.marks.empty());
}

}  // namespace

TEST_CASE("Positions: every claim holds for the notebook's table, in every view") {
  const auto scene = open_scene("scene=positions");
  for (const std::string& view : kViews) {
    set_ok(*scene, "show", view);
    CAPTURE(view);
    CHECK(sound(*scene));
    if (const Frame kept = frame_of(*scene); true)
      for (const Verdict& v : kept.verdicts) {
      CAPTURE(v.claim);
      CHECK(v.finding == Finding::kHolds);
    }
  }
  CHECK(observed_number(*scene, "first-rise") == 5);
  CHECK(observed_number(*scene, "slow-clocks") == 23);
  CHECK(observed_number(*scene, "largest-entry") <= 1);
  CHECK(observed_number(*scene, "shift-error") <= 1e-13);
  CHECK(observed_number(*scene, "rope-spread") <= 1e-13);
  CHECK(observed_number(*scene, "added-spread") == doctest::Approx(3.3634687366807228));
  CHECK(observed_number(*scene, "uncrossed-spread") <= 1e-13);
  const auto inner = std::get<lab::core::Matrix>(observed(*scene, "inner-products"));
  CHECK(inner(0, 40) == doctest::Approx(0.24058531493342217));
}

TEST_CASE("Positions: curves and maps are the table's numbers") {
  const auto scene = open_scene("scene=positions&k=37");
  CHECK(scene->step() == 37);
  const Frame frame = frame_of(*scene);
  const auto table = std::get<lab::core::Matrix>(observed(*scene, "table"));
  REQUIRE(frame.maps.size() == 3);
  CHECK(frame.maps[0].rows == 64);
  CHECK(frame.maps[0].columns == 100);
  CHECK(frame.maps[0].values[20 * 100 + 37] == static_cast<float>(table(37, 20)));
  CHECK(frame.maps[1].chosen == 37);
  const Plot& dims = frame.plots[0];
  REQUIRE(dims.series.size() == 4);
  CHECK(dims.series[2].label == "dim 20");   // the notebook's four
  CHECK(dims.series[3].label == "dim 40");
  CHECK(dims.series[2].y[37] == table(37, 20));
  CHECK(dims.cursor == 37);
  const Plot& inner = frame.plots[1];
  REQUIRE(inner.series.size() == 2);
  CHECK(inner.series[0].stroke == Stroke::kSolid);
  CHECK(inner.series[1].stroke == Stroke::kDashed);
  REQUIRE(inner.series[0].x.size() == 81);
  for (std::size_t i = 0; i < 81; ++i)
    CHECK(inner.series[0].y[i] == doctest::Approx(inner.series[1].y[i]).epsilon(1e-12));
  CHECK(scene->state(37).data == std::get<lab::core::Matrix>(observed(*scene, "row")).data);
}

TEST_CASE("Positions: RoPE's curves coincide, the added ones do not") {
  const auto scene = open_scene("scene=positions&show=rope");
  const auto gap = [&](const Plot& plot) {
    double most = 0;
    for (std::size_t i = 0; i < plot.series[0].x.size(); ++i)
      for (std::size_t j = 0; j < plot.series[1].x.size(); ++j)
        if (plot.series[0].x[i] == plot.series[1].x[j])
          most = std::max(most, std::abs(plot.series[0].y[i] - plot.series[1].y[j]));
    return most;
  };
  const Frame frame = frame_of(*scene);
  CHECK(gap(frame.plots[0]) <= 1e-12);
  CHECK(gap(frame.plots[1]) > 0.5);
  const std::string before = observed_text(*scene, "added-spread");
  CHECK(scene->act(0).ok());
  CHECK(format_value(scene->get(static_cast<std::size_t>(find_param(*scene, "seed")))) == "16");
  CHECK(observed_text(*scene, "added-spread") != before);
}

TEST_CASE("Positions: the hand's tip is the table's row, the dashed hand meets the ring") {
  const auto scene = open_scene("scene=positions&show=clocks&preset=decades&k=23");
  const Frame frame = frame_of(*scene);
  const auto row = scene->state(23);
  const Polylines& hands = frame.picture.polylines.front();
  REQUIRE(hands.points.size() == 8);
  REQUIRE(count_shapes(frame, Shape::kRing) == 4);
  std::vector<Point> rings;
  for (const Mark& m : frame.picture.marks)
    if (m.shape == Shape::kRing) rings.push_back(m.at);
  const Polylines& dashed = frame.picture.polylines.back();
  CHECK(dashed.stroke == Stroke::kDashed);
  for (std::size_t k = 0; k < 4; ++k) {
    const Point &centre = hands.points[2 * k], &tip = hands.points[2 * k + 1];
    CHECK(tip[0] - centre[0] == doctest::Approx(row(0, 2 * k)));
    CHECK(tip[1] - centre[1] == doctest::Approx(row(0, 2 * k + 1)));
    const Point& end = dashed.points[2 * k + 1];
    CHECK(end[0] == doctest::Approx(rings[k][0]));
    CHECK(end[1] == doctest::Approx(rings[k][1]));
  }
  REQUIRE(frame.plots[0].series.size() == 4);   // all four sines
  CHECK(frame.plots[0].series[3].label == "dim 6");
  const auto periods = std::get<lab::core::Matrix>(observed(*scene, "periods"));
  CHECK(periods(0, 3) == doctest::Approx(1000 * periods(0, 0)));
}

TEST_CASE("Positions: presets, extremes and what does not apply") {
  const auto scene = open_scene("scene=positions");
  for (const char* preset : {"notebook", "decades", "long-base", "one-speed"}) {
    set_ok(*scene, "preset", preset);
    for (const std::string& view : kViews) {
      set_ok(*scene, "show", view);
      CAPTURE(preset);
      CAPTURE(view);
      CHECK(sound(*scene));
      if (const Frame kept = frame_of(*scene); true)
        for (const Verdict& v : kept.verdicts) CHECK(v.finding != Finding::kViolated);
    }
  }
  CHECK(verdict(*scene, "Slow clocks").finding == Finding::kDoesNotApply);   // one speed: none is slow
  CHECK(any_note(frame_of(*scene), "base 1"));
  for (const char* d : {"2", "256"})
    for (const char* n : {"2", "256"})
      for (const char* base : {"1", "1e7"})
        for (const std::string& view : kViews) {
          set_ok(*scene, "d", d);
          set_ok(*scene, "n", n);
          set_ok(*scene, "base", base);
          set_ok(*scene, "show", view);
          CAPTURE(d);
          CAPTURE(n);
          CAPTURE(base);
          CHECK(sound(*scene));
          if (const Frame kept = frame_of(*scene); true)
            for (const Verdict& v : kept.verdicts) CHECK(v.finding != Finding::kViolated);
        }
  set_ok(*scene, "window", "256");
  set_ok(*scene, "show", "beyond");
  CHECK(verdict(*scene, "Fast clocks").finding == Finding::kDoesNotApply);
  CHECK(any_note(frame_of(*scene), "whole table"));
  set_ok(*scene, "n", "2");
  set_ok(*scene, "show", "table");
  CHECK(verdict(*scene, "Nearest is highest").finding == Finding::kPending);
}

TEST_CASE("Positions: nonsense is refused, a narrower table keeps its clock in range") {
  const auto scene = open_scene("scene=positions&pair=31");
  CHECK(has(refusal(*scene, "pair", "32"), "31"));
  CHECK_FALSE(refusal(*scene, "d", "7").empty());
  CHECK_FALSE(refusal(*scene, "base", "0").empty());
  CHECK_FALSE(refusal(*scene, "n", "1").empty());
  set_ok(*scene, "d", "8");
  CHECK(format_value(scene->get(static_cast<std::size_t>(find_param(*scene, "pair")))) == "3");
  CHECK(scene->press(4).ok());
  CHECK(format_value(scene->get(static_cast<std::size_t>(find_param(*scene, "pair")))) == "2");
  CHECK(scene->press(1000).ok());
  scene->seek(1000);
  CHECK(scene->step() == 99);
  set_ok(*scene, "n", "10");
  CHECK(scene->step() == 9);
}

TEST_CASE("Positions: a link restores the view") {
  const auto scene = open_scene("scene=positions&preset=decades&show=beyond&n=120&pair=2&k=80");
  const auto report = read_link(write_link(*find_scene("positions"), *scene, {}));
  CHECK(report.problems.empty());
  CHECK(report.scene->hash(119) == scene->hash(119));
  CHECK(frame_of(*report.scene).headline == frame_of(*scene).headline);
}

TEST_CASE("Positions: a clock of a period within the window is complete, in words and in the picture") {
  // Period 6.28: seven positions reach 6 radians, and no later phase is farther than half a step.
  const auto scene = open_scene("scene=positions&show=beyond&d=2&window=7");
  CHECK(observed_number(*scene, "slow-clocks") == 0);
  CHECK(verdict(*scene, "Fast clocks").finding == Finding::kHolds);
  const auto orange = [&] {
    std::size_t count = 0;
    if (const Frame kept = frame_of(*scene); true)
      for (const Polylines& lines : kept.picture.polylines)
      for (const Ink& ink : lines.ink) count += ink.role == Role::kGroup && ink.group == 0 ? 1 : 0;
    return count;
  };
  CHECK(orange() == 0);
  CHECK(frame_of(*scene).picture.labels.front().text == "k=0: all");
  CHECK(frame_of(*scene).tables[0].rows[0][5].text == "100 %");
  set_ok(*scene, "window", "6");
  CHECK(orange() == 1);
  CHECK(has(frame_of(*scene).picture.labels.front().text, "%"));
  CHECK(frame_of(*scene).tables[0].rows[0][5].emphasis == Emphasis::kStrong);  // kTie is read as "(tie)"
}

TEST_CASE("Positions: one speed has no limit that is not reached, and no rise to explain") {
  const auto scene = open_scene("scene=positions&show=clocks&base=1");
  CHECK_FALSE(has(verdict(*scene, "geometric").prediction, "not reached"));
  set_ok(*scene, "show", "table");
  CHECK(verdict(*scene, "Nearest is highest").finding == Finding::kDoesNotApply);
  CHECK(has(verdict(*scene, "Nearest is highest").hypothesis, "not met"));
  set_ok(*scene, "base", "10000");
  CHECK(verdict(*scene, "Nearest is highest").finding == Finding::kHolds);
  set_ok(*scene, "d", "2");
  CHECK(verdict(*scene, "Nearest is highest").finding == Finding::kDoesNotApply);
}
