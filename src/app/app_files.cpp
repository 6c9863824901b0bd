// The files that scenes read and write.
#include <algorithm>

#include "app/app.h"
#include "app/host.h"

namespace lab::app {

/// Brings the scene the files of the lab that it waits for.
void App::supply() {
  const std::vector<std::string> needs = scene_->needs();
  const auto unwanted = [&](const std::string& name) { return std::ranges::find(needs, name) == needs.end(); };
  // Asked for anew, a file is fetched or given anew.
  std::erase_if(asked_, unwanted);
  std::erase_if(refused_files_, unwanted);
  for (const std::string& name : needs) {
    if (refused_files_.contains(name)) continue;
    const auto known = files_.find(name);
    if (known != files_.end()) {
      const core::Status taken = scene_->give(name, known->second);
      if (!taken) {
        host_problem(taken.error());
        // Given again what it just refused, it would refuse for ever; other scenes may take it.
        refused_files_.insert(name);
      }
      wake();
    } else if (asked_.insert(name).second && !name.starts_with(scenes::kOwnFile)) {
      host_fetch(name);
    }
  }
}

void App::fulfil() {
  while (std::optional<scenes::Wish> wish = scene_->take_wish()) {
    switch (wish->kind) {
      case scenes::Wish::Kind::kOpenFile: host_open_file(); break;
      case scenes::Wish::Kind::kSaveFile: host_save(wish->name, wish->bytes); break;
      case scenes::Wish::Kind::kKeep: files_.insert_or_assign(wish->name, std::move(wish->bytes)); break;
    }
  }
}

void App::give(std::string_view name, std::string bytes) {
  files_.insert_or_assign(std::string(name), std::move(bytes));
  wake();
}

std::vector<std::string> App::own_files() const {
  std::vector<std::string> names = scenes::read_link(link()).scene->needs();
  std::erase_if(names, [](const std::string& name) { return !name.starts_with(scenes::kOwnFile); });
  return names;
}

const std::string* App::file(std::string_view name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : &found->second;
}

void App::missing(std::string_view name, std::string_view why) {
  host_problem(std::string(name) + " could not be loaded: " + std::string(why));
  scene_->missing(name, why);
  wake();
}

core::Status App::open_file(std::string_view name, std::string_view bytes) {
  core::Status opened = scene_->open_file(name, bytes);
  if (opened) refused_.erase("");
  else refused_.insert_or_assign("", opened.error());
  wake();
  return opened;
}

}  // namespace lab::app
