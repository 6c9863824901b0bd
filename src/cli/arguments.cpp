#include "cli/arguments.h"

#include <algorithm>
#include <array>

#include "scenes/link.h"
#include "scenes/value_text.h"
#include "views/words.h"

namespace lab::cli {
namespace {

using core::Error;
using core::Result;
using core::Status;
using core::success;
using views::shown;

constexpr std::int64_t kMostSteps = 1000000000;
constexpr std::int64_t kLeastPixels = 200;
constexpr std::int64_t kMostPixels = 20000;

std::vector<std::string> flag_names(const scenes::Scene& scene) {
  std::vector<std::string> names;
  for (const scenes::Param& p : scene.params()) names.push_back(p.key);
  for (const Flag& f : run_flags()) names.push_back(f.name);
  return names;
}

Result<std::int64_t> whole(const std::string& name, std::string_view text, std::int64_t low, std::int64_t high) {
  const auto value = scenes::read_integer(text);
  if (!value) return Error{"--" + name + " " + value.error() + "."};
  if (value.value() < low || value.value() > high)
    return Error{"--" + name + " must lie between " + std::to_string(low) + " and " + std::to_string(high) + ", but " +
                 std::to_string(value.value()) + " was given."};
  return value;
}

Status set_print(Request& request, const scenes::Scene& scene, std::string_view text) {
  std::vector<std::string> keys = views::split_list(text);
  request.print_text = keys == std::vector<std::string>{"text"};
  request.print_parts = keys == std::vector<std::string>{"parts"};
  if (request.print_text || request.print_parts) return success();
  std::vector<std::string> known{"text", "parts"};
  for (const scenes::Observable& o : scene.observables()) known.push_back(o.key);
  for (const std::string& key : keys) {
    if (key == "text" || key == "parts") return Error{"--print " + key + " stands alone; it cannot be mixed with observables."};
    if (std::ranges::find(known, key) == known.end())
      return Error{request.entry->slug + " has no observable " + shown(key) + "." + views::suggestion("", key, known)};
  }
  request.print = std::move(keys);
  return success();
}

Status set_size(Request& request, std::string_view text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string_view::npos) return Error{"--size must be width x height in pixels, such as 1280x720, not " + shown(text) + "."};
  const auto width = whole("size", text.substr(0, cross), kLeastPixels, kMostPixels);
  if (!width) return Error{width.error()};
  const auto height = whole("size", text.substr(cross + 1), kLeastPixels, kMostPixels);
  if (!height) return Error{height.error()};
  request.width = static_cast<std::size_t>(width.value());
  request.height = static_cast<std::size_t>(height.value());
  return success();
}

/// A file of numbers: --out, --data.
Status set_numbers(std::string& file, const std::string& name, std::string_view path) {
  if (!path.ends_with(".npy") && !path.ends_with(".csv")) return Error{"--" + name + " must name a .npy or .csv file, not " + shown(path) + "."};
  file = path;
  return success();
}

/// One of our own flags.
Status apply_flag(Request& request, const scenes::Scene& scene, const std::string& name, std::string_view value) {
  if (name == "steps") {
    const auto steps = whole(name, value, 0, kMostSteps);
    if (!steps) return Error{steps.error()};
    request.steps = static_cast<std::size_t>(steps.value());
  }
  if (name == "print") return set_print(request, scene, value);
  if (name == "out") return set_numbers(request.out, name, value);
  if (name == "data") return set_numbers(request.data, name, value);
  if (name == "size") return set_size(request, value);
  if (name == "svg") request.svg = value;
  if (name == "part") request.part = value;
  if (name == "link") request.link = value;
  if (name == "open") request.open = value;
  if (name == "picture-only") request.picture_only = true;
  if (name == "require-theorem") request.require_theorem = true;
  if (name == "help") request.help = true;
  if (name == "theme" && !views::parse_theme(value, request.theme)) return Error{"--theme must be one of dark, light, projector, not " + shown(value) + "."};
  return success();
}

/// Walks through "--name value", "--name=value" and "--switch".
class Reader {
 public:
  Reader(Request& request, std::span<const std::string_view> arguments)
      : request_(request), scene_(request.entry->make()), left_(arguments) {}

  Status read() {
    while (!left_.empty()) {
      if (const Status one = read_one(); !one) return one;
    }
    return success();
  }

 private:
  Status read_one() {
    std::string_view word = left_.front();
    left_ = left_.subspan(1);
    if (word == "-h") word = "--help";
    if (!word.starts_with("--") || word.size() == 2) return Error{"A flag such as --steps was expected, not " + shown(word) + "."};
    const std::size_t equals = word.find('=');
    const std::string name(word.substr(2, equals == std::string_view::npos ? equals : equals - 2));
    const auto own = std::ranges::find(run_flags(), name, &Flag::name);
    const bool is_own = own != run_flags().end();
    if (!is_own && scenes::find_param(*scene_, name) < 0) {
      const auto names = flag_names(*scene_);
      return Error{request_.entry->slug + " has no parameter " + shown(name) + "." + views::suggestion("--", name, names)};
    }
    if (std::ranges::find(seen_, name) != seen_.end()) return Error{"--" + name + " is given twice."};
    seen_.push_back(name);
    if (is_own && own->value.empty()) {
      if (equals != std::string_view::npos) return Error{"--" + name + " takes no value."};
      return apply_flag(request_, *scene_, name, "");
    }
    std::string_view value;
    if (const Status taken = take_value(name, word, equals, value); !taken) return taken;
    if (is_own) return apply_flag(request_, *scene_, name, value);
    request_.settings.emplace_back(name, std::string(value));
    return success();
  }

  Status take_value(const std::string& name, std::string_view word, std::size_t equals, std::string_view& value) {
    if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else {
      if (left_.empty() || left_.front().starts_with("--")) return Error{"--" + name + " needs a value."};
      value = left_.front();
      left_ = left_.subspan(1);
    }
    if (scenes::trim(value).empty()) return Error{"--" + name + " needs a value."};
    return success();
  }

  Request& request_;
  std::unique_ptr<scenes::Scene> scene_;  ///< for its tables only
  std::span<const std::string_view> left_;
  std::vector<std::string> seen_;
};

Result<Request> read_flags(Request request, std::span<const std::string_view> arguments) {
  if (const Status read = Reader(request, arguments).read(); !read) return Error{read.error()};
  return request;
}

}  // namespace

std::span<const Flag> run_flags() {
  static const std::array<Flag, 13> flags{{
      {"steps", "K", "go to step K; without it to the last one, or to the step of the link"},
      {"print", "KEY,KEY,…", "the observables to print (without it all), or text: the frame in words, or parts: what there is to take away"},
      {"out", "FILE", "write all steps 0 … K to a .npy file (K+1 × n × d) or a .csv file (layer,token,x1,…)"},
      {"svg", "FILE", "write the figure of step K, or the part of it that --part names"},
      {"part", "NAME", "a part of step K: picture-1, map-1, plot-2, table-1, …; --print parts lists them"},
      {"data", "FILE", "write the numbers of the part to a .csv or .npy file"},
      {"theme", "NAME", "colours of the figure: light, dark, projector"},
      {"size", "WxH", "size of the figure in pixels, 1280x720 without it"},
      {"picture-only", "", "the figure without heading and plots"},
      {"link", "\"v=1&…\"", "start from the state in a link; flags come on top of it"},
      {"open", "FILE", "a file for the scene, such as a model's .safetensors"},
      {"require-theorem", "", "fail when the hypotheses of a theorem of the scene are not met"},
      {"help", "", "this page, and the parameters of the scene"},
  }};
  return flags;
}

Result<const scenes::Entry*> scene_called(std::string_view slug) {
  if (const scenes::Entry* entry = scenes::find_scene(slug)) return entry;
  std::vector<std::string> known;
  for (const scenes::Entry& e : scenes::registry()) known.push_back(e.slug);
  return Error{"There is no scene " + shown(slug) + "." + views::suggestion("", slug, known)};
}

Result<Request> read_run(std::span<const std::string_view> arguments) {
  Request request;
  if (arguments.empty() || arguments.front().starts_with("--"))
    return Error{"run needs the name of a scene; lab-cli list shows them."};
  const auto entry = scene_called(arguments.front());
  if (!entry) return Error{entry.error()};
  request.entry = entry.value();
  return read_flags(std::move(request), arguments.subspan(1));
}

Result<Request> read_link_run(std::span<const std::string_view> arguments) {
  if (arguments.empty()) return Error{"link needs a link, such as \"v=1&scene=hardmax&k=40\"."};
  Request request;
  request.entry = scenes::read_link(arguments.front()).entry;
  auto read = read_flags(std::move(request), arguments.subspan(1));
  if (!read) return read;
  if (!read.value().link.empty()) return Error{"--link is given twice."};
  read.value().link = arguments.front();
  return read;
}

}  // namespace lab::cli
