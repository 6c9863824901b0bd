#include "scenes/cells_scene.h"

#include <algorithm>

#include "core/hardmax.h"
#include "core/hash.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

enum ActionRow : std::size_t { kNewSeed, kRestore, kRemove };

constexpr double kAheadScores = 2e5;  ///< computed at once, so that the curves say something at step 0
constexpr double kReachScores = 2e7;  ///< how far a hand may move the step at once

std::size_t steps_for(double scores, std::size_t n) {
  return static_cast<std::size_t>(scores / (static_cast<double>(n) * static_cast<double>(n)));
}

}  // namespace

std::unique_ptr<Scene> make_cells_scene() { return std::make_unique<CellsScene>(); }

CellsScene::CellsScene() : TokenScene<CellsSettings>(cells_fields()) { take_preset(); }

std::span<const Action> CellsScene::actions() const {
  static const std::vector<Action> list = {
      {"new-seed", "New seed", "Draws vertices and tokens with the next seed; their numbers stay"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
      {"remove-selected", "Remove token", "Removes the selected token"},
  };
  return list;
}

Value CellsScene::fallback(std::size_t param) const {
  // Tokens of another dimension need another B.
  if (param == kCellsB && start_.b.rows != settings_.tokens.cols) return Matrix::identity(settings_.tokens.cols);
  return TableScene::fallback(param);
}

Status CellsScene::act(std::size_t action) {
  if (action == kRemove) {
    if (settings_.selected == 0) return Error{"Select a token first."};
    return remove(selected());
  }
  if (action == kNewSeed) {
    if (settings_.preset != "random") {
      settings_.vertices = std::clamp<std::int64_t>(static_cast<std::int64_t>(k()), 3, 500);
      settings_.inner = std::clamp<std::int64_t>(static_cast<std::int64_t>(n() - k()), 0, 100);
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

Status CellsScene::fits(std::size_t param, const Value& value) const {
  if (param == kCellsTokens) {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > static_cast<std::size_t>(kMostCellsTokens)) return Error{"tokens has more than 600 rows."};
    if (tokens.cols != 2 && tokens.cols != 3)
      return Error{"tokens must have 2 or 3 columns: cells are drawn in the plane and in space."};
    return core::validate_tokens(tokens);
  }
  if (param == kCellsB && std::get_if<Matrix>(&value)->rows != d()) {
    const std::string size = std::to_string(d());
    return Error{"b must be a " + size + " x " + size + " matrix for tokens of dimension " + size + "."};
  }
  if (param == kCellsSelected && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"selected must be at most " + std::to_string(n()) + ", the number of tokens."};
  if (param != kCellsSchedule && param != kCellsFormula) return success();
  ScheduleSettings wanted = schedule();
  if (param == kCellsSchedule)
    wanted.schedule = *std::get_if<std::string>(&value);
  else
    wanted = {"typed", wanted.gamma, *std::get_if<std::string>(&value)};
  const auto found = schedule_of(wanted, kMostCellsSteps);
  return found ? success() : Status(Error{found.error()});
}

void CellsScene::settle(std::size_t param) {
  switch (param) {
    case kCellsPreset:
      return take_preset();
    case kCellsVertices:
    case kCellsInner:
    case kCellsD:
    case kCellsSeed:
      return redraw();
    case kCellsHorizon:
      return move_to(std::min(t_, horizon()));
    case kCellsTokens:
      if (settings_.b.rows != settings_.tokens.cols) settings_.b = Matrix::identity(settings_.tokens.cols);
      break;
    case kCellsFormula:
      if (settings_.schedule != "typed") return;
      break;
    case kCellsGamma:
      if (settings_.schedule != "constant") return;
      break;
    case kCellsB:
    case kCellsSchedule:
      break;
    case kCellsField:
    case kCellsBeta:
    case kCellsDepth:
    case kCellsGrid:
      return find_field(kFieldBudget);
    default:
      return;
  }
  restart(kFieldBudget);
}

void CellsScene::take_preset() {
  const CellsSettings kept = settings_;
  start_ = cells_start(settings_);
  settings_ = start_;
  settings_.preset = kept.preset;
  if (kept.preset == "random") {
    settings_.vertices = kept.vertices;
    settings_.inner = kept.inner;
    settings_.d = kept.d;
    settings_.seed = kept.seed;
  }
  // The preset decides where, with what steps and how far, not what is shown of it.
  settings_.speed = kept.speed;
  settings_.field = kept.field;
  settings_.beta = kept.beta;
  settings_.depth = kept.depth;
  settings_.grid = kept.grid;
  settings_.cells = kept.cells;
  settings_.lines = kept.lines;
  settings_.worst = kept.worst;
  settings_.labels = kept.labels;
  restart(kFieldBudget);
}

void CellsScene::redraw() {
  const bool other = settings_.preset != "random";  // whose B was for its own vertices
  settings_.preset = "random";
  start_ = cells_start(settings_);
  settings_.tokens = start_.tokens;
  if (other || settings_.b.rows != settings_.tokens.cols) settings_.b = start_.b;
  restart(kFieldBudget);
}

void CellsScene::restart(double field_budget) {
  for (Matrix* m : {&settings_.tokens, &settings_.b})
    for (double& x : m->data) x += 0.0;  // -0 has other bits than 0, and looks the same
  const auto steps = schedule_of(schedule(), kMostCellsSteps);
  run_ = CellsRun(settings_.tokens, settings_.b, steps ? steps.value() : core::StepSchedule{});
  settings_.selected = std::min(settings_.selected, static_cast<std::int64_t>(n()));
  edited_at_ = 0;
  run_.extend(std::min(horizon(), steps_for(kAheadScores, n())));
  move_to(0);
  find_field(field_budget);
}

void CellsScene::move_to(std::size_t t) {
  run_.extend(t);
  t_ = t;
  moved_.reset();
  if (run_.genericity().g1 || t == 0) return;
  moved_.emplace(tokens(), settings_.b);
  cell_now_.assign(n(), 0);
  vertex_now_.assign(n(), false);
  for (const std::uint32_t v : moved_->vertices) vertex_now_[v] = true;
  for (std::size_t i = 0; i < n(); ++i) cell_now_[i] = core::cell_of(tokens().row(i), moved_->V, settings_.b).vertex;
}

void CellsScene::find_field(double budget) {
  field_ = {};
  field_budget_ = budget;
  if (!has_field()) return;
  field_ =
      DestinationField(run_, {settings_.field == "softmax", settings_.beta, static_cast<std::size_t>(settings_.depth),
                              static_cast<std::size_t>(settings_.grid), budget});
}

bool CellsScene::as_preset() const {
  using S = CellsSettings;
  const auto same = [&](auto member) { return settings_.*member == start_.*member; };
  return same(&S::tokens) && same(&S::b) && same(&S::schedule) && (settings_.schedule != "constant" || same(&S::gamma));
}

std::int32_t CellsScene::group(std::size_t cell) const {
  const std::uint32_t token = geometry().vertices[cell];
  return run_.rank(token) >= 0 ? run_.rank(token) : static_cast<std::int32_t>(k() + token);
}

void CellsScene::seek(std::size_t t) {
  t = std::min(t, horizon());
  // What was coarse while a token was dragged is made fine.
  const bool coarse = field_budget_ < kFieldBudget && has_field();
  if (coarse) find_field(kFieldBudget);
  if (t == t_ && !coarse) return;
  move_to(t);
  changed();
}

std::size_t CellsScene::reach() const {
  return std::min(horizon(), std::max(run_.computed(), t_ + 1 + steps_for(kReachScores, n())));
}

std::uint64_t CellsScene::hash(std::size_t t) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t s = 0; s <= std::min(t, run_.computed()); ++s) sum = core::hash_bits(run_.state(s).data, sum);
  return sum;
}

void CellsScene::begin_by_hand() { restart(kDragFieldBudget); }

}  // namespace lab::scenes
