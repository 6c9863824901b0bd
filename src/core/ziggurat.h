#pragma once
#include <array>
#include <cstdint>

namespace lab::core {

/// The layers of the ziggurat under exp(-x^2/2), x >= 0: 256 strips of equal
/// area, strip 255 the widest rectangle, strip 0 the base with the tail.
///
/// A draw takes a strip i and 52 random bits m; x = m * width[i] is accepted at
/// once if m < threshold[i].
///
/// The tables are made from the two constants below at the first use. They
/// equal, in every bit, the tables NumPy ships.
///
/// Sources: G. Marsaglia, W. W. Tsang, "The ziggurat method for generating
/// random variables" (2000), whose r and area for 256 strips these are;
/// J. A. Doornik, "An improved ziggurat method to generate normal random
/// samples" (2005).
struct ZigguratTables {
  std::array<std::uint64_t, 256> threshold{};  ///< round(2^52 x_(i-1) / x_i)
  std::array<double, 256> width{};             ///< 2^-52 x_i
  std::array<double, 256> density{};           ///< exp(-x_i^2 / 2)
};

/// Where the tail begins, x_255.
inline constexpr double kZigguratR = 3.6541528853610088;
inline constexpr double kZigguratInverseR = 0.27366123732975827;

/// The area of a strip. The exact value is 0.00492867323397465493...; NumPy's
/// tables follow from this one, 3 units in the last place below.
inline constexpr double kZigguratArea = 0.004928673233974652;

const ZigguratTables& ziggurat_tables();

}  // namespace lab::core
