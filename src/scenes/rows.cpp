#include "scenes/rows.h"

#include <utility>

namespace lab::scenes {

Param row_of(std::string key, std::string label, std::string group, std::string help) {
  Param p;
  p.key = std::move(key);
  p.label = std::move(label);
  p.group = std::move(group);
  p.help = std::move(help);
  return p;
}

Param ranged(Param p, Kind kind, double min, double max, Scale scale) {
  p.kind = kind;
  p.min = min;
  p.max = max;
  p.scale = scale;
  return p;
}

Param choice(Param p, std::vector<Option> options, bool view_only) {
  p.kind = Kind::kChoice;
  p.choices = std::move(options);
  p.view_only = view_only;
  return p;
}

Param plain(Param p, Kind kind) {
  p.kind = kind;
  return p;
}

Param view(Param p) {
  p.view_only = true;
  return p;
}

Param with_unit(Param p, std::string unit) {
  p.unit = std::move(unit);
  return p;
}

Param any_shape(Param p) {
  p.any_shape = true;
  return p;
}

Param zero_stop(Param p, double smallest) {
  p.smallest = smallest;
  return p;
}

Param endless(Param p) {
  p.endless = true;
  return p;
}

Param show_row(std::string key, std::string label, std::string help) {
  return view(plain(row_of(std::move(key), std::move(label), kShowGroup, std::move(help)), Kind::kSwitch));
}

}  // namespace lab::scenes
