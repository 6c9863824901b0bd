#include "gui/verdicts.h"

#include <algorithm>
#include <vector>

#include "gui/widgets.h"
#include "views/text_twin.h"

namespace lab::gui {
namespace {

constexpr float kPillGap = 6;

/// "Fact 2" of "Fact 2: leaders stay leaders".
std::string_view short_name(std::string_view claim) { return claim.substr(0, claim.find(':')); }

/// What comes after the name, as a sentence of its own.
std::string statement(std::string_view claim) {
  const std::size_t name = short_name(claim).size();
  if (claim.size() <= name + 2) return {};
  std::string rest(claim.substr(name + 2));
  if (rest[0] >= 'a' && rest[0] <= 'z') rest[0] = static_cast<char>(rest[0] - 'a' + 'A');
  return rest;
}

ImU32 finding_ink(const Look& look, scenes::Finding finding) {
  return colour(views::finding_color(finding, look.theme));
}

/// A named line of a card; the name stands in a column of its own.
void line(const Look& look, const char* name, const std::string& words, ImU32 ink, float width) {
  if (words.empty()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float column = 70 * look.unit;
  put_text(ImGui::GetWindowDrawList(), look.small, look.dpr, at, look.faint, name);
  ImGui::SetCursorScreenPos({at.x + column, at.y});
  ImGui::BeginGroup();
  paragraph(look, look.small, ink, words, width - column);
  ImGui::EndGroup();
}

/// Returns its width.
float badge(const Look& look, ImVec2 right_top, scenes::Finding finding) {
  const std::string_view word = views::finding_word(finding);
  const ImVec2 size = text_size(look.small, look.dpr, word);
  const float w = size.x + 30 * look.unit, h = size.y + 6;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low{right_top.x - w, right_top.y};
  const ImU32 ink = finding_ink(look, finding);
  list->AddRectFilled(low, {right_top.x, low.y + h}, with_alpha(ink, 0.14F), 0.5F * h);
  draw_icon(list, finding_icon(finding), {low.x + 13 * look.unit, low.y + 0.5F * h}, 12 * look.unit, ink);
  put_text(list, look.small, look.dpr, {low.x + 23 * look.unit, low.y + 3}, ink, word);
  return w;
}

void card(Ui& ui, const scenes::Verdict& v, int index) {
  const Look& look = ui.look;
  ImGui::PushID(index);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float total = ImGui::GetContentRegionAvail().x;
  const float pad = 12 * look.unit;
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({start.x + pad + 2, start.y + 10 * look.unit});
  ImGui::BeginGroup();
  const float width = total - 2 * pad;
  const float aside = badge(look, {start.x + total - pad, start.y + 10 * look.unit}, v.finding);
  paragraph(look, look.strong, look.text, short_name(v.claim), width - aside - 8 * look.unit);
  if (const std::string said = statement(v.claim); !said.empty()) paragraph(look, look.body, look.text, said, width);
  line(look, "asks for", v.hypothesis, look.text, width);
  line(look, "predicts", v.prediction, look.text, width);
  line(look, "measured", v.measured, finding_ink(look, v.finding), width);
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + 10 * look.unit;
  list->ChannelsSetCurrent(0);
  list->AddRectFilled(start, {start.x + total, bottom}, look.raised, look.rounding() + 2);
  list->AddRect(start, {start.x + total, bottom}, look.border, look.rounding() + 2);
  list->AddRectFilled({start.x, start.y + 8}, {start.x + 3, bottom - 8}, finding_ink(look, v.finding), 2);
  list->ChannelsMerge();
  ui.twin("verdict:" + std::to_string(index), start, {start.x + total, bottom});
  ImGui::SetCursorScreenPos({start.x, bottom + look.gap()});
  ImGui::Dummy({0, 0});
  ImGui::PopID();
}

}  // namespace

Icon finding_icon(scenes::Finding finding) {
  switch (finding) {
    case scenes::Finding::kHolds: return Icon::kCheck;
    case scenes::Finding::kViolated: return Icon::kCross;
    case scenes::Finding::kDoesNotApply: return Icon::kDash;
    case scenes::Finding::kPending: return Icon::kWait;
  }
  return Icon::kNone;
}

void draw_verdicts(Ui& ui, const scenes::Frame& frame) {
  const Look& look = ui.look;
  int index = 0;
  for (const auto& v : frame.verdicts) card(ui, v, index++);
  if (frame.notes.empty()) return;
  ImGui::Dummy({0, 4});
  text(look, look.strong, look.text, "Notes");
  for (const auto& note : frame.notes) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 4, at.y + 9 * look.unit}, 2.2F, look.accent);
    ImGui::Indent(14);
    paragraph(look, look.small, look.text, note);
    ImGui::Unindent(14);
  }
}

namespace {

/// One pill: a verdict by name, or how many have one finding.
struct Pill {
  scenes::Finding finding;
  std::string words, told;
};

std::vector<Pill> by_name(const scenes::Frame& frame) {
  std::vector<Pill> pills;
  for (const auto& v : frame.verdicts)
    pills.push_back({v.finding, std::string(short_name(v.claim)), v.claim + "\n" + std::string(views::finding_word(v.finding)) + ": " + v.measured});
  return pills;
}

/// What is violated first: that is what a reader must see. `bare`: the icon says which finding it is.
std::vector<Pill> by_count(const scenes::Frame& frame, bool bare) {
  using enum scenes::Finding;
  std::vector<Pill> pills;
  for (const scenes::Finding finding : {kViolated, kHolds, kPending, kDoesNotApply}) {
    const auto n = std::ranges::count(frame.verdicts, finding, &scenes::Verdict::finding);
    if (n == 0) continue;
    const std::string_view word = n > 1 && finding == kHolds ? "hold" : n > 1 && finding == kDoesNotApply ? "do not apply" : views::finding_word(finding);
    std::string words = std::to_string(n);
    if (!bare) words += " " + std::string(word);
    pills.push_back({finding, std::move(words), {}});
  }
  return pills;
}

float pill_width(const Look& look, const Pill& pill) {
  return look.target(text_size(look.small, look.dpr, pill.words).x + 32 * look.unit);
}

int rows_of(const Look& look, const std::vector<Pill>& pills, float width) {
  int rows = 1;
  float x = 0;
  for (const Pill& pill : pills) {
    const float w = pill_width(look, pill);
    if (x > 0 && x + w > width) {
      ++rows;
      x = 0;
    }
    x += w + kPillGap;
  }
  return rows;
}

std::vector<Pill> pills_of(const Look& look, const scenes::Frame& frame, const PillRows& rows, float width) {
  if (rows.named) return by_name(frame);
  std::vector<Pill> pills = by_count(frame, false);
  return rows_of(look, pills, width) == 1 ? pills : by_count(frame, true);
}

float pill_pitch(const Look& look) { return look.target(pill_height(look) + 5); }

}  // namespace

PillRows pill_rows(const Ui& ui, const scenes::Frame& frame, float width, bool low) {
  const Look& look = ui.look;
  PillRows rows;
  const int most = low || look.touch ? 1 : 2;
  const std::vector<Pill> names = by_name(frame);
  const int count = rows_of(look, names, width);
  rows.named = count <= most && std::ranges::all_of(names, [&](const Pill& pill) { return pill_width(look, pill) <= width; });
  rows.height = static_cast<float>(rows.named ? count : 1) * pill_pitch(look);
  return rows;
}

bool draw_verdict_pills(Ui& ui, const scenes::Frame& frame, ImVec2 at, float width, const PillRows& rows) {
  const Look& look = ui.look;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float h = pill_height(look), aside = 0.5F * (look.target(h) - h);
  float x = at.x;
  bool clicked = false;
  int index = 0;
  for (const Pill& pill : pills_of(look, frame, rows, width)) {
    const std::string name = fitted(look.small, look.dpr, pill.words, width - 32 * look.unit);
    const float w = std::min(pill_width(look, pill), width);
    if (x > at.x && x + w > at.x + width) {
      x = at.x;
      at.y += pill_pitch(look);
    }
    ImGui::SetCursorScreenPos({x, at.y - aside});
    ImGui::PushID(index++);
    clicked = ui.press_area("##pill", {w, look.target(h)}) || clicked;
    const bool hot = ImGui::IsItemHovered() && !ui.finger;
    ImGui::PopID();
    const ImU32 ink = finding_ink(look, pill.finding);
    list->AddRectFilled({x, at.y}, {x + w, at.y + h}, with_alpha(look.panel, hot ? 1.0F : 0.86F), 0.5F * h);
    list->AddRect({x, at.y}, {x + w, at.y + h}, with_alpha(ink, hot ? 0.9F : 0.45F), 0.5F * h);
    draw_icon(list, finding_icon(pill.finding), {x + 14 * look.unit, at.y + 0.5F * h}, 12 * look.unit, ink);
    put_text(list, look.small, look.dpr, {x + 24 * look.unit, at.y + 0.5F * (h - look.small->FontSize / look.dpr)}, look.text, name);
    if (hot) hint(ui, pill.told);
    x += w + kPillGap;
  }
  return clicked;
}

float pill_height(const Look& look) { return (look.touch ? 30.0F : 24.0F) * look.unit; }

}  // namespace lab::gui
