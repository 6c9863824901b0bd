#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/supply.h"
#include "scenes/registry.h"
#include "views/language.h"
#include "views/state_json.h"
#include "views/text_twin.h"
#include "views/words.h"

/// What a translator has to do: the texts that readers may see and a table does not know.
namespace lab::cli {
namespace {

using core::Error;
using core::Status;
using scenes::Kind;
using scenes::Scene;

/// Prints what was asked for since the last call, with a name for the kind of text.
class Harvest {
 public:
  void take(std::string_view kind) {
    const std::string all = views::untranslated();
    for (std::size_t at = seen_; at < all.size();) {
      const std::size_t end = all.find('\n', at);
      out_ += std::string(kind) + "\t" + all.substr(at, end - at) + "\n";
      at = end + 1;
    }
    seen_ = all.size();
  }
  const std::string& text() const { return out_; }

 private:
  std::size_t seen_ = 0;
  std::string out_;
};

void look(Scene& scene) {
  scenes::Frame frame;
  scene.fill(frame);
  views::translate_frame(frame);
  for (const scenes::Plot& plot : frame.plots)
    for (const scenes::Series& s : plot.series) (void)views::series_text(s);
}

/// The first steps, some between, and the last.
void walk(Scene& scene) {
  const std::size_t last = std::min<std::size_t>(scene.horizon(), 5000);
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{3}, last / 3, last}) {
    scene.seek(std::min(k, last));
    look(scene);
  }
  for (int i = 0; scene.running() && i < 200; ++i)
    if (scene.live(0.1) && i % 20 == 0) look(scene);
  look(scene);
  scene.select(1);
  look(scene);
  scene.select(scenes::kNoHandle);
}

std::string number_of(double value) { return scenes::format_value(scenes::Value(value)); }

std::vector<std::string> values_of(const scenes::Param& param) {
  std::vector<std::string> out;
  if (param.kind == Kind::kSwitch) out = {"on", "off"};
  for (const scenes::Option& option : param.choices) out.push_back(option.key);
  if (param.kind == Kind::kNumber || param.kind == Kind::kInteger) {
    out.push_back(number_of(param.min));
    if (param.max <= 64) out.push_back(number_of(param.max));
    if (param.endless) out.emplace_back("inf");
  }
  return out;
}

/// A scene as it is opened, ready to be looked at.
std::unique_ptr<Scene> opened(const scenes::Entry& entry) {
  auto scene = entry.make();
  (void)supply(*scene);
  return scene;
}

/// Each value of each row alone, and each button.
void try_out(const scenes::Entry& entry) {
  const auto first = opened(entry);
  walk(*first);
  for (const scenes::Param& param : first->params()) {
    for (const std::string& value : values_of(param)) {
      const auto scene = opened(entry);
      if (!scenes::set_text(*scene, param.key, value)) continue;
      (void)supply(*scene);
      walk(*scene);
    }
  }
  for (std::size_t i = 0; i < first->actions().size(); ++i) {
    const auto scene = opened(entry);
    scene->seek(2);
    if (scene->act(i)) walk(*scene);
  }
}

/// What is said to a value that is not possible.
void refuse(const scenes::Entry& entry) {
  const auto scene = opened(entry);
  for (const scenes::Param& param : scene->params()) {
    for (const std::string_view wrong : {"", "?", "-1e9", "1e12", "1,2;3", "nan,0;0,1"}) {
      const Status status = scenes::set_text(*scene, param.key, wrong);
      if (!status) (void)views::translate(status.error());
    }
  }
}

}  // namespace

Status words_command(std::span<const std::string_view> arguments) {
  if (arguments.size() > 1) return Error{"words takes one table, or nothing."};
  std::string table = "?\t?\n";
  if (!arguments.empty()) {
    const auto read = read_file(std::string(arguments.front()));
    if (!read) return Error{read.error()};
    table = read.value();
  }
  views::set_language(table);
  Harvest harvest;
  for (const scenes::Entry& entry : scenes::registry()) (void)views::schema_json(entry, *entry.make());
  harvest.take("label");
  for (const scenes::Entry& entry : scenes::registry()) {
    try_out(entry);
    harvest.take(entry.slug);
  }
  for (const scenes::Entry& entry : scenes::registry()) refuse(entry);
  harvest.take("refusal");
  return print(harvest.text());
}

}  // namespace lab::cli
