#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenes/cells_run.h"

namespace lab::scenes {

/// What a field of destinations asks for.
struct FieldRequest {
  bool softmax = false;
  double beta = 1;             ///< of the softmax particles
  std::size_t depth = 40;      ///< their steps
  std::size_t across = 60;     ///< grid points across the wider side
  double budget = 0;           ///< scores or weights that may be computed; fewer points across where it needs more
};

/// A grid of points of the hull K^0 (in space: of its slice z = 0), each with the vertex that it goes to.
/// hardmax: sigma(x). softmax: the nearest vertex to where a test particle is after `depth` steps gamma^0,
/// gamma^1, ... of the softmax rule, with all vertices at rest.
struct DestinationField {
  double pitch = 0;            ///< distance of neighbours
  std::size_t across = 0;      ///< points across that were affordable
  struct Row {
    double x = 0, y = 0;       ///< of its first point; the others follow to the right
    std::size_t begin = 0, count = 0;
  };
  std::vector<Row> rows;
  std::vector<std::uint32_t> vertex;  ///< per point: row of V
  std::vector<float> closeness;       ///< 1 at the vertex, 0 as far as K is wide
  std::size_t agree = 0;              ///< points whose vertex is sigma(x)
  double work = 0;                    ///< scores and weights computed

  DestinationField() = default;
  DestinationField(const CellsRun& run, const FieldRequest& request);
};

}  // namespace lab::scenes
