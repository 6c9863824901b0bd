#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/generator.h"
#include "model/generate.h"
#include "scenes/model_scene.h"

namespace lab::scenes {

struct WriteSettings {
  std::string preset = "juliet";
  std::string prompt;
  std::int64_t length = 60;
  double temperature = 0.8;
  std::int64_t top_k = 0;
  double top_p = 1;
  std::string seed = "0";
  std::string model = "best";
  std::string alphabet;
  std::int64_t file_heads = 4;
  std::string arithmetic = "int8";
  double speed = 12;
};

/// Write: the course notebook's section 6, "Writing, one character at a time".
/// Step k: k characters have been written.
class WriteScene final : public ModelScene<WriteSettings> {
 public:
  /// One character and where it came from.
  struct Drawn {
    model::Token token = 0;
    std::vector<float> probabilities;  ///< V, after temperature, top-k and top-p
    double probability = 0;            ///< of the one drawn
    double entropy = 0;                ///< nats
  };

  WriteScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "character"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return static_cast<std::size_t>(settings_.length); }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }
  void use_clock(double (*now)()) override { clock_ = now; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// Distributions of the first k characters, one a row.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  std::span<const model::Token> prompt() const { return prompt_; }
  /// How many of drawn() are shown.
  std::size_t shown() const { return std::min(k_, drawn_.size()); }
  /// At least one where the scene is ready.
  const std::vector<Drawn>& drawn() const { return drawn_; }
  /// What the bars are about: the last character shown, or the first to come.
  const Drawn& current() const { return drawn_[shown() > 0 ? shown() - 1 : 0]; }
  std::string text() const;  ///< prompt and what is shown of the writing
  /// Measured, characters per second of computing; 0: not yet, or no clock.
  double rate() const { return busy_ > 0 ? static_cast<double>(timed_) / busy_ : 0; }

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void refresh() override;
  void take_preset();
  void restart();
  /// Draws until there are k characters.
  void compute(std::size_t k);
  Drawn draw_next();

  std::vector<model::Token> prompt_, text_;
  std::vector<Drawn> drawn_;
  std::optional<core::Generator> generator_;
  std::unique_ptr<model::Writer> writer_;
  std::size_t k_ = 0;
  double (*clock_)() = nullptr;
  double busy_ = 0;
  std::size_t timed_ = 0;
};

std::unique_ptr<Scene> make_write_scene();
void write_frame(const WriteScene& scene, Frame& frame);

}  // namespace lab::scenes
