#include <emscripten.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "model/training_run.h"

// What web/train_worker.js may call. A returned text is valid until the next
// call; where an outcome is returned, "" means that all went well and any other
// text is a sentence for the reader.
namespace {

using lab::model::TrainingRun;

std::unique_ptr<TrainingRun>& run() {
  static std::unique_ptr<TrainingRun> the_run;
  return the_run;
}

std::string& kept() {
  static std::string bytes;
  return bytes;
}

const char* reply(std::string text) {
  kept() = std::move(text);
  return kept().c_str();
}

std::string_view view(const char* bytes, int size) { return {bytes, static_cast<std::size_t>(size)}; }

}  // namespace

extern "C" {

/// Begins a run: options as in model/training_options.h, a text of `size` bytes.
EMSCRIPTEN_KEEPALIVE const char* trainer_begin(const char* options, const char* text, int size) {
  const auto read = lab::model::read_options(options);
  if (!read) return reply(read.error());
  auto begun = TrainingRun::begin(read.value(), view(text, size));
  if (!begun) return reply(begun.error());
  run() = std::move(begun).value();
  return reply({});
}

/// Goes on from a checkpoint of `size` bytes.
EMSCRIPTEN_KEEPALIVE const char* trainer_resume(const char* bytes, int size) {
  if (!run()) return reply("There is no run to go on with.");
  const auto resumed = run()->resume(view(bytes, size));
  return reply(resumed ? std::string() : resumed.error());
}

/// One iteration; returns whether there is another.
EMSCRIPTEN_KEEPALIVE int trainer_step() {
  if (!run()) return 0;
  run()->step();
  return run()->done() ? 0 : 1;
}

EMSCRIPTEN_KEEPALIVE int trainer_iteration() { return run() ? static_cast<int>(run()->iteration()) : 0; }

/// Lines of model::RunReport since the last call.
EMSCRIPTEN_KEEPALIVE const char* trainer_report() { return reply(run() ? run()->take_report() : std::string()); }

/// The model, or with `all` the whole state, as the bytes of a .safetensors
/// file: trainer_size() bytes from the address returned.
EMSCRIPTEN_KEEPALIVE const char* trainer_file(int all) {
  if (!run()) return reply({});
  return reply(all != 0 ? run()->checkpoint() : run()->model());
}
EMSCRIPTEN_KEEPALIVE int trainer_size() { return static_cast<int>(kept().size()); }

/// Bits of the weights in hexadecimal.
EMSCRIPTEN_KEEPALIVE const char* trainer_fingerprint() {
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(run() ? run()->fingerprint() : 0));
  return reply(hex.data());
}

}  // extern "C"
