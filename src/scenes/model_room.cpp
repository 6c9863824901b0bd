#include "scenes/model_room.h"

#include <algorithm>
#include <array>
#include <utility>

#include "scenes/model_scene.h"
#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Status;
using core::success;

struct Choice {
  const char* key;
  const char* label;
  std::string_view file;
};
constexpr std::array<Choice, 4> kChoices{{
    {"best", "best: trained long", "tinybert-best.safetensors"},
    {"notebook", "the notebook's 2\u202F001 iterations", "tinybert-2001.safetensors"},
    {"shared", "one block, six times", "tinybert-shared.safetensors"},
    {"own", "your own", kOwnModel},
}};

const Choice* find_choice(std::string_view key) {
  const auto at = std::ranges::find_if(kChoices, [&](const Choice& c) { return c.key == key; });
  return at == kChoices.end() ? nullptr : &*at;
}

constexpr std::string_view kBreak = "↵";

}  // namespace

std::vector<Option> model_options() {
  std::vector<Option> out;
  for (const Choice& c : kChoices) out.push_back({c.key, c.label});
  return out;
}

Param model_row() {
  return choice(row_of("model", "Model", "Model", "Which trained weights; your own come from a file or from training here"), model_options());
}

namespace {
constexpr const char* kFileGroup = "Your own model file";

Param folded(Param p) {
  p.folded = true;
  return p;
}
}  // namespace

Param alphabet_row() {
  return folded(plain(row_of("alphabet", "Its alphabet", kFileGroup, "The characters of a file that does not name them itself, in order and without [MASK]; ↵ is the line break"), Kind::kText));
}

Param file_heads_row() {
  return folded(ranged(row_of("file-heads", "Its heads", kFileGroup, "How many heads the model of a file has that does not say so itself"), Kind::kInteger, 1, 64));
}

Action open_model_action() {
  return {"open", "Open a model", "A .safetensors file with the tensors of the course's class; the model in use stays if it cannot be read"};
}

std::vector<std::string> ModelRoom::needs() const {
  if (model() != nullptr) return {};
  const Choice* choice = find_choice(key_);
  return choice == nullptr ? std::vector<std::string>() : std::vector<std::string>{std::string(choice->file)};
}

Status ModelRoom::load(std::string_view name, std::string_view bytes, std::string key) {
  std::optional<model::Vocabulary> said;
  const auto file = model::read_tensors(bytes);
  const bool silent = key == "own" && file && !file.value().metadata.contains("characters");
  if (silent && !characters_.empty()) {
    auto vocabulary = model::Vocabulary::of_characters(with_breaks(characters_));
    if (!vocabulary) return Error{"alphabet: " + vocabulary.error()};
    said = std::move(vocabulary).value();
  }
  auto read = model::read_model(bytes, {heads_, true}, said ? &*said : nullptr);
  if (!read && silent && characters_.empty() && read.error().find("characters") != std::string::npos)
    return Error{quoted(name) + ": " + read.error() + " Type them under Its alphabet, then open it again."};
  if (!read) return Error{quoted(name) + ": " + read.error()};
  auto loaded = std::make_shared<LoadedModel>(LoadedModel{std::move(read.value().weights), std::move(read.value().vocabulary), {}, {}});
  if (silent && characters_.empty()) loaded->remark = "The file does not name its characters; those of Tiny Shakespeare are assumed. ";
  if (file && !file.value().metadata.contains("heads"))
    loaded->remark += "The file does not say how many heads its model has; " + std::to_string(heads_) + " are assumed (Its heads, under Your own model file).";
  loaded->packed.assign(loaded->weights, false);
  model_ = std::move(loaded);
  loaded_key_ = std::move(key);
  return success();
}

Status ModelRoom::give(std::string_view name, std::string_view bytes) {
  const auto choice = std::ranges::find_if(kChoices, [&](const Choice& c) { return c.file == name; });
  if (choice == kChoices.end()) return Error{quoted(name) + " is no model of the lab."};
  Status loaded = load(name, bytes, choice->key);
  if (loaded && choice->file == kOwnModel) own_ = bytes;
  return loaded;
}

Status ModelRoom::open(std::string_view name, std::string_view bytes) {
  if (Status loaded = load(name, bytes, "own"); !loaded) return loaded;
  key_ = "own";
  own_ = bytes;
  wish_ = Wish{Wish::Kind::kKeep, std::string(kOwnModel), std::string(bytes)};
  return success();
}

Status ModelRoom::describe(std::size_t heads, std::string_view characters) {
  const std::size_t heads_before = std::exchange(heads_, heads);
  const std::string characters_before = std::exchange(characters_, std::string(characters));
  if (own_.empty() || loaded_key_ != "own") return success();
  Status loaded = load("own model", own_, "own");
  if (!loaded) {
    heads_ = heads_before;
    characters_ = characters_before;
  }
  return loaded;
}

std::optional<Wish> ModelRoom::take_wish() { return std::exchange(wish_, std::nullopt); }

std::string ModelRoom::waiting() const {
  if (key_ == "own") return "There is no model of your own yet: open a .safetensors file, or train one.";
  if (!missing_.empty()) return "The model could not be loaded: " + missing_ + " Choose it again to try once more.";
  return "The model is being loaded.";
}

void waiting_frame(const std::string& sentence, Frame& frame) {
  frame.headline = frame.description = sentence;
  frame.strips.push_back({sentence, {}, {}, -1, {}});
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\r') continue;
    if (c == '\n') out += kBreak;
    else out += c;
  }
  return out;
}

std::string with_breaks(std::string_view text) {
  std::string out(text);
  for (std::size_t at = out.find(kBreak); at != std::string::npos; at = out.find(kBreak, at)) out.replace(at, kBreak.size(), "\n");
  return out;
}

std::string cell_letter(std::string_view character) {
  if (character == " ") return "·";
  if (character == "\n") return std::string(kBreak);
  return std::string(character);
}

core::Result<std::vector<model::Token>> encode(const LoadedModel& model, std::string_view text, std::size_t most) {
  auto tokens = model.vocabulary.encode(with_breaks(text));
  if (tokens && tokens.value().size() > most)
    return Error{"The text has " + std::to_string(tokens.value().size()) + " characters; the model reads at most " + std::to_string(most) + "."};
  return tokens;
}

}  // namespace lab::scenes
