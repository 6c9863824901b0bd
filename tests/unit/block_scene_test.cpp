// The scene "The block".
#include <doctest.h>

#include "model_scene_support.h"
#include "scenes/block_scene.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

const Verdict& verdict(const Frame& frame, std::string_view words) {
  for (const Verdict& v : frame.verdicts)
    if (has(v.claim, words)) return v;
  FAIL("no verdict about " << words);
  return frame.verdicts.front();
}

Finding finding(const Scene& scene, std::string_view words) { return verdict(frame_of(scene), words).finding; }

lab::core::Matrix matrix(const Scene& scene, std::string_view key) {
  return std::get<lab::core::Matrix>(observed(scene, key));
}

}  // namespace

TEST_CASE("The block: claims hold for the default, at every half-step") {
  const auto scene = open_scene("scene=block");
  REQUIRE(scene->horizon() == 16);
  for (std::size_t k = 0; k <= 16; ++k) {
    scene->seek(k);
    const Frame frame = frame_of(*scene);
    CHECK(well_formed(frame));
    CHECK(all_finite(frame));
    CHECK(verdict(frame, "alone").finding == Finding::kHolds);
    CHECK(verdict(frame, "mixes").finding == Finding::kHolds);
    CHECK(verdict(frame, "a set").finding == Finding::kHolds);
    CHECK(verdict(frame, "identity").finding == Finding::kHolds);
    CHECK(verdict(frame, "parameters").finding == Finding::kHolds);
    CHECK(verdict(frame, "flow").finding == Finding::kDoesNotApply);
    CHECK(observed_number(*scene, "mlp-leak") == 0);
    CHECK(observed_number(*scene, "attention-leak") > 0);
  }
  // What the default was chosen for: attention's first move is common, the MLP's is not.
  const auto common = matrix(*scene, "common");
  CHECK(common(0, 0) > 0.9);
  CHECK(common(0, 1) < 0.3);
}

TEST_CASE("The block: arrows, trails and curves are the run's numbers") {
  const auto scene = open_scene("scene=block&k=3");
  const Frame frame = frame_of(*scene);
  REQUIRE(frame.picture.arrows.size() == 20);   // both half-steps of application 2
  const auto before = scene->state(2), now = scene->state(3), after = scene->state(4);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(frame.picture.arrows[i].from[0] == before(i, 0));
    CHECK(frame.picture.arrows[i].to[0] == now(i, 0));
    CHECK(frame.picture.arrows[10 + i].to[2] == after(i, 2));
  }
  CHECK(frame.picture.arrows[0].ink.group != frame.picture.arrows[10].ink.group);
  CHECK(count_shapes(frame, Shape::kDisc) == 10);
  CHECK(count_shapes(frame, Shape::kRing) == 10);
  const auto moves = matrix(*scene, "moves");
  REQUIRE(moves.cols == 16);
  const Plot& lengths = frame.plots[1];
  REQUIRE(lengths.series.size() == 2);
  CHECK(lengths.series[0].y[1] == moves(0, 2));   // attention of application 2
  CHECK(lengths.series[1].y[1] == moves(0, 3));
  CHECK(frame.plots[0].series[0].y[3] == observed_number(*scene, "diameter"));
  set_ok(*scene, "plot", "cosine");
  CHECK(frame_of(*scene).plots[1].series[0].y[3] == observed_number(*scene, "mean-cosine"));
  CHECK(scene->step() == 3);
}

TEST_CASE("The block: a nudge reaches the others through attention only") {
  for (const char* preset : {"mlp-only", "attention-only"}) {
    const auto plain = open_scene(std::string("scene=block&preset=") + preset),
               nudged = open_scene(std::string("scene=block&nudge=1.5&token=4&preset=") + preset);
    const auto one = plain->state(16), other = nudged->state(16);
    bool same = true;
    for (std::size_t i = 0; i < 10; ++i)
      for (std::size_t c = 0; i != 3 && c < 3; ++c) same = same && one(i, c) == other(i, c);
    CHECK(same == (std::string(preset) == "mlp-only"));
    CHECK(one(3, 0) != other(3, 0));
  }
}

TEST_CASE("The block: presets say what applies") {
  const auto scene = open_scene("scene=block&preset=post-ln");
  CHECK(finding(*scene, "identity") == Finding::kHolds);
  CHECK(observed_number(*scene, "silenced-pre") == 0);
  CHECK(observed_number(*scene, "silenced-post") > 0.1);
  scene->seek(1);
  CHECK(observed_number(*scene, "mean-norm") == doctest::Approx(std::sqrt(3.0)).epsilon(0.01));
  set_ok(*scene, "preset", "attention-only");
  CHECK(finding(*scene, "alone") == Finding::kDoesNotApply);
  CHECK(frame_of(*scene).plots[1].series.size() == 1);
  CHECK(any_note(frame_of(*scene), "MLP is off"));
  set_ok(*scene, "preset", "mlp-only");
  CHECK(finding(*scene, "mixes") == Finding::kDoesNotApply);
  CHECK(any_note(frame_of(*scene), "Attention is off"));
  set_ok(*scene, "preset", "small-step");
  CHECK(finding(*scene, "flow") == Finding::kHolds);
  CHECK(observed_number(*scene, "order") == doctest::Approx(1).epsilon(0.1));
  CHECK(scene->horizon() == 160);
  set_ok(*scene, "attention", "off");
  set_ok(*scene, "mlp", "off");
  CHECK(finding(*scene, "flow") == Finding::kDoesNotApply);
}

TEST_CASE("The block: widths, heads, growth without LayerNorm") {
  const auto scene = open_scene("scene=block");
  for (const char* d : {"2", "3", "4", "8"})
    for (const char* norm : {"pre", "post", "none"})
      for (const char* scale : {"0", "3"}) {
        set_ok(*scene, "d", d);
        set_ok(*scene, "norm", norm);
        set_ok(*scene, "scale", scale);
        scene->seek(5);
        CAPTURE(d);
        CAPTURE(norm);
        const Frame frame = frame_of(*scene);
        CHECK(well_formed(frame));
        CHECK(all_finite(frame));
        for (const Verdict& v : frame.verdicts) CHECK(v.finding != Finding::kViolated);
      }
  set_ok(*scene, "times", "200");
  CHECK(scene->horizon() < 400);   // scale 3 without LayerNorm grows beyond all bounds
  CHECK(any_note(frame_of(*scene), "goes beyond"));
  set_ok(*scene, "d", "2");
  set_ok(*scene, "norm", "pre");
  CHECK(any_note(frame_of(*scene), "one bit"));
  set_ok(*scene, "d", "8");
  set_ok(*scene, "heads", "4");
  CHECK(has(refusal(*scene, "heads", "3"), "divide"));
  set_ok(*scene, "d", "2");
  CHECK(format_value(scene->get(static_cast<std::size_t>(find_param(*scene, "heads")))) == "1");
  CHECK(has(refusal(*scene, "token", "11"), "10"));
  scene->select(7);
  CHECK(scene->selected() == 7);
  set_ok(*scene, "n", "3");
  CHECK(scene->selected() == 2);
  scene->select(100);
  CHECK(scene->selected() == 2);
}

TEST_CASE("The block: tables count what the models have") {
  const auto scene = open_scene("scene=block");
  const Frame frame = frame_of(*scene);
  REQUIRE(frame.tables.size() == 3);
  CHECK(frame.tables[1].rows.back()[2].text == "147");      // 12 * 9 + 13 * 3
  CHECK(frame.tables[1].rows.back()[3].text == "49\u202F984");
  CHECK(frame.tables[2].rows.back()[1].text == "108\u202F610");
  CHECK(observed_number(*scene, "parameters") == 147);
}

TEST_CASE("The block: the end of the run still shows the moves of the last application") {
  const auto scene = open_scene("scene=block&k=16");
  REQUIRE(scene->step() == scene->horizon());
  const Frame end = frame_of(*scene);
  CHECK(has(end.tables[0].note, "application 8."));
  CHECK(end.picture.arrows.size() == 20);
  CHECK(end.picture.arrows[0].from[0] == scene->state(14)(0, 0));
  CHECK(end.picture.arrows[19].to[1] == scene->state(16)(9, 1));
  scene->seek(15);
  const Frame before = frame_of(*scene);
  for (std::size_t i = 0; i < 10; ++i)
    for (const std::size_t c : {2U, 3U}) CHECK(end.tables[0].rows[i][c].text == before.tables[0].rows[i][c].text);
  scene->seek(14);
  CHECK(has(frame_of(*scene).tables[0].note, "application 8."));
  scene->seek(13);
  CHECK(has(frame_of(*scene).tables[0].note, "application 7."));
}

TEST_CASE("The block: what a halving says of the flow") {
  using lab::model::Halving;
  CHECK(flow_finding(0.1, Halving{2e-3, 1e-3, 1}) == Finding::kHolds);
  CHECK(flow_finding(0.1, Halving{4e-3, 1e-3, 2}) == Finding::kPending);     // the step is not tiny
  CHECK(flow_finding(0.01, Halving{4e-3, 1e-3, 2}) == Finding::kViolated);
  CHECK(flow_finding(0.01, Halving{1e-3, 1e-3, 0.01}) == Finding::kViolated);
  CHECK(flow_finding(0.01, Halving{4e-11, 1e-11, 2}) == Finding::kPending);  // too near to rounding
  CHECK(flow_finding(0.01, Halving{1e-14, 1e-14, 0}) == Finding::kDoesNotApply);
}

TEST_CASE("The block: seeds replay, links restore, scrubbing changes no bit") {
  const auto scene = open_scene("scene=block&n=6&h=0.5&k=9");
  const std::uint64_t hash = scene->hash(16);
  scene->seek(2);
  scene->seek(16);
  CHECK(scene->hash(16) == hash);
  const auto report = read_link(write_link(*find_scene("block"), *scene, {}));
  CHECK(report.problems.empty());
  CHECK(report.scene->hash(16) == hash);
  CHECK(report.scene->step() == 16);
  CHECK(scene->act(0).ok());
  CHECK(scene->hash(16) != hash);
  CHECK(format_value(scene->get(static_cast<std::size_t>(find_param(*scene, "seed")))) == "11");
}
