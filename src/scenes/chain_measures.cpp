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
