#include "scenes/worlds_scene.h"

#include <algorithm>
#include <utility>

#include "core/hardmax.h"
#include "core/hash.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

enum ActionRow : std::size_t { kNewSeed, kRestore };

/// Exponentials spent before the reader moves in time, so that curves are there at once: a few milliseconds.
constexpr std::uint64_t kLookAhead = 150000;

}  // namespace

std::unique_ptr<Scene> make_worlds_scene() { return std::make_unique<WorldsScene>(); }

WorldsScene::WorldsScene() : TokenScene<WorldsSettings>(worlds_fields()) { take_preset(); }

std::span<const Action> WorldsScene::actions() const {
  static const std::vector<Action> list = {
      {"new-seed", "Another chain", "The same start, other picks: the next seed"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
  };
  return list;
}

Status WorldsScene::act(std::size_t action) {
  if (action == kNewSeed) {
    settings_.seed = next_seed(settings_.seed);
    settle(kWorldsSeed);
  } else {
    take_preset();
  }
  changed();
  return success();
}

Status WorldsScene::fits(std::size_t param, const Value& value) const {
  if (param != kWorldsTokens) return success();
  const auto& tokens = *std::get_if<Matrix>(&value);
  if (tokens.rows > kMostWorldsTokens) return Error{"tokens has more than 16 rows."};
  if (tokens.cols > 3) return Error{"tokens has more than 3 columns."};
  return core::validate_tokens(tokens);
}

void WorldsScene::settle(std::size_t param) {
  switch (param) {
    case kWorldsPreset:
      return take_preset();
    case kWorldsTokens:
      return restart();
    case kWorldsBeta:
    case kWorldsGamma:
    case kWorldsRadius:
    case kWorldsDecades:
    case kWorldsSeed: {  // the same time of another run
      const std::size_t k = k_;
      restart();
      return seek(k);
    }
    default:
      return;
  }
}

void WorldsScene::take_preset() {
  start_ = worlds_start(settings_);
  settings_.tokens = start_.tokens;
  settings_.beta = start_.beta;
  settings_.gamma = start_.gamma;
  settings_.radius = start_.radius;
  settings_.decades = start_.decades;
  restart();
}

bool WorldsScene::as_preset() const {
  const auto same = [&](auto member) { return settings_.*member == start_.*member; };
  using S = WorldsSettings;
  return same(&S::tokens) && same(&S::beta) && same(&S::gamma) && same(&S::radius);
}

void WorldsScene::restart() {
  for (double& x : settings_.tokens.data) x += 0.0;  // -0 has other bits than 0, and looks the same
  run_ = WorldsRun({settings_.tokens, settings_.gamma, settings_.beta, settings_.radius,
                    static_cast<std::size_t>(settings_.decades), settings_.seed});
  k_ = edited_at_ = 0;
  run_.extend(horizon(), kLookAhead);
}

void WorldsScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  run_.extend(k, 2 * WorldsRun::kMostWork);
  k_ = k;
  changed();
}

Matrix WorldsScene::state(std::size_t k) const {
  Matrix all = world(0, k);
  for (std::size_t w = 1; w < kWorlds; ++w) {
    const Matrix& more = world(w, k);
    all.rows += more.rows;
    all.data.insert(all.data.end(), more.data.begin(), more.data.end());
  }
  return all;
}

std::uint64_t WorldsScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t s = 0; s <= std::min(k, run_.computed()); ++s) sum = core::hash_bits(state(s).data, sum);
  return sum;
}

}  // namespace lab::scenes
