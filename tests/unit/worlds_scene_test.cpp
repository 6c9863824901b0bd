// "Three worlds", headless: what it shows and claims.
#include "scenes/worlds_scene.h"

#include <doctest.h>

#include <cmath>

#include "core/finite_beta.h"
#include "core/softmax_dynamics.h"
#include "scene_support.h"
#include "scenes/log_times.h"
#include "scenes/polygon_tokens.h"
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

const Verdict& verdict(const Frame& frame, std::string_view claim) {
  for (const Verdict& v : frame.verdicts)
    if (v.claim.find(claim) != std::string::npos) return v;
  FAIL("no such claim");
  return frame.verdicts.front();
}

constexpr const char* kPresets[] = {"triangle", "pair", "groups", "pentagon", "unequal", "warm"};

}  // namespace

TEST_CASE("Log times: 0, 1, powers of ten exact, strictly increasing") {
  for (const std::size_t decades : {0U, 1U, 2U, 6U, 18U}) {
    const auto times = log_times(decades, 8);
    CHECK(times[0] == 0);
    CHECK(times[1] == 1);
    for (std::size_t k = 1; k < times.size(); ++k) CHECK(times[k] > times[k - 1]);
    std::uint64_t power = 1;
    for (std::size_t d = 0; d <= decades; ++d, power *= 10) CHECK(std::ranges::count(times, power) == 1);
    CHECK(times.back() == power / 10);
  }
  CHECK(log_times(9, 8).size() < 80);
}

TEST_CASE("The pair: softmax parts after exactly as many steps as the closed form takes, and as predicted") {
  WorldsScene scene;
  put(scene, "preset", "pair");
  for (const char* beta : {"3", "4", "5", "6"}) {
    CAPTURE(beta);
    put(scene, "beta", beta);
    scene.seek(scene.horizon());
    const double b = std::stod(beta);
    const auto steps = core::two_token_collapse(1, .1, b, .85, 10000000);
    CHECK(observed_number(scene, "soft-parting") == static_cast<double>(steps));
    CHECK(observed_number(scene, "soft-predicted") == doctest::Approx(static_cast<double>(steps)).epsilon(.02));
    // One-jump probability p = 1 / (1 + e^(2 beta)): mean 1 / (1 - (1 - p)^2).
    const double p = 1 / (1 + std::exp(2 * b));
    CHECK(observed_number(scene, "chain-mean") == doctest::Approx(1 / (1 - (1 - p) * (1 - p))).epsilon(1e-10));
    CHECK(observed_number(scene, "chain-from-vertices") == doctest::Approx(std::log(2.0) / (2 * p)).epsilon(1e-10));
  }
}

TEST_CASE("Triangle of groups: the medians of the exit clock") {
  // ln 2 / (12 p), p = 2 e^(-1.5 beta) / (1 + 2 e^(-1.5 beta)).
  WorldsScene scene;
  put(scene, "preset", "groups");
  const double known[] = {11.7, 52.3, 234, 1049};
  for (int beta = 4; beta <= 7; ++beta) {
    put(scene, "beta", std::to_string(beta));
    CHECK(observed_number(scene, "chain-from-vertices") == doctest::Approx(known[beta - 4]).epsilon(5e-3));
    CHECK(observed_number(scene, "clocks-median") == doctest::Approx(known[beta - 4]).epsilon(.5));
  }
  CHECK(observed_number(scene, "c0") == doctest::Approx(1.5).epsilon(1e-12));
}

TEST_CASE("Presets show what they are there for") {
  for (const char* preset : kPresets) {
    CAPTURE(preset);
    WorldsScene scene;
    put(scene, "preset", preset);
    scene.seek(scene.horizon());
    const Frame frame = frame_of(scene);
    const bool warm = std::string_view(preset) == "warm";
    for (const Verdict& v : frame.verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      CHECK(v.finding != Finding::kViolated);
    }
    CHECK(verdict(frame, "Softmax leaves").finding == (warm ? Finding::kDoesNotApply : Finding::kHolds));
    CHECK(verdict(frame, "exponential clock").finding == (warm ? Finding::kDoesNotApply : Finding::kHolds));
    CHECK(verdict(frame, "Hardmax rests").finding == Finding::kHolds);
    CHECK(frame.beside.size() == 2);
    // Each prediction says from where it starts; the line of the plot is named where it is another one.
    const WorldsRun& run = scene.run();
    const std::string soft = verdict(frame, "Softmax leaves").prediction, chain = verdict(frame, "exponential clock").prediction;
    if (!warm) CHECK(soft.find(time_text(*run.soft_predicted()) + " for this β") != std::string::npos);
    const bool apart = !warm && run.gathering() > 0 && *run.chain_predicted() < static_cast<double>(run.times().back());
    CHECK((chain.find("the dashed line") != std::string::npos) == apart);
    CHECK(test::any_note(frame, "the same random numbers"));
    if (!warm) CHECK(observed_number(scene, "soft-parting") > 500);
  }
}

TEST_CASE("The triangle: together first, then apart; softmax is the plain softmax") {
  WorldsScene scene;
  const WorldsRun& run = scene.run();
  CHECK(verdict(frame_of(scene), "At first").finding == Finding::kHolds);
  REQUIRE(run.soft_parting());
  REQUIRE(run.chain_parting());
  CHECK(*run.soft_parting() > 10 * run.gathering());
  // 1,000 steps of the twin.
  core::Matrix Z = run.setting().start, next;
  const core::SoftmaxParams params = core::sa_beta(core::Matrix::identity(2), run.setting().gamma, run.setting().beta);
  core::SoftmaxWork work;
  for (int t = 0; t < 1000; ++t) {
    core::softmax_step(Z, params, work, next);
    std::swap(Z, next);
  }
  std::size_t k = 0;
  while (run.times()[k] < 1000) ++k;
  CHECK(core::largest_distance(run.at(k).soft, Z) < 1e-10);
  // Curves are those of the states.
  scene.seek(k);
  const Frame frame = frame_of(scene);
  const Series& soft = frame.plots[0].series[0];
  CHECK(soft.x[k - 1] == 1000);
  CHECK(soft.y[k - 1] == core::largest_distance(run.at(k).soft, run.hard(1000)));
  for (const Series& s : frame.plots[0].series)
    if (s.label.starts_with("at ")) CHECK(s.stroke == Stroke::kDashed);
}

TEST_CASE("Bits do not depend on how a time was reached") {
  for (const char* preset : {"groups", "pentagon", "warm"}) {
    CAPTURE(preset);
    WorldsScene one, other;
    put(one, "preset", preset);
    put(other, "preset", preset);
    one.seek(one.horizon());
    for (std::size_t k = 0; k <= other.horizon(); k += 3) other.seek(k);
    other.seek(other.horizon());
    CHECK(one.hash(one.horizon()) == other.hash(other.horizon()));
    CHECK(one.run().chain_parting() == other.run().chain_parting());
    CHECK(one.run().soft_parting() == other.run().soft_parting());
  }
}

TEST_CASE("A run that would take too long ends, and says so") {
  WorldsScene scene;
  put(scene, "tokens", matrix_text(regular_polygon(16)));
  put(scene, "gamma", "0.02");
  put(scene, "beta", "40");
  put(scene, "decades", "9");
  scene.seek(scene.horizon());
  const Frame frame = frame_of(scene);
  REQUIRE(scene.run().chain_end());
  CHECK(*scene.run().chain_end() < 1000000000);
  CHECK(test::any_note(frame, "The chain is followed to"));
  CHECK(frame.beside[1].title.find("followed to") != std::string::npos);
  CHECK(frame.plots[0].series[1].x.back() <= static_cast<double>(*scene.run().chain_end()));
  CHECK(test::all_finite(frame));
  CHECK(test::well_formed(frame));
}

TEST_CASE("Hands, other picks, tokens without vertices to part from") {
  WorldsScene scene;
  scene.seek(20);
  const core::Matrix chain = scene.world(2, 20);
  CHECK(scene.drag(4 + 2 * kHandleBank, {0.1, 0.2, 0}).ok());
  CHECK(scene.step() == 0);
  CHECK(scene.settings().tokens(4, 0) == 0.1);
  CHECK(scene.settings().tokens(5, 1) == chain(5, 1));
  CHECK_FALSE(scene.drag(3 * kHandleBank, {0, 0, 0}).ok());
  CHECK_FALSE(scene.drag(0, {std::nan(""), 0, 0}).ok());
  CHECK(scene.add_at({0.3, 0.3, 0}).ok());
  CHECK(scene.remove(9).ok());
  CHECK(scene.n() == 9);
  const std::uint64_t before = scene.hash(scene.horizon());
  CHECK(scene.act(static_cast<std::size_t>(find_action(scene, "new-seed"))).ok());
  CHECK(scene.settings().seed == "2");
  CHECK(scene.hash(scene.horizon()) != before);
  for (const char* tokens : {"1,2", "0,0", "1,0;1,0", "0,0;0,0;1,0", "1;-.2;.3", "1,0,0;0,1,0;0,0,1;0.5,0.1,0.1", "900,1;-800,3;5,700"}) {
    CAPTURE(tokens);
    put(scene, "tokens", tokens);
    scene.seek(scene.horizon());
    const Frame frame = frame_of(scene);
    CHECK(test::well_formed(frame));
    CHECK(test::all_finite(frame));
    for (const Verdict& v : frame.verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      CHECK(v.finding != Finding::kViolated);
    }
  }
  CHECK_FALSE(set_text(scene, "tokens", "0,0,0,0").ok());
}

TEST_CASE("What cannot be followed, or has parted on the way, is not judged") {
  WorldsScene scene;
  put(scene, "preset", "triangle");
  put(scene, "beta", "40");  // e^60 steps: beyond 2^63
  scene.seek(scene.horizon());
  const Frame cold = frame_of(scene);
  CHECK(verdict(cold, "exponential clock").finding == Finding::kDoesNotApply);
  CHECK(cold.tables[0].rows[1][2].text == "–");
  // A token that leaves the radius at t = 2, and comes back.
  put(scene, "tokens", "-1.0136;0.0825;1.3208;-1.1988;-0.2467;-0.1450;0.6574");
  for (const auto& [key, value] : {std::pair{"beta", "4"}, {"gamma", "0.2"}, {"radius", "0.3"}, {"decades", "9"}}) put(scene, key, value);
  scene.seek(scene.horizon());
  REQUIRE(scene.run().soft_parting());
  CHECK(*scene.run().soft_parting() <= scene.run().gathering());
  CHECK(verdict(frame_of(scene), "Softmax leaves").finding == Finding::kDoesNotApply);
}
