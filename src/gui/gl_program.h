#pragma once
#include <string>

#include <GLES3/gl3.h>

namespace lab::gui {

/// A linked pair of shaders. After a lost context the name is void: forget()
/// it and build anew.
class GlProgram {
 public:
  /// Returns whether it compiled; the log goes to `problem`.
  bool build(const char* vertex, const char* fragment, std::string& problem);
  void forget() { name_ = 0; }
  bool ready() const { return name_ != 0; }
  void use() const { glUseProgram(name_); }
  GLint place(const char* uniform) const { return glGetUniformLocation(name_, uniform); }

 private:
  GLuint name_ = 0;
};

}  // namespace lab::gui
