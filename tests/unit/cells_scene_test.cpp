// "Cells", headless: what it shows and claims.
#include <doctest.h>

#include <cmath>

#include "core/vec.h"
#include "model_scene_support.h"
#include "scenes/cells_scene.h"
#include "scenes/registry.h"
#include "support.h"

using namespace lab;
using namespace lab::scenes;
using lab::test::frame_of;
using lab::test::observed_number;
using lab::test::set_ok;

namespace {

const Verdict& verdict(const Frame& frame, std::string_view claim) {
  for (const Verdict& v : frame.verdicts)
    if (v.claim.find(claim) != std::string::npos) return v;
  FAIL("no such claim");
  return frame.verdicts.front();
}

constexpr const char* kGeneric[] = {"five", "fifty", "five-hundred", "solid", "solid-500", "random"};

std::size_t vertices_of(std::string_view preset) {
  if (preset == "fifty") return 50;
  if (preset == "solid") return 12;
  return preset == "five-hundred" || preset == "solid-500" ? 500 : 5;
}

double deviation_after(const char* schedule, const char* preset) {
  CellsScene scene;
  set_ok(scene, "preset", preset);
  set_ok(scene, "schedule", schedule);
  scene.seek(60);
  CHECK(verdict(frame_of(scene), "straight lines").finding == Finding::kHolds);
  return observed_number(scene, "deviation");
}

}  // namespace

TEST_CASE("Cells: presets have the vertices that they name, and G1 and G2 hold") {
  for (const char* preset : kGeneric) {
    CAPTURE(preset);
    CellsScene scene;
    set_ok(scene, "preset", preset);
    CHECK(scene.k() == vertices_of(preset));
    CHECK(scene.generic());
    const Frame frame = frame_of(scene);
    CHECK(verdict(frame, "G1").finding == Finding::kHolds);
    CHECK(verdict(frame, "G2").finding == Finding::kHolds);
    // Cells cover the hull.
    double sum = 0;
    for (const double s : scene.geometry().sizes()) sum += s;
    CHECK(sum == doctest::Approx(core::hull_measure(scene.tokens())).epsilon(1e-9));
  }
}

TEST_CASE("Cells: x = p x0 + (1 - p) v to a few last bits, with every schedule") {
  for (const char* schedule : {"constant", "to-one", "halving", "harmonic", "typed"})
    for (const char* preset : {"five", "fifty", "solid"}) {
      CAPTURE(schedule);
      CAPTURE(preset);
      CHECK(deviation_after(schedule, preset) <= 1.5e-15);
    }
  CHECK(deviation_after("constant", "five") <= 9e-16);
  CHECK(deviation_after("constant", "five-hundred") <= 9e-16);
}

TEST_CASE("Cells: the verdict on lines is not empty: another vertex breaks it") {
  CellsScene scene;
  set_ok(scene, "preset", "leaves");
  scene.seek(40);
  CHECK_FALSE(scene.run().straight(40));
  CHECK(scene.run().straight(0));
}

TEST_CASE("Cells: how fast, and whether at all") {
  CellsScene scene;
  scene.seek(50);
  CHECK(observed_number(scene, "p") == doctest::Approx(std::pow(0.9, 50)).epsilon(1e-13));
  CHECK(observed_number(scene, "left") == doctest::Approx(std::pow(0.9, 50)).epsilon(1e-10));
  CHECK(verdict(frame_of(scene), "tends to its vertex").finding == Finding::kHolds);
  set_ok(scene, "schedule", "to-one");
  scene.seek(9);
  CHECK(observed_number(scene, "p") == doctest::Approx(1.0 / 3628800).epsilon(1e-14));
  CHECK(observed_number(scene, "left") == doctest::Approx(1.0 / 3628800).epsilon(1e-8));
  set_ok(scene, "schedule", "harmonic");
  scene.seek(1);
  CHECK(observed_number(scene, "p") == 0);
  CHECK(observed_number(scene, "left") == 0);
  set_ok(scene, "preset", "stalls");
  scene.seek(60);
  CHECK(observed_number(scene, "p") == doctest::Approx(0.2887880950866).epsilon(1e-12));
  CHECK(observed_number(scene, "left") == doctest::Approx(0.2887880950866).epsilon(1e-12));
  const Frame stalled = frame_of(scene);
  CHECK(verdict(stalled, "tends to its vertex").finding == Finding::kDoesNotApply);
  CHECK(verdict(stalled, "tends to its vertex").hypothesis.find("not met, the sum is 1") != std::string::npos);
  set_ok(scene, "schedule", "typed");
  scene.seek(10);
  CHECK(observed_number(scene, "p") == doctest::Approx(1.0 / 11).epsilon(1e-14));  // 1/(t+2): a telescope
  CHECK(verdict(frame_of(scene), "tends to its vertex").finding == Finding::kPending);
}

TEST_CASE("Cells: where G1 fails a vertex leaves, another token becomes one, and nothing is claimed of lines") {
  CellsScene scene;
  set_ok(scene, "preset", "leaves");
  CHECK(scene.k() == 5);
  CHECK(frame_of(scene).headline.find("5 vertices of 12 tokens") != std::string::npos);
  scene.seek(60);
  const Frame frame = frame_of(scene);
  CHECK(scene.geometry().vertices.size() == 6);
  CHECK(frame.headline.find("5 vertices at the start, 6 now, of 12 tokens") != std::string::npos);
  CHECK(verdict(frame, "G1").finding == Finding::kViolated);
  CHECK(verdict(frame, "G1").measured.find("token 2") != std::string::npos);
  for (const char* claim : {"straight lines", "tends to its vertex", "Vertices rest"}) CHECK(verdict(frame, claim).finding == Finding::kDoesNotApply);
  CHECK(observed_number(scene, "moved") > 1);
  CHECK(scene.run().rank(5) < 0);
  CHECK(scene.is_vertex(5));
  CHECK(test::any_note(frame, "G1 fails"));
  // No dashed lines, and the cells are those of the present hull.
  for (const Polylines& lines : frame.picture.polylines) CHECK(lines.stroke != Stroke::kDashed);
  double sum = 0;
  for (const double s : scene.geometry().sizes()) sum += s;
  CHECK(sum == doctest::Approx(core::hull_measure(scene.tokens())).epsilon(1e-12));
}

TEST_CASE("Cells: many vertices are small discs, and the verdict says how many tokens it looked at") {
  CellsScene scene;
  for (const char* preset : {"five-hundred", "solid-500"}) {
    set_ok(scene, "preset", preset);
    const Frame frame = frame_of(scene);
    CHECK(test::count_shapes(frame, Shape::kStar) == 0);
    std::size_t small = 0;
    for (const Mark& mark : frame.picture.marks) small += mark.shape == Shape::kDisc && mark.size < 1;
    CHECK(small == 500);
    CHECK(verdict(frame, "power diagram").measured.starts_with("Checked for 9 of " + std::to_string(scene.n()) + " tokens"));
  }
}

TEST_CASE("Cells: Voronoi when all vertices are equally long in the norm of B, and symmetry asked for") {
  CellsScene scene;
  CHECK_FALSE(voronoi(scene));
  set_ok(scene, "preset", "fifty");
  CHECK(voronoi(scene));
  CHECK(verdict(frame_of(scene), "Voronoi").finding == Finding::kHolds);
  set_ok(scene, "b", "1,0;0,1");
  CHECK_FALSE(voronoi(scene));
  set_ok(scene, "preset", "five");
  set_ok(scene, "b", "1,0.2;-0.1,1");
  const Frame frame = frame_of(scene);
  CHECK(verdict(frame, "power diagram").finding == Finding::kDoesNotApply);
  // Lines need no symmetry.
  REQUIRE(scene.generic());
  scene.seek(60);
  CHECK(verdict(frame_of(scene), "straight lines").finding == Finding::kHolds);
}

TEST_CASE("Cells: tokens move inside their cells; solid is measured, dashed predicted") {
  CellsScene scene;
  for (const std::size_t t : {0U, 7U, 60U}) {
    scene.seek(t);
    for (std::size_t i = 0; i < scene.n(); ++i)
      CHECK(core::distance_to_hull(scene.tokens().row(i), scene.geometry().flat[scene.cell(i)]) <= 1e-14);
    const Frame frame = frame_of(scene);
    std::size_t solid = 0, dashed = 0;
    for (const Polylines& lines : frame.picture.polylines) {
      if (lines.stroke == Stroke::kDashed) dashed += lines.begin.size();
      if (lines.stroke == Stroke::kSolid) solid += lines.begin.size();
    }
    CHECK(dashed == scene.n() - scene.k());
    CHECK(solid == (t == 0 ? 0 : scene.n() - scene.k()));
  }
  CHECK(test::count_shapes(frame_of(scene), Shape::kStar) == 5);
}

TEST_CASE("Cells: curves are what was computed") {
  CellsScene scene;
  scene.seek(12);
  const Frame frame = frame_of(scene);
  REQUIRE(frame.plots.size() == 3);
  const Plot& left = frame.plots[0];
  CHECK(left.log_y);
  CHECK(left.series.size() == 4);
  for (const Series& s : left.series) CHECK((s.stroke == Stroke::kDashed) == (s.ink.role != Role::kSelection));
  CHECK(left.series.front().y[12] == scene.run().step(12).p);
  CHECK(frame.plots[1].series[0].y[12] == scene.run().step(12).left);
  CHECK(frame.plots[2].series[0].y[12] == scene.run().step(12).deviation);
  set_ok(scene, "schedule", "typed");
  CHECK(frame_of(scene).plots[0].series.size() == 5);
}

TEST_CASE("Cells: a hand moves, adds and removes; at a later step its tokens are the start") {
  CellsScene scene;
  scene.seek(10);
  const core::Matrix before = scene.tokens();
  CHECK(scene.drag(0, {0.9, 0.3, 0}).ok());
  CHECK(scene.step() == 0);
  CHECK(scene.edited_at() == 10);
  CHECK(scene.tokens()(0, 1) == 0.3);
  CHECK(scene.tokens()(9, 0) == before(9, 0));
  CHECK_FALSE(scene.drag(0, {std::nan(""), 0, 0}).ok());
  CHECK_FALSE(scene.drag(1000, {0, 0, 0}).ok());
  CHECK(scene.add_at({1.4, 1.4, 0}).ok());
  CHECK(scene.n() == 30);
  CHECK(scene.is_vertex(29));
  CHECK(scene.selected() == 29);
  CHECK(scene.remove(29).ok());
  CHECK(scene.n() == 29);
  CHECK(scene.selected() == kNoHandle);
  // Down to one token.
  while (scene.n() > 1) {
    CHECK(scene.remove(0).ok());
    CHECK(test::well_formed(frame_of(scene)));
    CHECK(test::all_finite(frame_of(scene)));
  }
  CHECK_FALSE(scene.remove(0).ok());
}

TEST_CASE("Cells: dragging does a bounded amount of work") {
  for (const char* preset : kGeneric)
    for (const char* field : {"off", "hardmax", "softmax"}) {
      CAPTURE(preset);
      CAPTURE(field);
      CellsScene scene;
      set_ok(scene, "preset", preset);
      set_ok(scene, "field", field);
      const double fine = scene.field().work;
      CHECK(fine <= kFieldBudget);
      scene.seek(60);
      REQUIRE(scene.drag(1, {0.4, 0.9, 0}).ok());
      const auto n = static_cast<double>(scene.n());
      CHECK(static_cast<double>(scene.run().computed()) * n * n <= 2e5);
      CHECK(scene.field().work <= kDragFieldBudget);
      // The next step makes it fine again.
      scene.seek(1);
      CHECK(scene.field().work <= kFieldBudget);
      CHECK(scene.field().across >= (std::string_view(field) == "off" ? 0 : 8));
    }
}

TEST_CASE("Cells: the field agrees with the cells, point by point") {
  for (const char* preset : {"five", "fifty", "leaves"}) {
    CAPTURE(preset);
    CellsScene scene;
    set_ok(scene, "preset", preset);
    set_ok(scene, "field", "hardmax");
    const DestinationField& field = scene.field();
    CHECK(field.across == 60);
    CHECK(field.agree == field.vertex.size());
    const double area = static_cast<double>(field.vertex.size()) * field.pitch * field.pitch;
    CHECK(area == doctest::Approx(core::hull_measure(scene.tokens())).epsilon(0.03));
    for (const DestinationField::Row& row : field.rows)
      for (std::size_t i = 0; i < row.count; ++i) {
        const std::vector<double> x{row.x + static_cast<double>(i) * field.pitch, row.y};
        CHECK(core::distance_to_hull(x, scene.geometry().flat[field.vertex[row.begin + i]]) <= 1e-12);
      }
  }
  // In space: of the slice z = 0.
  CellsScene solid;
  set_ok(solid, "preset", "solid");
  set_ok(solid, "field", "hardmax");
  CHECK(solid.field().vertex.size() > 1500);
  for (const Polygon& polygon : frame_of(solid).picture.polygons) CHECK(polygon.points.size() >= 3);
}

TEST_CASE("Cells: the softmax field tends to the hardmax field, and forgets the cells at beta = 0") {
  CellsScene scene;
  set_ok(scene, "field", "softmax");
  const auto agreement = [&](const char* beta) {
    set_ok(scene, "beta", beta);
    return observed_number(scene, "field-agreement");
  };
  CHECK(agreement("inf") == 1);
  CHECK(agreement("1000") > 0.995);
  CHECK(agreement("20") > 0.9);
  CHECK(agreement("20") < 1);
  CHECK(agreement("0") < 0.6);  // all end near the mean of the vertices
  float closest = 0;
  for (const float c : scene.field().closeness) closest = std::max(closest, c);
  CHECK(closest < 0.7F);
  CHECK(test::any_note(frame_of(scene), "test particle"));
}

TEST_CASE("Cells: links keep everything; what does not fit is refused") {
  test::check_link_round_trip("cells", "v=1&scene=cells&preset=random&vertices=7&inner=5&seed=4&schedule=typed&formula=1/(t%2B3)&b=2,0;0,1&field=softmax&beta=3&depth=12&k=9");
  test::check_link_round_trip("cells", "v=1&scene=cells&preset=solid&schedule=halving&steps=30&field=hardmax&grid=20&selected=4&labels=on&k=20");
  CellsScene scene;
  CHECK(test::has(test::refusal(scene, "tokens", "1;2;3"), "2 or 3 columns"));
  CHECK(test::has(test::refusal(scene, "b", "1,0,0;0,1,0;0,0,1"), "2 x 2"));
  CHECK_FALSE(test::refusal(scene, "formula", "2/(t+").empty());
  CHECK_FALSE(test::refusal(scene, "formula", "3").empty());
  CHECK_FALSE(test::refusal(scene, "selected", "99").empty());
  set_ok(scene, "tokens", "1,0,0;0,1,0;0,0,1;-1,-1,-1;0,0,0.1");
  CHECK(scene.d() == 3);
  CHECK(scene.settings().b.rows == 3);
}

TEST_CASE("Cells: with one vertex there is nothing to compare, and nothing is said to hold of it") {
  CellsScene scene;
  set_ok(scene, "tokens", "1,2;1,2");
  REQUIRE(scene.k() == 1);
  const Frame frame = frame_of(scene);
  for (const char* claim : {"G1", "G2", "Cells are"}) CHECK(verdict(frame, claim).finding == Finding::kDoesNotApply);
  set_ok(scene, "preset", "leaves");
  CHECK(verdict(frame_of(scene), "tends to its vertex").hypothesis.ends_with("G1 not met, G2 met."));
}

TEST_CASE("Cells: the shares left are those of the product, to the last bit") {
  for (const char* schedule : {"constant", "harmonic", "to-one", "halving", "typed"}) {
    CAPTURE(schedule);
    CellsScene scene;
    set_ok(scene, "schedule", schedule);
    scene.seek(60);
    for (std::size_t t = 0; t <= 60; ++t) CHECK(scene.run().step(t).p == core::remaining(scene.run().schedule(), t));
    CHECK(frame_of(scene).plots[0].series.front().y[60] == scene.run().step(60).p);
  }
}
