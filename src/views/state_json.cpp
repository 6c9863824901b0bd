#include "views/state_json.h"

#include <cmath>

#include "scenes/signs.h"
#include "views/json_check.h"
#include "views/language.h"
#include "views/sheet_words.h"
#include "views/text_twin.h"

namespace lab::views {
namespace {

using scenes::Kind;

void write_entry_fields(JsonWriter& json, const scenes::Entry& entry) {
  json.member("slug", entry.slug).member("title", translate(entry.title)).member("chapter", translate(entry.chapter));
  json.member("claim", translate(entry.claim)).member("source", translate(entry.source));
}

void write_gallery(JsonWriter& json) {
  json.begin_array();
  for (const scenes::Entry& entry : scenes::registry()) {
    json.begin_object();
    write_entry_fields(json, entry);
    json.end_object();
  }
  json.end_array();
}

bool has_range(Kind kind) {
  return kind == Kind::kNumber || kind == Kind::kInteger || kind == Kind::kMatrix || kind == Kind::kTokens;
}

void write_param(JsonWriter& json, const scenes::Param& p) {
  json.begin_object().member("key", p.key).member("label", translate(p.label)).member("unit", translate(p.unit));
  json.member("group", translate(p.group)).member("help", translate(p.help)).member("kind", kind_name(p.kind));
  json.member("signs", scenes::signs_of(p));
  if (has_range(p.kind)) json.member("min", p.min).member("max", p.max);
  if (p.kind == Kind::kNumber || p.kind == Kind::kInteger) json.member("scale", scale_name(p.scale));
  if (p.smallest > 0) json.member("smallest", p.smallest);
  if (p.endless) json.member("endless", true);
  if (p.kind == Kind::kChoice) {
    json.key("choices").begin_array();
    for (const scenes::Option& o : p.choices) json.begin_object().member("key", o.key).member("label", translate(o.label)).end_object();
    json.end_array();
  }
  json.member("view_only", p.view_only).end_object();
}

void write_values(JsonWriter& json, const scenes::Scene& scene, bool fallback) {
  json.key(fallback ? "fallbacks" : "values").begin_object();
  for (std::size_t i = 0; i < scene.params().size(); ++i)
    json.member(scene.params()[i].key, scenes::format_value(fallback ? scene.fallback(i) : scene.get(i)));
  json.end_object();
}

void write_time(JsonWriter& json, const scenes::Scene& scene, bool playing) {
  json.member("step_name", translate(scene.step_name())).member("step", scene.step()).member("horizon", scene.horizon()).member("speed", scene.speed());
  json.member("playing", playing).member("revision", static_cast<std::size_t>(scene.revision()));
  json.key("selected");
  if (scene.selected() == scenes::kNoHandle) json.null();
  else json.integer(scene.selected());
}

void write_verdicts(JsonWriter& json, const scenes::Frame& frame) {
  json.key("verdicts").begin_array();
  for (const scenes::Verdict& v : frame.verdicts) {
    json.begin_object().member("claim", v.claim).member("hypothesis", v.hypothesis);
    json.member("prediction", v.prediction).member("measured", v.measured);
    json.member("finding", finding_word(v.finding)).end_object();
  }
  json.end_array();
}

void write_cell(JsonWriter& json, const scenes::Cell& cell) {
  json.begin_object().member("text", cell.text);
  if (cell.emphasis == scenes::Emphasis::kStrong) json.member("emphasis", "strong");
  if (cell.emphasis == scenes::Emphasis::kTie) json.member("emphasis", "tie");
  if (cell.emphasis == scenes::Emphasis::kFaint) json.member("emphasis", "faint");
  json.end_object();
}

void write_tables(JsonWriter& json, const scenes::Frame& frame) {
  json.key("tables").begin_array();
  for (const scenes::Table& table : frame.tables) {
    json.begin_object().member("title", table.title).key("columns").begin_array();
    for (const std::string& column : table.columns) json.text(column);
    json.end_array().member("note", table.note).key("rows").begin_array();
    for (const auto& row : table.rows) {
      json.begin_array();
      for (const scenes::Cell& cell : row) write_cell(json, cell);
      json.end_array();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void write_plots(JsonWriter& json, const scenes::Frame& frame) {
  json.key("plots").begin_array();
  for (const scenes::Plot& plot : frame.plots) {
    json.begin_object().member("title", plot.title).member("x", plot.x_label).member("y", plot.y_label);
    json.key("series").begin_array();
    for (const scenes::Series& s : plot.series) json.text(series_text(s));
    json.end_array().end_object();
  }
  json.end_array();
}

void write_strips(JsonWriter& json, const scenes::Frame& frame) {
  json.key("strips").begin_array();
  for (const scenes::Strip& s : frame.strips) {
    json.begin_object().member("title", s.title).member("text", strip_text(s)).member("note", s.note);
    json.key("chosen").integer(s.chosen).key("letters").begin_array();
    for (const scenes::Glyph& g : s.glyphs) {
      if (g.handle == scenes::kNoHandle) continue;
      json.begin_object().member("name", letter_name(g.text)).member("hole", g.hole).key("handle").integer(g.handle).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void write_bars_and_maps(JsonWriter& json, const scenes::Frame& frame) {
  json.key("bars").begin_array();
  for (const scenes::Bars& b : frame.bars)
    json.begin_object().member("title", b.title).member("text", bars_text(b)).member("note", b.note).end_object();
  json.end_array().key("maps").begin_array();
  for (const scenes::HeatMap& m : frame.maps)
    json.begin_object().member("title", m.title).member("text", map_text(m)).end_object();
  json.end_array();
}

}  // namespace

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::kNumber: return "number";
    case Kind::kInteger: return "integer";
    case Kind::kSwitch: return "switch";
    case Kind::kChoice: return "choice";
    case Kind::kText: return "text";
    case Kind::kSeed: return "seed";
    case Kind::kMatrix: return "matrix";
    case Kind::kTokens: return "tokens";
  }
  return "text";
}

std::string_view scale_name(scenes::Scale scale) { return scale == scenes::Scale::kLog ? "log" : "linear"; }

std::string schema_json(const scenes::Entry& entry, const scenes::Scene& scene) {
  JsonWriter json;
  json.begin_object();
  write_entry_fields(json, entry);
  json.key("params").begin_array();
  for (const scenes::Param& p : scene.params()) write_param(json, p);
  json.end_array().key("actions").begin_array();
  for (const scenes::Action& a : scene.actions())
    json.begin_object().member("key", a.key).member("label", translate_button(a.label)).member("help", translate(a.help)).end_object();
  json.end_array().key("observables").begin_array();
  for (const scenes::Observable& o : scene.observables())
    json.begin_object().member("key", o.key).member("label", translate(o.label)).member("unit", translate(o.unit))
        .member("help", translate(o.help)).end_object();
  json.end_array().key("scenes");
  write_gallery(json);
  return json.end_object().take();
}

std::string state_json(const scenes::Entry& entry, const scenes::Scene& scene, const scenes::Frame& frame,
                       bool playing, std::string_view link) {
  JsonWriter json;
  json.begin_object().member("slug", entry.slug);
  write_values(json, scene, false);
  write_values(json, scene, true);
  write_time(json, scene, playing);
  json.member("headline", frame.headline).member("description", frame.description).key("notes").begin_array();
  for (const std::string& note : frame.notes) json.text(note);
  json.end_array();
  write_verdicts(json, frame);
  write_tables(json, frame);
  write_strips(json, frame);
  write_bars_and_maps(json, frame);
  write_plots(json, frame);
  return json.member("link", link).end_object().take();
}

std::string gallery_json() {
  JsonWriter json;
  write_gallery(json);
  return json.take();
}

void write_value(JsonWriter& json, const scenes::Value& value) {
  struct Write {
    JsonWriter& json;
    // JSON has no infinity: as text, the way a flag takes it.
    void operator()(double x) const { std::isinf(x) ? json.text(scenes::format_value(x)) : json.number(x); }
    void operator()(std::int64_t x) const { json.integer(x); }
    void operator()(bool on) const { json.boolean(on); }
    void operator()(const std::string& text) const { json.text(text); }
    void operator()(const core::Matrix& m) const { json.matrix(m); }
  };
  std::visit(Write{json}, value);
}

void write_observables(JsonWriter& json, const scenes::Scene& scene, std::span<const std::size_t> which) {
  json.begin_object();
  for (const std::size_t i : which) {
    json.key(scene.observables()[i].key);
    const scenes::Value value = scene.observe(i);
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && is_json_list(*text)) json.ready(*text);
    else write_value(json, value);
  }
  json.end_object();
}

}  // namespace lab::views
