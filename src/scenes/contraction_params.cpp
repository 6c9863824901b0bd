// Presets and rows of "B negative".
#include "scenes/contraction_scene.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = DescentSettings;

S with(Matrix tokens, const char* schedule, double gamma, std::int64_t horizon) {
  S s;
  s.n = 20;
  s.seed = "1";
  s.b = s.v = Matrix::identity(tokens.cols);
  s.tokens = std::move(tokens);
  s.schedule = schedule;
  s.gamma = gamma;
  s.horizon = horizon;
  s.selected = 0;
  return s;
}

Matrix gaussian(const S& wanted) {
  Matrix tokens(static_cast<std::size_t>(wanted.n), 2);
  generator_of(wanted.seed).standard_normal(tokens.data);
  return tokens;
}

/// floor(n / 2) normal tokens and their mirror images; for odd n the token 0 besides.
Matrix mirrored(const S& wanted) {
  const auto half = static_cast<std::size_t>(wanted.n) / 2;
  Matrix drawn(half, 2), tokens(static_cast<std::size_t>(wanted.n), 2);
  generator_of(wanted.seed).standard_normal(drawn.data);
  for (std::size_t e = 0; e < drawn.data.size(); ++e) {
    tokens.data[e] = drawn.data[e];
    tokens.data[drawn.data.size() + e] = -drawn.data[e];
  }
  return tokens;
}

S cloud(const S& wanted) { return with(gaussian(wanted), "harmonic", 0.1, 600); }
S small_steps(const S& wanted) { return with(gaussian(wanted), "constant", 0.05, 200); }
S symmetric(const S& wanted) { return with(mirrored(wanted), "constant", 0.1, 60); }
S pair(const S&) { return with({{.7, -.2}, {-.7, .2}}, "constant", 0.2, 40); }
S counterexample(const S&) { return with({{3}, {-1}}, "harmonic", 0.1, 700); }
S one_step(const S&) { return with({{3}, {-1}}, "constant", 0.5, 10); }

}  // namespace

const std::vector<DescentPreset>& contraction_presets() {
  static const std::vector<DescentPreset> presets{
      {"cloud", "Random cloud",
       "As a rule 0 leaves the hull within a few steps; the tokens meet away from it, and then the printed bound on J "
       "fails sooner or later.",
       &cloud, true},
      {"small-steps", "The same cloud, \u03B3 = 0.05",
       "Small steps of equal size: many tokens meet close to 0, but as a rule not at 0.", &small_steps, true},
      {"counterexample", "3 and \u22121 on the line",
       "One step swaps them, the next loses 0: x_2 = 1/3 for ever, and J = 1/18 stays while the bound falls.",
       &counterexample},
      {"one-step", "3 and \u22121, \u03B3 = 1/2", "Both tokens are at 1 after one step, and stay there.", &one_step},
      {"symmetric", "Symmetric cloud",
       "With every x also \u2212x is a token: each step multiplies the largest norm by at most max(1 \u2212 2\u03B3, "
       "\u03B3).",
       &symmetric, true},
      {"pair", "A pair x, \u2212x", "Each step multiplies both by 1 \u2212 2\u03B3 exactly.", &pair},
  };
  return presets;
}

std::span<const DescentRow> contraction_rows() {
  static const std::vector<DescentRow> rows = [] {
    auto start = descent_start_rows(contraction_presets(), 2), run = descent_run_rows(3000), step = descent_step_rows(),
         show = descent_show_rows();
    std::vector<DescentRow> all;
    const auto add = [&](const std::vector<DescentRow>& more) { all.insert(all.end(), more.begin(), more.end()); };
    add(start);
    add(run);
    add({{ranged(row_of("b-star", "Matrix B*", "Step",
                        "B = \u2212B*: token x attends to the tokens y with the smallest \u27E8B*x, y\u27E9; symmetric "
                        "positive semidefinite where claims ask for it"),
                 Kind::kMatrix, -kDescentEntry, kDescentEntry),
          &S::b}});
    add(step);
    add({{view(ranged(row_of("clouds", "Random clouds", "Many clouds",
                             "How many clouds of 20 are run for the statistics, of seeds 0, 1, 2, \u2026; 0 for none"),
                      Kind::kInteger, 0, static_cast<double>(kMostClouds))),
          &S::clouds}});
    add(show);
    return all;
  }();
  return rows;
}

}  // namespace lab::scenes
