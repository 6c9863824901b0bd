#include "gui/table_view.h"

#include <algorithm>

#include "gui/scroll.h"
#include "gui/widgets.h"

namespace lab::gui {
namespace {

constexpr std::size_t kMostColumns = 60;  // ImGui's tables end at 512; more than this nobody reads

float column_width(const Look& look, const scenes::Table& table, std::size_t c) {
  float width = text_size(look.small, look.dpr, table.columns[c]).x;
  for (std::size_t r = 0; r < std::min<std::size_t>(table.rows.size(), 60); ++r)
    if (c < table.rows[r].size()) width = std::max(width, text_size(look.strong, look.dpr, table.rows[r][c].text).x);
  return width + 16 * look.unit;
}

void cell(const Look& look, const scenes::Cell& c) {
  const ImU32 ink = colour(views::emphasis_color(c.emphasis, look.theme));
  const bool strong = c.emphasis == scenes::Emphasis::kStrong || c.emphasis == scenes::Emphasis::kTie;
  if (c.emphasis == scenes::Emphasis::kTie) ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, with_alpha(ink, 0.13F));
  text(look, strong ? look.strong : look.small, ink, c.text);
}

void header(const Look& look, const scenes::Table& table, std::size_t columns) {
  ImGui::TableNextRow();
  for (std::size_t c = 0; c < columns; ++c) {
    ImGui::TableNextColumn();
    ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, look.panel);
    text(look, look.small, look.faint, table.columns[c]);
  }
}

/// The table as rows of text with tabs between, as spreadsheets take it.
std::string as_text(const scenes::Table& table) {
  std::string out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c ? "\t" : "") + table.columns[c];
  for (const auto& row : table.rows) {
    out += '\n';
    for (std::size_t c = 0; c < row.size(); ++c) out += (c ? "\t" : "") + row[c].text;
  }
  return out + '\n';
}

/// The title, and at the right end a button that copies.
void title_row(Ui& ui, const scenes::Table& table, const std::string& key) {
  const Look& look = ui.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float total = ImGui::GetContentRegionAvail().x;
  const float wide = look.target(text_size(look.body, look.dpr, "Copy").x + 20 * look.unit), tall = look.row();
  put_text(ImGui::GetWindowDrawList(), look.strong, look.dpr, {at.x, at.y + 0.5F * (tall - look.strong->FontSize / look.dpr)}, look.text,
           fitted(look.strong, look.dpr, table.title, total - wide - 8));
  ImGui::SetCursorScreenPos({at.x + total - wide, at.y});
  if (button(ui, "copy:" + key, "Copy", {Icon::kNone, false, true, false, wide})) ImGui::SetClipboardText(as_text(table).c_str());
  if (ImGui::IsItemHovered()) hint(ui, "Copy the table, for a spreadsheet");
}

/// A shadow at the right: columns go on beyond the edge.
void more_beside(const Look& look, ImVec2 low, ImVec2 high) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 dark = with_alpha(look.panel, 0.96F), clear = with_alpha(look.panel, 0.0F);
  const float wide = 26 * look.unit, y = 0.5F * (low.y + high.y);
  list->AddRectFilledMultiColor({high.x - wide, low.y}, high, clear, dark, dark, clear);
  draw_icon(list, Icon::kRight, {high.x - 8 * look.unit, y}, 12 * look.unit, look.faint);
}

void draw_table(Ui& ui, const scenes::Table& table, int index) {
  const Look& look = ui.look;
  const std::size_t columns = std::min(table.columns.size(), kMostColumns);
  if (columns == 0) return;
  title_row(ui, table, "table:" + std::to_string(index));
  ImGui::PushID(index);
  float beyond = 0;
  const float row = look.body->FontSize / look.dpr + 9 * look.unit;
  const float height = row * static_cast<float>(std::min<std::size_t>(table.rows.size(), 16) + 1) + 12;
  const auto flags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH |
                     ImGuiTableFlags_SizingFixedFit;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (ImGui::BeginTable("##table", static_cast<int>(columns), flags, {width, height})) {
    ImGui::TableSetupScrollFreeze(1, 1);
    for (std::size_t c = 0; c < columns; ++c)
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, column_width(look, table, c));
    header(look, table, columns);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(table.rows.size()));
    while (clipper.Step()) {
      for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r) {
        ImGui::TableNextRow();
        const auto& cells = table.rows[static_cast<std::size_t>(r)];
        for (std::size_t c = 0; c < std::min(columns, cells.size()); ++c) {
          ImGui::TableNextColumn();
          cell(look, cells[c]);
        }
      }
    }
    finger_scroll(ui);
    beyond = ImGui::GetScrollMaxX() - ImGui::GetScrollX();
    ImGui::EndTable();
  }
  if (beyond > 4) more_beside(look, start, {start.x + width, start.y + height});
  ui.twin("table:" + std::to_string(index), start, {start.x + width, start.y + height});
  ImGui::PopID();
  if (!table.note.empty()) paragraph(look, look.small, look.faint, table.note);
  ImGui::Dummy({0, 6});
}

}  // namespace

void draw_tables(Ui& ui, const scenes::Frame& frame) {
  int index = 0;
  for (const auto& table : frame.tables) draw_table(ui, table, index++);
  if (frame.tables.empty()) text(ui.look, ui.look.small, ui.look.faint, "This scene has no tables.");
}

}  // namespace lab::gui
