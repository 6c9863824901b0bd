#include "core/presets.h"

#include <array>
#include <cassert>
#include <cmath>
#include <initializer_list>

#include "core/elementary.h"
#include "core/generator.h"

// Sources: course notebook, sections 7, 9, 10 and exercises 7 to 9; published
// code of arXiv 2407.01602 for the two examples with alpha = 0.5.
namespace lab::core {
namespace {

constexpr double kPi = 3.14159265358979323846;

Preset plane(Matrix tokens, std::size_t layers, double alpha = 0.1) {
  return {std::move(tokens), {Matrix::identity(2), alpha, kTieTolerance}, layers};
}

void append(Matrix& tokens, std::initializer_list<double> token) {
  assert(token.size() == tokens.cols);
  tokens.data.insert(tokens.data.end(), token);
  ++tokens.rows;
}

constexpr double kDegree = kPi / 180.0;

/// Distance `radius` from the origin in the direction of `angle`, in radians.
void append_polar(Matrix& tokens, double radius, double angle) {
  const SinCos direction = sincos(angle);
  append(tokens, {radius * direction.cos, radius * direction.sin});
}

/// Exercise 9: ten tokens on a spiral, each turned by the golden angle. The
/// order of the operations gives the notebook's own bits.
void append_spiral(Matrix& tokens) {
  for (int k = 1; k <= 10; ++k) append_polar(tokens, k / 20.0, k * (137.50776405003785 * kDegree));
}

Matrix planted_tokens() {
  Matrix tokens(0, 2);
  for (const double degrees : {90.0, 210.0, 330.0}) append_polar(tokens, 2.0, degrees * kDegree);
  append_spiral(tokens);
  return tokens;
}

Preset collection_1() { return plane(notebook_collection(1), 400); }
Preset collection_2() { return plane(notebook_collection(2), 400); }
Preset predict_1() { return plane({{2, 0}, {0, 1}, {1, .5}}, 200); }
Preset predict_2() { return plane({{1, 0}, {0, 1}, {.5, .5}}, 40); }
Preset emergent() { return plane({{.18, -.95}, {.31, .54}, {1.45, -.63}, {.65, .35}}, 200); }

Preset zero() {
  Preset preset = collection_1();
  append(preset.tokens, {0, 0});
  return preset;
}

Preset zero_small() { return plane({{0, 0}, {1, 0}, {0, 1}, {.5, .5}}, 200); }
Preset duplicates() { return plane({{2, 0}, {2, 0}, {0, 1}, {1, .5}}, 200); }
Preset planted() { return plane(planted_tokens(), 400); }

Preset planted_edge() {
  Preset preset = planted();
  append(preset.tokens, {0, -1});
  return preset;
}

Preset planted_symmetric() {
  const double s = std::sqrt(3.0);
  Preset preset = plane({{0, 2}, {-s, -1}, {s, -1}}, 1000);
  append_spiral(preset.tokens);
  append(preset.tokens, {0, -1});
  preset.params.tie_rtol = 0.0;
  return preset;
}

Preset stretched() {
  Preset preset = collection_1();
  preset.params.A = {{1, 0}, {0, 9}};
  return preset;
}

Preset published_emergent() {
  return plane({{1, 1.0 / 3}, {-1.0 / 12, 1.0 / 12}, {-1, -1}, {0, .25}, {-.3, -.7}, {-.6, -.9}, {.8, .1}, {.6, .15}},
               60, 0.5);
}

Preset published_square() {
  return plane({{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {-.5, 0}, {.5, 0}}, 60, 0.5);
}

constexpr auto kPresets = std::to_array<NamedPreset>({
    {"collection-1", "Collection 1", "13 tokens of the course, five clusters: every token reaches a leader of layer 0.",
     collection_1},
    {"collection-2", "Collection 2", "13 other tokens, six clusters; one vertex of the hull is no leader.", collection_2},
    {"predict-1", "Predict 1", "Which tokens lead, and where does the third one go?", predict_1},
    {"predict-2", "Predict 2", "The third token ties with both leaders and rests halfway between them.", predict_2},
    {"emergent", "Emergent leader", "Token 2 is no leader at first and becomes one after a single layer.", emergent},
    {"zero", "Token at 0", "Collection 1 with a token at 0: it attends to everybody and jumps towards the mean.", zero},
    {"zero-small", "Token at 0, four tokens", "The token at 0 goes to (3/88, 3/88) in one layer.", zero_small},
    {"duplicates", "Repeated token", "Two tokens at (2, 0) attend to each other, so neither leads by definition.",
     duplicates},
    {"planted", "Planted leaders", "Three leaders on a circle; the scores of layer 0 say where the other ten go.", planted},
    {"planted-edge", "Planted leaders, token on an edge",
     "The token at (0, -1) rests until layer 284, when the tie tolerance carries it off.", planted_edge},
    {"planted-symmetric", "Planted leaders, exact symmetry",
     "With symmetric coordinates and tie tolerance 0 the token on the edge stays at (0, -1).", planted_symmetric},
    {"diag-1-9", "Collection 1, A = diag(1, 9)", "Only the two tokens extreme in y lead: two clusters.", stretched},
    {"published-emergent", "Published example: three leaders", "Two leaders at layer 0, three from layer 1 on; alpha = 0.5.",
     published_emergent},
    {"published-square", "Published example: square",
     "Two tokens go to midpoints of edges, the projections of 0; alpha = 0.5.", published_square},
});

}  // namespace

std::span<const NamedPreset> presets() { return kPresets; }

Matrix notebook_collection(int which) {
  assert(which == 1 || which == 2);
  Generator generator = default_rng(15);
  Matrix tokens(13, 2);
  for (int call = 0; call < which; ++call) generator.uniform(-1.0, 1.0, tokens.data);
  return tokens;
}

Preset random_preset(std::size_t n, std::size_t d, std::uint64_t seed) {
  assert(n >= 1 && d >= 1);
  Preset preset{Matrix(n, d), {Matrix::identity(d)}, 400};
  default_rng(seed).uniform(-1.0, 1.0, preset.tokens.data);
  return preset;
}

const NamedPreset* find_preset(std::string_view key) {
  for (const NamedPreset& preset : kPresets)
    if (preset.key == key) return &preset;
  return nullptr;
}

}  // namespace lab::core
