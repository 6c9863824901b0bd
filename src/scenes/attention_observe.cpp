// The numbers of the scene "Self-attention" by name.
#include <algorithm>
#include <array>

#include "core/softmax.h"
#include "scenes/attention_scene.h"

namespace lab::scenes {
namespace {

double mean_entropy(const core::Matrix& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.rows; ++i) sum += core::entropy(weights.row(i));
  return sum / static_cast<double>(weights.rows);
}

core::Matrix row_of_matrix(std::span<const double> row) {
  core::Matrix out(1, row.size());
  std::ranges::copy(row, out.data.begin());
  return out;
}

}  // namespace

std::span<const Observable> AttentionScene::observables() const {
  static const std::array<Observable, 16> list{{
      {"row-sum-error", "row sums", "", "Largest |sum of a row of weights - 1|"},
      {"outside", "outside the hull", "", "Largest distance of an output to the convex hull of the values"},
      {"regression-gap", "kernel regression", "", "Largest difference between the outputs and the Nadaraya-Watson estimates"},
      {"order-gap", "other order", "", "Largest |Attn(PX) - P Attn(X)|"},
      {"rounding", "rounding", "", "What rounding may explain of the last two"},
      {"entropy", "mean row entropy", "nats", "Of the weights; at most log n"},
      {"multiplications", "multiplications of pairs", "", "n^2 (d_a + d_v): scores and outputs"},
      {"projection-multiplications", "multiplications of projections", "", "n d_m (2 d_a + d_v)"},
      {"row-weights", "chosen row", "", "Weights of the chosen query"},
      {"row-output", "chosen output", "", "Its output"},
      {"queries", "Q", "", "Queries, one a row"},
      {"keys", "K", "", "Keys, one a row"},
      {"values", "V", "", "Values, one a row"},
      {"scores", "S", "", "Scores, divided by the square root of d_a"},
      {"weights", "α", "", "Weights, one query a row"},
      {"outputs", "Y", "", "Outputs, one a row"},
  }};
  return list;
}

Value AttentionScene::observe(std::size_t observable) const {
  const core::AttentionCost cost = core::attention_cost(n(), dm(), da(), dv());
  switch (observable) {
    case 0: return core::row_sum_error(result_.weights);
    case 1: return outside_;
    case 2: return regression_gap_;
    case 3: return equivariance_gap_;
    case 4: return rounding();
    case 5: return mean_entropy(result_.weights);
    case 6: return static_cast<std::int64_t>(cost.pairs());
    case 7: return static_cast<std::int64_t>(cost.projections);
    case 8: return row_of_matrix(result_.weights.row(row()));
    case 9: return row_of_matrix(result_.output.row(row()));
    case 10: return result_.Q;
    case 11: return result_.K;
    case 12: return result_.V;
    case 13: return result_.scores;
    case 14: return result_.weights;
    default: return result_.output;
  }
}

}  // namespace lab::scenes
