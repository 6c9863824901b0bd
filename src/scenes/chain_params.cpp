#include "scenes/chain_params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/generator.h"
#include "scenes/rows.h"
#include "scenes/token_edit.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = ChainSettings;
using Row = Field<S>;

constexpr const char* kModelGroup = "Model";
constexpr const char* kStartGroup = "Start";
constexpr const char* kRunGroup = "Run";
constexpr const char* kEnsembleGroup = "Ensemble";

struct Preset {
  const char* key;
  const char* label;
  const char* note;
  Matrix (*tokens)();
  double beta, radius;
  std::int64_t horizon, runs, betas;
  double first_beta, last_beta;
};

Matrix triangle() {
  const double half_root3 = std::sqrt(3.0) / 2;
  return {{1, 0}, {-0.5, half_root3}, {-0.5, -half_root3}};
}

Matrix repeated(const Matrix& V, std::size_t each) {
  Matrix tokens(V.rows * each, V.cols);
  for (std::size_t i = 0; i < tokens.rows; ++i) std::ranges::copy(V.row(i / each), tokens.row(i).begin());
  return tokens;
}

Matrix pair() { return {{1}, {-1}}; }
Matrix four_each() { return repeated(triangle(), 4); }
/// Norms differ, and the cone at the first corner is wider than a right angle.
Matrix unequal() { return repeated({{0.4, 0}, {-0.5, 0.95}, {-0.5, -0.95}}, 4); }

/// The vertices, and nine tokens uniform in the triangle.
Matrix scattered() {
  const Matrix V = triangle();
  Matrix tokens(12, 2);
  std::ranges::copy(V.data, tokens.data.begin());
  core::Generator generator = core::default_rng(4);
  for (std::size_t i = 3; i < 12; ++i) {
    double u = generator.random(), v = generator.random();
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    for (std::size_t c = 0; c < 2; ++c) tokens(i, c) = V(0, c) + u * (V(1, c) - V(0, c)) + v * (V(2, c) - V(0, c));
  }
  return tokens;
}

constexpr std::array<Preset, 6> kPresets{{
    {"triangle", "Triangle, one jump", "Four tokens at each corner. One wrong pick moves a token by \u03B3\u221A3 = 0.17, out of the circle: the exit clock stops.", &four_each, 6, 0.15, 400,
     300, 13, 4, 16},
    {"triangle-far", "Triangle, two jumps", "A token leaves this circle only if it jumps again before it is back: exits come several times later, with about the same slope in \u03B2.", &four_each, 5,
     0.3, 1000, 60, 4, 4, 7},
    {"triangle-deep", "Triangle, \u03B5/\u03B3 large", "Wide enough for the paper's bound: \u03B5/\u03B3 = 3.5 is more than twice the diameter. The bound holds, far below what is seen.", &four_each, 4,
     0.35, 1000, 60, 4, 3, 6},
    {"pair", "Two tokens, \u00B11", "The smallest case: each picks the other with probability 1/(1 + e^(2\u03B2)), so the mean wait is known.", &pair, 3, 0.05, 300, 1000, 7, 1, 7},
    {"arrival", "Arrival", "Three tokens at corners, nine anywhere: in some steps, whatever \u03B2, most go to the corner of their cell. Those near a border may not.", &scattered, 16, 0.15, 120,
     200, 7, 8, 32},
    {"unequal", "Hypotheses violated", "The right corner is nearer to the origin and its angle is obtuse: it scores itself little and is given up first. The theorem says nothing here.", &unequal, 8, 0.12, 300, 300, 9, 4, 12},
}};

const Preset& find(std::string_view key) {
  const auto at = std::ranges::find(kPresets, key, [](const Preset& p) { return std::string_view(p.key); });
  return at == kPresets.end() ? kPresets.front() : *at;
}

std::vector<Row> model_rows() {
  return {
      {choice(row_of("preset", "Configuration", kModelGroup, "Where the tokens start, with \u03B2, \u03B5 and the ensemble"), options_of(kPresets)), &S::preset},
      {ranged(row_of("beta", "Inverse temperature \u03B2", kModelGroup, "Token i picks token j with a probability in proportion to e^(\u03B2\u27E8x_i, x_j\u27E9)"), Kind::kNumber, 0, 40), &S::beta},
      {ranged(row_of("gamma", "Step \u03B3", kModelGroup, "A token moves this part of the way to the token it picked"), Kind::kNumber, 0.01, 1, Scale::kLog), &S::gamma},
      {ranged(row_of("radius", "Exit radius \u03B5", kModelGroup, "A token is out when it is farther than this from its corner"), Kind::kNumber, 0.001, 10, Scale::kLog), &S::radius},
      {choice(row_of("counts", "A step is", kRunGroup, "One update of the chain; or all updates up to the next one that moves a token, of the same law, exactly"),
              {{"movements", "the next movement"}, {"updates", "one update"}}), &S::counts},
      {ranged(row_of("steps", "Last step K", kRunGroup, "The chain is followed to this step"), Kind::kInteger, 1, 4000, Scale::kLog), &S::horizon},
      {plain(row_of("seed", "Seed", kStartGroup, "Of the picks, of the chain and of the ensemble, as NumPy's default_rng takes it"), Kind::kSeed), &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row; coordinates by commas, rows by semicolons. The corners of their hull are the homes"), Kind::kTokens,
              -kFarthestToken, kFarthestToken), &S::tokens},
  };
}

std::vector<Row> ensemble_rows() {
  return {
      {ranged(row_of("runs", "Runs at each \u03B2", kEnsembleGroup, "Chains from the corners until the first exit; where the start is elsewhere, from there until the last step of arrival"),
              Kind::kInteger, 10, 2000, Scale::kLog), &S::runs},
      {ranged(row_of("betas", "How many \u03B2", kEnsembleGroup, "At equal distances between the first and the last"), Kind::kInteger, 2, 13), &S::betas},
      {ranged(row_of("first-beta", "First \u03B2", kEnsembleGroup, "Of the ensemble"), Kind::kNumber, 0, 40), &S::first_beta},
      {ranged(row_of("last-beta", "Last \u03B2", kEnsembleGroup, "Of the ensemble"), Kind::kNumber, 0, 40), &S::last_beta},
      {ranged(row_of("arrival", "Steps of arrival T", kEnsembleGroup, "After so many updates the tokens at home are counted"), Kind::kInteger, 1, 1000, Scale::kLog), &S::arrival},
  };
}

std::vector<Row> show_rows() {
  return {
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Steps per second while playing"), Kind::kNumber, 0.5, 240, Scale::kLog), "steps/s")), &S::speed},
      {view(ranged(row_of("selected", "Selected token", kShowGroup, "Its last pick is drawn as an arrow; 0 for none"), Kind::kInteger, 0, static_cast<double>(kMostChainTokens))),
       &S::selected},
      {show_row("cells", "Cells", "Where hardmax would take a token, in the plane"), &S::cells},
      {show_row("circles", "Exit circles", "Radius \u03B5 around each corner"), &S::circles},
      {show_row("trails", "Trails", "Where each token has been"), &S::trails},
      {show_row("labels", "How many are home", "Tokens within \u03B5 of each corner, of those that belong there"), &S::labels},
  };
}

}  // namespace

std::span<const Field<S>> chain_fields() {
  static const std::vector<Row> rows = joined<Row>({model_rows(), ensemble_rows(), show_rows()});
  return rows;
}

S chain_start(const S& settings) {
  const Preset& preset = find(settings.preset);
  S out;
  out.preset = preset.key;
  out.tokens = preset.tokens();
  out.beta = preset.beta;
  out.radius = preset.radius;
  out.horizon = preset.horizon;
  out.runs = preset.runs;
  out.betas = preset.betas;
  out.first_beta = preset.first_beta;
  out.last_beta = preset.last_beta;
  return out;
}

std::string_view chain_preset_note(std::string_view key) { return find(key).note; }

}  // namespace lab::scenes
