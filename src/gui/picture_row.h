#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "gui/picture_view.h"

namespace lab::gui {

/// The pictures of a frame beside each other, or one below the other where the
/// place is tall, turned and zoomed as one; where they would be too small, one
/// at a time.
class PictureRow {
 public:
  /// `top`: pixels at the upper edge kept free for what lies over the pictures.
  void draw(Ui& ui, Doc& doc, Area area, float top);

  /// Of the first picture; the others differ in where they are only.
  const Camera& camera() const { return views_.front()->camera(); }
  std::size_t count() const { return views_.size(); }
  void fit(Doc& doc) { gui::fit(*doc.view); }
  void zoom_by(Doc& doc, double factor) { views_.front()->zoom_by(doc, factor); }
  void nudge(Doc& doc, ImVec2 by) { views_.front()->nudge(doc, by); }
  void select_next(Doc& doc, int by) { views_.front()->select_next(doc, by); }
  void remove_selected(Doc& doc);
  /// Where the mark of this handle is drawn, if it is.
  std::optional<ImVec2> where(const scenes::Frame& frame, std::int32_t handle) const;
  void pinch(Doc& doc, ImVec2 middle, ImVec2 moved, double factor);
  void let_go();
  void forget_gl();
  const std::string& problem() const { return views_.front()->problem(); }

 private:
  void draw_all(Ui& ui, Doc& doc, Area area, float top, bool across);
  void draw_chosen(Ui& ui, Doc& doc, Area area, float top);

  /// Views are kept when a frame has fewer pictures: their buffers are made once.
  std::vector<std::unique_ptr<PictureView>> kept_;
  std::vector<PictureView*> views_{first()};

  std::size_t chosen_ = 0;  ///< where there is room for one only

  PictureView* first();
};

}  // namespace lab::gui
