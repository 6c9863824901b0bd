#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/input.h"
#include "app/window.h"
#include "gui/shell.h"

namespace lab::app {

/// The program: one scene, one player, one window. Draws only when something
/// can have changed.
class App {
 public:
  /// Opens the window and the link; false when nothing can be drawn.
  bool start(std::string_view link);
  /// Draws one frame; asks for the next one if something moves.
  void frame();
  /// Something happened: draw `frames` frames from now on. ImGui needs more
  /// than one to settle after an event.
  void wake(int frames = 3);

  const scenes::Entry& entry() const { return *entry_; }
  scenes::Scene& scene() { return *scene_; }
  /// The scenes whose jobs the host does: the one shown, and one that was left working.
  std::vector<scenes::Scene*> working_scenes() {
    std::vector<scenes::Scene*> out{scene_.get()};
    if (parked_) out.push_back(parked_.get());
    return out;
  }
  scenes::Player& player() { return player_; }
  const scenes::ViewState& view() const { return view_; }
  gui::Ui& ui() { return ui_; }
  /// Where the mark of a handle is drawn, in CSS pixels, if it is.
  std::optional<ImVec2> where(std::int32_t handle) { return shell_.picture().where(current(), handle); }
  gui::Area panel_beside() const { return shell_.layout().panel_beside(); }
  /// The frame of the current state, filled when asked for.
  const scenes::Frame& current();
  std::string link() const;
  /// The problems of the link, one sentence each.
  std::vector<std::string> open_link(std::string_view link);
  /// `system`: what the device prefers; gives way to a choice by hand.
  void set_theme(views::Theme theme, bool system);
  bool theme_by_hand() const { return theme_by_hand_; }
  /// Shows everything in the language of this code, whose words `table` has (views/language.h).
  void set_language(std::string_view code, std::string_view table);
  /// `key` as the page says it: a parameter, or an action or a transport
  /// button with or without its prefix.
  void set_focus(std::string_view key);
  /// As if the drawn control of this key were pressed, if it is drawn.
  void click(std::string_view key);
  /// A file of the lab has come, or could not be had (one sentence why).
  void give(std::string_view name, std::string bytes);
  void missing(std::string_view name, std::string_view why);
  /// A file of the reader's. The outcome is shown and returned.
  core::Status open_file(std::string_view name, std::string_view bytes);
  /// Whether the host does the jobs of scenes.
  void set_remote(bool remote);
  /// Names of the reader's own files that a scene made from the present link needs.
  std::vector<std::string> own_files() const;
  /// A file that was given, or null.
  const std::string* file(std::string_view name) const;
  /// What a page that embeds the lab wants to have shown.
  void set_embed(gui::Embed embed);
  /// Asleep, no frame is drawn and no model time passes.
  void set_asleep(bool asleep);
  /// Draws at once, asleep or not, for a picture of what is shown.
  void draw_now();
  // What the reader does in the page's own controls: bound by the embed's locks.
  core::Status hand_set(std::string_view key, std::string_view text);
  core::Status hand_act(std::size_t action);
  core::Status hand_press(std::int32_t handle);
  void lose_context();
  void restore_context();
  int frames() const { return frames_; }
  /// No frame is asked for: the picture stays as it is until something happens.
  bool resting() const { return !pending_ || asleep_ || lost_; }

 private:
  gui::Doc doc();
  core::Status outcome_of(const std::string& key);
  void update_look();
  void play_on();
  void use_keys(gui::Doc& doc);
  void arrow(gui::Doc& doc, ImVec2 by);
  void use_pinch(gui::Doc& doc);
  void tell_host();
  void supply();
  void take_scene(scenes::LinkReport& report);
  void fulfil();
  bool restless() const;

  const scenes::Entry* entry_ = nullptr;
  std::unique_ptr<scenes::Scene> scene_;
  std::unique_ptr<scenes::Scene> parked_;          ///< left while its work goes on
  const scenes::Entry* parked_entry_ = nullptr;
  scenes::Player player_;
  scenes::ViewState view_;
  scenes::Frame frame_;
  std::uint64_t frame_revision_ = ~std::uint64_t{0};
  std::uint64_t generation_ = 0;      ///< of scenes: their revisions all begin alike
  std::map<std::string, std::string, std::less<>> refused_;
  std::map<std::string, std::string, std::less<>> files_;  ///< of the lab, by name, as far as fetched
  std::set<std::string, std::less<>> refused_files_;       ///< by the scene shown
  std::set<std::string, std::less<>> asked_;               ///< being fetched, or not to be had

  Window window_;
  Input input_;
  gui::Ui ui_;
  gui::Shell shell_;
  views::Theme theme_ = views::Theme::kDark;
  bool theme_by_hand_ = false;
  bool remote_ = false;
  bool lost_ = false;
  bool asleep_ = false;
  bool running_ = false;
  bool pending_ = false;    ///< a frame is asked for
  int budget_ = 0;          ///< frames still to draw
  int frames_ = 0;
  double last_time_ = 0;    ///< of the last frame in an unbroken row; 0: asleep
  bool wanted_text_ = false;
  std::uint64_t told_ = 0;  ///< digest of what the page was told last
};

/// The one program, for the functions that the page calls.
App& app();

}  // namespace lab::app
