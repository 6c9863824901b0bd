// "ODE limit", headless: what it shows and claims.
#include "scenes/ode_scene.h"

#include <doctest.h>

#include <cmath>

#include "core/frank_wolfe.h"
#include "core/softmax_dynamics.h"
#include "scene_support.h"
#include "scenes/registry.h"

using namespace lab;
using namespace lab::scenes;
using lab::test::frame_of;

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

constexpr const char* kGeneric[] = {"pentagon", "triangle", "random", "other-b"};

}  // namespace

TEST_CASE("Largest errors are .0192, .00185 and .000184 for every generic configuration") {
  for (const char* preset : kGeneric) {
    CAPTURE(preset);
    OdeScene scene;
    put(scene, "preset", preset);
    CHECK(scene.run().generic().hold());
    const auto errors = std::get<core::Matrix>(test::observed(scene, "errors"));
    const double known[] = {.0192, .00185, .000184};
    for (std::size_t r = 0; r < 3; ++r) {
      CHECK(errors(r, 1) == doctest::Approx(known[r]).epsilon(4e-3));
      CHECK(errors(r, 1) <= errors(r, 2) * (1 + 1e-9));
      CHECK(errors(r, 3) == doctest::Approx(errors(r, 0) / (2 * std::exp(1.0))).epsilon(1e-14));
    }
    const Frame frame = frame_of(scene);
    for (const Verdict& v : frame.verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      CHECK(v.finding == Finding::kHolds);
    }
    CHECK(frame.headline.find("0.0192, 0.00185 and 1.84e-04") != std::string::npos);
  }
}

TEST_CASE("Verdicts hold for drawn pentagons that are generic, at any step") {
  OdeScene scene;
  put(scene, "preset", "random");
  put(scene, "gamma-3", "0.02");
  int generic = 0;
  for (int seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    put(scene, "seed", std::to_string(seed));
    put(scene, "gamma-1", seed % 2 == 0 ? "0.5" : "0.23");
    generic += scene.run().generic().hold() ? 1 : 0;
    const Frame frame = frame_of(scene);
    for (const Verdict& v : frame.verdicts) {
      CAPTURE(v.claim);
      CAPTURE(v.measured);
      CHECK(v.finding != Finding::kViolated);
      if (scene.run().generic().hold()) CHECK(v.finding == Finding::kHolds);
    }
  }
  CHECK(generic > 30);
}

TEST_CASE("Where a hypothesis fails nothing is claimed, and the reason is named") {
  OdeScene scene;
  put(scene, "preset", "blunt");
  CHECK_FALSE(scene.run().generic().g1);
  Frame frame = frame_of(scene);
  CHECK(verdict(frame, "Euler").finding == Finding::kDoesNotApply);
  CHECK(verdict(frame, "Euler").hypothesis.find("not met, token 3") != std::string::npos);
  CHECK(verdict(frame, "Vertices rest").finding == Finding::kDoesNotApply);
  CHECK(scene.run().discrete()[0].vertex_move > 0.1);
  CHECK(test::any_note(frame, "A hypothesis fails"));
  put(scene, "preset", "boundary");
  CHECK(scene.run().generic().g1);
  CHECK_FALSE(scene.run().generic().g2);
  frame = frame_of(scene);
  CHECK(verdict(frame, "Euler").hypothesis.find("not met, token 4") != std::string::npos);
  CHECK(verdict(frame, "Vertices rest").finding == Finding::kHolds);
  // Token 4 goes down the middle, to the mean of the two vertices.
  const core::Matrix& last = scene.run().discrete()[0].states.back();
  CHECK(last(3, 0) == 0);
  CHECK(last(3, 1) == doctest::Approx(-0.5).epsilon(1e-2));
}

TEST_CASE("What is drawn is what was stepped") {
  OdeScene scene;
  scene.seek(21);  // t = 1.05: ten steps of 0.1, and half of one
  CHECK(scene.time() == 1.05);
  CHECK(scene.run().steps_by(0, scene.time()) == 10);
  CHECK(scene.run().steps_by(1, scene.time()) == 105);
  CHECK(scene.run().steps_by(2, scene.time()) == 1050);
  const Frame frame = frame_of(scene);
  REQUIRE(frame.beside.size() == 2);
  CHECK(frame.picture.title == "γ = 0.1, 10 steps");
  CHECK(frame.beside[1].title == "γ = 0.001, 1\u202F050 steps");
  core::Matrix Z = scene.run().start(), next;
  core::LinearMaximizers to;
  for (int k = 0; k < 10; ++k) {
    core::linear_maximizers(Z, scene.run().B(), to);
    core::frank_wolfe_step(Z, to, 0.1, next);
    std::swap(Z, next);
  }
  CHECK(scene.discrete(0) == Z);
  for (const Mark& m : frame.picture.marks)
    if (m.handle != kNoHandle) CHECK((m.at[0] == Z(static_cast<std::size_t>(m.handle), 0) && m.at[1] == Z(static_cast<std::size_t>(m.handle), 1)));
  // The exact places: e^-t of the way is left.
  const core::Matrix exact = scene.run().exact(1.05);
  const std::uint32_t v = scene.run().sigma()[5];
  CHECK(core::largest_distance(exact, scene.state(21)) >= 0);
  CHECK(exact(5, 0) - scene.run().vertices()(v, 0) ==
        doctest::Approx(std::exp(-1.05) * (scene.run().start()(5, 0) - scene.run().vertices()(v, 0))).epsilon(1e-12));
  for (const Plot& p : frame.plots)
    for (const Series& s : p.series)
      if (s.label.starts_with("≤")) CHECK(s.stroke == Stroke::kDashed);
}

TEST_CASE("Dragging at a later time starts all runs there; other steps keep the time") {
  OdeScene scene;
  scene.seek(40);
  put(scene, "gamma-1", "0.25");
  CHECK(scene.step() == 40);
  const core::Matrix coarse = scene.discrete(0), fine = scene.discrete(2);
  CHECK(scene.drag(6 + 2 * kHandleBank, {0.2, 0.3, 0}).ok());
  CHECK(scene.step() == 0);
  CHECK(scene.run().start()(6, 0) == 0.2);
  CHECK(scene.run().start()(7, 1) == fine(7, 1));
  CHECK_FALSE(scene.drag(6, {std::nan(""), 0, 0}).ok());
  CHECK_FALSE(scene.drag(3 * kHandleBank, {0, 0, 0}).ok());
  CHECK(scene.add_at({0.1, 0, 0}).ok());
  CHECK(scene.n() == 14);
  CHECK(scene.remove(13).ok());
  CHECK(scene.n() == 13);
  put(scene, "tokens", "0;1;0.5");
  CHECK(scene.settings().b.rows == 1);
  CHECK_FALSE(set_text(scene, "b", "1,0;0,1").ok());
  CHECK_FALSE(set_text(scene, "tokens", "0,0,0,0").ok());
}

TEST_CASE("One token, coincident tokens, B = 0: sentences, no violation") {
  OdeScene scene;
  for (const char* tokens : {"1,2", "1,2;1,2", "0,0;0,0;1,0", "1,0;-1,0", "1,0,0;0,1,0;0,0,1;0.2,0.3,0.1", "900,1;-800,3;5,700"}) {
    CAPTURE(tokens);
    put(scene, "tokens", tokens);
    Frame frame = frame_of(scene);
    CHECK(test::well_formed(frame));
    CHECK(test::all_finite(frame));
    for (const Verdict& v : frame.verdicts) CHECK(v.finding != Finding::kViolated);
  }
  put(scene, "preset", "pentagon");
  put(scene, "b", "0,0;0,0");
  for (const Verdict& v : frame_of(scene).verdicts) CHECK(v.finding != Finding::kViolated);
}

TEST_CASE("No bound is drawn where its hypotheses fail; an edit says what the start is now") {
  OdeScene scene;
  const auto bounds = [&] {
    std::size_t count = 0;
    const Frame frame = frame_of(scene);
    for (const Series& s : frame.plots[0].series) count += s.label.starts_with("≤") ? 1 : 0;
    return count;
  };
  CHECK(bounds() == OdeRun::kSteps);
  put(scene, "preset", "blunt");
  CHECK(bounds() == 0);
  put(scene, "preset", "pentagon");
  scene.seek(30);
  CHECK(scene.drag(6, {0.1, 0.2, 0}).ok());
  CHECK(test::any_note(frame_of(scene), "at time 1.5, are the start"));
  put(scene, "gamma-1", "0.2");
  CHECK(scene.edited_at() == 30);
  put(scene, "preset", "pentagon");
  CHECK(scene.edited_at() == 0);
}

TEST_CASE("That tokens stay in the hull is tested at their own size") {
  OdeScene scene;
  put(scene, "tokens", "1e-9,0;0,1e-9;-1e-9,-1e-9;1e-10,1e-10");
  CHECK(verdict(frame_of(scene), "stay in the hull").finding == Finding::kHolds);
  for (const OdeRun::Discrete& run : scene.run().discrete()) CHECK(run.excess <= 1e-21);
}
