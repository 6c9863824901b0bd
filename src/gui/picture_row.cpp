#include "gui/picture_row.h"

#include <string>

#include "gui/widgets.h"

namespace lab::gui {
namespace {

constexpr float kNarrowest = 210;  ///< of a picture beside others, CSS pixels

}  // namespace

PictureView* PictureRow::first() {
  kept_.push_back(std::make_unique<PictureView>(0));
  return kept_.front().get();
}

void PictureRow::draw(Ui& ui, Doc& doc, Area area, float top) {
  const std::size_t count = 1 + doc.frame->beside.size();
  while (kept_.size() < count) kept_.push_back(std::make_unique<PictureView>(kept_.size()));
  const bool across = area.w >= area.h;
  const float share = (across ? area.w : area.h - top) / static_cast<float>(count);
  views_.clear();
  if (count > 1 && share < kNarrowest * ui.look.unit) return draw_chosen(ui, doc, area, top);
  for (std::size_t i = 0; i < count; ++i) views_.push_back(kept_[i].get());
  draw_all(ui, doc, area, top, across);
}

void PictureRow::draw_all(Ui& ui, Doc& doc, Area area, float top, bool across) {
  const float share = (across ? area.w : area.h - top) / static_cast<float>(views_.size());
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const float from = share * static_cast<float>(i);
    // One below the other, only the first has something lying over it.
    const float over = across || i == 0 ? top : 0;
    const float down = i == 0 ? 0 : top + from;
    const Area own = across ? Area{area.x + from, area.y, share, area.h} : Area{area.x, area.y + down, area.w, share + over};
    views_[i]->draw(ui, doc, own, over);
    if (i == 0) continue;
    const ImVec2 end = across ? ImVec2{own.x, own.y + own.h} : ImVec2{own.x + own.w, own.y};
    ImGui::GetWindowDrawList()->AddLine(own.low(), end, ui.look.border, 1);
  }
}

/// No room for all: one of them, and a row to choose from.
void PictureRow::draw_chosen(Ui& ui, Doc& doc, Area area, float top) {
  const auto& beside = doc.frame->beside;
  if (chosen_ > beside.size()) chosen_ = 0;
  std::vector<scenes::Option> names{{"0", doc.frame->picture.title}};
  for (const scenes::Picture& p : beside) names.push_back({std::to_string(names.size()), p.title});
  const float row = ui.look.row() + 12;
  views_.push_back(kept_[chosen_].get());
  views_.front()->draw(ui, doc, {area.x, area.y, area.w, area.h - row}, top, false);
  ImGui::GetWindowDrawList()->AddRectFilled({area.x, area.y + area.h - row}, area.high(), ui.look.ground);
  ImGui::SetCursorScreenPos({area.x + 12, area.y + area.h - row + 6});
  const int picked = segments(ui, "pictures", names, names[chosen_].key, area.w - 24);
  if (picked >= 0) chosen_ = static_cast<std::size_t>(picked);
}

void PictureRow::remove_selected(Doc& doc) {
  if (doc.scene->selected() < 0 || !may_move(doc)) return;
  doc.player->pause();
  note_outcome(doc, "", doc.scene->remove(doc.scene->selected()));
}

std::optional<ImVec2> PictureRow::where(const scenes::Frame& frame, std::int32_t handle) const {
  for (const PictureView* view : views_) {
    if (view->which() > frame.beside.size()) continue;
    const scenes::Picture& picture = view->which() == 0 ? frame.picture : frame.beside[view->which() - 1];
    for (const scenes::Mark& mark : picture.marks)
      if (mark.handle == handle) return view->camera().project(mark.at);
  }
  return std::nullopt;
}

void PictureRow::pinch(Doc& doc, ImVec2 middle, ImVec2 moved, double factor) {
  for (PictureView* view : views_) {
    if (!view->camera().area().contains(middle)) continue;
    view->pinch(doc, middle, moved, factor);
    return;
  }
}

void PictureRow::let_go() {
  for (const auto& view : kept_) view->let_go();
}

void PictureRow::forget_gl() {
  for (const auto& view : kept_) view->forget_gl();
}

}  // namespace lab::gui
