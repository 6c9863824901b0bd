#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "views/palette.h"
#include "views/projection.h"
#include "views/svg.h"

namespace lab::views {

/// `text` with the five characters that mean something in XML replaced, and
/// without the control characters that XML forbids.
std::string xml_text(std::string_view text);
/// A length in pixels, rounded to 0.01: "12", "0.5", "-3.25".
std::string px(double value);
/// Width of a line of text in pixels at a type size, estimated: the reader's
/// sans serif is not known. Rather too wide than too narrow.
double text_width(std::string_view text, double size);
/// Breaks a text at blanks into lines of at most `width`; the last of
/// `most` lines ends in "…" when something was left out.
std::vector<std::string> wrapped(std::string_view text, double size, double width, std::size_t most);

/// How a line is drawn.
struct Pen {
  Rgba color;
  double width = 1;
  scenes::Stroke stroke = scenes::Stroke::kSolid;
};

enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };
struct Lettering {
  Rgba color;
  double size = 13;
  Anchor anchor = Anchor::kStart;
  bool bold = false;
  bool halo = false;  ///< with a rim in the background colour, over drawings
};

/// Writes the elements of an SVG file. Places that are not finite, or are
/// absurdly far away, are left out or cut, so the file can always be read.
class SvgCanvas {
 public:
  /// `outlines`: null where text is text.
  explicit SvgCanvas(Theme theme, const Outlines* outlines = nullptr) : theme_(theme), outlines_(outlines) {}

  void raw(std::string_view markup) { out_ += markup; }
  void open_group(std::string_view attributes = "");
  void close_group() { out_ += "</g>\n"; }
  /// Everything until close_group is cut at the box.
  void open_clip(Box box, std::string_view id);

  void rect(Box box, Rgba fill, double rounding = 0);
  void line(Spot a, Spot b, const Pen& pen);
  void polyline(std::span<const Spot> spots, const Pen& pen, bool closed = false);
  void area(std::span<const Spot> spots, Rgba fill);
  /// A symbol with a rim of `outline`; rings and crosses are drawn in `fill`.
  void mark(Spot at, scenes::Shape shape, double radius, Rgba fill, Rgba outline, double outline_width);
  void arrow(Spot from, Spot to, const Pen& pen, double head);
  void text(Spot at, std::string_view text, const Lettering& style);

  Theme theme() const { return theme_; }
  const Surface& look() const { return surface(theme_); }
  /// `ink` mixed with the background: crossing lines make no dark spots.
  Rgba solid(const scenes::Ink& ink) const { return blend(color(ink, theme_), look().background); }
  std::string take() { return std::move(out_); }

 private:
  void path(std::string_view data, const Pen& pen);

  Theme theme_;
  const Outlines* outlines_;
  std::string out_;
};

}  // namespace lab::views
