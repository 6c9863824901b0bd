// What "Metastable chain" says: frame, notes, observables.
#include <algorithm>
#include <cmath>

#include "core/statistics.h"
#include "scenes/chain_scene.h"
#include "scenes/curves.h"
#include "scenes/places_text.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

std::string clock_text(const ChainScene& scene) {
  const auto exit = scene.run().exit(scene.step(), scene.settings().radius);
  if (exit) return "first exit at t = " + counted(scene.run().time(exit->step));
  return plural(scene.home_count(scene.step()), "token") + " of " + std::to_string(scene.n()) + " home";
}

void write_notes(const ChainScene& scene, Frame& frame) {
  const ChainSettings& s = scene.settings();
  if (scene.as_preset()) frame.notes.emplace_back(chain_preset_note(s.preset));
  if (scene.edited_at() > 0) frame.notes.push_back("The tokens at step " + std::to_string(scene.edited_at()) + " are the start now.");
  frame.notes.emplace_back(s.counts == "updates" ? "A step is one update of the chain: every token picks once."
                                                 : "A step is the next movement: all updates up to the next one that moves a token, drawn exactly at once. t counts updates.");
  if (scene.run().frozen() && scene.tokens() == scene.run().tokens(scene.run().computed()))
    frame.notes.emplace_back("Nothing can move any more: all weights of tokens elsewhere are 0, or too small for a number.");
  if (scene.running()) frame.notes.emplace_back("The ensemble is computed in the page itself; play goes on when it is done, and Pause holds it.");
  if (!scene.results().complete()) frame.notes.push_back("Ensemble: " + ensemble_progress(scene));
  frame.notes.emplace_back("The paper fixes the law of each pick; here picks of different tokens are independent.");
}

}  // namespace

std::string ensemble_progress(const ChainScene& scene) {
  const core::EnsembleResults& r = scene.results();
  if (!scene.problem().empty()) return scene.problem();
  const std::string done = counted(r.known()) + " of " + counted(r.rows() * r.runs()) + " runs are done";
  return scene.wanted() ? done + "." : done + "; press Run the ensemble.";
}

void ChainScene::fill(Frame& frame) const {
  frame = Frame{};
  draw_chain_picture(*this, frame.picture);
  draw_chain_plots(*this, frame);
  write_chain_tables(*this, frame);
  judge_chain(*this, frame);
  write_notes(*this, frame);
  const std::string beta = "\u03B2 = " + rounded(settings_.beta, 4);
  frame.headline = "t = " + counted(time()) + " \u00B7 " + beta + " \u00B7 " + clock_text(*this);
  frame.description = plural(n(), "token") + " that pick, with " + beta + " and step \u03B3 = " + rounded(settings_.gamma, 3) + ", after " + plural(time(), "update") + " (step " +
                      std::to_string(k_) + " of " + std::to_string(horizon()) + "): " + clock_text(*this) + ". " + places_text(tokens(), state(0));
}

std::span<const Observable> ChainScene::observables() const {
  static const std::vector<Observable> list = {
      {"time", "Update t", "", "Updates done at this step, exactly"},
      {"exit", "First exit", "", "Update at which a token that was home first leaves its circle; -1 if not yet"},
      {"home", "Tokens at home", "", "Within epsilon of their corner"},
      {"c0", "c_0", "", "Least score advantage of a corner over the others; -1 for a single corner"},
      {"known", "Runs done", "", "Of the ensemble"},
      {"exits", "Exit times", "", "One row a beta: beta, median, mean, one-jump prediction; 0 while not known"},
      {"slope", "Slope", "", "Of ln(median exit time) in beta; 0 while not known"},
      {"ks", "Plain against accelerated", "", "Kolmogorov-Smirnov statistic and its critical value at 0.1 %; 0 while not known"},
      {"arrived", "Arrivals", "", "One row a beta: beta, part of the tokens at home, part of the runs with all at home"},
      {"phase-1", "Phase 1", "", "m, tau, T_1, tokens that are no corner, and those deep enough at this beta"},
  };
  return list;
}

namespace {

core::Matrix exits_of(const ChainScene& scene) {
  core::Matrix out(scene.beta_rows(), 4);
  for (std::size_t b = 0; b < out.rows; ++b) {
    out(b, 0) = scene.ensemble().rows[b].beta;
    const double predicted = core::one_jump_median(scene.corners(), scene.cells(), out(b, 0));
    out(b, 3) = std::isfinite(predicted) ? predicted : 0;
    const auto median = scene.median_exit(b);
    if (!median) continue;
    out(b, 1) = *median;
    const std::vector<double> times = scene.results().row(b);
    double sum = 0;
    for (const double t : times) sum += t;
    if (std::isfinite(sum)) out(b, 2) = sum / static_cast<double>(times.size());
  }
  return out;
}

core::Matrix arrivals_of(const ChainScene& scene) {
  core::Matrix out(scene.beta_rows(), 3);
  for (std::size_t b = 0; b < out.rows; ++b) {
    out(b, 0) = scene.ensemble().rows[b].beta;
    const std::vector<double> counts = scene.results().row(b);
    if (scene.starts_home() || counts.empty()) continue;
    out(b, 1) = arrived_part(scene, b).mean;
    for (const double c : counts) out(b, 2) += (c == static_cast<double>(scene.n()) ? 1.0 : 0.0) / static_cast<double>(counts.size());
  }
  return out;
}

}  // namespace

Value ChainScene::observe(std::size_t observable) const {
  switch (observable) {
    case 0: return static_cast<std::int64_t>(time());
    case 1: {
      const auto exit = run_->exit(k_, settings_.radius);
      return exit ? static_cast<std::int64_t>(run_->time(exit->step)) : std::int64_t{-1};
    }
    case 2: return static_cast<std::int64_t>(home_count(k_));
    case 3: return std::isfinite(vertices_.c0) ? vertices_.c0 : -1.0;
    case 4: return static_cast<std::int64_t>(results_.known());
    case 5: return exits_of(*this);
    case 6: return fit_exits(*this).slope;
    case 7: {
      const WalkComparison walks = compare_walks(*this);
      return core::Matrix{{walks.statistic, walks.critical}};
    }
    case 8: return arrivals_of(*this);
    default: {
      const ArrivalFacts facts = arrival_facts(*this, std::max(settings_.beta, 1e-3));
      return core::Matrix{{facts.m, facts.tau, static_cast<double>(facts.steps), static_cast<double>(facts.free), static_cast<double>(facts.deep)}};
    }
  }
}

}  // namespace lab::scenes
