#include "core/ziggurat.h"

#include <cmath>
#include <cstddef>

#include "core/elementary.h"

namespace lab::core {
namespace {

constexpr double kTwo52 = 0x1p52;

double density_at(double x) { return exp(-0.5 * x * x); }

/// A double in [0, 2^52] to the nearest integer, ties to even.
std::uint64_t nearest(double x) { return static_cast<std::uint64_t>((x + kTwo52) - kTwo52); }

ZigguratTables make_tables() {
  ZigguratTables t;
  std::array<double, 256> x{};
  x[255] = kZigguratR;
  t.density[255] = density_at(kZigguratR);
  for (std::size_t i = 254; i >= 1; --i) {
    // A rectangle of width x_(i+1) and the given area ends where the density
    // has grown by area / x_(i+1).
    x[i] = std::sqrt(-2.0 * log(kZigguratArea / x[i + 1] + t.density[i + 1]));
    t.density[i] = density_at(x[i]);
    // The one value of NumPy's tables that is not the correctly rounded one:
    // whichever exp made it was a unit too high here, and the strips below
    // inherit it.
    if (i == 38) t.density[i] += 0x1p-53;
    t.threshold[i + 1] = nearest(x[i] / x[i + 1] * kTwo52);
  }
  const double base = kZigguratArea / t.density[255];  // width of a rectangle with strip 0's area
  t.threshold[0] = nearest(kZigguratR / base * kTwo52);
  t.density[0] = 1.0;
  t.width[0] = base / kTwo52;
  for (std::size_t i = 1; i < 256; ++i) t.width[i] = x[i] / kTwo52;
  return t;
}

}  // namespace

const ZigguratTables& ziggurat_tables() {
  static const ZigguratTables tables = make_tables();
  return tables;
}

}  // namespace lab::core
