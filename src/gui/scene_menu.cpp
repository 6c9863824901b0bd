#include "gui/scene_menu.h"

#include <algorithm>

#include "gui/icons.h"
#include "gui/scroll.h"
#include "scenes/registry.h"

namespace lab::gui {
namespace {

/// One row of the list: title, at the right the part of the course, and below what it is about.
struct Row {
  std::string title, about, chapter;
};
bool entry(Ui& ui, const Row& e, bool now, float width) {
  const Look& look = ui.look;
  const float title = look.strong->FontSize / look.dpr;
  const float inner = width - 20 * look.unit;
  const std::string about = broken(look.small, look.dpr, e.about, inner);
  const float height = std::max(title + text_size(look.small, look.dpr, about).y + 14 * look.unit, look.touch ? 44.0F : 0.0F);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::PushID(e.title.c_str());
  const bool clicked = ui.press_area("##scene", {width, height});
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (now || hot) list->AddRectFilled(low, {low.x + width, low.y + height}, now ? look.accent_soft : look.field_hot, look.rounding());
  put_text(list, look.strong, look.dpr, {low.x + 10 * look.unit, low.y + 6 * look.unit}, now ? look.accent : look.text, e.title);
  const float wide = text_size(look.small, look.dpr, e.chapter).x;
  put_text(list, look.small, look.dpr, {low.x + width - wide - 10 * look.unit, low.y + 7 * look.unit}, look.faint, e.chapter);
  put_text(list, look.small, look.dpr, {low.x + 10 * look.unit, low.y + 7 * look.unit + title}, look.faint, about);
  if (now && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY(0.5F);
  return clicked;
}

/// "section 11" of the course; chapters without a number speak for themselves.
std::string chapter_text(const std::string& chapter) {
  const std::size_t digits = chapter.find_first_not_of("0123456789");
  if (digits == 0 || chapter.empty()) return chapter;
  return (digits != std::string::npos && chapter.substr(digits).starts_with(" to") ? "sections " : "section ") + chapter;
}

}  // namespace

MenuChoice scene_menu(Ui& ui, const Doc& doc, ImVec2 at, float height, float room) {
  const Look& look = ui.look;
  const float title = look.title->FontSize / look.dpr;
  const float arrow = 22 * look.unit;
  const std::string words = fitted(look.title, look.dpr, doc.entry->title, room - arrow);
  const float wide = text_size(look.title, look.dpr, words).x + arrow;
  ImGui::SetCursorScreenPos({at.x - 6, std::max(ui.insets.top, at.y + 0.5F * (title - height))});
  const bool clicked = ui.press_area("##scenes", {wide + 10, height});
  const bool hot = ImGui::IsItemHovered() && !ui.finger;
  ui.twin("scene-chooser");
  ImDrawList* list = ImGui::GetWindowDrawList();
  put_text(list, look.title, look.dpr, at, hot ? look.accent : look.text, words);
  draw_icon(list, Icon::kDown, {at.x + wide - 10 * look.unit, at.y + 0.55F * title}, 13 * look.unit, hot ? look.accent : look.faint);
  if (clicked) ImGui::OpenPopup("##scene-list");
  MenuChoice chosen;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(430 * look.unit, screen.x - 20);
  ImGui::SetNextWindowPos({std::max(8.0F, std::min(at.x - 6, screen.x - width - 10)), at.y + 0.5F * (title + height)});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y - at.y - height - 8});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(6, 6));
  if (ImGui::BeginPopup("##scene-list")) {
    const float across = ImGui::GetContentRegionAvail().x;
    chosen.lessons = entry(ui, {"Lessons", "The course in words, with its experiments and exercises on the page. Opens in a tab of its own.", ""}, false, across);
    for (const scenes::Entry& e : scenes::registry())
      if (entry(ui, {e.title, e.claim, chapter_text(e.chapter)}, &e == doc.entry, across)) chosen.scene = e.slug;
    if (chosen.lessons || !chosen.scene.empty()) ImGui::CloseCurrentPopup();
    finger_scroll(ui);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return chosen;
}

}  // namespace lab::gui
