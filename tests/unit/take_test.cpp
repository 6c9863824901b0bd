#include <doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "sample_frame.h"
#include "scene_support.h"
#include "scenes/registry.h"
#include "views/npy_io.h"
#include "views/svg_canvas.h"
#include "views/table_io.h"
#include "views/take.h"
#include "views/take_data.h"
#include "xml_check.h"

using namespace lab::views;
namespace scenes = lab::scenes;
using lab::core::Matrix;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

scenes::Plot plot_of(std::vector<scenes::Series> series) {
  scenes::Plot plot;
  plot.title = "Title";
  plot.x_label = "layer k";
  plot.y_label = "size";
  plot.series = std::move(series);
  return plot;
}

scenes::Series series_of(std::string label, std::vector<double> x, std::vector<double> y) {
  scenes::Series out;
  out.label = std::move(label);
  out.x = std::move(x);
  out.y = std::move(y);
  return out;
}

/// Each scene as it begins, a few steps on, that shows something without files.
template <class Use>
void each_scene(Use use) {
  for (const scenes::Entry& entry : scenes::registry()) {
    CAPTURE(entry.slug);
    const auto scene = entry.make();
    if (!scene->needs().empty()) continue;
    scene->seek(std::min<std::size_t>(3, scene->horizon()));
    scenes::Frame frame;
    scene->fill(frame);
    use(*scene, frame);
  }
}

}  // namespace

TEST_CASE("cells are quoted where a reader of CSV would be misled") {
  CHECK(csv_cell("plain") == "plain");
  CHECK(csv_cell("") == "");
  CHECK(csv_cell("a,b") == "\"a,b\"");
  CHECK(csv_cell("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(csv_cell("two\nlines") == "\"two\nlines\"");
  CHECK(csv_cell(" blank ") == "\" blank \"");
}

TEST_CASE("series over the same places share a column of them") {
  const auto plot = plot_of({series_of("a, b", {0, 1}, {0.1, 1e-12}), series_of("", {0, 1}, {kNaN, -kInf})});
  CHECK(columns_csv(plot_columns(plot)) == "layer k,\"a, b\",series 2\n0,0.1,nan\n1,1e-12,-inf\n");
}

TEST_CASE("series that rise over other places are joined, with nothing where a series has none") {
  const auto plot = plot_of({series_of("a", {0, 2}, {1, 2}), series_of("b", {1, 2, 3}, {5, 6, 7})});
  CHECK(columns_csv(plot_columns(plot)) == "layer k,a,b\n0,1,\n1,,5\n2,2,6\n3,,7\n");
  const auto npy = read_npy(columns_npy(plot_columns(plot_of({series_of("a", {0, 2}, {1, 2})}))));
  REQUIRE(npy.ok());
  CHECK(npy.value() == Matrix{{0, 1}, {2, 2}});
}

TEST_CASE("series that go back along x have an x of their own") {
  const auto plot = plot_of({series_of("a", {0, 1}, {1, 2}), series_of("mark", {4, 4, 4}, {0, 1, 2})});
  CHECK(columns_csv(plot_columns(plot)) == "layer k of a,a,layer k of mark,mark\n0,1,4,0\n1,2,4,1\n,,4,2\n");
  // One alone needs no second column for it.
  CHECK(columns_csv(plot_columns(plot_of({series_of("", {4, 4}, {0, 1})}))) == "layer k,size\n4,0\n4,1\n");
}

TEST_CASE("series of unequal lengths, empty plots") {
  CHECK(columns_csv(plot_columns(plot_of({series_of("a", {0, 1, 2}, {5})}))) == "layer k,a\n0,5\n");
  CHECK(columns_csv(plot_columns(plot_of({}))) == "layer k\n");
  CHECK(columns_csv(plot_columns(plot_of({series_of("a", {}, {}), series_of("b", {1}, {2})}))) == "layer k,a,b\n1,,2\n");
}

TEST_CASE("maps, bars, tables, letters, verdicts as CSV") {
  scenes::HeatMap map;
  map.rows = 2;
  map.columns = 2;
  map.values = {0.5F, -1, 2, 0.1F};
  CHECK(columns_csv(map_columns(map)) == "1,2\n0.5,-1\n2,0.10000000149011612\n");
  map.row_names = {"q", ","};
  map.column_names = {"a", "b"};
  CHECK(columns_csv(map_columns(map)) == "row,a,b\nq,0.5,-1\n\",\",2,0.10000000149011612\n");
  const auto npy = read_npy(columns_npy(map_columns(map)));
  REQUIRE(npy.ok());
  CHECK(npy.value()(1, 1) == double{0.1F});
  scenes::Bars bars;
  bars.names = {"a", "\""};
  bars.values = {0.25, 1};
  CHECK(columns_csv(bars_columns(bars)) == "name,value\na,0.25\n\"\"\"\",1\n");
  CHECK(table_csv(sample_frame().tables[0]) == "token,score\n1,0.5\n2,0.25\n");
  scenes::Strip strip;
  strip.glyphs.resize(2);
  strip.glyphs[0].text = "a";
  strip.glyphs[1].text = ",";
  strip.glyphs[1].hole = true;
  strip.glyphs[1].shade = 0.5F;
  CHECK(strip_csv(strip) == "place,letter,hidden,shade\n1,a,no,0\n2,\",\",yes,0.5\n");
  CHECK(verdicts_csv(sample_frame().verdicts).starts_with("claim,hypothesis,prediction,measured,finding\nFact 2: leaders stay,none,0,0,holds\n"));
}

TEST_CASE("every part of every scene can be taken as what the list says, and as nothing else") {
  each_scene([](const scenes::Scene& scene, const scenes::Frame& frame) {
    const auto list = parts(frame, scene);
    CHECK(list.front().name == "figure");
    for (const Part& part : list) {
      CAPTURE(part.name);
      CHECK(!part.title.empty());
      const auto drawn = part_svg(frame, scene, part.name, {});
      CHECK(drawn.ok() == part.drawn);
      if (drawn) {
        CHECK(xml_fault(drawn.value()) == "");
        CHECK(drawn.value().find("<image") == std::string::npos);
        CHECK(drawn.value().find("nan") == std::string::npos);
        CHECK((drawn.value().find("<path") != std::string::npos || drawn.value().find("<text") != std::string::npos));
      }
      CHECK(part_data(frame, scene, part.name, false).ok() == part.csv);
      const auto npy = part_data(frame, scene, part.name, true);
      CHECK(npy.ok() == part.npy);
      if (npy) CHECK(looks_like_npy(npy.value()));
    }
    for (const char* name : {"", "figure-1", "plot-0", "plot-99", "plot-", "plot-1x", "map--1", "nothing", "plot-18446744073709551617"}) {
      const auto none = part_svg(frame, scene, name, {});
      CHECK(!none.ok());
      if (!none) CHECK(none.error().find("There is: figure") != std::string::npos);
      CHECK(!part_data(frame, scene, name, false).ok());
    }
  });
}

TEST_CASE("the numbers taken are the frame's, to the last bit") {
  each_scene([](const scenes::Scene& scene, const scenes::Frame& frame) {
    for (std::size_t i = 0; i < frame.plots.size(); ++i) {
      const Columns columns = plot_columns(frame.plots[i]);
      CAPTURE(frame.plots[i].title);
      CHECK(columns.names.size() == columns.values.cols);
      std::size_t numbers = 0, found = 0;
      for (const scenes::Series& s : frame.plots[i].series) {
        for (std::size_t k = 0; k < std::min(s.x.size(), s.y.size()); ++k) {
          ++numbers;
          const auto same = [](double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); };
          for (std::size_t row = 0; row < columns.values.rows; ++row) {
            bool x = false, y = false;
            for (std::size_t j = 0; j < columns.values.cols; ++j) {
              x = x || same(columns.values(row, j), s.x[k]);
              y = y || same(columns.values(row, j), s.y[k]);
            }
            if (x && y) {
              ++found;
              break;
            }
          }
        }
      }
      CHECK(found == numbers);
    }
    // The trajectory reads back as the states.
    const auto npy = part_data(frame, scene, "trajectory", true);
    if (npy && scene.step() > 0 && npy.value().find(std::to_string(scene.step() + 1) + ", ") != std::string::npos) {
      std::string data;
      for (std::size_t k = 0; k <= scene.step(); ++k) data += npy_data(scene.state(k));
      CHECK(npy.value().ends_with(data));
    }
  });
}

TEST_CASE("shapes that differ from step to step: the NPY holds the last state, the CSV all") {
  const auto scene = scenes::find_scene("hardmax")->make();
  CHECK(no_trajectory(*scene) == "");
  CHECK(no_trajectory(*scenes::find_scene("scale")->make()).find("no steps") != std::string::npos);
  CHECK(no_trajectory(*scenes::find_scene("fill-in")->make()).find("no states") != std::string::npos);
  std::string csv;
  write_states(*scene, false, [&](const std::string& piece) { csv += piece; });
  CHECK(csv.starts_with("layer,token,x1,x2\n0,1,"));
}

TEST_CASE("a file says how large it is, and its contents keep their proportions") {
  SvgOptions options;
  options.width = 640;
  options.height = 360;
  options.scale = 3;
  const std::string out = svg(sample_frame(), options);
  CHECK(out.find("width=\"1920\" height=\"1080\" viewBox=\"0 0 640 360\"") != std::string::npos);
  const std::string plot = plot_svg(sample_frame(), 0, options);
  CHECK(xml_fault(plot) == "");
  CHECK(plot.find("viewBox=\"0 0 640 360\"") != std::string::npos);
  CHECK(plot.find(">Residual</text>") != std::string::npos);
  CHECK(plot.find(">Leaders</text>") == std::string::npos);
}

TEST_CASE("with outlines no letter is left to the reader's fonts") {
  struct Bricks final : Outlines {
    double width(std::string_view text, double size, bool) const override { return size * static_cast<double>(text.size()); }
    std::string path(Spot at, std::string_view, double, bool) const override { return "M" + px(at.x) + " " + px(at.y) + "h1v1Z"; }
  };
  const Bricks bricks;
  SvgOptions options;
  options.outlines = &bricks;
  const std::string out = svg(sample_frame(), options);
  CHECK(xml_fault(out) == "");
  CHECK(out.find("<text") == std::string::npos);
  // Lettering that ends or is centred at a place begins so much before it.
  SvgCanvas canvas(Theme::kLight, &bricks);
  canvas.text({100, 10}, "abcd", {Rgba{}, 10, Anchor::kEnd});
  canvas.text({100, 10}, "abcd", {Rgba{}, 10, Anchor::kMiddle});
  const std::string drawn = canvas.take();
  CHECK(drawn.find("M60 10h1") != std::string::npos);
  CHECK(drawn.find("M80 10h1") != std::string::npos);
}
