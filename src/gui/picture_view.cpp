#include "gui/picture_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "views/ticks.h"

namespace lab::gui {
namespace {

ImVec2 on_pixel(ImVec2 p, float dpr) {
  return {(std::floor(p.x * dpr) + 0.5F) / dpr, (std::floor(p.y * dpr) + 0.5F) / dpr};
}

void callback(const ImDrawList*, const ImDrawCmd* command) {
  const ImDrawData* data = ImGui::GetDrawData();
  const float dpr = data->FramebufferScale.x;
  static_cast<PictureGl*>(command->UserCallbackData)
      ->draw({data->DisplaySize.x * dpr, data->DisplaySize.y * data->FramebufferScale.y}, dpr);
}

/// How far the largest mark at `p`, or touching it, reaches, in CSS pixels.
float reach(const scenes::Picture& picture, views::Theme theme, const Camera& camera, ImVec2 p) {
  float most = 0.8F;
  const auto near = [&](const scenes::Mark& m) {
    const ImVec2 q = camera.project(m.at);
    return std::fabs(q.x - p.x) + std::fabs(q.y - p.y) < 7;
  };
  for (const scenes::Mark& m : picture.marks)
    if (near(m)) most = std::max(most, m.size * (m.shape == scenes::Shape::kStar ? views::kStarOuter : 1.0F));
  return most * token_radius(picture, theme);
}

bool overlap(const ImVec4& a, const ImVec4& b) { return a.x < b.z && b.x < a.z && a.y < b.w && b.y < a.w; }

}  // namespace

const scenes::Picture& PictureView::picture(const Doc& doc) const {
  // A frame may have lost the picture since it was drawn here.
  const auto& beside = doc.frame->beside;
  return which_ == 0 || which_ > beside.size() ? doc.frame->picture : beside[which_ - 1];
}

void PictureView::draw(Ui& ui, Doc& doc, Area area, float top, bool titled) {
  top_ = top;
  // While a token follows the pointer the view stands still, else it would run away with it.
  if (hand_ != Hand::kToken || camera_.area().w != area.w) camera_.place(picture(doc), *doc.view, area, top);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(area.low(), area.high(), true);
  background(ui, doc);
  many(ui, doc);
  labels(ui, picture(doc));
  touch(ui, doc);
  selection(ui, doc);
  if (titled) title(ui, picture(doc));
  list->PopClipRect();
  readout(ui, doc);
}

void PictureView::background(const Ui& ui, const Doc& doc) {
  const Area& a = camera_.area();
  ImGui::GetWindowDrawList()->AddRectFilled(a.low(), a.high(), ui.look.ground);
  if (!picture(doc).grid) return;
  if (camera_.dimension() == 2) grid(ui);
  else box(ui, picture(doc));
}

void PictureView::grid(const Ui& ui) const {
  const Look& look = ui.look;
  const Area& a = camera_.area();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const scenes::Point low = camera_.unproject({a.x, a.y + a.h});
  const scenes::Point high = camera_.unproject({a.x + a.w, a.y});
  const float step = 90 * look.unit;
  const float text = look.small->FontSize / look.dpr;
  for (const views::Tick& t : views::linear_ticks(low[0], high[0], std::max(2, static_cast<int>(a.w / step)))) {
    const ImVec2 p = on_pixel(camera_.project({t.value, low[1], 0}), look.dpr);
    list->AddLine({p.x, a.y}, {p.x, a.y + a.h}, t.value == 0 ? look.border : look.grid, 1 / look.dpr);
    const float wide = text_size(look.small, look.dpr, t.label).x;
    if (p.x - wide > a.x + 40 && p.x + wide < a.x + a.w)
      put_text(list, look.small, look.dpr, {p.x - 0.5F * wide, a.y + a.h - text - 4}, look.faint, t.label);
  }
  for (const views::Tick& t : views::linear_ticks(low[1], high[1], std::max(2, static_cast<int>(a.h / step)))) {
    const ImVec2 p = on_pixel(camera_.project({low[0], t.value, 0}), look.dpr);
    list->AddLine({a.x, p.y}, {a.x + a.w, p.y}, t.value == 0 ? look.border : look.grid, 1 / look.dpr);
    if (p.y > a.y + text && p.y < a.y + a.h - 2.2F * text)
      put_text(list, look.small, look.dpr, {a.x + 8, p.y - 0.5F * text}, look.faint, t.label);
  }
}

void PictureView::title(const Ui& ui, const scenes::Picture& picture) const {
  if (picture.title.empty()) return;
  const Look& look = ui.look;
  const Area& a = camera_.area();
  const std::string words = fitted(look.strong, look.dpr, picture.title, a.w - 24);
  const ImVec2 size = text_size(look.strong, look.dpr, words);
  const ImVec2 low{a.x + 0.5F * (a.w - size.x), a.y + top_ + 8};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({low.x - 8, low.y - 3}, {low.x + size.x + 8, low.y + size.y + 3}, with_alpha(look.ground, 0.85F), look.rounding());
  put_text(list, look.strong, look.dpr, low, look.text, words);
}

void PictureView::box(const Ui& ui, const scenes::Picture& picture) const {
  const Look& look = ui.look;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto corner = [&](int bits) {
    scenes::Point p{};
    for (std::size_t i = 0; i < 3; ++i) p[i] = (bits >> i & 1) != 0 ? picture.high[i] : picture.low[i];
    return p;
  };
  for (int bits = 0; bits < 8; ++bits) {
    for (int i = 0; i < 3; ++i) {
      if ((bits >> i & 1) != 0) continue;
      const ImVec2 from = camera_.project(corner(bits));
      const ImVec2 to = camera_.project(corner(bits | 1 << i));
      list->AddLine(from, to, bits == 0 ? look.border : look.grid, 1.2F);
      if (bits == 0)
        put_text(list, look.small, look.dpr, {to.x + 5, to.y - 14}, look.faint, picture.axis_names[static_cast<std::size_t>(i)]);
    }
  }
}

void PictureView::many(const Ui& ui, const Doc& doc) {
  gl_.prepare(picture(doc), doc.revision, ui.look.theme, camera_);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCallback(callback, &gl_);
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void PictureView::labels(const Ui& ui, const scenes::Picture& picture) const {
  const Look& look = ui.look;
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::vector<ImVec4> taken;
  const ImU32 rim = with_alpha(look.ground, 0.9F);
  for (const scenes::Label& label : picture.labels) {
    const ImVec2 p = camera_.project(label.at);
    if (!camera_.area().contains(p)) continue;
    const ImVec2 size = text_size(look.small, look.dpr, label.text);
    const float away = reach(picture, look.theme, camera_, p) + 2;
    const ImVec2 at{p.x + 0.8F * away, p.y - 0.55F * away - 0.85F * size.y};
    const ImVec4 rect{at.x, at.y, at.x + size.x, at.y + size.y};
    // Where tokens have met, the first label stands for all.
    if (taken.size() < 400 && std::ranges::any_of(taken, [&](const ImVec4& r) { return overlap(r, rect); })) continue;
    taken.push_back(rect);
    for (const ImVec2 d : {ImVec2{-1, 0}, ImVec2{1, 0}, ImVec2{0, -1}, ImVec2{0, 1}})
      put_text(list, look.small, look.dpr, {at.x + d.x, at.y + d.y}, rim, label.text);
    put_text(list, look.small, look.dpr, at, colour(views::color(label.ink, look.theme)), label.text);
  }
}

void PictureView::selection(const Ui& ui, const Doc& doc) const {
  const Look& look = ui.look;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::int32_t chosen = doc.scene->selected();
  const ImU32 ink = colour(views::color({scenes::Role::kSelection, -1, 1}, look.theme));
  const bool scene_marks_it = std::ranges::any_of(picture(doc).marks, [](const scenes::Mark& m) { return m.ink.role == scenes::Role::kSelection; });
  for (const scenes::Mark& mark : picture(doc).marks) {
    if (mark.handle < 0) continue;
    const float radius = token_radius(picture(doc), look.theme) * mark.size * (mark.shape == scenes::Shape::kStar ? views::kStarOuter : 1.0F);
    if (mark.handle == chosen && !scene_marks_it) list->AddCircle(camera_.project(mark.at), radius + 5, ink, 0, 1.8F * look.unit);
    else if (mark.handle == hovered_) list->AddCircle(camera_.project(mark.at), radius + 4, with_alpha(ink, 0.5F), 0, 1.4F);
  }
}

void PictureView::readout(const Ui& ui, const Doc& doc) const {
  if (hovered_ < 0) return;
  for (const scenes::Mark& mark : picture(doc).marks) {
    if (mark.handle != hovered_) continue;
    const Look& look = ui.look;
    const std::string words = broken(look.small, look.dpr, describe_mark(*doc.frame, picture(doc), mark), 260 * look.unit);
    const ImVec2 size = text_size(look.small, look.dpr, words);
    const ImVec2 p = camera_.project(mark.at);
    const Area& a = camera_.area();
    const ImVec2 room{size.x + 20, size.y + 14};
    // Above a finger, beside a pointer; never outside the picture.
    ImVec2 low{p.x + 16, p.y + 16};
    if (ui.finger) low = {p.x - 0.5F * room.x, p.y - room.y - 44};
    if (low.x + room.x > a.x + a.w - 4) low.x = std::max(a.x + 4, ui.finger ? a.x + a.w - 4 - room.x : p.x - room.x - 14);
    if (low.y + room.y > a.y + a.h - 4) low.y = p.y - room.y - 14;
    low = {std::max(low.x, a.x + 4), std::max(low.y, a.y + 4)};
    ImDrawList* list = ImGui::GetForegroundDrawList();
    const ImVec2 high{low.x + room.x, low.y + room.y};
    list->AddRectFilled(low, high, with_alpha(look.raised, 0.95F), look.rounding());
    list->AddRect(low, high, look.border, look.rounding());
    put_text(list, look.small, look.dpr, {low.x + 10, low.y + 7}, look.text, words);
    return;
  }
}

std::string describe_mark(const scenes::Frame& frame, const scenes::Picture& picture, const scenes::Mark& mark) {
  const std::string number = std::to_string(mark.handle % scenes::kHandleBank + 1);
  std::string words = "token " + number + "\n(";
  const auto axes = picture.dimension >= 3 ? 3U : 2U;
  for (std::size_t i = 0; i < axes; ++i) words += (i ? ", " : "") + views::number_text(mark.at[i], 5);
  words += ")";
  // Only the first table is about tokens; its first columns say what they do, the rest are scores.
  if (frame.tables.empty()) return words;
  const scenes::Table& table = frame.tables.front();
  for (const auto& row : table.rows) {
    if (row.empty() || row[0].text.substr(0, row[0].text.find(' ')) != number) continue;
    for (std::size_t c = 1; c < std::min<std::size_t>({row.size(), table.columns.size(), 4}); ++c)
      words += "\n" + table.columns[c] + "   " + row[c].text;
    break;
  }
  return words;
}

}  // namespace lab::gui
