#include <cstdlib>

#include <emscripten.h>
#include <emscripten/html5.h>

#include "app/host.h"

// The page's methods are called by quoted names, so that a minifier leaves
// them alone on both sides.
EM_JS(void, lab_host_state, (double revision), {
  const host = Module["labHost"];
  if (host && host["onState"]) host["onState"](revision);
});
EM_JS(void, lab_host_want_text, (int want), {
  const host = Module["labHost"];
  if (host && host["wantText"]) host["wantText"](want !== 0);
});
EM_JS(void, lab_host_copy, (const char* text), {
  const host = Module["labHost"];
  if (host && host["copy"]) host["copy"](UTF8ToString(text));
});
EM_JS(void, lab_host_problem, (const char* text), {
  const host = Module["labHost"];
  if (host && host["problem"]) host["problem"](UTF8ToString(text));
  else console.error(UTF8ToString(text));
});
EM_JS(char*, lab_host_link, (), {
  const host = Module["labHost"];
  const text = String((host && host["initialLink"]) || "");
  const size = lengthBytesUTF8(text) + 1;
  const at = _malloc(size);
  stringToUTF8(text, at, size);
  return at;
});
EM_JS(int, lab_host_coarse, (), { return matchMedia("(pointer: coarse)").matches ? 1 : 0; });
EM_JS(int, lab_host_mac, (), { return (new RegExp("Mac|iP")).test(navigator.platform) ? 1 : 0; });

namespace lab::app {

void host_state(std::uint64_t revision) { lab_host_state(static_cast<double>(revision)); }
void host_want_text(bool want) { lab_host_want_text(want ? 1 : 0); }
void host_copy(const std::string& text) { lab_host_copy(text.c_str()); }
void host_problem(const std::string& text) { lab_host_problem(text.c_str()); }

std::string host_initial_link() {
  char* text = lab_host_link();
  std::string link(text);
  std::free(text);
  return link;
}

bool host_coarse_pointer() { return lab_host_coarse() != 0; }
bool host_is_mac() { return lab_host_mac() != 0; }

void host_request_frame() {
  emscripten_request_animation_frame([](double, void*) -> EM_BOOL { frame_due(); return EM_FALSE; }, nullptr);
}

}  // namespace lab::app
