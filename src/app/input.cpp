#include "app/input.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>

#include "imgui_impl_sdl2.h"
#include "imgui_internal.h"

namespace lab::app {
namespace {

bool from_touch(const SDL_Event& e) {
  if (e.type == SDL_MOUSEMOTION) return e.motion.which == SDL_TOUCH_MOUSEID;
  if (e.type == SDL_MOUSEBUTTONDOWN || e.type == SDL_MOUSEBUTTONUP) return e.button.which == SDL_TOUCH_MOUSEID;
  return false;
}

bool is_pointer(Uint32 type) {
  return type == SDL_MOUSEMOTION || type == SDL_MOUSEBUTTONDOWN || type == SDL_MOUSEBUTTONUP;
}

/// The pointer has moved and no frame has seen it there.
bool move_is_due() {
  const auto& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  return std::ranges::any_of(queue, [](const ImGuiInputEvent& e) { return e.Type == ImGuiInputEventType_MousePos; });
}

}  // namespace

void Input::poll(ImVec2 window) {
  keys_.clear();
  pinch_ = {};
  pinch_began_ = false;
  any_event_ = false;
  if (!release_ && hide_pointer_in_ > 0 && --hide_pointer_in_ == 0) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  SDL_Event event;
  while (next(event)) {
    any_event_ = true;
    // Where frames are rare a drag and its end come together; what is held must be seen at its last place first.
    if (event.type == SDL_MOUSEBUTTONUP && move_is_due()) {
      release_ = event;
      break;
    }
    handle(event, window);
  }
  measure_pinch();
}

bool Input::next(SDL_Event& event) {
  if (!release_) return SDL_PollEvent(&event) != 0;
  event = *release_;
  release_.reset();
  return true;
}

void Input::handle(const SDL_Event& event, ImVec2 window) {
  if (event.type == SDL_FINGERDOWN || event.type == SDL_FINGERUP || event.type == SDL_FINGERMOTION)
    touch(event.tfinger, event.type, window);
  if (is_pointer(event.type)) {
    finger_ = from_touch(event);
    if (finger_ && swallow_ && event.type != SDL_MOUSEBUTTONUP) return;
    if (finger_ && event.type == SDL_MOUSEBUTTONDOWN) {
      // A tap where the last one was moves no mouse for SDL, but our pointer has been taken away since.
      ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
      ImGui::GetIO().AddMousePosEvent(static_cast<float>(event.button.x), static_cast<float>(event.button.y));
    }
  }
  const bool key = event.type == SDL_KEYDOWN && !ImGui::GetIO().WantTextInput;
  if (key && (event.key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0) keys_.push_back(event.key.keysym.sym);
  ImGui_ImplSDL2_ProcessEvent(&event);
}

void Input::touch(const SDL_TouchFingerEvent& event, Uint32 type, ImVec2 window) {
  seen_finger_ = true;
  const ImVec2 at{event.x * window.x, event.y * window.y};
  const auto known = std::ranges::find(fingers_, event.fingerId, &Finger::id);
  if (type != SDL_FINGERUP && known != fingers_.end()) {
    known->at = at;
    return;
  }
  // Fingers may come, move and go between two frames; what two did before counts.
  measure_pinch();
  if (type == SDL_FINGERUP) {
    if (known != fingers_.end()) fingers_.erase(known);
    if (fingers_.empty()) {
      swallow_ = false;
      hide_pointer_in_ = 3;
    }
  } else {
    fingers_.push_back({event.fingerId, at});
    hide_pointer_in_ = 0;
    if (fingers_.size() == 2) {
      swallow_ = true;
      pinch_began_ = true;
      ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    }
  }
  last_distance_ = 0;
  measure_pinch();
}

void Input::measure_pinch() {
  if (fingers_.size() != 2) return;
  const ImVec2 a = fingers_[0].at, b = fingers_[1].at;
  const ImVec2 middle{0.5F * (a.x + b.x), 0.5F * (a.y + b.y)};
  const float distance = std::max(20.0F, std::hypot(a.x - b.x, a.y - b.y));
  if (last_distance_ > 0) {
    const ImVec2 moved{pinch_.moved.x + middle.x - last_middle_.x, pinch_.moved.y + middle.y - last_middle_.y};
    pinch_ = {true, middle, moved, pinch_.factor * distance / last_distance_};
  }
  last_middle_ = middle;
  last_distance_ = distance;
}

bool Input::holding() const {
  const ImGuiIO& io = ImGui::GetIO();
  if (!fingers_.empty() || release_ || hide_pointer_in_ > 0 || io.MouseDown[0]) return true;
  // Only keys that ImGui itself repeats; the browser repeats the rest by events.
  return io.WantTextInput && std::ranges::any_of(io.KeysData, [](const ImGuiKeyData& k) { return k.Down; });
}

void type_text(std::string_view utf8) {
  while (!utf8.empty()) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    std::size_t n = std::min<std::size_t>(utf8.size(), sizeof(event.text.text) - 1);
    // Never cut inside a letter.
    while (n < utf8.size() && n > 0 && (static_cast<unsigned char>(utf8[n]) & 0xC0U) == 0x80U) --n;
    if (n == 0) return;
    std::memcpy(event.text.text, utf8.data(), n);
    SDL_PushEvent(&event);
    utf8.remove_prefix(n);
  }
}

void press_key(SDL_Keycode code, bool down) {
  SDL_Event event{};
  event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
  event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = code;
  event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
  SDL_PushEvent(&event);
}

}  // namespace lab::app
