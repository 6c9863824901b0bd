#pragma once
#include <SDL.h>

#include <optional>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace lab::app {

/// What two fingers did since the last frame.
struct Pinch {
  bool active = false;
  ImVec2 middle{};
  ImVec2 moved{};
  float factor = 1;
};

/// A key pressed while no text field has the keyboard, without modifiers.
using Keys = std::vector<SDL_Keycode>;

/// Takes SDL's events apart: single pointer and text go to ImGui, two fingers
/// become a pinch, keys are collected for the app.
class Input {
 public:
  void poll(ImVec2 window);
  bool finger() const { return finger_; }
  bool seen_finger() const { return seen_finger_; }
  /// A second finger just came down: drags have to end.
  bool pinch_began() const { return pinch_began_; }
  const Pinch& pinch() const { return pinch_; }
  const Keys& keys() const { return keys_; }
  bool any_event() const { return any_event_; }
  /// A button, a finger or a key is down: time matters to what ImGui does.
  bool holding() const;

 private:
  struct Finger {
    SDL_FingerID id;
    ImVec2 at;
  };
  /// The event that waits, else SDL's next; false if there is none.
  bool next(SDL_Event& event);
  void handle(const SDL_Event& event, ImVec2 window);
  void touch(const SDL_TouchFingerEvent& event, Uint32 type, ImVec2 window);
  /// Adds to the pinch what two fingers did since it was last measured; without two it does nothing.
  void measure_pinch();

  std::vector<Finger> fingers_;
  std::optional<SDL_Event> release_;  ///< of the button; it waits for the frame that shows the last move
  Pinch pinch_;
  Keys keys_;
  ImVec2 last_middle_{};
  float last_distance_ = 0;   ///< 0: a pair of fingers that was not measured yet
  bool pinch_began_ = false;
  bool swallow_ = false;      ///< two fingers were down; the pointer waits until all are up
  bool finger_ = false;
  bool seen_finger_ = false;
  bool any_event_ = false;
  int hide_pointer_in_ = 0;   ///< frames until the pointer that a finger left behind goes away
};

/// Puts text into SDL's queue, so that it cannot overtake keys.
void type_text(std::string_view utf8);
void press_key(SDL_Keycode code, bool down);

}  // namespace lab::app
