#include "scenes/collapse_scene.h"

#include <algorithm>

#include "core/cells.h"
#include "core/finite_beta.h"
#include "core/hash.h"
#include "core/hull.h"
#include "scenes/seeds.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

enum ActionRow : std::size_t { kNewSeed, kRestore, kRemove };

/// Work that a whole run may take, about 100 ms, and that is spent ahead so that the curves say something at mark 0 already.
constexpr std::uint64_t kMostWork = 4'200'000;
constexpr std::uint64_t kWorkAhead = 250'000;

/// The last mark for that much work, an update costing about as much as n^2 + 6 (n + 1) weights.
std::size_t affordable(std::size_t n, std::uint64_t work) {
  std::size_t k = 16;
  while (k < static_cast<std::size_t>(kMostCollapseMark) && CollapseRun::time_of(k + 1) * (n * n + 6 * (n + 1)) <= work) ++k;
  return k;
}

/// Whether the rows are their own negatives, each as often.
bool is_symmetric(const Matrix& Z) {
  std::vector<bool> used(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    std::size_t j = 0;
    const auto opposite = [&] {
      if (used[j]) return false;
      for (std::size_t c = 0; c < Z.cols; ++c)
        if (Z(j, c) != -Z(i, c)) return false;
      return true;
    };
    while (j < Z.rows && !opposite()) ++j;
    if (j == Z.rows) return false;
    used[j] = true;
  }
  return true;
}

}  // namespace

std::unique_ptr<Scene> make_collapse_scene() { return std::make_unique<CollapseScene>(); }

CollapseScene::CollapseScene() : TokenScene<CollapseSettings>(collapse_fields()) { take_preset(); }

std::span<const Action> CollapseScene::actions() const {
  static const std::vector<Action> list = {
      {"new-seed", "New seed", "Draws tokens with the next seed; n, d and all else stay"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
      {"remove-selected", "Remove token", "Removes the selected token"},
  };
  return list;
}

Status CollapseScene::act(std::size_t action) {
  if (action == kRemove) {
    if (settings_.selected == 0) return Error{"Select a token first."};
    return remove(selected());
  }
  if (action == kNewSeed) {
    if (!collapse_draws(settings_.preset)) {
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

Status CollapseScene::fits(std::size_t param, const Value& value) const {
  if (param == kCollapseTokens) {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > static_cast<std::size_t>(kMostCollapseTokens)) return Error{"tokens has more than 32 rows."};
    if (tokens.cols > static_cast<std::size_t>(kMostCollapseDimensions)) return Error{"tokens has more than 8 columns."};
    return core::validate_tokens(tokens);
  }
  if (param == kCollapseSelected && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"selected must be at most " + std::to_string(n()) + ", the number of tokens."};
  return success();
}

void CollapseScene::settle(std::size_t param) {
  switch (param) {
    case kCollapsePreset: return take_preset();
    case kCollapseN:
    case kCollapseD:
    case kCollapseSeed: return redraw();
    case kCollapseHorizon: return seek(k_);
    case kCollapseBeta:
    case kCollapseGamma:
    case kCollapseTokens: return restart();
    default: return;
  }
}

void CollapseScene::take_preset() {
  const CollapseSettings kept = settings_;
  start_ = collapse_start(settings_);
  settings_ = start_;
  if (collapse_draws(settings_.preset)) {
    settings_.n = kept.n;
    settings_.d = kept.d;
    settings_.seed = kept.seed;
  }
  settings_.speed = kept.speed;
  settings_.trails = kept.trails;
  settings_.hulls = kept.hulls;
  restart();
}

/// Other drawn tokens; beta, gamma and the last mark stay.
void CollapseScene::redraw() {
  if (!collapse_draws(settings_.preset)) settings_.preset = "random";
  start_ = collapse_start(settings_);
  settings_.tokens = start_.tokens;
  restart();
}

void CollapseScene::restart() {
  for (double& x : settings_.tokens.data) x += 0.0;  // -0 has other bits than 0, and looks the same
  run_ = CollapseRun(settings_.tokens, settings_.gamma, settings_.beta);
  vertices_ = core::hull_vertices(settings_.tokens);
  const Matrix V = core::rows_of(settings_.tokens, vertices_), I = Matrix::identity(d());
  cells_.clear();
  for (std::size_t i = 0; i < n(); ++i) cells_.push_back(core::cell_of(settings_.tokens.row(i), V, I).vertex);
  symmetric_ = is_symmetric(settings_.tokens);
  settings_.selected = std::min(settings_.selected, static_cast<std::int64_t>(n()));
  k_ = edited_at_ = 0;
  run_.extend(std::min(horizon(), affordable(n(), kWorkAhead)));
  time_two_tokens();
}

void CollapseScene::time_two_tokens() {
  if (two_gamma_ == settings_.gamma) return;
  two_gamma_ = settings_.gamma;
  two_.clear();
  for (double beta = 0; beta <= 8; ++beta) {
    const std::size_t steps = core::two_token_collapse(1, settings_.gamma, beta, 0.5, kMostTwo);
    if (steps >= kMostTwo) break;
    two_.push_back(static_cast<double>(steps));
  }
}

bool CollapseScene::as_preset() const {
  return settings_.tokens == start_.tokens && settings_.beta == start_.beta && settings_.gamma == start_.gamma;
}

std::optional<Matrix> CollapseScene::meeting_point() const {
  if (!(now().diameter <= kMet * run_.mark(0).diameter)) return std::nullopt;
  Matrix mean(1, d());
  for (std::size_t i = 0; i < n(); ++i)
    for (std::size_t c = 0; c < d(); ++c) mean(0, c) += tokens()(i, c) / static_cast<double>(n());
  return mean;
}

bool CollapseScene::stuck() const {
  return run_.settled() && now().diameter > 0 && !meeting_point() && tokens() == run_.tokens(run_.computed());
}

std::size_t CollapseScene::horizon() const {
  return std::min(static_cast<std::size_t>(settings_.horizon), affordable(n(), kMostWork));
}

void CollapseScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  run_.extend(k);
  k_ = k;
  changed();
}

std::uint64_t CollapseScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t mark = 0; mark <= std::min(k, run_.computed()); ++mark) sum = core::hash_bits(run_.tokens(mark).data, sum);
  return sum;
}

}  // namespace lab::scenes
