#include "views/control_colors.h"

namespace lab::views {
namespace {

Rgba faded(Rgba c, unsigned alpha) {
  c.a = static_cast<std::uint8_t>(alpha);
  return c;
}

}  // namespace

ControlColors control_colors(Theme theme) {
  const Surface& s = surface(theme);
  const bool dark = theme == Theme::kDark;
  ControlColors c;
  c.raised = dark ? blend(faded(s.text, 13), s.panel) : s.background;
  c.field = blend(faded(s.text, dark ? 18 : 16), s.panel);
  c.field_hot = blend(faded(s.text, dark ? 30 : 28), s.panel);
  c.accent_soft = blend(faded(s.accent, dark ? 52 : 36), s.panel);
  c.accent_hot = blend(faded(s.accent, 224), s.panel);
  const Rgba white{255, 255, 255, 255};
  c.on_accent = contrast(white, s.accent) >= 4.5 ? white : s.background;
  c.switch_off = blend(faded(s.text_faint, 190), s.panel);
  c.switch_off_hot = blend(faded(s.text_faint, 230), s.panel);
  return c;
}

}  // namespace lab::views
