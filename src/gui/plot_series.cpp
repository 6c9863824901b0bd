// The curves of a plot.
#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/picture_batch.h"
#include "gui/plot_chart.h"

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

ImU32 ink_of(const Chart& c, const scenes::Series& s) {
  return packed(views::blend(views::color(s.ink, c.look.theme), views::surface(c.look.theme).panel));
}

}  // namespace

void draw_series(const Chart& c) {
  const auto& sizes = views::sizes(c.look.theme);
  for (const scenes::Series& s : c.plot.series) {
    const std::vector<ImVec2> path = s.stems ? std::vector<ImVec2>{} : curve(c, s);
    const ImU32 ink = ink_of(c, s);
    const float width = sizes.line_width * 1.1F;
    if (s.stems) {
      const float half = stem_width(c, s) / 2;
      for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
        const ImVec2 p = c.at(s.x[i], s.y[i]);
        c.list->AddRectFilled({p.x - half, p.y}, {p.x + half, c.inner.y + c.inner.h}, ink);
      }
    } else if (path.size() == 1) c.list->AddCircleFilled(path[0], width + 1, ink);
    else if (s.stroke == scenes::Stroke::kDashed) dashed(c, path, ink, width, sizes.dash_on, sizes.dash_off);
    else if (s.stroke == scenes::Stroke::kDotted) dashed(c, path, ink, width, width, sizes.dot_gap);
    else c.list->AddPolyline(path.data(), static_cast<int>(path.size()), ink, 0, width);
  }
}

void draw_sample(const Chart& c, const scenes::Series& s, ImVec2 at, float width) {
  const ImU32 ink = ink_of(c, s);
  if (s.stroke == scenes::Stroke::kSolid) c.list->AddLine(at, {at.x + width, at.y}, ink, 2.2F);
  else dashed(c, {at, {at.x + width, at.y}}, ink, 2.2F, 4, 3);
}

}  // namespace lab::gui
