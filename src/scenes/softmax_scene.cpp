#include "scenes/softmax_scene.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "scenes/seeds.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

enum ActionRow : std::size_t { kNewSeed, kRestore, kRemove };

}  // namespace

std::unique_ptr<Scene> make_softmax_scene() { return std::make_unique<SoftmaxScene>(); }

SoftmaxScene::SoftmaxScene() : TokenScene<SoftmaxSettings>(softmax_fields()) { take_preset(); }

std::span<const Action> SoftmaxScene::actions() const {
  static const std::vector<Action> list = {
      {"new-seed", "New seed", "Draws tokens with the next seed; n, d and all else stay"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
      {"remove-selected", "Remove token", "Removes the selected token"},
  };
  return list;
}

Value SoftmaxScene::fallback(std::size_t param) const {
  // Tokens of another dimension need another A.
  if (param == kSoftA && start_.a.rows != settings_.tokens.cols) return Matrix::identity(settings_.tokens.cols);
  return TableScene::fallback(param);
}

Status SoftmaxScene::act(std::size_t action) {
  if (action == kRemove) {
    if (settings_.selected == 0) return Error{"Select a token first."};
    return remove(selected());
  }
  if (action == kNewSeed) {
    if (settings_.preset != "random") {
      settings_.n = static_cast<std::int64_t>(n());
      settings_.d = static_cast<std::int64_t>(d());
    }
    settings_.seed = next_seed(settings_.seed);
    redraw();
  } else {
    take_preset();
  }
  changed();
  return success();
}

Status SoftmaxScene::fits(std::size_t param, const Value& value) const {
  if (param == kSoftTokens) {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > static_cast<std::size_t>(kMostSoftTokens))
      return Error{"tokens has more than 60 rows; the hardmax lab takes 10\u202F000."};
    if (tokens.cols > static_cast<std::size_t>(kMostSoftDimensions)) return Error{"tokens has more than 16 columns."};
    return core::validate_tokens(tokens);
  }
  if (param == kSoftA && std::get_if<Matrix>(&value)->rows != d()) {
    const std::string size = std::to_string(d());
    return Error{"a must be a " + size + " x " + size + " matrix for tokens of dimension " + size + "."};
  }
  if (param == kSoftSelected && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"selected must be at most " + std::to_string(n()) + ", the number of tokens."};
  return success();
}

void SoftmaxScene::settle(std::size_t param) {
  switch (param) {
    case kSoftPreset: return take_preset();
    case kSoftN:
    case kSoftD:
    case kSoftSeed: return redraw();
    case kSoftTokens:
      if (settings_.a.rows != settings_.tokens.cols) settings_.a = Matrix::identity(settings_.tokens.cols);
      break;
    case kSoftHorizon: k_ = std::min(k_, horizon()); return compare();
    case kSoftBeta:
      // The slider is moved at any layer: the same layer of another run.
      run_.set_beta(settings_.beta);
      look_ahead();
      run_.extend(k_);
      return compare();
    case kSoftRule: {
      const std::size_t k = k_, edited = edited_at_;
      restart();
      edited_at_ = edited;
      return seek(k);
    }
    case kSoftA:
    case kSoftAlpha:
    case kSoftTie: break;
    default: return;
  }
  restart();
}

void SoftmaxScene::take_preset() {
  const SoftmaxSettings kept = settings_;
  start_ = softmax_start(settings_);
  settings_ = start_;
  settings_.preset = kept.preset;
  settings_.n = settings_.preset == "random" ? kept.n : start_.n;
  settings_.d = settings_.preset == "random" ? kept.d : start_.d;
  settings_.seed = settings_.preset == "random" ? kept.seed : start_.seed;
  // The preset decides where and how far, not what is shown of it.
  settings_.speed = kept.speed;
  settings_.show = kept.show;
  settings_.pulls = kept.pulls;
  settings_.trails = kept.trails;
  settings_.hulls = kept.hulls;
  settings_.labels = kept.labels;
  restart();
}

void SoftmaxScene::redraw() {
  settings_.preset = "random";
  start_ = softmax_start(settings_);
  settings_.tokens = start_.tokens;
  if (settings_.a.rows != settings_.tokens.cols) settings_.a = start_.a;
  restart();
}

void SoftmaxScene::restart() {
  for (Matrix* m : {&settings_.tokens, &settings_.a})
    for (double& x : m->data) x += 0.0;  // -0 has other bits than 0, and looks the same
  const auto rule = settings_.rule == "first" ? core::HardRule::kFirstMaximizer : core::HardRule::kAllMaximizers;
  run_ = SoftmaxRun(settings_.tokens, {{settings_.a, settings_.alpha, settings_.tie}, settings_.beta}, rule);
  settings_.selected = std::min(settings_.selected, static_cast<std::int64_t>(n()));
  k_ = edited_at_ = 0;
  look_ahead();
  compare();
}

void SoftmaxScene::look_ahead() { run_.extend(std::min<std::size_t>(horizon(), n() <= 20 ? 40 : 1)); }

bool SoftmaxScene::as_preset() const {
  const auto same = [&](auto member) { return settings_.*member == start_.*member; };
  using S = SoftmaxSettings;
  return same(&S::tokens) && same(&S::a) && same(&S::alpha) && same(&S::tie) && (settings_.preset != "close-leaders" || same(&S::beta));
}

void SoftmaxScene::compare() { now_ = core::compare_step(soft(), run_.params(), rule()); }

void SoftmaxScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  run_.extend(k);
  k_ = k;
  compare();
  changed();
}

Matrix SoftmaxScene::state(std::size_t k) const {
  Matrix both = run_.soft(k);
  const Matrix& hard = run_.hard(k);
  both.rows += hard.rows;
  both.data.insert(both.data.end(), hard.data.begin(), hard.data.end());
  return both;
}

std::uint64_t SoftmaxScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t layer = 0; layer <= std::min(k, run_.computed()); ++layer) sum = core::hash_bits(state(layer).data, sum);
  return sum;
}

Status SoftmaxScene::remove(std::int32_t handle) {
  if (!can_drag(handle)) return Error{"Only tokens can be removed."};
  return remove_from(soft(), token_of(handle));
}

}  // namespace lab::scenes
