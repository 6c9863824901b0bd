#include "scenes/player.h"

#include <algorithm>
#include <cmath>

namespace lab::scenes {
namespace {

// Longest stretch of wall time that one call makes good for: a tab that was
// hidden goes on where it was instead of jumping.
constexpr double kLongestGap = 0.25;

}  // namespace

void Player::play(Scene& scene) {
  if (scene.own_time()) {
    scene.set_running(true);
    playing_ = lent_ = scene.running();
    return;
  }
  if (scene.step() >= scene.horizon()) scene.reset();
  owed_ = 0;
  playing_ = scene.horizon() > 0;
}

void Player::pause(Scene& scene) {
  pause();
  if (!scene.own_time()) return;
  if (scene.running()) scene.set_running(false);
}

void Player::step_forward(Scene& scene) {
  pause();
  if (scene.step() < scene.horizon()) scene.seek(scene.step() + 1);
}

void Player::step_back(Scene& scene) {
  pause();
  if (scene.step() > 0) scene.seek(scene.step() - 1);
}

void Player::scrub(Scene& scene, std::size_t k) {
  pause();
  scene.seek(std::min(k, scene.reach()));
}

void Player::reset(Scene& scene) {
  pause();
  scene.reset();
}

bool Player::advance(Scene& scene, double seconds) {
  if (scene.own_time()) {
    // Its own buttons start and hold it too.
    playing_ = lent_ = scene.running();
    return playing_ && seconds > 0 && scene.live(std::min(seconds, kLongestGap));
  }
  if (lent_) pause();
  // The negated comparison also turns away NaN.
  if (!playing_ || !(seconds > 0)) return false;
  owed_ += std::min(seconds, kLongestGap) * scene.speed();
  const double whole = std::floor(owed_);
  owed_ -= whole;
  const std::size_t before = scene.step();
  const std::size_t left = scene.horizon() - std::min(before, scene.horizon());
  if (whole >= 1) scene.seek(before + static_cast<std::size_t>(std::min(whole, static_cast<double>(left))));
  if (scene.step() >= scene.horizon()) pause();
  return scene.step() != before;
}

}  // namespace lab::scenes
