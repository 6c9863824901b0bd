#include "app/app.h"
#include "app/host.h"

/// The page calls createAttentionLab(); this runs once and returns, and the
/// program lives on in its callbacks.
int main() {
  lab::app::app().start(lab::app::host_initial_link());
  return 0;
}
