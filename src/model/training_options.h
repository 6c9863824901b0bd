#pragma once
#include <string>
#include <string_view>

#include "model/trainer.h"

namespace lab::model {

/// A whole training run: what is trained, and how often it is looked at. How
/// often one looks does not change what is learned.
struct RunOptions {
  TrainOptions train;               ///< the vocabulary's size is filled in from the text
  std::size_t every = 100;          ///< iterations between measurements
  std::size_t measured = 512;       ///< fresh held-out windows in each
  std::size_t sample_every = 500;   ///< iterations between samples of text
  std::size_t sample_length = 240;  ///< characters in each
};

/// As text, a line for each option ("rate 0.003"), to be sent to a worker or
/// kept in a checkpoint; and back with the same bits. Options that are missing
/// have their defaults; an error is one sentence.
std::string write_options(const RunOptions& options);
core::Result<RunOptions> read_options(std::string_view text);

}  // namespace lab::model
