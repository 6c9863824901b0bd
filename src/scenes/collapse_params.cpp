#include "scenes/collapse_params.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/elementary.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"
#include "scenes/token_edit.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = CollapseSettings;
using Row = Field<S>;

constexpr const char* kModelGroup = "Model";
constexpr const char* kStartGroup = "Start";
constexpr const char* kRunGroup = "Run";

struct Preset {
  const char* key;
  const char* label;
  const char* note;
  Matrix (*tokens)(const S& settings);
  double beta;
  double gamma;
  std::int64_t horizon;
  bool draws;
  bool labels;
};

Matrix drawn(const S& s) {
  Matrix tokens(static_cast<std::size_t>(s.n), static_cast<std::size_t>(s.d));
  generator_of(s.seed).uniform(-1, 1, tokens.data);
  return tokens;
}

/// Half of the tokens drawn, the others their negatives, the odd one at 0.
Matrix symmetric(const S& s) {
  Matrix tokens = drawn(s);
  const std::size_t half = tokens.rows / 2;
  for (std::size_t i = 0; i < tokens.rows - half; ++i)
    for (std::size_t c = 0; c < tokens.cols; ++c) tokens(half + i, c) = i < half ? -tokens(i, c) : 0;
  return tokens;
}

/// Corners at angles that are not quite equal, so that neighbours do not all merge at once, and six tokens between them.
Matrix pentagon(const S&) {
  Matrix tokens(0, 2);
  constexpr double kDegree = 3.14159265358979323846 / 180;
  for (const double degrees : {90.0, 158.0, 238.0, 300.0, 17.0}) {
    const core::SinCos at = core::sincos(degrees * kDegree);
    tokens.data.insert(tokens.data.end(), {at.cos, at.sin});
    ++tokens.rows;
  }
  for (const double x : {0.1, 0.55, -0.4, 0.45, -0.55, -0.2, 0.5, -0.35, 0.0, -0.6, 0.65, 0.15}) tokens.data.push_back(x);
  tokens.rows += 6;
  return tokens;
}

Matrix pair(const S&) { return {{1}, {-1}}; }
Matrix three(const S&) { return {{1, 0}, {0, 1}, {-1, -1}}; }

constexpr std::array<Preset, 6> kPresets{{
    {"pentagon", "Pentagon", "First to the corners, as under hardmax. Then two pairs of corners merge soon after t = 90; the last three wait until t = 1\u202F700: a staircase in log time.",
     &pentagon, 10, 0.1, 144, false, false},
    {"two", "Two tokens", "±1 on a line. Nothing seems to happen until t = 212, then all is over quickly. One more unit of β makes it 1\u202F095.", &pair, 3, 0.1, 160, false, true},
    {"two-cold", "Two tokens, \u03B2 = 6", "The same two tokens stay for 37\u202F382 updates. Under hardmax they never move.", &pair, 6, 0.1, 208, false, true},
    {"one-step", "One step by hand", "Three tokens, \u03B2 = 2, \u03B3 = 1/4: the weights at mark 0 and the tokens at mark 1 are in the tables. Hardmax moves none of them.",
     &three, 2, 0.25, 128, false, true},
    {"symmetric", "Symmetric cloud", "With each token its negative is there too: the meeting point is the origin.", &symmetric, 5, 0.1, 144, true, false},
    {"random", "Random tokens", "Coordinates drawn uniformly from [\u22121, 1). The meeting point is somewhere in the hull, not the origin.", &drawn, 7, 0.1, 144, true, false},
}};

const Preset& find(std::string_view key) {
  const auto at = std::ranges::find(kPresets, key, [](const Preset& p) { return std::string_view(p.key); });
  return at == kPresets.end() ? kPresets.back() : *at;
}

std::vector<Row> model_rows() {
  return {
      {choice(row_of("preset", "Configuration", kModelGroup, "Where the tokens start, with \u03B2, \u03B3 and the last mark"), options_of(kPresets)), &S::preset},
      {zero_stop(ranged(row_of("beta", "Inverse temperature \u03B2", kModelGroup, "Token i weighs token j by e^(\u03B2\u27E8x_i, x_j\u27E9); 0: all alike"),
                        Kind::kNumber, 0, 100, Scale::kLog), 0.1), &S::beta},
      {ranged(row_of("gamma", "Step \u03B3", kModelGroup, "x \u2190 (1 \u2212 \u03B3) x + \u03B3 times the weighted mean"), Kind::kNumber, 0.001, 0.99, Scale::kLog), &S::gamma},
      {ranged(row_of("marks", "Last mark K", kRunGroup, "Marks are kept moments: every update up to t = 31, then 16 in each doubling of t; mark 208 is t = 65\u202F536"),
              Kind::kInteger, 16, static_cast<double>(kMostCollapseMark)), &S::horizon},
  };
}

std::vector<Row> start_rows() {
  return {
      {ranged(row_of("n", "Drawn tokens n", kStartGroup, "How many tokens the random and the symmetric configuration have"), Kind::kInteger, 1,
              static_cast<double>(kMostCollapseTokens), Scale::kLog), &S::n},
      {ranged(row_of("d", "Dimension d", kStartGroup, "Dimension of drawn tokens"), Kind::kInteger, 1, static_cast<double>(kMostCollapseDimensions), Scale::kLog), &S::d},
      {plain(row_of("seed", "Seed", kStartGroup, "Seed of drawn tokens, as NumPy's default_rng takes it"), Kind::kSeed), &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row; coordinates by commas, rows by semicolons"), Kind::kTokens, -kFarthestToken, kFarthestToken),
       &S::tokens},
  };
}

std::vector<Row> show_rows() {
  return {
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Marks per second while playing"), Kind::kNumber, 0.5, 120, Scale::kLog), "marks/s")), &S::speed},
      {view(ranged(row_of("selected", "Selected token", kShowGroup, "Its weights are drawn as lines; 0 for none"), Kind::kInteger, 0,
                   static_cast<double>(kMostCollapseTokens))), &S::selected},
      {show_row("trails", "Trails", "Where each token has been"), &S::trails},
      {show_row("hulls", "Hulls", "Convex hulls at the start and now"), &S::hulls},
      {show_row("labels", "Token numbers", "Numbers beside the tokens"), &S::labels},
  };
}

}  // namespace

std::span<const Field<S>> collapse_fields() {
  static const std::vector<Row> rows = joined<Row>({model_rows(), start_rows(), show_rows()});
  return rows;
}

S collapse_start(const S& settings) {
  const Preset& preset = find(settings.preset);
  S out;
  out.preset = preset.key;
  out.tokens = preset.tokens(settings);
  out.beta = preset.beta;
  out.gamma = preset.gamma;
  out.horizon = preset.horizon;
  out.labels = preset.labels;
  return out;
}

bool collapse_draws(std::string_view preset) { return find(preset).draws; }
std::string_view collapse_preset_note(std::string_view key) { return find(key).note; }

}  // namespace lab::scenes
