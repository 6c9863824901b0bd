#include "gui/picture_gl.h"

#include <cmath>
#include <cstddef>

#include "shaders.h"

namespace lab::gui {
namespace {

enum Layer { kFills, kLines, kMarks };

/// One attribute of an interleaved buffer, read once an instance or vertex.
void attribute(GLuint place, GLint size, bool bytes, std::size_t stride, std::size_t offset, GLuint divisor) {
  glEnableVertexAttribArray(place);
  glVertexAttribPointer(place, size, bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, bytes ? GL_TRUE : GL_FALSE,
                        static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(place, divisor);
}

void describe_fills() {
  attribute(0, 3, false, sizeof(FillVertex), offsetof(FillVertex, at), 0);
  attribute(1, 4, true, sizeof(FillVertex), offsetof(FillVertex, ink), 0);
}

void describe_lines() {
  attribute(0, 3, false, sizeof(LineInstance), offsetof(LineInstance, a), 1);
  attribute(1, 3, false, sizeof(LineInstance), offsetof(LineInstance, b), 1);
  attribute(2, 4, true, sizeof(LineInstance), offsetof(LineInstance, ink), 1);
  attribute(3, 4, false, sizeof(LineInstance), offsetof(LineInstance, form), 1);
}

void describe_marks() {
  attribute(0, 3, false, sizeof(MarkInstance), offsetof(MarkInstance, at), 1);
  attribute(1, 4, true, sizeof(MarkInstance), offsetof(MarkInstance, ink), 1);
  attribute(2, 2, false, sizeof(MarkInstance), offsetof(MarkInstance, form), 1);
}

template <class T>
void fill_buffer(GLuint buffer, const std::vector<T>& items) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size() * sizeof(T)), items.data(), GL_DYNAMIC_DRAW);
}

void set_colour(const GlProgram& program, const char* name, views::Rgba c) {
  const GLint place = program.place(name);
  if (place >= 0) glUniform3f(place, c.r / 255.0F, c.g / 255.0F, c.b / 255.0F);
}

}  // namespace

void PictureGl::prepare(const scenes::Picture& picture, std::uint64_t revision, views::Theme theme,
                        const Camera& camera) {
  double away = 0;
  for (std::size_t i = 0; i < 3; ++i) away += std::fabs(camera.centre()[i] - batch_.anchor[i]);
  // Single precision holds seven digits: with the anchor a million pixels away, marks would begin to shake.
  const bool imprecise = away * camera.scale() > 1e6;
  const bool turned = picture.dimension >= 3 && built_for_.turn() != camera.turn();
  camera_ = camera;
  if (revision == revision_ && theme == theme_ && !imprecise && !turned) return;
  revision_ = revision;
  theme_ = theme;
  built_for_ = camera;
  radius_ = token_radius(picture, theme);
  batch_.build(picture, theme, camera);
  fresh_ = true;
}

bool PictureGl::make_programs() {
  if (fills_.ready()) return true;
  if (!problem_.empty()) return false;
  const bool ok = fills_.build(assets::kFillsVert, assets::kFillsFrag, problem_) &&
                  lines_.build(assets::kLinesVert, assets::kLinesFrag, problem_) &&
                  marks_.build(assets::kMarksVert, assets::kMarksFrag, problem_);
  if (!ok) return false;
  glGenVertexArrays(3, arrays_);
  glGenBuffers(3, buffers_);
  void (*const describe[3])() = {describe_fills, describe_lines, describe_marks};
  for (int i = 0; i < 3; ++i) {
    glBindVertexArray(arrays_[i]);
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[i]);
    describe[i]();
  }
  fresh_ = true;
  return true;
}

void PictureGl::upload() {
  fill_buffer(buffers_[kFills], batch_.fills);
  fill_buffer(buffers_[kLines], batch_.lines);
  fill_buffer(buffers_[kMarks], batch_.marks);
  fresh_ = false;
}

void PictureGl::uniforms(const GlProgram& program, ImVec2 screen, float dpr) const {
  program.use();
  const double scale = camera_.scale() * dpr;
  float turn[9];
  scenes::Point from{};
  for (std::size_t i = 0; i < 3; ++i) from[i] = batch_.anchor[i] - camera_.centre()[i];
  float shift[3];
  const ImVec2 m = camera_.middle();
  const double middle[3] = {m.x * dpr, m.y * dpr, 0};
  for (std::size_t row = 0; row < 3; ++row) {
    double moved = middle[row];
    for (std::size_t i = 0; i < 3; ++i) {
      turn[3 * i + row] = static_cast<float>(scale * camera_.turn()[row][i]);
      moved += scale * camera_.turn()[row][i] * from[i];
    }
    shift[row] = static_cast<float>(moved);
  }
  const auto& s = views::sizes(theme_);
  glUniformMatrix3fv(program.place("u_turn"), 1, GL_FALSE, turn);
  glUniform3fv(program.place("u_shift"), 1, shift);
  glUniform2f(program.place("u_screen"), screen.x, screen.y);
  glUniform1f(program.place("u_dpr"), dpr);
  glUniform1f(program.place("u_scale"), static_cast<float>(scale));
  glUniform1f(program.place("u_token"), radius_ * dpr * 1.01F);
  // Arrows end where a star may begin.
  glUniform1f(program.place("u_gap"), (views::kStarOuter * radius_ + 2) * dpr);
  const auto haze = static_cast<float>(-1.0 / (camera_.half_depth() * dpr));
  glUniform2f(program.place("u_fog"), haze, camera_.dimension() == 3 ? 0.55F : 0.0F);
  set_colour(program, "u_ground", views::surface(theme_).background);
  set_colour(program, "u_rim", views::surface(theme_).background);
  set_colour(program, "u_rim_star", views::star_outline(theme_));
  glUniform1f(program.place("u_rim_width"), s.outline_width * dpr);
  glUniform2f(program.place("u_star"), views::kStarOuter, views::kStarInner);
  // Dashes are measured between the middles of their round ends.
  glUniform4f(program.place("u_dash"), s.dash_on * dpr, s.dash_off * dpr, s.dot_gap * dpr, 0);
}

void PictureGl::draw(ImVec2 screen, float dpr) {
  if (!make_programs()) return;
  if (fresh_) upload();
  const Area& a = camera_.area();
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(a.x * dpr), static_cast<GLint>(screen.y - (a.y + a.h) * dpr),
            static_cast<GLsizei>(a.w * dpr), static_cast<GLsizei>(a.h * dpr));
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_DEPTH_TEST);
  if (!batch_.fills.empty()) {
    uniforms(fills_, screen, dpr);
    glBindVertexArray(arrays_[kFills]);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(batch_.fills.size()));
  }
  if (!batch_.lines.empty()) {
    uniforms(lines_, screen, dpr);
    glBindVertexArray(arrays_[kLines]);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch_.lines.size()));
  }
  if (!batch_.marks.empty()) {
    uniforms(marks_, screen, dpr);
    glBindVertexArray(arrays_[kMarks]);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch_.marks.size()));
  }
  glBindVertexArray(0);
}

void PictureGl::forget() {
  fills_.forget();
  lines_.forget();
  marks_.forget();
  problem_.clear();
  fresh_ = true;
}

}  // namespace lab::gui
