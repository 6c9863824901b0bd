// "B negative", headless: what it shows and claims, and the printed numbers of the negative case.
#include <doctest.h>

#include <cmath>

#include "core/statistics.h"
#include "core/vec.h"
#include "descent_support.h"
#include "scenes/contraction_scene.h"
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

void check_against_core(const ContractionScene& scene) {
  const core::NegativeRun run = core::negative_run(scene.run().Z(0), scene.Bstar(), scene.run().model().schedule, scene.run().steps());
  CHECK(run.Z == scene.run().Z(scene.run().steps()));
  // Of the run's last hull no further step tells.
  if (scene.facts().origin_lost != scene.run().steps()) CHECK(run.origin_lost == scene.facts().origin_lost);
  CHECK(run.bound_broken == scene.facts().broken);
  if (scene.harmonic()) CHECK(scene.facts().violations_inside >= run.violations_inside);
}

}  // namespace

TEST_CASE("B negative: 3 and -1 on the line, every printed number") {
  ContractionScene scene;
  put(scene, "preset", "counterexample");
  CHECK(scene.run().Z(1).data == std::vector<double>{-1, 3});
  CHECK(std::abs(scene.run().Z(2)(0, 0) - 5.0 / 3) <= 1e-15);
  for (std::size_t t = 2; t <= 700; ++t) {
    const auto s = static_cast<double>(t);
    CHECK(std::abs(scene.run().Z(t)(0, 0) - (1.0 / 3 + 8 / (s * (s + 1)))) <= 1e-14);
    CHECK(std::abs(scene.run().Z(t)(1, 0) - 1.0 / 3) <= 1e-15);
    CHECK(scene.run().at(t).objective[1] == doctest::Approx(1.0 / 18).epsilon(1e-14));
  }
  CHECK(scene.facts().L == doctest::Approx(1).epsilon(1e-15));
  CHECK(scene.facts().D == 4);  // so the bound is 32 / (t + 1)
  CHECK(observed_text(scene, "origin-lost") == "2");
  CHECK(observed_text(scene, "bound-broken") == "575");
  CHECK(scene.facts().breaker == 0);
  CHECK(observed_number(scene, "violations-inside") == 0);
  const Frame frame = frame_of(scene);
  CHECK(verdict(frame, "Printed bound").finding == Finding::kViolated);
  CHECK(verdict(frame, "Printed bound").measured.find("Fails first at t = 575: J = 0.0555636 of token 1, bound 0.0555556") == 0);
  CHECK(verdict(frame, "While 0").finding == Finding::kHolds);
  CHECK(verdict(frame, "0 stays").finding == Finding::kDoesNotApply);
  put(scene, "preset", "one-step");
  CHECK(scene.run().Z(1).data == std::vector<double>{1, 1});
  CHECK(scene.run().Z(10).data == std::vector<double>{1, 1});
}

TEST_CASE("B negative: symmetric tokens contract by max(1 - 2 gamma, gamma): .9, .8, .6, 1/3, .5, and no better") {
  const double gammas[] = {0.05, 0.1, 0.2, 1.0 / 3, 0.5}, printed[] = {0.9, 0.8, 0.6, 1.0 / 3, 0.5};
  ContractionScene scene;
  for (std::size_t g = 0; g < 5; ++g) {
    CAPTURE(printed[g]);
    double worst = 0;
    for (int seed = 0; seed < 30; ++seed) {
      put(scene, "preset", "symmetric");
      put(scene, "seed", std::to_string(seed));
      put(scene, "gamma", number_text(gammas[g]));
      CHECK(scene.symmetric());
      CHECK(found(scene, "contract in every step") == Finding::kHolds);
      CHECK(found(scene, "0 stays") == Finding::kHolds);
      CHECK(found(scene, "tend to 0") == Finding::kHolds);
      worst = std::max(worst, scene.facts().factor[scene.facts().worst_step]);
    }
    // A pair beside a pair next to 0, which is carried far out.
    put(scene, "tokens", "1;-1;1e-9;-1e-9");
    worst = std::max(worst, scene.facts().factor[scene.facts().worst_step]);
    CHECK(worst == doctest::Approx(printed[g]).epsilon(1e-8));
    put(scene, "preset", "pair");
    put(scene, "gamma", number_text(gammas[g]));
    CHECK(observed_number(scene, "factor") == doctest::Approx(std::abs(1 - 2 * gammas[g])).epsilon(1e-12).scale(1e-2));
  }
}

TEST_CASE("B negative: 200 random clouds of 20, the printed statistics, ten clouds a press") {
  ContractionScene scene;
  const auto more = static_cast<std::size_t>(find_action(scene, "more-clouds"));
  CHECK(scene.clouds(true).distance.size() == 10);
  CHECK_FALSE(scene.running());
  for (std::size_t ran = 20; ran <= 200; ran += 10) {
    REQUIRE(scene.act(more).ok());
    CHECK(scene.cloud_count() == ran);
  }
  CHECK_FALSE(scene.act(more).ok());
  const core::CloudResult is = scene.clouds(true), constant = scene.clouds(false);
  CHECK(is.lost == 200);
  CHECK(is.broken == 107);
  CHECK(is.inside == 0);
  CHECK(core::median(is.lost_at) == 3);  // by the step t = 2
  CHECK(std::abs(*std::ranges::min_element(is.distance) - 0.0008) <= 5e-5);
  CHECK(std::abs(core::median(is.distance) - 0.153) <= 5e-4);
  CHECK(std::abs(*std::ranges::max_element(is.distance) - 0.712) <= 5e-4);
  CHECK(std::abs(core::median(constant.distance) - 0.0042) <= 5e-5);
  CHECK(std::abs(*std::ranges::max_element(constant.distance) - 0.0339) <= 5e-5);
  // On the page they are read, and fewer of them may be shown.
  const Frame frame = frame_of(scene);
  CHECK(frame.tables[1].title == "200 random clouds of 20, B* = I");
  CHECK(frame.tables[1].rows[0][3].text == "107 of 200");
  put(scene, "clouds", "30");
  CHECK(scene.clouds(true).broken == 15);
  CHECK(frame_of(scene).tables[1].title == "30 random clouds of 20, B* = I");
}

TEST_CASE("B negative: clouds that a link asks for are run one at a time, and can be held") {
  const auto opened = test::open_scene("v=1&scene=contraction&clouds=25");
  auto& scene = static_cast<ContractionScene&>(*opened);
  CHECK(scene.running());
  CHECK(frame_of(scene).tables[1].note.find("10 of 25 so far") != std::string::npos);
  CHECK(scene.live(0.1));
  CHECK(scene.cloud_count() == 11);
  scene.set_running(false);
  CHECK_FALSE(scene.live(0.1));
  CHECK_FALSE(scene.own_time());
  CHECK(scene.act(static_cast<std::size_t>(find_action(scene, "more-clouds"))).ok());
  CHECK(scene.cloud_count() == 21);
  CHECK(scene.settings().clouds == 25);
  while (scene.running()) CHECK(scene.live(0.1));
  CHECK(scene.clouds(false).distance.size() == 25);
  core::CloudStudy study;
  study.clouds = 25;
  study.schedule = {core::Schedule::kHarmonic, 0.1, {}};
  study.steps = kHarmonicCloudSteps;
  CHECK(core::study_clouds(study).distance == scene.clouds(true).distance);
}

TEST_CASE("B negative: what the hypotheses ask for is asked for") {
  ContractionScene scene;
  put(scene, "preset", "symmetric");
  CHECK(found(scene, "tend to 0") == Finding::kHolds);
  // 2^-(t+1) takes no token to 0.
  put(scene, "schedule", "halving");
  CHECK(found(scene, "tend to 0") == Finding::kDoesNotApply);
  CHECK(verdict(frame_of(scene), "tend to 0").hypothesis.find("not met, with 2^") != std::string::npos);
  CHECK(found(scene, "contract in every step") == Finding::kHolds);
  put(scene, "schedule", "typed");
  put(scene, "formula", "1/(t+2)^2");
  CHECK(found(scene, "tend to 0") == Finding::kPending);
  put(scene, "preset", "symmetric");
  put(scene, "b-star", "0,0;0,0");
  CHECK(found(scene, "contract in every step") == Finding::kDoesNotApply);
  CHECK(verdict(frame_of(scene), "contract in every step").measured == "Nothing: in the norm of B* all tokens are 0.");
  // A typed 2/(t+2) is the schedule that the bounds ask for.
  put(scene, "preset", "counterexample");
  const std::string chosen = verdict(frame_of(scene), "Printed bound").measured;
  put(scene, "formula", "2/(t+2)");
  put(scene, "schedule", "typed");
  CHECK(scene.harmonic());
  CHECK(verdict(frame_of(scene), "Printed bound").measured == chosen);
  CHECK(found(scene, "Printed bound") == Finding::kViolated);
  CHECK(frame_of(scene).headline.find("printed bound fails at t = 575") != std::string::npos);
  put(scene, "formula", "2/(t+3)");
  CHECK_FALSE(scene.harmonic());
  // With 0 outside from the start the bound is not broken: it is not claimed.
  put(scene, "preset", "counterexample");
  put(scene, "tokens", "0.5,0.5;1,0.2");
  put(scene, "b-star", "1,0;0,1");
  CHECK(scene.facts().broken.has_value());
  CHECK(found(scene, "Printed bound") == Finding::kDoesNotApply);
  CHECK(frame_of(scene).headline.find("printed bound") == std::string::npos);
}

TEST_CASE("B negative: where tokens meet near 0 the picture does not say at 0") {
  ContractionScene scene;
  const auto label = [&] {
    std::string out;
    for (const Label& l : frame_of(scene).picture.labels)
      if (l.text.find("meet") != std::string::npos) out = l.text;
    return out;
  };
  CHECK(label() == "meet here");
  put(scene, "preset", "small-steps");
  CHECK(scene.meeting_distance() > 1e-4);
  CHECK(label() == "meet here, near 0");
  put(scene, "preset", "symmetric");
  CHECK(label() == "0, where they meet");
}

TEST_CASE("B negative: the default cloud loses 0, meets elsewhere and breaks the bound; the moments are the core's") {
  ContractionScene scene;
  CHECK(observed_text(scene, "origin-lost") == "2");
  CHECK(observed_text(scene, "bound-broken") == "341");
  CHECK(observed_number(scene, "meeting-distance") == doctest::Approx(0.5345).epsilon(1e-3));
  CHECK(scene.met());
  CHECK(frame_of(scene).headline.find("0 outside from t = 2") != std::string::npos);
  for (const DescentPreset& p : contraction_presets()) {
    CAPTURE(p.key);
    put(scene, "preset", p.key);
    check_against_core(scene);
    CHECK(test::any_note(frame_of(scene), p.note));
  }
  put(scene, "preset", "cloud");
  for (int seed = 0; seed < 30; ++seed) {
    put(scene, "seed", std::to_string(seed));
    check_against_core(scene);
    CHECK(scene.facts().violations_inside == 0);
    CHECK(found(scene, "While 0") == Finding::kHolds);
  }
}

TEST_CASE("B negative: claims for drawn tokens, matrices and schedules") {
  test::Draws draws(330);
  ContractionScene scene;
  put(scene, "clouds", "0");
  put(scene, "last", "80");
  const char* schedules[] = {"constant", "harmonic", "to-one", "halving", "typed"};
  for (int trial = 0; trial < 200; ++trial) {
    CAPTURE(trial);
    const std::size_t d = 1 + draws.below(2);
    const core::Matrix half = test::draw(draws, 1 + draws.below(6), d, draws.below(5) == 0 ? 400 : 1);
    core::Matrix tokens = half;
    tokens.rows *= 2;
    for (const double x : half.data) tokens.data.push_back(-x);
    if (trial % 2 == 0) tokens = test::draw(draws, 9, d);
    put(scene, "tokens", matrix_text(tokens));
    put(scene, "b-star", matrix_text(test::draw_spd(draws, d, 0.01)));
    put(scene, "schedule", schedules[draws.below(5)]);
    put(scene, "gamma", number_text(draws.uniform(0.01, 0.9)));
    CHECK(scene.symmetric() == (trial % 2 == 1));
    for (const Verdict& v : frame_of(scene).verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      if (v.claim.find("Printed bound") == std::string::npos) CHECK(v.finding != Finding::kViolated);
      if (trial % 2 == 1) CHECK(v.finding != Finding::kViolated);
    }
  }
  put(scene, "b-star", scene.d() == 1 ? "-1" : "1,0;0,-1");
  for (const Verdict& v : frame_of(scene).verdicts)
    if (v.claim.find("0 stays") == std::string::npos) CHECK(v.finding == Finding::kDoesNotApply);
}

TEST_CASE("B negative: what is drawn is what was computed") {
  ContractionScene scene;
  scene.seek(40);
  const Frame frame = frame_of(scene);
  const auto diamond = std::ranges::find(frame.picture.marks, Shape::kDiamond, &Mark::shape);
  REQUIRE(diamond != frame.picture.marks.end());
  CHECK(diamond->at[0] == scene.facts().meeting[0]);
  const Plot* objective = plot(frame, "Largest J");
  REQUIRE(objective != nullptr);
  REQUIRE(objective->series.size() == 3);
  CHECK(objective->log_y);
  CHECK(objective->series[0].x.front() == 1);
  CHECK(objective->series[0].y[340] == scene.run().at(341).objective[scene.run().worst(341)]);
  CHECK(objective->series[1].y[340] == core::printed_bound(scene.facts().L, scene.facts().D, 340));
  CHECK(objective->series[1].stroke == Stroke::kDashed);
  CHECK(objective->series[2].x.size() == *scene.facts().origin_lost);
  // It crosses where the verdict says.
  CHECK(objective->series[0].y[340] <= objective->series[1].y[340]);
  CHECK(objective->series[0].y[341] > objective->series[1].y[341]);
  const Plot* clouds = plot(frame, "Random clouds");
  REQUIRE(clouds != nullptr);
  CHECK(clouds->series[0].y.back() == 1);
  const core::Matrix distances = std::get<core::Matrix>(observed(scene, "cloud-distances"));
  CHECK(distances.cols == 10);
  CHECK(distances(0, 1) == doctest::Approx(0.5345).epsilon(1e-3));
  put(scene, "clouds", "0");
  CHECK(plot(frame_of(scene), "Random clouds") == nullptr);
  CHECK(plot(frame_of(scene), "Contraction") == nullptr);
  put(scene, "preset", "symmetric");
  const Frame symmetric = frame_of(scene);
  const Plot* factor = plot(symmetric, "Contraction");
  REQUIRE(factor != nullptr);
  CHECK(factor->series[0].y[3] == doctest::Approx(core::contraction(scene.run().Z(3), scene.run().Z(4), scene.Bstar())).epsilon(1e-14));
  CHECK(factor->series[1].y[3] == core::contraction_rate(0.1));
}

TEST_CASE("B negative: hands and seeds") {
  ContractionScene scene;
  CHECK(scene.drag(3, {0.3, 0.4, 0}).ok());
  CHECK(scene.tokens()(3, 0) == 0.3);
  CHECK(scene.add_at({1, 1, 0}).ok());
  CHECK(scene.n() == 21);
  CHECK(scene.remove(20).ok());
  CHECK(scene.act(static_cast<std::size_t>(find_action(scene, "new-seed"))).ok());
  CHECK(scene.settings().seed == "2");
  CHECK(scene.settings().preset == "cloud");
  put(scene, "n", "7");
  CHECK(scene.n() == 7);
  put(scene, "preset", "symmetric");
  CHECK(scene.symmetric());
  CHECK(scene.n() == 7);
}
