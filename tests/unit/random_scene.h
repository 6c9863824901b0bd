#pragma once
#include <cmath>
#include <limits>
#include <string>

#include "scenes/scene.h"
#include "support.h"

/// Random values for any scene, drawn from its own table.
namespace lab::test {

using scenes::Kind;
using scenes::Param;
using scenes::Scene;
using scenes::Value;

/// On the row's scale; sizes and long runs mostly small, so that a test ends.
inline double draw_number(Draws& draws, const Param& p) {
  const bool count = p.kind == Kind::kInteger;
  if (draws.below(8) == 0) return draws.below(2) == 0 || (count && p.max > 100) ? p.min : p.max;
  const double place = count ? draws.uniform() * draws.uniform() * 0.6 : draws.uniform();
  return scenes::slider_value(p, place);
}

inline Matrix draw_tokens(Draws& draws, std::size_t cols) {
  static constexpr double kSizes[] = {1, 1, 1, 1e-9, 1e6};
  Matrix m = draw(draws, 1 + draws.below(12), cols, kSizes[draws.below(5)]);
  // Coincident, zero and collinear tokens are what a routine trips over.
  if (draws.below(4) == 0)
    for (double& x : m.data) x = std::round(x);
  if (draws.below(6) == 0) std::ranges::fill(m.row(draws.below(m.rows)), 0.0);
  if (draws.below(6) == 0) std::ranges::copy(m.row(0), m.row(draws.below(m.rows)).begin());
  return m;
}

inline Value draw_value(Draws& draws, const Param& p, std::size_t d) {
  switch (p.kind) {
    case Kind::kNumber: return draw_number(draws, p);
    case Kind::kInteger: return static_cast<std::int64_t>(draw_number(draws, p));
    case Kind::kSwitch: return draws.below(2) == 0;
    case Kind::kChoice: return p.choices[draws.below(p.choices.size())].key;
    case Kind::kSeed: return std::to_string(draws.below(100000));
    case Kind::kText: return std::string("text & more = 100 %");
    case Kind::kMatrix: return draws.below(2) == 0 ? draw_spd(draws, d) : draw(draws, d, d, 2.0);
    case Kind::kTokens: break;
  }
  return draw_tokens(draws, draws.below(3) == 0 ? 1 + draws.below(6) : d);
}

/// Values that no row should let pass, and some that it may.
inline Value draw_wild(Draws& draws) {
  const double inf = std::numeric_limits<double>::infinity();
  switch (draws.below(8)) {
    case 0: return std::nan("");
    case 1: return draws.below(2) == 0 ? inf : -inf;
    case 2: return std::numeric_limits<std::int64_t>::min();
    case 3: return std::string("\xff\x00nonsense", 10);
    case 4: return Matrix{};
    case 5: return Matrix{{std::nan(""), 1.0}, {inf, 0.0}};
    case 6: return 1e300;
    default: return true;
  }
}

}  // namespace lab::test
