#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "model/quantization.h"
#include "scenes/model_scene.h"

namespace lab::scenes {

struct FillSettings {
  std::string preset = "peter";
  std::string text;           ///< one line, see one_line()
  std::string holes;          ///< 1-based positions, "25" or "3,17"
  std::int64_t chosen = 1;    ///< which hole, counted from 1
  std::string model = "best";
  std::string alphabet;
  std::int64_t file_heads = 4;
  std::string arithmetic = "float32";
  std::int64_t layer = 2;     ///< attention of this block
  std::int64_t head = 0;      ///< 0: mean of all heads
  bool arcs = true;
};

/// Fill in: the course notebook's section 6, "Filling in the blanks".
///
/// One forward pass over a text with hidden characters. The underscore stands
/// for a hidden character whose truth nobody knows, where it is none of the
/// model's own characters.
class FillScene final : public ModelScene<FillSettings> {
 public:
  FillScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;
  /// Also the text on whose held-out part int8 is measured, while that is asked for.
  std::vector<std::string> needs() const override;
  core::Status give(std::string_view name, std::string_view bytes) override;

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// Distributions at the holes: one a row, V columns.
  core::Matrix state(std::size_t) const override;
  std::uint64_t hash(std::size_t k) const override;

  /// Handle of a letter: its position from 0. A letter becomes a hole; a hole
  /// that is not chosen is chosen; the chosen one is shown again.
  core::Status press(std::int32_t handle) override;

  // --- for the frame ---
  std::span<const model::Token> tokens() const { return tokens_; }     ///< what stands there; kMask: unknown
  std::span<const std::uint32_t> holes() const { return holes_; }      ///< increasing
  /// Index into holes() of the one shown; holes() is not empty.
  std::size_t chosen() const;
  const std::vector<double>& distribution(std::size_t hole) const { return distributions_[hole]; }
  /// Attention from position i to j in the shown block and head.
  double attention(std::size_t i, std::size_t j) const;
  std::size_t shown_block() const;
  std::size_t shown_head() const;   ///< 0: mean
  /// h x n x n of block b.
  std::span<const float> maps(std::size_t b) const { return maps_[b]; }
  /// Largest difference of an int8 logit from float32's at the holes; 0 with float32.
  double logit_error() const { return logit_error_; }
  /// int8 beside float32 on held-out windows, once measured.
  const std::optional<model::QuantizationReport>& quantization() const { return report_; }
  /// Numbers of int8 arithmetic: one fingerprint of them all; 0 with float32.
  std::uint64_t integers() const { return integers_; }

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void refresh() override;
  void take_preset();
  void compute();
  core::Status measure(std::string_view text);
  void quantize(std::span<const model::Token> input, std::vector<float>& logits);
  /// holes_ back into the text of its parameter.
  void hole_text();

  std::vector<model::Token> tokens_;
  std::vector<std::uint32_t> holes_;
  std::vector<std::vector<double>> distributions_;  ///< one a hole
  std::vector<std::vector<float>> maps_;            ///< one a block
  double logit_error_ = 0;
  std::uint64_t integers_ = 0;
  bool measuring_ = false;
  std::optional<model::QuantizationReport> report_;
  const LoadedModel* measured_ = nullptr;   ///< whose report it is
};

std::unique_ptr<Scene> make_fill_scene();
/// The picture of the scene; fill_frame.cpp.
void fill_frame(const FillScene& scene, Frame& frame);

/// Entropy of a distribution in nats.
double entropy(std::span<const double> p);
/// Indices of the `count` likeliest, likeliest first, ties to the lower.
std::vector<std::size_t> likeliest(std::span<const double> p, std::size_t count);

}  // namespace lab::scenes
