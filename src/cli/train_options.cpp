#include "cli/train_options.h"

#include <algorithm>
#include <array>
#include <vector>

#include "scenes/value_text.h"
#include "views/words.h"

namespace lab::cli {
namespace {

using core::Error;
using core::Status;
using core::success;
using views::shown;

Status whole(std::string_view name, std::string_view text, std::int64_t low, std::int64_t high, std::size_t& out) {
  const auto value = scenes::read_integer(text);
  const std::string flag = "--" + std::string(name);
  if (!value) return Error{flag + " " + value.error() + "."};
  if (value.value() < low || value.value() > high)
    return Error{flag + " must lie between " + std::to_string(low) + " and " + std::to_string(high) + ", but " + std::to_string(value.value()) + " was given."};
  out = static_cast<std::size_t>(value.value());
  return success();
}

Status number(std::string_view name, std::string_view text, double low, double high, double& out) {
  const auto value = scenes::read_number(text);
  const std::string flag = "--" + std::string(name);
  if (!value) return Error{flag + " " + value.error() + "."};
  if (!(value.value() >= low && value.value() <= high))
    return Error{flag + " must lie between " + scenes::number_text(low) + " and " + scenes::number_text(high) + ", but " +
                 scenes::number_text(value.value()) + " was given."};
  out = value.value();
  return success();
}

Status set_schedule(std::string_view text, model::Schedule& schedule) {
  if (text == "constant") return schedule = model::Schedule::kConstant, success();
  if (text == "cosine") return schedule = model::Schedule::kCosine, success();
  if (text == "linear") return schedule = model::Schedule::kLinear, success();
  return Error{"--schedule must be one of constant, cosine, linear, not " + shown(text) + "."};
}

Status set_seed(std::string_view text, std::uint64_t& seed) {
  std::size_t value = 0;
  const Status read = whole("seed", text, 0, INT64_MAX, value);
  seed = value;
  return read;
}

/// Sizes of the model.
Status apply_shape(model::Config& c, std::string_view name, std::string_view value) {
  if (name == "layers") return whole(name, value, 1, 64, c.layers);
  if (name == "heads") return whole(name, value, 1, 4096, c.heads);
  if (name == "width") return whole(name, value, 2, 4096, c.width);
  if (name == "window") return whole(name, value, 2, 4096, c.window);
  return whole(name, value, 1, 16384, c.hidden);
}

Status apply(TrainRequest& r, std::string_view name, std::string_view value) {
  model::TrainOptions& o = r.options;
  const auto text = [&](std::string& out) { return out = value, success(); };
  if (name == "corpus") return text(r.corpus);
  if (name == "out") return text(r.out);
  if (name == "curve") return text(r.curve);
  if (name == "metrics") return text(r.metrics);
  if (name == "checkpoint") return text(r.checkpoint);
  if (name == "seed") return set_seed(value, o.seed);
  if (name == "iterations") return whole(name, value, 1, 10'000'000, o.iterations);
  if (name == "batch") return whole(name, value, 1, 4096, o.batch);
  if (name == "warmup") return whole(name, value, 0, 10'000'000, o.warmup);
  if (name == "every") return whole(name, value, 1, 10'000'000, r.every);
  if (name == "train-characters") return whole(name, value, 1, 1'000'000'000, r.train_characters);
  if (name == "lr") return number(name, value, 1e-8, 1.0, o.rate);
  if (name == "final-lr") return number(name, value, 0.0, 1.0, o.final_rate);
  if (name == "hide") return number(name, value, 0.0, 1.0, o.mask.probability);
  if (name == "schedule") return set_schedule(value, o.schedule);
  if (name == "no-scaling") return o.config.scale_scores = false, success();
  if (name == "shared") return o.config.shared = true, success();
  if (name == "no-positions") return o.positions = false, success();
  if (name == "last-as-others") return o.mask.always_last = false, success();
  if (name == "help") return r.help = true, success();
  return apply_shape(o.config, name, value);
}

Status check_request(const TrainRequest& r) {
  if (r.help) return success();
  if (r.corpus.empty()) return Error{"train needs a text: --corpus FILE."};
  if (r.out.empty()) return Error{"train needs a place for the weights: --out FILE.safetensors."};
  if (!r.out.ends_with(".safetensors")) return Error{"--out must name a .safetensors file, not " + shown(r.out) + "."};
  return success();
}

}  // namespace

std::span<const Flag> train_flags() {
  static const std::array<Flag, 24> flags{{
      {"corpus", "FILE", "the text, in UTF-8"},
      {"out", "FILE", "where the weights go, a .safetensors file"},
      {"curve", "FILE", "write the curve as CSV: iteration, rate, losses, held-out accuracy"},
      {"metrics", "FILE", "write the final figures as JSON"},
      {"checkpoint", "FILE", "keep the state there at each measurement, and go on from it when it exists"},
      {"seed", "S", "seed of weights, windows and masks, 0 without it"},
      {"iterations", "N", "2001 without it"},
      {"batch", "B", "windows an iteration, 64 without it"},
      {"lr", "X", "largest learning rate, 0.003 without it"},
      {"schedule", "NAME", "constant, cosine or linear"},
      {"warmup", "N", "iterations over which the rate rises, 0 without it"},
      {"final-lr", "X", "where cosine and linear end, 0 without it"},
      {"hide", "X", "share of hidden characters, 0.15 without it"},
      {"every", "N", "iterations between measurements, 100 without it"},
      {"train-characters", "N", "the first N characters train, the others are held out"},
      {"layers", "N", "blocks, 2 without it"},
      {"heads", "N", "heads, 4 without it"},
      {"width", "N", "width of the residual stream, 64 without it"},
      {"hidden", "N", "width inside the MLP, 256 without it"},
      {"window", "N", "characters in a window, 64 without it"},
      {"shared", "", "one block's weights, applied as often as --layers says"},
      {"no-scaling", "", "scores without 1/sqrt(d_a) (exercise 1)"},
      {"no-positions", "", "no positional encoding (exercise 2)"},
      {"last-as-others", "", "the last character is not always hidden (exercise 4)"},
  }};
  return flags;
}

core::Result<TrainRequest> read_train(std::span<const std::string_view> arguments) {
  TrainRequest request;
  std::vector<std::string> known{"help"}, seen;
  for (const Flag& f : train_flags()) known.push_back(f.name);
  while (!arguments.empty()) {
    const std::string_view word = arguments.front() == "-h" ? "--help" : arguments.front();
    arguments = arguments.subspan(1);
    if (!word.starts_with("--") || word.size() == 2) return Error{"A flag such as --corpus was expected, not " + shown(word) + "."};
    const std::size_t equals = word.find('=');
    const std::string name(word.substr(2, equals == std::string_view::npos ? equals : equals - 2));
    if (std::ranges::find(known, name) == known.end()) return Error{"train has no flag " + shown(name) + "." + views::suggestion("--", name, known)};
    if (std::ranges::find(seen, name) != seen.end()) return Error{"--" + name + " is given twice."};
    seen.push_back(name);
    const auto flag = std::ranges::find(train_flags(), name, &Flag::name);
    const bool is_switch = flag == train_flags().end() || flag->value.empty();
    std::string_view value;
    if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (!is_switch && !arguments.empty() && !arguments.front().starts_with("--")) {
      value = arguments.front();
      arguments = arguments.subspan(1);
    }
    if (is_switch && equals != std::string_view::npos) return Error{"--" + name + " takes no value."};
    if (!is_switch && value.empty()) return Error{"--" + name + " needs a value."};
    if (const Status applied = apply(request, name, value); !applied) return Error{applied.error()};
  }
  if (const Status checked = check_request(request); !checked) return Error{checked.error()};
  return request;
}

}  // namespace lab::cli
