#pragma once
#include <string>

#include "gui/doc.h"
#include "gui/picture_gl.h"
#include "gui/ui.h"

namespace lab::gui {

/// One picture of the frame and the hand on it: pan, zoom, orbit, select, drag, add.
class PictureView {
 public:
  /// Which picture it shows: 0 is Frame::picture, 1 the first of Frame::beside.
  explicit PictureView(std::size_t which = 0) : which_(which) {}

  /// `top`: pixels at the upper edge kept free for what lies over the picture.
  /// `titled`: the picture's title is written over it.
  void draw(Ui& ui, Doc& doc, Area area, float top, bool titled = true);

  std::size_t which() const { return which_; }
  const Camera& camera() const { return camera_; }
  void zoom_by(Doc& doc, double factor) { gui::zoom(*doc.view, camera_, factor, camera_.middle()); }
  /// By keyboard, one step to the right or down (`by`: -1, 0, 1): the selected token where it may be dragged, else the view.
  void nudge(Doc& doc, ImVec2 by);
  /// Selects the next token that may be dragged, or the one before (`by`: 1, -1).
  void select_next(Doc& doc, int by) const;
  /// Two fingers: their middle moved by `moved` to `middle`, their distance grew by `factor`.
  void pinch(Doc& doc, ImVec2 middle, ImVec2 moved, double factor);
  /// Ends any drag, as when a second finger comes down.
  void let_go() { hand_ = Hand::kNone; }
  void forget_gl() { gl_.forget(); }
  const std::string& problem() const { return gl_.problem(); }

 private:
  enum class Hand { kNone, kPressed, kView, kToken };

  void touch(Ui& ui, Doc& doc);
  void press(Ui& ui, Doc& doc, ImVec2 at);
  void move(Ui& ui, Doc& doc, ImVec2 at);
  void release(Ui& ui, Doc& doc, ImVec2 at);
  void add(Doc& doc, ImVec2 at);
  const scenes::Picture& picture(const Doc& doc) const;
  const scenes::Mark* mark_at(const Ui& ui, const Doc& doc, ImVec2 at) const;
  void background(const Ui& ui, const Doc& doc);
  void grid(const Ui& ui) const;
  void title(const Ui& ui, const scenes::Picture& picture) const;
  void box(const Ui& ui, const scenes::Picture& picture) const;
  void many(const Ui& ui, const Doc& doc);
  void labels(const Ui& ui, const scenes::Picture& picture) const;
  void selection(const Ui& ui, const Doc& doc) const;
  void readout(const Ui& ui, const Doc& doc) const;

  std::size_t which_;
  Camera camera_;
  float top_ = 0;
  PictureGl gl_;
  Hand hand_ = Hand::kNone;
  std::int32_t held_ = scenes::kNoHandle;
  ImVec2 pressed_at_{};
  ImVec2 last_{};
  float held_for_ = 0;      ///< seconds
  scenes::Point grip_{};     ///< token minus pointer when it was taken
  std::int32_t hovered_ = scenes::kNoHandle;
};

/// Lines for the card beside a token: its number, where it is, and its row of
/// the frame's tables.
std::string describe_mark(const scenes::Frame& frame, const scenes::Picture& picture, const scenes::Mark& mark);

}  // namespace lab::gui
