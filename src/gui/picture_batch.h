#pragma once
#include <cstdint>
#include <vector>

#include "gui/camera.h"
#include "scenes/frame.h"
#include "views/palette.h"

namespace lab::gui {

/// The many things of a picture as the graphics card wants them. Positions are
/// relative to `anchor`, so that single precision is enough at any zoom.
struct FillVertex {
  float at[3];
  std::uint32_t ink;
};
struct LineInstance {
  float a[3];
  float b[3];
  std::uint32_t ink;
  float form[4];  ///< width px, stroke 0 solid 1 dashed 2 dotted (-1: arrow without a mark at its tip), start along the line, head px
};
struct MarkInstance {
  float at[3];
  std::uint32_t ink;
  float form[2];  ///< radius px, shape
};

struct PictureBatch {
  scenes::Point anchor{};
  std::vector<FillVertex> fills;
  std::vector<LineInstance> lines;
  std::vector<MarkInstance> marks;

  /// Colours are mixed with the ground beforehand: where pieces of a faded
  /// line overlap, no darker spot appears.
  void build(const scenes::Picture& picture, views::Theme theme, const Camera& camera);
};

/// Radius in CSS pixels of a token of size 1: smaller when there are many.
float token_radius(const scenes::Picture& picture, views::Theme theme);
/// Little-endian r, g, b, a, as in ImU32 and in a vertex buffer.
inline std::uint32_t packed(views::Rgba c) {
  return c.r | std::uint32_t{c.g} << 8U | std::uint32_t{c.b} << 16U | std::uint32_t{c.a} << 24U;
}

}  // namespace lab::gui
