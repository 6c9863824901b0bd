#include <doctest.h>

#include <cmath>
#include <limits>

#include "views/control_colors.h"
#include "views/palette.h"

using namespace lab::views;
using lab::scenes::Emphasis;
using lab::scenes::Finding;
using lab::scenes::Ink;
using lab::scenes::Role;

TEST_CASE("contrast is WCAG's: 21 between black and white, 1 with itself") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21));
  CHECK(contrast({18, 52, 86}, {18, 52, 86}) == doctest::Approx(1));
  CHECK(contrast({118, 118, 118}, {255, 255, 255}) == doctest::Approx(4.54).epsilon(0.01));
}

TEST_CASE("text can be read on both grounds of each theme") {
  for (const Theme theme : kThemes) {
    CAPTURE(theme_name(theme));
    const Surface& s = surface(theme);
    for (const Rgba ground : {s.background, s.panel}) {
      CHECK(contrast(s.text, ground) >= 7);
      CHECK(contrast(s.text_faint, ground) >= 4.5);
      CHECK(contrast(s.accent, ground) >= 4.5);
      CHECK(contrast(color({Role::kText}, theme), ground) >= 7);
      for (const auto f : {Finding::kHolds, Finding::kViolated, Finding::kDoesNotApply, Finding::kPending})
        CHECK(contrast(finding_color(f, theme), ground) >= 4.5);
      for (const auto e : {Emphasis::kNone, Emphasis::kStrong, Emphasis::kTie, Emphasis::kFaint})
        CHECK(contrast(emphasis_color(e, theme), ground) >= 4.5);
    }
  }
}

TEST_CASE("symbols and lines stand out from both grounds of each theme") {
  for (const Theme theme : kThemes) {
    CAPTURE(theme_name(theme));
    for (const Rgba ground : {surface(theme).background, surface(theme).panel}) {
      for (int g = 0; g < static_cast<int>(kGroupColors); ++g) {
        CAPTURE(g);
        CHECK(contrast(color({Role::kGroup, g}, theme), ground) >= 3);
      }
      for (const Role role : {Role::kToken, Role::kHull, Role::kLimit, Role::kPrediction, Role::kSelection, Role::kGuide})
        CHECK(contrast(color({role}, theme), ground) >= 3);
    }
  }
}

TEST_CASE("drawn controls can be read at rest, under the pointer and chosen, and switches told apart") {
  for (const Theme theme : kThemes) {
    CAPTURE(theme_name(theme));
    const Surface& s = surface(theme);
    const ControlColors c = control_colors(theme);
    for (const Rgba ground : {s.panel, c.raised, c.field, c.field_hot, c.accent_soft}) {
      CAPTURE(hex(ground));
      for (const Rgba ink : {s.text, s.text_faint, s.accent}) CHECK(contrast(ink, ground) >= 4.5);
    }
    for (const Rgba ground : {s.accent, c.accent_hot}) CHECK(contrast(c.on_accent, ground) >= 4.5);
    for (const Rgba shape : {c.switch_off, c.switch_off_hot, s.accent}) CHECK(contrast(shape, s.panel) >= 3);
    // A finding stands on cards, and on a plate of its own colour there.
    for (const auto f : {Finding::kHolds, Finding::kViolated, Finding::kDoesNotApply, Finding::kPending}) {
      Rgba plate = finding_color(f, theme);
      plate.a = 36;
      for (const Rgba ground : {c.raised, blend(plate, c.raised)}) CHECK(contrast(finding_color(f, theme), ground) >= 4.5);
    }
  }
}

namespace {

using Triple = std::array<double, 3>;

/// OKLab of a colour as seen by an eye without red cones (protan), without
/// green cones (deutan), or by an ordinary one.
Triple seen(Rgba c, const std::array<Triple, 3>& eye) {
  const auto line = [](double v) { v /= 255; return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  const Triple in{line(c.r), line(c.g), line(c.b)};
  Triple x{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) x[i] += eye[i][j] * in[j];
  const double l = std::cbrt(0.4122214708 * x[0] + 0.5363325363 * x[1] + 0.0514459929 * x[2]);
  const double m = std::cbrt(0.2119034982 * x[0] + 0.6806995451 * x[1] + 0.1073969566 * x[2]);
  const double s = std::cbrt(0.0883024619 * x[0] + 0.2817188376 * x[1] + 0.6299787005 * x[2]);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

constexpr std::array<std::array<Triple, 3>, 3> kEyes{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
}};

}  // namespace

TEST_CASE("group colours differ for ordinary, protan and deutan sight") {
  for (const Theme theme : kThemes) {
    for (const auto& eye : kEyes) {
      for (int g = 0; g < static_cast<int>(kGroupColors); ++g) {
        for (int h = 0; h < g; ++h) {
          const Triple a = seen(color({Role::kGroup, g}, theme), eye);
          const Triple b = seen(color({Role::kGroup, h}, theme), eye);
          CAPTURE(g);
          CAPTURE(h);
          CHECK(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 0.10);
        }
      }
    }
  }
}

TEST_CASE("groups beyond the last colour start again, without a leader it is a token") {
  const int count = static_cast<int>(kGroupColors);
  CHECK(color({Role::kGroup, count}, Theme::kDark) == color({Role::kGroup, 0}, Theme::kDark));
  CHECK(color({Role::kGroup, -1}, Theme::kDark) == color({Role::kToken}, Theme::kDark));
}

TEST_CASE("strength becomes alpha, whatever it is") {
  CHECK(color({Role::kHull, -1, 0.5F}, Theme::kLight).a == 128);
  CHECK(color({Role::kHull, -1, 7.0F}, Theme::kLight).a == 255);
  CHECK(color({Role::kHull, -1, -1.0F}, Theme::kLight).a == 0);
  CHECK(color({Role::kHull, -1, std::numeric_limits<float>::quiet_NaN()}, Theme::kLight).a == 0);
}

TEST_CASE("blending, names and hexadecimal") {
  CHECK(blend({255, 255, 255, 255}, {0, 0, 0}) == Rgba{255, 255, 255});
  CHECK(blend({255, 255, 255, 0}, {1, 2, 3}) == Rgba{1, 2, 3});
  CHECK(blend({200, 100, 0, 128}, {0, 0, 0}).r == 100);
  CHECK(hex({0, 10, 255}) == "#000aff");
  for (const Theme theme : kThemes) {
    Theme read = Theme::kDark;
    CHECK(parse_theme(theme_name(theme), read));
    CHECK(read == theme);
  }
  Theme untouched = Theme::kLight;
  CHECK_FALSE(parse_theme("pink", untouched));
  CHECK(untouched == Theme::kLight);
}
