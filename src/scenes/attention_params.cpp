// Parameters of the scene "Self-attention" and where it starts.
#include <array>
#include <cmath>

#include "core/generator.h"
#include "scenes/attention_scene.h"
#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = AttentionSettings;

constexpr double kLargest = 1e6;
constexpr const char* kStart = "Start";
constexpr const char* kDraw = "Drawn matrices";
constexpr const char* kTokens = "Tokens";
constexpr const char* kMaps = "Projections";
constexpr const char* kShow = "Show";

Param drawn(Param p) {
  p.folded = true;
  return p;
}

Param size_row(std::string key, std::string label, std::string help, double max) {
  return drawn(ranged(row_of(std::move(key), std::move(label), kDraw, std::move(help)), Kind::kInteger, 1, max, Scale::kLog));
}

Param projection_row(std::string key, std::string label, std::string help) {
  return any_shape(ranged(row_of(std::move(key), std::move(label), kMaps, std::move(help)), Kind::kMatrix, -kLargest, kLargest));
}

std::vector<Field<S>> start_rows() {
  return {
      {choice(row_of("preset", "Configuration", kStart, "Tokens and projections to begin with"),
              {{"planar", "Nine points, W = identity"},
               {"turned", "Queries look to the side"},
               {"sharp", "Large scores: nearly hard"},
               {"mean", "W_Q = 0: plain mean"},
               {"drawn", "Drawn, as in the notebook"}}), &S::preset},
      {size_row("n", "Tokens n", "How many tokens are drawn", 64), &S::n},
      {size_row("d-m", "Token width d_m", "Coordinates of a drawn token", 16), &S::dm},
      {size_row("d-a", "Query width d_a", "Coordinates of a query and of a key", 16), &S::da},
      {size_row("d-v", "Value width d_v", "Coordinates of a value; the picture shows the first two", 16), &S::dv},
      {drawn(plain(row_of("seed", "Seed", kDraw, "As NumPy's default_rng takes it; X, W_Q, W_K, W_V are standard normal, drawn in this order"), Kind::kSeed)), &S::seed},
  };
}

std::vector<Field<S>> matrix_rows() {
  return {
      {ranged(row_of("x", "X", kTokens, "One token a row; coordinates by commas, rows by semicolons"), Kind::kTokens, -kLargest, kLargest), &S::x},
      {projection_row("wq", "W_Q", "Query of token i: Q_i = x_i W_Q; d_m rows, d_a columns"), &S::wq},
      {projection_row("wk", "W_K", "Key of token j: K_j = x_j W_K; d_m rows, d_a columns"), &S::wk},
      {projection_row("wv", "W_V", "Value of token j: V_j = x_j W_V; d_m rows, d_v columns"), &S::wv},
  };
}

std::vector<Field<S>> all_rows() {
  std::vector<Field<S>> rows = start_rows();
  for (Field<S>& row : matrix_rows()) rows.push_back(std::move(row));
  rows.push_back({choice(row_of("show", "View", kShow, "Values and outputs as points, or scores and weights as matrices"),
                         {{"points", "points"}, {"matrices", "matrices"}}, true), &S::show});
  rows.push_back({view(ranged(row_of("row", "Query", kShow, "Whose row of weights is shown"), Kind::kInteger, 1, 64)), &S::row});
  rows.push_back({choice(row_of("order", "Other order", kShow, "The reordering P for which Attn(PX) and P Attn(X) are compared"),
                         {{"backwards", "backwards"}, {"turned", "turned by one"}, {"swapped", "first two swapped"}}, true), &S::order});
  return rows;
}

// Spread out, none at the corner of a square: the rows of weights differ.
Matrix nine_points() {
  return {{-2.2, 0.9}, {-1.2, 1.7}, {-0.4, 0.5}, {0.5, 1.9}, {1.6, 0.7}, {2.3, -0.4}, {0.9, -1.5}, {-1.5, -1.2}, {0.2, -0.4}};
}

Matrix times(double factor) { return {{factor, 0}, {0, factor}}; }

void draw_all(S& s) {
  const auto seed = core::SeedSequence::parse(s.seed);
  core::Generator generator = core::default_rng(seed ? seed.value() : core::SeedSequence());
  const auto size = [](std::int64_t k) { return static_cast<std::size_t>(k); };
  s.x = Matrix(size(s.n), size(s.dm));
  s.wq = Matrix(size(s.dm), size(s.da));
  s.wk = Matrix(size(s.dm), size(s.da));
  s.wv = Matrix(size(s.dm), size(s.dv));
  for (Matrix* m : {&s.x, &s.wq, &s.wk, &s.wv}) generator.standard_normal(m->data);
}

}  // namespace

std::span<const Field<S>> attention_fields() {
  static const std::vector<Field<S>> rows = all_rows();
  return rows;
}

S attention_start(const S& s) {
  S out = s;
  if (s.preset == "drawn") {
    draw_all(out);
    out.row = 1;
    out.show = "matrices";
    return out;
  }
  out.x = nine_points();
  out.wq = out.wk = out.wv = times(1);
  if (s.preset == "turned") out.wq = {{0, 2}, {-2, 0}};  // a quarter turn to the left
  if (s.preset == "sharp") out.wq = times(12);
  if (s.preset == "mean") out.wq = times(0);
  out.row = S{}.row;
  out.show = "points";
  return out;
}

}  // namespace lab::scenes
