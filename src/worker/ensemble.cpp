#include <emscripten.h>

#include <optional>
#include <string>

#include "core/exit_ensemble.h"

// What web/ensemble_worker.js may call. A returned text is valid until the next call.
namespace {

std::optional<lab::core::ExitEnsemble>& ensemble() {
  static std::optional<lab::core::ExitEnsemble> the_ensemble;
  return the_ensemble;
}

const char* reply(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

}  // namespace

extern "C" {

/// Begins a part of an ensemble: options as in core/exit_ensemble.h. "", or a sentence for the reader.
EMSCRIPTEN_KEEPALIVE const char* ensemble_begin(const char* options) {
  auto read = lab::core::read_ensemble_options(options);
  if (!read) return reply(read.error());
  ensemble().emplace(std::move(read).value());
  return reply({});
}

/// Up to `work` steps or jumps; returns whether there is more to do.
EMSCRIPTEN_KEEPALIVE int ensemble_advance(int work) {
  return ensemble() && ensemble()->advance(static_cast<std::size_t>(work)) ? 1 : 0;
}

/// Lines of runs that ended since the last call.
EMSCRIPTEN_KEEPALIVE const char* ensemble_lines() { return reply(ensemble() ? ensemble()->take_lines() : std::string()); }

}  // extern "C"
