#pragma once
#include "scenes/scene.h"

namespace lab::scenes {

/// Model time is not frame time: turns seconds into whole steps of a scene.
class Player {
 public:
  bool playing() const { return playing_; }
  /// Starts; at the horizon it starts again from step 0.
  void play(Scene& scene);
  void pause() { playing_ = lent_ = false; owed_ = 0; }
  /// Also holds a scene that goes by itself.
  void pause(Scene& scene);
  void toggle(Scene& scene) { if (playing_) pause(scene); else play(scene); }
  void step_forward(Scene& scene);  ///< pauses
  void step_back(Scene& scene);     ///< pauses
  /// Pauses. No farther than Scene::reach().
  void scrub(Scene& scene, std::size_t k);
  void reset(Scene& scene);         ///< same start, step 0, pauses
  /// `seconds` of wall time passed (capped at 0.25: a hidden tab makes no
  /// jump). Returns whether the scene moved. Pauses at the horizon.
  bool advance(Scene& scene, double seconds);

 private:
  bool playing_ = false;
  bool lent_ = false;  ///< playing is a scene that goes by itself: it ends with that
  double owed_ = 0;  ///< steps owed, fractional
};

}  // namespace lab::scenes
