#pragma once
#include <cstdint>
#include <string>

#include "gui/gl_program.h"
#include "gui/picture_batch.h"

namespace lab::gui {

/// Draws a PictureBatch: one call each for areas, lines and marks, however
/// many there are. Buffers are refilled only when the batch was rebuilt.
class PictureGl {
 public:
  /// Keeps the batch up to date: rebuilds when the content (`revision`), the
  /// theme or, where order or precision depend on it, the view changed.
  void prepare(const scenes::Picture& picture, std::uint64_t revision, views::Theme theme, const Camera& camera);
  /// Inside a draw callback. `screen` is the drawable in pixels.
  void draw(ImVec2 screen, float dpr);
  /// All names are void after a lost context; the batch is uploaded again.
  void forget();
  const std::string& problem() const { return problem_; }

 private:
  bool make_programs();
  void upload();
  void uniforms(const GlProgram& program, ImVec2 screen, float dpr) const;

  PictureBatch batch_;
  Camera camera_;
  Camera built_for_;
  std::uint64_t revision_ = ~std::uint64_t{0};
  views::Theme theme_ = views::Theme::kDark;
  float radius_ = 5;    ///< of a token, CSS pixels
  bool fresh_ = true;  ///< the batch has to be uploaded
  GlProgram fills_, lines_, marks_;
  GLuint arrays_[3]{};
  GLuint buffers_[3]{};
  std::string problem_;
};

}  // namespace lab::gui
