#include <algorithm>
#include <cstring>
#include <vector>

#include "gui/scroll.h"
#include "gui/widgets.h"
#include "imgui_internal.h"

namespace lab::gui {
namespace {

/// Lets ImGui edit a std::string of any length.
int grow(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag != ImGuiInputTextFlags_CallbackResize) return 0;
  auto* buffer = static_cast<std::vector<char>*>(data->UserData);
  buffer->resize(static_cast<std::size_t>(data->BufSize) + 64);
  data->Buf = buffer->data();
  return 0;
}

/// Numbers stand to the right while nobody edits them: pad by moving the text.
float left_padding(const Ui& ui, std::string_view text, const FieldStyle& style, ImFont* font) {
  const float usual = 8 * ui.look.unit;
  if (!style.right) return usual;
  return std::max(usual, style.width - text_size(font, ui.look.dpr, text).x - usual);
}

void ring_item(const Look& look) {
  ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), look.accent, look.rounding(), 0, 1.5F);
}

const scenes::Option* find(std::span<const scenes::Option> options, std::string_view key) {
  for (const auto& option : options)
    if (option.key == key) return &option;
  return nullptr;
}

/// The rows of an open list; the index clicked or -1.
int option_rows(Ui& ui, std::span<const scenes::Option> options, std::string_view chosen, float row) {
  const Look& look = ui.look;
  int picked = -1;
  for (std::size_t k = 0; k < options.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ui.press_area("##option", {ImGui::GetContentRegionAvail().x, row})) {
      picked = static_cast<int>(k);
      ImGui::CloseCurrentPopup();
    }
    const bool on = options[k].key == chosen;
    const ImVec2 end = ImGui::GetItemRectMax();
    ImDrawList* popup = ImGui::GetWindowDrawList();
    if (on || ImGui::IsItemHovered()) popup->AddRectFilled(at, end, on ? look.accent_soft : look.field_hot, look.rounding() - 1);
    put_text(popup, look.body, look.dpr, {at.x + 8 * look.unit, 0.5F * (at.y + end.y) - 0.5F * look.body->FontSize / look.dpr},
             on ? look.accent : look.text, fitted(look.body, look.dpr, options[k].label, end.x - at.x - 12));
    ImGui::SetCursorScreenPos({at.x, at.y + row});
    ImGui::PopID();
  }
  return picked;
}

/// The list that drops down from a control that reaches from `low` to `high`; the index clicked or -1.
int drop_down(Ui& ui, std::span<const scenes::Option> options, std::string_view chosen, ImVec2 low, ImVec2 high, float width) {
  const Look& look = ui.look;
  int picked = -1;
  const float row = look.touch ? 44.0F : 29 * look.unit;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float wanted = row * static_cast<float>(options.size()) + 10;
  const float below = screen.y - high.y - 10;
  const float tall = std::min(wanted, std::max(below, screen.y * 0.5F));
  ImGui::SetNextWindowPos({std::max(4.0F, std::min(low.x, screen.x - width - 4)), below >= tall ? high.y + 3 : std::max(6.0F, screen.y - tall - 8)});
  ImGui::SetNextWindowSize({width, tall});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(5, 5));
  if (ImGui::BeginPopup("##list")) {
    picked = option_rows(ui, options, chosen, row);
    finger_scroll(ui);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return picked;
}

}  // namespace

bool field(Ui& ui, std::string_view key, std::string& text, const FieldStyle& style) {
  const Look& look = ui.look;
  ImFont* font = style.small ? look.small : look.body;
  const float height = look.touch ? look.row() : style.small ? 25 * look.unit : look.row() - 2;
  const float line = font->FontSize / look.dpr;
  ImGui::PushFont(font);
  ImGui::PushID(key.data(), key.data() + key.size());
  ImGui::PushID(style.id);
  const ImGuiID id = ImGui::GetID("##field");
  const bool editing = ImGui::GetActiveID() == id;
  const std::string_view rest = style.shown.empty() ? std::string_view(text) : std::string_view(style.shown);
  const float left = editing ? 8 * look.unit : left_padding(ui, rest, style, font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(left, 0.5F * (height - line)));
  std::vector<char> buffer(text.begin(), text.end());
  buffer.resize(text.size() + 64, '\0');
  ImGui::SetNextItemWidth(style.width);
  const auto flags = ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue |
                     ImGuiInputTextFlags_CallbackResize;
  const bool veiled = !editing && !style.shown.empty();
  if (veiled) ImGui::PushStyleColor(ImGuiCol_Text, 0U);
  const bool enter = ImGui::InputText("##field", buffer.data(), buffer.size(), flags, grow, &buffer);
  const bool left_after_edit = ImGui::IsItemDeactivatedAfterEdit();
  if (veiled) {
    ImGui::PopStyleColor();
    const ImVec2 low = ImGui::GetItemRectMin();
    put_text(ImGui::GetWindowDrawList(), font, look.dpr, {low.x + left, low.y + 0.5F * (height - line)}, look.text, style.shown);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopFont();
  const bool shows = ui.target(key);
  if (shows && (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) == 0) ui.text_places.push_back({ui.targets.back().area, style.signs});
  if (editing) {
    ring_item(look);
    ui.editing = key;
    if (ui.keep_editing_in_view) ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  if (style.id == 0) ui.twin(key);
  if (!enter && !left_after_edit) return false;
  std::string edited(buffer.data());
  if (edited == text) return false;
  text = std::move(edited);
  return true;
}

std::string edited_text() {
  const ImGuiID id = ImGui::GetActiveID();
  const ImGuiInputTextState* state = id == 0 ? nullptr : ImGui::GetInputTextState(id);
  if (state == nullptr) return {};
  const int start = state->GetSelectionStart(), end = state->GetSelectionEnd();
  const int from = state->HasSelection() ? std::min(start, end) : 0, to = state->HasSelection() ? std::max(start, end) : state->CurLenW;
  std::string words(4 * static_cast<std::size_t>(to - from) + 1, '\0');
  words.resize(static_cast<std::size_t>(ImTextStrToUtf8(words.data(), static_cast<int>(words.size()), state->TextW.Data + from, state->TextW.Data + to)));
  return words;
}

int choice(Ui& ui, std::string_view key, std::span<const scenes::Option> options, std::string_view chosen,
           float width) {
  const Look& look = ui.look;
  const scenes::Option* now = find(options, chosen);
  ImGui::PushID(key.data(), key.data() + key.size());
  const bool clicked = ImGui::InvisibleButton("##choice", {width, look.row()});
  ui.target(key);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool hot = ImGui::IsItemHovered() && !ui.finger;
  ui.twin(key);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = 0.5F * (low.y + high.y);
  list->AddRectFilled(low, high, hot ? look.field_hot : look.field, look.rounding());
  const std::string words = fitted(look.body, look.dpr, now ? now->label : chosen, width - 38 * look.unit);
  put_text(list, look.body, look.dpr, {low.x + 10 * look.unit, middle - 0.5F * look.body->FontSize / look.dpr},
           look.text, words);
  draw_icon(list, Icon::kDown, {high.x - 15 * look.unit, middle}, 12 * look.unit, look.faint);
  if (clicked) ImGui::OpenPopup("##list");
  const int picked = drop_down(ui, options, chosen, low, high, width);
  ImGui::PopID();
  return picked;
}

int code_choice(Ui& ui, std::string_view key, std::span<const scenes::Option> options, std::string_view chosen, std::string_view words) {
  const Look& look = ui.look;
  const float side = look.icon_button();
  ImGui::PushID(key.data(), key.data() + key.size());
  if (ImGui::InvisibleButton("##code", {side, side})) ImGui::OpenPopup("##list");
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool hot = ImGui::IsItemHovered() && !ui.finger;
  ui.twin(key);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hot) list->AddRectFilled(low, high, look.field_hot, look.rounding());
  std::string code(chosen);
  for (char& c : code) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const ImVec2 size = text_size(look.small, look.dpr, code);
  put_text(list, look.small, look.dpr, {0.5F * (low.x + high.x - size.x), 0.5F * (low.y + high.y - size.y)}, hot ? look.text : look.faint, code);
  if (hot) hint(ui, words);
  const int picked = drop_down(ui, options, chosen, low, high, 150 * look.unit);
  ImGui::PopID();
  return picked;
}

}  // namespace lab::gui
