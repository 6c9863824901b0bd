// The clocks of the scene "Positions": pair k of the table is the tip (sin, cos)
// of a hand that starts upright and turns clockwise.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "core/vec.h"
#include "scenes/positions_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kAcross = 2.9, kDown = 3.05;  ///< from one dial to the next, in radii
constexpr double kNewRim = 1.13;               ///< radius at which new phases are drawn

Point on_dial(const Point& centre, double radius, double angle) {
  const core::SinCos at = core::sincos(angle);
  return {centre[0] + radius * at.sin, centre[1] + radius * at.cos, 0};
}

/// From angle to angle, at most one turn.
void arc(Polylines& lines, const Point& centre, double radius, double from, double to, Ink ink) {
  to = std::clamp(to, from - kTurn, from + kTurn);
  const int pieces = 2 + static_cast<int>(std::fabs(to - from) * 12);
  lines.start(ink);
  for (int i = 0; i <= pieces; ++i) lines.points.push_back(on_dial(centre, radius, from + (to - from) * i / pieces));
}

void dial(const Point& centre, bool chosen, Picture& picture) {
  Polygon rim;
  rim.ink = {chosen ? Role::kSelection : Role::kGuide, -1, chosen ? 0.9F : 0.7F};
  rim.fill = 0.05F;
  rim.width = chosen ? 1.2F : 0.8F;
  for (int i = 0; i < 96; ++i) rim.points.push_back(on_dial(centre, 1, kTurn * i / 96));
  picture.polygons.push_back(std::move(rim));
}

struct Dial {
  Point centre;
  double speed;
  std::size_t k;
};

/// A hand with the table's own row as its tip.
void hand(const PositionsScene& s, const Dial& d, std::int32_t group, Polylines& lines, Picture& picture) {
  const auto row = s.table().row(s.step());
  const Point tip{d.centre[0] + row[2 * d.k], d.centre[1] + row[2 * d.k + 1], 0};
  lines.start({Role::kGroup, group, 1});
  lines.points.insert(lines.points.end(), {d.centre, tip});
  picture.marks.push_back({tip, Shape::kDisc, {Role::kGroup, group, 1}, 0.7F, kNoHandle});
}

/// The hand at p, the turn by the offset and where it leads.
void hands(const PositionsScene& s, const Dial& d, Polylines& turns, Polylines& shifted, Picture& picture) {
  const double here = d.speed * static_cast<double>(s.step()), turn = d.speed * s.offset();
  // M_o applied to the table's row.
  const auto row = s.table().row(s.step());
  const double x = row[2 * d.k], y = row[2 * d.k + 1];
  const core::SinCos m = core::sincos(turn);
  const Point moved{d.centre[0] + m.cos * x + m.sin * y, d.centre[1] - m.sin * x + m.cos * y, 0};
  if (s.settings().offset != 0) {
    arc(turns, d.centre, 0.42, here, here + turn, {Role::kGroup, 0, 1});
    shifted.start({Role::kPrediction, -1, 1});
    shifted.points.insert(shifted.points.end(), {d.centre, moved});
    picture.marks.push_back({on_dial(d.centre, 1, d.speed * (static_cast<double>(s.step()) + s.offset())),
                             Shape::kRing,
                             {Role::kGroup, 0, 1},
                             1.0F,
                             kNoHandle});
  }
}

/// Phases of the trained window, and those that only later positions reach.
void phases(const PositionsScene& s, const Dial& d, Polylines& seen, Polylines& fresh) {
  const double last = d.speed * (static_cast<double>(s.window()) - 1), end = d.speed * (static_cast<double>(s.n()) - 1);
  const bool all = s.completes(d.k);
  arc(seen, d.centre, 1, 0, all ? kTurn : last, {Role::kGroup, 1, 1});
  if (!all && last < kTurn && s.has_beyond()) arc(fresh, d.centre, kNewRim, last, std::min(end, kTurn), {Role::kGroup, 0, 1});
}

std::string caption(const PositionsScene& s, std::size_t k, bool beyond) {
  const auto& reach = s.reach_of_clocks()[k];
  const std::string number = "k=" + std::to_string(k) + ": ";
  if (!beyond)
    return number +
           (reach.period < 999.5 ? rounded(reach.period, 3) : counted(static_cast<std::size_t>(reach.period + 0.5)));
  return number + (s.completes(k) ? "all" : rounded(100 * reach.covered, 2) + " %");
}

}  // namespace

std::vector<std::size_t> dial_pairs(const PositionsScene& s) {
  const std::size_t all = s.speeds().size(), shown = std::min(all, kDials);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < shown; ++i) out.push_back(shown < 2 ? 0 : i * (all - 1) / (shown - 1));
  // The chosen clock takes the place of the one nearest to it.
  const auto gap = [&](std::size_t k) { return k < s.pair() ? s.pair() - k : k - s.pair(); };
  *std::ranges::min_element(out, {}, gap) = s.pair();
  return out;
}

void draw_dials(const PositionsScene& s, bool beyond, Picture& picture) {
  const std::vector<std::size_t> pairs = dial_pairs(s);
  const std::size_t across = pairs.size() <= 4 ? pairs.size() : (pairs.size() + 1) / 2,
                    down = (pairs.size() + across - 1) / across;
  picture.dimension = 2;
  picture.grid = false;
  picture.low = {-1.35, -kDown * static_cast<double>(down - 1) - 1.75, 0};
  picture.high = {kAcross * static_cast<double>(across - 1) + 1.35, 1.3, 0};
  Polylines first, second, pointers;
  pointers.width = 1.6F;
  first.width = beyond ? 3.0F : 1.6F;
  second.width = beyond ? 3.0F : 1.4F;
  second.stroke = beyond ? Stroke::kSolid : Stroke::kDashed;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Dial d{{kAcross * static_cast<double>(i % across), -kDown * static_cast<double>(i / across), 0},
                 s.speeds()[pairs[i]],
                 pairs[i]};
    dial(d.centre, d.k == s.pair(), picture);
    if (beyond) phases(s, d, first, second);
    else hands(s, d, first, second, picture);
    hand(s, d, beyond && s.step() >= s.window() ? 0 : 1, pointers, picture);
    picture.labels.push_back(
        {{d.centre[0] - 0.95, d.centre[1] - 1.6, 0}, caption(s, d.k, beyond), {Role::kText, -1, 1}});
  }
  for (Polylines* lines : {&pointers, &first, &second})
    if (!lines->begin.empty()) picture.polylines.push_back(std::move(*lines));
}

}  // namespace lab::scenes
