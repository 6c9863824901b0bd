#include "gui/gl_program.h"

#include <array>

namespace lab::gui {
namespace {

GLuint compile(GLenum kind, const char* text, std::string& problem) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  problem = log.data();
  glDeleteShader(shader);
  return 0;
}

}  // namespace

bool GlProgram::build(const char* vertex, const char* fragment, std::string& problem) {
  const GLuint v = compile(GL_VERTEX_SHADER, vertex, problem);
  const GLuint f = compile(GL_FRAGMENT_SHADER, fragment, problem);
  if (!v || !f) return false;
  name_ = glCreateProgram();
  glAttachShader(name_, v);
  glAttachShader(name_, f);
  glLinkProgram(name_);
  glDeleteShader(v);
  glDeleteShader(f);
  GLint ok = 0;
  glGetProgramiv(name_, GL_LINK_STATUS, &ok);
  if (!ok) {
    problem = "the shaders do not link";
    name_ = 0;
  }
  return ok != 0;
}

}  // namespace lab::gui
