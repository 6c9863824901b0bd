// Nothing is told by colour alone.
#include <doctest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "scene_support.h"
#include "scenes/registry.h"
#include "views/map_color.h"
#include "views/series_form.h"
#include "views/svg.h"

using namespace lab;
using scenes::Ink;
using scenes::Series;
using scenes::Shape;
using scenes::Stroke;
using views::SeriesForm;

namespace {

scenes::Plot plot_of(std::size_t count, Stroke stroke = Stroke::kSolid) {
  scenes::Plot plot;
  for (std::size_t i = 0; i < count; ++i)
    plot.series.push_back({"curve", {0, 10}, {static_cast<double>(i), 5}, {scenes::Role::kGroup, static_cast<std::int32_t>(i), 1}, stroke});
  return plot;
}

/// What is left of a series when its colour is taken away.
using Grey = std::tuple<bool, Stroke, int, int>;
Grey grey(const Series& s, const SeriesForm& form) {
  return {s.stems, s.stroke, form.shape ? static_cast<int>(*form.shape) : -1, form.times};
}

/// The first plot with two series alike but for their colours, "" when there is none.
std::string alike(const scenes::Frame& frame) {
  for (const scenes::Plot& plot : frame.plots) {
    const auto forms = views::series_forms(plot);
    std::set<Grey> seen;
    for (std::size_t i = 0; i < forms.size(); ++i)
      if (!seen.insert(grey(plot.series[i], forms[i])).second) return plot.title + ": " + plot.series[i].label;
  }
  return "";
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Of a drawn plot: what its marks and lines look like in one colour.
std::set<std::string> line_styles(const std::string& svg) {
  std::set<std::string> out;
  for (std::size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) {
    const std::string tag = svg.substr(at, svg.find('>', at) - at);
    const std::size_t dash = tag.find("stroke-dasharray");
    out.insert(dash == std::string::npos ? "solid" : tag.substr(dash, tag.find('"', dash + 18) - dash));
  }
  return out;
}

}  // namespace

TEST_CASE("no two curves of a plot differ by their colours alone, in any scene") {
  for (const scenes::Entry& entry : scenes::registry()) {
    CAPTURE(entry.slug);
    const auto scene = entry.make();
    for (const std::size_t step : {std::size_t{0}, scene->horizon() / 2, scene->horizon()}) {
      scene->seek(step);
      CHECK(alike(lab::test::frame_of(*scene)) == "");
    }
  }
  CHECK(alike(lab::test::frame_of(*lab::test::open_scene("v=1&scene=heads&heads=8"))) == "");
  scenes::Frame many;
  for (const Stroke stroke : {Stroke::kSolid, Stroke::kDashed, Stroke::kDotted}) many.plots.push_back(plot_of(20, stroke));
  CHECK(alike(many) == "");
  // Bars have the length of each to tell by, two rows of them have not.
  many.plots[0].series[0].stems = many.plots[0].series[1].stems = true;
  CHECK(alike(many) != "");
}

TEST_CASE("the symbols are drawn: on the curves and beside their names") {
  scenes::Frame frame;
  frame.plots.push_back(plot_of(4));
  const std::string file = views::plot_svg(frame, 0, {});
  // Of each more than the one in the legend.
  CHECK(count(file, "<circle") >= 2);
  CHECK(count(file, "stroke-linejoin=\"round\"/>") >= 4);
  frame.plots = {plot_of(1)};
  const std::string one = views::plot_svg(frame, 0, {});
  CHECK(count(one, "<circle") == 0);
  frame.plots = {plot_of(1), plot_of(1, Stroke::kDashed), plot_of(1, Stroke::kDotted)};
  std::set<std::set<std::string>> styles;
  for (std::size_t i = 0; i < 3; ++i) styles.insert(line_styles(views::plot_svg(frame, i, {})));
  CHECK(styles.size() == 3);
}

TEST_CASE("symbols stand on their line, apart from each other and from those of the next curve") {
  const std::vector<views::Spot> line{{0, 0}, {300, 0}, {300, 400}};
  const SeriesForm ring{Shape::kRing, 1}, pair{Shape::kRing, 2};
  const auto one = views::form_places(line, ring, 3, 1, 3), next = views::form_places(line, ring, 3, 2, 3);
  REQUIRE(one.size() >= 5);
  for (const views::Spot s : one) CHECK((s.y == 0 || s.x == doctest::Approx(300)));
  for (const views::Spot s : one)
    for (const views::Spot t : next) CHECK(std::hypot(s.x - t.x, s.y - t.y) > 12);
  const auto two = views::form_places(line, pair, 3, 1, 3);
  CHECK(two[1].x - two[0].x == doctest::Approx(views::form_step(3)));
  CHECK(two.size() > one.size());
  // Short, empty, of one point, not finite.
  CHECK(views::form_places(std::vector<views::Spot>{{0, 0}, {5, 0}}, ring, 3, 0, 2).size() == 1);
  CHECK(views::form_places({}, ring, 3, 0, 1).empty());
  CHECK(views::form_places(std::vector<views::Spot>{{1, 1}, {1, 1}}, ring, 3, 0, 1).empty());
  CHECK(views::form_places(std::vector<views::Spot>{{0, 0}, {std::nan(""), 0}}, ring, 3, 0, 1).empty());
  CHECK(views::form_places(line, SeriesForm{}, 3, 0, 1).empty());
}

TEST_CASE("negative cells of a map carry a minus, one line for neighbours where cells are narrow") {
  scenes::HeatMap map;
  map.rows = 2;
  map.columns = 3;
  map.values = {-1, -0.5F, 1, 0, 0.5F, -0.1F};
  map.low = -1;
  const views::Box wide{10, 20, 90, 60}, narrow{0, 0, 15, 40};
  CHECK(views::minus_signs(map, wide).size() == 3);
  const auto merged = views::minus_signs(map, narrow);
  REQUIRE(merged.size() == 2);
  CHECK(merged[0].w == doctest::Approx(10));
  for (const views::Box& dash : views::minus_signs(map, wide)) {
    CHECK(dash.x > wide.x);
    CHECK(dash.right() < wide.right());
  }
  map.low = 0;
  CHECK(views::minus_signs(map, wide).empty());
}

TEST_CASE("the two kinds of moves of the block and what is right and wrong in a text are told without colours") {
  const auto block = lab::test::open_scene("v=1&scene=block");
  block->seek(8);
  const scenes::Frame frame = lab::test::frame_of(*block);
  std::set<Stroke> strokes;
  for (const scenes::Polylines& lines : frame.picture.polylines)
    for (const Ink& ink : lines.ink)
      if (ink.role == scenes::Role::kGroup) strokes.insert(lines.stroke);
  CHECK(strokes.size() == 2);
  scenes::Frame text;
  text.strips.push_back({"", {{"a", scenes::Emphasis::kStrong, true}, {"b", scenes::Emphasis::kStrong, true}}, {}, -1, ""});
  const std::size_t plain = count(views::svg(text, {}), "<path");
  text.strips[0].glyphs[1].emphasis = scenes::Emphasis::kTie;
  CHECK(count(views::svg(text, {}), "<path") == plain + 1);
}
