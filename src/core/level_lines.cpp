#include "core/level_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/elementary.h"

namespace lab::core {
namespace {

using Place = std::array<double, 2>;

constexpr int kPieces = 240;     ///< of one curve
constexpr int kHalvings = 60;    ///< until the edge of the box is found
constexpr double kFlat = 1e-14;  ///< eigenvalues below this share of the larger one count as 0

/// Eigenvalues of the symmetric part, and the direction of the first; the second is that turned by 90 degrees.
struct Axes {
  std::array<double, 2> eigenvalue{};
  Place first{1, 0};

  Place place(double u, double v) const { return {u * first[0] - v * first[1], u * first[1] + v * first[0]}; }
};

Axes axes_of(const Matrix& B) {
  const double mean = (B(0, 0) + B(1, 1)) / 2, half = (B(0, 0) - B(1, 1)) / 2, b = (B(0, 1) + B(1, 0)) / 2;
  const double root = std::sqrt(half * half + b * b);
  Axes out;
  out.eigenvalue = {mean + root, mean - root};
  const double x = half >= 0 ? half + root : b, y = half >= 0 ? b : root - half, size = std::sqrt(x * x + y * y);
  if (size > 0) out.first = {x / size, y / size};
  const double largest = std::max(std::abs(out.eigenvalue[0]), std::abs(out.eigenvalue[1]));
  for (double& e : out.eigenvalue)
    if (std::abs(e) <= kFlat * largest) e = 0;
  return out;
}

/// Runs along s -> place(s), s from `from` to `to`, and keeps what lies in the box.
template <class Curve>
void trace(const Curve& place, double from, double to, const Box2& box, std::vector<Matrix>& out) {
  const auto inside = [&](double s) {
    const Place p = place(s);
    return box.holds(p[0], p[1]);
  };
  const auto edge = [&](double in, double beyond) {
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = (in + beyond) / 2;
      (inside(middle) ? in : beyond) = middle;
    }
    return in;
  };
  Matrix piece(0, 2);
  const auto put = [&](double s) {
    const Place p = place(s);
    piece.data.insert(piece.data.end(), p.begin(), p.end());
    ++piece.rows;
  };
  const auto finish = [&] {
    if (piece.rows > 1) out.push_back(piece);
    piece = Matrix(0, 2);
  };
  for (int i = 0; i <= kPieces; ++i) {
    const double before = from + (to - from) * (i - 1) / kPieces, s = from + (to - from) * i / kPieces;
    const bool in = inside(s), was = i > 0 && inside(before);
    if (in && !was && i > 0) put(edge(s, before));
    if (in) put(s);
    if (!in && was) {
      put(edge(before, s));
      finish();
    }
  }
  finish();
}

double farthest_corner(const Box2& box) {
  const double x = std::max(std::abs(box.x_low), std::abs(box.x_high)), y = std::max(std::abs(box.y_low), std::abs(box.y_high));
  return std::sqrt(x * x + y * y);
}

void ellipse(const Axes& axes, double a, double b, const Box2& box, std::vector<Matrix>& out) {
  const auto place = [&](double s) {
    const SinCos at = sincos(s);
    return axes.place(a * at.cos, b * at.sin);
  };
  trace(place, 0, 2 * std::numbers::pi, box, out);
}

/// Two branches: the coordinate `across` takes both signs, `along` runs through all values, densest at 0.
void hyperbola(const Axes& axes, double q, std::size_t across, const Box2& box, std::vector<Matrix>& out) {
  const double l = axes.eigenvalue[across], m = -axes.eigenvalue[1 - across], reach = farthest_corner(box);
  for (const double sign : {1.0, -1.0}) {
    const auto place = [&](double s) {
      const double along = reach * s * std::abs(s), u = sign * std::sqrt((q + m * along * along) / l);
      return across == 0 ? axes.place(u, along) : axes.place(along, u);
    };
    trace(place, -1, 1, box, out);
  }
}

/// The lines at u = +-a, or v = +-a, across the axis `across`.
void pair_of_lines(const Axes& axes, double a, std::size_t across, const Box2& box, std::vector<Matrix>& out) {
  const double reach = farthest_corner(box);
  for (const double sign : {1.0, -1.0}) {
    const auto place = [&](double s) { return across == 0 ? axes.place(sign * a, reach * s) : axes.place(reach * s, sign * a); };
    trace(place, -1, 1, box, out);
    if (a == 0) return;
  }
}

}  // namespace

std::vector<Matrix> level_lines(const Matrix& B, double level, const Box2& box) {
  Axes axes = axes_of(B);
  auto& l = axes.eigenvalue;
  double q = -2 * level;
  std::vector<Matrix> out;
  if (q < 0) {
    q = -q;
    for (double& e : l) e = -e;
  }
  if (l[0] > 0 && l[1] > 0) {
    if (q > 0) ellipse(axes, std::sqrt(q / l[0]), std::sqrt(q / l[1]), box, out);
  } else if (l[0] * l[1] < 0) {
    hyperbola(axes, q, l[0] > 0 ? 0 : 1, box, out);
  } else if (l[0] > 0 || l[1] > 0) {
    const std::size_t across = l[0] > 0 ? 0 : 1;
    pair_of_lines(axes, std::sqrt(q / l[across]), across, box, out);
  } else if (q == 0 && l[0] * l[1] == 0 && l[0] + l[1] < 0) {
    pair_of_lines(axes, 0, l[0] < 0 ? 0 : 1, box, out);
  }
  return out;
}

double round_step(double range, int parts) {
  double power = 1;
  const double least = range / parts;
  // Below the normal numbers powers of ten run out.
  if (!(least >= std::numeric_limits<double>::min()) || !std::isfinite(least)) return 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

}  // namespace lab::core
