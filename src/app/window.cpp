#include "app/window.h"

#include <GLES3/gl3.h>
#include <SDL.h>

#include <string>

#include "app/host.h"
#include "imgui_impl_opengl3.h"
#include "imgui_impl_sdl2.h"

namespace lab::app {
namespace {

constexpr const char* kShaderVersion = "#version 300 es";

std::string& clipboard() {
  static std::string text;
  return text;
}

void set_up_imgui() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  // A blinking cursor would keep the loop awake.
  io.ConfigInputTextCursorBlink = false;
  io.ConfigMacOSXBehaviors = host_is_mac();
  io.MouseDragThreshold = 4;
}

/// SDL keeps a clipboard of its own in a browser; ours goes to the page.
void set_up_clipboard() {
  ImGuiIO& io = ImGui::GetIO();
  io.SetClipboardTextFn = [](void*, const char* text) {
    clipboard() = text;
    host_copy(clipboard());
  };
  io.GetClipboardTextFn = [](void*) { return clipboard().c_str(); };
}

}  // namespace

bool Window::open() {
#ifdef __EMSCRIPTEN__
  // Else SDL listens on the whole window and takes Tab and arrows from the page.
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");
#endif
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  window_ = SDL_CreateWindow("Attention Lab", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 1280, 720,
                             SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (!window_) return false;
  context_ = SDL_GL_CreateContext(window_);
  if (!context_) return false;
  set_up_imgui();
  ImGui_ImplSDL2_InitForOpenGL(window_, context_);
  if (!ImGui_ImplOpenGL3_Init(kShaderVersion)) return false;
  set_up_clipboard();
  return true;
}

float Window::dpr() const {
  int css = 0, pixels = 0;
  SDL_GetWindowSize(window_, &css, nullptr);
  SDL_GL_GetDrawableSize(window_, &pixels, nullptr);
  return css > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(css) : 1.0F;
}

ImVec2 Window::size() const {
  int w = 0, h = 0;
  SDL_GetWindowSize(window_, &w, &h);
  return {static_cast<float>(w), static_cast<float>(h)};
}

void Window::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::NewFrame();
}

void Window::end_frame(ImU32 ground) {
  ImGui::Render();
  int w = 0, h = 0;
  SDL_GL_GetDrawableSize(window_, &w, &h);
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(ground);
  glViewport(0, 0, w, h);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(c.x, c.y, c.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(window_);
}

void Window::renew() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplOpenGL3_Init(kShaderVersion);
}

}  // namespace lab::app
