#include "gui/bottom_sheet.h"

#include <algorithm>
#include <cmath>

namespace lab::gui {
namespace {

constexpr float kPull = 8;      ///< pixels before a press on a tab is a pull
constexpr float kThrow = 350;   ///< pixels per second that carry it on to the next rest

/// The inverse of Layout::sheet_height.
float place_of(const Layout& layout, float height) {
  if (height <= layout.half) return layout.half > 0 ? 0.5F * height / layout.half : 0;
  return 0.5F + 0.5F * (height - layout.half) / std::max(1.0F, layout.full - layout.half);
}

}  // namespace

bool BottomSheet::draw_by(Ui& ui, const Layout& layout) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsItemActive()) return false;
  const ImVec2 pull = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (!drawn_ && (std::fabs(pull.y) < kPull || std::fabs(pull.y) < std::fabs(pull.x))) return false;
  if (!drawn_) {
    // What it had to pull first is not made up for.
    from_ = layout.panel.h + std::copysign(kPull, pull.y);
    speed_ = 0;
  }
  drawn_ = true;
  ui.dragging = true;
  at_ = std::clamp(place_of(layout, std::clamp(from_ - pull.y, 0.0F, layout.full)), 0.0F, 1.0F);
  const float now = io.DeltaTime > 0 ? -io.MouseDelta.y / io.DeltaTime : 0;
  speed_ += 0.35F * (now - speed_);
  return true;
}

void BottomSheet::settle(Ui& ui) {
  if (drawn_ && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    ui.dragging = true;
    return;
  }
  if (drawn_) {
    drawn_ = false;
    const float on = std::fabs(speed_) > kThrow ? std::copysign(0.25F, speed_) : 0;
    rest_ = std::clamp(std::round(2 * (at_ + on)) / 2, 0.0F, 1.0F);
  }
  if (at_ == rest_) return;
  const float dt = std::min(ImGui::GetIO().DeltaTime, 0.05F);
  at_ += (rest_ - at_) * (1 - std::exp(-18 * dt));
  if (ui.reduced_motion || std::fabs(at_ - rest_) < 0.004F) at_ = rest_;
  ui.dragging = true;
}

}  // namespace lab::gui
