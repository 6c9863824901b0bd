#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/generator.h"
#include "model/adam.h"
#include "model/fast_train.h"
#include "model/vocabulary.h"

/// The training loop of the course (notebook section 6), reproducible bit for
/// bit: same seed, options and text give the same weights in every build.
namespace lab::model {

enum class Schedule { kConstant, kCosine, kLinear };

struct TrainOptions {
  Config config;
  std::uint64_t seed = 0;
  std::size_t iterations = 2001;
  std::size_t batch = 64;           ///< windows an iteration
  double rate = 3e-3;               ///< largest learning rate
  Schedule schedule = Schedule::kConstant;
  std::size_t warmup = 0;           ///< iterations over which the rate rises linearly from 0
  double final_rate = 0.0;          ///< where cosine and linear schedules end
  MaskRule mask;
  bool positions = true;            ///< off in exercise 2
};

/// Whether training can begin: sizes in range, both texts longer than the
/// window, every token below V. The error is one sentence.
core::Status check(const TrainOptions& options, std::span<const Token> train, std::span<const Token> held_out);

/// Learning rate of an iteration, counted from 0.
double rate_at(const TrainOptions& options, std::size_t iteration);

/// The gradient of a batch is summed in this many parts, windows of a part in
/// order and then the parts in order. So one worker and several give the same bits.
inline constexpr std::size_t kShards = 4;

/// Windows and masks come from the generator of the child seed 1, the first
/// weights from child 0, evaluations from child 2: how often one looks does
/// not change what is learned.
class Trainer {
 public:
  /// `train` and `held_out` must outlive the trainer; check() must have passed.
  Trainer(const TrainOptions& options, std::span<const Token> train, std::span<const Token> held_out);

  /// One iteration; the score is that of its batch before the update.
  Score step();

  /// The parts of step(), for several workers: draw(), then shard() for each s
  /// below kShards in any order or place, then finish().
  void draw();
  Score shard(std::size_t s);
  void finish();

  /// The bytes of a file from which resume() goes on as if nothing had
  /// happened: a model file that also holds Adam's moments and the generators.
  /// `more` is kept in its metadata, for whoever runs the trainer.
  std::string checkpoint(const Vocabulary& vocabulary, std::map<std::string, std::string> more = {}) const;
  /// Takes over the state of a checkpoint made with the same options. On an
  /// error, one sentence, nothing has changed.
  core::Status resume(std::string_view bytes);

  /// The notebook's own measurement: `count` fresh held-out windows, masked anew.
  Score evaluate(std::size_t count = 512);
  /// Score over given examples.
  Score evaluate(std::span<const Example> examples);

  std::size_t iteration() const { return iteration_; }   ///< iterations done
  bool done() const { return iteration_ >= options_.iterations; }
  const Weights& weights() const { return weights_; }
  const TrainOptions& options() const { return options_; }
  std::span<float> shard_gradient(std::size_t s) { return shards_[s]; }

 private:
  TrainOptions options_;
  std::span<const Token> train_, held_out_;
  core::Generator batches_, evaluations_;
  Weights weights_;
  Adam adam_;
  PackedWeights packed_;
  FastGradient gradient_;
  std::vector<Example> batch_;
  std::vector<std::vector<float>> shards_;
  std::size_t hidden_ = 0;   ///< hidden characters in the batch
  std::size_t iteration_ = 0;
};

/// The fixed held-out windows by which models are compared: `count` windows of
/// n characters, masked by the notebook's rule, always the same ones.
std::vector<Example> fixed_examples(std::span<const Token> held_out, std::size_t n, std::size_t count = 2000);

/// Of each example only the last position, when it is hidden: what writing needs.
std::vector<Example> last_only(std::span<const Example> examples);

/// Score of any weights over examples.
Score evaluate(const Weights& weights, std::span<const Example> examples);

}  // namespace lab::model
