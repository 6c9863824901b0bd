#include "gui/look.h"

#include <cmath>

#include "scenes/frame.h"
#include "views/control_colors.h"

namespace lab::gui {
namespace {

ImVec4 floats(ImU32 c) { return ImGui::ColorConvertU32ToFloat4(c); }

/// What ImGui draws itself: windows, scroll bars, text fields, tables.
void colour_style(const Look& look) {
  ImVec4* c = ImGui::GetStyle().Colors;
  const ImVec4 clear{0, 0, 0, 0};
  for (int i = 0; i < ImGuiCol_COUNT; ++i) c[i] = clear;
  c[ImGuiCol_Text] = floats(look.text);
  c[ImGuiCol_TextDisabled] = floats(look.faint);
  c[ImGuiCol_PopupBg] = floats(look.raised);
  c[ImGuiCol_Border] = floats(look.border);
  c[ImGuiCol_FrameBg] = floats(look.field);
  c[ImGuiCol_FrameBgHovered] = floats(look.field_hot);
  c[ImGuiCol_FrameBgActive] = floats(look.field_hot);
  c[ImGuiCol_ScrollbarGrab] = floats(with_alpha(look.faint, 0.35F));
  c[ImGuiCol_ScrollbarGrabHovered] = floats(with_alpha(look.faint, 0.6F));
  c[ImGuiCol_ScrollbarGrabActive] = floats(with_alpha(look.faint, 0.8F));
  c[ImGuiCol_Header] = floats(look.accent_soft);
  c[ImGuiCol_HeaderHovered] = floats(look.field_hot);
  c[ImGuiCol_HeaderActive] = floats(look.accent_soft);
  c[ImGuiCol_TextSelectedBg] = floats(with_alpha(look.accent, 0.35F));
  c[ImGuiCol_TableHeaderBg] = floats(look.panel);
  c[ImGuiCol_TableBorderLight] = floats(look.grid);
  c[ImGuiCol_TableBorderStrong] = floats(look.border);
  c[ImGuiCol_TableRowBgAlt] = floats(with_alpha(look.text, 0.025F));
}

void measure_style(const Look& look) {
  ImGuiStyle& s = ImGui::GetStyle();
  s = ImGuiStyle();
  const float u = look.unit;
  s.WindowPadding = {0, 0};
  s.WindowBorderSize = 0;
  s.ChildBorderSize = 0;
  s.PopupBorderSize = 1;
  s.FrameBorderSize = 0;
  s.WindowRounding = 0;
  s.ChildRounding = 0;
  s.PopupRounding = 8 * u;
  s.FrameRounding = look.rounding();
  s.FramePadding = {9 * u, 5 * u};
  s.ItemSpacing = {look.gap(), 6 * u};
  s.ItemInnerSpacing = {6 * u, 4 * u};
  s.ScrollbarSize = look.touch ? 5.0F : 9.0F;
  s.ScrollbarRounding = 9;
  s.GrabMinSize = 24;
  s.CellPadding = {7 * u, 4 * u};
  s.WindowMinSize = {1, 1};
  s.DisabledAlpha = 0.45F;
}

}  // namespace

ImU32 colour(views::Rgba c) { return IM_COL32(c.r, c.g, c.b, c.a); }

ImU32 with_alpha(ImU32 c, float alpha) {
  const auto a = static_cast<ImU32>(std::lround(static_cast<float>(c >> IM_COL32_A_SHIFT) * alpha));
  return (c & ~IM_COL32_A_MASK) | a << IM_COL32_A_SHIFT;
}

void apply_theme(Look& look, views::Theme theme, bool touch) {
  const views::Surface& s = views::surface(theme);
  const views::ControlColors c = views::control_colors(theme);
  look.theme = theme;
  look.touch = touch;
  look.unit = theme == views::Theme::kProjector ? 1.22F : 1.0F;
  look.ground = colour(s.background);
  look.panel = colour(s.panel);
  look.raised = colour(c.raised);
  look.field = colour(c.field);
  look.field_hot = colour(c.field_hot);
  look.border = colour(s.border);
  look.grid = colour(s.grid);
  look.text = colour(s.text);
  look.faint = colour(s.text_faint);
  look.accent = colour(s.accent);
  look.accent_soft = colour(c.accent_soft);
  look.accent_hot = colour(c.accent_hot);
  look.on_accent = colour(c.on_accent);
  look.switch_off = colour(c.switch_off);
  look.switch_off_hot = colour(c.switch_off_hot);
  look.problem = colour(views::finding_color(scenes::Finding::kViolated, theme));
  measure_style(look);
  colour_style(look);
}

}  // namespace lab::gui
