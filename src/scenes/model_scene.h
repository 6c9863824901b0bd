#pragma once
#include <utility>

#include "scenes/model_room.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

/// A scene about a TinyBERT. S has a member `model`, the key of the model.
template <class S>
class ModelScene : public TableScene<S> {
 public:
  std::vector<std::string> needs() const override { return room_.needs(); }
  core::Status give(std::string_view name, std::string_view bytes) override { return taken(room_.give(name, bytes)); }
  core::Status open_file(std::string_view name, std::string_view bytes) override {
    core::Status opened = taken(room_.open(name, bytes));
    if (opened) this->settings_.model = room_.key();
    return opened;
  }
  std::optional<Wish> take_wish() override {
    if (std::exchange(open_wanted_, false)) return Wish{Wish::Kind::kOpenFile, {}, {}};
    return room_.take_wish();
  }
  std::string trouble() const override { return trouble_; }

  /// Null while it is waited for.
  const LoadedModel* model() const { return room_.model(); }
  /// Model and text are there and fit: there is something to show.
  bool ready() const { return model() != nullptr && trouble_.empty(); }
  /// One sentence for the reader while there is not.
  std::string waiting() const { return model() == nullptr ? room_.waiting() : trouble_; }

 protected:
  explicit ModelScene(std::span<const Field<S>> fields) : TableScene<S>(fields) { room_.choose(this->settings_.model); }
  /// Another model or another text: take it in, or set trouble_ to the sentence why not.
  virtual void refresh() = 0;
  void choose_model() { room_.choose(this->settings_.model); }
  void ask_for_file() { open_wanted_ = true; }

  std::string trouble_;

 private:
  core::Status taken(core::Status status) {
    if (status) {
      trouble_.clear();
      refresh();
      this->changed();
    }
    return status;
  }

  ModelRoom room_;
  bool open_wanted_ = false;
};

/// The rows that every such scene begins its model group with.
Param model_row();
/// The action that lets the reader choose a model file.
Action open_model_action();

}  // namespace lab::scenes
