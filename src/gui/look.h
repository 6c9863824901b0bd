#pragma once
#include "imgui.h"
#include "views/palette.h"

namespace lab::gui {

/// Everything that makes the window look like itself: colours, type, measures.
struct Look {
  views::Theme theme = views::Theme::kDark;
  bool touch = false;  ///< roomy targets for fingers
  float unit = 1;      ///< type scale: the projector's is larger
  float dpr = 1;       ///< device pixels per CSS pixel

  ImFont* body = nullptr;
  ImFont* small = nullptr;
  ImFont* strong = nullptr;
  ImFont* title = nullptr;

  ImU32 ground = 0, panel = 0, raised = 0, field = 0, field_hot = 0, border = 0, grid = 0;
  ImU32 text = 0, faint = 0, accent = 0, accent_soft = 0, accent_hot = 0, on_accent = 0, problem = 0;
  ImU32 switch_off = 0, switch_off_hot = 0;

  /// At least so wide and high is what a finger presses, whatever is drawn there. Not a matter of type size.
  float target(float drawn) const { return touch && drawn < 44 ? 44 : drawn; }
  float row() const { return (touch ? 44.0F : 30.0F) * unit; }        ///< height of a button or field
  float icon_button() const { return (touch ? 46.0F : 34.0F) * unit; }
  float gap() const { return 8.0F * unit; }
  float pad() const { return 14.0F * unit; }
  float rounding() const { return 6.0F * unit; }
};

ImU32 colour(views::Rgba c);
ImU32 with_alpha(ImU32 c, float alpha);

/// Fills the colours for a theme and sets ImGui's own style accordingly.
void apply_theme(Look& look, views::Theme theme, bool touch);
/// Bakes the typefaces at the size that is sharp at this pixel ratio. Does
/// nothing when nothing changed. Needs a GL context.
void bake_fonts(Look& look, float dpr);
/// After a lost context: bake them anew the next time.
void forget_fonts();

}  // namespace lab::gui
