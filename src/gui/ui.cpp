#include "gui/ui.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"

namespace lab::gui {

void Ui::twin(std::string_view key) { twin(key, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()); }

void Ui::twin(std::string_view key, ImVec2 low, ImVec2 high) {
  if (key.empty()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 clip_low = list->GetClipRectMin();
  const ImVec2 clip_high = list->GetClipRectMax();
  if (focused(key)) {
    if (reveal) {
      ImGui::ScrollToRect(ImGui::GetCurrentWindow(), ImRect(low, high), ImGuiScrollFlags_KeepVisibleCenterY);
      reveal = false;
    }
    list->AddRect({low.x - 3, low.y - 3}, {high.x + 3, high.y + 3}, look.accent, look.rounding() + 3, 0, 2);
  }
  const float x = std::max(low.x, clip_low.x);
  const float y = std::max(low.y, clip_low.y);
  const Area seen{x, y, std::min(high.x, clip_high.x) - x, std::min(high.y, clip_high.y) - y};
  if (seen.w >= 1 && seen.h >= 1) rects.insert_or_assign(std::string(key), seen);
}

void text(const Look&, ImFont* font, ImU32 ink, std::string_view words) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, ink);
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void paragraph(const Look& look, ImFont* font, ImU32 ink, std::string_view words, float width) {
  text(look, font, ink, broken(font, look.dpr, words, width > 0 ? width : ImGui::GetContentRegionAvail().x));
}

float put_text(ImDrawList* list, ImFont* font, float dpr, ImVec2 at, ImU32 ink, std::string_view words) {
  const float size = font->FontSize / dpr;
  // Glyphs are sharp only on whole device pixels.
  const ImVec2 snapped{std::round(at.x * dpr) / dpr, std::round(at.y * dpr) / dpr};
  list->AddText(font, size, snapped, ink, words.data(), words.data() + words.size());
  return text_size(font, dpr, words).x;
}

ImVec2 text_size(ImFont* font, float dpr, std::string_view words) {
  return font->CalcTextSizeA(font->FontSize / dpr, 1e9F, 0, words.data(), words.data() + words.size());
}

std::string broken(ImFont* font, float dpr, std::string_view words, float width) {
  const float space = text_size(font, dpr, " ").x;
  std::string out;
  float line = 0;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" \n"), words.size());
    const float wide = text_size(font, dpr, words.substr(0, end)).x;
    if (line > 0 && line + wide > width) {
      out.back() = '\n';  // the space before the word
      line = 0;
    }
    out += words.substr(0, end);
    line += wide + space;
    if (end == words.size()) break;
    out += words[end];
    if (words[end] == '\n') line = 0;
    words.remove_prefix(end + 1);
  }
  return out;
}

std::string fitted(ImFont* font, float dpr, std::string_view words, float width) {
  if (text_size(font, dpr, words).x <= width) return std::string(words);
  std::string cut(words);
  while (!cut.empty()) {
    // Whole UTF-8 letters only.
    do cut.pop_back();
    while (!cut.empty() && (static_cast<unsigned char>(words[cut.size()]) & 0xC0U) == 0x80U);
    if (text_size(font, dpr, cut + "…").x <= width) break;
  }
  return cut.empty() ? cut : cut + "…";
}

}  // namespace lab::gui
