#pragma once
#include <memory>
#include <vector>

#include "model/reference.h"
#include "scenes/model_scene.h"

namespace lab::scenes {

struct InsideSettings {
  std::string preset = "peter";
  std::string text;
  std::string model = "best";
  std::string alphabet;
  std::int64_t file_heads = 4;
  std::int64_t times = 1;
  std::string show = "maps";
  std::int64_t chosen = 25;
  bool normed = false;
  bool flat = true;
  bool trails = true;
  double speed = 1.5;
};

/// Inside: attention maps, the residual stream as moving tokens, and the
/// blocks applied again and again (notebook sections 3 to 6; the histogram of
/// cosines is figure 1 of arXiv 2312.10794). Step k: k blocks have been applied.
class InsideScene final : public ModelScene<InsideSettings> {
 public:
  /// The stream behind k blocks.
  struct Layer {
    core::Matrix stream;               ///< n x d_m
    std::vector<float> maps;           ///< h x n x n, of the block that led here; empty at k = 0
    std::vector<double> entropies;     ///< h x n, of the rows, nats
    double mean_cosine = 0, together = 0;
  };

  InsideScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "block"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override;
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;
  std::int32_t selected() const override { return static_cast<std::int32_t>(settings_.chosen) - 1; }
  void select(std::int32_t handle) override;
  core::Status press(std::int32_t handle) override;

  // --- for the frame ---
  std::span<const model::Token> tokens() const { return tokens_; }
  const Layer& layer(std::size_t k) const { return layers_[k]; }
  std::size_t computed() const { return layers_.size(); }
  /// The layer shown: as it is, or behind the final LayerNorm.
  core::Matrix shown(std::size_t k) const;
  std::size_t blocks() const { return model()->weights.config.layers; }
  std::size_t heads() const { return model()->weights.config.heads; }
  /// Index of the chosen token.
  std::size_t chosen() const;

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void refresh() override;
  void take_preset();
  void compute(std::size_t k);
  void measure(Layer& layer) const;

  std::vector<model::Token> tokens_;
  std::vector<Layer> layers_;
  std::unique_ptr<model::reference::Reference<float>> reference_;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_inside_scene();
void inside_frame(const InsideScene& scene, Frame& frame);

}  // namespace lab::scenes
