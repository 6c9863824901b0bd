#pragma once
#include <cstddef>
#include <span>

#include "model/fast_train.h"

namespace lab::model {

/// int8 beside float32 on the same hidden characters.
struct QuantizationReport {
  Score float32, int8;
  double largest_logit_error = 0.0;   ///< over all logits at the hidden characters
  double mean_logit_error = 0.0;      ///< mean size of the error
  std::size_t windows = 0;

  /// Percentage points that int8 loses; negative when it gains.
  double accuracy_lost() const { return 100.0 * (float32.accuracy() - int8.accuracy()); }
  /// Nats that int8 loses.
  double nats_lost() const { return int8.mean_loss() - float32.mean_loss(); }
};

/// Measures over `examples`, each of 1 to n tokens below V.
QuantizationReport measure_quantization(const Weights& weights, std::span<const Example> examples);

}  // namespace lab::model
