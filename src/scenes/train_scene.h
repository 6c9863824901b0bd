#pragma once
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/corpus.h"
#include "model/safetensors.h"
#include "model/training_run.h"
#include "scenes/scene.h"
#include "scenes/train_params.h"

namespace lab::scenes {

/// What the reader last asked for.
enum class TrainWish { kNothing, kRun, kPause, kStop };

/// One of the two runs, as far as the scene knows.
struct TrainRun {
  model::RunReport report;
  std::string model;        ///< newest weights reported, a .safetensors file
  std::string checkpoint;   ///< newest one reported
  /// Attention maps of `model` on the held-out window, L x h x n x n; empty without a model.
  std::vector<float> maps;
  std::unique_ptr<model::TrainingRun> local;   ///< where no worker trains
};

/// Guessing always the same character: the one that is held out most often.
struct ConstantGuess {
  std::string name;
  double share = 0;   ///< of the held-out characters that it gets right
};

/// Training the course's TinyBERT: notebook section 6 and exercises 1 to 4.
///
/// A step is an iteration. Without a host that trains elsewhere seek() trains
/// here, in order and exactly. With one (set_remote) the runs are jobs, and
/// seeking goes as far as they have come.
class TrainScene final : public Scene {
 public:
  TrainScene() = default;

  std::span<const Param> params() const override { return train_params(); }
  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;

  Value get(std::size_t param) const override { return train_fields()[param].get(settings_); }
  Value fallback(std::size_t param) const override { return train_fields()[param].get(TrainSettings{}); }
  core::Status set(std::size_t param, const Value& value) override;
  core::Status act(std::size_t action) override;

  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return static_cast<std::size_t>(settings_.iterations); }
  void seek(std::size_t k) override;
  /// What is trained; more is asked for by Start, which does not hold the page up.
  std::size_t reach() const override { return head(); }
  /// What the link asked for that was opened, until it is reached.
  std::size_t link_step() const override { return linked_ > head() ? linked_ : k_; }
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// One row a run: loss of the last of k iterations, held-out loss and
  /// accuracy as last measured by then; 0 where there is none.
  core::Matrix state(std::size_t k) const override;
  /// Over the losses of the first k iterations of each run.
  std::uint64_t hash(std::size_t k) const override;
  std::uint64_t revision() const override { return revision_; }

  std::vector<std::string> needs() const override;
  core::Status give(std::string_view name, std::string_view bytes) override;
  core::Status open_file(std::string_view name, std::string_view bytes) override;
  std::string trouble() const override { return text_problem_; }
  std::optional<Wish> take_wish() override;

  void set_remote(bool remote) override;
  std::vector<Job> jobs() const override;
  std::string_view job_input(std::string_view job, std::string_view name) const override;
  void report(std::string_view job, std::string_view bytes) override;
  bool own_time() const override { return true; }
  bool live(double seconds) override;
  bool runs_elsewhere() const override { return remote_; }
  bool running() const override { return wish_ == TrainWish::kRun; }
  void set_running(bool on) override;

  // --- for the files that fill the frame ---
  const TrainSettings& settings() const { return settings_; }
  bool compares() const { return settings_.compare != "none"; }
  std::size_t run_count() const { return compares() ? 2 : 1; }
  const TrainRun& run_at(std::size_t i) const { return runs_[i]; }
  /// Iterations of the run that has come farthest.
  std::size_t head() const;
  /// Read by the rule for the present window; empty tokens when there is none.
  const model::Corpus& corpus() const { return corpus_; }
  bool has_text() const { return !corpus_.tokens.empty(); }
  const ConstantGuess& constant_guess() const { return constant_; }
  /// The course's own run, but for the seed; its text is looked at as soon as it is there.
  bool notebook_run() const { return is_notebook_run(settings_) && (!has_text() || course_text_); }
  TrainWish wish() const { return wish_; }
  bool remote() const { return remote_; }
  /// Iteration that a link asked for before anything was trained; 0: none.
  std::size_t linked() const { return linked_; }
  /// Newest measurement at or before the step shown.
  const model::Measurement* measured(std::size_t run) const;
  /// First window of held-out text: what the maps are of.
  std::span<const model::Token> map_window() const;

 private:
  core::Status start();
  core::Status pause();
  core::Status resume();
  core::Status stop();
  core::Status save_checkpoint();
  core::Status save_weights(bool keep);
  core::Status open_checkpoint(std::string_view bytes);
  core::Status take_text(std::string_view bytes);
  void take_corpus(model::Corpus corpus);
  void read_text();
  void restart();
  void finish_if_done();
  void train_here(std::size_t k);
  void take_model(TrainRun& run, std::string_view bytes);
  std::string job_id(std::size_t run) const { return "train-" + std::to_string(generation_) + "-" + std::to_string(run + 1); }
  bool over(std::size_t run) const;
  void changed() { ++revision_; }

  TrainSettings settings_;
  std::array<TrainRun, 2> runs_;
  std::string text_, text_file_;   ///< the text of the present choice, and the file it came as
  std::string text_problem_;
  model::Corpus corpus_;
  ConstantGuess constant_;         ///< of corpus_
  bool course_text_ = false;       ///< whether text_ is that of the course, byte by byte
  std::string resume_from_;        ///< checkpoint with which the first run begins
  std::deque<Wish> wishes_;
  TrainWish wish_ = TrainWish::kNothing;
  bool remote_ = false;
  bool follow_ = true;             ///< the step shown goes with the training
  std::size_t asks_ = 0;           ///< checkpoints asked for
  std::size_t saved_ = 0;          ///< of those, handed out
  std::size_t generation_ = 0;
  std::size_t linked_ = 0;
  double owed_ = 0;                ///< iterations, where no worker trains
  std::size_t k_ = 0;
  std::uint64_t revision_ = 1;
};

std::unique_ptr<Scene> make_train_scene();

}  // namespace lab::scenes
