#include <emscripten.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/app.h"
#include "app/reply.h"
#include "views/language.h"

// What the page may say and ask of the language; see bridge_web.cpp.
namespace {

using lab::app::app;

/// Lines of code, tab and name.
std::vector<lab::scenes::Option> options(std::string_view lines) {
  std::vector<lab::scenes::Option> out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const std::size_t tab = std::min(line.find('\t'), line.size());
    out.push_back({std::string(line.substr(0, tab)), std::string(line.substr(std::min(tab + 1, line.size())))});
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return out;
}

}  // namespace

extern "C" {

/// The languages to choose from, one a line: code, a tab, its own name.
EMSCRIPTEN_KEEPALIVE void lab_set_languages(const char* lines) { app().ui().languages = options(lines); }

EMSCRIPTEN_KEEPALIVE void lab_set_language(const char* code, const char* table) { app().set_language(code, table); }

/// A text in the language that was set; valid until the next call.
EMSCRIPTEN_KEEPALIVE const char* lab_translate(const char* english) {
  return lab::app::reply(std::string(lab::views::translate(english)));
}

}  // extern "C"
