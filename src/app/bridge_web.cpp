#include <emscripten.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/app.h"
#include "app/reply.h"
#include "gui/outlines.h"
#include "views/json_writer.h"
#include "views/language.h"
#include "views/state_json.h"
#include "views/take.h"
#include "views/text_twin.h"

// What the page may call. Texts are UTF-8; a returned text is valid until the
// next call. An empty text means that all went well, any other is a sentence
// for the reader.
namespace {

using lab::app::app;
using lab::app::reply;

const char* outcome(const lab::core::Status& status) {
  app().wake();
  return reply(status ? std::string() : status.error());
}

std::string quoted_theme() {
  const auto& a = app();
  return "\"theme\":\"" + std::string(lab::views::theme_name(app().ui().look.theme)) + "\",\"themeByHand\":" + (a.theme_by_hand() ? "true" : "false");
}

/// What the page asked for last to take away.
std::string& taken_bytes() {
  static std::string bytes;
  return bytes;
}

/// Keeps what was made for the page; the outcome as it tells the reader.
const char* taken(lab::core::Result<std::string> made) {
  taken_bytes() = made ? std::move(made.value()) : std::string();
  return reply(made ? std::string() : made.error());
}

bool known_transport(std::string_view name, double k) {
  auto& player = app().player();
  auto& scene = app().scene();
  if (name == "play") player.play(scene);
  else if (name == "pause") player.pause(scene);
  else if (name == "toggle") player.toggle(scene);
  else if (name == "step" || name == "forward") player.step_forward(scene);
  else if (name == "back") player.step_back(scene);
  else if (name == "reset") player.reset(scene);
  else if (name == "scrub") player.scrub(scene, k > 0 ? static_cast<std::size_t>(std::fmin(k, 1e9)) : 0);
  else return false;
  return true;
}

std::string_view job_input(const char* job, const char* name) {
  for (const lab::scenes::Scene* scene : app().working_scenes())
    if (const std::string_view input = scene->job_input(job, name); !input.empty()) return input;
  return {};
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* lab_schema() { return reply(lab::views::schema_json(app().entry(), app().scene())); }

EMSCRIPTEN_KEEPALIVE const char* lab_state() {
  auto& a = app();
  std::string json = lab::views::state_json(a.entry(), a.scene(), a.current(), a.player().playing(), a.link());
  // The theme is the window's, not the scene's: it is added here.
  json.insert(1, quoted_theme() + ",");
  return reply(std::move(json));
}

// `by_hand`: it is the reader who does it, and the locks of an embed count.

EMSCRIPTEN_KEEPALIVE const char* lab_set(const char* key, const char* text, int by_hand) {
  return outcome(by_hand != 0 ? app().hand_set(key, text) : lab::scenes::set_text(app().scene(), key, text));
}

EMSCRIPTEN_KEEPALIVE const char* lab_act(const char* key, int by_hand) {
  const std::ptrdiff_t action = lab::scenes::find_action(app().scene(), key);
  if (action < 0) return reply("There is no action '" + std::string(key) + "'.");
  const auto index = static_cast<std::size_t>(action);
  return outcome(by_hand != 0 ? app().hand_act(index) : app().scene().act(index));
}

EMSCRIPTEN_KEEPALIVE const char* lab_transport(const char* name, double k) {
  app().wake();
  if (known_transport(name, k)) return reply("");
  return reply("There is no transport command '" + std::string(name) + "'.");
}

EMSCRIPTEN_KEEPALIVE const char* lab_open_link(const char* link) {
  lab::views::JsonWriter json;
  json.begin_object().key("problems").begin_array();
  for (const auto& problem : app().open_link(link)) json.text(problem);
  json.end_array().end_object();
  return reply(json.take());
}

EMSCRIPTEN_KEEPALIVE const char* lab_link() { return reply(app().link()); }

EMSCRIPTEN_KEEPALIVE void lab_select(int token) {
  app().scene().select(token);
  app().wake();
}

EMSCRIPTEN_KEEPALIVE const char* lab_token_screen(int token) {
  const auto at = app().where(token);
  if (!at) return reply("null");
  lab::views::JsonWriter json;
  json.begin_array().number(at->x).number(at->y).end_array();
  return reply(json.take());
}

EMSCRIPTEN_KEEPALIVE const char* lab_observe(const char* key) {
  const std::ptrdiff_t index = lab::scenes::find_observable(app().scene(), key);
  lab::views::JsonWriter json;
  if (index < 0) json.null();
  else lab::views::write_value(json, app().scene().observe(static_cast<std::size_t>(index)));
  return reply(json.take());
}

EMSCRIPTEN_KEEPALIVE const char* lab_hash(double k) {
  auto& scene = app().scene();
  // A hash needs the states it covers; the step on screen stays where it is.
  const std::size_t at = scene.step();
  const auto last = static_cast<std::size_t>(std::fmin(std::fmax(k, 0), static_cast<double>(scene.horizon())));
  if (last > at) scene.seek(last);
  std::array<char, 17> hex{};
  std::snprintf(hex.data(), hex.size(), "%016llx", static_cast<unsigned long long>(scene.hash(last)));
  if (last > at) scene.seek(at);
  return reply(hex.data());
}

/// The state at step k as rows of numbers; "null" when k is beyond the horizon.
EMSCRIPTEN_KEEPALIVE const char* lab_trajectory(double k) {
  auto& scene = app().scene();
  lab::views::JsonWriter json;
  if (!(k >= 0) || k > static_cast<double>(scene.horizon())) return reply("null");
  const std::size_t at = scene.step();
  const auto wanted = static_cast<std::size_t>(k);
  if (wanted > at) scene.seek(wanted);
  json.matrix(scene.state(wanted));
  if (wanted > at) scene.seek(at);
  return reply(json.take());
}

// What can be taken away: views/take.h. The bytes stay until the next call.

EMSCRIPTEN_KEEPALIVE const char* lab_parts() { return reply(lab::views::parts_json(app().current(), app().scene())); }
EMSCRIPTEN_KEEPALIVE const char* lab_no_trajectory() { return reply(lab::views::no_trajectory(app().scene())); }

/// `theme` "": the one on screen. Width and height in the units of lettering; the file is `scale` times as large.
/// `outlined`: letters as outlines of the lab's typeface.
EMSCRIPTEN_KEEPALIVE const char* lab_part_svg(const char* part, const char* theme, double width, double height, double scale, int outlined) {
  lab::views::SvgOptions options;
  if (!lab::views::parse_theme(theme, options.theme)) options.theme = app().ui().look.theme;
  options.width = width;
  options.height = height;
  options.scale = scale;
  options.view = app().view();
  options.title = lab::views::translate(app().entry().title);
  if (outlined != 0) options.outlines = &lab::gui::typeface_outlines();
  return taken(lab::views::part_svg(app().current(), app().scene(), part, options));
}

EMSCRIPTEN_KEEPALIVE const char* lab_part_data(const char* part, int npy) {
  // Programs read these: in English, whatever is spoken.
  lab::scenes::Frame frame;
  app().scene().fill(frame);
  return taken(lab::views::part_data(frame, app().scene(), part, npy != 0));
}

EMSCRIPTEN_KEEPALIVE const char* lab_taken() { return taken_bytes().data(); }
EMSCRIPTEN_KEEPALIVE int lab_taken_size() { return static_cast<int>(taken_bytes().size()); }

// A state file holds the link and the reader's own files.

/// Names and sizes of the reader's own files that the present state needs; size 0: the lab has it not.
EMSCRIPTEN_KEEPALIVE const char* lab_own_files() {
  lab::views::JsonWriter json;
  json.begin_array();
  for (const std::string& name : app().own_files()) {
    const std::string* bytes = app().file(name);
    json.begin_object().member("name", name).member("size", bytes != nullptr ? bytes->size() : 0).end_object();
  }
  return reply(json.end_array().take());
}

EMSCRIPTEN_KEEPALIVE const char* lab_own_file(const char* name) {
  if (const std::string* bytes = app().file(name)) return taken(*bytes);
  return reply("There is no file '" + std::string(name) + "' of yours.");
}

/// What opening this link would say; nothing changes.
EMSCRIPTEN_KEEPALIVE const char* lab_check_link(const char* link) {
  lab::views::JsonWriter json;
  json.begin_array();
  for (const std::string& problem : lab::scenes::read_link(link).problems) json.text(problem);
  return reply(json.end_array().take());
}

/// The whole frame in words.
EMSCRIPTEN_KEEPALIVE const char* lab_words() { return reply(lab::views::text_twin(app().current())); }

/// A file of the lab's own, `size` bytes long.
EMSCRIPTEN_KEEPALIVE void lab_give(const char* name, const char* bytes, int size) {
  app().give(name, std::string(bytes, static_cast<std::size_t>(size)));
}

EMSCRIPTEN_KEEPALIVE void lab_missing(const char* name, const char* why) { app().missing(name, why); }

/// A file of the reader's.
EMSCRIPTEN_KEEPALIVE const char* lab_open_file(const char* name, const char* bytes, int size) {
  return outcome(app().open_file(name, std::string_view(bytes, static_cast<std::size_t>(size))));
}

/// A click on a letter or a cell by its handle.
EMSCRIPTEN_KEEPALIVE const char* lab_press(int handle, int by_hand) {
  return outcome(by_hand != 0 ? app().hand_press(handle) : app().scene().press(handle));
}

/// What a page that embeds the lab wants: see gui::Embed.
EMSCRIPTEN_KEEPALIVE void lab_embed(const char* level, const char* shown, const char* locked) {
  app().set_embed(lab::gui::Embed(level, shown, locked));
}

EMSCRIPTEN_KEEPALIVE void lab_sleep(int on) { app().set_asleep(on != 0); }

/// Draws at once, so that the page can read the canvas in the same task.
EMSCRIPTEN_KEEPALIVE void lab_draw() { app().draw_now(); }

/// Whether the page does jobs in workers.
EMSCRIPTEN_KEEPALIVE void lab_set_workers(int on) { app().set_remote(on != 0); }

/// The jobs that are wanted now.
EMSCRIPTEN_KEEPALIVE const char* lab_jobs() {
  lab::views::JsonWriter json;
  json.begin_array();
  for (const lab::scenes::Scene* scene : app().working_scenes())
    for (const lab::scenes::Job& job : scene->jobs()) {
      json.begin_object().member("id", job.id).member("kind", job.kind).member("options", job.options);
      json.member("want", job.want).key("asks").number(static_cast<double>(job.asks)).end_object();
    }
  json.end_array();
  return reply(json.take());
}

/// Address of what a job works on; lab_job_input_size() bytes. Only the scene of the job has any.
EMSCRIPTEN_KEEPALIVE const char* lab_job_input(const char* job, const char* name) { return job_input(job, name).data(); }
EMSCRIPTEN_KEEPALIVE int lab_job_input_size(const char* job, const char* name) { return static_cast<int>(job_input(job, name).size()); }

/// Scenes drop reports of jobs that are not theirs.
EMSCRIPTEN_KEEPALIVE void lab_job_report(const char* job, const char* bytes, int size) {
  for (lab::scenes::Scene* scene : app().working_scenes()) scene->report(job, std::string_view(bytes, static_cast<std::size_t>(size)));
  app().wake(1);
}

EMSCRIPTEN_KEEPALIVE int lab_frames() { return app().frames(); }
EMSCRIPTEN_KEEPALIVE int lab_resting() { return app().resting() ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE void lab_wake() { app().wake(); }
EMSCRIPTEN_KEEPALIVE void lab_focus(const char* key) { app().set_focus(key); }
EMSCRIPTEN_KEEPALIVE void lab_click(const char* key) { app().click(key); }
EMSCRIPTEN_KEEPALIVE void lab_context_lost() { app().lose_context(); }
EMSCRIPTEN_KEEPALIVE void lab_context_restored() { app().restore_context(); }

/// What the system prefers; a theme chosen by hand stands above it.
EMSCRIPTEN_KEEPALIVE void lab_set_theme(const char* name) {
  lab::views::Theme theme{};
  if (lab::views::parse_theme(name, theme)) app().set_theme(theme, true);
}

/// The reader's own choice.
EMSCRIPTEN_KEEPALIVE void lab_choose_theme(const char* name) {
  lab::views::Theme theme{};
  if (lab::views::parse_theme(name, theme)) app().set_theme(theme, false);
}

EMSCRIPTEN_KEEPALIVE void lab_set_reduced_motion(int on) {
  app().ui().reduced_motion = on != 0;
  app().wake();
}

}  // extern "C"
