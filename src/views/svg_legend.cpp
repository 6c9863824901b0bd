#include <algorithm>
#include <vector>

#include "views/language.h"
#include "views/svg_parts.h"

namespace lab::views {
namespace {

using scenes::Picture;
using scenes::Role;
using scenes::Shape;

enum class Sample : std::uint8_t { kMark, kLine, kTrail, kArea, kArrow };

struct Item {
  Sample sample;
  std::string text;
  scenes::Ink ink;
  Shape shape = Shape::kDisc;
  scenes::Stroke stroke = scenes::Stroke::kSolid;
};

/// What a role is called; the same words in every scene.
std::string_view role_word(Role role) {
  switch (role) {
    case Role::kToken: return "token";
    case Role::kGroup: return "follower, in its leader's colour";
    case Role::kHull: return "convex hull";
    case Role::kLimit: return "limit";
    case Role::kPrediction: return "prediction";
    case Role::kSelection: return "selected";
    case Role::kGuide:
    case Role::kText: return "";
  }
  return "";
}

void add(std::vector<Item>& items, Item item) {
  if (item.text.empty()) return;
  item.ink.strength = 1;
  item.text = translate(item.text);
  const auto same = [&](const Item& other) { return other.text == item.text; };
  if (!std::ranges::any_of(items, same)) items.push_back(std::move(item));
}

bool grouped(const scenes::Ink& ink) { return ink.role == Role::kGroup || ink.role == Role::kToken; }

/// Trails that begin at rings are shown so.
Item trail_item(const Picture& picture, const scenes::Ink& ink, scenes::Stroke stroke) {
  const auto start = [](const scenes::Mark& m) { return m.shape == Shape::kRing && grouped(m.ink); };
  if (std::ranges::any_of(picture.marks, start)) return {Sample::kTrail, "trail from the start", ink, Shape::kRing, stroke};
  return {Sample::kLine, "trail", ink, Shape::kDisc, stroke};
}

/// From mark to mark a token attends to another; from a mark to no mark is where it goes; to a mark from where none
/// is, where it came from.
std::string_view arrow_word(const Picture& picture, const scenes::Arrow& arrow) {
  const auto marked = [&](const scenes::Point& p) {
    return std::ranges::any_of(picture.marks, [&](const scenes::Mark& m) { return m.at == p; });
  };
  if (!marked(arrow.to)) return "moves towards";
  return marked(arrow.from) ? "attends to" : "last move";
}

std::vector<Item> legend_items(const Picture& picture) {
  std::vector<Item> items;
  // Where nobody leads, colours of groups tell tokens apart and no more.
  const bool led = std::ranges::any_of(picture.marks, [](const scenes::Mark& m) { return m.shape == Shape::kStar; });
  for (const scenes::Mark& m : picture.marks) {
    if (m.shape == Shape::kStar) add(items, {Sample::kMark, "leader", m.ink, Shape::kStar});
  }
  for (const scenes::Mark& m : picture.marks) {
    if (m.shape == Shape::kDisc) add(items, {Sample::kMark, std::string(led || !grouped(m.ink) ? role_word(m.ink.role) : "token"), m.ink, m.shape});
  }
  for (const scenes::Polylines& lines : picture.polylines) {
    for (const scenes::Ink& ink : lines.ink) {
      add(items, grouped(ink) ? trail_item(picture, ink, lines.stroke)
                              : Item{Sample::kLine, std::string(role_word(ink.role)), ink, Shape::kDisc, lines.stroke});
    }
  }
  for (const scenes::Arrow& a : picture.arrows) {
    if (grouped(a.ink) && !led) continue;
    add(items, {Sample::kArrow, std::string(grouped(a.ink) ? arrow_word(picture, a) : role_word(a.ink.role)), a.ink});
  }
  for (const scenes::Polygon& p : picture.polygons)
    add(items, {p.width > 0 ? Sample::kLine : Sample::kArea, std::string(role_word(p.ink.role)), p.ink, Shape::kDisc, p.stroke});
  for (const scenes::Mark& m : picture.marks) {
    if (m.ink.role != Role::kGroup && m.shape != Shape::kStar) add(items, {Sample::kMark, std::string(role_word(m.ink.role)), m.ink, m.shape});
  }
  return items;
}

double item_width(const Item& item, double size) { return 26 + text_width(item.text, size) + 18; }

void draw_item(SvgCanvas& canvas, const Item& item, Spot at, double size) {
  const Sizes& s = sizes(canvas.theme());
  const double middle = at.y - 0.34 * size;
  const Pen pen{canvas.solid(item.ink), double{s.line_width}, item.stroke};
  if (item.sample == Sample::kLine) canvas.line({at.x, middle}, {at.x + 20, middle}, pen);
  if (item.sample == Sample::kTrail) {
    canvas.line({at.x + 8, middle}, {at.x + 20, middle}, pen);
    canvas.mark({at.x + 4, middle}, Shape::kRing, 0.8 * double{s.token_radius}, pen.color, pen.color, 0);
  }
  if (item.sample == Sample::kArrow) canvas.arrow({at.x, middle}, {at.x + 20, middle}, pen, double{s.arrow_head});
  if (item.sample == Sample::kArea) {
    Rgba fill = pen.color;
    fill.a = 60;
    canvas.rect({at.x, middle - 0.4 * size, 20, 0.8 * size}, fill);
  }
  if (item.sample == Sample::kMark) {
    const bool star = item.shape == Shape::kStar;
    canvas.mark({at.x + 10, middle}, item.shape, (star ? 1.2 : 0.9) * double{s.token_radius}, pen.color,
                star ? star_outline(canvas.theme()) : canvas.look().background, double{s.outline_width});
  }
  canvas.text({at.x + 26, at.y}, item.text, {canvas.look().text, size});
}

/// Calls `use(item, row, x)` for each item where it goes.
template <class Use>
int place_items(const std::vector<Item>& items, double size, double width, Use use) {
  int row = 0;
  double x = 0;
  for (const Item& item : items) {
    const double w = item_width(item, size);
    if (x > 0 && x + w - 18 > width) {
      ++row;
      x = 0;
    }
    use(item, row, x);
    x += w;
  }
  return items.empty() ? 0 : row + 1;
}

}  // namespace

double legend_row_height(Theme theme) { return 1.75 * double{sizes(theme).text_small}; }

int legend_rows(const Picture& picture, const SvgOptions& options, double width) {
  return place_items(legend_items(picture), double{sizes(options.theme).text_small}, width, [](const Item&, int, double) {});
}

void draw_legend(SvgCanvas& canvas, const Picture& picture, const SvgOptions& options, Box box) {
  const double size = double{sizes(options.theme).text_small};
  canvas.open_group("id=\"" + xml_text(options.id_prefix) + "-legend\"");
  place_items(legend_items(picture), size, box.w, [&](const Item& item, int row, double x) {
    draw_item(canvas, item, {box.x + x, box.y + size + row * legend_row_height(options.theme)}, size);
  });
  canvas.close_group();
}

}  // namespace lab::views
