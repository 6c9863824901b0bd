#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/tiled_attention.h"
#include "scenes/table_scene.h"

namespace lab::scenes {

struct FlashSettings {
  std::string preset = "tiles";
  std::int64_t n = 16;
  std::int64_t d = 8;
  std::int64_t block_q = 4;
  std::int64_t block_k = 4;
  bool causal = false;
  std::string order = "forward";
  double size = 1;  ///< factor of the scores beside 1 / sqrt(d)
  std::string seed = "15";
  double speed = 2;
};

/// FlashAttention's idea: softmax attention tile by tile, with a running
/// maximum, sum and output, beside the plain one with its n x n matrix (course
/// notebook, section 13). A step is one tile.
class FlashScene final : public TableScene<FlashSettings> {
 public:
  FlashScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  std::string_view step_name() const override { return "tile"; }
  std::size_t step() const override { return k_; }
  std::size_t horizon() const override { return tiles_.size(); }
  void seek(std::size_t k) override;
  double speed() const override { return settings_.speed; }

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// Output so far, n x d: o / l of the rows that have begun, 0 elsewhere.
  core::Matrix state(std::size_t k) const override;
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  std::size_t n() const { return input_.Q.rows; }
  std::size_t d() const { return input_.Q.cols; }
  const core::AttentionInput& input() const { return input_; }
  const core::PlainAttention& plain() const { return plain_; }
  const core::TiledAttention& tiled() const { return tiled_; }
  std::span<const core::Tile> tiles() const { return tiles_; }
  /// The tile that was worked on last; step() > 0.
  const core::Tile& tile() const { return tiles_[k_ - 1]; }
  /// State of its rows behind it.
  const core::RunningRows& rows() const { return rows_; }
  /// Part of its final sum l that row r of the block has collected, in [0, 1].
  double share(std::size_t r) const;
  /// e^(m - m at the end) of row r of the block, in [0, 1]: 1 once its largest
  /// score has been seen.
  double peak(std::size_t r) const;
  /// e^(S - m) in it, with the running m: what is in memory.
  const core::Matrix& weights() const { return weights_; }
  /// Largest |o / l - final output| of the rows of a tile behind it, over the
  /// largest |v|; one for each tile.
  std::span<const double> gaps() const { return gaps_; }
  /// Running maxima behind each tile, by row of its block.
  std::span<const std::vector<double>> maxima() const { return maxima_; }
  double output_gap() const { return output_gap_; }  ///< tiled against plain, over the largest |v|
  double sum_gap() const { return sum_gap_; }        ///< largest relative difference of l
  double order_gap() const { return order_gap_; }    ///< the same as output_gap, over other orders of the keys
  double largest_score() const { return largest_score_; }
  std::size_t naive_failures() const { return naive_failures_; }
  core::Blocks blocks() const;

 private:
  void settle(std::size_t param) override;
  void take_preset();
  void refresh();
  void compare(core::Generator draw);
  void walk();
  /// Running state of the block of tile k - 1, k > 0.
  core::RunningRows rows_at(std::size_t k) const;

  core::AttentionInput input_;
  core::PlainAttention plain_;
  core::TiledAttention tiled_;
  std::vector<core::Tile> tiles_;
  core::RunningRows rows_;
  core::Matrix weights_;
  std::vector<double> gaps_;
  std::vector<std::vector<double>> maxima_;
  double output_gap_ = 0, sum_gap_ = 0, order_gap_ = 0, largest_score_ = 0, largest_value_ = 0;
  std::size_t naive_failures_ = 0;
  std::size_t k_ = 0;
};

std::unique_ptr<Scene> make_flash_scene();
void flash_frame(const FlashScene& scene, Frame& frame);

}  // namespace lab::scenes
