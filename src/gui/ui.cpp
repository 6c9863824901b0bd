#include "gui/ui.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"
#include "views/language.h"

namespace lab::gui {
namespace {

/// Of words that are what will be drawn.
ImVec2 size_of(ImFont* font, float dpr, std::string_view words) {
  return font->CalcTextSizeA(font->FontSize / dpr, 1e9F, 0, words.data(), words.data() + words.size());
}

}  // namespace

namespace {

/// The part of a box that the clipping of the current window leaves.
Area seen_part(ImVec2 low, ImVec2 high) {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 clip_low = list->GetClipRectMin(), clip_high = list->GetClipRectMax();
  const float x = std::max(low.x, clip_low.x), y = std::max(low.y, clip_low.y);
  return {x, y, std::min(high.x, clip_high.x) - x, std::min(high.y, clip_high.y) - y};
}

/// How far a finger pulls before it is clear which way.
constexpr float kPull = 7;

}  // namespace

void Ui::begin_frame() {
  rects.clear();
  targets.clear();
  text_places.clear();
  editing.clear();
  dragging = in_text = false;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) pulled = 0;
}

bool Ui::press_area(const char* id, ImVec2 size, bool ground) {
  const bool pressed = ImGui::InvisibleButton(id, {std::max(size.x, 1.0F), std::max(size.y, 1.0F)});
  target(id, ground);
  return pressed;
}

bool Ui::target(std::string_view key, bool ground) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const Area seen = seen_part(low, high);
  if (seen.w < 1 || seen.h < 1) return false;
  const bool whole = seen.w > high.x - low.x - 1 && seen.h > high.y - low.y - 1;
  targets.push_back({std::string(key), seen, whole, ground});
  return true;
}

bool Ui::pulls() {
  if (!finger) return true;
  const ImGuiID id = ImGui::GetItemID();
  const ImVec2 pull = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
  if (std::fabs(pull.x) > kPull && std::fabs(pull.x) > std::fabs(pull.y)) pulled = id;
  return pulled == id;
}

void Ui::twin(std::string_view key) { twin(key, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()); }

void Ui::twin(std::string_view key, ImVec2 low, ImVec2 high) {
  if (key.empty()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (focused(key)) {
    if (reveal) {
      ImGui::ScrollToRect(ImGui::GetCurrentWindow(), ImRect(low, high), ImGuiScrollFlags_KeepVisibleCenterY);
      reveal = false;
    }
    list->AddRect({low.x - 3, low.y - 3}, {high.x + 3, high.y + 3}, look.accent, look.rounding() + 3, 0, 2);
  }
  const Area seen = seen_part(low, high);
  if (seen.w >= 1 && seen.h >= 1) rects.insert_or_assign(std::string(key), seen);
}

namespace {

void put_words(ImFont* font, ImU32 ink, std::string_view words) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, ink);
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace

void text(const Look&, ImFont* font, ImU32 ink, std::string_view english) { put_words(font, ink, views::translate(english)); }

void paragraph(const Look& look, ImFont* font, ImU32 ink, std::string_view words, float width) {
  // Translated before it was broken, which makes lines that no table knows.
  put_words(font, ink, broken(font, look.dpr, words, width > 0 ? width : ImGui::GetContentRegionAvail().x));
}

float put_text(ImDrawList* list, ImFont* font, float dpr, ImVec2 at, ImU32 ink, std::string_view english) {
  const std::string_view words = views::translate(english);
  const float size = font->FontSize / dpr;
  // Glyphs are sharp only on whole device pixels.
  const ImVec2 snapped{std::round(at.x * dpr) / dpr, std::round(at.y * dpr) / dpr};
  list->AddText(font, size, snapped, ink, words.data(), words.data() + words.size());
  return size_of(font, dpr, words).x;
}

ImVec2 text_size(ImFont* font, float dpr, std::string_view english) { return size_of(font, dpr, views::translate(english)); }

std::string broken(ImFont* font, float dpr, std::string_view english, float width) {
  std::string_view words = views::translate(english);
  const float space = size_of(font, dpr, " ").x;
  std::string out;
  float line = 0;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" \n"), words.size());
    const float wide = size_of(font, dpr, words.substr(0, end)).x;
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

std::string fitted(ImFont* font, float dpr, std::string_view english, float width) {
  const std::string_view words = views::translate(english);
  if (size_of(font, dpr, words).x <= width) return std::string(words);
  std::string cut(words);
  while (!cut.empty()) {
    // Whole UTF-8 letters only.
    do cut.pop_back();
    while (!cut.empty() && (static_cast<unsigned char>(words[cut.size()]) & 0xC0U) == 0x80U);
    if (size_of(font, dpr, cut + "…").x <= width) break;
  }
  return cut.empty() ? cut : cut + "…";
}

}  // namespace lab::gui
