#include "gui/table_view.h"

#include <algorithm>

#include "gui/scroll.h"

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

void draw_table(Ui& ui, const scenes::Table& table, int index) {
  const Look& look = ui.look;
  const std::size_t columns = std::min(table.columns.size(), kMostColumns);
  if (columns == 0) return;
  text(look, look.strong, look.text, table.title);
  ImGui::PushID(index);
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
    ImGui::EndTable();
  }
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
