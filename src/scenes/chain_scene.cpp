#include "scenes/chain_scene.h"

#include <algorithm>
#include <cmath>

#include "core/cells.h"
#include "core/hardmax.h"
#include "core/hash.h"
#include "core/hull.h"
#include "core/statistics.h"
#include "scenes/seeds.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

enum ActionRow : std::size_t { kNextMovement, kFirstExit, kRunEnsemble, kStopEnsemble, kNewSeed, kRestore, kRemove };

constexpr std::size_t kParts = 2;            ///< workers
constexpr std::size_t kPortion = 300'000;    ///< weights in one call of live(): some milliseconds
constexpr std::size_t kAhead = 60;           ///< steps computed at the start, for the curves

/// Never the same twice, not even in another scene: the page keeps a worker as long as its job is wanted by name, and must
/// not take one with other options for it.
std::size_t next_generation() {
  static std::size_t last = 0;
  return ++last;
}

}  // namespace

std::unique_ptr<Scene> make_chain_scene() { return std::make_unique<ChainScene>(); }

ChainScene::ChainScene() : TokenScene<ChainSettings>(chain_fields()) { take_preset(); }

std::span<const Action> ChainScene::actions() const {
  static const std::vector<Action> list = {
      {"next-movement", "To the next movement", "Over the quiet, to the next step at which a token moves"},
      {"first-exit", "To the first exit", "To the step at which a token leaves its circle, if one does by the last step"},
      {"run-ensemble", "Run the ensemble", "Many chains of this kind at several \u03B2, for the law of their exit times"},
      {"stop-ensemble", "Stop the ensemble", "Ends the ensemble; what is measured stays"},
      {"new-seed", "New seed", "The same start, other picks"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
      {"remove-selected", "Remove token", "Removes the selected token"},
  };
  return list;
}

Status ChainScene::act(std::size_t action) {
  switch (action) {
    case kNextMovement: return next_movement();
    case kFirstExit: return first_exit();
    case kRunEnsemble:
      if (results_.complete()) drop_ensemble(true);
      wanted_ = true;
      problem_.clear();
      break;
    case kStopEnsemble:
      if (!wanted_ || results_.complete()) return Error{"No ensemble is being computed."};
      wanted_ = false;
      break;
    case kNewSeed: settings_.seed = next_seed(settings_.seed); restart(); drop_ensemble(true); break;
    case kRestore: take_preset(); break;
    default:
      if (settings_.selected == 0) return Error{"Select a token first."};
      return remove(selected());
  }
  changed();
  return success();
}

Status ChainScene::next_movement() {
  for (std::size_t k = k_ + 1; k <= horizon(); ++k) {
    run_->extend(k);
    if (!run_->moved(k)) continue;
    seek(k);
    return success();
  }
  if (run_->over()) return Error{"No token moves before t = 10^15, where the run ends."};
  return Error{run_->frozen() ? "Nothing can move any more." : "No token moves by the last step. Let a step be the next movement to jump over the quiet."};
}

Status ChainScene::first_exit() {
  run_->extend(horizon());
  const auto exit = run_->exit(horizon(), settings_.radius);
  if (!exit) return Error{"No token leaves its circle by the last step."};
  seek(exit->step);
  return success();
}

Status ChainScene::fits(std::size_t param, const Value& value) const {
  if (param == kChainTokens) {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > static_cast<std::size_t>(kMostChainTokens)) return Error{"tokens has more than 32 rows."};
    if (tokens.cols > static_cast<std::size_t>(kMostChainDimensions)) return Error{"tokens has more than 8 columns."};
    return core::validate_tokens(tokens);
  }
  if (param == kChainSelected && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"selected must be at most " + std::to_string(n()) + ", the number of tokens."};
  return success();
}

void ChainScene::settle(std::size_t param) {
  switch (param) {
    case kChainPreset: return take_preset();
    case kChainHorizon: return seek(k_);
    case kChainRadius: return drop_ensemble(false);
    case kChainBeta:
    case kChainCounts: return restart();
    case kChainGamma:
    case kChainSeed:
    case kChainTokens: restart(); return drop_ensemble(false);
    case kChainRuns:
    case kChainBetas:
    case kChainFirst:
    case kChainLast:
    case kChainArrival: return drop_ensemble(false);
    default: return;
  }
}

void ChainScene::take_preset() {
  const ChainSettings kept = settings_;
  start_ = chain_start(settings_);
  settings_ = start_;
  settings_.speed = kept.speed;
  settings_.counts = kept.counts;
  settings_.cells = kept.cells;
  settings_.circles = kept.circles;
  settings_.trails = kept.trails;
  settings_.labels = kept.labels;
  restart();
  drop_ensemble(true);
}

void ChainScene::restart() {
  for (double& x : settings_.tokens.data) x += 0.0;  // -0 has other bits than 0, and looks the same
  const Matrix& Z = settings_.tokens;
  corners_ = core::rows_of(Z, core::hull_vertices(Z));
  const Matrix I = Matrix::identity(Z.cols);
  sigma_.clear();
  for (std::size_t i = 0; i < Z.rows; ++i) sigma_.push_back(core::cell_of(Z.row(i), corners_, I).vertex);
  vertices_ = core::metastable_vertices(corners_);
  run_.emplace(Z, core::rows_of(corners_, sigma_), ChainRun::Params{settings_.gamma, settings_.beta, settings_.counts == "updates"}, generator_of(settings_.seed));
  settings_.selected = std::min(settings_.selected, static_cast<std::int64_t>(n()));
  k_ = edited_at_ = 0;
  run_->extend(std::min(horizon(), kAhead));
}

/// Nothing of the results fits any more. `begin`: another one is begun at once; so it is too if nothing of the last was
/// done, as when a link is read.
void ChainScene::drop_ensemble(bool begin) {
  wanted_ = begin || (wanted_ && results_.known() == 0);
  core::EnsembleOptions o;
  o.start = settings_.tokens;
  o.homes = run_->homes();
  o.gamma = settings_.gamma;
  o.radius = settings_.radius;
  o.arrival = static_cast<std::uint64_t>(settings_.arrival);
  o.runs = static_cast<std::size_t>(settings_.runs);
  const auto sequence = core::SeedSequence::parse(settings_.seed);
  o.seed = sequence ? sequence.value().entropy() : std::vector<std::uint32_t>{0};
  const auto task = starts_home() ? core::EnsembleTask::kExit : core::EnsembleTask::kArrival;
  for (std::size_t b = 0; b < beta_rows(); ++b)
    o.rows.push_back({settings_.first_beta + (settings_.last_beta - settings_.first_beta) * static_cast<double>(b) / static_cast<double>(beta_rows() - 1), task});
  // The same at the first beta step by step: both walks have one law.
  if (starts_home()) o.rows.push_back({settings_.first_beta, core::EnsembleTask::kPlainExit});
  options_ = std::move(o);
  results_ = core::EnsembleResults(options_.rows.size(), options_.runs);
  local_.reset();
  problem_.clear();
  generation_ = next_generation();
}

std::optional<double> ChainScene::median_exit(std::size_t row) const {
  const std::vector<double> times = results_.row(row);
  if (times.size() < results_.runs() || options_.rows[row].task == core::EnsembleTask::kArrival) return std::nullopt;
  const double middle = core::median(times);
  return std::isfinite(middle) ? std::optional(middle) : std::nullopt;
}

bool ChainScene::as_preset() const {
  const auto same = [&](auto member) { return settings_.*member == start_.*member; };
  using S = ChainSettings;
  return same(&S::tokens) && same(&S::gamma) && same(&S::radius);
}

void ChainScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  run_->extend(k);
  k_ = k;
  changed();
}

std::uint64_t ChainScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t step = 0; step <= std::min(k, run_->computed()); ++step) {
    const double time = static_cast<double>(run_->time(step));
    sum = core::hash_bits({&time, 1}, core::hash_bits(run_->tokens(step).data, sum));
  }
  return sum;
}

// --- the ensemble, here or elsewhere ---

void ChainScene::set_remote(bool remote) {
  if (remote == remote_) return;
  remote_ = remote;
  local_.reset();
  changed();
}

std::vector<Job> ChainScene::jobs() const {
  std::vector<Job> out;
  if (!remote_ || !wanted_ || results_.complete()) return out;
  for (std::size_t part = 0; part < kParts; ++part) {
    core::EnsembleOptions mine = options_;
    mine.part = part;
    mine.parts = kParts;
    out.push_back({"ensemble-" + std::to_string(generation_) + "-" + std::to_string(part + 1), "ensemble", core::write_ensemble_options(mine), "run", 0});
  }
  return out;
}

void ChainScene::report(std::string_view job, std::string_view bytes) {
  if (!job.starts_with("ensemble-" + std::to_string(generation_) + "-")) return;
  results_.take(bytes);
  if (const std::size_t at = bytes.find("error "); at == 0 || (at != std::string_view::npos && bytes[at - 1] == '\n')) {
    const std::string_view rest = bytes.substr(at + 6);
    problem_ = rest.substr(0, rest.find('\n'));
    wanted_ = false;
  }
  changed();
}

void ChainScene::set_running(bool on) {
  if (wanted_ == on || results_.complete()) return;
  wanted_ = on;
  if (on) problem_.clear();
  changed();
}

bool ChainScene::live(double) {
  if (!running()) return false;
  if (!local_) local_ = std::make_unique<core::ExitEnsemble>(options_);
  local_->advance(kPortion / (n() * n() + 20) + 1);
  results_.take(local_->take_lines());
  changed();
  return true;
}

// --- the hand ---

void ChainScene::begin_by_hand() {
  restart();
  wanted_ = false;  // or each movement of the hand would begin an ensemble
  drop_ensemble(false);
}

}  // namespace lab::scenes
