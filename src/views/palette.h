#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "scenes/frame.h"

/// The one place where a meaning becomes a colour and a size. The window, the
/// SVG file and the page ask here, so a leader has one colour everywhere.
namespace lab::views {

/// Dark for the desk, light for paper, projector for a lit room: white ground,
/// deeper colours, thicker strokes, larger symbols.
enum class Theme : std::uint8_t { kDark, kLight, kProjector };
inline constexpr Theme kThemes[] = {Theme::kDark, Theme::kLight, Theme::kProjector};

/// "dark", "light", "projector".
std::string_view theme_name(Theme theme);
/// Sets `theme` and returns true when `name` is one of the three names.
bool parse_theme(std::string_view name, Theme& theme);

/// sRGB with straight alpha, 0 .. 255.
struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Rgba&) const = default;
};

/// The colours that surround a picture.
struct Surface {
  Rgba background;  ///< behind the picture
  Rgba panel;       ///< behind controls, tables and plots
  Rgba text;        ///< contrast at least 7 on both
  Rgba text_faint;  ///< contrast at least 4.5 on both
  Rgba border;      ///< between panels, frames of plots (decoration)
  Rgba grid;        ///< grid lines (decoration, very faint)
  Rgba accent;      ///< buttons, sliders, links, focus rings
};
const Surface& surface(Theme theme);

/// Number of distinct group colours; leader 10 has the colour of leader 0
/// again, and star and label tell the two apart.
inline constexpr std::size_t kGroupColors = 10;

/// The colour of an ink. `strength` becomes alpha. A group below 0 is drawn as
/// Role::kToken.
Rgba color(const scenes::Ink& ink, Theme theme);
/// The rim that lifts stars off what lies below: ink on paper, ground on dark.
Rgba star_outline(Theme theme);
/// Text colour of a finding: contrast at least 4.5 on background and panel.
Rgba finding_color(scenes::Finding finding, Theme theme);
/// Text colour of a table cell.
Rgba emphasis_color(scenes::Emphasis emphasis, Theme theme);

/// Sizes in reference pixels (at pixel ratio 1); multiply by Mark::size,
/// Polylines::width and the pixel ratio.
struct Sizes {
  float token_radius;   ///< of a mark of size 1
  float line_width;     ///< of a line of width 1
  float outline_width;  ///< rim of stars and discs
  float dash_on, dash_off;  ///< Stroke::kDashed
  float dot_gap;            ///< Stroke::kDotted: distance of dots, each as wide as the line
  float arrow_head;         ///< length of an arrow head
  float text;               ///< height of ordinary lettering
  float text_small;         ///< ticks, notes
};
const Sizes& sizes(Theme theme);

/// Radii of the five-pointed star of size 1: its area is near that of a disc.
inline constexpr float kStarOuter = 1.5F;
inline constexpr float kStarInner = 0.65F;

/// `over` laid on the opaque `under`.
Rgba blend(Rgba over, Rgba under);
/// WCAG 2 contrast ratio of two opaque colours, 1 .. 21.
double contrast(Rgba one, Rgba two);
/// "#rrggbb", without alpha.
std::string hex(Rgba color);

}  // namespace lab::views
