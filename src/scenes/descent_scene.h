#pragma once
#include <string>
#include <vector>

#include "scenes/descent_run.h"
#include "scenes/descent_settings.h"
#include "scenes/token_scene.h"

namespace lab::scenes {

/// "new-seed", "reset-preset" and "remove-selected", which both have.
std::span<const Action> descent_actions();

/// What "Frank-Wolfe step" and "B negative" share: settings, the run from the first step to
/// the last, and the hand. The run is computed at once, so that what is said of it is known
/// at step 0. A token dragged at step t makes the tokens of that step the start.
class DescentScene : public TokenScene<DescentSettings> {
 public:
  std::span<const Action> actions() const override { return descent_actions(); }
  Value fallback(std::size_t param) const override;
  core::Status act(std::size_t action) override;

  std::size_t step() const override { return t_; }
  std::size_t horizon() const override { return run_.steps(); }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  core::Matrix state(std::size_t k) const override { return run_.Z(k); }
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  const DescentRun& run() const { return run_; }
  const DescentRun::State& now() const { return run_.at(t_); }
  const core::Matrix& tokens() const { return now().Z; }
  std::size_t n() const { return run_.n(); }
  std::size_t d() const { return run_.d(); }
  /// Tokens, matrices, step and tie tolerance are the preset's: what its note says is so.
  bool as_preset() const;
  const DescentPreset& preset() const;
  /// The preset's note, what a hand did, ties of this step.
  void write_common_notes(Frame& frame) const;

 protected:
  /// The first preset is the one a scene begins with. Both must outlive the scene. A
  /// subclass calls take_preset() at the end of its constructor.
  DescentScene(std::span<const DescentRow> rows, const std::vector<DescentPreset>& presets)
      : TokenScene<DescentSettings>(rows), presets_(presets) {}
  /// What runs with these settings, which fit.
  virtual DescentModel model() const = 0;
  /// Something that only the subclass keeps is to be computed anew.
  virtual void restarted() {}
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void take_preset();

 private:
  const core::Matrix& on_screen(std::size_t) const override { return tokens(); }
  std::size_t most_tokens() const override { return static_cast<std::size_t>(kMostDescentTokens); }
  void begin_by_hand() override { restart(); }
  void redraw();
  void resize_matrices();
  void restart();
  core::Status fits_steps(std::string_view key, const Value& value) const;
  core::Status fits_matrix(std::string_view key, const core::Matrix& m) const;

  const std::vector<DescentPreset>& presets_;
  DescentRun run_;
  std::size_t t_ = 0;
};

// --- parts that both draw ---
/// Box of the start, the origin and, where tokens leave the first hull, of them.
void fit_descent_box(const DescentScene& scene, Picture& picture);
/// Hulls, the origin and trails, below everything else.
void draw_descent_ground(const DescentScene& scene, Picture& picture);
/// Tokens, their steps and their numbers; the selected one is ringed.
void draw_descent_tokens(const DescentScene& scene, Picture& picture);
/// A token as a point of the picture: those of the line lie on the x axis.
Point plane_point(std::span<const double> x);
/// The colour of a token: that of the point it goes to; the colour of none where it goes to the mean of several.
Ink descent_ink(const DescentScene& scene, std::size_t i, float strength = 1.0F);
/// A plot over the steps, with its cursor.
Plot descent_plot(const DescentScene& scene, std::string title, std::string y_label);
/// One value a state, from state `from` on.
template <class Read>
Series over_states(const DescentScene& scene, std::string label, Ink ink, Stroke stroke, std::size_t from, Read read) {
  Series s;
  s.label = std::move(label);
  s.ink = ink;
  s.stroke = stroke;
  for (std::size_t t = from; t <= scene.run().steps(); ++t) {
    s.x.push_back(static_cast<double>(t));
    s.y.push_back(read(t));
  }
  return s;
}
/// Rounding errors of J, of gaps and of what is made from them, ties within the tolerance included; `size` is that of
/// the scores, or in the other function that on the first hull.
double rounding_of_scores(const DescentScene& scene, double size);
double score_rounding(const DescentScene& scene);
/// The same of coordinates.
double place_rounding(const DescentScene& scene);

}  // namespace lab::scenes
