#include <doctest.h>

#include <limits>
#include <string>
#include <string_view>

#include "sample_frame.h"
#include "views/svg.h"
#include "views/svg_canvas.h"
#include "xml_check.h"

using namespace lab::views;
namespace scenes = lab::scenes;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("the checker of these tests finds faults") {
  CHECK(xml_fault("<a><b c=\"d\"/>x &amp; y</a>\n") == "");
  for (const char* bad : {"<a>", "<a></b>", "<a/><a/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>", "<a>&nbsp;</a>", "<a b='1'/>", "x<a/>", "<a b=\"<\"/>", ""})
    CHECK(xml_fault(bad) != "");
}

TEST_CASE("figures are well-formed in all themes, sizes and dimensions") {
  for (const int dimension : {2, 3}) {
    for (const Theme theme : kThemes) {
      for (const auto& [w, h] : {std::pair{1280.0, 720.0}, {390.0, 844.0}, {200.0, 200.0}, {4000.0, 300.0}}) {
        for (const bool picture_only : {false, true}) {
          SvgOptions options;
          options.theme = theme;
          options.width = w;
          options.height = h;
          options.picture_only = picture_only;
          options.title = "Title <&\"'>\x01\xff";
          const std::string out = svg(sample_frame(dimension), options);
          CHECK(xml_fault(out) == "");
          CHECK(out.find("nan") == std::string::npos);
          CHECK(out.find("inf") == std::string::npos);
        }
      }
    }
  }
}

TEST_CASE("the same frame gives the same bytes") {
  CHECK(svg(sample_frame(3), {}) == svg(sample_frame(3), {}));
}

TEST_CASE("text is escaped and in the file once as name and once as heading") {
  const std::string out = svg(sample_frame(), {});
  CHECK(count(out, "6 tokens &amp; &quot;2&quot; &lt;leaders&gt;") == 2);
  CHECK(count(out, "<desc>Six tokens; two of them are leaders.</desc>") == 1);
}

TEST_CASE("picture only leaves out heading and plots") {
  SvgOptions options;
  options.picture_only = true;
  options.title = "Hardmax";
  const std::string out = svg(sample_frame(), options);
  CHECK(count(out, ">Hardmax</text>") == 0);
  CHECK(count(out, "lab-plot-1") == 0);
  CHECK(count(out, "lab-legend") == 1);
}

TEST_CASE("Nobody follows or attends where there are no leaders; a cursor below 0 is none") {
  scenes::Frame frame = sample_frame();
  CHECK(count(svg(frame, {}), ">attends to</text>") == 1);
  CHECK(count(svg(frame, {}), ">follower, in its leader") == 1);
  std::erase_if(frame.picture.marks, [](const scenes::Mark& m) { return m.shape == scenes::Shape::kStar; });
  CHECK(count(svg(frame, {}), ">attends to</text>") == 0);
  CHECK(count(svg(frame, {}), ">follower, in its leader") == 0);
  frame.plots = {{"Offsets", "offset", "score", false, false, 0, {{"a", {-2, -1, 0, 1}, {1, 2, 3, 2}, {}, scenes::Stroke::kSolid}}, -1}};
  const std::string without = svg(frame, {});
  frame.plots[0].cursor = 0;
  CHECK(svg(frame, {}).size() > without.size());
  frame.plots[0].cursor = -5;   // off the axis: none either
  CHECK(svg(frame, {}) == without);
}

TEST_CASE("an arrow that ends where no mark is says where its token goes, not whom it attends to") {
  scenes::Frame frame = sample_frame();
  REQUIRE(frame.picture.arrows.size() >= 1);
  scenes::Arrow& arrow = frame.picture.arrows[0];
  frame.picture.arrows.resize(1);
  arrow.to[0] += 0.125;
  CHECK(count(svg(frame, {}), ">attends to</text>") == 0);
  CHECK(count(svg(frame, {}), ">moves towards</text>") == 1);
  std::swap(arrow.from, arrow.to);
  CHECK(count(svg(frame, {}), ">last move</text>") == 1);
}

TEST_CASE("stars, rings, dashes and dots are there, and the floor is named") {
  const std::string out = svg(sample_frame(), {});
  CHECK(count(out, "fill=\"none\" stroke=\"#0a0c10\"") >= 1);  // the ring of the selection
  CHECK(count(out, "stroke-dasharray=\"0 ") >= 2);              // hull, and its entry in the legend
  CHECK(count(out, "stroke-dasharray=\"6 ") >= 2);              // the prediction
  CHECK(count(out, "values below 10⁻¹⁸ are drawn at 10⁻¹⁸") == 1);
  CHECK(count(out, ">leader</text>") == 1);
}

TEST_CASE("frames from hell: empty, not finite, enormous, degenerate") {
  CHECK(xml_fault(svg(scenes::Frame(), {})) == "");
  scenes::Frame f = sample_frame();
  for (const double bad : {kNaN, kInf, -kInf, 1e308, -1e300, 5e-324}) {
    f.picture.marks[0].at = {bad, 0, bad};
    f.picture.marks[1].at = {0, bad, 0};
    f.picture.polygons[0].points[1] = {bad, bad, 0};
    f.picture.polylines[0].points[1] = {0, bad, 0};
    f.picture.arrows[0].to = {bad, 1, 0};
    f.picture.labels[0].at = {1, bad, 0};
    f.plots[0].series[0].y[1] = bad;
    f.plots[1].series[0].x[2] = bad;
    f.plots[1].cursor = bad;
    for (const int dimension : {1, 2, 3}) {
      f.picture.dimension = dimension;
      const std::string out = svg(f, {});
      CHECK(xml_fault(out) == "");
      CHECK(out.find("nan") == std::string::npos);
      CHECK(out.find("inf\"") == std::string::npos);
    }
  }
  for (const double size : {0.0, -1.0, 1e-300, 1e300, kNaN, kInf}) {
    f.picture.low = {0, 0, 0};
    f.picture.high = {size, size, size};
    CHECK(xml_fault(svg(f, {})) == "");
  }
  f.picture.polylines[0].begin = {0, 500, 2};
  f.picture.polylines[0].ink.clear();
  CHECK(xml_fault(svg(f, {})) == "");
}

TEST_CASE("long runs stay small files") {
  scenes::Frame f;
  scenes::Series s{"run", {}, {}, {}, scenes::Stroke::kSolid, false};
  for (int k = 0; k < 100000; ++k) {
    s.x.push_back(k);
    s.y.push_back(k % 7 == 3 ? 10.0 : 1.0);
  }
  f.plots.push_back({"Run", "k", "y", false, false, 0, {s}, -1});
  const std::string out = svg(f, {});
  CHECK(xml_fault(out) == "");
  CHECK(out.size() < 120000);
}

TEST_CASE("lengths are rounded to hundredths of a pixel") {
  CHECK(px(1) == "1");
  CHECK(px(0.5) == "0.5");
  CHECK(px(-3.256) == "-3.26");
  CHECK(px(-0.001) == "0");
  CHECK(px(1234.5678) == "1234.57");
  CHECK(px(1e300) == "100000");
  CHECK(px(kNaN) == "0");
}

TEST_CASE("text is wrapped at blanks") {
  CHECK(wrapped("one two three", 10, 1000, 2).size() == 1);
  const auto lines = wrapped("one two three four five six", 10, 60, 2);
  CHECK(lines.size() == 2);
  CHECK(lines[1].ends_with("…"));
  CHECK(wrapped("", 10, 60, 2).empty());
}

TEST_CASE("a projection has equal axes, up is up, and pitch looks from above") {
  scenes::Picture p;
  p.low = {-2, -1, 0};
  p.high = {2, 1, 0};
  const Projection plane(p, {}, {0, 0, 400, 400}, 0);
  CHECK(plane.spot({0, 0, 0}).x == doctest::Approx(200));
  CHECK(plane.spot({2, 1, 0}).x == doctest::Approx(400));
  CHECK(plane.spot({2, 1, 0}).y == doctest::Approx(100));
  CHECK(plane.x_at(300) == doctest::Approx(1));
  CHECK(plane.y_at(100) == doctest::Approx(1));
  p.dimension = 3;
  p.low[2] = -1;
  p.high[2] = 1;
  scenes::ViewState above;
  above.yaw = 0;
  above.pitch = 1.5707963267948966;
  const Projection space(p, above, {0, 0, 400, 400}, 0);
  CHECK(space.spot({0, 0, 1}).y == doctest::Approx(200));
  CHECK(space.nearness({0, 0, 1}) > space.nearness({0, 0, -1}));
  CHECK(space.spot({1, 0, 0}).x > 200);
  CHECK(space.spot({0, 1, 0}).y < 200);
}
