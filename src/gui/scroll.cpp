#include "gui/scroll.h"

#include <cmath>

#include "imgui_internal.h"

namespace lab::gui {
namespace {

constexpr float kPull = 8;  ///< pixels before a press is a scroll

/// The one scroll that fingers can be doing.
struct Glide {
  ImGuiID owner = 0;     ///< window under the finger or running out
  bool scrolling = false;
  bool sideways = false;
  float speed = 0;       ///< pixels per second
};
Glide glide;

bool can_scroll(const ImGuiWindow* window, bool sideways, float by) {
  const float at = sideways ? window->Scroll.x : window->Scroll.y;
  const float most = sideways ? window->ScrollMax.x : window->ScrollMax.y;
  return by > 0 ? at < most - 0.5F : at > 0.5F;
}

void scroll_by(ImGuiWindow* window, bool sideways, float by) {
  if (sideways) ImGui::SetScrollX(window, window->Scroll.x + by);
  else ImGui::SetScrollY(window, window->Scroll.y + by);
}

/// The pull has become long enough to mean a scroll, and this window has somewhere to go.
void begin_scroll(ImGuiWindow* window, ImVec2 pull) {
  const bool sideways = std::fabs(pull.x) > std::fabs(pull.y);
  const float by = sideways ? -pull.x : -pull.y;
  if (std::fabs(by) < kPull) return;
  if (can_scroll(window, sideways, by)) {
    glide.scrolling = true;
    glide.sideways = sideways;
    ImGui::ClearActiveID();
    // Where frames are rare the finger is far ahead already.
    scroll_by(window, sideways, by - std::copysign(kPull, by) - (sideways ? -ImGui::GetIO().MouseDelta.x : -ImGui::GetIO().MouseDelta.y));
  } else if (!sideways && window->ParentWindow) {
    glide.owner = window->ParentWindow->ID;
  }
}

void follow_finger(Ui& ui, ImGuiWindow* window) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && window->InnerRect.Contains(io.MousePos) && !glide.scrolling)
    if (glide.owner == 0 || glide.speed != 0) glide = {window->ID, false, false, 0};
  if (glide.owner != window->ID) return;
  if (!glide.scrolling && !ui.dragging) begin_scroll(window, ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0));
  if (!glide.scrolling) return;
  ui.dragging = true;
  const float by = glide.sideways ? -io.MouseDelta.x : -io.MouseDelta.y;
  scroll_by(window, glide.sideways, by);
  const float now = io.DeltaTime > 0 ? by / io.DeltaTime : 0;
  glide.speed += 0.35F * (now - glide.speed);
}

void run_out(Ui& ui, ImGuiWindow* window) {
  if (glide.owner != window->ID) return;
  glide.scrolling = false;
  const float dt = ImGui::GetIO().DeltaTime;
  if (ui.reduced_motion || std::fabs(glide.speed) < 30 || !can_scroll(window, glide.sideways, glide.speed)) {
    glide = {};
    return;
  }
  ui.dragging = true;
  scroll_by(window, glide.sideways, glide.speed * dt);
  glide.speed *= std::exp(-4.5F * dt);
}

/// ImGui gives the wheel to the inner window even where that has come to its
/// end; a reader means the panel then.
void pass_wheel_on(ImGuiWindow* window) {
  const float wheel = ImGui::GetIO().MouseWheel;
  ImGuiWindow* outer = window->ParentWindow;
  // A turn of the wheel stays with the window where it began, even when that moves away under the pointer.
  const bool ours = ImGui::IsWindowHovered() || ImGui::GetCurrentContext()->WheelingWindow == window;
  if (wheel == 0 || !outer || !ours || can_scroll(window, false, -wheel)) return;
  scroll_by(outer, false, -60 * wheel);
}

}  // namespace

void finger_scroll(Ui& ui) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  pass_wheel_on(window);
  if (!ui.finger) return;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) follow_finger(ui, window);
  else run_out(ui, window);
}

bool begin_panel(Ui& ui, const char* name, Area area, ImU32 ground, float pad) {
  ImGui::SetCursorScreenPos(area.low());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, 0.6F * pad));
  const bool open = ImGui::BeginChild(name, {area.w, area.h}, ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  (void)ui;
  return open;
}

void end_panel(Ui& ui) {
  ImGui::Dummy({0, 6});
  finger_scroll(ui);
  ImGui::EndChild();
}

}  // namespace lab::gui
