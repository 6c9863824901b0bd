#include "gui/doc.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lab::gui {
namespace {

core::Status locked(std::string_view what) { return core::Error{std::string(what) + " is locked on this page."}; }

/// Sentences name a row by its key, as links and flags do; on screen stands its label.
std::string by_label(const scenes::Param& param, std::string sentence) {
  constexpr std::string_view kEntries = "All entries of ";
  const std::size_t at = sentence.starts_with(kEntries) ? kEntries.size() : 0;
  if (std::string_view(sentence).substr(at).starts_with(param.key + " ")) sentence.replace(at, param.key.size(), param.label);
  return sentence;
}

bool locks_kind(const Doc& doc, scenes::Kind kind) {
  if (doc.embed->level() == Level::kPicture) return true;
  return std::ranges::any_of(doc.scene->params(), [&](const scenes::Param& p) { return p.kind == kind && doc.embed->locks(p.key); });
}

/// Does `work` and puts locked parameters back that it changed.
template <class Work>
core::Status keeping_locked(Doc& doc, const Work& work) {
  std::vector<std::pair<std::size_t, scenes::Value>> kept;
  const auto params = doc.scene->params();
  for (std::size_t i = 0; doc.embed->locks_any() && i < params.size(); ++i)
    if (doc.embed->locks(params[i].key)) kept.emplace_back(i, doc.scene->get(i));
  core::Status done = work();
  for (auto& [i, value] : kept) {
    if (doc.scene->get(i) == value) continue;
    if (core::Status back = doc.scene->set(i, value); !back && done) done = std::move(back);
  }
  return done;
}

}  // namespace

void note_outcome(Doc& doc, const std::string& key, const core::Status& status) {
  if (status) {
    doc.refused->erase(key);
    return;
  }
  const std::ptrdiff_t row = scenes::find_param(*doc.scene, key);
  std::string said = row < 0 ? status.error() : by_label(doc.scene->params()[static_cast<std::size_t>(row)], status.error());
  doc.refused->insert_or_assign(key, std::move(said));
}

void set_param(Doc& doc, const std::string& key, const std::string& text) {
  const std::ptrdiff_t index = scenes::find_param(*doc.scene, key);
  if (index >= 0 && doc.embed->locks(key))
    return note_outcome(doc, key, locked(doc.scene->params()[static_cast<std::size_t>(index)].label));
  note_outcome(doc, key, keeping_locked(doc, [&] { return scenes::set_text(*doc.scene, key, text); }));
}

void set_param(Doc& doc, std::size_t index, const scenes::Value& value) {
  const scenes::Param& param = doc.scene->params()[index];
  if (doc.embed->locks(param.key)) return note_outcome(doc, param.key, locked(param.label));
  note_outcome(doc, param.key, keeping_locked(doc, [&] { return doc.scene->set(index, value); }));
}

void do_action(Doc& doc, std::size_t index) {
  const scenes::Action& action = doc.scene->actions()[index];
  if (doc.embed->locks(action.key)) return note_outcome(doc, "action:" + action.key, locked(action.label));
  note_outcome(doc, "action:" + action.key, keeping_locked(doc, [&] { return doc.scene->act(index); }));
}

void press(Doc& doc, std::int32_t handle) {
  if (locks_kind(doc, scenes::Kind::kText)) return note_outcome(doc, "", locked("The text"));
  note_outcome(doc, "", keeping_locked(doc, [&] { return doc.scene->press(handle); }));
}

bool may_move(const Doc& doc) { return !locks_kind(doc, scenes::Kind::kTokens); }

}  // namespace lab::gui
