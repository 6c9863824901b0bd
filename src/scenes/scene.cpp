#include "scenes/scene.h"

#include <algorithm>

#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Status;

template <class Row>
std::ptrdiff_t find_key(std::span<const Row> rows, std::string_view key) {
  const auto at = std::ranges::find(rows, key, &Row::key);
  return at == rows.end() ? -1 : at - rows.begin();
}

struct Wanted {
  std::size_t param = 0;
  Value value;
};

// Reads the settings into values by table row; notes what cannot be read.
std::vector<Wanted> read_settings(const Scene& scene, std::span<const Setting> settings,
                                  std::vector<std::string>& problems) {
  std::vector<Wanted> out;
  std::vector<bool> seen(scene.params().size());
  for (const auto& [key, text] : settings) {
    const std::ptrdiff_t row = find_param(scene, key);
    if (row < 0) {
      problems.push_back("There is no parameter " + quoted(key) + "; it was left out.");
      continue;
    }
    const auto i = static_cast<std::size_t>(row);
    if (seen[i]) {
      problems.push_back(key + " is given twice; the first value counts.");
      continue;
    }
    seen[i] = true;
    auto value = parse_value(scene.params()[i], text);
    if (value) out.push_back({i, std::move(value).value()});
    else problems.push_back(value.error());
  }
  std::ranges::sort(out, {}, &Wanted::param);
  return out;
}

}  // namespace

Status Scene::give(std::string_view name, std::string_view) { return Error{"This scene does not need " + quoted(name) + "."}; }
Status Scene::open_file(std::string_view name, std::string_view) {
  return Error{"This scene opens no files; " + quoted(name) + " was left alone."};
}
Status Scene::press(std::int32_t) { return core::success(); }
Status Scene::drag(std::int32_t, Point) { return Error{"Nothing here can be dragged."}; }
Status Scene::add_at(Point) { return Error{"Nothing can be added here."}; }
Status Scene::remove(std::int32_t) { return Error{"Nothing here can be removed."}; }

std::ptrdiff_t find_param(const Scene& scene, std::string_view key) { return find_key(scene.params(), key); }
std::ptrdiff_t find_action(const Scene& scene, std::string_view key) { return find_key(scene.actions(), key); }
std::ptrdiff_t find_observable(const Scene& scene, std::string_view key) {
  return find_key(scene.observables(), key);
}

Status set_text(Scene& scene, std::string_view key, std::string_view text) {
  const std::ptrdiff_t row = find_param(scene, key);
  if (row < 0) return Error{"There is no parameter " + quoted(key) + "."};
  const auto i = static_cast<std::size_t>(row);
  const auto value = parse_value(scene.params()[i], text);
  if (!value) return Error{value.error()};
  return scene.set(i, value.value());
}

std::vector<std::string> set_texts(Scene& scene, std::span<const Setting> settings) {
  std::vector<std::string> problems;
  std::vector<Wanted> wanted = read_settings(scene, settings, problems);
  std::erase_if(wanted, [&](const Wanted& w) {
    const Status done = scene.set(w.param, w.value);
    if (!done) problems.push_back(done.error());
    return !done;
  });
  for (const Wanted& w : wanted)
    if (scene.get(w.param) != w.value)
      problems.push_back(scene.params()[w.param].key + " does not go together with the other settings; it is " +
                         quoted(format_value(scene.get(w.param))) + " now.");
  return problems;
}

}  // namespace lab::scenes
