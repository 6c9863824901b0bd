#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "model/training_options.h"
#include "scenes/param.h"

/// The table of the scene that trains: one row a parameter, in the order in
/// which links and command lines apply them.
namespace lab::scenes {

struct TrainSettings {
  std::string corpus = "shakespeare";
  std::int64_t seed = 0;
  std::int64_t iterations = 2001;
  std::int64_t batch = 64;
  double rate = 3e-3;
  std::string schedule = "constant";
  std::int64_t warmup = 0;
  double hide = 0.15;
  std::int64_t every = 100;
  std::string width = "64";
  std::string heads = "4";
  std::int64_t layers = 2;
  std::string window = "64";
  bool scale = true;
  bool positions = true;
  bool last = true;
  std::string compare = "none";
  std::int64_t map_layer = 2;   ///< from 1
  double speed = 10;

  bool operator==(const TrainSettings&) const = default;
};

enum TrainRow : std::size_t {
  kTrainCorpus, kTrainCompare, kTrainScale, kTrainPositions, kTrainLast, kTrainHeads, kTrainWidth, kTrainLayers,
  kTrainWindow, kTrainIterations, kTrainBatch, kTrainRate, kTrainSchedule, kTrainWarmup, kTrainHide, kTrainSeed,
  kTrainEvery, kTrainMapLayer, kTrainSpeed, kTrainRows
};

std::span<const Field<TrainSettings>> train_fields();
std::span<const Param> train_params();

/// File of the lab that holds the text of a choice of `corpus`.
std::string_view corpus_file(std::string_view corpus);

/// The run that the settings describe; `compared`: the second one, which
/// differs from it as `compare` says.
model::RunOptions run_options(const TrainSettings& settings, bool compared);
/// Settings that give exactly these options, `otherwise` for what a run does
/// not know (text, views). An error where the table cannot say them.
core::Result<TrainSettings> settings_of(const model::RunOptions& options, const TrainSettings& otherwise);

/// Nothing differs from the course's own run but the seed and what is shown.
bool is_notebook_run(const TrainSettings& settings);

/// "as set", "without 1/√d_a", …
std::string run_name(const TrainSettings& settings, bool compared);

}  // namespace lab::scenes
