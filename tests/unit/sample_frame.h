#pragma once
#include <cmath>
#include <limits>
#include <string>

#include "scenes/frame.h"

/// A frame made by hand, with one thing of each kind and every letter that
/// could harm a file.
inline lab::scenes::Frame sample_frame(int dimension = 2) {
  using namespace lab::scenes;
  Frame f;
  f.headline = "layer 2 of 4 · 6 tokens & \"2\" <leaders>";
  f.description = "Six tokens; two of them are leaders.";
  Picture& p = f.picture;
  p.dimension = dimension;
  p.low = {-1, -1, dimension == 3 ? -1.0 : 0.0};
  p.high = {1, 1, dimension == 3 ? 1.0 : 0.0};
  const double up = dimension == 3 ? 0.6 : 0.0;
  const std::vector<Point> start{{-0.8, 0.7, up}, {0.9, 0.5, -up}, {0.1, -0.9, up}, {-0.5, 0.1, -up}, {0.5, 0.3, 0}, {0.2, -0.4, up}};
  p.polygons.push_back({{start[0], start[1], start[2]}, {Role::kHull, -1, 0.8F}, Stroke::kDotted, 0.05F, 1});
  p.polygons.push_back({{start[0], start[1]}, {Role::kLimit}, Stroke::kSolid, 0.1F, 1});
  Polylines trails;
  for (std::size_t i = 3; i < 6; ++i) {
    const Point& to = start[i % 3];
    trails.start({Role::kGroup, static_cast<std::int32_t>(i - 3), 0.6F});
    for (double t = 0; t < 0.6; t += 0.1)
      trails.points.push_back({start[i][0] + t * (to[0] - start[i][0]), start[i][1] + t * (to[1] - start[i][1]), start[i][2] + t * (to[2] - start[i][2])});
    p.arrows.push_back({trails.points.back(), to, {Role::kGroup, static_cast<std::int32_t>(i - 3), 0.5F}});
    p.marks.push_back({trails.points.back(), Shape::kDisc, {Role::kGroup, static_cast<std::int32_t>(i - 3)}, 1, static_cast<std::int32_t>(i)});
    p.labels.push_back({trails.points.back(), std::to_string(i + 1), {}});
  }
  p.polylines.push_back(trails);
  for (std::int32_t i = 0; i < 3; ++i) {
    p.marks.push_back({start[static_cast<std::size_t>(i)], Shape::kStar, {Role::kGroup, i}, 1, i});
    p.labels.push_back({start[static_cast<std::size_t>(i)], std::to_string(i + 1) + (i == 0 ? "<&>" : ""), {}});
  }
  p.marks.push_back({{0, 0, 0}, Shape::kCross, {Role::kGuide}, 1, kNoHandle});
  p.marks.push_back({{0, 0.5, 0}, Shape::kRing, {Role::kSelection}, 1.8F, kNoHandle});
  p.marks.push_back({{0.3, 0.5, 0}, Shape::kDiamond, {Role::kLimit}, 1, kNoHandle});
  p.marks.push_back({{0.4, -0.5, 0}, Shape::kSquare, {Role::kPrediction}, 1, kNoHandle});
  Plot residual{"Residual", "layer k", "largest coordinate", false, true, 1e-18, {}, 2};
  Series measured{"measured", {}, {}, {Role::kToken}, Stroke::kSolid, false};
  Series predicted{"(1+α)^−k", {}, {}, {Role::kPrediction}, Stroke::kDashed, false};
  for (int k = 0; k < 5; ++k) {
    measured.x.push_back(k);
    predicted.x.push_back(k);
    measured.y.push_back(k == 4 ? 0.0 : std::pow(10.0, -3 * k));
    predicted.y.push_back(std::pow(1.1, -k));
  }
  residual.series = {measured, predicted};
  Plot count{"Leaders", "layer k", "number", false, false, 0, {{"strict leaders", {0, 1, 2, 3, 4}, {1, 2, 2, 2, 2}, {Role::kGroup, 0}, Stroke::kSolid, true}}, 2};
  f.plots = {residual, count};
  f.tables.push_back({"Scores", {"token", "score"}, {{{"1", Emphasis::kNone}, {"0.5", Emphasis::kTie}}, {{"2", Emphasis::kNone}, {"0.25", Emphasis::kFaint}}}, "first 2 rows"});
  f.verdicts.push_back({"Fact 2: leaders stay", "none", "0", "0", Finding::kHolds});
  f.verdicts.push_back({"Theorem", "A symmetric: no", "a limit", "", Finding::kDoesNotApply});
  f.notes.push_back("A note with <angle> brackets.");
  return f;
}
