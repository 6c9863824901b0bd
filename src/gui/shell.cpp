#include "gui/shell.h"

#include <algorithm>

#include "gui/plot_view.h"
#include "gui/scroll.h"
#include "gui/table_view.h"
#include "gui/verdicts.h"
#include "gui/widgets.h"

namespace lab::gui {
namespace {

constexpr auto kWindowFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                              ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;

/// The parts that the level of an embed leaves: a panel only where it has something to hold.
Parts parts_of(const Embed& embed, const scenes::Scene& scene, bool opened) {
  const auto shown = [&](const auto& row) { return embed.shows(row.key); };
  const bool panel = std::ranges::any_of(scene.params(), shown) || std::ranges::any_of(scene.actions(), shown) || embed.whole();
  return {embed.whole(), panel, embed.level() != Level::kLab, opened};
}

}  // namespace

Wishes Shell::draw(Ui& ui, Doc& doc, ImVec2 window) {
  Wishes wishes;
  wishes.theme = ui.look.theme;
  arrange(ui, doc, window);
  if ((layout_.docked && tab_ == Tab::kPlots) || !ui.embed.whole()) tab_ = Tab::kControls;
  show_focus(ui, doc);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(window);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.look.gap(), 6 * ui.look.unit));
  ImGui::Begin("##lab", nullptr, kWindowFlags);
  ground(ui, window);
  const float pills_wide = layout_.picture.w - ui.look.icon_button() - 28;
  pills_ = ui.embed.whole() ? pill_rows(ui, *doc.frame, pills_wide, layout_.picture.h < 260) : PillRows{};
  if (layout_.picture.w > 1) {
    if (SheetView::wanted(*doc.frame)) sheet_view_.draw(ui, doc, layout_.picture, pills_.height + 10);
    else picture_.draw(ui, doc, layout_.picture, pills_.height + note_line(ui, doc));
    overlay(ui, doc, wishes);
  }
  if (layout_.top.h > 0) draw_top_bar(ui, doc, layout_, wishes);
  if (layout_.transport.h > 0) draw_transport(ui, doc, layout_, plots_open_, panel_open_);
  if (layout_.plots.h > 0) plots(ui, doc, layout_.plots);
  if (layout_.tabs.h > 0) draw_tabs(ui, doc, layout_, tab_, sheet_);
  if (layout_.panel.h > 1 && layout_.panel.w > 1) panel(ui, doc);
  if (!layout_.phone && layout_.panel.w > 1) {
    const ImVec2 at = layout_.tabs.low();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x, layout_.panel.y + layout_.panel.h}, ui.look.border, 1);
  }
  edited_ = ui.editing;
  ImGui::End();
  ImGui::PopStyleVar();
  return wishes;
}

/// Everything lies within the window's safe part, and above a soft keyboard.
void Shell::arrange(Ui& ui, const Doc& doc, ImVec2 window) {
  const Insets& in = ui.insets;
  // Right after a turn the height of the keyboard may be that of before; the field must not go for that.
  const float below = std::max(in.bottom, std::min(ui.keyboard, 0.6F * window.y));
  const ImVec2 room{std::max(1.0F, window.x - in.left - in.right), std::max(1.0F, window.y - in.top - below)};
  const bool runs = doc.scene->horizon() > 0;
  // Beside letters plots are an aside; where there are none they are half of what is shown.
  const bool with_plots = !doc.frame->plots.empty(), dock = with_plots && doc.frame->strips.empty();
  const Parts parts = parts_of(ui.embed, *doc.scene, panel_open_);
  layout_ = make_layout(room, ui.look, plots_open_, sheet_.at(), runs, with_plots, dock, parts);
  // What a keyboard leaves of a phone belongs to the panel whose field it writes in.
  const bool in_bar = edited_.starts_with("transport:");
  if (layout_.phone && ui.keyboard > 0 && !edited_.empty() && !in_bar) layout_ = make_layout(room, ui.look, plots_open_, 1, false, with_plots, dock, parts);
  layout_.shift({in.left, in.top});
  const bool changed = panel_size_.x != layout_.panel.w || panel_size_.y != layout_.panel.h || keyboard_ != ui.keyboard;
  // A child window knows its new size only when it is drawn: one frame more.
  settle_ = changed ? 3 : std::max(0, settle_ - 1);
  ui.keep_editing_in_view = settle_ > 0;
  if (settle_ > 0 && !edited_.empty()) ui.dragging = true;
  panel_size_ = {layout_.panel.w, layout_.panel.h};
  keyboard_ = ui.keyboard;
}

/// The edges that are not ours go on in the colour of what lies beside them.
void Shell::ground(const Ui& ui, ImVec2 window) const {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Area& a = layout_.picture;
  list->AddRectFilled({0, 0}, window, ui.look.panel);
  list->AddRectFilled({0, a.y}, {layout_.phone ? window.x : a.x + a.w, a.y + a.h}, ui.look.ground);
}

/// The control whose twin was just focused must be on screen: open its tab.
void Shell::show_focus(const Ui& ui, const Doc& doc) {
  if (!ui.reveal || ui.focus.empty()) return;
  const bool param = scenes::find_param(*doc.scene, ui.focus) >= 0 || ui.focus.starts_with("action:");
  if (param) open_tab(Tab::kControls);
}

void Shell::overlay(Ui& ui, Doc& doc, Wishes& wishes) {
  const Look& look = ui.look;
  const Area& a = layout_.picture;
  const float y = a.y + 10;
  if (ui.embed.whole() && draw_verdict_pills(ui, *doc.frame, {a.x + 12, y}, a.w - look.icon_button() - 28, pills_)) {
    open_tab(Tab::kVerdicts);
  }
  // An embed without the top bar has its one button of it here.
  float down = a.y + 8;
  if (ui.embed.level() != Level::kLab && ui.embed.level() != Level::kPicture && layout_.top.h <= 0 && a.h > 2 * look.icon_button() + 12) {
    ImGui::SetCursorScreenPos({a.x + a.w - look.icon_button() - 8, down});
    wishes.take = icon_button(ui, "take", Icon::kTake, "Take away: pictures, numbers, film", {Icon::kNone, false, true, false, 0});
    down += look.icon_button() + 2;
  }
  if (!SheetView::wanted(*doc.frame)) view_buttons(ui, doc, down);
  // Below the title of the picture, which stands there, unless a line of its own is left for them above.
  const bool titled = !doc.frame->beside.empty() || !doc.frame->picture.title.empty();
  const float title = titled && note_line(ui, doc) <= 0 ? 28 * look.unit : 0;
  remarks(ui, doc, y + pills_.height + (look.touch ? 14.0F : 4.0F) + title);
}

void Shell::view_buttons(Ui& ui, Doc& doc, float y) {
  const Area& a = layout_.picture;
  const float side = ui.look.icon_button();
  const float x = a.x + a.w - side - 8;
  const auto place = [&] {
    ImGui::SetCursorScreenPos({x, y});
    y += side + 2;
  };
  const bool fitted_now = doc.view->zoom <= 0;
  place();
  if (icon_button(ui, "view:fit", Icon::kFit, "Fit the picture (F)", {Icon::kNone, false, true, !fitted_now, 0})) picture_.fit(doc);
  // Fingers pinch; the place is worth more.
  if (a.h < 4 * side || layout_.phone) return;
  place();
  if (icon_button(ui, "view:in", Icon::kPlus, "Zoom in (+)", {Icon::kNone, false, true, false, 0})) picture_.zoom_by(doc, 1.4);
  place();
  if (icon_button(ui, "view:out", Icon::kMinus, "Zoom out (−)", {Icon::kNone, false, true, false, 0})) picture_.zoom_by(doc, 1 / 1.4);
}

/// Height that several pictures leave free above them for the notes, which have no margin there.
float Shell::note_line(const Ui& ui, const Doc& doc) const {
  const bool wanted = ui.embed.whole() && !layout_.phone && layout_.picture.h > 260 && !doc.frame->beside.empty();
  return wanted && !doc.frame->notes.empty() ? ui.look.small->FontSize / ui.look.dpr + 16 : 0;
}

/// What was refused in the picture, and the notes, in the margin beside the
/// fitted picture; where that is too narrow the first stands in one line, and on a phone their number.
void Shell::remarks(Ui& ui, Doc& doc, float top) {
  const Look& look = ui.look;
  const Area& a = layout_.picture;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto say = [&](std::string_view said, ImU32 ink, float width) {
    const std::string words = broken(look.small, look.dpr, said, width - 24);
    const ImVec2 size = text_size(look.small, look.dpr, words);
    const ImVec2 low{a.x + 12, top}, high{a.x + 12 + size.x + 22, top + size.y + 10};
    list->AddRectFilled(low, high, with_alpha(look.panel, 0.92F), look.rounding());
    list->AddRectFilled(low, {low.x + 3, high.y}, ink, 2);
    put_text(list, look.small, look.dpr, {low.x + 12, low.y + 5}, look.text, words);
    top = high.y + 6;
    return Area{low.x, low.y, high.x - low.x, high.y - low.y};
  };
  const auto refused = doc.refused->find("");
  if (refused != doc.refused->end()) say(refused->second, look.problem, std::min(380 * look.unit, a.w - 70));
  const auto& notes = doc.frame->notes;
  // A sheet has its notes in itself.
  if (notes.empty() || SheetView::wanted(*doc.frame) || !ui.embed.whole()) return;
  const scenes::Picture& p = doc.frame->picture;
  const double wide = p.dimension >= 3 ? a.h : (p.high[0] - p.low[0]) * picture_.camera().fit_scale();
  const float margin = picture_.count() > 1 ? 0 : 0.5F * (a.w - static_cast<float>(wide)) - 20;
  if (margin > 150 * look.unit && !layout_.phone) {
    for (const std::string& note : notes)
      if (top < a.y + 0.7F * a.h) say(note, look.accent, std::min(margin, 330 * look.unit));
    return;
  }
  std::string words = notes.size() == 1 ? "1 note" : std::to_string(notes.size()) + " notes";
  const float room = a.w - look.icon_button() - 40;
  if (!layout_.phone && room > 240 * look.unit) {
    const std::string others = notes.size() == 1 ? "" : "  +" + std::to_string(notes.size() - 1);
    words = fitted(look.small, look.dpr, notes.front(), room - 24 - text_size(look.small, look.dpr, others).x) + others;
  }
  const Area r = say(words, look.accent, room + 24);
  const float high = look.target(r.h);
  ImGui::SetCursorScreenPos({r.x, r.y - 0.5F * (high - r.h)});
  if (ui.press_area("##notes", {look.target(r.w), high})) open_tab(Tab::kVerdicts);
}

void Shell::open_tab(Tab tab) {
  tab_ = tab;
  panel_open_ = true;
  if (layout_.phone) sheet_.open();
}

void Shell::plots(Ui& ui, Doc& doc, Area area) {
  const Look& look = ui.look;
  const std::size_t n = doc.frame->plots.size();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.low(), area.high(), look.panel);
  list->AddLine(area.low(), {area.x + area.w, area.y}, look.border, 1);
  if (n == 0) return;
  const std::size_t shown = std::min<std::size_t>(n, area.w > 1500 ? 3 : 2);
  if (first_plot_ >= n) first_plot_ = 0;
  const std::size_t first = std::min(first_plot_, n - shown);
  // More than fit: a column of buttons leads on to the others.
  const std::string place = std::to_string(first + 1) + "\u2013" + std::to_string(first + shown) + " / " + std::to_string(n);
  const ImVec2 size = text_size(look.small, look.dpr, place);
  const float side = n > shown ? std::max(look.icon_button() + 6, size.x + 16) : 0;
  const float w = (area.w - side) / static_cast<float>(shown);
  for (std::size_t i = 0; i < shown; ++i)
    draw_plot(ui, doc, first + i, {area.x + w * static_cast<float>(i) + 8, area.y + 4, w - 16, area.h - 8});
  if (n <= shown) return;
  const float x = area.x + area.w - side, button = x + 0.5F * (side - look.icon_button());
  ImGui::SetCursorScreenPos({button, area.y + 6});
  if (icon_button(ui, "plots:before", Icon::kUp, "Plots before", {Icon::kNone, false, true, false, 0})) first_plot_ = first >= shown ? first - shown : 0;
  ImGui::SetCursorScreenPos({button, area.y + area.h - look.icon_button() - 6});
  if (icon_button(ui, "plots:next", Icon::kDown, "More plots", {Icon::kNone, false, true, false, 0})) first_plot_ = first + shown < n ? first + shown : 0;
  put_text(list, look.small, look.dpr, {x + 0.5F * (side - size.x), area.y + 0.5F * (area.h - size.y)}, look.faint, place);
}

void Shell::panel(Ui& ui, Doc& doc) {
  const Look& look = ui.look;
  constexpr const char* kNames[] = {"##controls", "##plots", "##verdicts", "##tables"};
  const bool open = begin_panel(ui, kNames[static_cast<int>(tab_)], layout_.panel, look.panel, look.pad());
  if (open && tab_ == Tab::kControls) controls_.draw(ui, doc);
  // On a phone the bar has no room for all of it.
  if (open && tab_ == Tab::kVerdicts && layout_.phone) paragraph(look, look.small, look.text, doc.frame->headline);
  if (open && tab_ == Tab::kVerdicts) draw_verdicts(ui, *doc.frame);
  if (open && tab_ == Tab::kTables) draw_tables(ui, *doc.frame);
  if (open && tab_ == Tab::kPlots) {
    const float width = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < doc.frame->plots.size(); ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_plot(ui, doc, i, {at.x, at.y, width, 210 * look.unit});
      ImGui::SetCursorScreenPos({at.x, at.y + 220 * look.unit});
      ImGui::Dummy({0, 0});
    }
  }
  end_panel(ui);
}

}  // namespace lab::gui
