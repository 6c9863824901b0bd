// What "Cells" measures.
#include <cmath>

#include "scenes/cells_scene.h"

namespace lab::scenes {

std::size_t CellsScene::worst_vertex_token() const { return run_.geometry().vertices[run_.genericity().worst_vertex]; }

std::span<const Observable> CellsScene::observables() const {
  static const std::vector<Observable> list = {
      {"vertices", "Vertices", "", "Corners of the hull at the start"},
      {"g1-margin", "Margin of G1", "", "Smallest <Bv_i, v_i> - <Bv_i, v_j>"},
      {"g1-token", "Worst vertex", "", "Token at which it is attained, from 1"},
      {"g2-margin", "Margin of G2", "", "Smallest <Bx, v_sigma> less the next score, over the tokens at the start"},
      {"g2-token", "Worst token", "", "Token at which it is attained, from 1"},
      {"targets", "Vertex of each token", "", "The vertex in whose cell it starts, as a token from 1"},
      {"p", "Share left, predicted", "", "p_t, the product of 1 - gamma up to this step"},
      {"left", "Share left, measured", "", "max |x - v| / |x0 - v| over the tokens that are no vertices"},
      {"deviation", "Off the line", "",
       "Largest coordinate of x - (p x0 + (1 - p) v), all tokens and steps up to this one"},
      {"moved", "Vertices moved", "", "Farthest that a vertex is from where it started"},
      {"corners", "Vertices now", "", "Corners of the hull at this step"},
      {"sizes", "Sizes of the cells", "", "Areas or volumes at the start, in the order of the vertices"},
      {"voronoi", "Voronoi", "", "Whether all vertices are equally long in the norm of B"},
      {"field-agreement", "Field agrees", "",
       "Share of the field's points that end nearest to the vertex of their cell"},
  };
  return list;
}

Value CellsScene::observe(std::size_t observable) const {
  const auto number = [](double x) { return std::isinf(x) ? Value(std::string("there is one vertex")) : Value(x); };
  const core::Genericity& g = run_.genericity();
  switch (observable) {
    case 0:
      return static_cast<std::int64_t>(k());
    case 1:
      return number(g.vertex_margin);
    case 2:
      return static_cast<std::int64_t>(worst_vertex_token()) + 1;
    case 3:
      return number(g.token_margin);
    case 4:
      return static_cast<std::int64_t>(g.worst_token) + 1;
    case 5: {
      core::Matrix m(1, n());
      for (std::size_t i = 0; i < n(); ++i) m(0, i) = run_.target(i) + 1.0;
      return m;
    }
    case 6:
      return run_.step(t_).p;
    case 7:
      return run_.step(t_).left;
    case 8:
      return run_.worst_deviation(t_);
    case 9:
      return run_.step(t_).moved;
    case 10:
      return static_cast<std::int64_t>(geometry().vertices.size());
    case 11: {
      core::Matrix m(1, k());
      if (const std::vector<double> sizes = run_.geometry().sizes(); sizes.size() == k()) m.data = sizes;
      return m;
    }
    case 12:
      return voronoi(*this);
    default:
      break;
  }
  if (field_.vertex.empty()) return std::string("there is no field");
  return static_cast<double>(field_.agree) / static_cast<double>(field_.vertex.size());
}

}  // namespace lab::scenes
