#pragma once
#include "scene_support.h"
#include "scenes/registry.h"

/// What the tests of "Frank-Wolfe step" and "B negative" share.
namespace lab::test {

inline void put(Scene& scene, std::string_view key, std::string_view text) {
  const core::Status ok = scenes::set_text(scene, key, text);
  CHECK_MESSAGE(ok.ok(), (ok.ok() ? "" : ok.error()));
}

inline const scenes::Verdict& verdict(const Frame& frame, std::string_view claim) {
  for (const scenes::Verdict& v : frame.verdicts)
    if (v.claim.find(claim) != std::string::npos) return v;
  FAIL("no such claim");
  return frame.verdicts.front();
}

inline scenes::Finding found(const Scene& scene, std::string_view claim) {
  return verdict(frame_of(scene), claim).finding;
}

inline const scenes::Plot* plot(const Frame& frame, std::string_view title) {
  for (const scenes::Plot& p : frame.plots)
    if (p.title.find(title) != std::string::npos) return &p;
  return nullptr;
}

}  // namespace lab::test
