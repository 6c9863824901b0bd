#include "gui/plot_curves.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/picture_batch.h"

namespace lab::gui {
namespace {

/// Adds a point, and drops what a straight run does not need: the joints of
/// many tiny pieces would be drawn thicker than the line.
void extend(std::vector<ImVec2>& path, ImVec2 p) {
  const auto near = [](float a, float b) { return std::fabs(a - b) < 0.2F; };
  if (!path.empty() && near(path.back().x, p.x) && near(path.back().y, p.y)) return;
  if (path.size() >= 2) {
    const ImVec2 a = path[path.size() - 2], b = path.back();
    if ((near(a.y, b.y) && near(b.y, p.y)) || (near(a.x, b.x) && near(b.x, p.x))) path.pop_back();
  }
  path.push_back(p);
}

/// The curve in pixels: at most a few points for each column of the plot, which
/// keep its highest and lowest value there.
std::vector<ImVec2> curve(const Chart& c, const scenes::Series& s) {
  std::vector<ImVec2> path;
  const std::size_t n = std::min(s.x.size(), s.y.size());
  const std::size_t most = static_cast<std::size_t>(std::max(16.0F, c.inner.w));
  const std::size_t stride = std::max<std::size_t>(1, n / most);
  for (std::size_t i = 0; i < n; i += stride) {
    std::size_t low = i, high = i;
    for (std::size_t j = i; j < std::min(n, i + stride); ++j) {
      if (s.y[j] < s.y[low]) low = j;
      if (s.y[j] > s.y[high]) high = j;
    }
    for (const std::size_t j : {std::min(low, high), std::max(low, high)}) {
      const double py = c.y.position(s.y[j]);
      if (!std::isfinite(py)) continue;
      const ImVec2 p = c.at(s.x[j], s.y[j]);
      if (s.steps && !path.empty()) extend(path, {p.x, path.back().y});
      extend(path, p);
      if (low == high) break;
    }
  }
  return path;
}

void dashed(const Chart& c, const std::vector<ImVec2>& path, ImU32 ink, float width, float on, float off) {
  float phase = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const ImVec2 a = path[i], d{path[i + 1].x - a.x, path[i + 1].y - a.y};
    const float len = std::sqrt(d.x * d.x + d.y * d.y);
    for (float s = 0; s < len;) {
      const bool drawn = phase < on;
      // Never shorter than this: a dash that rounding left unfinished would be finished in a thousand steps.
      const float left = std::max((drawn ? on : on + off) - phase, 0.05F);
      const float end = std::min(len, s + left);
      if (drawn) c.list->AddLine({a.x + d.x * s / len, a.y + d.y * s / len}, {a.x + d.x * end / len, a.y + d.y * end / len}, ink, width);
      phase = s + left <= len ? (drawn ? on : 0) : phase + (end - s);
      s = end;
    }
  }
}

/// Bars touch each other less than half.
float stem_width(const Chart& c, const scenes::Series& s) {
  if (s.x.size() < 2) return 8;
  const float apart = c.at(s.x[1], 0).x - c.at(s.x[0], 0).x;
  return std::clamp(0.6F * std::fabs(apart), 1.0F, 18.0F);
}

void stems(const Chart& c, const scenes::Series& s, ImU32 ink) {
  const float half = stem_width(c, s) / 2;
  for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    const ImVec2 p = c.at(s.x[i], s.y[i]);
    c.list->AddRectFilled({p.x - half, p.y}, {p.x + half, c.inner.y + c.inner.h}, ink);
  }
}

void line(const Chart& c, const std::vector<ImVec2>& path, scenes::Stroke stroke, ImU32 ink, float width) {
  const auto& sizes = views::sizes(c.look.theme);
  if (stroke == scenes::Stroke::kDashed) dashed(c, path, ink, width, sizes.dash_on, sizes.dash_off);
  else if (stroke == scenes::Stroke::kDotted) dashed(c, path, ink, width, width, sizes.dot_gap);
  else c.list->AddPolyline(path.data(), static_cast<int>(path.size()), ink, 0, width);
}

/// A symbol on a ground of its own, so that its line ends at it. A ring is the ground within a disc.
void symbol(const Chart& c, views::Spot at, scenes::Shape shape, float r, ImU32 ink) {
  const ImVec2 p{static_cast<float>(at.x), static_cast<float>(at.y)};
  if (shape == scenes::Shape::kCross) {
    const float a = 0.9F * r;
    c.list->AddLine({p.x - a, p.y - a}, {p.x + a, p.y + a}, ink, 1.6F);
    c.list->AddLine({p.x - a, p.y + a}, {p.x + a, p.y - a}, ink, 1.6F);
  } else if (shape == scenes::Shape::kRing || shape == scenes::Shape::kDisc) {
    c.list->AddCircleFilled(p, r + 0.7F, ink);
    if (shape == scenes::Shape::kRing) c.list->AddCircleFilled(p, r - 0.7F, c.look.panel);
  } else {
    // A star is not convex: one triangle from the middle for each side.
    const std::vector<views::Spot> corners = views::shape_spots(at, shape, double{r});
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const views::Spot a = corners[i], b = corners[(i + 1) % corners.size()];
      c.list->AddTriangleFilled(p, {static_cast<float>(a.x), static_cast<float>(a.y)}, {static_cast<float>(b.x), static_cast<float>(b.y)}, ink);
    }
  }
}

ImU32 ink_of(const Chart& c, const scenes::Series& s) {
  return packed(views::blend(views::color(s.ink, c.look.theme), views::surface(c.look.theme).panel));
}

double form_radius(const Chart& c) { return views::form_radius(double{views::sizes(c.look.theme).line_width}); }

void symbols(const Chart& c, const std::vector<views::Spot>& places, const views::SeriesForm& form, ImU32 ink) {
  for (const views::Spot at : places) symbol(c, at, *form.shape, static_cast<float>(form_radius(c)), ink);
}

std::vector<views::Spot> spots(const std::vector<ImVec2>& path) {
  std::vector<views::Spot> out;
  for (const ImVec2 p : path) out.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
  return out;
}

}  // namespace

void draw_curves(const Chart& c) {
  const float width = views::sizes(c.look.theme).line_width * 1.1F;
  const std::vector<views::SeriesForm> forms = views::series_forms(c.plot);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const scenes::Series& s = c.plot.series[i];
    const ImU32 ink = ink_of(c, s);
    if (s.stems) {
      stems(c, s, ink);
      continue;
    }
    const std::vector<ImVec2> path = curve(c, s);
    if (path.size() != 1) {
      line(c, path, s.stroke, ink, width);
      if (forms[i].shape) symbols(c, views::form_places(spots(path), forms[i], form_radius(c), i, forms.size()), forms[i], ink);
    } else if (forms[i].shape) symbols(c, views::sample_places(spots(path)[0], 0, forms[i], form_radius(c)), forms[i], ink);
    else c.list->AddCircleFilled(path[0], width + 1, ink);
  }
}

void draw_sample(const Chart& c, const scenes::Series& s, const views::SeriesForm& form, ImVec2 at, float width) {
  const ImU32 ink = ink_of(c, s);
  if (s.stroke == scenes::Stroke::kDashed) dashed(c, {at, {at.x + width, at.y}}, ink, 2.2F, 4, 3);
  else line(c, {at, {at.x + width, at.y}}, s.stroke, ink, 2.2F);
  symbols(c, views::sample_places({static_cast<double>(at.x), static_cast<double>(at.y)}, double{width}, form, form_radius(c)), form, ink);
}

}  // namespace lab::gui
