#pragma once
#include "imgui.h"

struct SDL_Window;

namespace lab::app {

/// The window, its WebGL2 context and ImGui's backends.
class Window {
 public:
  /// Returns whether there is a context to draw with.
  bool open();
  void begin_frame();
  /// Draws what ImGui collected over `ground`.
  void end_frame(ImU32 ground);
  /// Device pixels per CSS pixel.
  float dpr() const;
  ImVec2 size() const;  ///< CSS pixels
  /// After a lost context: everything on the graphics card is gone.
  void renew();

 private:
  SDL_Window* window_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace lab::app
