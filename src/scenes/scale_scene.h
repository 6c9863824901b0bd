#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/scale_models.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct ScaleSettings {
  std::string preset = "gpt-3";
  std::int64_t layers = 96;
  std::int64_t width = 12288;
  std::int64_t heads = 96;
  std::int64_t kv_heads = 0;  ///< 0: as many as heads
  std::int64_t hidden = 0;    ///< 0: 4 d_m
  bool gated = false;
  bool biases = true;
  std::int64_t vocabulary = 50257;
  std::int64_t positions = 2048;
  bool tied = true;
  std::int64_t context = 2048;
  std::string weight_bytes = "2";
  std::string cache_bytes = "2";
};

/// All that is counted for one shape.
struct ScaleCounts {
  core::ParameterSplit split;
  std::uint64_t weight_bytes = 0;
  std::uint64_t cache_token = 0;    ///< bytes
  std::uint64_t cache_context = 0;  ///< bytes
  core::AttentionEntries entries;   ///< at the context
};

/// Parameters, bytes, cache and attention matrix of a transformer, counted
/// from its shape, for the models of the notebook's section 13 and for the
/// reader's own numbers.
class ScaleScene final : public TableScene<ScaleSettings> {
 public:
  ScaleScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// One row: embedding, attention, MLP, norms, head, total parameters, as
  /// doubles (exact up to 2^53); empty when they cannot be counted.
  core::Matrix state(std::size_t) const override;
  std::uint64_t hash(std::size_t) const override;
  std::string trouble() const override { return trouble_; }

  // --- for the frame ---
  const core::ModelShape& shape() const { return shape_; }
  /// What is counted; none when trouble() says why.
  const std::optional<ScaleCounts>& counts() const { return counts_; }
  /// Whose shape it is as long as nothing was changed; null for own numbers.
  const core::KnownModel* model() const;
  /// The preset's shape is unchanged: 0 and what it stands for are the same.
  bool untouched() const;
  std::uint64_t context() const { return static_cast<std::uint64_t>(settings_.context); }
  std::uint64_t weight_bits() const;
  std::uint64_t cache_bits() const;

 private:
  void settle(std::size_t param) override;
  void take_preset();
  void refresh();
  core::Result<ScaleCounts> count() const;

  core::ModelShape shape_;
  std::optional<ScaleCounts> counts_;
  std::string trouble_;
};

std::unique_ptr<Scene> make_scale_scene();
void scale_frame(const ScaleScene& scene, Frame& frame);
std::vector<Plot> scale_plots(const ScaleScene& scene);
std::vector<Table> scale_tables(const ScaleScene& scene);
/// "350 GB", "4.72 MB", "217 kB": powers of ten, three digits.
std::string bytes_text(double bytes);
/// "175 B", "63.0 M", "109 k": three digits; whole numbers below 1,000.
std::string count_text(double count);

}  // namespace lab::scenes
