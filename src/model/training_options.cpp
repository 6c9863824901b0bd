#include "model/training_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace lab::model {
namespace {

using core::Error;
using core::Result;

/// Calls visit(name, member) for every option. The size of the vocabulary is
/// not among them: it comes from the text.
template <class Options, class Visit>
void each_option(Options& o, Visit visit) {
  auto& t = o.train;
  visit("window", t.config.window);
  visit("width", t.config.width);
  visit("heads", t.config.heads);
  visit("layers", t.config.layers);
  visit("hidden", t.config.hidden);
  visit("scale_scores", t.config.scale_scores);
  visit("shared", t.config.shared);
  visit("seed", t.seed);
  visit("iterations", t.iterations);
  visit("batch", t.batch);
  visit("rate", t.rate);
  visit("schedule", t.schedule);
  visit("warmup", t.warmup);
  visit("final_rate", t.final_rate);
  visit("hide", t.mask.probability);
  visit("always_last", t.mask.always_last);
  visit("positions", t.positions);
  visit("every", o.every);
  visit("measured", o.measured);
  visit("sample_every", o.sample_every);
  visit("sample_length", o.sample_length);
}

std::string to_text(double x) {
  std::array<char, 40> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}
std::string to_text(bool x) { return x ? "1" : "0"; }
std::string to_text(Schedule x) { return std::to_string(static_cast<int>(x)); }
template <class Whole>
std::string to_text(Whole x) { return std::to_string(x); }

bool from_text(const std::string& text, std::uint64_t& out) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  return code == std::errc() && end == text.data() + text.size();
}
bool from_text(const std::string& text, double& out) {
  char* end = nullptr;
  out = std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size() && std::isfinite(out);
}
template <class Other>
bool from_text(const std::string& text, Other& out) {
  std::uint64_t whole = 0;
  // Booleans and schedules are small; sizes are limited so that 32 bits hold them.
  const std::uint64_t most = std::is_same_v<Other, bool> ? 1 : std::is_same_v<Other, Schedule> ? 2 : 0xffffffff;
  if (!from_text(text, whole) || whole > most) return false;
  out = static_cast<Other>(whole);
  return true;
}

}  // namespace

std::string write_options(const RunOptions& options) {
  std::string out;
  each_option(options, [&](const char* name, const auto& value) { out += std::string(name) + " " + to_text(value) + "\n"; });
  return out;
}

Result<RunOptions> read_options(std::string_view text) {
  RunOptions options;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty()) continue;
    const std::size_t blank = line.find(' ');
    const std::string_view key = line.substr(0, blank);
    const std::string value(blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1));
    bool known = false, good = false;
    each_option(options, [&](const char* name, auto& member) {
      if (name != key) return;
      known = true;
      good = !value.empty() && from_text(value, member);
    });
    if (!known) return Error{"Training has no option " + std::string(key.substr(0, 40)) + "."};
    if (!good) return Error{"The value of " + std::string(key) + " is not one for training: " + value.substr(0, 40) + "."};
  }
  if (options.every < 1 || options.sample_every < 1 || options.train.iterations < 1)
    return Error{"Training needs at least one iteration, and at least one between measurements."};
  return options;
}

}  // namespace lab::model
