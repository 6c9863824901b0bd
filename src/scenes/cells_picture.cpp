// The picture of "Cells".
#include <algorithm>
#include <cmath>

#include "scenes/cells_scene.h"
#include "scenes/outline.h"

namespace lab::scenes {
namespace {

using core::Matrix;

constexpr std::size_t kFewCells = 60;     ///< up to here cells have outlines
constexpr std::size_t kTrailPoints = 60;  ///< of one trail
constexpr float kCellFill = 0.16F;
constexpr float kFieldFill = 0.55F;
constexpr float kManyVertices = 0.6F;  ///< size of a vertex among more than kFewCells
constexpr int kShades = 4;  ///< of the field

Ink ink_of(std::int32_t group, float strength = 1) { return {Role::kGroup, group, strength}; }

Ink token_ink(const CellsScene& scene, std::size_t i, float strength = 1) {
  return ink_of(scene.group(scene.cell(i)), strength);
}

void fit_box(const CellsScene& scene, Picture& picture) {
  picture.low = picture.high = Point{};
  const Matrix& start = scene.run().state(0);
  for (std::size_t i = 0; i < start.rows; ++i) include(point_of(start, i), picture);
  add_margin(picture);
}

void draw_flat_cells(const CellsScene& scene, Picture& picture) {
  const CellGeometry& g = scene.geometry();
  const bool outlined = g.flat.size() <= kFewCells;
  for (std::size_t i = 0; i < g.flat.size(); ++i) {
    if (g.flat[i].rows < 3) continue;
    Polygon polygon;
    polygon.ink = ink_of(scene.group(i), 0.8F);
    polygon.fill = scene.has_field() ? 0 : outlined ? kCellFill : 2 * kCellFill;
    polygon.width = outlined ? 0.8F : 0;
    for (std::size_t c = 0; c < g.flat[i].rows; ++c) polygon.points.push_back(point_of(g.flat[i], c));
    if (polygon.fill > 0 || polygon.width > 0) picture.polygons.push_back(std::move(polygon));
  }
}

/// The surface of K in the colours of the vertices; of few cells the walls between them too, each once.
void draw_solid_cells(const CellsScene& scene, Picture& picture) {
  const core::Cells3& cells = scene.geometry().solid;
  const bool few = cells.size() <= kFewCells;
  Polylines rims;
  rims.width = 1.1F;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t f = cells.cell_begin[i]; f < cells.cell_begin[i + 1]; ++f) {
      const bool surface = cells.beyond[f] == core::Cells3::kSurface;
      if (!surface && (!few || cells.beyond[f] < static_cast<std::int32_t>(i))) continue;
      Polygon polygon;
      polygon.ink = surface ? ink_of(scene.group(i)) : Ink{Role::kGuide, -1, 1};
      polygon.fill = surface ? (few ? 0.2F : 0.3F) : 0.05F;
      polygon.width = 0;
      const auto corners = cells.face(f);
      polygon.points.assign(corners.begin(), corners.end());
      if (!surface) {
        rims.start({Role::kGuide, -1, 1});
        rims.points.insert(rims.points.end(), corners.begin(), corners.end());
        rims.points.push_back(corners.front());
      }
      picture.polygons.push_back(std::move(polygon));
    }
  if (!rims.begin.empty()) picture.polylines.push_back(std::move(rims));
}

int shade_of(float closeness) { return static_cast<int>(std::ceil(closeness * static_cast<float>(kShades))); }

/// Neighbours in a row with one colour are one rectangle.
void draw_field(const CellsScene& scene, Picture& picture) {
  const DestinationField& field = scene.field();
  const double half = field.pitch / 2;
  for (const DestinationField::Row& row : field.rows)
    for (std::size_t from = 0; from < row.count;) {
      const std::size_t p = row.begin + from;
      const int shade = shade_of(field.closeness[p]);
      std::size_t to = from + 1;
      while (to < row.count && field.vertex[row.begin + to] == field.vertex[p] &&
             shade_of(field.closeness[row.begin + to]) == shade)
        ++to;
      const double left = row.x + static_cast<double>(from) * field.pitch - half,
                   right = row.x + static_cast<double>(to) * field.pitch - half;
      Polygon square;
      square.ink = ink_of(static_cast<std::int32_t>(field.vertex[p]));
      square.fill = kFieldFill * static_cast<float>(shade) / static_cast<float>(kShades);
      square.width = 0;
      square.points = {
          {left, row.y - half, 0}, {right, row.y - half, 0}, {right, row.y + half, 0}, {left, row.y + half, 0}};
      if (square.fill > 0) picture.polygons.push_back(std::move(square));
      from = to;
    }
}

void draw_hulls(const CellsScene& scene, Picture& picture) {
  const auto outline = [&](const CellGeometry& g, float strength) {
    if (scene.d() == 2) {
      draw_hull(g.V, {{Role::kHull, -1, strength}, Stroke::kDotted, 0, 1}, picture);
      return;
    }
    if (g.vertices.size() > kFewCells) return;
    Polylines lines;
    lines.stroke = Stroke::kDotted;
    for (const auto& [a, b] : g.hull.edges) {
      lines.start({Role::kHull, -1, strength});
      for (const std::uint32_t end : {a, b}) {
        const auto place = std::ranges::find(g.vertices, end) - g.vertices.begin();
        lines.points.push_back(point_of(g.V, static_cast<std::size_t>(place)));
      }
    }
    if (!lines.begin.empty()) picture.polylines.push_back(std::move(lines));
  };
  const bool moved = &scene.geometry() != &scene.run().geometry();
  outline(scene.run().geometry(), moved ? 0.5F : 1);
  if (moved) outline(scene.geometry(), 1);
}

/// Solid: where each token has been. Dashed: the rest of its line, as long as the theorem says that it is one.
void draw_lines(const CellsScene& scene, Picture& picture) {
  const std::size_t last = scene.step(), stride = (last + kTrailPoints - 1) / kTrailPoints;
  Polylines trails, rest;
  rest.stroke = Stroke::kDashed;
  rest.width = 0.8F;
  for (std::size_t i = 0; i < scene.n(); ++i) {
    const bool vertex = scene.run().rank(i) >= 0;
    if (vertex && scene.generic()) continue;
    const Point now = point_of(scene.tokens(), i);
    if (last > 0) {
      trails.start(token_ink(scene, i, 0.8F));
      for (std::size_t t = 0; t < last; t += stride) trails.points.push_back(point_of(scene.run().state(t), i));
      trails.points.push_back(now);
    }
    if (!scene.generic()) continue;
    rest.start(token_ink(scene, i, 0.75F));
    rest.points.push_back(now);
    rest.points.push_back(point_of(scene.run().geometry().V, scene.run().sigma(i)));
  }
  if (!rest.begin.empty()) picture.polylines.push_back(std::move(rest));
  if (!trails.begin.empty()) picture.polylines.push_back(std::move(trails));
}

/// Stars last: a follower that has arrived must not hide its vertex. Many vertices are small discs: the dark outlines of
/// stars would merge and hide their colours.
void draw_tokens(const CellsScene& scene, Picture& picture) {
  const bool few = scene.k() <= kFewCells;
  const auto size = [few](bool star) { return !star ? 1.0F : few ? 1.9F : kManyVertices; };
  for (const bool stars : {false, true})
    for (std::size_t i = 0; i < scene.n(); ++i)
      if (scene.is_vertex(i) == stars)
        picture.marks.push_back({point_of(scene.tokens(), i), stars && few ? Shape::kStar : Shape::kDisc,
                                 token_ink(scene, i), size(stars), static_cast<std::int32_t>(i)});
  if (!scene.settings().labels) return;
  for (std::size_t i = 0; i < scene.n(); ++i)
    picture.labels.push_back({point_of(scene.tokens(), i), std::to_string(i + 1), {Role::kText, -1, 1}});
}

/// The vertex and the token of the smallest margins, at their present places.
void draw_worst(const CellsScene& scene, Picture& picture) {
  if (!scene.settings().worst || scene.k() < 2) return;
  const core::Genericity& generic = scene.run().genericity();
  const auto ring = [&](std::size_t i, const char* name, bool holds) {
    const Ink ink{holds ? Role::kGuide : Role::kPrediction, -1, 1};
    picture.marks.push_back(
        {point_of(scene.tokens(), i), Shape::kRing, ink, scene.is_vertex(i) ? 2.6F : 1.9F, kNoHandle});
    picture.labels.push_back({point_of(scene.tokens(), i), name, {Role::kText, -1, 1}});
  };
  const std::size_t vertex = scene.run().geometry().vertices[generic.worst_vertex], token = generic.worst_token;
  ring(vertex, token == vertex ? "G1, G2" : "G1", generic.g1);
  if (token != vertex) ring(token, "G2", generic.g2);
}

}  // namespace

void draw_cells_picture(const CellsScene& scene, Picture& picture) {
  picture.dimension = static_cast<int>(scene.d());
  fit_box(scene, picture);
  const CellsSettings& s = scene.settings();
  if (scene.has_field()) draw_field(scene, picture);
  if (s.cells && scene.d() == 2) draw_flat_cells(scene, picture);
  if (s.cells && scene.d() == 3) draw_solid_cells(scene, picture);
  draw_hulls(scene, picture);
  if (s.lines) draw_lines(scene, picture);
  picture.marks.push_back({Point{}, Shape::kCross, {Role::kGuide, -1, 1}, 1.2F, kNoHandle});
  draw_tokens(scene, picture);
  draw_worst(scene, picture);
  if (scene.selected() >= 0)
    picture.marks.push_back({point_of(scene.tokens(), static_cast<std::size_t>(scene.selected())),
                             Shape::kRing,
                             {Role::kSelection, -1, 1},
                             scene.is_vertex(static_cast<std::size_t>(scene.selected())) ? 2.6F : 1.9F,
                             kNoHandle});
}

}  // namespace lab::scenes
