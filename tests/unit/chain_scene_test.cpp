// "Metastable chain", headless: what it shows and claims.
#include <doctest.h>

#include <cmath>

#include "chain_support.h"
#include "core/metastability.h"
#include "core/statistics.h"
#include "scene_support.h"
#include "scenes/chain_scene.h"
#include "scenes/player.h"
#include "scenes/registry.h"

using namespace lab;
using namespace lab::scenes;
using lab::test::frame_of;
using lab::test::observed_number;

namespace {

void put(Scene& scene, std::string_view key, std::string_view text) {
  const core::Status ok = set_text(scene, key, text);
  CHECK_MESSAGE(ok.ok(), (ok.ok() ? "" : ok.error()));
}

core::Status press(Scene& scene, std::string_view key) { return scene.act(static_cast<std::size_t>(find_action(scene, key))); }

const Verdict& verdict(const Frame& frame, std::string_view claim) {
  for (const Verdict& v : frame.verdicts)
    if (v.claim.find(claim) != std::string::npos) return v;
  FAIL("no such claim");
  return frame.verdicts.front();
}

const Plot& plot(const Frame& frame, std::string_view title) {
  for (const Plot& p : frame.plots)
    if (p.title.find(title) != std::string::npos) return p;
  FAIL("no such plot");
  return frame.plots.front();
}

/// As the command line does it.
void finish(Scene& scene) {
  while (scene.running() && scene.live(1)) {}
}

}  // namespace

TEST_CASE("The chain of the scene is the core's, with exact times and picks that explain what moved") {
  ChainScene scene;
  scene.seek(200);
  core::Generator generator = core::default_rng(1);
  core::MarkovChain chain(scene.state(0), {core::Matrix::identity(2), 0.1, 6});
  for (std::size_t k = 1; k <= 200; ++k) {
    REQUIRE(chain.jump(generator, core::ExitEnsemble::kLongest));
    CHECK(scene.run().time(k) == chain.time());
    CHECK(scene.state(k) == chain.tokens());
    bool any = false;
    for (std::size_t i = 0; i < 12; ++i) any = any || scene.run().pick(k, i).has_value();
    CHECK(any);
  }
  CHECK(scene.time() > 200);  // there was quiet to jump over
}

TEST_CASE("The exit clock stops at the first token that leaves its circle") {
  ChainScene scene;
  CHECK(observed_number(scene, "exit") == -1);
  CHECK(frame_of(scene).headline.find("12 tokens of 12 home") != std::string::npos);
  CHECK(press(scene, "first-exit").ok());
  const auto exit = scene.run().exit(scene.step(), 0.15);
  REQUIRE(exit.has_value());
  CHECK(exit->step == scene.step());
  CHECK(exit->step == 1);  // one wrong pick is out
  CHECK(observed_number(scene, "exit") == static_cast<double>(scene.time()));
  CHECK(frame_of(scene).headline.find("first exit at t = ") != std::string::npos);
  CHECK(scene.home_count(scene.step()) < 12);
  put(scene, "radius", "0.3");
  CHECK(scene.step() == 1);  // the circle changes nothing of the chain
  CHECK(observed_number(scene, "exit") == -1);
}

TEST_CASE("Plain updates, and over the quiet to the next movement") {
  ChainScene scene;
  put(scene, "counts", "updates");
  put(scene, "steps", "2000");
  scene.seek(10);
  CHECK(scene.time() == 10);
  CHECK(press(scene, "next-movement").ok());
  CHECK(scene.run().moved(scene.step()));
  CHECK(scene.time() == scene.step());
  put(scene, "beta", "40");
  CHECK_FALSE(press(scene, "next-movement").ok());
  CHECK(scene.step() == 0);
  put(scene, "counts", "movements");
  CHECK_FALSE(press(scene, "next-movement").ok());  // not before 10^15
  put(scene, "beta", "18");
  CHECK(press(scene, "next-movement").ok());
  CHECK(scene.time() > 1'000'000'000);
}

TEST_CASE("The ensemble: medians up to 1e9 updates, slope, both walks") {
  ChainScene scene;
  CHECK(scene.running());
  CHECK(verdict(frame_of(scene), "Exits take").finding == Finding::kPending);
  finish(scene);
  CHECK_FALSE(scene.own_time());
  CHECK(scene.results().complete());
  const Frame frame = frame_of(scene);
  for (const char* claim : {"Exits take", "Jumping over", "corners are metastable"}) CHECK(verdict(frame, claim).finding == Finding::kHolds);
  CHECK(verdict(frame, "Phase 2").finding == Finding::kDoesNotApply);  // epsilon / gamma = 1.5
  const ExitFit fit = fit_exits(scene);
  REQUIRE(fit.medians.size() == 13);
  // Predictions 11.7, 52.3, 234, 1049 at beta = 4 to 7.
  const double printed[] = {11.7, 52.3, 234, 1049};
  for (std::size_t b = 0; b < 4; ++b) {
    CHECK(frame.tables[0].rows[b][0].text == std::to_string(4 + b));
    CHECK(core::one_jump_median(scene.corners(), scene.cells(), 4.0 + static_cast<double>(b)) == doctest::Approx(printed[b]).epsilon(5e-3));
    CHECK(fit.medians[b] / printed[b] > 0.75);
    CHECK(fit.medians[b] / printed[b] < 1.35);
  }
  CHECK(fit.medians.back() > 5e8);
  CHECK(fit.slope > 0.75);
  CHECK(fit.slope < 1.8);
  const Plot& exits = plot(frame, "Exit time");
  CHECK(exits.series[0].y == fit.medians);
  CHECK(exits.series[1].stroke == Stroke::kDashed);
  const std::vector<double>& least = exits.series[2].y;
  CHECK(std::log(least[1] / least[0]) == doctest::Approx(0.75).epsilon(1e-9));
  for (const Series& s : plot(frame, "Not yet out").series) CHECK(std::ranges::is_sorted(s.y, std::greater<>()));
}

TEST_CASE("Beta that do not tell the slope: equal ones, or so small that exits come at once") {
  ChainScene scene;
  put(scene, "runs", "20");
  put(scene, "betas", "2");
  put(scene, "first-beta", "6");
  put(scene, "last-beta", "6");
  finish(scene);
  CHECK(verdict(frame_of(scene), "Exits take").finding == Finding::kDoesNotApply);
  put(scene, "first-beta", "0");
  put(scene, "last-beta", "1");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  CHECK(verdict(frame_of(scene), "Exits take").finding == Finding::kDoesNotApply);
}

TEST_CASE("Two tokens: mean waits 4.460, 28.05, 202.5, 1491") {
  ChainScene scene;
  put(scene, "preset", "pair");
  finish(scene);
  const auto exits = std::get<core::Matrix>(test::observed(scene, "exits"));
  const double printed[] = {4.460, 28.05, 202.5, 1491};
  for (std::size_t b = 0; b < 4; ++b) CHECK(std::abs(exits(b, 2) - printed[b]) <= 5 * printed[b] / std::sqrt(1000.0));
  CHECK(verdict(frame_of(scene), "Exits take").finding == Finding::kHolds);
}

TEST_CASE("A circle for two jumps: later exits, the same slope; a wide one: the paper's bound") {
  ChainScene scene;
  put(scene, "preset", "triangle-far");
  put(scene, "runs", "20");
  put(scene, "betas", "3");
  put(scene, "last-beta", "6");
  CHECK(scene.running());  // nothing was done before the change
  finish(scene);
  const ExitFit fit = fit_exits(scene);
  // Not a matter of one pick, nor of the paper's bound: measured, not judged.
  const Verdict slope = verdict(frame_of(scene), "Exits take");
  CHECK(slope.finding == Finding::kDoesNotApply);
  CHECK(slope.hypothesis.find("leaves the circle, \u03B5 < \u03B3 |v_i \u2212 v_j|: not met") != std::string::npos);
  CHECK(fit.slope > 0.75);
  CHECK(fit.slope < 1.8);
  for (std::size_t b = 0; b < 3; ++b) CHECK(fit.medians[b] > 3 * core::one_jump_median(scene.corners(), scene.cells(), fit.betas[b]));
  put(scene, "preset", "triangle-deep");
  put(scene, "runs", "10");
  put(scene, "betas", "2");
  put(scene, "first-beta", "4");
  put(scene, "last-beta", "5");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  const double half = bound_time(scene, 5);
  CHECK(core::stay_exponent(scene.vertices(), 0.35, 0.1, 5, 12, half) == doctest::Approx(-std::log(2.0)).epsilon(1e-9));
  CHECK(verdict(frame_of(scene), "Phase 2").finding == Finding::kHolds);
}

TEST_CASE("Arrival: parts near .28, .74, .94 at beta = 8, 12, 16 for drawn tokens; what the paper does not say is said") {
  ChainScene scene;
  put(scene, "preset", "arrival");
  CHECK_FALSE(scene.starts_home());
  put(scene, "runs", "60");
  put(scene, "betas", "3");
  put(scene, "last-beta", "16");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  const auto arrived = std::get<core::Matrix>(test::observed(scene, "arrived"));
  const double printed[] = {.28, .74, .94};
  for (std::size_t b = 0; b < 3; ++b) CHECK(std::abs(arrived(b, 1) - printed[b]) < 0.06);
  scene.seek(60);
  const Frame frame = frame_of(scene);
  CHECK(verdict(frame, "More arrive").finding == Finding::kHolds);
  const Verdict& phase = verdict(frame, "Phase 1");
  CHECK(phase.finding == Finding::kDoesNotApply);
  CHECK(phase.prediction.find("C is a universal constant that the paper does not give") != std::string::npos);
  CHECK(arrival_facts(scene, 16).steps == 1);
  CHECK(arrival_facts(scene, 16).deep == 0);
  CHECK(arrival_facts(scene, 1e12).deep == 9);
  CHECK(plot(frame, "Tokens at home").series[0].y[60] == static_cast<double>(scene.home_count(60)));
}

TEST_CASE("Hypotheses violated: the verdicts do not apply, whatever is measured") {
  ChainScene scene;
  put(scene, "preset", "unequal");
  CHECK_FALSE(scene.vertices().acute);
  CHECK_FALSE(scene.vertices().equal_norms);
  put(scene, "runs", "20");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  const Frame frame = frame_of(scene);
  CHECK(verdict(frame, "corners are metastable").finding == Finding::kDoesNotApply);
  CHECK(verdict(frame, "Exits take").finding == Finding::kDoesNotApply);
  CHECK(verdict(frame, "Jumping over").finding == Finding::kHolds);
}

TEST_CASE("Jobs: two parts, the numbers of the page, given up when something changes") {
  ChainScene scene, here;
  put(scene, "runs", "30");
  put(here, "runs", "30");
  scene.set_remote(true);
  finish(here);
  CHECK_FALSE(scene.own_time());
  const std::vector<Job> jobs = scene.jobs();
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].kind == "ensemble");
  for (const Job& job : jobs) {
    auto options = core::read_ensemble_options(job.options);
    REQUIRE(options.ok());
    core::ExitEnsemble part(std::move(options).value());
    while (part.advance(100)) {}
    scene.report(job.id, part.take_lines() + "state done\n");
  }
  CHECK(scene.results().complete());
  CHECK(scene.jobs().empty());
  for (std::size_t row = 0; row < scene.results().rows(); ++row) CHECK(scene.results().row(row) == here.results().row(row));
  put(scene, "gamma", "0.2");
  CHECK(scene.results().known() == 0);
  CHECK(scene.jobs().empty());  // begun when asked for
  scene.report(jobs[0].id, "run 0 5\n");
  CHECK(scene.results().known() == 0);
  CHECK(press(scene, "run-ensemble").ok());
  CHECK(scene.jobs()[0].id != jobs[0].id);
  scene.report(scene.jobs()[0].id, "error The ensemble broke off: memory.\nstate failed\n");
  CHECK(scene.jobs().empty());
  CHECK(test::any_note(frame_of(scene), "broke off"));
}

TEST_CASE("Without workers the page computes the ensemble between frames; pause holds it, and play is the chain's again") {
  ChainScene scene;
  Player player;
  CHECK(player.advance(scene, 0.02));
  CHECK(player.playing());
  CHECK(scene.results().known() > 0);
  CHECK(scene.step() == 0);
  player.toggle(scene);
  CHECK_FALSE(scene.running());
  const std::size_t known = scene.results().known();
  player.play(scene);
  player.advance(scene, 0.25);
  CHECK(scene.step() > 0);
  CHECK(scene.results().known() == known);
  player.pause(scene);
  CHECK(press(scene, "run-ensemble").ok());
  const std::size_t step = scene.step();
  while (scene.running()) player.advance(scene, 0.02);
  CHECK(scene.results().complete());
  player.advance(scene, 0.25);  // the chain does not go on by itself
  CHECK_FALSE(player.playing());
  CHECK(scene.step() == step);
}

TEST_CASE("Hands: what is dragged is the start, and drops the ensemble") {
  ChainScene scene;
  finish(scene);
  scene.seek(5);
  CHECK(scene.drag(3, {0.2, 0.1, 0}).ok());
  CHECK(scene.step() == 0);
  CHECK(scene.edited_at() == 5);
  CHECK_FALSE(scene.running());
  CHECK_FALSE(scene.starts_home());
  CHECK_FALSE(scene.drag(3, {std::nan(""), 0, 0}).ok());
  CHECK(scene.add_at({0.1, 0.1, 0}).ok());
  CHECK(scene.n() == 13);
  CHECK(scene.remove(12).ok());
  CHECK(scene.selected() == kNoHandle);
}

TEST_CASE("Slope: judged only where one pick exits, beta is large and the ensemble can tell") {
  ChainScene scene;
  const ExitHypotheses h = exit_hypotheses(scene);
  CHECK(h.hold());
  CHECK(h.predicted == doctest::Approx(1.5).epsilon(0.01));
  CHECK(h.error == doctest::Approx(1 / (std::log(2.0) * std::sqrt(300.0 * 182))).epsilon(1e-12));
  for (const auto& [first, last] : {std::pair{"0", "1"}, {"6", "6"}, {"6", "6.1"}}) {
    CAPTURE(last);
    put(scene, "first-beta", first);
    put(scene, "last-beta", last);
    put(scene, "runs", "20");
    CHECK(press(scene, "run-ensemble").ok());
    finish(scene);
    CHECK(scene.results().complete());
    CHECK(verdict(frame_of(scene), "Exits take").finding == Finding::kDoesNotApply);
  }
}

TEST_CASE("Both walks are compared up to where the plain one is followed") {
  ChainScene scene;
  put(scene, "first-beta", "10");  // most exits are later than 100,000 updates
  put(scene, "last-beta", "14");
  put(scene, "betas", "2");
  put(scene, "runs", "40");
  finish(scene);
  CHECK(compare_walks(scene).out > 0);
  CHECK(verdict(frame_of(scene), "Jumping over").finding == Finding::kHolds);
  put(scene, "runs", "10");
  put(scene, "first-beta", "16");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  CHECK(compare_walks(scene).out == 0);
  const Verdict none = verdict(frame_of(scene), "Jumping over");
  CHECK(none.finding == Finding::kDoesNotApply);
  CHECK(none.measured.find("No run is out by t = 100\u202F000") != std::string::npos);
}

TEST_CASE("Arrivals are judged up to four standard errors, and only if hardmax arrives") {
  ChainScene scene;
  put(scene, "preset", "arrival");
  put(scene, "runs", "20");
  put(scene, "betas", "2");
  put(scene, "first-beta", "36");
  put(scene, "last-beta", "40");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  CHECK(verdict(frame_of(scene), "More arrive").finding == Finding::kHolds);
  CHECK(arrived_part(scene, 0).mean > 0.9);
  CHECK(arrived_part(scene, 0).error < 0.05);
  put(scene, "arrival", "2");
  CHECK(press(scene, "run-ensemble").ok());
  finish(scene);
  CHECK_FALSE(arrives_in_time(scene));
  CHECK(verdict(frame_of(scene), "More arrive").finding == Finding::kDoesNotApply);
}

TEST_CASE("Jobs of one scene are never taken for those of another; a hand begins none") {
  ChainScene one, other;
  one.set_remote(true);
  other.set_remote(true);
  put(one, "runs", "20");
  put(other, "runs", "30");
  for (const Job& a : one.jobs())
    for (const Job& b : other.jobs()) CHECK(a.id != b.id);
  CHECK(other.jobs().size() == 2);
  CHECK(other.drag(3, {0.9, 0.1, 0}).ok());
  CHECK(other.jobs().empty());
  const std::string before = one.jobs()[0].id;
  for (const auto& [key, value] : {std::pair{"selected", "2"}, {"speed", "20"}, {"trails", "off"}, {"steps", "50"}}) put(one, key, value);
  CHECK(one.jobs()[0].id == before);
}

TEST_CASE("Far tokens: no curve runs out of the numbers; what is frozen is said at once") {
  ChainScene scene;
  CHECK_FALSE(test::any_note(frame_of(scene), "Nothing can move"));
  put(scene, "tokens", "900,0;-450,779;-450,-779");
  put(scene, "last-beta", "40");
  CHECK(test::all_finite(frame_of(scene)));
  CHECK(test::any_note(frame_of(scene), "Nothing can move"));
}
