// Presets and rows of "Frank-Wolfe step".
#include <algorithm>

#include "scenes/frank_wolfe_scene.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Matrix;
using S = DescentSettings;

/// Five vertices, then six tokens inside.
Matrix pentagon() {
  return {{1, .1},    {.35, .95}, {-.8, .65}, {-.75, -.6}, {.3, -.95}, {.3, .2},
          {-.1, .45}, {-.35, .1}, {.1, -.35}, {.5, -.25},  {-.3, -.4}};
}

S with(Matrix tokens, Matrix b, double gamma, std::int64_t horizon, std::int64_t selected) {
  S s;
  s.v = Matrix::identity(tokens.cols);
  s.tokens = std::move(tokens);
  s.b = std::move(b);
  s.gamma = gamma;
  s.horizon = horizon;
  s.selected = selected;
  return s;
}

S concave(const S&) { return with(pentagon(), {{1, 0}, {0, 1}}, 0.2, 40, 7); }
S convex(const S&) { return with(pentagon(), {{-1, 0}, {0, -1}}, 0.3, 40, 7); }
S saddle(const S&) { return with(pentagon(), {{1, 0}, {0, -1}}, 0.2, 40, 7); }
S tie(const S&) {
  return with({{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {.5, 0}, {0, .4}, {-.3, -.2}, {0, 0}}, {{1, 0}, {0, 1}}, 0.2, 40, 5);
}
S turning(const S&) { return with(pentagon(), {{.8, -.6}, {.6, .8}}, 0.2, 60, 7); }

/// P = diag(.6, .7): token 2 attends to token 3 and goes to (.4, .7), beyond the edge x + y = 1.
S leaves(const S&) {
  S s = with({{0, 0}, {1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, 0.1, 20, 2);
  s.step = "value";
  s.v = {{1.5, 0}, {0, 7.0 / 3}};
  return s;
}

S random(const S& wanted) {
  Matrix tokens(static_cast<std::size_t>(wanted.n), 2);
  generator_of(wanted.seed).uniform(-1, 1, tokens.data);
  return with(std::move(tokens), {{1, 0}, {0, 1}}, 0.2, 40, 1);
}

}  // namespace

const std::vector<DescentPreset>& frank_wolfe_presets() {
  static const std::vector<DescentPreset> presets{
      {"concave", "B = I: concave",
       "J is concave: no step raises it, whatever \u03B3. Tokens go straight to vertices, which stay.", &concave},
      {"convex", "B = \u2212I: convex",
       "J is convex: a step goes to the far side, and where \u03B3 is too large for the gap J rises. With \u03B3 = "
       "0.02 it hardly does.",
       &convex},
      {"saddle", "B indefinite", "Level lines are hyperbolas: J falls along the first axis and rises along the second.",
       &saddle},
      {"tie", "Ties", "Token 5 scores two vertices alike, token 8 all tokens: y is the mean of those that tie.", &tie},
      {"leaves-hull", "Out of the hull",
       "V is no multiple of I: token 2 attends to token 3 and lands at (0.4, 0.7), outside the triangle.", &leaves},
      {"turning", "B not symmetric",
       "B turns by 37 degrees: \u27E8Bx, y\u27E9 still has a maximizer, but there is no objective that the steps would "
       "follow.",
       &turning},
      {"random", "Random tokens", "Coordinates drawn uniformly from [−1, 1), as NumPy draws them.", &random, true},
  };
  return presets;
}

std::span<const DescentRow> frank_wolfe_rows() {
  static const std::vector<DescentRow> rows = [] {
    auto start = descent_start_rows(frank_wolfe_presets(), 1), run = descent_run_rows(1000), step = descent_step_rows(),
         show = descent_show_rows();
    std::vector<DescentRow> all;
    const auto add = [&](const std::vector<DescentRow>& more) { all.insert(all.end(), more.begin(), more.end()); };
    add(start);
    add(run);
    add({{ranged(row_of("b", "Matrix B", "Step",
                        "Token x attends to the tokens y with the largest \u27E8Bx, y\u27E9; symmetric where an "
                        "objective is claimed"),
                 Kind::kMatrix, -kDescentEntry, kDescentEntry),
          &S::b},
         {choice(row_of("step", "Step matrix P", "Step", "x \u2190 x + P (y \u2212 x)"),
                 {{"gamma", "\u03B3I"}, {"value", "from V: (I + V)\u207B\u00B9 V"}}),
          &S::step},
         {ranged(row_of("value-matrix", "Value matrix V", "Step",
                        "Gives P = (I + V)\u207B\u00B9 V, where P comes from V; hI gives \u03B3 = h/(1 + h)"),
                 Kind::kMatrix, -kDescentEntry, kDescentEntry),
          &S::v}});
    add(step);
    add(show);
    all.push_back(
        {show_row("contours", "Level lines", "Of the objective \u2212\u00BD\u27E8Bx, x\u27E9, where B is symmetric"),
         &S::contours});
    return all;
  }();
  return rows;
}

}  // namespace lab::scenes
