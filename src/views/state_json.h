#pragma once
#include <span>
#include <string>
#include <string_view>

#include "scenes/frame.h"
#include "scenes/registry.h"
#include "scenes/scene.h"
#include "views/json_writer.h"

/// What the page knows of a scene. The page builds its HTML twin of the
/// controls from the schema (once per scene) and fills it from the state (after
/// each change); it holds no list of its own.
namespace lab::views {

/// The table of the scene as JSON. It does not change while a scene lives.
///
///   { "slug": "hardmax", "title": "...", "chapter": "...", "claim": "...", "source": "...",
///     "params": [ { "key": "alpha", "label": "...", "unit": "", "group": "...", "help": "...",
///                   "kind": "number",      number integer switch choice text seed matrix tokens
///                   "min": 0.001, "max": 10,      number, integer, and entries of matrix, tokens
///                   "scale": "log",               number and integer: linear, log
///                   "choices": [ {"key": "...", "label": "..."} ],     choice only
///                   "view_only": false } ],
///     "actions":     [ { "key": "new-seed", "label": "...", "help": "..." } ],
///     "observables": [ { "key": "residual", "label": "...", "unit": "", "help": "..." } ],
///     "scenes":      [ { "slug": "...", "title": "...", "chapter": "...", "claim": "...", "source": "..." } ] }
std::string schema_json(const scenes::Entry& entry, const scenes::Scene& scene);

/// What changes. All values are texts that set_text reads back.
///
///   { "slug": "hardmax",
///     "values":    { "alpha": "0.1", ... },
///     "fallbacks": { "alpha": "0.1", ... },
///     "step": 40, "horizon": 400, "speed": 10, "playing": false, "revision": 17,
///     "selected": 3,                                  handle, or null
///     "headline": "...", "description": "...", "notes": ["..."],
///     "verdicts": [ { "claim": "...", "hypothesis": "...", "prediction": "...", "measured": "...",
///                     "finding": "holds" } ],         holds, violated, does not apply, pending
///     "tables":   [ { "title": "...", "columns": ["..."], "note": "...",
///                     "rows": [ [ {"text": "0.5", "emphasis": "tie"} ] ] } ],  "emphasis" (strong, tie, faint) only if any
///     "plots":    [ { "title": "...", "x": "layer k", "y": "residual", "series": ["in words"] } ],
///     "link": "v=1&scene=hardmax" }
std::string state_json(const scenes::Entry& entry, const scenes::Scene& scene, const scenes::Frame& frame,
                       bool playing, std::string_view link);

/// All scenes: the "scenes" array of the schema.
std::string gallery_json();

/// Writes one value in its natural JSON form: number, boolean, string, or rows.
void write_value(JsonWriter& json, const scenes::Value& value);
/// { "key": value, ... } of the observables with these indices. Observables
/// that are lists are texts in JSON form ("[2,4]", "null") and become lists.
void write_observables(JsonWriter& json, const scenes::Scene& scene, std::span<const std::size_t> which);

/// "number", "integer", "switch", ...
std::string_view kind_name(scenes::Kind kind);
std::string_view scale_name(scenes::Scale scale);

}  // namespace lab::views
