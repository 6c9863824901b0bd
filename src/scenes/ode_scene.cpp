#include "scenes/ode_scene.h"

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

}  // namespace

std::unique_ptr<Scene> make_ode_scene() { return std::make_unique<OdeScene>(); }

OdeScene::OdeScene() : TokenScene<OdeSettings>(ode_fields()) { take_preset(); }

std::span<const Action> OdeScene::actions() const {
  static const std::vector<Action> list = {
      {"new-seed", "New seed", "A random pentagon of the next seed"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
  };
  return list;
}

Value OdeScene::fallback(std::size_t param) const {
  // Tokens of another dimension need another B.
  if (param == kOdeB && start_.b.rows != settings_.tokens.cols) return Matrix::identity(settings_.tokens.cols);
  return TableScene::fallback(param);
}

Status OdeScene::act(std::size_t action) {
  if (action == kNewSeed) {
    settings_.preset = "random";
    settings_.seed = next_seed(settings_.seed);
  }
  take_preset();
  changed();
  return success();
}

Status OdeScene::fits(std::size_t param, const Value& value) const {
  if (param == kOdeTokens) {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > kMostOdeTokens) return Error{"tokens has more than 24 rows."};
    if (tokens.cols > 3) return Error{"tokens has more than 3 columns."};
    return core::validate_tokens(tokens);
  }
  if (param == kOdeB && std::get_if<Matrix>(&value)->rows != d()) {
    const std::string size = std::to_string(d());
    return Error{"b must be a " + size + " x " + size + " matrix for tokens of dimension " + size + "."};
  }
  return success();
}

void OdeScene::settle(std::size_t param) {
  switch (param) {
    case kOdeSeed:
      settings_.preset = "random";
      return take_preset();
    case kOdePreset:
      return take_preset();
    case kOdeTokens:
      if (settings_.b.rows != settings_.tokens.cols) settings_.b = Matrix::identity(settings_.tokens.cols);
      return restart();
    case kOdeB:
      return restart();
    case kOdeCoarse:
    case kOdeMiddle:
    case kOdeFine:
    case kOdeLast: {  // the same time of another run
      const std::size_t k = k_, edited = edited_at_;
      restart();
      edited_at_ = edited;
      return seek(k);
    }
    default:
      return;
  }
}

void OdeScene::take_preset() {
  start_ = ode_start(settings_);
  settings_.tokens = start_.tokens;
  settings_.b = start_.b;
  if (settings_.preset != "random") settings_.seed = start_.seed;
  restart();
}

void OdeScene::restart() {
  for (Matrix* m : {&settings_.tokens, &settings_.b})
    for (double& x : m->data) x += 0.0;  // -0 has other bits than 0, and looks the same
  run_ = OdeRun(settings_.tokens, settings_.b, {settings_.coarse, settings_.middle, settings_.fine},
                static_cast<double>(settings_.last));
  k_ = edited_at_ = 0;
}

void OdeScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  k_ = k;
  changed();
}

Matrix OdeScene::state(std::size_t k) const {
  const double t = time_of(k);
  Matrix all = run_.exact(t);
  for (std::size_t r = 0; r < OdeRun::kSteps; ++r) {
    const Matrix& more = run_.discrete()[r].states[run_.steps_by(r, t)];
    all.rows += more.rows;
    all.data.insert(all.data.end(), more.data.begin(), more.data.end());
  }
  return all;
}

std::uint64_t OdeScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t s = 0; s <= std::min(k, horizon()); ++s) sum = core::hash_bits(state(s).data, sum);
  return sum;
}

}  // namespace lab::scenes
