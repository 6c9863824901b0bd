#pragma once
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include "scenes/link.h"

/// What the tests of scenes share: a scene by its settings, and what it says.
namespace lab::test {

using scenes::Frame;
using scenes::Scene;

inline std::unique_ptr<Scene> open_scene(std::string_view link) {
  auto report = scenes::read_link(link);
  CAPTURE(link);
  for (const std::string& problem : report.problems) FAIL_CHECK(problem);
  return std::move(report.scene);
}

inline scenes::Value observed(const Scene& scene, std::string_view key) {
  const std::ptrdiff_t row = scenes::find_observable(scene, key);
  REQUIRE(row >= 0);
  return scene.observe(static_cast<std::size_t>(row));
}

inline std::string observed_text(const Scene& scene, std::string_view key) {
  return scenes::format_value(observed(scene, key));
}

inline double observed_number(const Scene& scene, std::string_view key) {
  const scenes::Value value = observed(scene, key);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* x = std::get_if<double>(&value);
  REQUIRE(x != nullptr);
  return *x;
}

inline Frame frame_of(const Scene& scene) {
  Frame frame;
  scene.fill(frame);
  return frame;
}

inline std::ptrdiff_t count_shapes(const Frame& frame, scenes::Shape shape) {
  return std::ranges::count(frame.picture.marks, shape, &scenes::Mark::shape);
}

inline bool any_note(const Frame& frame, std::string_view words) {
  return std::ranges::any_of(frame.notes, [&](const std::string& n) { return n.find(words) != std::string::npos; });
}

inline bool finite(const scenes::Point& p) { return std::ranges::all_of(p, [](double x) { return std::isfinite(x); }); }

inline bool all_finite(const scenes::Picture& p) {
  bool ok = finite(p.low) && finite(p.high);
  for (const auto& polygon : p.polygons) ok = ok && std::ranges::all_of(polygon.points, finite);
  for (const auto& lines : p.polylines) ok = ok && std::ranges::all_of(lines.points, finite);
  for (const auto& arrow : p.arrows) ok = ok && finite(arrow.from) && finite(arrow.to);
  for (const auto& mark : p.marks) ok = ok && finite(mark.at);
  for (const auto& label : p.labels) ok = ok && finite(label.at);
  return ok;
}

/// Every number that a view could meet.
inline bool all_finite(const Frame& frame) {
  bool ok = all_finite(frame.picture);
  for (const scenes::Picture& p : frame.beside) ok = ok && all_finite(p);
  const auto is_finite = [](double x) { return std::isfinite(x); };
  for (const auto& plot : frame.plots)
    for (const auto& s : plot.series)
      ok = ok && s.x.size() == s.y.size() && std::ranges::all_of(s.x, is_finite) && std::ranges::all_of(s.y, is_finite);
  return ok;
}

/// No line of a frame is empty, no table ragged, no text holds a stray number.
inline bool well_formed(const Frame& frame) {
  bool ok = !frame.headline.empty() && !frame.description.empty();
  for (const auto& lines : frame.picture.polylines) ok = ok && lines.begin.size() == lines.ink.size();
  for (const scenes::Picture& p : frame.beside) {
    ok = ok && !p.title.empty() && !frame.picture.title.empty();
    for (const auto& lines : p.polylines) ok = ok && lines.begin.size() == lines.ink.size();
  }
  for (const auto& table : frame.tables)
    for (const auto& row : table.rows) ok = ok && row.size() == table.columns.size();
  for (const auto& v : frame.verdicts)
    ok = ok && !v.claim.empty() && !v.hypothesis.empty() && !v.prediction.empty() && !v.measured.empty();
  for (const std::string& note : frame.notes) ok = ok && note.size() > 10 && note.back() == '.';
  return ok;
}

}  // namespace lab::test
