#include "views/take.h"

#include <algorithm>
#include <array>
#include <optional>

#include "views/json_writer.h"
#include "views/language.h"
#include "views/npy_io.h"
#include "views/svg_parts.h"
#include "views/table_io.h"
#include "views/take_data.h"
#include "views/words.h"

namespace lab::views {
namespace {

using core::Error;
using core::Matrix;
using core::Result;
using scenes::Frame;
using scenes::Scene;

bool same_shape(const Matrix& a, const Matrix& b) { return a.rows == b.rows && a.cols == b.cols; }

/// Whether all states so far have the shape of the last: each is looked at, as any may differ.
bool even(const Scene& scene) {
  const Matrix last = scene.state(scene.step());
  for (std::size_t k = 0; k < scene.step(); ++k)
    if (!same_shape(scene.state(k), last)) return false;
  return true;
}

std::string titled(const std::string& title, std::string_view kind, std::size_t i, std::size_t count) {
  if (!title.empty()) return title;
  return std::string(kind) + (count > 1 ? " " + std::to_string(i + 1) : "");
}

/// "map-2"; `make(i)` gives the part of that number without its name.
template <class List, class Make>
void add_all(std::vector<Part>& out, std::string_view kind, const List& list, Make make) {
  std::size_t i = 0;
  for (const auto& thing : list) {
    Part part = make(thing, i);
    part.name = std::string(kind) + "-" + std::to_string(++i);
    out.push_back(std::move(part));
  }
}

void add_pictures(std::vector<Part>& out, const Frame& frame) {
  if (has_sheet(frame)) {
    add_all(out, "strip", frame.strips, [&](const scenes::Strip& s, std::size_t i) {
      return Part{"", titled(s.title, "Letters", i, frame.strips.size()), "", true, true, false};
    });
    add_all(out, "bars", frame.bars, [&](const scenes::Bars& b, std::size_t i) {
      return Part{"", titled(b.title, "Bars", i, frame.bars.size()), "", true, true, true};
    });
    add_all(out, "map", frame.maps, [&](const scenes::HeatMap& m, std::size_t i) {
      return Part{"", titled(m.title, "Map", i, frame.maps.size()), "", true, true, true};
    });
    return;
  }
  std::vector<const scenes::Picture*> all{&frame.picture};
  for (const scenes::Picture& p : frame.beside) all.push_back(&p);
  add_all(out, "picture", all, [&](const scenes::Picture* p, std::size_t i) {
    return Part{"", titled(p->title, all.size() > 1 ? "Picture" : "The picture alone", i, all.size()), "", true, false, false};
  });
}

/// Number behind "kind-", counted from 0, if it is one of `count`.
std::optional<std::size_t> number_of(std::string_view name, std::string_view kind, std::size_t count) {
  if (!name.starts_with(kind) || name.size() < kind.size() + 2 || name[kind.size()] != '-') return std::nullopt;
  std::size_t number = 0;
  for (const char c : name.substr(kind.size() + 1)) {
    if (c < '0' || c > '9' || number > count) return std::nullopt;
    number = 10 * number + static_cast<std::size_t>(c - '0');
  }
  if (number < 1 || number > count) return std::nullopt;
  return number - 1;
}

Error no_part(const Frame& frame, const Scene& scene, std::string_view name, bool Part::*has) {
  std::string known;
  for (const Part& p : parts(frame, scene))
    if (p.*has) known += (known.empty() ? "" : ", ") + p.name;
  const std::string_view as = has == &Part::drawn ? "an SVG file" : has == &Part::csv ? "CSV" : "NPY";
  return Error{"There is no " + shown(name) + " to take away as " + std::string(as) + " here. There is: " + (known.empty() ? "nothing" : known) + "."};
}

}  // namespace

std::string no_trajectory(const Scene& scene) {
  if (scene.state(scene.step()).data.empty()) return "There are no states to take away at this step.";
  if (scene.horizon() == 0) return "This experiment has no steps, so there is no trajectory; its state can be taken away.";
  return "";
}

std::vector<Part> parts(const Frame& frame, const Scene& scene) {
  std::vector<Part> out{{"figure", "The whole figure", "", true, false, false}};
  add_pictures(out, frame);
  add_all(out, "plot", frame.plots, [&](const scenes::Plot& p, std::size_t i) {
    return Part{"", titled(p.title, "Plot", i, frame.plots.size()), "", true, true, true};
  });
  add_all(out, "table", frame.tables, [&](const scenes::Table& t, std::size_t i) {
    return Part{"", titled(t.title, "Table", i, frame.tables.size()), t.note, false, true, false};
  });
  if (!frame.verdicts.empty()) out.push_back({"verdicts", "Verdicts: claims and what was measured", "", false, true, false});
  if (scene.state(scene.step()).data.empty()) return out;
  const bool steps = scene.horizon() > 0;
  const std::string trajectory = "Trajectory: the state at each " + std::string(scene.step_name()) + " from 0 to " + std::to_string(scene.step());
  out.push_back({"trajectory", steps ? trajectory : "State", steps && !even(scene) ? "NPY holds the last of them, because their shapes differ." : "",
                 false, true, true});
  return out;
}

Result<std::string> part_svg(const Frame& frame, const Scene& scene, std::string_view name, const SvgOptions& options) {
  if (name == "figure") return svg(frame, options);
  if (const auto i = number_of(name, "plot", frame.plots.size())) return plot_svg(frame, *i, options);
  // A frame of this part alone.
  Frame alone;
  alone.headline = frame.headline;
  const bool sheet = has_sheet(frame);
  if (const auto strip = number_of(name, "strip", frame.strips.size())) alone.strips = {frame.strips[*strip]};
  else if (const auto bars = number_of(name, "bars", frame.bars.size())) alone.bars = {frame.bars[*bars]};
  else if (const auto map = number_of(name, "map", frame.maps.size())) alone.maps = {frame.maps[*map]};
  else if (const auto picture = number_of(name, "picture", sheet ? 0 : 1 + frame.beside.size()))
    alone.picture = *picture == 0 ? frame.picture : frame.beside[*picture - 1];
  else return no_part(frame, scene, name, &Part::drawn);
  SvgOptions without = options;
  without.picture_only = true;
  return svg(alone, without);
}

Result<std::string> part_data(const Frame& frame, const Scene& scene, std::string_view name, bool npy) {
  const auto in_form = [&](const Columns& columns) { return npy ? columns_npy(columns) : columns_csv(columns); };
  if (name == "trajectory" && !scene.state(scene.step()).data.empty()) {
    std::string bytes;
    write_states(scene, npy, [&](const std::string& piece) { bytes += piece; });
    return bytes;
  }
  if (const auto i = number_of(name, "plot", frame.plots.size())) return in_form(plot_columns(frame.plots[*i]));
  if (const auto i = number_of(name, "map", frame.maps.size())) return in_form(map_columns(frame.maps[*i]));
  if (const auto i = number_of(name, "bars", frame.bars.size())) return in_form(bars_columns(frame.bars[*i]));
  if (!npy) {
    if (const auto i = number_of(name, "table", frame.tables.size())) return table_csv(frame.tables[*i]);
    if (const auto i = number_of(name, "strip", frame.strips.size())) return strip_csv(frame.strips[*i]);
    if (name == "verdicts" && !frame.verdicts.empty()) return verdicts_csv(frame.verdicts);
  }
  return no_part(frame, scene, name, npy ? &Part::npy : &Part::csv);
}

void write_states(const Scene& scene, bool npy, const std::function<void(const std::string&)>& use) {
  const Matrix last = scene.state(scene.step());
  if (npy && !even(scene)) {
    const std::array<std::size_t, 2> shape{last.rows, last.cols};
    use(npy_header(shape));
    use(npy_data(last));
    return;
  }
  const std::array<std::size_t, 3> shape{scene.step() + 1, last.rows, last.cols};
  use(npy ? npy_header(shape) : trajectory_header(last.cols));
  for (std::size_t k = 0; k <= scene.step(); ++k) use(npy ? npy_data(scene.state(k)) : trajectory_rows(k, scene.state(k)));
}

std::string parts_json(const Frame& frame, const Scene& scene) {
  JsonWriter json;
  json.begin_array();
  for (const Part& p : parts(frame, scene)) {
    json.begin_object().member("name", p.name).member("title", translate(p.title)).member("note", translate(p.note));
    json.member("svg", p.drawn).member("csv", p.csv).member("npy", p.npy).end_object();
  }
  return json.end_array().take();
}

}  // namespace lab::views
