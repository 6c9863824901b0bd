#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// What a scene shows, as plain numbers in scene units. A frame knows no
/// screen: the window, the SVG file, the text for screen readers and the
/// tests all read the same frame, so the number drawn is the number computed.
namespace lab::scenes {

using Point = std::array<double, 3>;  ///< z = 0 in planar pictures

/// What a thing is; the palette turns it into a colour, the same in all scenes.
enum class Role : std::uint8_t {
  kToken,       ///< a token that follows nobody in particular
  kGroup,       ///< belongs to leader `group`: takes that leader's colour
  kHull,        ///< current and nested hulls
  kLimit,       ///< limit polytope and limit points
  kPrediction,  ///< a computed prediction (drawn dashed)
  kSelection,   ///< the selected token and what belongs to it
  kGuide,       ///< axes, origin, grid, reference lines
  kText,        ///< lettering
};

/// Colour by meaning. `group` counts leaders 0, 1, 2, ... and matters for
/// Role::kGroup only. `strength` in [0, 1] fades old or secondary things.
struct Ink {
  Role role = Role::kToken;
  std::int32_t group = -1;
  float strength = 1.0F;
};

enum class Shape : std::uint8_t { kDisc, kRing, kStar, kCross, kDiamond, kSquare };
enum class Stroke : std::uint8_t { kSolid, kDashed, kDotted };

inline constexpr std::int32_t kNoHandle = -1;
/// In pictures beside each other the handles i, i + kHandleBank, i + 2 kHandleBank
/// stand for the same thing; the scene is told which one was touched.
inline constexpr std::int32_t kHandleBank = 1 << 20;

/// A symbol at a point. `size` is its radius relative to an ordinary token.
/// `handle` >= 0 can be picked and, if the scene allows, dragged.
struct Mark {
  Point at{};
  Shape shape = Shape::kDisc;
  Ink ink;
  float size = 1.0F;
  std::int32_t handle = kNoHandle;
};

/// Many polylines in one array: line i runs over points[begin[i]] ..
/// points[begin[i+1]-1], the last to the end. `width` relative to an ordinary line.
struct Polylines {
  std::vector<Point> points;
  std::vector<std::uint32_t> begin;
  std::vector<Ink> ink;  ///< one a line
  Stroke stroke = Stroke::kSolid;
  float width = 1.0F;

  void start(Ink i) { begin.push_back(static_cast<std::uint32_t>(points.size())); ink.push_back(i); }
};

/// A closed area, filled faintly and outlined.
struct Polygon {
  std::vector<Point> points;
  Ink ink;
  Stroke stroke = Stroke::kSolid;
  float fill = 0.0F;   ///< 0: outline only
  float width = 1.0F;  ///< 0: fill only
};

struct Arrow {
  Point from{};
  Point to{};
  Ink ink;
};

/// Short lettering beside a point.
struct Label {
  Point at{};
  std::string text;
  Ink ink{Role::kText, -1, 1.0F};
};

/// The picture proper. Drawing order: polygons, polylines, arrows, marks, labels.
struct Picture {
  std::string title;  ///< shown where several pictures stand beside each other
  int dimension = 2;  ///< 2: plane with equal axes; 3: orbiting view
  bool grid = true;   ///< grid and coordinates; off where places mean nothing
  Point low{-1, -1, 0};   ///< box that the view fits when asked to "fit"
  Point high{1, 1, 0};
  std::vector<Polygon> polygons;
  std::vector<Polylines> polylines;
  std::vector<Arrow> arrows;
  std::vector<Mark> marks;
  std::vector<Label> labels;
  std::array<std::string, 3> axis_names{"x", "y", "z"};
};

struct Series {
  std::string label;
  std::vector<double> x;
  std::vector<double> y;
  Ink ink;
  Stroke stroke = Stroke::kSolid;
  bool steps = false;  ///< piecewise constant (counts)
  bool stems = false;  ///< each value a bar from the bottom of the plot (weights)
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  double y_floor = 0;  ///< log scale: smaller values are drawn here, and said so
  std::vector<Series> series;
  double cursor = -1;  ///< vertical line at the current step, which can be moved; < 0: none
  double here = -1;    ///< vertical line at the value of x in force, which is no step; < 0: none
};

enum class Emphasis : std::uint8_t { kNone, kStrong, kTie, kFaint };
struct Cell {
  std::string text;
  Emphasis emphasis = Emphasis::kNone;
};
struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::string note;  ///< e.g. "first 20 of 10,000 rows"
};

/// A letter in its cell. `shade` in [0, 1] fills the cell: how much attention it gets.
struct Glyph {
  std::string text;   ///< one character, UTF-8
  Emphasis emphasis = Emphasis::kNone;
  bool hole = false;  ///< hidden: `text` is a guess, "" when there is none
  float shade = 0;
  std::int32_t handle = kNoHandle;
};
/// A curve over a strip, from one letter to another, as wide as its weight.
struct Arc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  float weight = 0;
};
/// Letters in a row, broken into lines by the view.
struct Strip {
  std::string title;
  std::vector<Glyph> glyphs;
  std::vector<Arc> arcs;
  std::int32_t chosen = -1;  ///< index of the letter that all else is about
  std::string note;
};

/// Values for named things, as bars.
struct Bars {
  std::string title;
  std::vector<std::string> names;
  std::vector<double> values;
  std::int32_t marked = -1;   ///< index; the right answer, say
  std::int32_t chosen = -1;   ///< index; what was drawn or guessed
  bool faint_zero = true;     ///< a value of exactly 0 was cut away, and looks it
  std::string note;
};

/// A matrix as shades. Row i, column j at values[i * columns + j].
struct HeatMap {
  std::string title;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;
  float low = 0;              ///< value of no shade; below 0 < high: 0 has none, signs differ in hue
  float high = 1;             ///< value of full shade
  std::vector<std::string> row_names, column_names;
  std::int32_t chosen = -1;   ///< row
  std::int32_t handle = kNoHandle;  ///< of row 0; row i has handle + i
  std::string note;
};

enum class Finding : std::uint8_t { kHolds, kViolated, kDoesNotApply, kPending };
/// A claim on screen: hypothesis, prediction, measurement, finding.
struct Verdict {
  std::string claim;       ///< "Fact 2: leaders stay leaders and do not move"
  std::string hypothesis;  ///< what is asked for, and whether it is met
  std::string prediction;
  std::string measured;
  Finding finding = Finding::kPending;
};

struct Frame {
  std::string headline;  ///< one line: "layer 40 of 400 · 13 tokens · 5 leaders"
  Picture picture;
  /// Further pictures, drawn beside the first and turned and zoomed with it.
  std::vector<Picture> beside;
  /// Where a scene is about text, strips, bars and maps take the picture's
  /// place, in this order; a picture without contents is not drawn then.
  std::vector<Strip> strips;
  std::vector<Bars> bars;
  std::vector<HeatMap> maps;
  std::vector<Plot> plots;
  std::vector<Table> tables;
  std::vector<Verdict> verdicts;
  std::vector<std::string> notes;    ///< artefacts named when they happen, warnings
  std::string description;           ///< what a sighted reader sees, in sentences
};

}  // namespace lab::scenes
