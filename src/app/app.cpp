#include "app/app.h"

#include <algorithm>
#include <functional>

#include "app/host.h"
#include "imgui_internal.h"
#include "views/language.h"

namespace lab::app {
namespace {

double seconds() {
  return static_cast<double>(SDL_GetPerformanceCounter()) / static_cast<double>(SDL_GetPerformanceFrequency());
}

}  // namespace

App& app() {
  static App the_app;
  return the_app;
}

void frame_due() { app().frame(); }

bool App::start(std::string_view link) {
  if (!window_.open()) {
    host_problem("This browser offers no WebGL 2, which the lab draws with. Please use a current browser, or turn hardware acceleration on.");
    return false;
  }
  ui_.look.touch = host_coarse_pointer();
  for (const std::string& problem : open_link(link)) host_problem(problem);
  running_ = true;
  wake(4);
  return true;
}

std::vector<std::string> App::open_link(std::string_view link) {
  scenes::LinkReport report = scenes::read_link(link);
  take_scene(report);
  scene_->use_clock(&seconds);
  scene_->set_remote(remote_);
  view_ = report.view;
  player_ = scenes::Player();
  refused_.clear();
  asked_.clear();  // what could not be had is asked for again
  refused_files_.clear();
  frame_revision_ = ~std::uint64_t{0};
  ++generation_;
  shell_.picture().let_go();
  wake();
  return std::move(report.problems);
}

/// A scene that has work going on is kept while the reader looks at others, and
/// comes back when its bare link is opened.
void App::take_scene(scenes::LinkReport& report) {
  if (scene_ && report.entry != entry_ && scene_->runs_elsewhere()) {
    parked_ = std::move(scene_);
    parked_entry_ = entry_;
  }
  entry_ = report.entry;
  const bool same = parked_ && parked_entry_ == entry_;
  const bool bare = scenes::write_link(*entry_, *report.scene, report.view) == scenes::write_link(*entry_, *entry_->make(), {});
  if (same && bare) scene_ = std::move(parked_);
  else scene_ = std::move(report.scene);
  if (same) parked_.reset();
}

std::string App::link() const { return scenes::write_link(*entry_, *scene_, view_); }

const scenes::Frame& App::current() {
  if (frame_revision_ != scene_->revision()) {
    frame_revision_ = scene_->revision();
    scene_->fill(frame_);
    views::translate_frame(frame_);
  }
  return frame_;
}

gui::Doc App::doc() {
  const scenes::Frame& frame = current();
  return {entry_, scene_.get(), &player_, &view_, &frame, frame_revision_ + (generation_ << 40U), &refused_, &ui_.embed};
}

void App::wake(int frames) {
  budget_ = std::max(budget_, frames);
  if (!running_ || lost_ || asleep_ || pending_) return;
  pending_ = true;
  host_request_frame();
}

void App::update_look() {
  const bool touch = ui_.look.touch || input_.seen_finger() || window_.size().x < (ui_.embed.level() == gui::Level::kLab ? 700.0F : 480.0F);
  const bool changed = ui_.look.body == nullptr || ui_.look.theme != theme_ || ui_.look.touch != touch;
  if (changed) gui::apply_theme(ui_.look, theme_, touch);
  gui::bake_fonts(ui_.look, window_.dpr());
}

void App::play_on() {
  const double now = seconds();
  // After a sleep no time has passed for the scene.
  player_.advance(*scene_, last_time_ > 0 ? now - last_time_ : 0);
  last_time_ = now;
}

void App::frame() {
  pending_ = false;
  if (lost_ || asleep_) return;
  if (budget_ > 0) --budget_;
  input_.poll(window_.size());
  if (input_.any_event()) budget_ = std::max(budget_, 2);
  play_on();
  update_look();
  gui::Doc shown = doc();
  use_pinch(shown);
  window_.begin_frame();
  ui_.begin_frame();
  ui_.finger = input_.finger();
  use_keys(shown);
  shown = doc();
  const gui::Wishes wishes = shell_.draw(ui_, shown, window_.size());
  window_.end_frame(ui_.look.ground);
  ui_.clicked.clear();
  ++frames_;
  if (wishes.theme_chosen) set_theme(wishes.theme, false);
  if (const std::string& scene = wishes.menu.scene; !scene.empty() && scene != entry_->slug) open_link("scene=" + scene);
  if (wishes.menu.lessons) host_lessons();
  if (wishes.share) host_share();
  if (wishes.take) host_take();
  if (!wishes.language.empty()) host_language(wishes.language);
  supply();
  fulfil();
  tell_host();
  if (restless()) wake(1);
  else if (budget_ > 0) wake(budget_);
  else last_time_ = 0;
}

bool App::restless() const {
  return (player_.playing() && !scene_->runs_elsewhere()) || ui_.dragging || input_.holding() || frame_revision_ != scene_->revision() ||
         ImGui::GetCurrentContext()->ActiveId != ImGui::GetCurrentContext()->ActiveIdPreviousFrame ||
         // ImGui spreads quick events, such as a move and a press, over several frames.
         ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
}

void App::tell_host() {
  // The page is told when anything of its own changed: state, play, view, theme, or where controls are drawn.
  const std::size_t words = std::hash<std::string>{}(link());
  std::uint64_t digest = frame_revision_ * 31 + generation_ * 7 + (player_.playing() ? 1 : 0);
  digest = digest * 1000003 + words;
  digest = digest * 1000003 + static_cast<std::uint64_t>(theme_);
  for (const auto& [key, a] : ui_.rects)
    digest = digest * 1000003 + static_cast<std::uint64_t>(a.x * 4) + static_cast<std::uint64_t>(a.y * 4) * 8191 + key.size();
  if (digest != told_) host_state(frame_revision_);
  told_ = digest;
  // A finger may still turn the press on a field into a scroll; the keyboard waits until it is up.
  const bool want = ImGui::GetIO().WantTextInput;
  if (want == wanted_text_ || (want && ImGui::GetIO().MouseDown[0])) return;
  wanted_text_ = want;
  host_want_text(want);
}

void App::set_theme(views::Theme theme, bool system) {
  if (system && theme_by_hand_) return;
  theme_by_hand_ = theme_by_hand_ || !system;
  theme_ = theme;
  wake();
}

void App::set_language(std::string_view code, std::string_view table) {
  views::set_language(table);
  ui_.language = code;
  // The same state in other words.
  frame_revision_ = ~std::uint64_t{0};
  ++generation_;
  wake(4);
}

void App::set_focus(std::string_view key) {
  std::string full(key);
  if (!key.empty() && scenes::find_param(*scene_, key) < 0) {
    if (key == "forward") full = "transport:step";
    else if (key == "play" || key == "back" || key == "reset" || key == "scrub") full = "transport:" + full;
    else if (scenes::find_action(*scene_, key) >= 0) full = "action:" + full;
  }
  ui_.reveal = full != ui_.focus && !full.empty();
  ui_.focus = std::move(full);
  wake();
}

void App::click(std::string_view key) {
  ui_.clicked = key;
  wake(4);
}

void App::set_remote(bool remote) {
  remote_ = remote;
  if (scene_) scene_->set_remote(remote);
  if (parked_) parked_->set_remote(remote);
  wake();
}

void App::set_embed(gui::Embed embed) {
  ui_.embed = std::move(embed);
  wake(4);
}

void App::set_asleep(bool asleep) {
  asleep_ = asleep;
  last_time_ = 0;
  if (!asleep) wake(4);
}

void App::draw_now() {
  if (!running_ || lost_) return;
  const bool asleep = asleep_;
  asleep_ = false;
  last_time_ = 0;
  // ImGui needs a second frame to settle.
  frame();
  frame();
  asleep_ = asleep;
  last_time_ = 0;
}

void App::lose_context() { lost_ = true; }

void App::restore_context() {
  lost_ = false;
  window_.renew();
  shell_.picture().forget_gl();
  shell_.sheet().forget_gl();
  gui::forget_fonts();
  wake(4);
}

}  // namespace lab::app
