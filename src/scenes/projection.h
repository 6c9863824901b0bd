#pragma once
#include <span>
#include <vector>

#include "core/matrix.h"
#include "scenes/frame.h"

namespace lab::scenes {

/// Shows tokens of any dimension: a line as the x axis of the plane, the plane
/// and space as they are, more dimensions by three of their directions.
class Projection {
 public:
  /// `principal`: beyond three dimensions the directions in which `start`
  /// varies most, seen from its mean; otherwise the first three coordinates.
  Projection(const core::Matrix& start, bool principal);

  Point operator()(std::span<const double> z) const;
  /// All tokens as rows of 1, 2 or 3 columns.
  core::Matrix all(const core::Matrix& Z) const;
  /// 2 or 3, as Picture::dimension.
  int picture_dimension() const { return shown_ <= 2 ? 2 : 3; }
  std::size_t shown() const { return shown_; }

 private:
  std::size_t shown_;         ///< columns shown: 1, 2 or 3
  std::vector<double> mean_;  ///< empty: coordinates
  core::Matrix axes_;         ///< 3 x d, orthonormal rows
};

}  // namespace lab::scenes
