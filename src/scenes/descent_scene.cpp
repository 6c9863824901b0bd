#include "scenes/descent_scene.h"

#include <algorithm>
#include <cmath>

#include "core/hardmax.h"
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

std::span<const Action> descent_actions() {
  static const std::vector<Action> list = {
      {"new-seed", "New seed", "Draws tokens with the next seed"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
      {"remove-selected", "Remove token", "Removes the selected token"},
  };
  return list;
}

const DescentPreset& DescentScene::preset() const {
  const auto at = std::ranges::find(presets_, std::string_view(settings_.preset),
                                    [](const DescentPreset& p) { return std::string_view(p.key); });
  return at == presets_.end() ? presets_.front() : *at;
}

Value DescentScene::fallback(std::size_t param) const {
  // Tokens of another dimension need other matrices.
  const std::string& key = params()[param].key;
  if ((key == "b" || key == "b-star" || key == "value-matrix") && start_.b.rows != settings_.tokens.cols)
    return Matrix::identity(settings_.tokens.cols);
  return TableScene::fallback(param);
}

Status DescentScene::act(std::size_t action) {
  if (action == kRemove) {
    if (settings_.selected == 0) return Error{"Select a token first."};
    return remove(selected());
  }
  if (action == kNewSeed) {
    settings_.seed = next_seed(settings_.seed);
    redraw();
  } else {
    take_preset();
  }
  changed();
  return success();
}

Status DescentScene::fits_steps(std::string_view key, const Value& value) const {
  DescentSettings wanted = settings_;
  if (key == "schedule") wanted.schedule = *std::get_if<std::string>(&value);
  if (key == "formula") wanted.formula = *std::get_if<std::string>(&value);
  if (key == "last") wanted.horizon = *std::get_if<std::int64_t>(&value);
  // A formula is read even where it is not used; but only one in use has to be good for all steps, or a link that
  // keeps an idle one beside a longer run would not open.
  const bool idle = key == "formula" && settings_.schedule != "typed";
  if (key == "formula") wanted.schedule = "typed";
  const auto schedule = schedule_of(wanted.steps(), idle ? 0 : static_cast<std::size_t>(wanted.horizon));
  if (!schedule) return Error{schedule.error()};
  return success();
}

Status DescentScene::fits_matrix(std::string_view key, const Matrix& m) const {
  if (m.rows == settings_.tokens.cols && m.cols == m.rows) return success();
  const std::string size = std::to_string(settings_.tokens.cols);
  return Error{std::string(key) + " must be a " + size + " x " + size + " matrix for tokens of dimension " + size +
               "."};
}

Status DescentScene::fits(std::size_t param, const Value& value) const {
  const std::string& key = params()[param].key;
  if (key == "tokens") {
    const auto& tokens = *std::get_if<Matrix>(&value);
    if (tokens.rows > static_cast<std::size_t>(kMostDescentTokens)) return Error{"tokens has more than 60 rows."};
    if (tokens.cols > kMostDescentDimensions)
      return Error{"tokens has more than 2 columns: this scene is about the line and the plane."};
    return core::validate_tokens(tokens);
  }
  if (key == "b" || key == "b-star" || key == "value-matrix") return fits_matrix(key, *std::get_if<Matrix>(&value));
  if (key == "schedule" || key == "formula" || key == "last") return fits_steps(key, value);
  if (key == "selected" && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"selected must be at most " + std::to_string(n()) + ", the number of tokens."};
  return success();
}

void DescentScene::settle(std::size_t param) {
  const std::string& key = params()[param].key;
  if (key == "preset") return take_preset();
  if (key == "n" || key == "seed") return redraw();
  if (params()[param].view_only) return;
  if (key == "last") {
    const std::size_t t = t_, edited = edited_at_;
    restart();
    edited_at_ = edited;
    return seek(t);
  }
  if (key == "tokens") resize_matrices();
  restart();
}

void DescentScene::resize_matrices() {
  for (Matrix DescentSettings::*m : {&DescentSettings::b, &DescentSettings::v})
    if ((settings_.*m).rows != settings_.tokens.cols) settings_.*m = Matrix::identity(settings_.tokens.cols);
}

void DescentScene::take_preset() {
  if (settings_.preset.empty()) {
    const DescentSettings first = presets_.front().start(settings_);
    settings_.preset = presets_.front().key;
    settings_.n = first.n;
    settings_.seed = first.seed;
  }
  const DescentSettings kept = settings_;
  start_ = preset().start(kept);
  start_.preset = presets_.front().key;
  settings_ = start_;
  settings_.preset = kept.preset;
  if (preset().draws) {
    settings_.n = kept.n;
    settings_.seed = kept.seed;
  }
  // The preset decides where and how far, not what is shown of it.
  settings_.speed = kept.speed;
  settings_.clouds = kept.clouds;
  for (bool DescentSettings::*shown : {&DescentSettings::contours, &DescentSettings::arrows, &DescentSettings::trails,
                                       &DescentSettings::hulls, &DescentSettings::labels})
    settings_.*shown = kept.*shown;
  restart();
}

// Other tokens of a preset that draws; matrices and steps stay as they are.
void DescentScene::redraw() {
  if (!preset().draws) {
    const auto drawing = std::ranges::find(presets_, true, &DescentPreset::draws);
    settings_.preset = drawing->key;
  }
  start_ = preset().start(settings_);
  start_.preset = presets_.front().key;
  settings_.tokens = start_.tokens;
  resize_matrices();
  restart();
}

void DescentScene::restart() {
  for (Matrix* m : {&settings_.tokens, &settings_.b, &settings_.v})
    for (double& x : m->data) x += 0.0;  // -0 has other bits than 0, and looks the same
  run_ = DescentRun(settings_.tokens, model(), static_cast<std::size_t>(settings_.horizon));
  settings_.selected = std::min(settings_.selected, static_cast<std::int64_t>(n()));
  t_ = edited_at_ = 0;
  restarted();
}

bool DescentScene::as_preset() const {
  using S = DescentSettings;
  const auto same = [&](auto member) { return settings_.*member == start_.*member; };
  return same(&S::tokens) && same(&S::b) && same(&S::step) && same(&S::v) && same(&S::schedule) && same(&S::gamma) &&
         same(&S::tie);
}

void DescentScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == t_) return;
  t_ = k;
  changed();
}

std::uint64_t DescentScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t t = 0; t <= std::min(k, run_.steps()); ++t) sum = core::hash_bits(run_.Z(t).data, sum);
  return sum;
}

}  // namespace lab::scenes
