// What comes to the scene that trains and goes from it: texts, checkpoints, reports of workers.
#include <algorithm>

#include "model/fast_forward.h"
#include "scenes/train_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {

using core::Error;
using core::Status;
using core::success;

namespace {

/// Of Tiny Shakespeare as the course has it.
constexpr std::size_t kCourseCharacters = 1'115'394;
constexpr std::uint64_t kCoursePrint = 0x4016c93c3be74c18;

/// Eight bytes of a length, then JSON: the beginning of a .safetensors file.
bool is_tensor_file(std::string_view bytes) { return bytes.size() > 8 && bytes[8] == '{' && bytes[7] == '\0' && bytes[6] == '\0'; }

}  // namespace

// --- the text ---

std::vector<std::string> TrainScene::needs() const {
  const std::string file(corpus_file(settings_.corpus));
  if (text_file_ == file) return {};
  return {file};
}

Status TrainScene::give(std::string_view name, std::string_view bytes) {
  if (name != corpus_file(settings_.corpus)) return Error{"Training does not need " + quoted(name) + " now."};
  return take_text(bytes);
}

Status TrainScene::take_text(std::string_view bytes) {
  auto corpus = model::read_corpus(bytes, run_options(settings_, false).train.config.window);
  if (!corpus) return Error{corpus.error()};
  text_ = bytes;
  text_file_ = corpus_file(settings_.corpus);
  text_problem_.clear();
  take_corpus(std::move(corpus).value());
  changed();
  return success();
}

void TrainScene::take_corpus(model::Corpus corpus) {
  corpus_ = std::move(corpus);
  std::vector<std::size_t> counts(corpus_.vocabulary.size());
  for (const model::Token t : corpus_.held_out()) ++counts[t];
  const auto most = std::ranges::max_element(counts);
  constant_.name = corpus_.vocabulary.name(static_cast<model::Token>(most - counts.begin()));
  constant_.share = static_cast<double>(*most) / static_cast<double>(corpus_.held_out().size());
  course_text_ = corpus_.tokens.size() == kCourseCharacters && model::text_fingerprint(text_) == kCoursePrint;
}

/// After another choice of text, or of the window by which it is split.
void TrainScene::read_text() {
  text_problem_.clear();
  corpus_ = {};
  if (text_file_ != corpus_file(settings_.corpus)) {
    text_.clear();
    text_file_.clear();
    return;
  }
  auto corpus = model::read_corpus(text_, run_options(settings_, false).train.config.window);
  if (corpus) take_corpus(std::move(corpus).value());
  else text_problem_ = corpus.error();
}

Status TrainScene::open_file(std::string_view name, std::string_view bytes) {
  if (is_tensor_file(bytes) || name.ends_with(".safetensors")) return open_checkpoint(bytes);
  auto corpus = model::read_corpus(bytes, run_options(settings_, false).train.config.window);
  if (!corpus) return Error{"\u2018" + std::string(name.substr(0, 60)) + "\u2019 cannot be trained on. " + corpus.error()};
  settings_.corpus = "own";
  linked_ = 0;
  restart();
  wishes_.push_back({Wish::Kind::kKeep, std::string(corpus_file("own")), std::string(bytes)});
  return take_text(bytes);
}

Status TrainScene::open_checkpoint(std::string_view bytes) {
  const auto facts = model::read_checkpoint(bytes);
  if (!facts) return Error{facts.error()};
  if (!has_text()) return Error{"Open the text first on which the checkpoint was made."};
  const auto settings = settings_of(facts.value().options, settings_);
  if (!settings) return Error{settings.error()};
  // The whole file is tried out here, so that a broken one changes nothing.
  auto begun = model::TrainingRun::begin(facts.value().options, text_);
  if (!begun) return Error{begun.error()};
  std::unique_ptr<model::TrainingRun> run = std::move(begun).value();
  if (const Status resumed = run->resume(bytes); !resumed) return resumed;
  settings_ = settings.value();
  linked_ = 0;
  restart();
  read_text();
  resume_from_ = bytes;
  runs_[0].checkpoint = bytes;
  runs_[0].report = run->report();
  runs_[0].report.state = run->done() ? "done" : "paused";
  take_model(runs_[0], run->model());
  if (!remote_) runs_[0].local = std::move(run);
  wish_ = TrainWish::kPause;
  k_ = head();
  finish_if_done();
  changed();
  return success();
}

// --- jobs ---

void TrainScene::set_remote(bool remote) {
  if (remote_ == remote) return;
  remote_ = remote;
  // What a worker has done stays in its memory; here it would begin anew.
  if (head() > 0 || wish_ == TrainWish::kRun) restart();
  changed();
}

std::vector<Job> TrainScene::jobs() const {
  std::vector<Job> out;
  if (!remote_ || !has_text() || wish_ == TrainWish::kNothing) return out;
  constexpr const char* kWants[] = {"", "run", "pause", "stop"};
  for (std::size_t i = 0; i < run_count(); ++i)
    if (!over(i))
      out.push_back({job_id(i), "train", model::write_options(run_options(settings_, i == 1)), kWants[static_cast<int>(wish_)], i == 0 ? asks_ : 0});
  return out;
}

std::string_view TrainScene::job_input(std::string_view job, std::string_view name) const {
  if (name == "text") return text_;
  return name == "checkpoint" && job == job_id(0) ? std::string_view(resume_from_) : std::string_view();
}

void TrainScene::report(std::string_view job, std::string_view bytes) {
  const std::size_t i = job == job_id(0) ? 0 : job == job_id(1) ? 1 : 2;
  if (i == 2) return;  // of a run that was given up
  TrainRun& run = runs_[i];
  constexpr std::string_view kModel = "model\n", kCheckpoint = "checkpoint\n";
  if (bytes.starts_with(kModel)) {
    take_model(run, bytes.substr(kModel.size()));
  } else if (bytes.starts_with(kCheckpoint)) {
    run.checkpoint = bytes.substr(kCheckpoint.size());
    if (i == 0 && saved_ < asks_) {
      saved_ = asks_;
      wishes_.push_back({Wish::Kind::kSaveFile, "checkpoint-" + std::to_string(run.report.losses.size()) + ".safetensors", run.checkpoint});
    }
  } else if (!run.report.read(bytes)) {
    run.report.error = "The training broke off: what its worker told could not be read.";
    run.report.state = "failed";
  }
  finish_if_done();
  if (follow_) k_ = head();
  changed();
}

void TrainScene::take_model(TrainRun& run, std::string_view bytes) {
  const auto read = model::read_model(bytes);
  const auto window = map_window();
  if (!read || window.empty()) return;
  run.model = bytes;
  const model::Weights& weights = read.value().weights;
  const model::Config& c = weights.config;
  model::PackedWeights packed;
  packed.assign(weights, false);
  model::FastForward forward(c);
  std::vector<std::uint32_t> all(window.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
  forward.run(weights, packed, window, all, false);
  run.maps.clear();
  for (const model::BlockTrace& t : forward.blocks())
    run.maps.insert(run.maps.end(), t.maps.begin(), t.maps.begin() + static_cast<std::ptrdiff_t>(c.heads * window.size() * window.size()));
}

std::span<const model::Token> TrainScene::map_window() const {
  const auto text = corpus_.held_out();
  return text.first(std::min(text.size(), run_options(settings_, false).train.config.window));
}

// --- files that leave ---

Status TrainScene::save_checkpoint() {
  const TrainRun& run = runs_[0];
  const bool works = wish_ == TrainWish::kRun || (wish_ != TrainWish::kNothing && run.report.state != "paused");
  if (run.local && run.local->failed()) {
    return Error{"The training has failed; there is nothing to go on from."};
  } else if (run.local) {
    wishes_.push_back({Wish::Kind::kSaveFile, "checkpoint-" + std::to_string(run.report.losses.size()) + ".safetensors", run.local->checkpoint()});
  } else if (remote_ && works && !over(0)) {
    ++asks_;  // the worker is asked, and report() hands out what it sends; a run that is over is asked no more
  } else if (!run.checkpoint.empty()) {
    wishes_.push_back({Wish::Kind::kSaveFile, "checkpoint-" + std::to_string(run.report.losses.size()) + ".safetensors", run.checkpoint});
  } else {
    return Error{"There is no training yet that could be saved."};
  }
  changed();
  return success();
}

Status TrainScene::save_weights(bool keep) {
  const TrainRun& run = runs_[0];
  if (run.model.empty()) return Error{"There is no trained model yet; the first one comes with the first measurement."};
  if (keep) wishes_.push_back({Wish::Kind::kKeep, "own.safetensors", run.model});
  else wishes_.push_back({Wish::Kind::kSaveFile, "tinybert-" + std::to_string(run.report.losses.size()) + ".safetensors", run.model});
  changed();
  return success();
}

std::optional<Wish> TrainScene::take_wish() {
  if (wishes_.empty()) return std::nullopt;
  Wish wish = std::move(wishes_.front());
  wishes_.pop_front();
  return wish;
}

}  // namespace lab::scenes
