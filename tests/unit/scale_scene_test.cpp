// The scene "Scale": each model, own numbers, and what cannot be counted.
#include <doctest.h>

#include "model_scene_support.h"
#include "scenes/scale_scene.h"

using namespace lab::scenes;
using namespace lab::test;

namespace {

const Verdict* verdict_with(const Frame& frame, std::string_view words) {
  for (const Verdict& v : frame.verdicts)
    if (has(v.claim, words)) return &v;
  return nullptr;
}

Finding finding_of(const Scene& scene, std::string_view words) {
  const Frame frame = frame_of(scene);
  const Verdict* v = verdict_with(frame, words);
  REQUIRE(v != nullptr);
  return v->finding;
}

}  // namespace

TEST_CASE("Scale: GPT-3 and the notebook's figures") {
  const auto scene = open_scene("scene=scale");
  CHECK(observed_number(*scene, "parameters") == 174604259328);
  CHECK(observed_number(*scene, "weight-size") == 349208518656);
  CHECK(observed_number(*scene, "accelerators") == 5);
  CHECK(observed_number(*scene, "cache-token") == 4718592);
  CHECK(observed_number(*scene, "cache-context") == 9663676416);
  const Frame frame = frame_of(*scene);
  // Numbers beyond 2^32 whole, in 32-bit builds too.
  CHECK(has(frame.description, "174\u202F604\u202F259\u202F328"));
  CHECK(frame.tables[0].rows.back()[1].text == "174\u202F604\u202F259\u202F328");
  CHECK(frame.tables[1].rows.back()[5].text == "405\u202F853\u202F388\u202F800");
  CHECK(has(frame.headline, "175 B parameters · 349 GB · 5 accelerators"));
  REQUIRE(frame.verdicts.size() == 6);
  for (const Verdict& v : frame.verdicts) {
    CAPTURE(v.claim);
    CHECK(v.finding == Finding::kHolds);
  }
  const auto figures = std::get<lab::core::Matrix>(observed(*scene, "figures"));
  double reproduced = 0;
  for (std::size_t i = 0; i < figures.rows; ++i) reproduced += figures(i, 3);
  CHECK(reproduced == 10);
  set_ok(*scene, "context", "1000000");
  CHECK(observed_number(*scene, "entries-head") == 1e12);
}

TEST_CASE("Scale: each model, well formed, its quoted parameters judged") {
  const auto scene = open_scene("scene=scale");
  for (const Option& o : scene->params()[0].choices) {
    CAPTURE(o.key);
    set_ok(*scene, "preset", o.key);
    const Frame frame = frame_of(*scene);
    CHECK(well_formed(frame));
    CHECK(all_finite(frame));
    CHECK(frame.plots.size() == 2);
    if (o.key == "own") continue;
    // The paper of 2017 leaves its vocabulary open: there the claim does not apply.
    const Verdict* v = verdict_with(frame, "parameters");
    REQUIRE(v != nullptr);
    CHECK(v->finding == (o.key == "base-2017" ? Finding::kDoesNotApply : Finding::kHolds));
  }
  set_ok(*scene, "preset", "base-2017");
  CHECK(any_note(frame_of(*scene), "63.0 M"));
  CHECK(any_note(frame_of(*scene), "65 M"));
  CHECK(count_text(observed_number(*scene, "parameters")) == "63 M");
  set_ok(*scene, "preset", "tinybert");
  CHECK(observed_number(*scene, "parameters") == 108610);
  CHECK(any_note(frame_of(*scene), "caches nothing"));
}

TEST_CASE("Scale: changed numbers take the claim away and a restore brings it back") {
  const auto scene = open_scene("scene=scale");
  set_ok(*scene, "layers", "95");
  CHECK(finding_of(*scene, "175 B") == Finding::kDoesNotApply);
  CHECK(any_note(frame_of(*scene), "no longer"));
  CHECK(scene->act(0).ok());
  CHECK(finding_of(*scene, "175 B") == Finding::kHolds);
  set_ok(*scene, "weight-bytes", "0.5");
  CHECK(observed_number(*scene, "weight-size") == 174604259328 / 2);
  CHECK(finding_of(*scene, "350 GB") == Finding::kDoesNotApply);
  CHECK(finding_of(*scene, "do not fit") == Finding::kHolds);
  set_ok(*scene, "context", "4096");
  CHECK(finding_of(*scene, "10 GB") == Finding::kDoesNotApply);
  CHECK(finding_of(*scene, "4.7 MB") == Finding::kHolds);
}

TEST_CASE("Scale: links keep own numbers, and what cannot be counted is said in one sentence") {
  const auto scene = open_scene("scene=scale&preset=llama-405b&heads=128&kv-heads=16");
  CHECK(observed_number(*scene, "cache-token") == 2.0 * 126 * 2048 * 2);
  set_ok(*scene, "kv-heads", "200");
  CHECK(has(scene->trouble(), "200"));
  CHECK(has(frame_of(*scene).headline, "share"));
  CHECK(well_formed(frame_of(*scene)));
  CHECK(frame_of(*scene).verdicts.empty());
  set_ok(*scene, "kv-heads", "7");
  CHECK(has(scene->trouble(), "divide"));
  set_ok(*scene, "kv-heads", "8");
  set_ok(*scene, "width", "16385");
  CHECK(has(scene->trouble(), "16385"));
  set_ok(*scene, "kv-heads", "0");
  CHECK(scene->trouble().empty());
  CHECK(any_note(frame_of(*scene), "multiple of 128"));
  // The largest that the sliders allow: more attention entries than 63 bits hold.
  for (const char* row : {"layers=1000", "width=262144", "heads=1024", "hidden=1048576", "vocabulary=2097152", "context=10000000"}) {
    const std::string text(row);
    set_ok(*scene, text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
  }
  CHECK(has(scene->trouble(), "too large"));
  CHECK(well_formed(frame_of(*scene)));
  set_ok(*scene, "context", "1000000");
  CHECK(scene->trouble().empty());
  CHECK(well_formed(frame_of(*scene)));
  CHECK(has(refusal(*scene, "layers", "0"), "layers"));
  CHECK(has(refusal(*scene, "width", "-3"), "width"));
  CHECK(has(refusal(*scene, "weight-bytes", "3"), "weight-bytes"));
}

TEST_CASE("Scale: sizes in words") {
  CHECK(bytes_text(349208518656) == "349 GB");
  CHECK(bytes_text(4718592) == "4.72 MB");
  CHECK(bytes_text(999.6) == "1 kB");
  CHECK(bytes_text(217220) == "217 kB");
  CHECK(count_text(108610) == "108\u202F610");
  CHECK(count_text(174604259328) == "175 B");
  CHECK(count_text(1e12) == "1 T");
}

TEST_CASE("Scale: one accelerator is not enough only for the models of which the notebook says it") {
  const auto scene = open_scene("scene=scale&preset=llama-405b");
  CHECK(finding_of(*scene, "do not fit") == Finding::kHolds);
  set_ok(*scene, "layers", "10");
  CHECK(finding_of(*scene, "do not fit") == Finding::kDoesNotApply);
  set_ok(*scene, "preset", "own");
  CHECK(finding_of(*scene, "do not fit") == Finding::kDoesNotApply);
}

TEST_CASE("Scale: 0 and the number it stands for are the same model") {
  const auto scene = open_scene("scene=scale");
  set_ok(*scene, "kv-heads", "96");
  set_ok(*scene, "hidden", "49152");
  CHECK(finding_of(*scene, "175 B") == Finding::kHolds);
  CHECK_FALSE(has(frame_of(*scene).headline, "changed"));
  set_ok(*scene, "hidden", "49153");
  CHECK(finding_of(*scene, "175 B") == Finding::kDoesNotApply);
}

TEST_CASE("Scale: the layers of Transformer base are the encoder's, and its context is ours") {
  const auto scene = open_scene("scene=scale&preset=base-2017");
  CHECK(any_note(frame_of(*scene), "6 decoder blocks"));
  CHECK(any_note(frame_of(*scene), "512 is the lab's choice"));
  const double cache = observed_number(*scene, "cache-token");
  set_ok(*scene, "layers", "12");
  CHECK(observed_number(*scene, "cache-token") == cache);
  for (const Observable& o : scene->observables())
    if (o.key == "cache-token" || o.key == "cache-context") CHECK(has(o.help, "decoder blocks"));
  set_ok(*scene, "preset", "gpt-3");
  CHECK_FALSE(any_note(frame_of(*scene), "decoder block"));
}

TEST_CASE("Scale: the curves reach from the shortest to the longest context asked for") {
  const auto scene = open_scene("scene=scale");
  for (const char* context : {"1", "2048", "10000000"}) {
    set_ok(*scene, "context", context);
    const double here = std::stod(context);
    if (const Frame kept = frame_of(*scene); true)
      for (const Plot& plot : kept.plots)
      for (const Series& series : plot.series) {
        CHECK(series.x.front() <= here);
        CHECK(series.x.back() >= here);
      }
  }
  CHECK(frame_of(*scene).tables[1].columns[8] == "accelerators of 80 GB");
  if (const Frame kept = frame_of(*scene); true)
    for (const auto& row : kept.tables[2].rows)
    for (const Cell& cell : row) CHECK(cell.emphasis != Emphasis::kTie);  // read as "(tie)"
}

TEST_CASE("Scale: a link restores every setting") {
  check_link_round_trip("scale", "scene=scale&preset=llama-405b&layers=100&width=8192&heads=64&kv-heads=16&hidden=30000&gated=off"
                                 "&biases=on&vocabulary=99999&positions=77&tied=on&context=4096&weight-bytes=1&cache-bytes=0.5");
  check_link_round_trip("scale", "scene=scale&preset=own&layers=5&context=300");
}
