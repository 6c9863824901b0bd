#include <SDL.h>

#include "app/app.h"
#include "app/host.h"

namespace lab::app {
namespace {
bool frame_requested = false;
}

bool take_requested_frame() {
  const bool requested = frame_requested;
  frame_requested = false;
  return requested;
}

void host_state(std::uint64_t) {}
void host_want_text(bool) {}
void host_copy(const std::string& text) { SDL_SetClipboardText(text.c_str()); }
void host_problem(const std::string& text) { SDL_Log("%s", text.c_str()); }
void host_fetch(const std::string& name) { app().missing(name, "the desktop window has no files yet"); }
void host_open_file() {}
void host_share() {}
void host_take() {}
void host_language(const std::string&) {}
void host_lessons() {}
void host_save(const std::string&, const std::string&) {}
std::string host_initial_link() { return {}; }
bool host_coarse_pointer() { return false; }
bool host_is_mac() { return false; }
void host_request_frame() { frame_requested = true; }

}  // namespace lab::app
