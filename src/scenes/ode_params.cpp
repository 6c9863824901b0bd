#include "scenes/ode_params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/elementary.h"
#include "scenes/polygon_tokens.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = OdeSettings;
using Row = Field<S>;

constexpr double kEntry = 1e3;  ///< coordinates and entries of B
constexpr double kTurn = 6.28318530717958647692;
constexpr const char* kStartGroup = "Start";
constexpr const char* kStepGroup = "Steps";
constexpr const char* kModelGroup = "Model";
constexpr const char* kRunGroup = "Run";

struct Preset {
  const char* key;
  const char* label;
  const char* note;
  Matrix (*tokens)();  ///< null: drawn from the seed
  Matrix (*b)();       ///< null: I
};

Matrix triangle() {
  Matrix out = regular_polygon(3);
  append_tokens(out, {{.1, .3}, {-.15, .05}, {-.3, -.2}, {.05, -.4}, {.35, -.1}, {.1, -.15}});
  return out;
}

Matrix pentagon() {
  Matrix out = regular_polygon(5);
  append_tokens(out, {{.1, .25}, {-.2, .35}, {-.45, .05}, {-.1, -.3}, {-.35, -.45}, {.3, -.4}, {.5, .3}, {.2, -.05}});
  return out;
}

Matrix blunt() {
  return {{1, 0}, {-1, -.2}, {.35, .4}, {-.2, -.6}, {.3, .1}, {-.3, .05}, {.1, -.2}, {-.5, -.1}, {.05, .2}};
}

/// Token 4 lies on the axis of symmetry, between the cells of tokens 2 and 3.
Matrix boundary() {
  Matrix out = regular_polygon(3);
  out(1, 0) = -out(2, 0);
  out(1, 1) = out(2, 1);
  append_tokens(out, {{0, -.2}, {-.25, -.1}, {.3, -.15}, {.05, .3}});
  return out;
}

Matrix stretched() { return {{1.5, .3}, {.3, .8}}; }

constexpr std::array<Preset, 6> kPresets{{
    {"pentagon", "Pentagon",
     "Each token runs straight to the vertex of its cell. Steps of 0.1 are ahead of the exact solution, by a fiftieth "
     "of the way at most.",
     &pentagon, nullptr},
    {"triangle", "Triangle",
     "Three cells that meet at the origin. A ring is the exact place, a disc the discrete one: with \u03B3 = 0.001 no "
     "eye tells them apart.",
     &triangle, nullptr},
    {"random", "Random pentagon",
     "Five vertices near a circle and eight tokens inside, drawn. New seeds keep the errors: they depend on \u03B3 "
     "only.",
     nullptr, nullptr},
    {"other-b", "Another B", "The same pentagon, with scores \u27E8B x, y\u27E9: other cells, the same errors.",
     &pentagon, &stretched},
    {"blunt", "A vertex that moves",
     "The upper vertex scores another one higher than itself: G1 fails, it leaves its place, and what was dashed is no "
     "solution.",
     &blunt, nullptr},
    {"boundary", "On a boundary",
     "Token 4 lies between two cells: G2 fails. It goes to the middle of the two vertices, which no dashed line does.",
     &boundary, nullptr},
}};

const Preset& find(std::string_view key) {
  const auto at = std::ranges::find(kPresets, key, [](const Preset& p) { return std::string_view(p.key); });
  return at == kPresets.end() ? kPresets.front() : *at;
}

/// Angles within a tenth of a turn, radii in [0.9, 1.1]; inside, random averages of the vertices.
Matrix random_pentagon(const std::string& seed) {
  constexpr std::size_t kCorners = 5, kInside = 8;
  core::Generator generator = generator_of(seed);
  Matrix out(kCorners + kInside, 2);
  for (std::size_t i = 0; i < kCorners; ++i) {
    const core::SinCos at =
        core::sincos(kTurn * (static_cast<double>(i) + 0.5 * generator.random()) / static_cast<double>(kCorners));
    const double radius = 0.9 + 0.2 * generator.random();
    out(i, 0) = radius * at.cos;
    out(i, 1) = radius * at.sin;
  }
  for (std::size_t i = kCorners; i < out.rows; ++i) {
    std::array<double, kCorners> weight{};
    double sum = 0;
    for (double& w : weight) {
      const double u = generator.random();
      w = u * u * u;
      sum += w;
    }
    for (std::size_t j = 0; j < kCorners; ++j)
      for (std::size_t c = 0; c < 2; ++c) out(i, c) += weight[j] / sum * out(j, c);
  }
  return out;
}

Param gamma_row(std::string key, std::string label, std::string help) {
  return ranged(row_of(std::move(key), std::move(label), kStepGroup, std::move(help)), Kind::kNumber, 1e-3, 0.5,
                Scale::kLog);
}

}  // namespace

std::span<const Field<S>> ode_fields() {
  static const std::vector<Row> rows = {
      {choice(row_of("preset", "Configuration", kStartGroup, "Where the tokens start, and B"), options_of(kPresets)), &S::preset},
      {gamma_row("gamma-1", "Step \u03B3, left", "Step of the first picture"), &S::coarse},
      {gamma_row("gamma-2", "Step \u03B3, middle", "Step of the second picture"), &S::middle},
      {gamma_row("gamma-3", "Step \u03B3, right", "Step of the third picture"), &S::fine},
      {ranged(row_of("time", "Last time T", kRunGroup, "All runs end at this time: T/\u03B3 steps"), Kind::kInteger, 2,
              8),
       &S::last},
      {plain(row_of("seed", "Seed", kStartGroup, "Seed of the random pentagon, as NumPy's default_rng takes it"),
             Kind::kSeed),
       &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row, at most 24, of 1, 2 or 3 coordinates"),
              Kind::kTokens, -kEntry, kEntry),
       &S::tokens},
      {ranged(row_of("b", "Matrix B", kModelGroup, "Token i scores y by \u27E8B x_i, y\u27E9"), Kind::kMatrix, -kEntry,
              kEntry),
       &S::b},
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Steps of 1/20 unit of time per second while playing"),
                             Kind::kNumber, 1, 120, Scale::kLog),
                      "steps/s")),
       &S::speed},
      {show_row("cells", "Cells", "Where each vertex has the largest score, in the plane"), &S::cells},
      {show_row("exact", "Exact solution", "Dashed lines of the solution and rings at its present place"), &S::exact},
      {show_row("labels", "Token numbers", "Numbers beside the tokens"), &S::labels},
  };
  return rows;
}

S ode_start(const S& settings) {
  const Preset& preset = find(settings.preset);
  S out;
  out.tokens = preset.tokens != nullptr ? preset.tokens() : random_pentagon(settings.seed);
  out.b = preset.b != nullptr ? preset.b() : Matrix::identity(2);
  return out;
}

std::string_view ode_preset_note(std::string_view key) { return find(key).note; }

}  // namespace lab::scenes
