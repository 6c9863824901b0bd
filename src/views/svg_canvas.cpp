#include "views/svg_canvas.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "views/json_writer.h"
#include "views/series_form.h"

namespace lab::views {
namespace {

/// Beyond this nothing is visible, and viewers begin to stumble.
constexpr double kFar = 1e5;

bool finite(Spot s) { return std::isfinite(s.x) && std::isfinite(s.y); }

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string paint(std::string_view property, Rgba c) {
  std::string out = attribute(property, hex(c));
  if (c.a == 255) return out;
  return out + attribute(std::string(property) + "-opacity", px(c.a / 255.0));
}

std::string stroke_attributes(const Pen& pen) {
  std::string out = paint("stroke", pen.color) + attribute("stroke-width", px(pen.width));
  const double unit = pen.width;
  if (pen.stroke == scenes::Stroke::kDashed) out += attribute("stroke-dasharray", px(3.2 * unit + 1.2) + " " + px(2 * unit + 1.4));
  if (pen.stroke == scenes::Stroke::kDotted)
    out += attribute("stroke-dasharray", "0 " + px(2.4 * unit)) + attribute("stroke-linecap", "round");
  return out;
}

std::string pair(Spot s) { return px(s.x) + " " + px(s.y); }

/// "M.. L.." over the spots; spots that round to the one before are left out,
/// a spot that is not finite interrupts the line.
std::string path_data(std::span<const Spot> spots) {
  std::string out;
  std::string last;
  bool pen_down = false;
  for (const Spot& s : spots) {
    if (!finite(s)) {
      pen_down = false;
      continue;
    }
    const std::string at = pair(s);
    if (pen_down && at == last) continue;
    out += (pen_down ? "L" : "M") + at;
    last = at;
    pen_down = true;
  }
  return out;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string px(double value) {
  const double cut = std::isfinite(value) ? std::clamp(value, -kFar, kFar) : 0;
  const double hundredths = std::round(cut * 100);
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(hundredths) / 100, std::chars_format::fixed, 2).ptr;
  std::string text(buffer.data(), end);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return hundredths < 0 ? "-" + text : text;
}

double text_width(std::string_view text, double size) {
  double ems = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;
    const bool narrow = std::string_view("iljtfrI.,:;'|()[] !").find(c) != std::string_view::npos;
    ems += narrow ? 0.36 : c == 'm' || c == 'w' || (c >= 'A' && c <= 'Z') ? 0.76 : 0.6;
  }
  return ems * size;
}

std::vector<std::string> wrapped(std::string_view text, double size, double width, std::size_t most) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const std::string word(text.substr(0, blank));
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    const std::string longer = line.empty() ? word : line + " " + word;
    if (line.empty() || text_width(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (lines.size() + 1 == most) {
      lines.push_back(line + " …");
      return lines;
    }
    lines.push_back(line);
    line = word;
  }
  if (!line.empty() && lines.size() < most) lines.push_back(line);
  return lines;
}

void SvgCanvas::open_group(std::string_view attributes) {
  out_ += "<g";
  out_ += attributes.empty() ? "" : " ";
  out_ += attributes;
  out_ += ">\n";
}

void SvgCanvas::open_clip(Box box, std::string_view id) {
  out_ += "<clipPath" + attribute("id", id) + "><rect" + attribute("x", px(box.x)) + attribute("y", px(box.y)) +
          attribute("width", px(box.w)) + attribute("height", px(box.h)) + "/></clipPath>\n";
  open_group("clip-path=\"url(#" + std::string(id) + ")\"");
}

void SvgCanvas::rect(Box box, Rgba fill, double rounding) {
  out_ += "<rect" + attribute("x", px(box.x)) + attribute("y", px(box.y)) + attribute("width", px(box.w)) +
          attribute("height", px(box.h)) + (rounding > 0 ? attribute("rx", px(rounding)) : "") + paint("fill", fill) + "/>\n";
}

void SvgCanvas::path(std::string_view data, const Pen& pen) {
  if (data.empty() || pen.width <= 0) return;
  out_ += "<path" + attribute("d", data) + " fill=\"none\"" + stroke_attributes(pen) + " stroke-linejoin=\"round\"/>\n";
}

void SvgCanvas::line(Spot a, Spot b, const Pen& pen) {
  const std::array<Spot, 2> ends{a, b};
  if (finite(a) && finite(b)) path(path_data(ends), pen);
}

void SvgCanvas::polyline(std::span<const Spot> spots, const Pen& pen, bool closed) {
  const std::string data = path_data(spots);
  // A path of a single point would be drawn as nothing, or as a stray dot.
  if (data.find('L') != std::string::npos) path(closed ? data + "Z" : data, pen);
}

void SvgCanvas::area(std::span<const Spot> spots, Rgba fill) {
  const std::string data = path_data(spots);
  if (data.find('L') != std::string::npos) out_ += "<path" + attribute("d", data + "Z") + paint("fill", fill) + "/>\n";
}

void SvgCanvas::mark(Spot at, scenes::Shape shape, double radius, Rgba fill, Rgba outline, double outline_width) {
  using scenes::Shape;
  if (!finite(at) || std::fabs(at.x) > kFar || std::fabs(at.y) > kFar || !(radius > 0)) return;
  const Pen stroke{fill, std::max(1.2, 0.34 * radius)};
  if (shape == Shape::kCross) {
    const double r = 0.9 * radius;
    path("M" + pair({at.x - r, at.y - r}) + "L" + pair({at.x + r, at.y + r}) + "M" + pair({at.x - r, at.y + r}) + "L" +
             pair({at.x + r, at.y - r}), stroke);
    return;
  }
  const bool ring = shape == Shape::kRing;
  const std::string rim = ring ? " fill=\"none\"" + stroke_attributes(stroke)
                               : paint("fill", fill) + stroke_attributes({outline, outline_width});
  if (ring || shape == Shape::kDisc) {
    out_ += "<circle" + attribute("cx", px(at.x)) + attribute("cy", px(at.y)) + attribute("r", px(radius)) + rim + "/>\n";
    return;
  }
  out_ += "<path" + attribute("d", path_data(shape_spots(at, shape, radius)) + "Z") + rim + " stroke-linejoin=\"round\"/>\n";
}

void SvgCanvas::arrow(Spot from, Spot to, const Pen& pen, double head) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  if (!(length > 1) || !(length < kFar)) return;
  const double ux = dx / length;
  const double uy = dy / length;
  const double h = std::min(head, 0.7 * length);
  const Spot neck{to.x - h * ux, to.y - h * uy};
  line(from, {to.x - 0.8 * h * ux, to.y - 0.8 * h * uy}, pen);
  const std::array<Spot, 3> tip{to, Spot{neck.x - 0.36 * h * uy, neck.y + 0.36 * h * ux}, Spot{neck.x + 0.36 * h * uy, neck.y - 0.36 * h * ux}};
  area(tip, pen.color);
}

void SvgCanvas::text(Spot at, std::string_view text, const Lettering& style) {
  if (!finite(at) || text.empty()) return;
  const std::string halo = !style.halo ? "" : attribute("stroke", hex(look().background)) + " stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
  if (outlines_ != nullptr) {
    const double back = style.anchor == Anchor::kStart ? 0 : outlines_->width(text, style.size, style.bold) * (style.anchor == Anchor::kMiddle ? 0.5 : 1);
    const std::string data = outlines_->path({at.x - back, at.y}, valid_utf8(text), style.size, style.bold);
    if (!data.empty()) out_ += "<path" + attribute("d", data) + paint("fill", style.color) + halo + "/>\n";
    return;
  }
  out_ += "<text" + attribute("x", px(at.x)) + attribute("y", px(at.y)) + attribute("font-size", px(style.size)) + paint("fill", style.color);
  if (style.anchor != Anchor::kStart) out_ += attribute("text-anchor", style.anchor == Anchor::kMiddle ? "middle" : "end");
  if (style.bold) out_ += attribute("font-weight", "600");
  out_ += halo + ">" + xml_text(text) + "</text>\n";
}

}  // namespace lab::views
