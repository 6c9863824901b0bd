#include "views/text_twin.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "views/language.h"
#include "views/sheet_words.h"
#include "views/ticks.h"

namespace lab::views {
namespace {

/// Width in a terminal, near enough: the number of code points. Letters of the
/// tables are never wide or combining.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string words(std::string_view english) { return std::string(translate(english)); }

std::string underlined(std::string_view english) {
  const std::string_view heading = translate(english);
  return std::string(heading) + "\n" + std::string(width(heading), '-') + "\n";
}

/// Emphasis is colour on screen and a sign here.
std::string cell_text(const scenes::Cell& cell) {
  if (cell.emphasis == scenes::Emphasis::kTie) return cell.text + words(" (tie)");
  return cell.emphasis == scenes::Emphasis::kStrong ? cell.text + " *" : cell.text;
}

void add_line(std::string& out, std::span<const std::string> cells, std::span<const std::size_t> widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t room = i < widths.size() ? widths[i] : 0;
    line += cells[i];
    line.append(room > width(cells[i]) ? room - width(cells[i]) : 0, ' ');
    line += "  ";
  }
  out += trimmed(line) + "\n";
}

std::string table_text(const scenes::Table& table) {
  std::vector<std::vector<std::string>> lines{table.columns};
  for (const auto& row : table.rows) {
    lines.emplace_back();
    for (const scenes::Cell& cell : row) lines.back().push_back(cell_text(cell));
  }
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    if (line.size() > widths.size()) widths.resize(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));
  }
  std::string out = table.title.empty() ? "" : underlined(table.title);
  for (const auto& line : lines) add_line(out, line, widths);
  if (!table.note.empty()) out += table.note + "\n";
  return out;
}

std::string verdict_text(const scenes::Verdict& v) {
  std::string out = v.claim + ": " + words(finding_word(v.finding)) + "\n";
  if (!v.hypothesis.empty()) out += "  " + words("hypothesis: ") + v.hypothesis + "\n";
  if (!v.prediction.empty()) out += "  " + words("prediction: ") + v.prediction + "\n";
  if (!v.measured.empty()) out += "  " + words("measured:   ") + v.measured + "\n";
  return out;
}

std::string plot_text(const scenes::Plot& plot) {
  std::string out = underlined(plot.title.empty() ? plot.y_label : plot.title);
  const std::string axes = plot.x_label + " across" + (plot.log_x ? " (log scale), " : ", ") + plot.y_label + " up" +
                           (plot.log_y ? " (log scale)" : "");
  out += words(axes) + "\n";
  for (const scenes::Series& s : plot.series) out += series_text(s) + "\n";
  return out;
}

void add_part(std::string& out, const std::string& part) {
  if (part.empty()) return;
  if (!out.empty()) out += "\n";
  out += part;
  if (out.back() != '\n') out += "\n";
}

}  // namespace

std::string_view finding_word(scenes::Finding finding) {
  switch (finding) {
    case scenes::Finding::kHolds: return "holds";
    case scenes::Finding::kViolated: return "violated";
    case scenes::Finding::kDoesNotApply: return "does not apply";
    case scenes::Finding::kPending: return "pending";
  }
  return "pending";
}

namespace {

std::string series_english(const scenes::Series& series) {
  const std::size_t count = std::min(series.x.size(), series.y.size());
  const std::string name = series.label.empty() ? "curve" : series.label;
  if (count == 0) return name + ": no values";
  if (count == 1) return name + ": " + number_text(series.y[0]) + " at " + number_text(series.x[0]);
  std::vector<double> finite;
  std::ranges::copy_if(std::span(series.y).first(count), std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  std::string out = name + ": from " + number_text(series.y[0]) + " at " + number_text(series.x[0]) + " to " +
                    number_text(series.y[count - 1]) + " at " + number_text(series.x[count - 1]);
  if (finite.empty()) return out;
  const auto [low, high] = std::ranges::minmax(finite);
  return out + "; smallest " + number_text(low) + ", largest " + number_text(high);
}

}  // namespace

std::string series_text(const scenes::Series& series) { return words(series_english(series)); }

std::string text_twin(const scenes::Frame& frame) {
  std::string out;
  add_part(out, frame.headline);
  add_part(out, frame.description);
  if (!frame.verdicts.empty()) {
    std::string part = underlined("Claims");
    for (const scenes::Verdict& v : frame.verdicts) part += verdict_text(v);
    add_part(out, part);
  }
  if (!frame.notes.empty()) {
    std::string part = underlined("Notes");
    for (const std::string& note : frame.notes) part += "- " + note + "\n";
    add_part(out, part);
  }
  for (const scenes::Strip& s : frame.strips)
    add_part(out, underlined(s.title.empty() ? "Text" : s.title) + strip_text(s) + "\n" + s.note);
  for (const scenes::Bars& b : frame.bars) add_part(out, underlined(b.title) + bars_text(b) + "\n" + b.note);
  for (const scenes::HeatMap& m : frame.maps) add_part(out, underlined(m.title) + map_text(m));
  for (const scenes::Plot& plot : frame.plots) add_part(out, plot_text(plot));
  for (const scenes::Table& table : frame.tables) add_part(out, table_text(table));
  return out;
}

}  // namespace lab::views
