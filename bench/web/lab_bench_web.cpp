// The TinyBERT part of lab-bench as a module for the page of browser.mjs.
#include <emscripten.h>

#include <algorithm>
#include <string>

#include "model/safetensors.h"
#include "tinybert.h"

namespace {

lab::model::Weights weights;
std::vector<float> logits;

}  // namespace

extern "C" {

/// Whether the bytes are a model; they may be freed afterwards.
EMSCRIPTEN_KEEPALIVE int bench_load(const char* bytes, std::size_t size) {
  auto read = lab::model::read_model({bytes, size});
  if (!read) return 0;
  weights = std::move(read).value().weights;
  return 1;
}

/// Milliseconds, or -1.
EMSCRIPTEN_KEEPALIVE double bench_measure(const char* what) { return lab::bench::measure(weights, what); }

/// n x V numbers, valid until the next call.
EMSCRIPTEN_KEEPALIVE const float* bench_logits(int int8) {
  logits = lab::bench::sample_logits(weights, int8 != 0 ? lab::model::Precision::kInt8 : lab::model::Precision::kFloat);
  return logits.data();
}
EMSCRIPTEN_KEEPALIVE std::size_t bench_logit_count() { return logits.size(); }
}
