#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "core/result.h"
#include "model/trainer.h"

namespace lab::cli {

/// What `train` is asked for. The vocabulary's size is filled in from the text.
struct TrainRequest {
  model::TrainOptions options;
  std::string corpus;
  std::string out;
  std::string curve;
  std::string metrics;
  std::string checkpoint;
  std::size_t train_characters = 0;   ///< 0: nine tenths, or 1,000,000 of a longer text
  std::size_t every = 100;            ///< iterations between measurements
  bool help = false;
};

std::span<const Flag> train_flags();

/// Reads what stands behind "train". Errors are sentences.
core::Result<TrainRequest> read_train(std::span<const std::string_view> arguments);

}  // namespace lab::cli
