#pragma once
#include <utility>

#include "scenes/model_room.h"
#include "scenes/seeds.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

/// A scene about a TinyBERT. S has the members `model`, the key of the model,
/// and `alphabet` and `file_heads`, what a file of the reader's may not tell.
template <class S>
class ModelScene : public TableScene<S> {
 public:
  core::Status set(std::size_t param, const Value& value) override {
    const std::string& key = this->params()[param].key;
    if (key != "alphabet" && key != "file-heads") return TableScene<S>::set(param, value);
    if (core::Status ok = check_value(this->params()[param], value); !ok) return ok;
    // The file is read again first: when that fails the value is refused.
    S wanted = this->settings_;
    if (key == "alphabet") wanted.alphabet = *std::get_if<std::string>(&value);
    else wanted.file_heads = *std::get_if<std::int64_t>(&value);
    if (core::Status read = room_.describe(static_cast<std::size_t>(wanted.file_heads), wanted.alphabet); !read) return read;
    return TableScene<S>::set(param, value);
  }
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
  void missing(std::string_view, std::string_view why) override {
    room_.missing(why);
    this->changed();
  }

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

/// All that is shown while there is nothing to show: one sentence.
void waiting_frame(const std::string& sentence, Frame& frame);

/// Keys and labels of a scene's presets, for its table.
template <class Presets>
std::vector<Option> preset_options(const Presets& presets) {
  std::vector<Option> out;
  for (const auto& p : presets) out.push_back({p.key, p.label});
  return out;
}

/// What had to be assumed about the model's file, as a note.
inline void add_remark(const LoadedModel& model, Frame& frame) {
  if (!model.remark.empty()) frame.notes.push_back(model.remark);
}

/// The rows that every such scene begins its model group with.
Param model_row();
Param alphabet_row();
Param file_heads_row();
/// The action that lets the reader choose a model file.
Action open_model_action();

}  // namespace lab::scenes
