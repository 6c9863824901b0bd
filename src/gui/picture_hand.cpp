#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/picture_view.h"

namespace lab::gui {
namespace {

constexpr float kLongPress = 0.55F;  // seconds

constexpr double kNudge = 0.02;      // of the fitted picture's width, rounded to 1, 2 or 5 times a power of ten
constexpr float kNudgePixels = 24;   // of the view

/// A round number near `x`, so that what is moved by keyboard has coordinates that can be read.
double rounded_step(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  const double digit = x / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

float length(ImVec2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }
ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }

/// How far a press may wander and still be a click.
float slack(const Ui& ui) { return ui.finger ? 9.0F : 4.0F; }

}  // namespace

const scenes::Mark* PictureView::mark_at(const Ui& ui, const Doc& doc, ImVec2 at) const {
  float best = ui.finger ? 28.0F : 12.0F;
  const scenes::Mark* found = nullptr;
  for (const scenes::Mark& mark : picture(doc).marks) {
    if (mark.handle < 0) continue;
    const float d = length(camera_.project(mark.at) - at);
    // Of marks in one place the last is drawn on top and is the one meant.
    if (d > best) continue;
    best = d;
    found = &mark;
  }
  return found;
}

void PictureView::touch(Ui& ui, Doc& doc) {
  const Area& a = camera_.area();
  ImGui::SetCursorScreenPos(a.low());
  ImGui::SetNextItemAllowOverlap();
  ImGui::PushID(static_cast<int>(which_));
  ui.press_area("##picture", {a.w, a.h}, true);
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  const bool active = ImGui::IsItemActive();
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated()) press(ui, doc, at);
  if (active && hand_ != Hand::kNone) move(ui, doc, at);
  if (ImGui::IsItemDeactivated() && hand_ != Hand::kNone) release(ui, doc, at);
  if (!active) hand_ = Hand::kNone;
  const scenes::Mark* under = hovered && (!ui.finger || active) ? mark_at(ui, doc, at) : nullptr;
  hovered_ = hand_ == Hand::kToken ? held_ : under ? under->handle : scenes::kNoHandle;
  const float wheel = ImGui::GetIO().MouseWheel;
  if (hovered && wheel != 0) gui::zoom(*doc.view, camera_, std::pow(1.16, wheel), at);
  if (hovered && !ui.finger && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !under) add(doc, at);
  if (hand_ == Hand::kToken || (under && may_move(doc) && doc.scene->can_drag(under->handle))) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  else if (hand_ == Hand::kView) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void PictureView::press(Ui& ui, Doc& doc, ImVec2 at) {
  pressed_at_ = last_ = at;
  held_for_ = 0;
  hand_ = Hand::kPressed;
  const scenes::Mark* mark = mark_at(ui, doc, at);
  held_ = mark ? mark->handle : scenes::kNoHandle;
  if (!mark) return;
  const scenes::Point under = camera_.unproject(at, mark->at);
  for (std::size_t i = 0; i < 3; ++i) grip_[i] = mark->at[i] - under[i];
}

void PictureView::move(Ui& ui, Doc& doc, ImVec2 at) {
  ui.dragging = true;
  if (hand_ == Hand::kPressed) {
    const bool still = length(at - pressed_at_) < slack(ui);
    // A frame that took long says nothing about how long the finger meant to rest.
    held_for_ += std::min(ImGui::GetIO().DeltaTime, 0.1F);
    if (still && ui.finger && held_ < 0 && held_for_ > kLongPress) {
      add(doc, at);
      hand_ = Hand::kNone;
      return;
    }
    if (still) return;
    const bool token = held_ >= 0 && may_move(doc) && doc.scene->can_drag(held_);
    if (token) doc.player->pause();
    hand_ = token ? Hand::kToken : Hand::kView;
  }
  if (hand_ == Hand::kToken) {
    for (const scenes::Mark& mark : picture(doc).marks) {
      if (mark.handle != held_) continue;
      scenes::Point to = camera_.unproject(at, mark.at);
      for (std::size_t i = 0; i < 3; ++i) to[i] += grip_[i];
      note_outcome(doc, "", doc.scene->drag(held_, to));
      break;
    }
  } else if (hand_ == Hand::kView) {
    const ImVec2 by = at - last_;
    if (camera_.dimension() == 3) orbit(*doc.view, by);
    else pan(*doc.view, camera_, by);
  }
  last_ = at;
}

void PictureView::release(Ui& ui, Doc& doc, ImVec2 at) {
  if (hand_ == Hand::kPressed && length(at - pressed_at_) < slack(ui)) doc.scene->select(held_);
  hand_ = Hand::kNone;
}

void PictureView::add(Doc& doc, ImVec2 at) {
  if (!may_move(doc)) return;
  doc.player->pause();
  note_outcome(doc, "", doc.scene->add_at(camera_.unproject(at)));
}

void PictureView::nudge(Doc& doc, ImVec2 by) {
  const std::int32_t chosen = doc.scene->selected();
  const auto& marks = picture(doc).marks;
  const auto mark = std::ranges::find(marks, chosen, &scenes::Mark::handle);
  if (chosen < 0 || mark == marks.end() || !may_move(doc) || !doc.scene->can_drag(chosen)) {
    const ImVec2 pixels{-kNudgePixels * by.x, -kNudgePixels * by.y};
    return camera_.dimension() == 3 ? orbit(*doc.view, pixels) : pan(*doc.view, camera_, pixels);
  }
  const double step = rounded_step(kNudge * camera_.area().w / camera_.fit_scale());
  scenes::Point to = mark->at;
  for (std::size_t i = 0; i < 3; ++i)
    to[i] += step * (static_cast<double>(by.x) * camera_.turn()[0][i] + static_cast<double>(by.y) * camera_.turn()[1][i]);
  doc.player->pause();
  note_outcome(doc, "", doc.scene->drag(chosen, to));
}

void PictureView::select_next(Doc& doc, int by) const {
  std::vector<std::int32_t> handles;
  for (const scenes::Mark& mark : picture(doc).marks)
    if (mark.handle >= 0 && doc.scene->can_drag(mark.handle)) handles.push_back(mark.handle);
  if (handles.empty()) return;
  std::ranges::sort(handles);
  const auto now = std::ranges::find(handles, doc.scene->selected());
  const auto count = static_cast<std::ptrdiff_t>(handles.size());
  const std::ptrdiff_t at = now == handles.end() ? (by > 0 ? 0 : count - 1) : (now - handles.begin() + by + count) % count;
  doc.scene->select(handles[static_cast<std::size_t>(at)]);
}

void PictureView::pinch(Doc& doc, ImVec2 middle, ImVec2 moved, double factor) {
  if (!camera_.area().contains(middle)) return;
  gui::zoom(*doc.view, camera_, factor, middle);
  Camera now = camera_;
  now.place(picture(doc), *doc.view, camera_.area(), top_);
  pan(*doc.view, now, moved);
}

}  // namespace lab::gui
