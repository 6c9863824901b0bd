#include <algorithm>

#include "gui/controls.h"
#include "gui/scroll.h"
#include "scenes/signs.h"
#include "views/ticks.h"

namespace lab::gui {
namespace {

using scenes::Param;

constexpr std::size_t kGridLimit = 6;  // larger matrices are typed as text
constexpr int kTokenRows = 7;

float number_width(const Look& look) { return look.target(30 * look.unit); }
float remove_width(const Look& look) { return look.target(22 * look.unit); }

std::string cell_text(double value) { return scenes::format_value(scenes::Value(value)); }

/// What a cell shows at rest: as many digits as fit; an edit begins with all of them.
std::string short_text(const Ui& ui, double value, float width) {
  std::string text = views::number_text(value, 7);
  for (int digits = 6; digits >= 2 && text_size(ui.look.small, ui.look.dpr, text).x > width - 16 * ui.look.unit; --digits)
    text = views::number_text(value, digits);
  return text;
}

/// Reads one number; a refusal names what was typed.
core::Result<double> read_number(const Param& param, const std::string& text) {
  Param one = param;
  one.kind = scenes::Kind::kNumber;
  const core::Result<scenes::Value> value = scenes::parse_value(one, text);
  if (!value) return core::Error{value.error()};
  return std::get<double>(value.value());
}

void set_entry(Doc& doc, std::size_t index, core::Matrix matrix, std::size_t i, std::size_t j, const std::string& text) {
  const Param& param = doc.scene->params()[index];
  const core::Result<double> number = read_number(param, text);
  if (!number) return note_outcome(doc, param.key, core::Error{number.error()});
  matrix(i, j) = number.value();
  set_param(doc, index, scenes::Value(std::move(matrix)));
}

/// A bracket around a grid of numbers, as on the board.
void bracket(const Look& look, ImVec2 low, ImVec2 high) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float lip = 5 * look.unit;
  for (const float side : {1.0F, -1.0F}) {
    const float x = side > 0 ? low.x : high.x;
    list->PathLineTo({x + side * lip, low.y});
    list->PathLineTo({x, low.y});
    list->PathLineTo({x, high.y});
    list->PathLineTo({x + side * lip, high.y});
    list->PathStroke(look.faint, 0, 1.4F);
  }
}

}  // namespace

void Controls::matrix_row(Ui& ui, Doc& doc, std::size_t index) {
  const Look& look = ui.look;
  const Param& param = doc.scene->params()[index];
  const core::Matrix matrix = std::get<core::Matrix>(doc.scene->get(index));
  const float total = ImGui::GetContentRegionAvail().x;
  label(ui, param, total);
  if (matrix.cols == 0 || matrix.cols > kGridLimit) {
    std::string shown = scenes::format_value(scenes::Value(matrix));
    if (field(ui, param.key, shown, {total, false, true, 0, {}, scenes::signs_of(param)})) set_param(doc, param.key, shown);
    return;
  }
  const float inset = 9 * look.unit, gap = 5 * look.unit;
  const auto cols = static_cast<float>(matrix.cols);
  const float width = std::min((total - 2 * inset - gap * (cols - 1)) / cols, 92 * look.unit);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float bottom = start.y;
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.cols; ++j) {
      ImGui::SetCursorScreenPos({start.x + inset + static_cast<float>(j) * (width + gap), bottom});
      std::string shown = cell_text(matrix(i, j));
      const int id = static_cast<int>(i * matrix.cols + j) + 1;
      if (field(ui, param.key, shown, {width, true, true, id, short_text(ui, matrix(i, j), width), "signed"})) set_entry(doc, index, matrix, i, j, shown);
    }
    bottom = ImGui::GetItemRectMax().y + gap;
  }
  const ImVec2 end{start.x + 2 * inset + cols * width + (cols - 1) * gap, bottom - gap + 2};
  bracket(look, {start.x, start.y - 2}, end);
  ui.twin(param.key, {start.x, start.y - 2}, end);
}

void Controls::token_cells(Ui& ui, Doc& doc, std::size_t index, int row) {
  const Look& look = ui.look;
  const auto i = static_cast<std::size_t>(row);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool chosen = doc.scene->selected() == row;
  const float height = look.touch ? look.row() : 25 * look.unit;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(row);
  if (ui.press_area("##number", {number_width(look), height})) doc.scene->select(row);
  put_text(ImGui::GetWindowDrawList(), chosen ? look.strong : look.small, look.dpr, {at.x + 2, at.y + 0.2F * height},
           chosen ? look.accent : look.faint, std::to_string(row + 1));
  for (std::size_t j = 0; j < tokens_.cols; ++j) {
    ImGui::TableNextColumn();
    std::string shown = cell_text(tokens_(i, j));
    const int id = static_cast<int>(j) + 1;
    const float width = ImGui::GetContentRegionAvail().x;
    if (field(ui, doc.scene->params()[index].key, shown, {width, true, true, id, short_text(ui, tokens_(i, j), width), "signed"}))
      set_entry(doc, index, tokens_, i, j, shown);
  }
  ImGui::TableNextColumn();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float cross = remove_width(look);
  if (ui.press_area("##remove", {cross, height})) {
    core::Matrix fewer = tokens_;
    const auto from = fewer.data.begin() + static_cast<std::ptrdiff_t>(i * fewer.cols);
    fewer.data.erase(from, from + static_cast<std::ptrdiff_t>(fewer.cols));
    --fewer.rows;
    set_param(doc, index, scenes::Value(std::move(fewer)));
  }
  const bool hot = ImGui::IsItemHovered();
  if (hot) hint(ui, "Remove this token");
  draw_icon(ImGui::GetWindowDrawList(), Icon::kClose, {corner.x + 0.5F * cross, corner.y + 0.5F * height},
            14 * look.unit, hot ? look.problem : look.faint);
  ImGui::PopID();
}

void Controls::tokens_row(Ui& ui, Doc& doc, std::size_t index) {
  const Look& look = ui.look;
  const Param& param = doc.scene->params()[index];
  // The frame's revision also tells scenes apart: those of two scenes may be equal.
  if (tokens_revision_ != doc.revision) {
    tokens_ = std::get<core::Matrix>(doc.scene->get(index));
    tokens_revision_ = doc.revision;
  }
  label(ui, param, ImGui::GetContentRegionAvail().x);
  const float row = look.row() + (look.touch ? 4.0F : 0.0F);
  const float height = row * static_cast<float>(std::min<std::size_t>(tokens_.rows, kTokenRows)) + 4;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto columns = static_cast<int>(tokens_.cols) + 2;
  const auto flags = ImGuiTableFlags_ScrollY | (columns > 6 ? ImGuiTableFlags_ScrollX : ImGuiTableFlags_None);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(2, 2));
  if (columns <= 62 && ImGui::BeginTable("##tokens", columns, flags, {width, height})) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, number_width(look));
    for (std::size_t j = 0; j < tokens_.cols; ++j)
      ImGui::TableSetupColumn("", columns > 6 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                              columns > 6 ? 76 * look.unit : 1.0F);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, remove_width(look));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(tokens_.rows), row);
    // A cell edit changes the table under our feet; the next frame draws the rest.
    const std::uint64_t revision = doc.scene->revision();
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd && doc.scene->revision() == revision; ++i)
        token_cells(ui, doc, index, i);
    }
    finger_scroll(ui);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ui.twin(param.key, start, {start.x + width, start.y + height});
  if (columns > 62) {
    std::string shown = scenes::format_value(scenes::Value(tokens_));
    if (field(ui, param.key, shown, {width, false, true, 0, {}, scenes::signs_of(param)})) set_param(doc, param.key, shown);
  }
}

}  // namespace lab::gui
