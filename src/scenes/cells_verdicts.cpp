// What "Cells" claims and says.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/hardmax.h"
#include "scenes/cells_scene.h"
#include "scenes/curves.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kProbes = 64;           ///< tokens whose powers are compared, with few vertices
constexpr std::size_t kMostPowers = 4000;     ///< powers compared at most
constexpr double kStalled = 0.2887880950866;  ///< p of 2^-(t+1), in the limit

std::string met(bool yes) { return yes ? "met" : "not met"; }
std::string token_name(std::size_t i) { return "token " + std::to_string(i + 1); }
std::string small(double x) { return std::isinf(x) ? "\u221E" : rounded(x, 3); }

Verdict judge_g1(const CellsScene& scene) {
  const core::Genericity& g = scene.run().genericity();
  Verdict v{"G1: each vertex is in its own cell only", "Any B.",
            "\u27E8Bv_i, v_i\u27E9 > \u27E8Bv_i, v_j\u27E9 for all j \u2260 i.",
            "Smallest difference " + small(g.vertex_margin) + ", at " + token_name(scene.worst_vertex_token()) + ".",
            finding(scene.k() > 1, g.g1)};
  if (scene.k() < 2) v.measured = "Nothing to compare: there is one vertex.";
  return v;
}

Verdict judge_g2(const CellsScene& scene) {
  const core::Genericity& g = scene.run().genericity();
  Verdict v{"G2: each token is in exactly one cell", "Any B.",
            "\u27E8Bx, v_\u03C3\u27E9 is larger than every other \u27E8Bx, v_j\u27E9.",
            "Smallest difference " + small(g.token_margin) + ", at " + token_name(g.worst_token) + ".",
            finding(scene.k() > 1, g.g2)};
  if (scene.k() < 2) v.measured = "Nothing to compare: there is one vertex.";
  return v;
}

std::string hypotheses(const CellsScene& scene) {
  const core::Genericity& g = scene.run().genericity();
  return "G1 " + met(g.g1) + ", G2 " + met(g.g2) + "; any B, \u03B3\u1D57 in (0, 1].";
}

Verdict judge_lines(const CellsScene& scene) {
  Verdict v{"Tokens move on straight lines", hypotheses(scene),
            "x\u1D57 = p_t x\u2070 + (1 \u2212 p_t) v_\u03C3 up to rounding, p_t = \u220F (1 \u2212 \u03B3\u02E2).",
            "Largest difference, all tokens, steps 0 to " + std::to_string(scene.step()) + ": " +
                rounded(scene.run().worst_deviation(scene.step()), 2) + ".",
            Finding::kDoesNotApply};
  if (scene.generic()) v.finding = finding(scene.run().straight(scene.step()));
  return v;
}

Verdict judge_vertices(const CellsScene& scene) {
  const CellsRun::Step& now = scene.run().step(scene.step());
  Verdict v{"Vertices rest, the hull stays", hypotheses(scene), "No vertex moves by more than rounding.",
            "Farthest moved at step " + std::to_string(scene.step()) + ": " + rounded(now.moved, 2) + "; " +
                plural(scene.geometry().vertices.size(), "corner") + " now, " + std::to_string(scene.k()) +
                " at the start.",
            Finding::kDoesNotApply};
  if (scene.generic()) v.finding = finding(now.moved <= 2 * static_cast<double>(scene.d()) * (now.rounding + 1e-300));
  return v;
}

/// Whether sum gamma = infinity; of a typed schedule nobody can tell from finitely many values.
enum class Sum { kInfinite, kFinite, kUnknown };
Sum sum_of(const CellsScene& scene) {
  switch (scene.run().schedule().kind) {
    case core::Schedule::kHalving:
      return Sum::kFinite;
    case core::Schedule::kTyped:
      return Sum::kUnknown;
    default:
      return Sum::kInfinite;
  }
}

std::string rate_text(const CellsScene& scene) {
  switch (scene.run().schedule().kind) {
    case core::Schedule::kConstant:
      return "|x\u1D57 \u2212 v| = (1 \u2212 \u03B3)\u1D57 |x\u2070 \u2212 v|: exponential.";
    case core::Schedule::kHarmonic:
      return "p_t = 0 from t = 1 on, since \u03B3\u2070 = 1.";
    case core::Schedule::kToOne:
      return "p_t = 1/(t + 1)!: faster than exponential.";
    case core::Schedule::kHalving:
      return "None: p_t \u2192 " + rounded(kStalled, 4) + " > 0.";
    case core::Schedule::kTyped:
      break;
  }
  return "p_t \u2192 0 if and only if \u03A3 \u03B3\u1D57 = \u221E (or some \u03B3\u1D57 = 1).";
}

Verdict judge_arrival(const CellsScene& scene) {
  const Sum sum = sum_of(scene);
  double total = 0;
  for (std::size_t t = 0; t < scene.horizon(); ++t) total += core::step_size(scene.run().schedule(), t);
  const CellsRun::Step& now = scene.run().step(scene.step());
  Verdict v{"Every token tends to its vertex", {}, rate_text(scene), {}, Finding::kDoesNotApply};
  v.hypothesis = sum == Sum::kInfinite ? "\u03A3 \u03B3\u1D57 = \u221E: met."
                 : sum == Sum::kFinite
                     ? "\u03A3 \u03B3\u1D57 = \u221E: not met, the sum is 1."
                     : "\u03A3 \u03B3\u1D57 = \u221E: not decided by finitely many values; up to T it is " +
                           rounded(total, 4) + ".";
  if (!scene.generic())
    v.hypothesis += " G1 " + met(scene.run().genericity().g1) + ", G2 " + met(scene.run().genericity().g2) + ".";
  v.measured = "Farthest token at step " + std::to_string(scene.step()) + ": " + rounded(now.left, 4) +
               " of its way left; p_t = " + rounded(now.p, 4) + ".";
  if (!scene.generic() || sum == Sum::kFinite) return v;
  // What is seen at any step is the rate.
  v.finding = sum == Sum::kUnknown && now.p > 1e-12 ? Finding::kPending : finding(scene.run().straight(scene.step()));
  return v;
}

/// <B v, v>, smallest and largest over the vertices.
std::pair<double, double> lengths(const CellsScene& scene) {
  const Matrix& V = scene.run().geometry().V;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = 0; i < V.rows; ++i) {
    const double square = -2 * core::objective(V.row(i), scene.run().B());
    low = std::min(low, square);
    high = std::max(high, square);
  }
  return {low, high};
}

Verdict judge_power(const CellsScene& scene) {
  const bool even = symmetric(scene.run().B());
  const bool equal = voronoi(scene);
  Verdict v{equal ? "Cells are Voronoi cells in the norm of B" : "Cells are a power diagram",
            "B symmetric: " + met(even) + ". (The lines need no symmetry.)",
            "\u03C3(x) has the least |x \u2212 v_j|\u00B2_B \u2212 |v_j|\u00B2_B.",
            {},
            Finding::kDoesNotApply};
  if (equal) v.prediction = "All |v_j|_B are equal, so \u03C3(x) is the nearest vertex.";
  const Matrix &Z = scene.run().state(0), &V = scene.run().geometry().V;
  // The last tokens: presets have the vertices first.
  const std::size_t probes = std::min({scene.n(), kProbes, kMostPowers / V.rows + 1});
  double behind = 0, size = 0;
  for (std::size_t i = scene.n() - probes; i < scene.n(); ++i) {
    const double own = core::power(Z.row(i), V.row(scene.run().sigma(i)), scene.run().B());
    for (std::size_t j = 0; j < V.rows; ++j) {
      const double other = core::power(Z.row(i), V.row(j), scene.run().B());
      behind = std::max(behind, own - other);
      size = std::max({size, std::abs(other), std::abs(2 * core::objective(V.row(j), scene.run().B()))});
    }
  }
  v.measured = "Checked for " + std::to_string(probes) + " of " + plural(scene.n(), "token") + ": \u03C3 is behind the least by at most " + rounded(behind, 2) + ".";
  v.finding = finding(even && V.rows > 1, behind <= 1e-13 * size);
  if (V.rows < 2) v.measured = "Nothing to compare: there is one vertex.";
  return v;
}

void note_field(const CellsScene& scene, Frame& frame) {
  const DestinationField& field = scene.field();
  const CellsSettings& s = scene.settings();
  if (!scene.has_field()) return;
  if (field.vertex.empty()) {
    frame.notes.emplace_back("The hull, or its slice z = 0, has no area to put a field on.");
    return;
  }
  const std::string where =
      counted(field.vertex.size()) + " points of the hull" + (scene.d() == 3 ? ", in the slice z = 0," : "");
  if (s.field == "hardmax") {
    frame.notes.push_back("Field: " + where + " each in the colour of \u03C3(x), the vertex that it scores highest.");
  } else {
    frame.notes.push_back("Field: " + where +
                          " each as a test particle that attends to the resting vertices by softmax, \u03B2 = " +
                          (std::isinf(s.beta) ? "\u221E" : rounded(s.beta, 4)) + ", " +
                          plural(static_cast<std::uint64_t>(s.depth), "step") +
                          "; coloured by the vertex nearest to its end, fainter the farther that is.");
    frame.notes.push_back(
        rounded(100 * static_cast<double>(field.agree) / static_cast<double>(field.vertex.size()), 3) +
        " % of them end nearest to \u03C3(x), the vertex of their cell.");
  }
  if (field.across < static_cast<std::size_t>(s.grid))
    frame.notes.push_back(std::to_string(field.across) + " points across instead of " + std::to_string(s.grid) +
                          ", to keep up; after dragging, the next step makes it as fine as it gets.");
}

void write_notes(const CellsScene& scene, Frame& frame) {
  if (scene.as_preset()) frame.notes.emplace_back(cells_preset_note(scene.settings().preset));
  if (!scene.run().genericity().g1)
    frame.notes.emplace_back(
        "G1 fails: a vertex moves into the hull, other tokens may become vertices, and the lines are no longer known "
        "beforehand.");
  if (scene.edited_at() > 0)
    frame.notes.push_back("The tokens of step " + std::to_string(scene.edited_at()) + " are the start now.");
  note_field(scene, frame);
}

std::string generic_text(const CellsScene& scene) {
  const core::Genericity& g = scene.run().genericity();
  if (g.hold()) return "G1 and G2 hold";
  return g.g1 ? "G2 fails" : g.g2 ? "G1 fails" : "G1 and G2 fail";
}

std::string vertices_text(const CellsScene& scene) {
  const std::size_t now = scene.geometry().vertices.size();
  const std::string first = std::to_string(scene.k()) + (scene.k() == 1 ? " vertex" : " vertices");
  if (now == scene.k()) return first + " of " + plural(scene.n(), "token");
  return first + " at the start, " + std::to_string(now) + " now, of " + plural(scene.n(), "token");
}

}  // namespace

bool symmetric(const Matrix& B) {
  for (std::size_t i = 0; i < B.rows; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (B(i, j) != B(j, i)) return false;
  return true;
}

bool voronoi(const CellsScene& scene) {
  const auto [low, high] = lengths(scene);
  const Matrix& B = scene.run().B();
  return high - low <= 1e-12 * high && symmetric(B) && core::check_hypotheses(Matrix(1, B.rows), B).positive_definite;
}

void judge_cells(const CellsScene& scene, Frame& frame) {
  frame.verdicts = {judge_lines(scene), judge_arrival(scene),  judge_g1(scene),
                    judge_g2(scene),    judge_vertices(scene), judge_power(scene)};
}

void CellsScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_cells_picture(*this, frame.picture);
  draw_cells_plots(*this, frame);
  write_cells_tables(*this, frame);
  judge_cells(*this, frame);
  write_notes(*this, frame);
  const CellsRun::Step& now = run_.step(t_);
  const std::string step = "step " + std::to_string(t_) + " of " + std::to_string(horizon());
  frame.headline = step + " \u00B7 " + vertices_text(*this) + " \u00B7 " + generic_text(*this) + " \u00B7 p_t = " + rounded(now.p, 3);
  frame.description =
      plural(n(), "token") + ", " + std::to_string(k()) + " of them corners of their hull, " +
      (d() == 2 ? "in the plane" : "in space") + ", at " + step + ". " +
      "The hull is divided into one cell a vertex by " + (d() == 2 ? "lines" : "planes") + " through the origin. " +
      generic_text(*this) + ". " +
      (generic() ? "Each token has " + rounded(now.p, 3) + " of its straight way to the vertex of its cell left."
                 : "Straight lines are not claimed.");
}

}  // namespace lab::scenes
