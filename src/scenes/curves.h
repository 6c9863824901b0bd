#pragma once
#include <string>
#include <utility>

#include "scenes/frame.h"

/// Small makers of the parts of plots and verdicts.
namespace lab::scenes {

inline Series curve(std::string label, Ink ink, Stroke stroke = Stroke::kSolid) {
  Series s;
  s.label = std::move(label);
  s.ink = ink;
  s.stroke = stroke;
  return s;
}

inline void add(Series& s, double x, double y) {
  s.x.push_back(x);
  s.y.push_back(y);
}

inline Finding finding(bool holds) { return holds ? Finding::kHolds : Finding::kViolated; }
inline Finding finding(bool applies, bool holds) { return applies ? finding(holds) : Finding::kDoesNotApply; }

}  // namespace lab::scenes
