#pragma once
#include <vector>

#include "gui/doc.h"
#include "gui/gl_program.h"
#include "gui/ui.h"

namespace lab::gui {

/// Heat maps as textures: a map of 64 x 64 would be 4,096 rectangles.
class MapTextures {
 public:
  /// The texture of map `index` of a frame, made anew when the frame or the
  /// theme is another. Needs a GL context.
  ImTextureID texture(const scenes::HeatMap& map, std::size_t index, std::uint64_t revision, const Look& look);
  void forget_gl() { kept_.clear(); }

 private:
  struct Kept {
    GLuint name = 0;
    std::uint64_t revision = 0;
    views::Theme theme = views::Theme::kDark;
  };
  std::vector<Kept> kept_;
};

/// All maps of the frame side by side, as many in a row as read well, and not
/// taller than `height` where that leaves them large enough.
void draw_maps(Ui& ui, Doc& doc, MapTextures& textures, float width, float height);

}  // namespace lab::gui
