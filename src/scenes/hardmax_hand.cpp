// The hand in the hardmax lab: buttons, dragging, adding and removing.
#include <algorithm>
#include <array>
#include <cmath>

#include "scenes/hardmax_scene.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;

enum Act : std::size_t { kNewSeed, kResetPreset, kAddToken, kRemoveSelected, kClearSelection, kNextChange };

bool usable(const Point& p) {
  return std::ranges::all_of(p, [](double x) { return std::isfinite(x) && std::abs(x) <= kLargestEntry; });
}

Status far_away() { return Error{"A token must stay within 1e6 of the origin in each coordinate."}; }

bool contains(const Matrix& Z, std::span<const double> z) {
  for (std::size_t i = 0; i < Z.rows; ++i)
    if (std::ranges::equal(Z.row(i), z)) return true;
  return false;
}

}  // namespace

std::span<const Action> HardmaxScene::actions() const {
  static const std::array<Action, 6> actions{{
      {"new-seed", "New seed", "Draws tokens with the next seed; n, d and all else stay"},
      {"reset-preset", "Restore configuration", "The configuration as it was before it was edited"},
      {"add-token", "Add token", "Adds a token in the middle of the others"},
      {"remove-selected", "Remove token", "Removes the selected token"},
      {"clear-selection", "Clear selection", "Selects no token"},
      {"next-change", "Next change", "Goes to the next layer at which an attended set changes"},
  }};
  return actions;
}

Status HardmaxScene::act(std::size_t action) {
  switch (action) {
    case kNewSeed: new_seed(); return success();
    case kResetPreset: take_preset(); return success();
    case kAddToken: return add_in_the_middle();
    case kRemoveSelected:
      if (settings_.selected == 0) return Error{"Select a token first."};
      return remove(selected());
    case kClearSelection: select(kNoHandle); return success();
    case kNextChange: return next_change();
    default: return Error{"There is no such action."};
  }
}

void HardmaxScene::new_seed() {
  if (settings_.preset != "random") {
    settings_.n = static_cast<std::int64_t>(n());
    settings_.d = static_cast<std::int64_t>(d());
  }
  settings_.seed = next_seed(settings_.seed);
  redraw();
}

Status HardmaxScene::next_change() {
  const std::size_t from = k_;
  for (std::size_t k = from + 1; k <= horizon(); ++k) {
    run_.extend(k);
    if (run_.layer(k).changed == 0) continue;
    seek(k);
    return success();
  }
  changed();  // the curves have grown
  return Error{"No attended set changes after layer " + std::to_string(from) + " up to the last layer, " +
               std::to_string(horizon()) + "."};
}

void HardmaxScene::select(std::int32_t handle) {
  if (handle >= static_cast<std::int32_t>(n())) return;
  const std::int64_t wanted = handle < 0 ? 0 : handle + 1;
  if (wanted == settings_.selected) return;
  settings_.selected = wanted;
  changed();
}

// Principal axes turn with the start, so a token would run from under the hand.
bool HardmaxScene::can_drag(std::int32_t handle) const {
  if (handle < 0) return false;
  if (handle < static_cast<std::int32_t>(n())) return d() <= 3 || settings_.projection == "coordinates";
  return (handle == kEllipseHandle || handle == kEllipseHandle + 1) && d() == 2 && has_norm();
}

Status HardmaxScene::edit(Matrix tokens) {
  const std::size_t layer = k_ > 0 ? k_ : edited_at_;
  for (double& x : tokens.data) x += 0.0;
  settings_.tokens = std::move(tokens);
  restart();
  edited_at_ = layer;
  return success();
}

Status HardmaxScene::drag(std::int32_t handle, Point to) {
  if (!can_drag(handle)) return Error{"This cannot be dragged here."};
  if (!usable(to)) return far_away();
  if (handle >= kEllipseHandle) return drag_axis(static_cast<std::size_t>(handle - kEllipseHandle), to);
  Matrix moved = tokens();
  for (std::size_t c = 0; c < std::min<std::size_t>(d(), 3); ++c) moved(static_cast<std::size_t>(handle), c) = to[c];
  return edit(std::move(moved));
}

Status HardmaxScene::drag_axis(std::size_t axis, Point to) {
  Ellipse dragged = ellipse_;
  dragged.drag(axis, to[0], to[1]);
  if (const Status ok = set(kA, dragged.matrix()); !ok) return ok;
  // Found again from A, the axes might change places under the hand.
  ellipse_ = dragged;
  return success();
}

Status HardmaxScene::add_at(Point at) {
  if (d() > 3 && settings_.projection != "coordinates")
    return Error{"To add a token in more than three dimensions, show the first three coordinates."};
  if (!usable(at)) return far_away();
  if (n() >= static_cast<std::size_t>(kMostTokens)) return Error{"There are 10\u202F000 tokens already."};
  Matrix more = tokens();
  more.data.resize(more.data.size() + d());
  ++more.rows;
  for (std::size_t c = 0; c < std::min<std::size_t>(d(), 3); ++c) more(more.rows - 1, c) = at[c];
  if (const Status ok = edit(std::move(more)); !ok) return ok;
  settings_.selected = static_cast<std::int64_t>(n());
  return success();
}

// The barycentre, or a point near by: the token 0 and copies of a token are
// special cases that nobody should meet by pressing a button.
Status HardmaxScene::add_in_the_middle() {
  if (n() >= static_cast<std::size_t>(kMostTokens)) return Error{"There are 10\u202F000 tokens already."};
  const Matrix& Z = tokens();
  std::vector<double> middle(d(), 0.0);
  double size = 0;
  for (std::size_t i = 0; i < Z.rows; ++i)
    for (std::size_t c = 0; c < Z.cols; ++c) {
      middle[c] += Z(i, c) / static_cast<double>(Z.rows);
      size = std::max(size, std::abs(Z(i, c)));
    }
  const double aside = size > 0 ? size / 16 : 0.5;
  const bool is_zero = std::ranges::all_of(middle, [&](double x) { return std::abs(x) < 1e-9 * aside; });
  if (is_zero || contains(Z, middle)) middle[0] += middle[0] > 0 ? -aside : aside;
  Matrix more = Z;
  more.data.insert(more.data.end(), middle.begin(), middle.end());
  ++more.rows;
  if (const Status ok = edit(std::move(more)); !ok) return ok;
  settings_.selected = static_cast<std::int64_t>(n());
  return success();
}

Status HardmaxScene::remove(std::int32_t handle) {
  if (handle < 0 || handle >= static_cast<std::int32_t>(n())) return Error{"Only tokens can be removed."};
  if (n() == 1) return Error{"The last token cannot be removed."};
  const auto i = static_cast<std::ptrdiff_t>(handle), width = static_cast<std::ptrdiff_t>(d());
  Matrix fewer = tokens();
  fewer.data.erase(fewer.data.begin() + i * width, fewer.data.begin() + (i + 1) * width);
  --fewer.rows;
  const std::int64_t chosen = settings_.selected;
  if (const Status ok = edit(std::move(fewer)); !ok) return ok;
  settings_.selected = chosen == handle + 1 ? 0 : chosen > handle + 1 ? chosen - 1 : chosen;
  return success();
}

}  // namespace lab::scenes
