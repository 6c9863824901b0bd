#include "gui/scroll.h"

#include <cmath>

#include "imgui_internal.h"

namespace lab::gui {
namespace {

/// The one scroll that fingers can be doing.
struct Glide {
  ImGuiID owner = 0;     ///< window under the finger or running out
  bool scrolling = false;
  float speed = 0;       ///< pixels per second
};
Glide glide;

void follow_finger(Ui& ui, ImGuiWindow* window) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && window->InnerRect.Contains(io.MousePos) && !glide.scrolling)
    if (glide.owner == 0 || glide.speed != 0) glide = {window->ID, false, 0};
  if (glide.owner != window->ID) return;
  const ImVec2 pull = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (!glide.scrolling && !ui.dragging && std::fabs(pull.y) > 8 && std::fabs(pull.y) > std::fabs(pull.x)) {
    glide.scrolling = true;
    ImGui::ClearActiveID();
  }
  if (!glide.scrolling) return;
  ui.dragging = true;
  ImGui::SetScrollY(window, window->Scroll.y - io.MouseDelta.y);
  const float now = io.DeltaTime > 0 ? -io.MouseDelta.y / io.DeltaTime : 0;
  glide.speed += 0.35F * (now - glide.speed);
}

void run_out(Ui& ui, ImGuiWindow* window) {
  if (glide.owner != window->ID) return;
  glide.scrolling = false;
  const float dt = ImGui::GetIO().DeltaTime;
  if (ui.reduced_motion || std::fabs(glide.speed) < 30) {
    glide = {};
    return;
  }
  ui.dragging = true;
  ImGui::SetScrollY(window, window->Scroll.y + glide.speed * dt);
  glide.speed *= std::exp(-4.5F * dt);
}

}  // namespace

void finger_scroll(Ui& ui) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
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
