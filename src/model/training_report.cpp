#include "model/training_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace lab::model {
namespace {

/// Longest run that is told: more iterations than anyone waits for in a page.
constexpr std::size_t kMostIterations = 10'000'000;

template <class Number>
std::string to_text(Number x) {
  std::array<char, 48> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}

std::string_view next_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), word.size() + 1));
  return word;
}

bool read_whole(std::string_view& line, std::size_t& out) {
  const std::string_view word = next_word(line);
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
  return code == std::errc() && end == word.data() + word.size() && out <= kMostIterations * 100;
}

bool read_real(std::string_view& line, double& out) {
  const std::string word(next_word(line));
  char* end = nullptr;
  out = std::strtod(word.c_str(), &end);
  return !word.empty() && end == word.c_str() + word.size() && std::isfinite(out);
}

bool read_losses(std::string_view line, std::vector<float>& losses) {
  std::size_t at = 0;
  if (!read_whole(line, at) || at > losses.size()) return false;
  while (!line.empty()) {
    double x = 0.0;
    if (!read_real(line, x) || at >= kMostIterations) return false;
    if (at == losses.size()) losses.push_back(0.0f);
    losses[at++] = static_cast<float>(x);
  }
  return true;
}

/// Puts `item` at its place by iteration.
template <class Item>
void put(std::vector<Item>& items, Item item) {
  const auto at = std::ranges::lower_bound(items, item.iteration, {}, &Item::iteration);
  if (at != items.end() && at->iteration == item.iteration) *at = std::move(item);
  else items.insert(at, std::move(item));
}

bool read_point(std::string_view line, std::vector<Measurement>& points) {
  Measurement m;
  if (!read_whole(line, m.iteration) || !read_real(line, m.rate) || !read_real(line, m.mean_loss) ||
      !read_real(line, m.held_out_loss) || !read_real(line, m.held_out_accuracy))
    return false;
  while (!line.empty()) {
    double x = 0.0;
    if (!read_real(line, x)) return false;
    m.entropies.push_back(x);
  }
  put(points, std::move(m));
  return true;
}

bool read_sample(std::string_view line, std::vector<SampleText>& samples) {
  SampleText s;
  if (!read_whole(line, s.iteration)) return false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escaped = line[i] == '\\' && i + 1 < line.size();
    if (escaped) ++i;
    s.text += escaped && line[i] == 'n' ? '\n' : line[i];
  }
  put(samples, std::move(s));
  return true;
}

bool read_line(std::string_view line, RunReport& r) {
  const std::string_view what = next_word(line);
  if (what == "loss") return read_losses(line, r.losses);
  if (what == "point") return read_point(line, r.points);
  if (what == "sample") return read_sample(line, r.samples);
  if (what == "pace") return read_real(line, r.pace);
  if (what == "state") return r.state = line, true;
  if (what == "error") return r.error = line, true;
  return what == "begin" && read_whole(line, r.vocabulary) && read_whole(line, r.parameters) && read_whole(line, r.characters) &&
         read_whole(line, r.training);
}

}  // namespace

bool RunReport::read(std::string_view lines) {
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (!line.empty() && !read_line(line, *this)) return false;
  }
  return true;
}

std::string loss_line(std::size_t first, const std::vector<float>& losses, std::size_t end) {
  if (first >= end) return {};
  std::string out = "loss " + to_text(first);
  for (std::size_t i = first; i < end; ++i) out += " " + to_text(losses[i]);
  return out + "\n";
}

std::string point_line(const Measurement& m) {
  std::string out = "point " + to_text(m.iteration);
  for (const double x : {m.rate, m.mean_loss, m.held_out_loss, m.held_out_accuracy}) out += " " + to_text(x);
  for (const double x : m.entropies) out += " " + to_text(x);
  return out + "\n";
}

std::string sample_line(const SampleText& s) {
  std::string out = "sample " + to_text(s.iteration) + " ";
  for (const char c : s.text) {
    if (c == '\n') out += "\\n";
    else if (c == '\\') out += "\\\\";
    else out += c;
  }
  return out + "\n";
}

}  // namespace lab::model
