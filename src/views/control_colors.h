#pragma once
#include "views/palette.h"

/// The colours of drawn controls, made from a theme's surface. They stand here and not with the window, so that the tests
/// can hold their contrast: text 4.5, what tells a control or its state apart 3.
namespace lab::views {

struct ControlColors {
  Rgba raised;       ///< menus, hints
  Rgba field;        ///< fields and buttons at rest
  Rgba field_hot;    ///< under the pointer; the track of sliders
  Rgba accent_soft;  ///< chosen
  Rgba accent_hot;   ///< a strong button under the pointer
  Rgba on_accent;    ///< text and signs on the accent
  Rgba switch_off, switch_off_hot;  ///< a switch that is off
};
ControlColors control_colors(Theme theme);

}  // namespace lab::views
