#include "model/quantization.h"

#include <algorithm>
#include <cmath>

#include "model/inference.h"

namespace lab::model {

QuantizationReport measure_quantization(const Weights& weights, std::span<const Example> examples) {
  Inference exact(weights, Precision::kFloat), quantized(weights, Precision::kInt8);
  QuantizationReport report;
  std::size_t compared = 0;
  for (const Example& e : examples) {
    exact.run(e.tokens, e.rows);
    quantized.run(e.tokens, e.rows);
    report.float32 += cross_entropy(exact.logits(), weights.config.vocab, e.targets, 1.0f, nullptr);
    report.int8 += cross_entropy(quantized.logits(), weights.config.vocab, e.targets, 1.0f, nullptr);
    for (std::size_t i = 0; i < exact.logits().size(); ++i) {
      const double error = std::fabs(static_cast<double>(exact.logits()[i]) - static_cast<double>(quantized.logits()[i]));
      report.largest_logit_error = std::max(report.largest_logit_error, error);
      report.mean_logit_error += error;
    }
    compared += exact.logits().size();
    ++report.windows;
  }
  if (compared > 0) report.mean_logit_error /= static_cast<double>(compared);
  return report;
}

}  // namespace lab::model
