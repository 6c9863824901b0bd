#include <SDL.h>

#include "app/app.h"
#include "app/host.h"

namespace lab::app {
bool take_requested_frame();  // host_desktop.cpp
}

/// For developers: the same window without a browser. The first argument is a link.
int main(int argc, char** argv) {
  auto& program = lab::app::app();
  if (!program.start(argc > 1 ? argv[1] : "")) return 1;
  for (;;) {
    if (lab::app::take_requested_frame()) program.frame();
    else if (SDL_WaitEvent(nullptr) != 0) program.wake();
    SDL_PumpEvents();
    if (SDL_HasEvent(SDL_QUIT)) return 0;
  }
}
