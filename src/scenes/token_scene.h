#pragma once
#include <cstdint>
#include <utility>

#include "scenes/table_scene.h"
#include "scenes/token_edit.h"

namespace lab::scenes {

/// A scene about tokens that a hand may move, add and remove, in one picture or in several beside each
/// other: handle i + b kHandleBank is token i of picture b. What is changed is what is on screen; at a step
/// after the first it becomes the start. S has `tokens`; where it has `selected`, counted from 1 with 0 for
/// none, a token can be chosen.
template <class S>
class TokenScene : public TableScene<S> {
 public:
  std::int32_t selected() const override {
    if constexpr (kSelects) return static_cast<std::int32_t>(settings_.selected) - 1;
    else return kNoHandle;
  }
  void select(std::int32_t handle) override {
    if constexpr (kSelects) {
      if (handle >= 0 && !can_drag(handle)) return;
      const std::int64_t wanted = handle < 0 ? 0 : static_cast<std::int64_t>(token_of(handle)) + 1;
      if (wanted == settings_.selected) return;
      settings_.selected = wanted;
      this->changed();
    }
  }
  bool can_drag(std::int32_t handle) const override {
    return handle >= 0 && picture_of(handle) < pictures() && token_of(handle) < settings_.tokens.rows;
  }
  core::Status drag(std::int32_t handle, Point to) override {
    if (!can_drag(handle)) return core::Error{"This cannot be dragged here."};
    return edit(with_token_moved(on_screen(picture_of(handle)), token_of(handle), to));
  }
  core::Status add_at(Point at) override {
    const core::Status added = edit(with_token_added(on_screen(0), at, most_tokens()));
    if constexpr (kSelects)
      if (added) settings_.selected = static_cast<std::int64_t>(settings_.tokens.rows);
    return added;
  }
  core::Status remove(std::int32_t handle) override {
    if (!can_drag(handle)) return core::Error{"Only tokens can be removed."};
    return remove_from(on_screen(picture_of(handle)), token_of(handle));
  }
  /// The step whose tokens the last edit by hand made the start; 0: none.
  std::size_t edited_at() const { return edited_at_; }

 protected:
  using TableScene<S>::TableScene;
  using TableScene<S>::settings_;

  static std::size_t token_of(std::int32_t handle) { return static_cast<std::size_t>(handle % kHandleBank); }
  static std::size_t picture_of(std::int32_t handle) { return static_cast<std::size_t>(handle / kHandleBank); }

  /// How many pictures show all tokens.
  virtual std::size_t pictures() const { return 1; }
  /// The tokens that a picture shows now.
  virtual const core::Matrix& on_screen(std::size_t picture) const = 0;
  virtual std::size_t most_tokens() const = 0;
  /// The tokens of the settings are those of a hand: step 0 of a new run, in the time of one movement.
  virtual void begin_by_hand() = 0;

  core::Status edit(core::Result<core::Matrix> tokens) {
    if (!tokens) return core::Error{tokens.error()};
    const std::size_t from = this->step() > 0 ? this->step() : edited_at_;
    settings_.tokens = std::move(tokens).value();
    begin_by_hand();
    edited_at_ = from;
    this->changed();
    return core::success();
  }
  core::Status remove_from(core::Matrix tokens, std::size_t i) {
    [[maybe_unused]] const std::int64_t chosen = chosen_token(), gone = static_cast<std::int64_t>(i) + 1;
    const core::Status removed = edit(with_token_removed(std::move(tokens), i));
    if constexpr (kSelects)
      if (removed) settings_.selected = chosen == gone ? 0 : chosen > gone ? chosen - 1 : chosen;
    return removed;
  }

  std::size_t edited_at_ = 0;

 private:
  static constexpr bool kSelects = requires(S s) { s.selected; };
  std::int64_t chosen_token() const {
    if constexpr (kSelects) return settings_.selected;
    else return 0;
  }
};

}  // namespace lab::scenes
