#include "gui/outlines.h"

#include <array>
#include <cstdlib>

#include "font_data.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "views/svg_canvas.h"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include "imstb_truetype.h"

namespace lab::gui {
namespace {

enum Face : std::size_t { kRegular, kSemibold, kMath };

/// A character's glyph in the face that has it.
struct Glyph {
  const stbtt_fontinfo* face = nullptr;
  int index = 0;
};

class Typeface final : public views::Outlines {
 public:
  Typeface() {
    const std::array<const unsigned char*, 3> data{assets::kFontRegular, assets::kFontSemibold, assets::kFontMath};
    for (std::size_t i = 0; i < data.size(); ++i) stbtt_InitFont(&faces_[i], data[i], 0);
  }

  double width(std::string_view text, double size, bool bold) const override {
    double sum = 0;
    each(text, size, bold, [&](const Glyph&, double, double advance) { sum += advance; });
    return sum;
  }

  std::string path(views::Spot at, std::string_view text, double size, bool bold) const override {
    std::string out;
    each(text, size, bold, [&](const Glyph& glyph, double scale, double advance) {
      outline(out, glyph, scale, at);
      at.x += advance;
    });
    return out;
  }

 private:
  Glyph glyph(int character, bool bold) const {
    for (const std::size_t face : {bold ? kSemibold : kRegular, kMath})
      if (const int index = stbtt_FindGlyphIndex(&faces_[face], character); index > 0) return {&faces_[face], index};
    return {&faces_[kRegular], 0};
  }

  /// Calls `use(glyph, pixels a font unit, advance in pixels)` for each character.
  template <class Use>
  void each(std::string_view text, double size, bool bold, Use use) const {
    const char* from = text.data();
    const char* end = from + text.size();
    while (from < end) {
      unsigned character = 0;
      const int length = ImTextCharFromUtf8(&character, from, end);
      if (length <= 0) return;
      from += length;
      const Glyph found = glyph(static_cast<int>(character), bold);
      const auto scale = double{stbtt_ScaleForMappingEmToPixels(found.face, static_cast<float>(size))};
      int advance = 0, bearing = 0;
      stbtt_GetGlyphHMetrics(found.face, found.index, &advance, &bearing);
      use(found, scale, scale * advance);
    }
  }

  static void outline(std::string& out, const Glyph& glyph, double scale, views::Spot at) {
    stbtt_vertex* corners = nullptr;
    const int count = stbtt_GetGlyphShape(glyph.face, glyph.index, &corners);
    const auto spot = [&](int x, int y) { return views::px(at.x + scale * x) + " " + views::px(at.y - scale * y); };
    for (int i = 0; i < count; ++i) {
      const stbtt_vertex& v = corners[i];
      if (v.type == STBTT_vmove) out += (i > 0 ? "ZM" : "M") + spot(v.x, v.y);
      if (v.type == STBTT_vline) out += "L" + spot(v.x, v.y);
      if (v.type == STBTT_vcurve) out += "Q" + spot(v.cx, v.cy) + " " + spot(v.x, v.y);
    }
    if (count > 0) out += "Z";
    stbtt_FreeShape(glyph.face, corners);
  }

  std::array<stbtt_fontinfo, 3> faces_{};
};

}  // namespace

const views::Outlines& typeface_outlines() {
  static const Typeface typeface;
  return typeface;
}

}  // namespace lab::gui
