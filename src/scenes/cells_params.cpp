#include "scenes/cells_params.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/elementary.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"
#include "scenes/token_edit.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = CellsSettings;
using Row = Field<S>;

constexpr double kTurn = 6.28318530717958647692;
constexpr const char* kStartGroup = "Start";
constexpr const char* kStepGroup = "Steps";
constexpr const char* kModelGroup = "Model";
constexpr const char* kFieldGroup = "Field";
constexpr const char* kRunGroup = "Run";

/// What is drawn when tokens are drawn.
struct Draw {
  std::size_t vertices, inner, d;
  const char* seed;
  double stretch = 1;  ///< of the x axis; B undoes it, so that all |v|_B are equal
};

struct Preset {
  const char* key;
  const char* label;
  const char* note;
  Draw draw;  ///< no vertices: `tokens`, or the rows of the table
  Matrix (*tokens)();
  const char* schedule;
  std::int64_t horizon;
};

/// Vertex 2 scores vertex 1 higher than itself, vertex 6 waits inside until it has gone.
Matrix leaving() {
  return {{2, .3},    {.9, -.75}, {-.9, -.85}, {-1.1, .8}, {.55, 1.15}, {.1, -.78},
          {.5, -.35}, {-.4, .3},  {.3, .4},    {-.5, -.4}, {1, .3},     {-.1, .75}};
}

constexpr std::array<Preset, 8> kPresets{{
    {"five",
     "Five vertices",
     "Each token stays in its cell and goes straight to the vertex there. Drag a vertex: the walls turn about 0.",
     {5, 24, 2, "15"},
     nullptr,
     "constant",
     60},
    {"fifty",
     "Fifty on an ellipse",
     "B makes all vertices equally long: the cells are Voronoi cells in the norm of B.",
     {50, 60, 2, "15", 1.8},
     nullptr,
     "constant",
     60},
    {"five-hundred",
     "Five hundred on a circle",
     "The more vertices, the thinner the cells, and the smaller the margins of G1 and G2.",
     {500, 40, 2, "15"},
     nullptr,
     "constant",
     60},
    {"solid", "Twelve in space", "Turn it: twelve solid cells meet at 0.", {12, 24, 3, "15"}, nullptr, "constant", 60},
    {"solid-500",
     "Five hundred in space",
     "Each colour on the surface is the end of one thin cell that begins at 0.",
     {500, 20, 3, "15"},
     nullptr,
     "constant",
     60},
    {"stalls",
     "Steps too short",
     "\u03B3\u1D57 = 2^\u2212(t+1) adds up to 1: every token stops with 0.2888 of its way still to go.",
     {5, 24, 2, "15"},
     nullptr,
     "halving",
     60},
    {"leaves",
     "A vertex that leaves",
     "Vertex 2 is in the cell of vertex 1 and goes there. Token 6 becomes a vertex, and lines bend.",
     {},
     &leaving,
     "constant",
     60},
    {"random",
     "Random vertices",
     "Vertices near the unit circle or sphere, other tokens inside, drawn from the seed.",
     {},
     nullptr,
     "constant",
     60},
}};

const Preset& find(std::string_view key) {
  const auto at = std::ranges::find(kPresets, key, [](const Preset& p) { return std::string_view(p.key); });
  return at == kPresets.end() ? kPresets.back() : *at;
}

/// Vertex i of k: in the plane one in each k-th of the turn, in space along a spiral from pole to pole. Its length
/// differs from 1 by less than what would take a vertex into the hull, or into its neighbour's cell.
void place_vertex(std::span<double> x, std::size_t i, std::size_t k, core::Generator& generator) {
  const auto n = static_cast<double>(k), at = static_cast<double>(i);
  const double jitter = generator.uniform(-1, 1), wobble = generator.uniform(-1, 1);
  if (x.size() == 2) {
    const core::SinCos turn = core::sincos(kTurn * (at + 0.15 * jitter) / n);
    const double length = 1 + 2 * wobble / (n * n);
    x[0] = length * turn.cos;
    x[1] = length * turn.sin;
    return;
  }
  constexpr double kGoldenTurn = 0.38196601125010515;
  const double height = 1 - (2 * at + 1) / n, round = std::sqrt(1 - height * height);
  const core::SinCos turn = core::sincos(kTurn * (at * kGoldenTurn + 0.1 * jitter / std::sqrt(n)));
  const double length = 1 + 0.4 * wobble / n;
  x[0] = length * round * turn.cos;
  x[1] = length * round * turn.sin;
  x[2] = length * height;
}

/// A point of the ball that the hull of such vertices holds.
void place_inner(std::span<double> x, std::size_t k, core::Generator& generator) {
  const auto n = static_cast<double>(k);
  const double most =
      x.size() == 2 ? 0.92 * (1 - 2 / (n * n)) * core::sincos(0.65 * kTurn / n).cos : std::max(0.25, 0.95 - 4 / n);
  for (;;) {
    double square = 0;
    for (double& c : x) {
      c = generator.uniform(-1, 1);
      square += c * c;
    }
    if (square <= 1 && square > 0.02) break;
  }
  for (double& c : x) c *= most;
}

Matrix drawn(const Draw& draw) {
  core::Generator generator = generator_of(draw.seed);
  Matrix tokens(draw.vertices + draw.inner, draw.d);
  for (std::size_t i = 0; i < tokens.rows; ++i) {
    if (i < draw.vertices)
      place_vertex(tokens.row(i), i, draw.vertices, generator);
    else
      place_inner(tokens.row(i), draw.vertices, generator);
    tokens(i, 0) *= draw.stretch;
  }
  if (draw.stretch == 1) return tokens;
  // Equal lengths in the norm of B are what such a preset is about.
  for (std::size_t i = 0; i < draw.vertices; ++i) {
    const double x = tokens(i, 0) / draw.stretch, y = tokens(i, 1), length = std::sqrt(x * x + y * y);
    tokens(i, 0) /= length;
    tokens(i, 1) /= length;
  }
  return tokens;
}

Param count(std::string key, std::string label, const char* group, std::string help, double min, double max) {
  return ranged(row_of(std::move(key), std::move(label), group, std::move(help)), Kind::kInteger, min, max,
                Scale::kLog);
}

std::vector<Row> start_rows() {
  return {
      {choice(row_of("preset", "Configuration", kStartGroup, "Where the tokens start, with B and the schedule"),
              options_of(kPresets)),
       &S::preset},
      {count("vertices", "Random vertices k", kStartGroup, "How many vertices the random configuration draws", 3, 500),
       &S::vertices},
      {ranged(row_of("inner", "Random tokens inside", kStartGroup, "How many tokens it draws inside their hull"),
              Kind::kInteger, 0, 100),
       &S::inner},
      {ranged(row_of("d", "Dimension d", kStartGroup, "Of the random configuration: the plane or space"),
              Kind::kInteger, 2, 3),
       &S::d},
      {plain(row_of("seed", "Seed", kStartGroup, "Seed of the random configuration, as NumPy's default_rng takes it"),
             Kind::kSeed),
       &S::seed},
      {count("steps", "Last step T", kRunGroup, "The run ends at this step", 1, static_cast<double>(kMostCellsSteps)),
       &S::horizon},
  };
}

std::vector<Row> model_rows() {
  return {
      {ranged(row_of("tokens", "Tokens", kStartGroup, "One token a row, of 2 or 3 coordinates; at most 600"),
              Kind::kTokens, -kFarthestToken, kFarthestToken),
       &S::tokens},
      {ranged(row_of("b", "Matrix B", kModelGroup, "Token i scores y by \u27E8B x_i, y\u27E9"), Kind::kMatrix, -1e3,
              1e3),
       &S::b},
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Steps per second while playing"), Kind::kNumber, 0.5,
                             120, Scale::kLog),
                      "steps/s")),
       &S::speed},
  };
}

std::vector<Row> field_rows() {
  return {
      {choice(row_of("field", "Field", kFieldGroup,
                     "Colours a grid of points of the hull by the vertex that each goes to"),
              {{"off", "off"}, {"hardmax", "hardmax"}, {"softmax", "softmax"}}, true),
       &S::field},
      {view(endless(zero_stop(ranged(row_of("beta", "Inverse temperature \u03B2", kFieldGroup,
                                            "Of the softmax field; at the right end, \u221E, the hardmax rule"),
                                     Kind::kNumber, 0, 1e4, Scale::kLog),
                              1e-2))),
       &S::beta},
      {view(count("depth", "Softmax steps", kFieldGroup, "How many steps of the schedule each grid point takes", 1,
                  200)),
       &S::depth},
      {view(count("grid", "Points across", kFieldGroup,
                  "Grid points across the wider side; fewer where that would take too long", 8, 160)),
       &S::grid},
  };
}

std::vector<Row> show_rows() {
  return {
      {view(ranged(row_of("selected", "Selected token", kShowGroup, "0 for none"), Kind::kInteger, 0,
                   static_cast<double>(kMostCellsTokens))),
       &S::selected},
      {show_row("cells", "Cells", "Each vertex's cell in its colour"), &S::cells},
      {show_row("lines", "Lines", "Where tokens have been, and dashed where they will go"), &S::lines},
      {show_row("worst", "Smallest margins", "Rings on the vertex and the token that are nearest to another cell"),
       &S::worst},
      {show_row("labels", "Token numbers", "Numbers beside the tokens"), &S::labels},
  };
}

}  // namespace

std::span<const Field<S>> cells_fields() {
  static const std::vector<Row> rows = joined<Row>({start_rows(), schedule_rows<S>(kStepGroup, &S::schedule, &S::gamma, &S::formula),
                                                    model_rows(), field_rows(), show_rows()});
  return rows;
}

S cells_start(const S& settings) {
  const Preset& preset = find(settings.preset);
  S out;
  Draw draw = preset.draw;
  if (draw.vertices > 0) {
    out.vertices = static_cast<std::int64_t>(draw.vertices);
    out.inner = static_cast<std::int64_t>(draw.inner);
    out.d = static_cast<std::int64_t>(draw.d);
    out.seed = draw.seed;
  } else {
    draw = {static_cast<std::size_t>(settings.vertices), static_cast<std::size_t>(settings.inner),
            static_cast<std::size_t>(settings.d), settings.seed.c_str()};
  }
  out.tokens = preset.tokens != nullptr ? preset.tokens() : drawn(draw);
  out.b = Matrix::identity(out.tokens.cols);
  out.b(0, 0) = 1 / (draw.stretch * draw.stretch);
  out.schedule = preset.schedule;
  out.horizon = preset.horizon;
  return out;
}

std::string_view cells_preset_note(std::string_view key) { return find(key).note; }

}  // namespace lab::scenes
