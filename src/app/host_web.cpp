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
EM_JS(void, lab_host_fetch, (const char* name), {
  const host = Module["labHost"];
  if (host && host["fetchFile"]) host["fetchFile"](UTF8ToString(name));
});
EM_JS(void, lab_host_open, (), {
  const host = Module["labHost"];
  if (host && host["openFile"]) host["openFile"]();
});
EM_JS(void, lab_host_share, (), {
  const host = Module["labHost"];
  if (host && host["share"]) host["share"]();
});
EM_JS(void, lab_host_take, (), {
  const host = Module["labHost"];
  if (host && host["take"]) host["take"]();
});
EM_JS(void, lab_host_language, (const char* code), {
  const host = Module["labHost"];
  if (host && host["language"]) host["language"](UTF8ToString(code));
});
EM_JS(void, lab_host_lessons, (), {
  const host = Module["labHost"];
  if (host && host["lessons"]) host["lessons"]();
});
EM_JS(void, lab_host_save, (const char* name, const char* bytes, int size), {
  const host = Module["labHost"];
  if (host && host["saveFile"]) host["saveFile"](UTF8ToString(name), HEAPU8.slice(bytes, bytes + size));
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

void host_fetch(const std::string& name) { lab_host_fetch(name.c_str()); }
void host_open_file() { lab_host_open(); }
void host_share() { lab_host_share(); }
void host_take() { lab_host_take(); }
void host_language(const std::string& code) { lab_host_language(code.c_str()); }
void host_lessons() { lab_host_lessons(); }
void host_save(const std::string& name, const std::string& bytes) {
  lab_host_save(name.c_str(), bytes.data(), static_cast<int>(bytes.size()));
}

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
