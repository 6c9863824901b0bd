// The configurations of the hardmax lab: core's named ones, and the random one.
#include <vector>

#include "core/presets.h"
#include "scenes/hardmax_params.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

constexpr std::string_view kRandom = "random";

std::vector<Option> all_presets() {
  std::vector<Option> out;
  for (const core::NamedPreset& p : core::presets())
    if (p.key != kRandom) out.push_back({std::string(p.key), std::string(p.title)});
  out.push_back({std::string(kRandom), "Random tokens"});
  return out;
}

// A seed of any size or a list, so not core's preset, which takes 64 bits.
core::Preset random_tokens(const HardmaxSettings& s) {
  core::Generator draw = generator_of(s.seed);
  core::Preset preset;
  preset.tokens = core::Matrix(static_cast<std::size_t>(s.n), static_cast<std::size_t>(s.d));
  draw.uniform(-1, 1, preset.tokens.data);
  preset.params.A = core::Matrix::identity(preset.tokens.cols);
  preset.layers = 400;
  return preset;
}

bool is_identity(const core::Matrix& A) { return A == core::Matrix::identity(A.rows); }

}  // namespace

std::span<const Option> hardmax_presets() {
  static const std::vector<Option> options = all_presets();
  return options;
}

std::string_view hardmax_preset_note(std::string_view key) {
  const core::NamedPreset* named = core::find_preset(key);
  return named != nullptr ? named->note : "Coordinates drawn uniformly from [-1, 1), as NumPy draws them.";
}

HardmaxStart hardmax_start(const HardmaxSettings& settings) {
  const core::NamedPreset* named = settings.preset == kRandom ? nullptr : core::find_preset(settings.preset);
  core::Preset preset = named != nullptr ? named->make() : random_tokens(settings);
  HardmaxStart start;
  start.ellipse = preset.params.A.rows == 2 && !is_identity(preset.params.A);
  start.tokens = std::move(preset.tokens);
  start.a = std::move(preset.params.A);
  start.alpha = preset.params.alpha;
  start.tie = preset.params.tie_rtol;
  start.horizon = static_cast<std::int64_t>(preset.layers);
  return start;
}

}  // namespace lab::scenes
