#include "scenes/train_scene.h"

#include <algorithm>

#include "core/hash.h"

namespace lab::scenes {

using core::Error;
using core::Status;
using core::success;

std::unique_ptr<Scene> make_train_scene() { return std::make_unique<TrainScene>(); }

Status TrainScene::set(std::size_t param, const Value& value) {
  if (const Status ok = check_value(params()[param], value); !ok) return ok;
  if (get(param) == value) return success();
  train_fields()[param].set(settings_, value);
  settings_.map_layer = std::min(settings_.map_layer, settings_.layers);
  if (param == kTrainCorpus || param == kTrainWindow) read_text();
  if (params()[param].view_only) {
    changed();
    return success();
  }
  linked_ = 0;
  restart();
  return success();
}

/// Nothing of the runs so far fits the new settings.
void TrainScene::restart() {
  runs_ = {};
  resume_from_.clear();
  wish_ = TrainWish::kNothing;
  follow_ = true;
  asks_ = saved_ = 0;
  ++generation_;
  k_ = 0;
  changed();
}

std::size_t TrainScene::head() const { return std::max(runs_[0].report.losses.size(), runs_[1].report.losses.size()); }

void TrainScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (!remote_ && has_text() && k > 0) train_here(k);
  // From a link: said until it is reached, or the reader looks at something else.
  if (head() == 0) linked_ = k;
  else if (k < head()) linked_ = 0;
  const std::size_t to = std::min(k, head());
  follow_ = to == head();
  if (to == k_) return;
  k_ = to;
  changed();
}

/// Iterations in one call of live(): four, or fewer where four of the course's
/// size would not be done in that time, so that the page answers in between.
std::size_t most_at_once(const TrainSettings& settings) {
  const auto work = [](const model::TrainOptions& t) {
    // In floating point: on the web the product may not fit into a size.
    return static_cast<double>(t.batch) * static_cast<double>(t.config.window) * static_cast<double>(t.config.width) *
           static_cast<double>(t.config.width) * static_cast<double>(t.config.layers);
  };
  const double ratio = work(model::TrainOptions{}) / work(run_options(settings, false).train);
  return static_cast<std::size_t>(std::clamp(ratio, 1.0, 4.0));
}

bool TrainScene::live(double seconds) {
  if (remote_ || !running() || !has_text()) return false;
  owed_ += seconds * settings_.speed;
  const std::size_t whole = std::min(static_cast<std::size_t>(owed_), most_at_once(settings_));
  if (whole == 0) return false;
  owed_ = 0;  // a slow machine owes nothing
  const std::size_t before = head();
  seek(std::min(horizon(), before + whole));
  return head() != before;
}

void TrainScene::train_here(std::size_t k) {
  for (std::size_t i = 0; i < run_count(); ++i) {
    TrainRun& run = runs_[i];
    if (run.report.losses.size() >= k) continue;
    if (!run.local) {
      auto begun = model::TrainingRun::begin(run_options(settings_, i == 1), text_);
      if (!begun) {
        text_problem_ = begun.error();
        return;
      }
      run.local = std::move(begun).value();
      // Checked when it was opened.
      if (i == 0 && !resume_from_.empty()) (void)run.local->resume(resume_from_).ok();
    }
    while (run.local->iteration() < k && !run.local->done()) run.local->step();
    run.report = run.local->report();
    if (run.local->failed()) continue;
    take_model(run, run.local->model());
    run.report.state = run.local->done() ? "done" : running() ? "running" : "paused";
  }
  if (wish_ == TrainWish::kNothing) wish_ = TrainWish::kPause;
  finish_if_done();
  changed();
}

bool TrainScene::over(std::size_t run) const {
  const std::string& state = runs_[run].report.state;
  return state == "done" || state == "stopped" || state == "failed";
}

void TrainScene::finish_if_done() {
  bool all = true;
  for (std::size_t i = 0; i < run_count(); ++i) all = all && over(i);
  if (all && wish_ != TrainWish::kNothing) wish_ = TrainWish::kStop;
}

const model::Measurement* TrainScene::measured(std::size_t run) const {
  const auto& points = runs_[run].report.points;
  const auto after = std::ranges::partition_point(points, [&](const model::Measurement& m) { return m.iteration < k_; });
  return after == points.begin() ? nullptr : &*std::prev(after);
}

core::Matrix TrainScene::state(std::size_t k) const {
  core::Matrix out(run_count(), 3);
  for (std::size_t i = 0; i < run_count(); ++i) {
    const model::RunReport& r = runs_[i].report;
    if (k > 0 && k <= r.losses.size()) out(i, 0) = static_cast<double>(r.losses[k - 1]);
    for (const model::Measurement& m : r.points) {
      if (m.iteration >= k) break;
      out(i, 1) = m.held_out_loss;
      out(i, 2) = m.held_out_accuracy;
    }
  }
  return out;
}

std::uint64_t TrainScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t i = 0; i < run_count(); ++i) {
    const auto& losses = runs_[i].report.losses;
    for (std::size_t j = 0; j < std::min(k, losses.size()); ++j) {
      const double loss = static_cast<double>(losses[j]);
      sum = core::hash_bits({&loss, 1}, sum);
    }
  }
  return sum;
}

// --- actions ---

namespace {
enum TrainAction : std::size_t { kStart, kPauseIt, kResumeIt, kStopIt, kOpenFile, kSaveCheckpoint, kSaveWeights, kUseModel };
}

std::span<const Action> TrainScene::actions() const {
  static const std::vector<Action> all{
      {"start", "Start", "Train from the first iteration on"},
      {"pause", "Pause", "Hold the training; nothing is lost"},
      {"resume", "Resume", "Go on where it was held"},
      {"stop", "Stop", "End the training here; curve and weights stay"},
      {"open-file", "Open a file", "A text becomes the corpus; a checkpoint goes on where it was saved"},
      {"save-checkpoint", "Save checkpoint", "A file from which the training can go on, with its curve"},
      {"save-weights", "Save weights", "The newest measured model as a .safetensors file, which PyTorch opens too"},
      {"use-model", "Use this model", "The other scenes write and fill in with the newest measured model"},
  };
  return all;
}

Status TrainScene::act(std::size_t action) {
  switch (action) {
    case kStart: return start();
    case kPauseIt: return pause();
    case kResumeIt: return resume();
    case kStopIt: return stop();
    case kOpenFile: wishes_.push_back({Wish::Kind::kOpenFile, "", ""}); return success();
    case kSaveCheckpoint: return save_checkpoint();
    case kSaveWeights: return save_weights(false);
    default: return save_weights(true);
  }
}

Status TrainScene::start() {
  if (wish_ == TrainWish::kRun) return Error{"The training runs already."};
  if (!text_problem_.empty()) return Error{text_problem_};
  if (settings_.corpus == "own" && !has_text()) return Error{"Open or drop a text first."};
  restart();
  wish_ = TrainWish::kRun;
  if (!remote_) seek(1);
  return success();
}

Status TrainScene::pause() {
  if (wish_ != TrainWish::kRun) return Error{"No training runs that could be held."};
  wish_ = TrainWish::kPause;
  changed();
  return success();
}

Status TrainScene::resume() {
  if (wish_ != TrainWish::kPause) return Error{"No training is held that could go on."};
  wish_ = TrainWish::kRun;
  follow_ = true;
  k_ = head();
  changed();
  return success();
}

Status TrainScene::stop() {
  if (wish_ != TrainWish::kRun && wish_ != TrainWish::kPause) return Error{"No training runs that could be stopped."};
  wish_ = TrainWish::kStop;
  if (!remote_)
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (!over(i)) runs_[i].report.state = runs_[i].local ? "stopped" : "";
  changed();
  return success();
}

void TrainScene::set_running(bool on) {
  // What cannot be is told by the buttons of the scene; the player's only do what can.
  if (!on) (void)pause().ok();
  else if (wish_ == TrainWish::kPause) (void)resume().ok();
  else (void)start().ok();
}

}  // namespace lab::scenes
