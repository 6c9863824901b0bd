// The scenes about TinyBERT: fill in, write, inside, from scratch.
#include <doctest.h>

#include "core/elementary.h"
#include "model_scene_support.h"
#include "scenes/fill_scene.h"
#include "scenes/inside_scene.h"
#include "scenes/order_scene.h"
#include "scenes/write_scene.h"

using namespace lab::scenes;
using namespace lab::test;

TEST_CASE("Scenes with a model wait for it, say so, and keep what was asked for") {
  for (const char* slug : {"fill-in", "write", "inside", "from-scratch"}) {
    CAPTURE(slug);
    const auto scene = open_scene(std::string("scene=") + slug);
    REQUIRE(scene->needs() == std::vector<std::string>{"tinybert-best.safetensors"});
    CHECK(has(frame_of(*scene).headline, "loaded"));
    supply(*scene);
    CHECK(scene->needs().empty());
    CHECK(scene->trouble().empty());
    CHECK(well_formed(frame_of(*scene)));
  }
  const auto scene = open_scene("scene=write&k=20");
  supply(*scene);
  CHECK(scene->step() == 20);
  CHECK(observed_text(*scene, "written").size() >= 20);
}

TEST_CASE("A broken model file is refused in one sentence and the model in use stays") {
  const auto scene = open_supplied("scene=fill-in");
  const std::uint64_t before = scene->hash(0);
  const std::string good = asset("tinybert-2001.safetensors");
  for (const std::string& bad : {std::string(), std::string("abc"), good.substr(0, good.size() / 2), good.substr(0, good.size() - 1), good + "x"}) {
    const auto status = scene->open_file("mine.safetensors", bad);
    REQUIRE_FALSE(status.ok());
    CHECK(has(status.error(), "mine.safetensors"));
    CHECK(scene->hash(0) == before);
    CHECK(observed_text(*scene, "guess") == "e");
  }
  CHECK(scene->open_file("mine.safetensors", good).ok());
  CHECK(scene->hash(0) != before);
  const auto wish = scene->take_wish();
  REQUIRE(wish.has_value());
  CHECK(wish->kind == Wish::Kind::kKeep);
  CHECK(wish->bytes == good);
  CHECK_FALSE(scene->take_wish().has_value());
}

TEST_CASE("Fill in: the notebook's example, in float32 and int8") {
  const auto scene = open_supplied("scene=fill-in");
  CHECK(observed_text(*scene, "guess") == "e");
  const double p = observed_number(*scene, "probability");
  CHECK(p > 0.5);
  CHECK(observed_number(*scene, "hidden") == p);
  set_ok(*scene, "arithmetic", "int8");
  CHECK(observed_text(*scene, "guess") == "e");
  CHECK(observed_number(*scene, "logit-error") > 0);
  CHECK(observed_number(*scene, "logit-error") < 0.5);
  set_ok(*scene, "model", "notebook");
  supply(*scene);
  CHECK(observed_text(*scene, "guess") == "e");
}

TEST_CASE("Fill in: clicks hide, choose and show letters") {
  auto scene = open_supplied("scene=fill-in");
  const auto holes = [&] { return format_value(scene->get(2)); };
  CHECK(holes() == "25");
  CHECK(scene->press(0).ok());
  CHECK(holes() == "1,25");
  CHECK(format_value(scene->get(3)) == "1");
  CHECK(scene->press(24).ok());   // chosen now
  CHECK(format_value(scene->get(3)) == "2");
  CHECK(scene->press(24).ok());   // shown again
  CHECK(holes() == "1");
  CHECK(scene->press(0).ok());
  CHECK(holes().empty());
  CHECK(well_formed(frame_of(*scene)));
  CHECK(scene->press(63).ok());
  CHECK(holes() == "64");
}

TEST_CASE("Fill in: letters that the model does not know are named, never dropped") {
  auto scene = open_supplied("scene=fill-in");
  const std::string wrong = refusal(*scene, "text", "5 × 7");
  CHECK(has(wrong, "5"));
  CHECK(has(wrong, "×"));
  CHECK(observed_text(*scene, "guess") == "e");
  CHECK(has(refusal(*scene, "text", std::string(65, 'a')), "64"));
  CHECK(has(refusal(*scene, "text", ""), "empty"));
  CHECK(has(refusal(*scene, "holes", "1,900"), "900"));
  CHECK(has(refusal(*scene, "holes", "one"), "positions"));
  set_ok(*scene, "text", "To b_, or not");
  CHECK(format_value(scene->get(2)) == "13");   // the holes beyond are gone, the last is hidden
  const Frame frame = frame_of(*scene);
  CHECK(frame.strips[0].glyphs[4].hole);        // and the unknown one is a hole of its own
  // A text set before the model has come is judged when it comes.
  const auto early = open_scene("scene=fill-in&text=1%202");
  supply(*early);
  CHECK(has(early->trouble(), "1"));
  CHECK(well_formed(frame_of(*early)));
}

TEST_CASE("Fill in: int8 is measured on the held-out part of a text, and said") {
  auto scene = open_supplied("scene=fill-in&arithmetic=int8");
  const auto verdict = [&] {
    if (const Frame kept = frame_of(*scene); true)
      for (const Verdict& v : kept.verdicts)
      if (has(v.claim, "Eight bits")) return v;
    return Verdict{};
  };
  CHECK(verdict().finding == Finding::kPending);
  const auto action = static_cast<std::size_t>(find_action(*scene, "measure"));
  CHECK(scene->act(action).ok());
  REQUIRE(scene->needs() == std::vector<std::string>{"tinyshakespeare.txt"});
  CHECK(has(scene->give("tinyshakespeare.txt", "5 + 5").error(), "5"));
  CHECK(scene->needs().empty());   // refused once, asked for no more
  CHECK(scene->act(action).ok());
  std::string text;
  for (int i = 0; i < 40; ++i) text += "Leaders stay where they are, good sir; others move towards them.\n";
  CHECK(scene->give("tinyshakespeare.txt", text).ok());
  CHECK(scene->needs().empty());
  CHECK(verdict().finding != Finding::kPending);
  CHECK(has(verdict().measured, "500 held-out windows"));
  set_ok(*scene, "model", "notebook");
  supply(*scene);
  CHECK(verdict().finding == Finding::kPending);   // another model, not yet measured
}

TEST_CASE("Fill in: a link restores the holes, whatever the text") {
  auto scene = open_supplied("scene=fill-in");
  set_ok(*scene, "text", "Peter, didst never see the like?");   // the hole of the example stays
  CHECK(format_value(scene->get(2)) == "25");
  const auto report = read_link(write_link(*find_scene("fill-in"), *scene, {}));
  CHECK(report.problems.empty());
  CHECK(format_value(report.scene->get(2)) == "25");
  supply(*report.scene);
  CHECK(report.scene->hash(0) == scene->hash(0));
}

TEST_CASE("Fill in: letters of a text that is no longer there cannot be pressed") {
  auto scene = open_supplied("scene=fill-in");
  set_ok(*scene, "model", "own");   // there is none
  set_ok(*scene, "text", "abc");
  CHECK(scene->press(50).ok());
  set_ok(*scene, "model", "best");
  supply(*scene);
  CHECK(scene->trouble().empty());
  CHECK(scene->state(0).rows == 1);
}

TEST_CASE("A model whose numbers overflow is said to, and nothing is claimed of it") {
  auto read = lab::model::read_model(asset("tinybert-2001.safetensors"));
  REQUIRE(read.ok());
  for (float& x : read.value().weights.trained()) x *= 1e30F;
  const std::string bytes = lab::model::write_model(read.value().weights, read.value().vocabulary);
  for (const char* slug : {"fill-in", "inside", "from-scratch"}) {
    CAPTURE(slug);
    auto scene = open_supplied(std::string("scene=") + slug);
    CHECK(scene->open_file("huge.safetensors", bytes).ok());
    CHECK(has(scene->trouble(), "overflow"));
    const Frame frame = frame_of(*scene);
    CHECK(has(frame.headline, "overflow"));
    CHECK(frame.verdicts.empty());
  }
}

TEST_CASE("What a model file does not tell can be told after it came from another scene") {
  auto scene = open_scene("scene=fill-in&model=own&alphabet=abcdefghi");
  REQUIRE(scene->needs() == std::vector<std::string>{"own.safetensors"});
  CHECK(scene->give("own.safetensors", asset("../tests/golden/torch_small.safetensors")).ok());
  set_ok(*scene, "text", "abcdefgh");
  const std::uint64_t four = scene->hash(0);
  CHECK(any_note(frame_of(*scene), "4 are assumed"));
  set_ok(*scene, "file-heads", "3");
  CHECK(scene->hash(0) != four);
  CHECK(any_note(frame_of(*scene), "3 are assumed"));
  CHECK(has(refusal(*scene, "file-heads", "5"), "heads"));
}

TEST_CASE("Files of shapes that would not fit into memory are refused") {
  lab::model::Config c;
  CHECK(lab::model::check(c).ok());
  c.window = 4096;
  c.width = c.heads = 256;
  c.hidden = 1024;
  CHECK(has(lab::model::check(c).error(), "million"));
}

TEST_CASE("Write: the same seed gives the same text, step by step and back") {
  auto scene = open_supplied("scene=write");
  scene->seek(60);
  const std::string whole = observed_text(*scene, "text");
  CHECK(whole.starts_with("JULIET:\nO Romeo, Romeo! wherefore art thou"));
  const std::uint64_t hash = scene->hash(60);
  scene->seek(10);
  CHECK(whole.starts_with(observed_text(*scene, "text")));
  auto again = open_supplied("scene=write");
  for (std::size_t k = 1; k <= 60; ++k) again->seek(k);
  CHECK(again->hash(60) == hash);
  CHECK(observed_text(*again, "text") == whole);
  set_ok(*again, "seed", "1");
  CHECK(again->step() == 0);
  again->seek(60);
  CHECK(observed_text(*again, "text") != whole);
}

TEST_CASE("Write: temperature 0 draws nothing, top k and top p cut") {
  auto scene = open_supplied("scene=write&temperature=0");
  scene->seek(30);
  const std::string first = observed_text(*scene, "written");
  set_ok(*scene, "seed", "[3,4]");
  scene->seek(30);
  CHECK(observed_text(*scene, "written") == first);
  set_ok(*scene, "temperature", "2");
  set_ok(*scene, "top-k", "3");
  scene->seek(40);
  const auto state = scene->state(40);
  REQUIRE(state.rows == 40);
  for (std::size_t i = 0; i < state.rows; ++i) CHECK(std::ranges::count_if(state.row(i), [](double p) { return p > 0; }) <= 3);
  if (const Frame kept = frame_of(*scene); true)
    for (const Verdict& v : kept.verdicts) CHECK(v.finding == Finding::kHolds);
  CHECK(has(refusal(*scene, "prompt", "à la"), "à"));
}

TEST_CASE("Inside: maps are averages, the stream is replayed bit for bit") {
  auto scene = open_supplied("scene=inside&times=3");
  REQUIRE(scene->horizon() == 6);
  scene->seek(6);
  const std::uint64_t hash = scene->hash(6);
  if (const Frame kept = frame_of(*scene); true)
    for (const Verdict& v : kept.verdicts)
    if (has(v.claim, "log n")) CHECK(v.finding == Finding::kHolds);
  scene->seek(1);
  scene->seek(6);
  CHECK(scene->hash(6) == hash);
  set_ok(*scene, "show", "tokens");
  const Frame frame = frame_of(*scene);
  CHECK(frame.picture.marks.size() == 64);
  CHECK(all_finite(frame));
  const auto entropies = std::get<lab::core::Matrix>(observed(*scene, "entropies"));
  CHECK(entropies.rows == 4);
  CHECK(entropies.cols == 64);
}

TEST_CASE("From scratch: equivariance holds without positions and fails with them") {
  for (const char* order : {"random", "reverse", "swap"}) {
    CAPTURE(order);
    const auto scene = open_supplied(std::string("scene=from-scratch&order=") + order);
    CHECK(observed_number(*scene, "gap-without") < 1e-3);
    CHECK(observed_number(*scene, "gap-with") > 0.05);
    if (const Frame kept = frame_of(*scene); true)
      for (const Verdict& v : kept.verdicts) CHECK(v.finding == Finding::kHolds);
  }
  const auto same = open_supplied("scene=from-scratch&text=aaaa");
  CHECK(frame_of(*same).verdicts[1].finding == Finding::kDoesNotApply);
}
