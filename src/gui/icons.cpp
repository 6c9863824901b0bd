#include "gui/icons.h"

#include <array>
#include <cmath>
#include <span>

namespace lab::gui {
namespace {

constexpr float kPi = 3.14159265F;

/// A pen in a square from -1 to 1.
struct Pen {
  ImDrawList* list;
  ImVec2 c;
  float r;
  ImU32 ink;
  float width;

  ImVec2 at(float x, float y) const { return {c.x + r * x, c.y + r * y}; }
  void line(float x0, float y0, float x1, float y1) const {
    list->PathLineTo(at(x0, y0));
    list->PathLineTo(at(x1, y1));
    list->PathStroke(ink, 0, width);
  }
  void path(std::span<const float> xy, bool closed = false) const {
    for (std::size_t i = 0; i + 1 < xy.size(); i += 2) list->PathLineTo(at(xy[i], xy[i + 1]));
    list->PathStroke(ink, closed ? ImDrawFlags_Closed : 0, width);
  }
  void area(std::span<const float> xy) const {
    for (std::size_t i = 0; i + 1 < xy.size(); i += 2) list->PathLineTo(at(xy[i], xy[i + 1]));
    list->PathFillConvex(ink);
  }
  void ring(float x, float y, float radius) const { list->AddCircle(at(x, y), radius * r, ink, 0, width); }
  void dot(float x, float y, float radius) const { list->AddCircleFilled(at(x, y), radius * r, ink); }
  void box(float x0, float y0, float x1, float y1, float rounding = 0.15F) const {
    list->AddRect(at(x0, y0), at(x1, y1), ink, rounding * r, 0, width);
  }
  void bar(float x0, float y0, float x1, float y1) const { list->AddRectFilled(at(x0, y0), at(x1, y1), ink, 0.12F * r); }
};

void triangle(const Pen& p, float from, float to) {
  const std::array<float, 6> xy{from, -0.72F, to, 0, from, 0.72F};
  p.area(xy);
}

void reset(const Pen& p) {
  p.list->PathArcTo(p.c, 0.68F * p.r, -0.35F * kPi, 1.28F * kPi, 24);
  p.list->PathStroke(p.ink, 0, p.width);
  const std::array<float, 6> head{-0.02F, -0.98F, 0.62F, -0.66F, 0.12F, -0.2F};
  p.area(head);
}

void fit(const Pen& p) {
  for (const float sx : {-1.0F, 1.0F}) {
    for (const float sy : {-1.0F, 1.0F}) {
      const std::array<float, 6> corner{sx * 0.72F, sy * 0.28F, sx * 0.72F, sy * 0.72F, sx * 0.28F, sy * 0.72F};
      p.path(corner);
    }
  }
}

void sun(const Pen& p) {
  p.dot(0, 0, 0.36F);
  for (int i = 0; i < 8; ++i) {
    const float a = static_cast<float>(i) * kPi / 4;
    p.line(0.58F * std::cos(a), 0.58F * std::sin(a), 0.84F * std::cos(a), 0.84F * std::sin(a));
  }
}

void moon(const Pen& p) {
  // The outline of a sickle: outer arc, then the inner one back.
  p.list->PathArcTo(p.c, 0.72F * p.r, 0.1F * kPi, 1.4F * kPi, 24);
  p.list->PathArcTo(p.at(0.34F, -0.3F), 0.52F * p.r, 1.22F * kPi, 0.28F * kPi, 18);
  p.list->PathStroke(p.ink, ImDrawFlags_Closed, p.width);
}

void projector(const Pen& p) {
  p.line(-0.8F, -0.66F, 0.8F, -0.66F);
  p.box(-0.66F, -0.66F, 0.66F, 0.3F, 0.05F);
  p.line(0, 0.3F, 0, 0.55F);
  p.line(0, 0.5F, -0.36F, 0.86F);
  p.line(0, 0.5F, 0.36F, 0.86F);
}

void dice(const Pen& p) {
  p.box(-0.68F, -0.68F, 0.68F, 0.68F, 0.3F);
  for (const float s : {-0.3F, 0.0F, 0.3F}) p.dot(s, s, 0.13F);
}

void wait(const Pen& p) {
  for (const float x : {-0.5F, 0.0F, 0.5F}) p.dot(x, 0, 0.14F);
}

void sliders(const Pen& p) {
  const std::array<float, 3> knob{0.3F, -0.35F, 0.1F};
  for (std::size_t i = 0; i < 3; ++i) {
    const float y = -0.55F + 0.55F * static_cast<float>(i);
    p.line(-0.75F, y, 0.75F, y);
    p.dot(knob[i], y, 0.2F);
  }
}

void plot(const Pen& p) {
  const std::array<float, 6> axes{-0.7F, -0.75F, -0.7F, 0.65F, 0.78F, 0.65F};
  p.path(axes);
  const std::array<float, 8> curve{-0.45F, -0.45F, -0.1F, 0.1F, 0.25F, -0.05F, 0.7F, 0.35F};
  p.path(curve);
}

void shield(const Pen& p) {
  p.ring(0, 0, 0.78F);
  const std::array<float, 6> tick{-0.36F, 0.02F, -0.08F, 0.3F, 0.38F, -0.28F};
  p.path(tick);
}

void table(const Pen& p) {
  p.box(-0.75F, -0.65F, 0.75F, 0.65F);
  p.line(-0.75F, -0.2F, 0.75F, -0.2F);
  p.line(-0.75F, 0.22F, 0.75F, 0.22F);
  p.line(-0.15F, -0.65F, -0.15F, 0.65F);
}

void lock(const Pen& p) {
  p.list->PathArcTo(p.at(0, -0.2F), 0.42F * p.r, -kPi, 0, 16);
  p.list->PathStroke(p.ink, 0, p.width);
  p.bar(-0.62F, -0.15F, 0.62F, 0.75F);
}

/// A box with an arrow that leaves it.
void share(const Pen& p) {
  const std::array<float, 12> box{-0.3F, -0.12F, -0.68F, -0.12F, -0.68F, 0.78F, 0.68F, 0.78F, 0.68F, -0.12F, 0.3F, -0.12F};
  p.path(box);
  p.line(0, 0.34F, 0, -0.8F);
  const std::array<float, 6> head{-0.34F, -0.46F, 0, -0.82F, 0.34F, -0.46F};
  p.path(head);
}

/// An arrow into a tray.
void take(const Pen& p) {
  const std::array<float, 8> tray{-0.72F, 0.2F, -0.72F, 0.76F, 0.72F, 0.76F, 0.72F, 0.2F};
  p.path(tray);
  p.line(0, -0.8F, 0, 0.3F);
  const std::array<float, 6> head{-0.36F, -0.06F, 0, 0.32F, 0.36F, -0.06F};
  p.path(head);
}

void chevron(const Pen& p, float dx, float dy) {
  const std::array<float, 6> xy{-0.5F * dy - 0.28F * dx, -0.5F * dx - 0.28F * dy, 0.28F * dx, 0.28F * dy,
                                0.5F * dy - 0.28F * dx, 0.5F * dx - 0.28F * dy};
  p.path(xy);
}

void draw_control(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::kPlay: return triangle(p, -0.45F, 0.75F);
    case Icon::kPause: p.bar(-0.55F, -0.68F, -0.17F, 0.68F); return p.bar(0.17F, -0.68F, 0.55F, 0.68F);
    case Icon::kStep: triangle(p, -0.6F, 0.35F); return p.bar(0.42F, -0.7F, 0.64F, 0.7F);
    case Icon::kBack: triangle(p, 0.6F, -0.35F); return p.bar(-0.64F, -0.7F, -0.42F, 0.7F);
    case Icon::kReset: return reset(p);
    case Icon::kFit: return fit(p);
    case Icon::kPlus: p.line(-0.6F, 0, 0.6F, 0); return p.line(0, -0.6F, 0, 0.6F);
    case Icon::kMinus: case Icon::kDash: return p.line(-0.6F, 0, 0.6F, 0);
    case Icon::kDown: return chevron(p, 0, 1);
    case Icon::kUp: return chevron(p, 0, -1);
    case Icon::kRight: return chevron(p, 1, 0);
    case Icon::kClose: case Icon::kCross: p.line(-0.5F, -0.5F, 0.5F, 0.5F); return p.line(-0.5F, 0.5F, 0.5F, -0.5F);
    default: return;
  }
}

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 c, float size, ImU32 ink) {
  const Pen p{list, c, 0.5F * size, ink, std::fmax(1.4F, size * 0.095F)};
  switch (icon) {
    case Icon::kMoon: return moon(p);
    case Icon::kSun: return sun(p);
    case Icon::kProjector: return projector(p);
    case Icon::kDice: return dice(p);
    case Icon::kWait: return wait(p);
    case Icon::kSliders: return sliders(p);
    case Icon::kPlot: return plot(p);
    case Icon::kShield: return shield(p);
    case Icon::kTable: return table(p);
    case Icon::kLock: return lock(p);
    case Icon::kShare: return share(p);
    case Icon::kTake: return take(p);
    case Icon::kCheck: {
      const std::array<float, 6> tick{-0.6F, 0.05F, -0.15F, 0.5F, 0.65F, -0.5F};
      return p.path(tick);
    }
    default: return draw_control(p, icon);
  }
}

}  // namespace lab::gui
