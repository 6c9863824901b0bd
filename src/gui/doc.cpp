#include "gui/doc.h"

namespace lab::gui {

void note_outcome(Doc& doc, const std::string& key, const core::Status& status) {
  if (status) doc.refused->erase(key);
  else doc.refused->insert_or_assign(key, status.error());
}

void set_param(Doc& doc, const std::string& key, const std::string& text) {
  note_outcome(doc, key, scenes::set_text(*doc.scene, key, text));
}

void set_param(Doc& doc, std::size_t index, const scenes::Value& value) {
  note_outcome(doc, doc.scene->params()[index].key, doc.scene->set(index, value));
}

void do_action(Doc& doc, std::size_t index) {
  note_outcome(doc, "action:" + doc.scene->actions()[index].key, doc.scene->act(index));
}

}  // namespace lab::gui
