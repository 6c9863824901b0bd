#include <emscripten.h>

#include <cmath>
#include <string>

#include "app/app.h"
#include "app/input.h"
#include "app/reply.h"
#include "gui/widgets.h"
#include "views/json_writer.h"

// What the page may call about the hand: where things are drawn, what is typed. As in bridge_web.cpp.
namespace {

using lab::app::app;
using lab::app::reply;

void rect(lab::views::JsonWriter& json, std::string_view key, const lab::gui::Area& a) {
  json.key(key).begin_array();
  for (const float v : {a.x, a.y, a.w, a.h}) json.number(std::round(v * 4) / 4);
  json.end_array();
}

/// The page may also name actions and transport buttons without their prefix.
std::string_view bare_key(std::string_view key) {
  if (key == "transport:step") return "forward";
  for (const std::string_view prefix : {"action:", "transport:"})
    if (key.starts_with(prefix)) return key.substr(prefix.size());
  return {};
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* lab_rects() {
  lab::views::JsonWriter json;
  json.begin_object();
  for (const auto& [key, area] : app().ui().rects) {
    rect(json, key, area);
    if (const std::string_view bare = bare_key(key); !bare.empty()) rect(json, bare, area);
  }
  json.end_object();
  return reply(json.take());
}

/// Where the panel with its tabs stands beside the picture; of no size where it does not.
EMSCRIPTEN_KEEPALIVE const char* lab_panel_area() {
  lab::views::JsonWriter json;
  json.begin_object();
  rect(json, "panel", app().panel_beside());
  json.end_object();
  return reply(json.take());
}

/// All that can be pressed on the canvas as it was drawn last.
EMSCRIPTEN_KEEPALIVE const char* lab_targets() {
  lab::views::JsonWriter json;
  json.begin_array();
  for (const lab::gui::Target& t : app().ui().targets) {
    json.begin_object().member("key", t.key);
    rect(json, "area", t.area);
    json.member("whole", t.whole).member("ground", t.ground).end_object();
  }
  json.end_array();
  return reply(json.take());
}

/// The signs that go into the text field drawn at a place: scenes::signs_of(); "" where there is none.
EMSCRIPTEN_KEEPALIVE const char* lab_signs_at(double x, double y) {
  const ImVec2 at{static_cast<float>(x), static_cast<float>(y)};
  if (!ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup))
    for (const lab::gui::TextPlace& place : app().ui().text_places)
      if (place.area.contains(at)) return reply(std::string(place.signs));
  return reply("");
}

/// What is marked in the text field that is edited, or all of it.
EMSCRIPTEN_KEEPALIVE const char* lab_edited_text() { return reply(lab::gui::edited_text()); }

/// What of the canvas is not to be used, from each edge, and how high a soft keyboard covers it, in CSS px.
EMSCRIPTEN_KEEPALIVE void lab_insets(double top, double right, double bottom, double left, double keyboard) {
  auto& ui = app().ui();
  ui.insets = {static_cast<float>(top), static_cast<float>(right), static_cast<float>(bottom), static_cast<float>(left)};
  ui.keyboard = static_cast<float>(keyboard);
  app().wake();
}

EMSCRIPTEN_KEEPALIVE void lab_text(const char* utf8) {
  lab::app::type_text(utf8);
  app().wake();
}

/// A key by its SDL code, for soft keyboards.
EMSCRIPTEN_KEEPALIVE void lab_key(int code, int down) {
  lab::app::press_key(code, down != 0);
  app().wake();
}

EMSCRIPTEN_KEEPALIVE void lab_paste(const char* utf8) {
  // All fields have one line; rows of a table pasted from elsewhere become rows of a matrix, lines of a text
  // keep their breaks as signs.
  const bool words = app().ui().in_text;
  std::string text;
  for (const char* c = utf8; *c != '\0'; ++c) {
    if (*c == '\r') continue;
    if (*c == '\n' && c[1] == '\0') break;
    if (words && *c == '\n') text += "↵";
    else text += words ? *c : *c == '\n' ? ';' : *c == '\t' ? ',' : *c;
  }
  lab::app::type_text(text);
  app().wake();
}

}  // extern "C"
