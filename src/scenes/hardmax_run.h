#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/hardmax.h"

namespace lab::scenes {

/// One trajectory of hardmax attention, computed layer by layer and kept, with
/// what is counted at each layer. Knows no picture and no parameter table.
class HardmaxRun {
 public:
  static constexpr std::uint32_t kNever = 0xffffffffU;
  /// Above these sizes a layer's hull or clusters are not measured (-1).
  static constexpr std::size_t kHullTokens = 200;     ///< d = 3; no bound for d <= 2, never beyond
  static constexpr std::size_t kClusterTokens = 2000;

  struct Layer {
    double residual = 0;       ///< largest coordinate of z^k - z^(k-1); 0 at k = 0
    double nesting = -1;       ///< largest distance of a token outside the hull of the layer before
    double outside = -1;       ///< the same for the initial hull
    double drift = 0;          ///< largest coordinate by which a leader moved since it first led
    double strict_drift = 0;   ///< the same, of leaders that led at every layer since then
    double moved = 0;          ///< the same as drift, of the initial leaders since layer 0
    std::int32_t clusters = -1;
    std::uint32_t strict = 0;  ///< tokens with C_i = {i} at this layer
    std::uint32_t lost = 0;    ///< leaders that no longer attend to themselves alone
    std::uint32_t changed = 0; ///< tokens whose attended set is not that of the layer before
  };
  /// At layer `since` the token first attended to `leader` alone, a strict leader.
  struct Follow {
    std::uint32_t since = kNever;
    std::uint32_t leader = kNever;
    std::uint32_t broken = kNever;  ///< first layer after at which it did not
  };
  /// A token that rested on a tie of others, until the tie broke.
  struct Carried {
    std::uint32_t token = kNever;
    std::uint32_t layer = kNever;
  };

  HardmaxRun() = default;
  HardmaxRun(core::Matrix start, core::HardmaxParams params);

  /// Computes what is missing up to layer k.
  void extend(std::size_t k);
  std::size_t computed() const { return layers_.size() - 1; }  ///< last layer there is
  const core::HardmaxParams& params() const { return params_; }
  std::size_t n() const { return states_.front().rows; }
  std::size_t d() const { return states_.front().cols; }

  // All of these need k <= computed().
  const core::Matrix& state(std::size_t k) const { return states_[k]; }
  const Layer& layer(std::size_t k) const { return layers_[k]; }
  /// Tokens that were strict leaders at some layer <= k, in order of appearance.
  std::span<const std::uint32_t> leaders(std::size_t k) const;
  /// First layer at which token i led; kNever.
  std::uint32_t led_since(std::size_t i) const { return led_since_[i]; }
  /// First layer at which leader i tied with others again; kNever.
  std::uint32_t lost_since(std::size_t i) const { return lost_since_[i]; }
  /// First layer at which token i attended to one strict leader other than itself.
  const Follow& follow(std::size_t i) const { return follow_[i]; }
  /// Where the chain of single arrows from token i led to, at layer k or, if it
  /// is broken there by a tie, at the last layer before where it was not.
  std::optional<std::uint32_t> destination(std::size_t i, std::size_t k) const;
  /// First layer in [from, to] with a changed attended set.
  std::optional<std::size_t> next_change(std::size_t from, std::size_t to) const;
  /// All of them in order of layers, up to the last layer computed.
  std::span<const Carried> carried() const { return carried_; }

 private:
  void record();
  void record_leaders(std::uint32_t k, Layer& layer);
  void record_follows(std::uint32_t k);
  void record_changes(std::uint32_t k, Layer& layer);
  void record_shape(std::size_t k, Layer& layer) const;

  core::HardmaxParams params_;
  std::vector<core::Matrix> states_;
  std::vector<Layer> layers_;
  core::Attention attention_;                ///< of the last state
  core::Attention before_;                   ///< of the one before
  std::vector<std::uint32_t> leaders_;       ///< in order of appearance
  std::vector<std::uint32_t> led_since_;
  std::vector<std::uint32_t> lost_since_;
  std::vector<Follow> follow_;
  std::vector<Carried> carried_;
  /// Per token the layers at which its destination changed, and to what.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> destinations_;
};

}  // namespace lab::scenes
