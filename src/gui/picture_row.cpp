#include "gui/picture_row.h"

namespace lab::gui {

PictureView* PictureRow::first() {
  kept_.push_back(std::make_unique<PictureView>(0));
  return kept_.front().get();
}

void PictureRow::draw(Ui& ui, Doc& doc, Area area, float top) {
  const std::size_t count = 1 + doc.frame->beside.size();
  while (kept_.size() < count) kept_.push_back(std::make_unique<PictureView>(kept_.size()));
  views_.clear();
  for (std::size_t i = 0; i < count; ++i) views_.push_back(kept_[i].get());
  const bool across = area.w >= area.h;
  const float share = (across ? area.w : area.h) / static_cast<float>(count);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < count; ++i) {
    const float from = share * static_cast<float>(i);
    const Area own = across ? Area{area.x + from, area.y, share, area.h} : Area{area.x, area.y + from, area.w, share};
    // One below the other, only the first has something lying over it.
    views_[i]->draw(ui, doc, own, across || i == 0 ? top : 0);
    if (i == 0) continue;
    const ImVec2 end = across ? ImVec2{own.x, own.y + own.h} : ImVec2{own.x + own.w, own.y};
    list->AddLine(own.low(), end, ui.look.border, 1);
  }
}

void PictureRow::remove_selected(Doc& doc) {
  if (doc.scene->selected() < 0) return;
  doc.player->pause();
  note_outcome(doc, "", doc.scene->remove(doc.scene->selected()));
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
