#pragma once
#include <memory>
#include <vector>

#include "model/equivariance.h"
#include "scenes/model_scene.h"

namespace lab::scenes {

struct OrderSettings {
  std::string text = "Now is the winter of our discontent↵Made glorious summer by thi";
  std::string order = "random";
  std::string seed = "15";
  std::int64_t every = 6;
  bool positions = false;
  std::string model = "best";
  std::string alphabet;
  std::int64_t file_heads = 4;
};

/// From scratch: is the order of the tokens seen? The same model with and
/// without its positions, on a text and on the same letters in another order
/// (notebook section 4 and exercise 2).
class OrderScene final : public ModelScene<OrderSettings> {
 public:
  OrderScene();

  std::span<const Action> actions() const override;
  std::span<const Observable> observables() const override;
  core::Status act(std::size_t action) override;

  Value observe(std::size_t observable) const override;
  void fill(Frame& frame) const override;
  /// Rows: without and with positions; columns: the gap of the stream before
  /// the first block and behind each, then of the logits.
  core::Matrix state(std::size_t) const override;
  std::uint64_t hash(std::size_t k) const override;

  // --- for the frame ---
  std::span<const model::Token> text() const { return text_; }         ///< as it was written
  std::span<const model::Token> input() const { return input_; }       ///< with hidden characters
  std::span<const std::uint32_t> permutation() const { return permutation_; }
  const model::OrderGap& gap(bool positions) const { return gaps_[positions ? 1 : 0]; }
  /// The likeliest character at each position of X, and of P X, in the shown setting.
  std::span<const model::Token> guesses() const { return guesses_; }
  std::span<const model::Token> guesses_reordered() const { return guesses_reordered_; }

 private:
  core::Status fits(std::size_t param, const Value& value) const override;
  void settle(std::size_t param) override;
  void refresh() override;
  void permute();
  void guess();

  std::vector<model::Token> text_, input_, guesses_, guesses_reordered_;
  std::vector<std::uint32_t> permutation_;
  model::OrderGap gaps_[2];
};

std::unique_ptr<Scene> make_order_scene();
void order_frame(const OrderScene& scene, Frame& frame);

}  // namespace lab::scenes
