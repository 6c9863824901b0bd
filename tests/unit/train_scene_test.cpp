// Training in a scene: here without workers, and with a host that plays one.
#include <doctest.h>

#include "model/safetensors.h"
#include "train_scene_support.h"

using namespace lab::scenes;
using namespace lab::test;

TEST_CASE("A scene without workers trains in seek, the same whichever way it goes") {
  auto straight = small_scene(), slow = small_scene();
  straight->seek(20);
  for (const std::size_t k : {1, 7, 3, 12, 20}) slow->seek(k);
  CHECK(straight->step() == 20);
  CHECK(straight->hash(20) == slow->hash(20));
  CHECK(straight->hash(20) != straight->hash(19));
  CHECK(observed_number(*straight, "accuracy") > 0);
  CHECK(observed_number(*straight, "parameters") > 1000);
  CHECK(observed_text(*straight, "state") == "done");
  CHECK(all_finite(frame_of(*straight)));
  CHECK(well_formed(frame_of(*straight)));
  CHECK(frame_of(*straight).maps.size() == 4);
  CHECK(frame_of(*straight).strips.size() == 1);
  // It learns: the text has few words.
  CHECK(straight->state(20)(0, 1) < straight->state(1)(0, 1));
}

TEST_CASE("Each exercise changes the run, and a second run stands beside the first") {
  std::vector<std::uint64_t> seen{small_scene()->hash(0)};
  for (const char* more : {"", "&scale=off", "&positions=off", "&last=off", "&heads=1", "&seed=1"}) {
    auto scene = small_scene(more);
    scene->seek(6);
    CHECK(std::ranges::find(seen, scene->hash(6)) == seen.end());
    seen.push_back(scene->hash(6));
  }
  auto both = small_scene("&compare=no-positions"), alone = small_scene("&positions=off");
  both->seek(6);
  alone->seek(6);
  CHECK(both->state(6)(1, 0) == alone->state(6)(0, 0));
  CHECK(both->state(6)(0, 0) != both->state(6)(1, 0));
  CHECK(frame_of(*both).maps.size() == 8);
  CHECK(observed_number(*both, "entropy-2") > 0);
}

TEST_CASE("With workers the scene says what is wanted and takes what is reported") {
  auto scene = small_scene("&compare=one-head"), local = small_scene("&compare=one-head");
  scene->set_remote(true);
  CHECK(scene->jobs().empty());
  scene->seek(5);
  CHECK(scene->step() == 0);  // nothing is computed here
  act(*scene, "start");
  const auto jobs = scene->jobs();
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].want == "run");
  CHECK(jobs[0].id != jobs[1].id);
  act(*scene, "pause");
  CHECK(scene->jobs()[0].want == "pause");
  CHECK(scene->jobs()[0].id == jobs[0].id);
  act(*scene, "pause", false);
  act(*scene, "resume");
  act(*scene, "save-checkpoint");
  CHECK(scene->jobs()[0].asks == 1);
  work(*scene, jobs[0]);
  CHECK(scene->jobs().size() == 1);
  work(*scene, jobs[1]);
  CHECK(scene->jobs().empty());
  local->seek(20);
  CHECK(scene->step() == 20);
  CHECK(scene->hash(20) == local->hash(20));
  CHECK(wished(*scene, Wish::Kind::kSaveFile)->name == "checkpoint-8.safetensors");
  act(*scene, "use-model");
  CHECK(lab::model::read_model(wished(*scene, Wish::Kind::kKeep)->bytes).ok());
  // A report of a run that was given up, and nonsense, change nothing.
  act(*scene, "start");
  scene->report(jobs[0].id, "loss 0 1 2 3\n");
  scene->report("other", "loss 0 1\n");
  scene->report(scene->jobs()[0].id, "nonsense\nloss 7 1\npoint x\n");
  CHECK(scene->step() == 0);
}

TEST_CASE("A checkpoint goes on with its settings and curve; broken ones change nothing") {
  auto first = small_scene("&seed=3&heads=1"), second = small_scene();
  first->seek(7);
  act(*first, "save-checkpoint");
  const std::string kept = wished(*first, Wish::Kind::kSaveFile)->bytes;
  for (const std::size_t length : {std::size_t{9}, std::size_t{200}, kept.size() / 2, kept.size() - 1})
    CHECK_FALSE(second->open_file("x.safetensors", std::string_view(kept).substr(0, length)).ok());
  std::string nan = kept;
  nan.replace(nan.size() - 4, 4, std::string("\0\0\xc0\x7f", 4));
  CHECK_FALSE(second->open_file("x.safetensors", nan).ok());
  act(*first, "save-weights");
  CHECK_FALSE(second->open_file("x.safetensors", wished(*first, Wish::Kind::kSaveFile)->bytes).ok());
  CHECK(second->step() == 0);
  CHECK(second->get(static_cast<std::size_t>(find_param(*second, "heads"))) == Value(std::string("4")));
  REQUIRE(second->open_file("x.safetensors", kept).ok());
  CHECK(second->step() == 7);
  first->seek(20);
  second->seek(20);
  CHECK(second->hash(20) == first->hash(20));
  CHECK_FALSE(small_scene("", some_text() + "more")->open_file("x.safetensors", kept).ok());
}

TEST_CASE("A text of the reader's becomes the corpus; what is no text is refused in a sentence") {
  auto scene = small_scene();
  scene->seek(3);
  for (const std::string& bad : {std::string(), std::string("abc"), std::string("\xff\xfe"), some_text() + std::string(1, '\0')}) {
    const auto status = scene->open_file("bad.txt", bad);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().find("bad.txt") != std::string::npos);
  }
  CHECK(scene->step() == 3);
  REQUIRE(scene->open_file("mine.txt", "\u00fc" + some_text()).ok());
  CHECK(scene->step() == 0);
  CHECK(observed_number(*scene, "vocabulary") == observed_number(*small_scene(), "vocabulary") + 1);
  CHECK(any_note(frame_of(*scene), "Your text"));
  CHECK(wished(*scene, Wish::Kind::kKeep)->name == "own.txt");
  scene->seek(2);
  CHECK(scene->step() == 2);
}

TEST_CASE("Options and reports survive their way as text") {
  lab::model::RunOptions o;
  o.train.rate = 0.1 + 0.2;
  o.train.config.heads = 8;
  o.train.mask.always_last = false;
  o.train.schedule = lab::model::Schedule::kLinear;
  const auto back = lab::model::read_options(lab::model::write_options(o));
  REQUIRE(back.ok());
  CHECK(back.value().train.rate == o.train.rate);
  CHECK(lab::model::write_options(back.value()) == lab::model::write_options(o));
  CHECK_FALSE(lab::model::read_options("rate x\n").ok());
  CHECK_FALSE(lab::model::read_options("rat 1\n").ok());
  lab::model::RunReport report;
  const lab::model::Measurement m{0, 0.003, 1.0 / 3.0, 2.5, 0.1, {0.25, 1.5}};
  const lab::model::SampleText s{0, "a\\n b\nc"};
  CHECK(report.read(lab::model::loss_line(0, {3.5f, 0.1f}, 2) + lab::model::point_line(m) + lab::model::sample_line(s)));
  CHECK(report.losses == std::vector<float>{3.5f, 0.1f});
  CHECK(report.points == std::vector{m});
  CHECK(report.samples == std::vector{s});
}
