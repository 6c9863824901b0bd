#include <span>

#include "views/language.h"

namespace lab::views {
namespace {

void change(std::string& text) {
  const std::string_view other = translate(text);
  if (other.data() != text.data()) text.assign(other);
}

void change(std::span<std::string> texts) {
  for (std::string& text : texts) change(text);
}

void change(scenes::Picture& picture) {
  change(picture.title);
  for (scenes::Label& label : picture.labels) change(label.text);
  change(picture.axis_names);
}

void change(scenes::Plot& plot) {
  change(plot.title);
  change(plot.x_label);
  change(plot.y_label);
  for (scenes::Series& series : plot.series) change(series.label);
}

void change(scenes::Table& table) {
  change(table.title);
  change(table.columns);
  for (auto& row : table.rows)
    for (scenes::Cell& cell : row) change(cell.text);
  change(table.note);
}

void change(scenes::Verdict& verdict) {
  change(verdict.claim);
  change(verdict.hypothesis);
  change(verdict.prediction);
  change(verdict.measured);
}

void change(scenes::HeatMap& map) {
  change(map.title);
  change(map.row_names);
  change(map.column_names);
  change(map.note);
}

}  // namespace

void translate_frame(scenes::Frame& frame) {
  if (!translating()) return;
  tidy_language();
  change(frame.headline);
  change(frame.picture);
  for (scenes::Picture& picture : frame.beside) change(picture);
  for (scenes::Strip& strip : frame.strips) {
    change(strip.title);
    change(strip.note);
  }
  for (scenes::Bars& bars : frame.bars) {
    change(bars.title);
    change(bars.names);
    change(bars.note);
  }
  for (scenes::HeatMap& map : frame.maps) change(map);
  for (scenes::Plot& plot : frame.plots) change(plot);
  for (scenes::Table& table : frame.tables) change(table);
  for (scenes::Verdict& verdict : frame.verdicts) change(verdict);
  change(frame.notes);
  change(frame.description);
}

}  // namespace lab::views
