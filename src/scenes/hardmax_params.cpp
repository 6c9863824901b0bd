#include "scenes/hardmax_params.h"

#include <array>
#include <utility>
#include <vector>

#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using S = HardmaxSettings;
using Row = Field<S>;

constexpr const char* kStartGroup = "Start";
constexpr const char* kModelGroup = "Model";
constexpr const char* kRunGroup = "Run";

std::vector<Row> start_rows() {
  return {
      {choice(row_of("preset", "Configuration", kStartGroup, "Where the tokens start, with A, alpha and the last layer"),
              {hardmax_presets().begin(), hardmax_presets().end()}, false), &S::preset},
      {ranged(row_of("layers", "Last layer K", kRunGroup, "The run ends at this layer"), Kind::kInteger, 1, 100000,
              Scale::kLog), &S::horizon},
      {ranged(row_of("n", "Random tokens n", kStartGroup, "How many tokens the random configuration draws"),
              Kind::kInteger, 1, static_cast<double>(kMostTokens), Scale::kLog), &S::n},
      {ranged(row_of("d", "Dimension d", kStartGroup, "Dimension of the random configuration"), Kind::kInteger, 1,
              static_cast<double>(kMostDimensions), Scale::kLog), &S::d},
      {ranged(row_of("seed", "Seed", kStartGroup, "Seed of the random configuration, as NumPy's default_rng takes it"),
              Kind::kSeed, 0, 0), &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row; coordinates by commas, rows by semicolons"),
              Kind::kTokens, -kLargestEntry, kLargestEntry), &S::tokens},
  };
}

std::vector<Row> model_rows() {
  return {
      {ranged(row_of("a", "Attention matrix A", kModelGroup, "Token i scores token j by \u27E8A z_i, z_j\u27E9"),
              Kind::kMatrix, -kLargestEntry, kLargestEntry), &S::a},
      {ranged(row_of("alpha", "Step \u03B1", kModelGroup, "z \u2190 (z + \u03B1 m) / (1 + \u03B1)"), Kind::kNumber, 1e-3,
              10, Scale::kLog), &S::alpha},
      {zero_stop(ranged(row_of("tie", "Tie tolerance", kModelGroup,
                                "Scores this close to the maximum, relatively, count as tied; 0 asks for equality"),
                        Kind::kNumber, 0, 0.1, Scale::kLog), 1e-16), &S::tie},
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Layers per second while playing"), Kind::kNumber, 0.5,
                             240, Scale::kLog), "layers/s")), &S::speed},
  };
}

std::vector<Row> show_rows() {
  return {
      {view(ranged(row_of("selected", "Selected token", kShowGroup, "Number of the selected token; 0 for none"),
                   Kind::kInteger, 0, static_cast<double>(kMostTokens))), &S::selected},
      {choice(row_of("projection", "Projection", kShowGroup, "How more than three dimensions are shown"),
              {{"coordinates", "first three coordinates"}, {"principal", "principal axes of the start"}}, true),
       &S::projection},
      {choice(row_of("arrows", "Attention arrows", kShowGroup, "Arrows from a token to those it attends to"),
              {{"all", "of all tokens (up to 40)"}, {"selected", "of the selected token"}, {"none", "none"}}, true),
       &S::arrows},
      {show_row("trails", "Trails", "Where each token has been"), &S::trails},
      {show_row("hulls", "Hulls", "Convex hulls at the start, some layers between, and now"), &S::hulls},
      {show_row("limit", "Limit polytope", "Hull of the leaders so far, and the rest points found on its faces"), &S::limit},
      {show_row("support", "Supporting hyperplane", "Of the selected token: where its highest score is attained"), &S::support},
      {show_row("ellipse", "Ellipse of A", "All points of one length in the norm of A, with handles (d = 2)"), &S::ellipse},
      {show_row("labels", "Token numbers", "Numbers beside the tokens (up to 40)"), &S::labels},
  };
}

std::vector<Row> all_rows() {
  std::vector<Row> rows = start_rows();
  for (auto more : {model_rows(), show_rows()}) rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace

std::span<const Field<HardmaxSettings>> hardmax_fields() {
  static const std::vector<Row> rows = all_rows();
  return rows;
}

std::span<const Param> hardmax_params() {
  static const std::vector<Param> params = [] {
    std::vector<Param> out;
    for (const Row& row : hardmax_fields()) out.push_back(row.param);
    return out;
  }();
  return params;
}

}  // namespace lab::scenes
