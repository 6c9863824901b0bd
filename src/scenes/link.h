#pragma once
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/registry.h"

/// Links never lie: the address holds the whole state, versioned, and only
/// what differs from the defaults.
///   v=1&scene=hardmax&preset=collection-2&alpha=0.5&k=40
namespace lab::scenes {

inline constexpr int kLinkVersion = 1;
/// Keys of the link itself; no parameter of a scene may be called so.
inline constexpr std::array<std::string_view, 7> kLinkKeys{"v", "scene", "k", "centre", "zoom", "yaw", "pitch"};

/// Everything that a link can say besides the parameters.
struct ViewState {
  Point centre{};         ///< picture units; used when `zoom` > 0
  double zoom = 0;        ///< 0: fit
  double yaw = 0.6;       ///< orbit, radians
  double pitch = 0.4;
  bool operator==(const ViewState&) const = default;
};

/// Percent-encoded where needed, without the leading '#'. "" for the default state.
std::string write_link(const Entry& entry, const Scene& scene, const ViewState& view);

struct LinkReport {
  const Entry* entry = nullptr;            ///< the default scene when the link is refused
  std::unique_ptr<Scene> scene;            ///< ready, at the link's step
  ViewState view;
  std::vector<std::string> problems;       ///< one sentence per bad key, duplicate, value, version
};
/// Never fails: what is unknown or impossible is listed and its default used.
/// `link` with or without '#' or '?'. A link without "v" is read as version 1;
/// of another version nothing is used.
LinkReport read_link(std::string_view link);

}  // namespace lab::scenes
