// What "ODE limit" claims, measures and says.
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "scenes/curves.h"
#include "scenes/ode_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// "G1, every vertex in its own cell only (margin 0.69): met."
std::string g1_text(const OdeScene& scene) {
  const core::Genericity& g = scene.run().generic();
  if (scene.run().vertices().rows == 1) return "G1, every vertex in its own cell only: met, there is one.";
  const std::uint32_t worst = scene.run().vertex_tokens()[g.worst_vertex];
  return "G1, every vertex in its own cell only: " + (g.g1
                                                          ? "met, by a margin of " + rounded(g.vertex_margin, 3) + "."
                                                          : "not met, token " + std::to_string(worst + 1) + " is not.");
}

std::string g2_text(const OdeScene& scene) {
  const core::Genericity& g = scene.run().generic();
  if (scene.run().vertices().rows == 1) return "G2, every token in one cell only: met, there is one.";
  return "G2, every token in one cell only: " +
         (g.g2 ? "met, by a margin of " + rounded(g.token_margin, 3) + "."
               : "not met, token " + std::to_string(g.worst_token + 1) + " is not.");
}

/// ".0192, .00185 and .000184" of the three runs.
template <class Read>
std::string three(const OdeScene& scene, Read read) {
  std::string out;
  for (std::size_t r = 0; r < OdeRun::kSteps; ++r)
    out += (r == 0 ? "" : r + 1 == OdeRun::kSteps ? " and " : ", ") + rounded(read(scene.run().discrete()[r]), 3);
  return out;
}

template <class Test>
bool all_runs(const OdeScene& scene, Test test) {
  for (std::size_t r = 0; r < OdeRun::kSteps; ++r)
    if (!test(scene.run().discrete()[r], scene.run().rounding(r))) return false;
  return true;
}

std::string gammas(const OdeScene& scene) {
  return three(scene, [](const OdeRun::Discrete& run) { return run.gamma; });
}

Verdict judge_error(const OdeScene& scene) {
  using Run = OdeRun::Discrete;
  Verdict v{"The steps are Euler's method for dx/dt = y \u2212 x", g1_text(scene) + " " + g2_text(scene),
            "No error beyond " + three(scene, [](const Run& r) { return core::euler_deviation(r.gamma); }) +
                " of the longest way, for \u03B3 = " + gammas(scene) + ".",
            "Largest errors " + three(scene, [](const Run& r) { return r.sup; }) + ".", Finding::kDoesNotApply};
  if (!scene.run().generic().hold()) {
    v.measured += " They compare with dashed lines that need not be a solution.";
    return v;
  }
  if (scene.run().longest_way() == 0) {
    v.measured = "Nothing: all tokens are at vertices.";
    return v;
  }
  v.finding = finding(all_runs(scene, [](const Run& r, double rounding) {
    return std::abs(r.sup - r.sup_here) <= rounding && r.sup <= core::euler_deviation(r.gamma) + rounding;
  }));
  return v;
}

Verdict judge_order(const OdeScene& scene) {
  using Run = OdeRun::Discrete;
  Verdict v{"The error is of first order: about \u03B3/(2e)",
            "As above" + std::string(scene.run().generic().hold() ? ": met." : ": not met."),
            "Largest error between \u03B3/(2e) and (1 + 0.6 \u03B3) \u03B3/(2e).",
            "Largest error by \u03B3/(2e): " +
                three(scene, [](const Run& r) { return r.sup / first_order_error(r.gamma); }) + ".",
            Finding::kDoesNotApply};
  if (!scene.run().generic().hold() || scene.run().longest_way() == 0) return v;
  v.finding = finding(all_runs(scene, [](const Run& r, double rounding) {
    const double by = r.sup / first_order_error(r.gamma), slack = rounding / first_order_error(r.gamma);
    return by >= 1 - slack && by <= 1 + 0.6 * r.gamma + slack;
  }));
  return v;
}

Verdict judge_vertices(const OdeScene& scene) {
  using Run = OdeRun::Discrete;
  double moved = 0;
  for (const Run& r : scene.run().discrete()) moved = std::max(moved, r.vertex_move);
  Verdict v{"Vertices rest, so the hull stays", g1_text(scene), "No vertex moves.",
            "Farthest move " + rounded(moved, 3) + ".", Finding::kDoesNotApply};
  // Without G2 a token may still tie a vertex with itself, within the tolerance: tested by G1 alone.
  if (scene.run().generic().g1)
    v.finding = finding(all_runs(scene, [](const Run& r, double rounding) { return r.vertex_move <= rounding; }));
  return v;
}

Verdict judge_hull(const OdeScene& scene) {
  using Run = OdeRun::Discrete;
  double size = 0;
  for (const double x : scene.run().start().data) size = std::max(size, std::abs(x));
  double outside = 0;
  for (const Run& r : scene.run().discrete()) outside = std::max(outside, r.excess);
  return {"Tokens stay in the hull", "Any B: each step goes from x to a point between x and y, both in the hull. Met.",
          "Never outside.", "Farthest outside at the end " + rounded(outside, 2) + ".",
          finding(all_runs(scene, [size](const Run& r, double) {
            return r.excess <= 1e-13 * size * (1 + static_cast<double>(r.states.size()) / 100);
          }))};
}

void write_notes(const OdeScene& scene, Frame& frame) {
  if (scene.as_preset()) frame.notes.emplace_back(ode_preset_note(scene.settings().preset));
  if (scene.edited_at() > 0)
    frame.notes.push_back("The tokens of the picture touched, at time " + rounded(scene.time_of(scene.edited_at()), 4) +
                          ", are the start of all now.");
  if (!scene.run().generic().hold())
    frame.notes.emplace_back(
        "A hypothesis fails: the right-hand side jumps where tokens are, and dashed lines are what the formula would "
        "say, not a solution.");
  frame.notes.emplace_back(
      "After k steps the time is t = k\u03B3. Each run is compared at its own times; between them its tokens wait.");
}

}  // namespace

void judge_ode(const OdeScene& scene, Frame& frame) {
  frame.verdicts = {judge_error(scene), judge_order(scene), judge_vertices(scene), judge_hull(scene)};
}

void OdeScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_ode_pictures(*this, frame);
  draw_ode_plots(*this, frame);
  judge_ode(*this, frame);
  write_notes(*this, frame);
  const std::string when = "t = " + rounded(time(), 4) + " of " + std::to_string(settings_.last);
  const std::string errors = three(*this, [](const OdeRun::Discrete& r) { return r.sup; });
  const bool hold = run_.generic().hold();
  frame.headline =
      when + (hold ? " \u00B7 largest errors " + errors : " \u00B7 G1 or G2 fails: no straight lines promised");
  frame.description = plural(n(), "token") + " under hardmax attention with steps \u03B3 = " + gammas(*this) +
                      ", at time " + when + ", beside the exact solution of the limit \u03B3 \u2192 0. " +
                      plural(run_.vertices().rows, "vertex token") +
                      ". Largest errors, in lengths of the longest way: " + errors + ". G1 and G2 " +
                      (hold ? "hold." : "do not both hold, so that nothing is claimed.");
}

std::span<const Observable> OdeScene::observables() const {
  static const std::vector<Observable> list = {
      {"errors", "Largest errors", "", "gamma, measured, predicted sup over t, gamma/(2e): one row a step size"},
      {"error-now", "Errors now", "", "Of the three runs, after their last step by this time"},
      {"g1", "G1", "", "Whether each vertex lies in its own cell only"},
      {"g2", "G2", "", "Whether each token lies in exactly one cell"},
      {"vertices", "Vertices", "", "Tokens that are vertices of the hull, counted from 1"},
      {"longest-way", "Longest way", "", "Largest distance of a token to its vertex: the unit of the errors"},
  };
  return list;
}

Value OdeScene::observe(std::size_t observable) const {
  switch (observable) {
    case 0: {
      Matrix m(OdeRun::kSteps, 4);
      for (std::size_t r = 0; r < OdeRun::kSteps; ++r) {
        const OdeRun::Discrete& run = run_.discrete()[r];
        m(r, 0) = run.gamma;
        m(r, 1) = run.sup;
        m(r, 2) = core::euler_deviation(run.gamma);
        m(r, 3) = first_order_error(run.gamma);
      }
      return m;
    }
    case 1: {
      Matrix m(1, OdeRun::kSteps);
      for (std::size_t r = 0; r < OdeRun::kSteps; ++r) m(0, r) = run_.discrete()[r].error[run_.steps_by(r, time())];
      return m;
    }
    case 2:
      return run_.generic().g1;
    case 3:
      return run_.generic().g2;
    case 4: {
      std::string out;
      for (const std::uint32_t v : run_.vertex_tokens()) out += (out.empty() ? "" : ", ") + std::to_string(v + 1);
      return out;
    }
    default:
      return run_.longest_way();
  }
}

}  // namespace lab::scenes
