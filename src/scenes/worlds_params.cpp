#include "scenes/worlds_params.h"

#include <algorithm>
#include <array>
#include <vector>

#include "scenes/polygon_tokens.h"
#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = WorldsSettings;
using Row = Field<S>;

constexpr double kEntry = 1e3;  ///< coordinates
constexpr const char* kStartGroup = "Start";
constexpr const char* kModelGroup = "Model";
constexpr const char* kRunGroup = "Run";

struct Preset {
  const char* key;
  const char* label;
  const char* note;
  Matrix (*tokens)();
  double beta, gamma, radius;
  std::int64_t decades;
};

Matrix pair() { return {{1}, {-1}}; }

Matrix triangle() {
  Matrix out = regular_polygon(3);
  append_polar(out, {{.6, 75}, {.7, 105}, {.6, 195}, {.65, 222}, {.7, 318}, {.6, 340}});
  return out;
}

/// Four tokens at each vertex of a triangle.
Matrix groups() {
  const Matrix corners = regular_polygon(3);
  Matrix out = corners;
  for (int copy = 1; copy < 4; ++copy) append_tokens(out, corners);
  return out;
}

Matrix pentagon() {
  Matrix out = regular_polygon(5);
  append_polar(out, {{.65, 85}, {.7, 168}, {.65, 227}, {.7, 312}, {.65, 12}});
  return out;
}

Matrix unequal() {
  Matrix out(0, 2);
  append_polar(out, {{1.1, 90}, {1, 210}, {.95, 330}, {.6, 80}, {.6, 215}, {.6, 335}});
  return out;
}

constexpr std::array<Preset, 6> kPresets{{
    {"triangle", "Triangle",
     "All arrive at the vertices together. Then the chain's tokens jump, softmax tokens creep inwards, and hardmax "
     "rests.",
     &triangle, 9, .2, .3, 7},
    {"pair", "Pair", "The closed case ±1: with each unit of β the chain stays e² times as long, and softmax nearly so.", &pair, 5, .1,
     .15, 6},
    {"groups", "Triangle of groups",
     "Four tokens at each vertex: twelve clocks run, so the first jump comes twelve times as soon; tokens that jump "
     "mostly return.",
     &groups, 7, .1, .15, 6},
    {"pentagon", "Pentagon", "Nearer vertices, smaller c₀ = 0.69: β must be larger for the same quiet.", &pentagon, 18,
     .3, .3, 7},
    {"unequal", "Unequal norms",
     "The shortest vertex has the smallest margin and is left first: c₀ > 0 still gives the clock, the theorem asks "
     "for equal norms.",
     &unequal, 8, .2, .25, 7},
    {"warm", "A small β", "β = 1: nothing is metastable. The three part before they arrive.", &triangle, 1, .3, .3, 4},
}};

const Preset& find(std::string_view key) {
  const auto at = std::ranges::find(kPresets, key, [](const Preset& p) { return std::string_view(p.key); });
  return at == kPresets.end() ? kPresets.front() : *at;
}

}  // namespace

std::span<const Field<S>> worlds_fields() {
  static const std::vector<Row> rows = {
      {choice(row_of("preset", "Configuration", kStartGroup, "Where the tokens start, with β, γ, radius and last time"),
              options_of(kPresets)),
       &S::preset},
      {ranged(row_of("beta", "Inverse temperature β", kModelGroup, "Of softmax and chain; hardmax is β = ∞"),
              Kind::kNumber, 0.1, 40, Scale::kLog),
       &S::beta},
      {ranged(row_of("gamma", "Step γ", kModelGroup, "x ← x + γ (target − x), the same for all three"), Kind::kNumber,
              0.02, 0.5, Scale::kLog),
       &S::gamma},
      {ranged(row_of("radius", "Radius", kModelGroup, "Farther than this from its hardmax token, a token has parted"),
              Kind::kNumber, 0.01, 1, Scale::kLog),
       &S::radius},
      {ranged(row_of("decades", "Decades of time", kRunGroup, "The last time is ten to this power"), Kind::kInteger, 2,
              9),
       &S::decades},
      {plain(row_of("seed", "Chain seed", kRunGroup,
                    "What the chain picks, as NumPy's default_rng takes it; its children drive the other chains"),
             Kind::kSeed),
       &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row, at most 16, of 1, 2 or 3 coordinates"),
              Kind::kTokens, -kEntry, kEntry),
       &S::tokens},
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Steps of an eighth of a decade per second"),
                             Kind::kNumber, 0.5, 30, Scale::kLog),
                      "steps/s")),
       &S::speed},
      {show_row("trails", "Trails", "Where each token was at the last times"), &S::trails},
      {show_row("circles", "Radius", "A circle of the radius around each hardmax place, in the plane"), &S::circles},
      {show_row("labels", "Token numbers", "Numbers beside the tokens"), &S::labels},
  };
  return rows;
}

S worlds_start(const S& settings) {
  const Preset& preset = find(settings.preset);
  S out;
  out.tokens = preset.tokens();
  out.beta = preset.beta;
  out.gamma = preset.gamma;
  out.radius = preset.radius;
  out.decades = preset.decades;
  return out;
}

std::string_view worlds_preset_note(std::string_view key) { return find(key).note; }

}  // namespace lab::scenes
