// "Frank-Wolfe step", headless: what it shows and claims.
#include <doctest.h>

#include <cmath>

#include "core/hardmax.h"
#include "core/vec.h"
#include "descent_support.h"
#include "scenes/frank_wolfe_scene.h"
#include "scenes/value_text.h"
#include "support.h"

using namespace lab;
using namespace lab::scenes;
using lab::test::found;
using lab::test::frame_of;
using lab::test::observed;
using lab::test::observed_number;
using lab::test::observed_text;
using lab::test::plot;
using lab::test::put;
using lab::test::verdict;

namespace {

const Polylines* lines_of(const Frame& frame, Role role, Stroke stroke) {
  for (const Polylines& lines : frame.picture.polylines)
    if (lines.stroke == stroke && !lines.ink.empty() && lines.ink[0].role == role) return &lines;
  return nullptr;
}

}  // namespace

TEST_CASE("Frank-Wolfe scene: P = diag(.6, .7) takes token 2 to (.4, .7), out of the hull, and the verdict names it") {
  FrankWolfeScene scene;
  put(scene, "preset", "leaves-hull");
  const core::Matrix next = std::get<core::Matrix>(observed(scene, "next"));
  CHECK(std::abs(next(1, 0) - 0.4) <= 1e-15);
  CHECK(std::abs(next(1, 1) - 0.7) <= 1e-15);
  const core::Matrix P = std::get<core::Matrix>(observed(scene, "step-matrix"));
  CHECK(core::residual(P, core::Matrix{{0.6, 0}, {0, 0.7}}) <= 1e-15);
  CHECK(observed_text(scene, "left-hull") == "token 2 at step 1, by 0.0707107");
  const auto left = scene.left_hull();
  REQUIRE(left.has_value());
  CHECK(left->distance == doctest::Approx(0.1 / std::sqrt(2.0)).epsilon(1e-12));
  const Verdict v = verdict(frame_of(scene), "Nested hulls");
  CHECK(v.finding == Finding::kDoesNotApply);
  CHECK(v.measured.find("Token 2 leaves in step 0") != std::string::npos);
  CHECK(frame_of(scene).headline.find("token 2 leaves the hull in step 0") != std::string::npos);
  put(scene, "step", "gamma");
  CHECK(found(scene, "Nested hulls") == Finding::kHolds);
  CHECK(observed_text(scene, "left-hull") == "none");
}

TEST_CASE("Frank-Wolfe scene: what each preset claims") {
  struct Expected {
    const char* preset;
    Finding descent, change, estimate;
  };
  constexpr Finding yes = Finding::kHolds, no = Finding::kDoesNotApply;
  for (const Expected& e : {Expected{"concave", yes, yes, yes}, {"convex", no, yes, no}, {"saddle", no, yes, no}, {"tie", yes, yes, yes},
                            {"leaves-hull", no, no, no}, {"turning", no, no, no}, {"random", yes, yes, yes}}) {
    CAPTURE(e.preset);
    FrankWolfeScene scene;
    put(scene, "preset", e.preset);
    CHECK(found(scene, "Descent") == e.descent);
    CHECK(found(scene, "Exact change") == e.change);
    CHECK(found(scene, "order 1/t") == e.estimate);
    CHECK(found(scene, "attains the maximum") == Finding::kHolds);
    CHECK(test::any_note(frame_of(scene), scene.preset().note));
  }
  // The convex case: J does rise somewhere, and with a small step it does not.
  FrankWolfeScene scene;
  put(scene, "preset", "convex");
  CHECK(observed_number(scene, "largest-rise") > 1e-3);
  CHECK(verdict(frame_of(scene), "Descent").measured.find("J rises for token") == 0);
}

TEST_CASE("Frank-Wolfe scene: claims hold for drawn tokens, matrices and schedules") {
  test::Draws draws(310);
  FrankWolfeScene scene;
  const char* schedules[] = {"constant", "harmonic", "to-one", "halving", "typed"};
  for (int trial = 0; trial < 250; ++trial) {
    CAPTURE(trial);
    const std::size_t d = 1 + draws.below(2);
    const double size = draws.below(4) == 0 ? 500 : draws.below(4) == 0 ? 1e-6 : 1;
    put(scene, "tokens", matrix_text(test::draw(draws, 1 + draws.below(14), d, size)));
    core::Matrix B = test::draw_spd(draws, d, 0.0);
    if (trial % 4 == 1)
      for (double& b : B.data) b = -b;
    if (trial % 4 == 2 && d == 2) B = core::Matrix{{draws.uniform(-3, 3), 0.7}, {0.7, draws.uniform(-3, 3)}};
    put(scene, "b", matrix_text(B));
    put(scene, "schedule", schedules[draws.below(5)]);
    put(scene, "gamma", number_text(draws.uniform(0.01, 0.9)));
    for (const Verdict& v : frame_of(scene).verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      CHECK(v.finding != Finding::kViolated);
    }
    if (scene.concave()) CHECK(found(scene, "Descent") == Finding::kHolds);
    CHECK(found(scene, "Nested hulls") == Finding::kHolds);
  }
}

TEST_CASE("Frank-Wolfe scene: almost every start has one maximizer; where scores tie the mean is taken, and said so") {
  FrankWolfeScene scene;
  put(scene, "preset", "random");
  for (int seed = 0; seed < 200; ++seed) {
    put(scene, "seed", std::to_string(seed));
    for (const std::uint32_t count : scene.now().to.count) CHECK(count == 1);
  }
  put(scene, "preset", "tie");
  CHECK(scene.now().to.count[4] == 2);
  CHECK(scene.now().to.count[7] == 8);
  const core::Matrix y = std::get<core::Matrix>(observed(scene, "targets"));
  CHECK(y(4, 0) == 1);
  CHECK(y(4, 1) == 0);
  const Frame frame = frame_of(scene);
  CHECK(test::any_note(frame, "more than one maximizer"));
  CHECK(std::ranges::any_of(frame.picture.labels, [](const Label& l) { return l.text == "y, mean of 2"; }));
}

TEST_CASE("Frank-Wolfe scene: level lines in the picture have their level; without symmetry there are none") {
  for (const char* preset : {"concave", "convex", "saddle"}) {
    CAPTURE(preset);
    FrankWolfeScene scene;
    put(scene, "preset", preset);
    const Frame frame = frame_of(scene);
    const Polylines* lines = lines_of(frame, Role::kGuide, Stroke::kSolid);
    REQUIRE(lines != nullptr);
    const std::vector<double> levels = shown_levels(scene, frame.picture);
    CHECK(levels.size() >= 4);
    CHECK(levels.size() <= 10);
    for (const Point& p : lines->points) {
      const double J = core::objective(std::vector<double>{p[0], p[1]}, scene.settings().b);
      CHECK(std::ranges::any_of(levels, [&](double level) { return std::abs(J - level) <= 1e-12; }));
    }
  }
  FrankWolfeScene scene;
  put(scene, "preset", "turning");
  const Frame frame = frame_of(scene);
  CHECK(lines_of(frame, Role::kGuide, Stroke::kSolid) == nullptr);
  CHECK(plot(frame, "Objective") == nullptr);
  CHECK(frame.headline.find("no objective") != std::string::npos);
}

TEST_CASE("Frank-Wolfe scene: the line through y supports the hull, the dashed one is the level line through x") {
  for (const char* preset : {"concave", "convex", "saddle", "turning"}) {
    FrankWolfeScene scene;
    put(scene, "preset", preset);
    for (const std::size_t t : {0U, 3U, 11U}) {
      scene.seek(t);
      const Frame frame = frame_of(scene);
      const auto i = static_cast<std::size_t>(scene.selected());
      std::vector<double> w(2);
      core::apply(scene.settings().b, scene.tokens().row(i), w);
      const auto score = [&](const Point& p) { return w[0] * p[0] + w[1] * p[1]; };
      const Polylines* support = lines_of(frame, Role::kSelection, Stroke::kSolid);
      const Polylines* level = lines_of(frame, Role::kSelection, Stroke::kDashed);
      REQUIRE(support != nullptr);
      REQUIRE(level != nullptr);
      const double best = score(plane_point(scene.now().to.y.row(i))), own = score(plane_point(scene.tokens().row(i)));
      for (const Point& p : support->points) CHECK(score(p) == doctest::Approx(best).epsilon(1e-9).scale(1e-3));
      for (const Point& p : level->points) CHECK(score(p) == doctest::Approx(own).epsilon(1e-9).scale(1e-3));
      for (std::size_t j = 0; j < scene.n(); ++j) CHECK(score(plane_point(scene.tokens().row(j))) <= best + 1e-12);
      CHECK(best - own == doctest::Approx(scene.now().to.gap[i]).epsilon(1e-9).scale(1e-6));
    }
  }
}

TEST_CASE("Frank-Wolfe scene: curves are what was measured") {
  FrankWolfeScene scene;
  put(scene, "schedule", "halving");
  put(scene, "last", "60");
  Frame frame = frame_of(scene);
  const Plot* steps = plot(frame, "Step and what it leaves");
  REQUIRE(steps != nullptr);
  CHECK(steps->series[0].y[0] == 0.5);
  CHECK(std::abs(steps->series[1].y.back() - 0.2887880950866) <= 5e-14);
  scene.seek(60);
  CHECK(std::abs(observed_number(scene, "remaining") - 0.2887880950866) <= 5e-14);
  const Plot* objective = plot(frame, "Objective");
  REQUIRE(objective != nullptr);
  CHECK(objective->series[0].y[7] == core::objective(scene.run().Z(7).row(6), scene.settings().b));
  const Plot* gaps = plot(frame, "Gap");
  REQUIRE(gaps != nullptr);
  CHECK(gaps->series[0].y[7] == scene.run().at(7).to.gap[6]);
  const Plot* least = plot(frame, "Least");
  REQUIRE(least != nullptr);
  CHECK(least->series[1].stroke == Stroke::kDashed);
  CHECK(least->series[1].y[9] == doctest::Approx(core::gap_bound(scene.run().Z(0).row(6), scene.run().Z(0), scene.settings().b, 1, 10)).epsilon(1e-14));
  for (std::size_t t = 0; t < 60; ++t) CHECK(least->series[0].y[t] <= least->series[1].y[t]);
}

TEST_CASE("Frank-Wolfe scene: V = h I is the step h / (1 + h); a V without a step is refused in a sentence") {
  FrankWolfeScene scene;
  put(scene, "step", "value");
  put(scene, "value-matrix", "0.25,0;0,0.25");
  CHECK(scene.run().model().scalar());
  CHECK(observed_number(scene, "gamma") == doctest::Approx(0.2).epsilon(1e-15));
  CHECK(found(scene, "Descent") == Finding::kHolds);
  const auto before = scene.revision();
  for (const char* bad : {"-1,0;0,2", "0,1;1,0", "-1.0000000001,0;0,1", "1"}) {
    const core::Status refused = set_text(scene, "value-matrix", bad);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().back() == '.');
  }
  CHECK(scene.revision() == before);
  // Tokens that run away end the run, in words.
  put(scene, "value-matrix", "-1.05,0;0,-1.05");
  CHECK(scene.horizon() < 40);
  CHECK(test::any_note(frame_of(scene), "The run ends at step"));
  scene.seek(1000);
  CHECK(scene.step() == scene.horizon());
}

TEST_CASE("Frank-Wolfe scene: typed schedules") {
  FrankWolfeScene scene;
  put(scene, "schedule", "typed");
  CHECK(observed_number(scene, "gamma") == 0.5);
  put(scene, "formula", "1, 1/2, 1/(t+1)");
  CHECK(scene.run().at(0).gamma == 1);
  CHECK(scene.run().at(1).gamma == 0.5);
  CHECK(scene.run().at(9).gamma == doctest::Approx(0.1).epsilon(1e-15));
  for (const char* bad : {"2", "1/(t", "t", "", "1 - t/20"}) CHECK_FALSE(set_text(scene, "formula", bad).ok());
  put(scene, "formula", "1 - t/50");
  CHECK_FALSE(set_text(scene, "last", "60").ok());
  put(scene, "last", "20");
  // The link of this state opens as it is.
  const auto again = test::open_scene(write_link(*find_scene("frank-wolfe"), scene, {}));
  CHECK(again->hash(20) == scene.hash(20));
}

TEST_CASE("Frank-Wolfe scene: hands") {
  FrankWolfeScene scene;
  scene.seek(5);
  const core::Matrix before = scene.tokens();
  CHECK(scene.drag(6, {0.3, -0.2, 0}).ok());
  CHECK(scene.step() == 0);
  CHECK(scene.edited_at() == 5);
  CHECK(scene.tokens()(6, 1) == -0.2);
  CHECK(scene.tokens()(3, 0) == before(3, 0));
  CHECK(test::any_note(frame_of(scene), "The tokens at step 5 are the start now"));
  CHECK_FALSE(test::any_note(frame_of(scene), "J is concave"));
  CHECK_FALSE(scene.drag(6, {std::nan(""), 0, 0}).ok());
  CHECK_FALSE(scene.drag(60, {0, 0, 0}).ok());
  CHECK(scene.add_at({0.1, 0.1, 0}).ok());
  CHECK(scene.n() == 12);
  CHECK(scene.selected() == 11);
  CHECK(scene.remove(11).ok());
  CHECK(scene.selected() == kNoHandle);
  CHECK_FALSE(set_text(scene, "tokens", "1,2,3").ok());
  put(scene, "tokens", "1;-2;0.5");
  CHECK(scene.d() == 1);
  CHECK(scene.settings().b == core::Matrix::identity(1));
  CHECK(found(scene, "Descent") == Finding::kHolds);
}

TEST_CASE("Frank-Wolfe scene: that y attains the maximum is measured, and would be missed") {
  FrankWolfeScene scene;
  put(scene, "preset", "tie");
  // Of a token whose two best tie, the mean attains the gap; another point of the hull does not.
  const auto x = scene.run().Z(0).row(4), y = scene.run().at(0).to.y.row(4);
  CHECK(std::abs(slope(x, y, scene.settings().b) - scene.run().at(0).to.gap[4]) <= 1e-15);
  CHECK(slope(x, scene.run().Z(0).row(1), scene.settings().b) < scene.run().at(0).to.gap[4] - 0.1);
  for (const char* tie : {"0", "1e-12", "1e-3"}) {
    put(scene, "tie", tie);
    put(scene, "tokens", "1,1;-1,1;-1,-1;1,-1;0.5,0.0001;0,0.4");
    CHECK(found(scene, "attains the maximum") == Finding::kHolds);
  }
  CHECK(scene.run().at(0).off_gap > 1e-6);  // tokens within the tolerance are averaged
}

TEST_CASE("Frank-Wolfe scene: matrices next to nothing end in a frame, and nothing is violated") {
  FrankWolfeScene scene;
  for (const char* b : {"0,0;0,0", "5e-323,0;0,5e-323", "1e-310,0;0,-1e-310", "1e-170,0;0,1e-170", "1000,0;0,1000"}) {
    CAPTURE(b);
    put(scene, "b", b);
    const Frame frame = frame_of(scene);
    CHECK(test::all_finite(frame));
    for (const Verdict& v : frame.verdicts) CHECK(v.finding != Finding::kViolated);
  }
}

TEST_CASE("Frank-Wolfe scene: a formula that is not in use does not keep a link from opening") {
  FrankWolfeScene scene;
  put(scene, "last", "20");
  put(scene, "schedule", "typed");
  put(scene, "formula", "1 - t/50");
  put(scene, "schedule", "constant");
  put(scene, "last", "100");
  CHECK_FALSE(set_text(scene, "schedule", "typed").ok());  // at t = 50 it would be 0
  CHECK_FALSE(set_text(scene, "formula", "1 - ").ok());
  const LinkReport report = read_link(write_link(*find_scene("frank-wolfe"), scene, {}));
  CHECK(report.problems.empty());
  CHECK(report.scene->hash(100) == scene.hash(100));
}

TEST_CASE("Frank-Wolfe scene: curves of all tokens say so") {
  FrankWolfeScene scene;
  const Frame frame = frame_of(scene);
  REQUIRE(plot(frame, "Objective")->series.size() == 3);
  CHECK(plot(frame, "Objective")->series[1].label == "largest of all");
  CHECK(plot(frame, "Objective")->series[2].label == "smallest of all");
  CHECK(plot(frame, "Gap")->series[1].label == "largest of all");
}
