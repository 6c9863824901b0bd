// Tokens, arrows, the selected token's hyperplane and the ellipse of A.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/hardmax_frame.h"
#include "scenes/projection.h"

namespace lab::scenes {
namespace {

using core::Matrix;

Ink ink_of(const HardmaxScene& scene, std::size_t i, float strength = 1.0F) {
  const std::int32_t group = scene.now().group[i];
  return {group >= 0 ? Role::kGroup : Role::kToken, group, strength};
}

float token_size(std::size_t n) { return n > 2000 ? 0.4F : n > 200 ? 0.65F : 1.0F; }

bool is_leader(const HardmaxScene& scene, std::size_t i) { return scene.run().led_since(i) <= scene.step(); }

void draw_starts(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  if (scene.step() == 0 || scene.n() > kRingTokens) return;
  for (std::size_t i = 0; i < scene.n(); ++i)
    if (!is_leader(scene, i))
      picture.marks.push_back({project(scene.run().state(0).row(i)), Shape::kRing, ink_of(scene, i, 0.8F),
                               token_size(scene.n()), kNoHandle});
}

// Stars last, so that followers which have arrived do not hide their leader.
void draw_now(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const float size = token_size(scene.n());
  for (bool stars : {false, true})
    for (std::size_t i = 0; i < scene.n(); ++i)
      if (is_leader(scene, i) == stars)
        picture.marks.push_back({project(scene.tokens().row(i)), stars ? Shape::kStar : Shape::kDisc, ink_of(scene, i),
                                 stars ? 1.9F * std::max(size, 0.65F) : size, static_cast<std::int32_t>(i)});
}

// Tokens that have come together share one lettering: "2, 3, 9".
void draw_labels(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const core::Clusters groups = core::clusters(scene.tokens(), 0.01 * extent(scene));
  for (std::size_t g = 0; g < groups.representative.size(); ++g) {
    std::string text;
    std::size_t named = 0;
    for (std::size_t i = 0; i < scene.n(); ++i) {
      if (groups.of[i] != g || ++named > 8) continue;
      text += (text.empty() ? "" : ", ") + std::to_string(i + 1);
    }
    if (named > 8) text += ", \u2026";
    picture.labels.push_back({project(scene.tokens().row(groups.representative[g])), text, {Role::kText, -1, 1.0F}});
  }
}

void draw_arrows_of(const HardmaxScene& scene, const Projection& project, std::size_t i, Picture& picture) {
  const Matrix& Z = scene.tokens();
  const bool chosen = scene.selected() == static_cast<std::int32_t>(i);
  const Ink ink = chosen ? Ink{Role::kSelection, -1, 1.0F} : ink_of(scene, i, 0.55F);
  const double shortest = 0.02 * extent(scene);
  std::size_t drawn = 0;
  for (std::uint32_t j : core::attended_set(Z, scene.run().params(), i)) {
    double gap = 0;
    for (std::size_t c = 0; c < Z.cols; ++c) gap = std::max(gap, std::abs(Z(i, c) - Z(j, c)));
    if (gap > shortest && drawn++ < kArrowTokens) picture.arrows.push_back({project(Z.row(i)), project(Z.row(j)), ink});
  }
}

void draw_arrows(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  const std::string& which = scene.settings().arrows;
  if (which == "none") return;
  const bool all = which == "all" && scene.n() <= kArrowTokens;
  for (std::size_t i = 0; i < scene.n(); ++i)
    if (all || scene.selected() == static_cast<std::int32_t>(i)) draw_arrows_of(scene, project, i, picture);
}

// w = A z_i and the highest score: the hyperplane is {y : <w, y> = best}.
struct Support {
  Point w{};
  double best = 0;
  double square = 0;  ///< |w|^2
};

Support support_of(const HardmaxScene& scene, std::size_t i) {
  const Matrix& Z = scene.tokens();
  const Matrix& A = scene.settings().a;
  Support out;
  for (std::size_t r = 0; r < Z.cols; ++r)
    for (std::size_t c = 0; c < Z.cols; ++c) out.w[r] += A(r, c) * Z(i, c);
  std::vector<double> row(Z.rows);
  core::score_row(Z, A, i, row);
  out.best = *std::ranges::max_element(row);
  for (double x : out.w) out.square += x * x;
  return out;
}

Point along(const Point& p, const Point& direction, double t) {
  return {p[0] + t * direction[0], p[1] + t * direction[1], p[2] + t * direction[2]};
}

// Two directions of length 1 in the hyperplane with normal n.
std::array<Point, 2> spanning(const Point& n, std::size_t d) {
  if (d == 2) return {{{-n[1], n[0], 0}, {0, 0, 0}}};
  const std::size_t least = std::abs(n[0]) <= std::abs(n[1]) ? (std::abs(n[0]) <= std::abs(n[2]) ? 0U : 2U)
                                                             : (std::abs(n[1]) <= std::abs(n[2]) ? 1U : 2U);
  Point u{};
  u[least] = 1;
  u = along(u, n, -n[least]);
  const double size = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  u = {u[0] / size, u[1] / size, u[2] / size};
  return {{u, {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]}}};
}

void draw_support(const HardmaxScene& scene, std::size_t i, Picture& picture) {
  const Support s = support_of(scene, i);
  const double reach = extent(scene), size = std::sqrt(s.square);
  if (!(size > 1e-12 * reach)) return;  // no direction: every token ties
  const Point normal{s.w[0] / size, s.w[1] / size, s.w[2] / size};
  const Point foot = along({}, normal, s.best / size);
  const Ink ink{Role::kSelection, -1, 0.9F};
  const auto [u, v] = spanning(normal, scene.d());
  if (scene.d() == 1) {
    picture.marks.push_back({foot, Shape::kCross, ink, 1.4F, kNoHandle});
  } else if (scene.d() == 2) {
    Polylines line;
    line.start(ink);
    line.points = {along(foot, u, -3 * reach), along(foot, u, 3 * reach)};
    picture.polylines.push_back(std::move(line));
  } else {
    Polygon patch{{}, ink, Stroke::kSolid, 0.08F, 1.0F};
    for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      patch.points.push_back(along(along(foot, u, a * reach), v, b * reach));
    picture.polygons.push_back(std::move(patch));
  }
  Point from{};
  std::ranges::copy(scene.tokens().row(i), from.begin());
  picture.arrows.push_back({from, along(from, normal, 0.3 * reach), ink});
  picture.labels.push_back({along(from, normal, 0.32 * reach), "A z", ink});
}

}  // namespace

void draw_selection(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  draw_arrows(scene, project, picture);
  if (scene.selected() < 0) return;
  const auto i = static_cast<std::size_t>(scene.selected());
  if (scene.settings().support && scene.d() <= 3) draw_support(scene, i, picture);
  picture.marks.push_back(
      {project(scene.tokens().row(i)), Shape::kRing, {Role::kSelection, -1, 1.0F}, is_leader(scene, i) ? 2.6F : 1.9F, kNoHandle});
}

void draw_tokens(const HardmaxScene& scene, const Projection& project, Picture& picture) {
  draw_starts(scene, project, picture);
  draw_now(scene, project, picture);
  if (scene.settings().labels && scene.n() <= kArrowTokens) draw_labels(scene, project, picture);
}

void draw_ellipse(const HardmaxScene& scene, Picture& picture) {
  if (scene.d() != 2 || !scene.has_norm()) return;
  const auto& [first, second] = scene.ellipse().axis;
  constexpr int kSides = 96;
  Polygon outline{{}, {Role::kGuide, -1, 1.0F}, Stroke::kSolid, 0.0F, 1.0F};
  for (int s = 0; s < kSides; ++s) {
    const double angle = 2 * std::numbers::pi * s / kSides, c = std::cos(angle), b = std::sin(angle);
    outline.points.push_back({c * first[0] + b * second[0], c * first[1] + b * second[1], 0});
  }
  picture.polygons.push_back(std::move(outline));
  for (std::int32_t h = 0; h < 2; ++h) {
    const auto& axis = scene.ellipse().axis[static_cast<std::size_t>(h)];
    picture.marks.push_back({{axis[0], axis[1], 0}, Shape::kSquare, {Role::kGuide, -1, 1.0F}, 1.2F, kEllipseHandle + h});
  }
  picture.labels.push_back({{-second[0], -second[1], 0}, "\u2016z\u2016_A = const", {Role::kGuide, -1, 1.0F}});
}

}  // namespace lab::scenes
