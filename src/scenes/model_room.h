#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fast_forward.h"
#include "model/safetensors.h"
#include "scenes/scene.h"

namespace lab::scenes {

/// A model ready for use.
struct LoadedModel {
  model::Weights weights;
  model::Vocabulary vocabulary;
  model::PackedWeights packed;
  std::string remark;   ///< what had to be assumed about the file; "" for nothing
};

/// Files of the lab that hold models, by the key under which a scene's table
/// offers them.
inline constexpr std::string_view kOwnModel = "own.safetensors";
/// Keys and labels: best, notebook, shared, own.
std::vector<Option> model_options();

/// Where a scene has its TinyBERT from: chosen by key, waited for, or opened by
/// the reader. The model in use stays until another has come whole.
class ModelRoom {
 public:
  explicit ModelRoom(std::string key = "best") : key_(std::move(key)) {}

  void choose(std::string_view key) {
    key_ = key;
    missing_.clear();
  }
  const std::string& key() const { return key_; }
  /// The file waited for; none when the chosen model is here.
  std::vector<std::string> needs() const;
  /// On an error nothing has changed.
  core::Status give(std::string_view name, std::string_view bytes);
  /// A model file of the reader's; becomes "own".
  core::Status open(std::string_view name, std::string_view bytes);
  /// The file waited for could not be had.
  void missing(std::string_view why) { missing_ = why; }
  /// What a file may not tell itself: how many heads, and which characters
  /// (empty: not said). Reads the reader's own file again; when that fails
  /// nothing has changed.
  core::Status describe(std::size_t heads, std::string_view characters);
  /// That file, once, so that other scenes find it too.
  std::optional<Wish> take_wish();

  /// The chosen model; null while it is waited for.
  const LoadedModel* model() const { return loaded_key_ == key_ ? model_.get() : nullptr; }
  /// What to say while there is none.
  std::string waiting() const;

 private:
  core::Status load(std::string_view name, std::string_view bytes, std::string key);

  std::string key_;
  std::string loaded_key_;
  std::string missing_;    ///< why the file waited for is not there
  std::shared_ptr<const LoadedModel> model_;
  std::optional<Wish> wish_;
  std::size_t heads_ = 4;
  std::string characters_;
  std::string own_;        ///< bytes of the reader's own file
};

/// Said where a model's weights are so large that its numbers are not finite.
inline constexpr const char* kOverflow = "The numbers of this model overflow: its weights are too large.";

/// Text as a scene's parameter holds it: a line break is "↵", so that it fits
/// into one line and one cell. Real line breaks are taken for it.
std::string one_line(std::string_view text);
/// Back to what the model reads.
std::string with_breaks(std::string_view text);
/// A character as a cell shows it: space is "·", a line break "↵".
std::string cell_letter(std::string_view character);
/// The numbers of a text; the error names the letters the model does not know,
/// or says that there are more than `most`.
core::Result<std::vector<model::Token>> encode(const LoadedModel& model, std::string_view text, std::size_t most);

}  // namespace lab::scenes
