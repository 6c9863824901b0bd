// The hardmax lab shows the notebook's numbers, draws what it counts, and
// judges each configuration as the theorems say.
#include <doctest.h>

#include <map>

#include "../golden/notebook.h"
#include "core/hash.h"
#include "core/presets.h"
#include "scene_support.h"
#include "scenes/hardmax_scene.h"
#include "support.h"

using namespace lab::scenes;
using namespace lab::test;
using lab::core::Matrix;
using lab::golden::Collection;
using lab::golden::Numbers;

namespace {

std::string list(const Numbers& numbers) {
  std::string out;
  for (auto x : numbers) out += (out.empty() ? "" : ",") + std::to_string(x);
  return "[" + out + "]";
}

std::string sets_of_one(const Numbers& numbers) {
  std::string out;
  for (auto x : numbers) out += (out.empty() ? "[" : ",[") + std::to_string(x) + "]";
  return "[" + out + "]";
}

void check_start(const Scene& scene, const Collection& c) {
  CHECK(printed("%.3f", observed_number(scene, "smallest-norm")) == c.smallest_norm);
  CHECK(printed("%.3f", observed_number(scene, "smallest-distance")) == c.smallest_distance);
  CHECK(observed_text(scene, "leaders") == list(c.initial_leaders));
  CHECK(observed_text(scene, "attended-sets") == sets_of_one(c.attends));
  CHECK(observed_text(scene, "changes") == "[]");
}

void check_run(Scene& scene, const Collection& c) {
  for (const auto& at : c.at) {
    if (at.layer > scene.horizon()) continue;
    scene.seek(at.layer);
    CHECK(printed("%.1e", observed_number(scene, "residual")) == at.residual);
    CHECK(observed_number(scene, "clusters") == at.clusters);
    CHECK(printed("%.1e", observed_number(scene, "leader-gap")) == at.gap_to_initial_leader);
    CHECK(printed("%.1e", observed_number(scene, "leader-displacement")) == at.leader_displacement);
    CHECK(observed(scene, "in-initial-hull") == Value(true));
  }
}

void check_end(Scene& scene, const Collection& c) {
  scene.seek(600);
  CHECK(observed_text(scene, "follower-map") == list(c.follows));
  CHECK(observed_text(scene, "changes") == list(c.changes));
  CHECK(observed_number(scene, "first-change") == c.changes.front());
  CHECK(observed_number(scene, "first-at-rest") == c.first_zero_residual);
  CHECK(observed_text(scene, "layers-predicted") == list(c.settles));
  CHECK(observed_text(scene, "layers-observed") == list(c.settles));
  CHECK(observed_text(scene, "leaders") == list(c.initial_leaders));
  scene.seek(40);
  CHECK(observed(scene, "tokens") == Value(c.positions_40));
  scene.seek(400);
  CHECK(observed(scene, "tokens") == Value(c.positions_400));
}

Finding finding(const Frame& frame, std::size_t verdict) { return frame.verdicts[verdict].finding; }

}  // namespace

TEST_CASE("The notebook's collections, number for number") {
  for (const auto& [link, golden] : std::map<std::string, const Collection*>{
           {"preset=collection-1&layers=4000", &lab::golden::kCollection1}, {"preset=collection-2&layers=4000", &lab::golden::kCollection2}}) {
    CAPTURE(link);
    const auto scene = open_scene(link);
    check_start(*scene, *golden);
    check_run(*scene, *golden);
    check_end(*scene, *golden);
  }
}

TEST_CASE("Each preset has the trajectory that core computes, bit for bit") {
  for (const auto& named : lab::core::presets()) {
    CAPTURE(named.key);
    const auto scene = open_scene("preset=" + std::string(named.key));
    scene->seek(scene->horizon());
    const auto preset = named.make();
    CHECK(scene->horizon() == preset.layers);
    std::uint64_t hash = lab::core::kFnvOffset;
    for (const Matrix& Z : lab::core::hardmax_flow(preset.tokens, preset.params, preset.layers)) hash = lab::core::hash_bits(Z.data, hash);
    CHECK(scene->hash(preset.layers) == hash);
  }
}

TEST_CASE("Random tokens of 13 in the plane with seed 15 are collection 1") {
  const auto random = open_scene("preset=random&n=13&d=2&seed=15");
  CHECK(random->state(0) == lab::golden::kCollection1.tokens);
  CHECK(open_scene("n=13&seed=[15]")->state(0) == random->state(0));
}

TEST_CASE("There is one star for each leader, at every layer of every preset") {
  for (const auto& named : lab::core::presets()) {
    CAPTURE(named.key);
    const auto scene = open_scene("preset=" + std::string(named.key));
    for (std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{40}, scene->horizon()}) {
      scene->seek(k);
      CAPTURE(k);
      const Frame frame = frame_of(*scene);
      const std::string leaders = observed_text(*scene, "leaders");
      const auto count = leaders == "[]" ? 0 : std::ranges::count(leaders, ',') + 1;
      CHECK(count_shapes(frame, Shape::kStar) == count);
      CHECK(all_finite(frame));
      CHECK(well_formed(frame));
      CHECK(frame.plots[0].cursor == static_cast<double>(scene->step()));
      for (const Verdict& v : frame.verdicts) CHECK_MESSAGE(v.finding != Finding::kViolated, v.claim << " " << v.measured);
    }
  }
}

TEST_CASE("The clustering theorem holds at the end where its hypotheses are met") {
  const std::map<std::string, Finding> ends{
      {"collection-1", Finding::kHolds}, {"collection-2", Finding::kHolds}, {"predict-1", Finding::kHolds},
      {"predict-2", Finding::kHolds},    {"emergent", Finding::kHolds},     {"planted", Finding::kHolds},
      {"diag-1-9", Finding::kHolds},     {"published-emergent", Finding::kHolds}, {"published-square", Finding::kHolds},
      {"planted-symmetric", Finding::kHolds},
      {"planted-edge", Finding::kPending},  // carried off at layer 284, still on its way at layer 400
      {"zero", Finding::kDoesNotApply},  {"zero-small", Finding::kDoesNotApply}, {"duplicates", Finding::kDoesNotApply}};
  for (const auto& [key, wanted] : ends) {
    const auto scene = open_scene("preset=" + key);
    scene->seek(scene->horizon());
    const Frame frame = frame_of(*scene);
    CAPTURE(key);
    CAPTURE(frame.verdicts[3].measured);
    CHECK(finding(frame, 3) == wanted);
    CHECK(finding(frame, 0) == Finding::kHolds);
    CHECK(finding(frame, 1) == Finding::kHolds);
  }
}

TEST_CASE("While tokens are on the way the theorem is pending") {
  const auto scene = open_scene("k=40");
  const Frame frame = frame_of(*scene);
  CHECK(finding(frame, 0) == Finding::kHolds);
  CHECK(finding(frame, 1) == Finding::kHolds);
  CHECK(finding(frame, 2) == Finding::kHolds);
  CHECK(finding(frame, 3) == Finding::kPending);
  CHECK(frame.headline == "layer 40 of 400 \u00B7 13 tokens in the plane \u00B7 5 leaders");
  CHECK(frame.notes.empty());
}

TEST_CASE("Artefacts are named when they happen, and not before") {
  const auto scene = open_scene("k=247");
  CHECK_FALSE(any_note(frame_of(*scene), "tie tolerance"));
  scene->seek(248);
  CHECK(any_note(frame_of(*scene), "Layer 248: token 12 came within the tie tolerance of leader 5"));
  CHECK_FALSE(any_note(frame_of(*scene), "exactly 0"));
  scene->seek(400);
  CHECK(any_note(frame_of(*scene), "Since layer 374 nothing changes any more"));
  CHECK(any_note(frame_of(*scene), "drifted by 1.6e-12"));
}

TEST_CASE("Exercise 9: the token on the edge is carried off at layer 284") {
  const auto scene = open_scene("preset=planted-edge&k=283");
  CHECK_FALSE(any_note(frame_of(*scene), "carried off"));
  scene->seek(284);
  CHECK(any_note(frame_of(*scene), "Layer 284: token 14 rested on a tie"));
  const auto symmetric = open_scene("preset=planted-symmetric&k=1000");
  CHECK(symmetric->state(1000)(13, 0) == 0.0);
  CHECK(symmetric->state(1000)(13, 1) == -1.0);
}

TEST_CASE("Special tokens and matrices are pointed out") {
  CHECK(any_note(frame_of(*open_scene("preset=zero")), "Token 14 starts at 0"));
  CHECK(any_note(frame_of(*open_scene("preset=duplicates")), "Tokens 1 and 2 are equal"));
  CHECK(any_note(frame_of(*open_scene("tie=0")), "Tie tolerance 0"));
  const Frame skew = frame_of(*open_scene("a=0,1;-1,0&ellipse=on&k=3"));
  CHECK(any_note(skew, "not symmetric positive definite"));
  CHECK(skew.verdicts[3].finding == Finding::kDoesNotApply);
  CHECK(skew.verdicts[0].finding == Finding::kHolds);
}

TEST_CASE("A = diag(1, 9): two leaders, two clusters, followers as in exercise 8") {
  const auto scene = open_scene("preset=diag-1-9&k=400");
  CHECK(observed_text(*scene, "leaders") == "[2,5]");
  CHECK(observed_text(*scene, "clusters") == "2");
  CHECK(observed_text(*scene, "follower-map") == "[5,2,2,2,5,5,5,5,2,5,5,5,5]");
}

TEST_CASE("The published square ends in two projections of 0 onto edges") {
  const auto scene = open_scene("preset=published-square&k=60");
  CHECK(observed_text(*scene, "limit-kinds") == "[\"leader\",\"leader\",\"leader\",\"leader\",\"face\",\"face\"]");
  CHECK(count_shapes(frame_of(*scene), Shape::kDiamond) == 2);
}
