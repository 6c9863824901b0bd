#include "gui/map_view.h"

#include <algorithm>
#include <cmath>

#include "gui/picture_batch.h"
#include "gui/widgets.h"
#include "views/map_color.h"
#include "views/ticks.h"

namespace lab::gui {
namespace {

/// How the maps share the width: `across` in a row, each `side` wide.
struct Tiling {
  std::size_t across = 1;
  float side = 0;
};

Tiling tile(const Look& look, std::size_t count, float width, float height) {
  const float gap = 14 * look.unit, least = 148 * look.unit;
  Tiling t;
  t.across = std::clamp<std::size_t>(static_cast<std::size_t>((width + gap) / (least + gap)), 1, std::max<std::size_t>(count, 1));
  // A row of five and a rest of three is worse than four and four.
  const std::size_t rows = (count + t.across - 1) / t.across;
  t.across = (count + rows - 1) / rows;
  t.side = std::min((width + gap) / static_cast<float>(t.across) - gap, 440 * look.unit);
  if (rows == 1) t.side = std::min(t.side, std::max(height - 3 * look.small->FontSize / look.dpr, least));
  return t;
}

struct Place {
  ImVec2 low;
  float w = 0, h = 0;
};

void chosen_row(const Look& look, const scenes::HeatMap& map, const Place& p) {
  if (map.chosen < 0 || static_cast<std::size_t>(map.chosen) >= map.rows) return;
  const float tall = p.h / static_cast<float>(map.rows);
  const float y = p.low.y + tall * static_cast<float>(map.chosen);
  ImGui::GetWindowDrawList()->AddRect({p.low.x - 1, y - 1}, {p.low.x + p.w + 1, y + tall + 1}, look.accent, 1, 0, 1.6F);
}

std::string cell_words(const scenes::HeatMap& map, std::size_t i, std::size_t j) {
  const std::string row = i < map.row_names.size() ? map.row_names[i] : std::to_string(i + 1);
  const std::string column = j < map.column_names.size() ? map.column_names[j] : std::to_string(j + 1);
  return row + " → " + column + "   " + views::number_text(static_cast<double>(map.values[i * map.columns + j]), 4);
}

/// Each so-and-so-many-th column gets its name; 0: none does. Numbers may be
/// thinned out, letters may not.
std::size_t name_stride(const Look& look, const scenes::HeatMap& map, float wide) {
  if (map.column_names.empty()) return 0;
  const float step = wide / static_cast<float>(map.columns);
  const std::string& last = map.column_names.back();
  if (!std::ranges::all_of(last, [](char c) { return c >= '0' && c <= '9'; })) return step < 9 * look.unit ? 0 : 1;
  const float room = text_size(look.small, look.dpr, last).x + 6;
  for (const std::size_t stride : {1, 2, 5, 10, 20, 50, 100})
    if (step * static_cast<float>(stride) >= room) return stride;
  return 0;
}

/// Names along the edges, where the cells leave room for them.
void names(const Look& look, const scenes::HeatMap& map, const Place& p) {
  const float step = p.w / static_cast<float>(map.columns);
  const std::size_t stride = name_stride(look, map, p.w);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t j = 0; stride > 0 && j < std::min(map.columns, map.column_names.size()); j += stride) {
    const float wide = text_size(look.small, look.dpr, map.column_names[j]).x;
    put_text(list, look.small, look.dpr, {p.low.x + step * (static_cast<float>(j) + 0.5F) - 0.5F * wide, p.low.y + p.h + 2}, look.faint, map.column_names[j]);
  }
}

void draw_map(Ui& ui, Doc& doc, MapTextures& textures, std::size_t index, const Place& p) {
  const Look& look = ui.look;
  const scenes::HeatMap& map = doc.frame->maps[index];
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddImage(textures.texture(map, index, doc.revision, look), p.low, {p.low.x + p.w, p.low.y + p.h});
  list->AddRect({p.low.x - 1, p.low.y - 1}, {p.low.x + p.w + 1, p.low.y + p.h + 1}, look.border);
  for (const views::Box& dash : views::minus_signs(map, {double{p.low.x}, double{p.low.y}, double{p.w}, double{p.h}})) {
    const ImVec2 low{static_cast<float>(dash.x), static_cast<float>(dash.y)};
    list->AddRectFilled(low, {low.x + static_cast<float>(dash.w), low.y + static_cast<float>(dash.h)}, packed(views::minus_color(look.theme)));
  }
  chosen_row(look, map, p);
  names(look, map, p);
  ImGui::SetCursorScreenPos(p.low);
  ImGui::PushID(static_cast<int>(index));
  const bool clicked = ui.press_area("##map", {p.w, p.h}, true);
  const bool hot = ImGui::IsItemHovered();
  ui.twin("map:" + std::to_string(index));
  ImGui::PopID();
  if (!hot && !clicked) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const auto i = static_cast<std::size_t>(std::clamp((at.y - p.low.y) / p.h, 0.0F, 0.9999F) * static_cast<float>(map.rows));
  const auto j = static_cast<std::size_t>(std::clamp((at.x - p.low.x) / p.w, 0.0F, 0.9999F) * static_cast<float>(map.columns));
  hint(ui, cell_words(map, i, j));
  if (clicked && map.handle >= 0) press(doc, map.handle + static_cast<std::int32_t>(i));
}

}  // namespace

ImTextureID MapTextures::texture(const scenes::HeatMap& map, std::size_t index, std::uint64_t revision, const Look& look) {
  if (kept_.size() <= index) kept_.resize(index + 1);
  Kept& k = kept_[index];
  if (k.name == 0 || k.revision != revision || k.theme != look.theme) {
    std::vector<views::Rgba> pixels(map.rows * map.columns);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = views::map_color(map, map.values[i], look.theme);
    if (k.name == 0) glGenTextures(1, &k.name);
    GLint before = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
    glBindTexture(GL_TEXTURE_2D, k.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, static_cast<GLsizei>(map.columns), static_cast<GLsizei>(map.rows), 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels.data());
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
    k.revision = revision;
    k.theme = look.theme;
  }
  return (ImTextureID)static_cast<std::uintptr_t>(k.name);
}

void draw_maps(Ui& ui, Doc& doc, MapTextures& textures, float width, float height) {
  const Look& look = ui.look;
  const auto& maps = doc.frame->maps;
  if (maps.empty()) return;
  const Tiling t = tile(look, maps.size(), width, height);
  const float gap = 14 * look.unit, head = look.small->FontSize / look.dpr + 5;
  float row_top = ImGui::GetCursorScreenPos().y, tallest = 0;
  const float left = ImGui::GetCursorScreenPos().x;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (i > 0 && i % t.across == 0) {
      row_top += tallest;
      tallest = 0;
    }
    const scenes::HeatMap& map = maps[i];
    if (map.rows == 0 || map.columns == 0) continue;
    const float h = std::min(t.side, t.side * static_cast<float>(map.rows) / static_cast<float>(map.columns));
    const ImVec2 low{left + (t.side + gap) * static_cast<float>(i % t.across), row_top + head};
    put_text(ImGui::GetWindowDrawList(), look.small, look.dpr, {low.x, row_top}, look.text, fitted(look.small, look.dpr, map.title, t.side));
    draw_map(ui, doc, textures, i, {low, t.side, h});
    const bool named = name_stride(look, map, t.side) > 0;
    float below = low.y + h + (named ? head : 4);
    if (!map.note.empty()) {
      put_text(ImGui::GetWindowDrawList(), look.small, look.dpr, {low.x, below}, look.faint, fitted(look.small, look.dpr, map.note, t.side));
      below += head;
    }
    tallest = std::max(tallest, below - row_top + gap * 0.5F);
  }
  ImGui::SetCursorScreenPos({left, row_top + tallest});
  ImGui::Dummy({width, 1});
}

}  // namespace lab::gui
