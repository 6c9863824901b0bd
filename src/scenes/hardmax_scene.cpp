#include "scenes/hardmax_scene.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

double largest_size(const Matrix& m) {
  double size = 0;
  for (double x : m.data) size = std::max(size, std::abs(x));
  return size;
}

// 0 and -0 are one value to a reader, but have different bits: only 0 is kept,
// so that states which look equal are equal.
Value without_negative_zero(Value value) {
  if (auto* x = std::get_if<double>(&value)) *x += 0.0;
  if (auto* m = std::get_if<Matrix>(&value))
    for (double& x : m->data) x += 0.0;
  return value;
}

}  // namespace

std::unique_ptr<Scene> make_hardmax_scene() { return std::make_unique<HardmaxScene>(); }

HardmaxScene::HardmaxScene() { take_preset(); }

Value HardmaxScene::get(std::size_t param) const { return hardmax_fields()[param].get(settings_); }

Matrix HardmaxScene::default_a() const {
  const std::size_t d = settings_.tokens.cols;
  return start_.a.rows == d ? start_.a : Matrix::identity(d);
}

Value HardmaxScene::fallback(std::size_t param) const {
  switch (param) {
    case kHorizon: return start_.horizon;
    case kTokens: return start_.tokens;
    case kA: return default_a();
    case kAlpha: return start_.alpha;
    case kTie: return start_.tie;
    case kEllipse: return start_.ellipse;
    default: return hardmax_fields()[param].get(HardmaxSettings{});
  }
}

Status HardmaxScene::set(std::size_t param, const Value& value) {
  if (const Status ok = check_value(params()[param], value); !ok) return ok;
  if (const Status ok = fits(param, value); !ok) return ok;
  hardmax_fields()[param].set(settings_, without_negative_zero(value));
  settle(param);
  return success();
}

// Whether a value that is fine in itself goes with the rest.
Status HardmaxScene::fits(std::size_t param, const Value& value) const {
  if (param == kHorizon) return fits_memory(*std::get_if<std::int64_t>(&value));
  if (param == kTokens) {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > kMostTokens) return Error{"tokens has more than 10\u202F000 rows."};
    if (tokens.cols > kMostDimensions) return Error{"tokens has more than 64 columns."};
    return core::validate_tokens(tokens);
  }
  if (param == kA && std::get_if<Matrix>(&value)->rows != d()) {
    const std::string size = std::to_string(d());
    return Error{"a must be a " + size + " x " + size + " matrix for tokens of dimension " + size + "."};
  }
  if (param == kSelected && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"selected must be at most " + std::to_string(n()) + ", the number of tokens."};
  return success();
}

Status HardmaxScene::fits_memory(std::int64_t horizon) const {
  const double layer = static_cast<double>(n() * d()) * sizeof(double);
  const double bytes = layer * static_cast<double>(horizon + 1);
  if (bytes <= kStateBytes) return success();
  return Error{"Keeping " + counted(static_cast<std::size_t>(horizon) + 1) + " layers of " + plural(n(), "token") +
               " in dimension " + std::to_string(d()) + " needs " + rounded(bytes / 1048576.0) +
               " MB, more than the 256 MB there are; layers may be at most " +
               counted(static_cast<std::size_t>(kStateBytes / layer) - 1) + "."};
}

std::size_t HardmaxScene::horizon() const {
  const std::size_t room = static_cast<std::size_t>(kStateBytes) / (n() * d() * sizeof(double)) - 1;
  return std::min(static_cast<std::size_t>(settings_.horizon), room);
}

void HardmaxScene::settle(std::size_t param) {
  switch (param) {
    case kPreset: return take_preset();
    case kN:
    case kD:
    case kSeed: return redraw();
    case kTokens: fit_a(); return restart();
    case kA:
    case kAlpha:
    case kTie: return restart();
    default: break;
  }
  k_ = std::min(k_, horizon());
  changed();
}

void HardmaxScene::take_preset() {
  const HardmaxSettings standard;
  if (settings_.preset != "random") {
    settings_.n = standard.n;
    settings_.d = standard.d;
    settings_.seed = standard.seed;
  }
  start_ = hardmax_start(settings_);
  settings_.tokens = start_.tokens;
  settings_.a = start_.a;
  settings_.alpha = start_.alpha;
  settings_.tie = start_.tie;
  settings_.horizon = start_.horizon;
  settings_.ellipse = start_.ellipse;
  settings_.selected = 0;
  restart();
}

void HardmaxScene::redraw() {
  settings_.preset = "random";
  start_ = hardmax_start(settings_);
  settings_.tokens = start_.tokens;
  fit_a();
  restart();
}

// A stays when it still fits; tokens of another dimension need another A.
void HardmaxScene::fit_a() {
  if (settings_.a.rows != settings_.tokens.cols) settings_.a = default_a();
}

void HardmaxScene::restart() {
  run_ = HardmaxRun(settings_.tokens, {settings_.a, settings_.alpha, settings_.tie});
  ++run_number_;
  hypotheses_.reset();
  k_ = 0;
  edited_at_ = 0;
  if (settings_.selected > static_cast<std::int64_t>(n())) settings_.selected = 0;
  const double size = largest_size(start_.tokens);
  // One layer ahead, so that the curves have their anchor at layer 0 already.
  if (n() <= HardmaxRun::kClusterTokens) run_.extend(std::min<std::size_t>(1, horizon()));
  if (d() == 2) ellipse_ = Ellipse::of(settings_.a, size > 0 ? 0.5 * size : 0.5);
  changed();
}

void HardmaxScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  run_.extend(k);
  k_ = k;
  changed();
}

std::uint64_t HardmaxScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t layer = 0; layer <= std::min(k, run_.computed()); ++layer)
    sum = core::hash_bits(run_.state(layer).data, sum);
  return sum;
}

const core::Hypotheses& HardmaxScene::hypotheses() const {
  if (!hypotheses_) hypotheses_ = core::check_hypotheses(run_.state(0), settings_.a);
  return *hypotheses_;
}

const HardmaxNow& HardmaxScene::now() const {
  if (now_.run == run_number_ && now_.k == k_) return now_;
  now_.run = run_number_;
  now_.k = k_;
  core::attend(tokens(), run_.params(), now_.attention);
  const auto leaders = run_.leaders(k_);
  now_.limit.reset();
  if (has_norm() && n() <= kLimitTokens) now_.limit = core::limit_report(tokens(), settings_.a, leaders);
  std::vector<std::int32_t> rank(n(), -1);
  for (std::size_t r = 0; r < leaders.size(); ++r) rank[leaders[r]] = static_cast<std::int32_t>(r);
  now_.group.assign(n(), -1);
  for (std::size_t i = 0; i < n(); ++i) {
    const auto end = run_.destination(i, k_);
    now_.group[i] = rank[i] >= 0 ? rank[i] : end ? rank[*end] : -1;
  }
  return now_;
}

}  // namespace lab::scenes
