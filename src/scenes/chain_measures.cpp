// What "Metastable chain" measures and what it is compared with.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/statistics.h"
#include "core/vec.h"
#include "scenes/chain_scene.h"

namespace lab::scenes {

ExitFit fit_exits(const ChainScene& scene) {
  ExitFit fit;
  if (!scene.starts_home()) return fit;
  for (std::size_t b = 0; b < scene.beta_rows(); ++b) {
    const auto median = scene.median_exit(b);
    if (!median) continue;
    fit.betas.push_back(scene.ensemble().rows[b].beta);
    fit.medians.push_back(*median);
    fit.logs.push_back(core::log(*median));
  }
  const bool spread = !fit.betas.empty() && *std::ranges::max_element(fit.betas) > *std::ranges::min_element(fit.betas);
  if (spread) fit.slope = core::slope(fit.betas, fit.logs);
  fit.usable = spread && *std::ranges::min_element(fit.medians) >= ExitFit::kQuick;
  return fit;
}

ExitHypotheses exit_hypotheses(const ChainScene& scene) {
  ExitHypotheses out;
  const core::Matrix& V = scene.corners();
  const double c0 = scene.vertices().c0;
  out.metastable = scene.vertices().hold() && V.rows > 1 && std::isfinite(c0);
  if (!out.metastable || !scene.starts_home()) return out;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < V.rows; ++i)
    for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, core::distance(V.row(i), V.row(j)));
  out.one_jump = scene.settings().gamma * nearest > scene.settings().radius;
  std::vector<double> betas, logs;
  double mean = 0, squares = 0;
  bool slow = true;
  for (std::size_t b = 0; b < scene.beta_rows(); ++b) {
    const double beta = scene.ensemble().rows[b].beta, median = core::one_jump_median(V, scene.cells(), beta);
    if (!(median <= static_cast<double>(core::ExitEnsemble::kLongest))) continue;  // given up, and no point of the fit
    slow = slow && median >= 2;
    betas.push_back(beta);
    logs.push_back(core::log(median));
  }
  for (const double beta : betas) mean += beta / static_cast<double>(betas.size());
  for (const double beta : betas) squares += (beta - mean) * (beta - mean);
  if (betas.size() < 2 || !(squares > 0)) return out;
  out.predicted = core::slope(betas, logs);
  out.error = 1 / (core::log(2.0) * std::sqrt(static_cast<double>(scene.results().runs()) * squares));
  out.large_beta = slow && out.predicted >= 0.5 * c0 && out.predicted <= 1.2 * c0;
  out.precise = 4 * out.error <= 0.25 * c0;
  return out;
}

WalkComparison compare_walks(const ChainScene& scene) {
  WalkComparison out;
  if (!scene.starts_home()) return out;
  std::vector<double> fast = scene.results().row(0), slow = scene.results().row(scene.beta_rows());
  const std::size_t runs = scene.results().runs();
  if (fast.size() < runs || slow.size() < runs) return out;
  out.known = true;
  for (std::vector<double>* times : {&fast, &slow})
    for (double& t : *times) {
      if (t <= static_cast<double>(core::ExitEnsemble::kMostMoves)) ++out.out;
      else t = std::numeric_limits<double>::infinity();
    }
  out.statistic = core::ks_statistic(fast, slow);
  out.critical = core::ks_critical(runs, runs, kWalkLevel);
  return out;
}

ArrivedPart arrived_part(const ChainScene& scene, std::size_t row) {
  ArrivedPart out;
  const std::vector<double> counts = scene.results().row(row);
  if (counts.empty()) return out;
  const auto runs = static_cast<double>(counts.size()), n = static_cast<double>(scene.n());
  double squares = 0;
  for (const double c : counts) out.mean += c / (n * runs);
  for (const double c : counts) squares += (c / n - out.mean) * (c / n - out.mean);
  out.error = std::sqrt(squares) / runs;
  return out;
}

bool arrives_in_time(const ChainScene& scene) {
  double farthest = 0;
  for (std::size_t i = 0; i < scene.n(); ++i) farthest = std::max(farthest, scene.run().distance_from_home(0, i));
  const double gamma = scene.settings().gamma;
  if (gamma >= 1) return true;
  return farthest * core::exp(static_cast<double>(scene.ensemble().arrival) * core::log1p(-gamma)) <= scene.settings().radius;
}

double bound_time(const ChainScene& scene, double beta) {
  const ChainSettings& s = scene.settings();
  const double jumps = s.radius / s.gamma;
  // stay_exponent is (1 + jumps) ln t + its value at t = 1: -ln 2 is reached at
  const double at_one = core::stay_exponent(scene.vertices(), s.radius, s.gamma, beta, scene.n(), 1);
  const double log_t = (-core::log(2.0) - at_one) / (1 + jumps);
  return log_t < 700 ? core::exp(log_t) : std::numeric_limits<double>::infinity();
}

ArrivalFacts arrival_facts(const ChainScene& scene, double beta) {
  ArrivalFacts facts;
  const core::Matrix &start = scene.run().tokens(0), &V = scene.corners();
  double m = std::numeric_limits<double>::infinity();
  const double eta = core::arrival_failure(beta), depth = eta * eta;  // beta^(-1/8), beta^(-1/4)
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const double away = scene.run().distance_from_home(0, i);
    if (away == 0) continue;
    ++facts.free;
    m = std::min(m, away);
    bool deep = true;
    const auto own = V.row(scene.cells()[i]);
    for (std::size_t j = 0; j < V.rows; ++j) {
      if (j == scene.cells()[i]) continue;
      const double margin = core::dot(own, start.row(i)) - core::dot(V.row(j), start.row(i));
      deep = deep && margin - depth * core::distance(own, V.row(j)) >= eta;
    }
    facts.deep += deep;
  }
  const double gamma = scene.settings().gamma;
  if (facts.free == 0 || !(scene.vertices().c0 > 0) || gamma >= 1) return facts;
  facts.m = m;
  facts.tau = core::arrival_radius(scene.vertices(), gamma, m);
  facts.steps = core::arrival_time(facts.tau, m, gamma);
  return facts;
}

}  // namespace lab::scenes
