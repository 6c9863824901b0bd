#include "views/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab::views {
namespace {

constexpr Rgba rgb(std::uint32_t value, std::uint8_t alpha = 255) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8 & 255U),
          static_cast<std::uint8_t>(value & 255U), alpha};
}

// Group colours start from the hues of Okabe and Ito and were moved apart by a
// search over OKLab distances, taken the smallest of normal, protan and deutan
// sight (Machado et al. 2009), under a contrast of 3 with the background.
constexpr std::array<Rgba, kGroupColors> kOnDark{
    rgb(0xffb400), rgb(0x00bfff), rgb(0x0cab77), rgb(0xff7dbf), rgb(0x5d82ff),
    rgb(0xf26f00), rgb(0xf5fa61), rgb(0xa463b8), rgb(0x9cfdeb), rgb(0xa45a27)};
constexpr std::array<Rgba, kGroupColors> kOnWhite{
    rgb(0xe16c01), rgb(0x248ef8), rgb(0x00736c), rgb(0xaa6db7), rgb(0x0b5ccd),
    rgb(0xaa490e), rgb(0x63976f), rgb(0x5d1490), rgb(0x002f53), rgb(0x6e3305)};

/// Roles in the order of scenes::Role; the entry of kGroup is not read.
using RoleColors = std::array<Rgba, 8>;
constexpr RoleColors kRolesDark{rgb(0xaab4c0), rgb(0), rgb(0x8aa2bf), rgb(0xc3b1ff),
                                rgb(0xff6b8b), rgb(0xffffff), rgb(0x66707d), rgb(0xe8ecf1)};
constexpr RoleColors kRolesLight{rgb(0x66707c), rgb(0), rgb(0x5d7896), rgb(0x6f4fd0),
                                 rgb(0xc81e4f), rgb(0x0a0c10), rgb(0x848d98), rgb(0x1b2129)};
constexpr RoleColors kRolesProjector{rgb(0x505a66), rgb(0), rgb(0x3f5f85), rgb(0x5a36c8),
                                     rgb(0xb80f43), rgb(0x000000), rgb(0x7d8791), rgb(0x000000)};

//                            background     panel          text           text_faint     border         grid           accent
constexpr Surface kDark{rgb(0x10151c), rgb(0x171e27), rgb(0xe8ecf1), rgb(0x9aa6b4), rgb(0x2c3743), rgb(0x1f2832), rgb(0x5fb0ff)};
constexpr Surface kLight{rgb(0xfdfdfc), rgb(0xf4f5f6), rgb(0x1b2129), rgb(0x57616d), rgb(0xcdd3da), rgb(0xe9ecef), rgb(0x0b5ccd)};
constexpr Surface kProjector{rgb(0xffffff), rgb(0xf3f4f5), rgb(0x000000), rgb(0x474f59), rgb(0xa9b1ba), rgb(0xdfe3e7), rgb(0x0a4fb4)};

constexpr Sizes kDeskSizes{5.0F, 1.5F, 1.1F, 6.0F, 4.0F, 3.6F, 7.0F, 13.0F, 11.0F};
constexpr Sizes kProjectorSizes{7.0F, 2.4F, 1.6F, 9.0F, 6.0F, 5.5F, 11.0F, 17.0F, 14.0F};

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgba c) { return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b); }

std::uint8_t mix(std::uint8_t over, std::uint8_t under, std::uint8_t alpha) {
  const unsigned sum = unsigned{over} * alpha + unsigned{under} * (255U - alpha);
  return static_cast<std::uint8_t>((sum + 127U) / 255U);
}

const RoleColors& roles(Theme theme) {
  if (theme == Theme::kDark) return kRolesDark;
  return theme == Theme::kLight ? kRolesLight : kRolesProjector;
}

}  // namespace

std::string_view theme_name(Theme theme) {
  if (theme == Theme::kDark) return "dark";
  return theme == Theme::kLight ? "light" : "projector";
}

bool parse_theme(std::string_view name, Theme& theme) {
  for (const Theme t : kThemes) {
    if (name != theme_name(t)) continue;
    theme = t;
    return true;
  }
  return false;
}

const Surface& surface(Theme theme) {
  if (theme == Theme::kDark) return kDark;
  return theme == Theme::kLight ? kLight : kProjector;
}

const Sizes& sizes(Theme theme) { return theme == Theme::kProjector ? kProjectorSizes : kDeskSizes; }

Rgba color(const scenes::Ink& ink, Theme theme) {
  const bool grouped = ink.role == scenes::Role::kGroup && ink.group >= 0;
  const auto& groups = theme == Theme::kDark ? kOnDark : kOnWhite;
  Rgba c = grouped ? groups[static_cast<std::size_t>(ink.group) % kGroupColors]
                   : roles(theme)[static_cast<std::size_t>(ink.role == scenes::Role::kGroup ? scenes::Role::kToken : ink.role)];
  // A NaN strength fails both comparisons of clamp; the test of >= catches it.
  const float strength = ink.strength >= 0.0F ? std::min(ink.strength, 1.0F) : 0.0F;
  c.a = static_cast<std::uint8_t>(std::lround(255.0F * strength));
  return c;
}

Rgba star_outline(Theme theme) { return theme == Theme::kDark ? rgb(0x05070a) : rgb(0x12161c); }

Rgba finding_color(scenes::Finding finding, Theme theme) {
  const bool dark = theme == Theme::kDark;
  switch (finding) {
    case scenes::Finding::kHolds: return dark ? rgb(0x3fd19b) : rgb(0x006b4f);
    case scenes::Finding::kViolated: return dark ? rgb(0xff8a6b) : rgb(0xb3261e);
    case scenes::Finding::kDoesNotApply: return surface(theme).text_faint;
    case scenes::Finding::kPending: return dark ? rgb(0xd9c07a) : rgb(0x6d5600);
  }
  return surface(theme).text;
}

Rgba emphasis_color(scenes::Emphasis emphasis, Theme theme) {
  const bool dark = theme == Theme::kDark;
  if (emphasis == scenes::Emphasis::kFaint) return surface(theme).text_faint;
  if (emphasis == scenes::Emphasis::kTie) return dark ? rgb(0xffc14d) : rgb(0x9a4a00);
  if (emphasis == scenes::Emphasis::kStrong) return dark ? rgb(0xffffff) : rgb(0x000000);
  return surface(theme).text;
}

Rgba blend(Rgba over, Rgba under) {
  return {mix(over.r, under.r, over.a), mix(over.g, under.g, over.a), mix(over.b, under.b, over.a), 255};
}

double contrast(Rgba one, Rgba two) {
  const double a = luminance(one);
  const double b = luminance(two);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

std::string hex(Rgba color) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t c : {color.r, color.g, color.b}) {
    text += kDigits[c >> 4U];
    text += kDigits[c & 15U];
  }
  return text;
}

}  // namespace lab::views
