#include "scenes/cells_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/test_particle.h"

namespace lab::scenes {
namespace {

using core::Matrix;

/// a x + b y <= c.
struct Side {
  double a, b, c;
};

/// K, or its slice z = 0, as an intersection of half-planes; none where it has no area.
std::vector<Side> sides_of(const CellsRun& run) {
  std::vector<Side> out;
  const CellGeometry& g = run.geometry();
  const Matrix& Z = run.state(0);
  const auto at = [&](std::uint32_t i, std::size_t c) { return Z(i, c); };
  if (run.d() == 2) {
    for (std::size_t i = 0; g.vertices.size() > 2 && i < g.vertices.size(); ++i) {
      const std::uint32_t v = g.vertices[i], w = g.vertices[(i + 1) % g.vertices.size()];
      const double a = at(w, 1) - at(v, 1), b = at(v, 0) - at(w, 0);
      out.push_back({a, b, a * at(v, 0) + b * at(v, 1)});
    }
    return out;
  }
  if (g.hull.dimension < 3) return out;
  for (const auto& [p, q, r] : g.hull.triangles) {
    std::array<double, 3> u{}, v{};
    for (std::size_t c = 0; c < 3; ++c) {
      u[c] = at(q, c) - at(p, c);
      v[c] = at(r, c) - at(p, c);
    }
    const double a = u[1] * v[2] - u[2] * v[1], b = u[2] * v[0] - u[0] * v[2], z = u[0] * v[1] - u[1] * v[0];
    out.push_back({a, b, a * at(p, 0) + b * at(p, 1) + z * at(p, 2)});
  }
  return out;
}

struct Interval {
  double low, high;
};

/// What the half-planes leave of the line at this y.
std::optional<Interval> chord(const std::vector<Side>& sides, double y, Interval within) {
  for (const auto& [a, b, c] : sides) {
    const double rest = c - b * y;
    if (a > 0)
      within.high = std::min(within.high, rest / a);
    else if (a < 0)
      within.low = std::max(within.low, rest / a);
    else if (rest < 0)
      return std::nullopt;
  }
  if (!(within.low < within.high)) return std::nullopt;
  return within;
}

struct Box {
  std::array<double, 2> low, high;
  double width() const { return std::max(high[0] - low[0], high[1] - low[1]); }
};

Box box_of(const Matrix& V) {
  Box box{{V(0, 0), V(0, 1)}, {V(0, 0), V(0, 1)}};
  for (std::size_t i = 1; i < V.rows; ++i)
    for (std::size_t c = 0; c < 2; ++c) {
      box.low[c] = std::min(box.low[c], V(i, c));
      box.high[c] = std::max(box.high[c], V(i, c));
    }
  return box;
}

/// What one point costs: the scores of each step; a weight counts as ten of them. Then sigma(x) once.
double cost_of_point(const CellsRun& run, const FieldRequest& request) {
  const auto k = static_cast<double>(run.geometry().vertices.size());
  return request.softmax ? k * (static_cast<double>(request.depth) * 10 + 2) : k;
}

}  // namespace

DestinationField::DestinationField(const CellsRun& run, const FieldRequest& request) {
  const std::vector<Side> sides = sides_of(run);
  if (sides.empty()) return;
  const Box box = box_of(run.geometry().V);
  const double affordable = std::floor(std::sqrt(request.budget / cost_of_point(run, request)));
  across = static_cast<std::size_t>(std::clamp(affordable, 1.0, static_cast<double>(request.across)));
  pitch = box.width() / static_cast<double>(across);
  const Matrix &V = run.geometry().V, &B = run.B();
  core::TestParticle particle(V, B, request.beta);
  std::vector<double> gammas;
  for (std::size_t t = 0; request.softmax && t < request.depth; ++t)
    gammas.push_back(core::step_size(run.schedule(), t));
  std::vector<double> x(run.d()), from(run.d());
  for (std::size_t line = 0; line < across; ++line) {
    const double y = box.low[1] + (static_cast<double>(line) + 0.5) * pitch;
    const auto in = y < box.high[1] ? chord(sides, y, {box.low[0], box.high[0]}) : std::nullopt;
    if (!in) continue;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil((in->low - box.low[0]) / pitch - 0.5)));
    Row row{box.low[0] + (static_cast<double>(first) + 0.5) * pitch, y, vertex.size(), 0};
    for (; row.x + static_cast<double>(row.count) * pitch < in->high; ++row.count) {
      from = {row.x + static_cast<double>(row.count) * pitch, y};
      from.resize(run.d());
      const std::uint32_t home = core::cell_of(from, V, B).vertex;
      core::TestParticle::Nearest end{home, 0};
      if (request.softmax) {
        x = from;
        for (const double gamma : gammas) particle.step(x, gamma);
        end = particle.nearest(x);
      }
      work += cost_of_point(run, request);
      vertex.push_back(end.vertex);
      closeness.push_back(static_cast<float>(std::max(0.0, 1 - end.distance / box.width())));
      agree += end.vertex == home;
    }
    if (row.count > 0) rows.push_back(row);
  }
}

}  // namespace lab::scenes
