#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "model/corpus.h"
#include "model/training_options.h"
#include "model/training_report.h"

namespace lab::model {

/// A training run that is looked at: trainer, text, curve, samples. The page's
/// worker and the scene without one run the same class.
class TrainingRun {
 public:
  /// Errors are one sentence: of the text (read_corpus) or the options (check).
  static core::Result<std::unique_ptr<TrainingRun>> begin(const RunOptions& options, std::string_view text);

  /// One iteration, with its measurement and sample where they are due. Does
  /// nothing when done. A loss that is no number ends the run: see failed().
  void step();
  bool done() const { return failed() || trainer_.done(); }
  /// The report's state is "failed" and its error says why; the weights are of
  /// no use, and the report ends with the last finite figures.
  bool failed() const { return report_.state == "failed"; }
  std::size_t iteration() const { return trainer_.iteration(); }   ///< iterations done

  /// What happened since the last call, as lines of RunReport; first `begin`.
  std::string take_report();
  const RunReport& report() const { return report_; }

  /// The model as it is now, a .safetensors file.
  std::string model() const;
  /// Trainer::checkpoint with options, curve and the text's fingerprint.
  std::string checkpoint() const;
  /// Goes on from a checkpoint with the same options and text; one of `lab-cli
  /// train` has no curve of its own. On an error nothing has changed.
  core::Status resume(std::string_view bytes);

  /// Of the weights' bits.
  std::uint64_t fingerprint() const { return model::fingerprint(trainer_.weights().values); }

 private:
  TrainingRun(const RunOptions& options, Corpus corpus, std::uint64_t text_print);
  void measure(std::size_t iteration);
  void fail();
  void write_sample(std::size_t iteration);
  std::string curve_text() const;

  RunOptions options_;
  Corpus corpus_;
  std::uint64_t text_print_;
  Trainer trainer_;
  RunReport report_;
  std::string said_;            ///< lines not taken yet
  std::size_t told_ = 0;        ///< losses taken
  double sum_ = 0.0;            ///< of losses since the last measurement
  std::size_t count_ = 0;
};

/// What the checkpoint of a TrainingRun tells about its run.
struct CheckpointFacts {
  RunOptions options;
  std::uint64_t text_print = 0;
  std::size_t iteration = 0;
  std::string curve;            ///< lines of RunReport
};
/// Error, one sentence: no checkpoint, or not one of a run in the lab.
core::Result<CheckpointFacts> read_checkpoint(std::string_view bytes);

/// FNV-1a over the bytes of a text.
std::uint64_t text_fingerprint(std::string_view text);

/// Mean over rows of the entropy -sum p log p of each attention map, L x h
/// numbers in nats, over the given windows with every position computed.
std::vector<double> map_entropies(const Weights& weights, std::span<const Example> examples);

}  // namespace lab::model
