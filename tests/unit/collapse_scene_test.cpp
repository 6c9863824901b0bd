// "Finite β: collapse", headless: what it shows and claims.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/cloud.h"
#include "core/finite_beta.h"
#include "core/hull.h"
#include "core/vec.h"
#include "scene_support.h"
#include "scenes/collapse_scene.h"
#include "scenes/registry.h"
#include "scenes/value_text.h"

using namespace lab;
using namespace lab::scenes;
using lab::test::frame_of;
using lab::test::observed_number;

namespace {

void put(Scene& scene, std::string_view key, std::string_view text) {
  const core::Status ok = set_text(scene, key, text);
  CHECK_MESSAGE(ok.ok(), (ok.ok() ? "" : ok.error()));
}

Finding finding_of(const Frame& frame, std::string_view claim) {
  for (const Verdict& v : frame.verdicts)
    if (v.claim.find(claim) != std::string::npos) return v.finding;
  FAIL("no such claim");
  return Finding::kPending;
}

const Plot& plot(const Frame& frame, std::string_view title) {
  for (const Plot& p : frame.plots)
    if (p.title.find(title) != std::string::npos) return p;
  FAIL("no such plot");
  return frame.plots.front();
}

}  // namespace

TEST_CASE("Marks: every update up to 31, then 16 in each doubling") {
  for (std::size_t k = 0; k < 32; ++k) CHECK(CollapseRun::time_of(k) == k);
  CHECK(CollapseRun::time_of(32) == 32);
  CHECK(CollapseRun::time_of(33) == 34);
  CHECK(CollapseRun::time_of(48) == 64);
  CHECK(CollapseRun::time_of(240) == 262'144);
  for (std::size_t k = 0; k < 256; ++k) CHECK(CollapseRun::time_of(k + 1) > CollapseRun::time_of(k));
}

TEST_CASE("Tokens at a mark are those of the plain system, update by update") {
  CollapseScene scene;
  scene.seek(100);
  core::Matrix Z = scene.state(0), next;
  core::SoftmaxWork work;
  double bound = core::diameter(Z);
  const core::SoftmaxParams params = core::sa_beta(core::Matrix::identity(2), 0.1, 10);
  for (std::uint64_t t = 0; t < scene.time(); ++t) {
    bound *= 1 - 0.1 * core::smallest_weight(Z, params);
    core::softmax_step(Z, params, work, next);
    std::swap(Z, next);
  }
  CHECK(scene.time() == 640);
  CHECK(scene.state(100) == Z);
  CHECK(scene.now().diameter == core::diameter(Z));
  CHECK(scene.now().bound == bound);
}

TEST_CASE("Two tokens take 7, 15, 49, 212, 1095, 6220, 37382 updates, in the run and in the closed form") {
  CollapseScene scene;
  put(scene, "preset", "two-cold");
  const double printed[] = {7, 15, 49, 212, 1095, 6220, 37382};
  for (std::size_t beta = 0; beta <= 6; ++beta) {
    CAPTURE(beta);
    CHECK(scene.two_token_times()[beta] == printed[beta]);
    put(scene, "beta", std::to_string(beta));
    scene.seek(scene.horizon());
    CHECK(observed_number(scene, "halved") == printed[beta]);
    const Frame frame = frame_of(scene);
    CHECK(finding_of(frame, "closed form") == Finding::kHolds);
    CHECK(finding_of(frame, "one point") == Finding::kHolds);
    CHECK(finding_of(frame, "origin") == Finding::kHolds);
    CHECK(finding_of(frame, "e\u00B2") == Finding::kHolds);
    CHECK(finding_of(frame, "1 \u2212 \u03B3c") == Finding::kHolds);
    CHECK(finding_of(frame, "Hulls") == Finding::kHolds);
  }
  const Plot growth = plot(frame_of(scene), "\u00B11");
  CHECK(growth.series[0].y[6] == 37382);
  CHECK(growth.series[1].stroke == Stroke::kDashed);
  const std::vector<double>& dashed = growth.series[1].y;
  CHECK(dashed.back() / dashed[dashed.size() - 2] == doctest::Approx(std::exp(2.0)));
}

TEST_CASE("The step by hand is in the tables, digit by digit") {
  CollapseScene scene;
  put(scene, "preset", "one-step");
  const Frame start = frame_of(scene);
  const auto text = [](const Frame& frame, std::size_t table, std::size_t row, std::size_t column) { return frame.tables[table].rows[row][column].text; };
  CHECK(text(start, 0, 0, 1) == "0.86681333");
  CHECK(text(start, 0, 0, 2) == "0.11731043");
  CHECK(text(start, 0, 0, 3) == "0.01587624");
  CHECK(text(start, 0, 2, 1) == "0.00246652");
  CHECK(text(start, 0, 2, 3) == "0.99506695");
  for (std::size_t i = 0; i < 3; ++i) CHECK(text(start, 1, i, 2) == "0");
  scene.seek(1);
  const Frame after = frame_of(scene);
  CHECK(text(after, 1, 0, 1) == "(0.96273427, 0.02535855)");
  CHECK(text(after, 1, 1, 1) == "(0.02535855, 0.96273427)");
  CHECK(text(after, 1, 2, 1) == "(-0.99815011, -0.99815011)");
}

TEST_CASE("Every preset collapses to a point of its first hull; symmetric data to the origin") {
  for (const char* preset : {"pentagon", "two", "one-step", "symmetric", "random"}) {
    CAPTURE(preset);
    CollapseScene scene;
    put(scene, "preset", preset);
    CHECK_FALSE(scene.meeting_point().has_value());
    scene.seek(scene.horizon());
    CHECK(scene.horizon() == static_cast<std::size_t>(scene.settings().horizon));
    REQUIRE(scene.meeting_point().has_value());
    CHECK(core::hull_excess(*scene.meeting_point(), scene.state(0)) <= 1e-12);
    const Frame frame = frame_of(scene);
    for (const Verdict& v : frame.verdicts) {
      CAPTURE(v.claim);
      CHECK(v.finding != Finding::kViolated);
      CHECK(v.finding != Finding::kPending);
    }
    CHECK(finding_of(frame, "origin") == (scene.symmetric() ? Finding::kHolds : Finding::kDoesNotApply));
    CHECK(test::count_shapes(frame, Shape::kDiamond) == 1);
  }
}

TEST_CASE("No update shrinks less than 1 - gamma c allows, for drawn sets, beta and gamma") {
  CollapseScene scene;
  put(scene, "preset", "random");
  put(scene, "n", "6");
  for (const char* gamma : {"0.02", "0.5", "0.99"}) {
    put(scene, "gamma", gamma);
    for (int seed = 0; seed < 30; ++seed)
      for (const char* beta : {"0", "1", "7", "60"}) {
        put(scene, "seed", std::to_string(seed));
        put(scene, "beta", beta);
        scene.seek(120);
        for (const Verdict& v : frame_of(scene).verdicts) CHECK_MESSAGE(v.finding != Finding::kViolated, v.claim << ": " << v.measured);
        CHECK(scene.now().diameter <= scene.now().bound * (1 + 1e-9) + 1e-12);
      }
  }
}

TEST_CASE("The least shrinking is told as 1 - ratio, and the growth as that of ±1") {
  CollapseScene scene;
  scene.seek(scene.horizon());
  const Frame frame = frame_of(scene);
  const auto shrinks = std::ranges::find(frame.verdicts, "One update shrinks the diameter by 1 − γc", &Verdict::claim);
  REQUIRE(shrinks != frame.verdicts.end());
  const double seen = 1 - scene.now().ratio, least = 1 - scene.now().factor;
  CHECK(shrinks->measured.find("= " + rounded(seen, 3) + ", and γc = " + rounded(least, 3)) != std::string::npos);
  CHECK(seen >= least);
  CHECK(finding_of(frame, "The wait of ±1 grows by e²") == Finding::kHolds);
}

TEST_CASE("Hands: what is dragged is the start; many tokens end earlier, and it is said") {
  CollapseScene scene;
  scene.seek(40);
  const core::Matrix before = scene.tokens();
  CHECK(scene.drag(2, {0.5, 0.25, 0}).ok());
  CHECK(scene.step() == 0);
  CHECK(scene.edited_at() == 40);
  CHECK(scene.tokens()(2, 0) == 0.5);
  CHECK(scene.tokens()(3, 0) == before(3, 0));
  CHECK_FALSE(scene.drag(2, {std::nan(""), 0, 0}).ok());
  CHECK_FALSE(scene.drag(99, {0, 0, 0}).ok());
  CHECK(scene.add_at({0.1, 0.1, 0}).ok());
  CHECK(scene.n() == 12);
  CHECK(scene.selected() == 11);
  CHECK(scene.remove(0).ok());
  CHECK(scene.selected() == 10);
  put(scene, "preset", "random");
  put(scene, "n", "32");
  put(scene, "marks", "256");
  CHECK(scene.horizon() < 256);
  CHECK(test::any_note(frame_of(scene), "the run ends at t = 3\u202F"));
}

TEST_CASE("Hulls in more than two dimensions: rounding is not taken for a violation") {
  for (const auto& [d, beta, n] : {std::tuple{"8", "3", "12"}, {"8", "3", "32"}, {"3", "6", "12"}, {"4", "6", "32"}}) {
    CAPTURE(d);
    CollapseScene scene;
    put(scene, "preset", "random");
    put(scene, "n", n);
    put(scene, "d", d);
    put(scene, "beta", beta);
    put(scene, "marks", "256");
    scene.seek(scene.horizon());
    for (const Verdict& v : frame_of(scene).verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      CHECK(v.finding != Finding::kViolated);
    }
  }
}

TEST_CASE("Where rounding holds the tokens the scene says so; distances whose squares vanish are not judged") {
  CollapseScene scene;
  put(scene, "preset", "two");
  CHECK_FALSE(scene.stuck());
  put(scene, "beta", "20");
  scene.seek(40);
  CHECK(scene.stuck());
  CHECK(finding_of(frame_of(scene), "one point") == Finding::kDoesNotApply);
  CHECK(test::any_note(frame_of(scene), "Rounding holds the tokens"));
  put(scene, "tokens", "1e-160,0;0,1e-160");
  scene.seek(100);
  CHECK(finding_of(frame_of(scene), "1 \u2212 \u03B3c") == Finding::kDoesNotApply);
}

TEST_CASE("Pentagon: five places at t = 64, three from 256 to 1024, one at 2048, as the note says") {
  CollapseScene scene;
  scene.seek(scene.horizon());
  for (const auto& [mark, wanted] : {std::pair<std::size_t, std::size_t>{48, 5}, {80, 3}, {112, 3}, {128, 1}}) {
    const core::Matrix& Z = scene.run().tokens(mark);
    std::size_t places = 0;
    for (std::size_t i = 0; i < Z.rows; ++i) {
      bool again = false;
      for (std::size_t j = 0; j < i; ++j) again = again || core::distance(Z.row(i), Z.row(j)) <= 0.05;
      places += !again;
    }
    CAPTURE(mark);
    CHECK(places == wanted);
  }
}
