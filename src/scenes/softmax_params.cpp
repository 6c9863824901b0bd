#include "scenes/softmax_params.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/elementary.h"
#include "core/presets.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = SoftmaxSettings;
using Row = Field<S>;

constexpr double kEntry = 1e3;  ///< coordinates and entries of A
constexpr const char* kCompareGroup = "Comparison";
constexpr const char* kStartGroup = "Start";
constexpr const char* kModelGroup = "Model";
constexpr const char* kRunGroup = "Run";

struct Preset {
  const char* key;
  const char* label;
  const char* note;
  Matrix (*tokens)();
  double beta;
  std::int64_t horizon;
  std::int64_t selected;
  const char* rule;
};

Matrix tie_tokens() { return {{1, 0}, {0, 1}, {.5, .5}, {-.4, .2}}; }
Matrix collection_1() { return core::notebook_collection(1); }
Matrix collection_2() { return core::notebook_collection(2); }

/// Two leaders of length 1, 6.5 degrees apart: each scores itself 1 - cos 6.5
/// degrees = 0.0064 higher than the other. Others around them follow.
Matrix close_leaders() {
  Matrix tokens{{-.8, .55}, {-.1, -.9}, {.2, .5}, {.45, .25}, {-.3, .2}, {.1, -.4}, {.35, .6}, {-.5, -.1}};
  constexpr double kDegree = 3.14159265358979323846 / 180;
  for (const double degrees : {48.5, 55.0}) {
    const core::SinCos at = core::sincos(degrees * kDegree);
    tokens.data.insert(tokens.data.end(), {at.cos, at.sin});
    ++tokens.rows;
  }
  return tokens;
}

constexpr std::array<Preset, 6> kPresets{{
    {"collection-1", "Collection 1", "Thirteen tokens of section 10. Token 4 has the smallest gap, 0.006: its row is the last to agree.",
     &collection_1, 10, 120, 4, "all"},
    {"collection-2", "Collection 2", "The other thirteen tokens of section 10.", &collection_2, 10, 120, 8, "all"},
    {"tie", "A tie of three", "Token 3 scores three tokens alike: as \u03B2 grows its weights tend to 1/3, 1/3, 1/3, 0.", &tie_tokens, 3, 60, 3, "all"},
    {"close-leaders", "Tiny gaps",
     "Tokens 9 and 10 both lead, but their scores differ by 0.006. At \u03B2 = 1000 one step deviates by 1.3e-05; after 500 layers the two have merged.",
     &close_leaders, 1000, 600, 9, "all"},
    {"first-only", "First maximizer only", "A rule that takes one of the tied tokens is not what softmax tends to.", &tie_tokens, 1000, 60, 3, "first"},
    {"random", "Random tokens", "Coordinates drawn uniformly from [−1, 1), as NumPy draws them.", nullptr, 10, 120, 1, "all"},
}};

const Preset& find(std::string_view key) {
  const auto at = std::ranges::find(kPresets, key, [](const Preset& p) { return std::string_view(p.key); });
  return at == kPresets.end() ? kPresets.back() : *at;
}

Matrix random_tokens(const S& s) {
  Matrix tokens(static_cast<std::size_t>(s.n), static_cast<std::size_t>(s.d));
  generator_of(s.seed).uniform(-1, 1, tokens.data);
  return tokens;
}

std::vector<Row> start_rows() {
  return {
      {choice(row_of("preset", "Configuration", kCompareGroup, "Where the tokens start, with \u03B2 and the last layer"), options_of(kPresets)), &S::preset},
      {endless(zero_stop(ranged(row_of("beta", "Inverse temperature \u03B2", kCompareGroup,
                                       "0: all tokens alike; at the right end, \u221E, the hardmax rule itself"),
                                Kind::kNumber, 0, 1e4, Scale::kLog), 1e-3)), &S::beta},
      {choice(row_of("rule", "Compared with", kCompareGroup, "Hardmax averages over all maximizers; the other rule takes the first of them"),
              {{"all", "all maximizers"}, {"first", "the first only"}}), &S::rule},
      {ranged(row_of("layers", "Last layer K", kRunGroup, "Both runs end at this layer"), Kind::kInteger, 1, 2000, Scale::kLog), &S::horizon},
      {ranged(row_of("n", "Random tokens n", kStartGroup, "How many tokens the random configuration draws"), Kind::kInteger, 1,
              static_cast<double>(kMostSoftTokens), Scale::kLog), &S::n},
      {ranged(row_of("d", "Dimension d", kStartGroup, "Dimension of the random configuration"), Kind::kInteger, 1,
              static_cast<double>(kMostSoftDimensions), Scale::kLog), &S::d},
      {plain(row_of("seed", "Seed", kStartGroup, "Seed of the random configuration, as NumPy's default_rng takes it"), Kind::kSeed), &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row; coordinates by commas, rows by semicolons"), Kind::kTokens, -kEntry, kEntry), &S::tokens},
  };
}

std::vector<Row> model_rows() {
  return {
      {ranged(row_of("a", "Attention matrix A", kModelGroup, "Token i scores token j by \u27E8A z_i, z_j\u27E9"), Kind::kMatrix, -kEntry, kEntry), &S::a},
      {ranged(row_of("alpha", "Step \u03B1", kModelGroup, "z \u2190 (z + \u03B1 m) / (1 + \u03B1)"), Kind::kNumber, 1e-3, 10, Scale::kLog), &S::alpha},
      {zero_stop(ranged(row_of("tie", "Tie tolerance", kModelGroup, "Scores this close to the maximum, relatively, count as tied; 0 asks for equality"),
                        Kind::kNumber, 0, 0.1, Scale::kLog), 1e-16), &S::tie},
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Layers per second while playing"), Kind::kNumber, 0.5, 240, Scale::kLog), "layers/s")), &S::speed},
  };
}

std::vector<Row> show_rows() {
  return {
      {view(ranged(row_of("selected", "Selected token", kShowGroup, "The row of weights that is shown; 0 for none"), Kind::kInteger, 0,
                   static_cast<double>(kMostSoftTokens))), &S::selected},
      {choice(row_of("show", "Pictures", kShowGroup, "What stands beside what"),
              {{"all", "both, and one over the other"}, {"side", "side by side"}, {"overlay", "one over the other"}}, true), &S::show},
      {show_row("pulls", "Where tokens are pulled", "A line from each token to the mean it moves towards"), &S::pulls},
      {show_row("trails", "Trails", "Where each token has been"), &S::trails},
      {show_row("hulls", "Hulls", "Convex hulls at the start and now"), &S::hulls},
      {show_row("labels", "Token numbers", "Numbers beside the tokens"), &S::labels},
  };
}

}  // namespace

std::span<const Field<S>> softmax_fields() {
  static const std::vector<Row> rows = joined<Row>({start_rows(), model_rows(), show_rows()});
  return rows;
}

S softmax_start(const S& settings) {
  const Preset& preset = find(settings.preset);
  S out;
  out.tokens = preset.tokens != nullptr ? preset.tokens() : random_tokens(settings);
  out.a = Matrix::identity(out.tokens.cols);
  out.beta = preset.beta;
  out.horizon = preset.horizon;
  out.selected = preset.selected;
  out.rule = preset.rule;
  return out;
}

std::string_view softmax_preset_note(std::string_view key) { return find(key).note; }

}  // namespace lab::scenes
