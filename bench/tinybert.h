#pragma once
#include <string_view>
#include <vector>

#include "model/generate.h"
#include "model/inference.h"
#include "model/weights.h"

/// What is timed of TinyBERT, natively and in the page alike.
namespace lab::bench {

/// The window all sides are checked with: token i is (7 i + 3) mod V.
std::vector<model::Token> sample_window(const model::Config& config);

/// Logits of that window at all positions, n x V.
std::vector<float> sample_logits(const model::Weights& weights, model::Precision precision);

/// Milliseconds of one
///   forward, forward-int8   window, logits at all positions
///   batch, batch-int8       64 such windows
///   write, write-int8       character, drawn at temperature 0.8
///   train                   iteration of the notebook's loop (batch 64)
///   ceiling, ceiling-int8   matrix product of ceiling.h
/// or -1 for another word.
double measure(const model::Weights& weights, std::string_view what);

}  // namespace lab::bench
