// What can be read off the scene "FlashAttention idea" beside its frame.
#include "scenes/flash_scene.h"

namespace lab::scenes {

std::span<const Observable> FlashScene::observables() const {
  static const std::vector<Observable> list = {
      {"output-gap", "Tiled against plain", "", "Largest difference of the outputs, over the largest |v|"},
      {"sum-gap", "Running sums", "", "Largest relative difference of l at the end and the softmax denominator"},
      {"order-gap", "Other orders of the keys", "", "Largest difference of the outputs, over the largest |v|"},
      {"gap-so-far", "Distance to the final output", "", "Of the rows of the present block, over the largest |v|; 0 before the first tile"},
      {"largest-score", "Largest |score|", "", "Of all that are not masked"},
      {"naive-failures", "Rows lost without the maximum", "rows", "NaN when e^S is taken as it is"},
      {"scores-plain", "Scores in memory, plain", "numbers", "n²"},
      {"scores-tiled", "Scores in memory, tiled", "numbers", "Those of the largest tile"},
      {"working-tiled", "Memory worked on, tiled", "numbers", "Tile, blocks of Q, K, V, and o, m, l"},
      {"traffic-plain", "Reads and writes, plain", "numbers", "To and from slow memory"},
      {"traffic-tiled", "Reads and writes, tiled", "numbers", "To and from slow memory"},
      {"running", "Rows of the block", "", "Row 1: m (0 where no key was seen), row 2: l, row 3: share of the final l, row 4: e^(m - final m)"},
  };
  return list;
}

Value FlashScene::observe(std::size_t observable) const {
  const core::Footprint plain = core::plain_footprint(n(), d()), tiled = core::tiled_footprint(tiles_, d());
  const auto integer = [](std::uint64_t x) { return Value(static_cast<std::int64_t>(x)); };
  switch (observable) {
    case 0: return output_gap_;
    case 1: return sum_gap_;
    case 2: return order_gap_;
    case 3: return k_ > 0 ? gaps_[k_ - 1] : 0.0;
    case 4: return largest_score_;
    case 5: return integer(naive_failures_);
    case 6: return integer(plain.scores);
    case 7: return integer(tiled.scores);
    case 8: return integer(tiled.working);
    case 9: return integer(plain.reads + plain.writes);
    case 10: return integer(tiled.reads + tiled.writes);
    default: break;
  }
  if (k_ == 0) return core::Matrix(4, 0);
  core::Matrix out(4, rows_.l.size());
  for (std::size_t r = 0; r < out.cols; ++r) {
    out(0, r) = rows_.l[r] > 0 ? rows_.m[r] : 0.0;
    out(1, r) = rows_.l[r];
    out(2, r) = share(r);
    out(3, r) = peak(r);
  }
  return out;
}

}  // namespace lab::scenes
