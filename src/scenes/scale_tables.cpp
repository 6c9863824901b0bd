// Plots, tables and observables of the scene "Scale".
#include <algorithm>

#include "scenes/scale_scene.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

double number(std::uint64_t x) { return static_cast<double>(x); }

/// Contexts of the curves, doubled from point to point: 128 to 2^23, farther
/// where the present context lies outside.
std::vector<std::uint64_t> contexts(const ScaleScene& s) {
  constexpr std::uint64_t kFirst = 128, kLast = 1U << 23U;
  const std::uint64_t last = std::max(kLast, s.context());
  std::vector<std::uint64_t> out;
  for (std::uint64_t n = std::min(kFirst, s.context()); n < last; n *= 2) out.push_back(n);
  out.push_back(last);
  return out;
}

/// Horizontal line over all contexts.
Series level(const ScaleScene& s, std::string label, double y) {
  const std::vector<std::uint64_t> all = contexts(s);
  return {std::move(label), {number(all.front()), number(all.back())}, {y, y}, {Role::kGuide, -1, 1}, Stroke::kDotted, false};
}

Series cache_series(const ScaleScene& s, std::string label, std::uint64_t kv, std::int32_t group, Stroke stroke) {
  Series out{std::move(label), {}, {}, {Role::kGroup, group, 1}, stroke, false};
  core::ModelShape shape = s.shape();
  shape.kv_heads = kv;
  for (const std::uint64_t n : contexts(s)) {
    const auto bytes = core::cache_bytes(shape, n, s.cache_bits());
    if (!bytes) break;
    out.x.push_back(number(n));
    out.y.push_back(number(bytes.value()) / 1e9);
  }
  return out;
}

Plot cache_plot(const ScaleScene& s) {
  Plot plot;
  plot.title = "KV cache, GB";
  plot.x_label = "context n, tokens";
  plot.y_label = "GB";
  plot.log_x = plot.log_y = true;
  plot.here = number(s.context());
  const std::uint64_t h = s.shape().heads, own = core::kv_heads_of(s.shape());
  plot.series.push_back(cache_series(s, "n_kv = " + counted(own), own, 0, Stroke::kSolid));
  std::int32_t group = 1;
  for (const std::uint64_t kv : {h, std::uint64_t{8}, std::uint64_t{1}}) {
    const bool cuts = kv == h || (h % kv == 0 && s.shape().width % h == 0);
    if (kv != own && cuts && (kv != 8 || h > 8)) plot.series.push_back(cache_series(s, "n_kv = " + counted(kv), kv, group, Stroke::kDashed));
    ++group;
  }
  plot.series.push_back(level(s, "80 GB", number(core::kAcceleratorBytes) / 1e9));
  return plot;
}

Plot entries_plot(const ScaleScene& s) {
  Plot plot;
  plot.title = "Map entries";
  plot.x_label = "context n, tokens";
  plot.y_label = "entries";
  plot.log_x = plot.log_y = true;
  plot.here = number(s.context());
  Series head{"one head", {}, {}, {Role::kGroup, 0, 1}, Stroke::kSolid, false};
  Series layer{"a layer", {}, {}, {Role::kGroup, 1, 1}, Stroke::kSolid, false};
  Series model{"all layers", {}, {}, {Role::kGroup, 2, 1}, Stroke::kSolid, false};
  for (const std::uint64_t n : contexts(s)) {
    const auto entries = core::attention_entries(s.shape(), n);
    if (!entries) break;
    for (Series* each : {&head, &layer, &model}) each->x.push_back(number(n));
    head.y.push_back(number(entries.value().head));
    layer.y.push_back(number(entries.value().layer));
    model.y.push_back(number(entries.value().model));
  }
  plot.series = {std::move(head), std::move(layer), std::move(model), level(s, "10¹²", 1e12)};
  return plot;
}

Table model_table(const ScaleScene& s) {
  Table table;
  table.title = "The models side by side";
  table.columns = {"model", "L", "d_m", "h", "n_kv", "parameters", "quoted", "at 2 bytes", "accelerators of 80 GB", "cache a token", "source"};
  for (const core::KnownModel& m : core::known_models()) {
    const auto split = core::count_parameters(m.shape);
    const auto bytes = core::bytes_of(split ? split.value().total : 0, 16), token = core::cache_bytes(m.shape, 1, 16);
    if (!split || !bytes || !token) continue;
    const std::string blocks = counted(m.shape.layers) + (m.shape.decoder_layers > 0 ? " + " + counted(m.shape.decoder_layers) : "");
    table.rows.push_back({{std::string(m.name), s.model() == &m ? Emphasis::kStrong : Emphasis::kNone}, {blocks}, {counted(m.shape.width)},
                          {counted(m.shape.heads)}, {counted(core::kv_heads_of(m.shape))}, {counted(split.value().total)}, {std::string(m.quoted)},
                          {bytes_text(number(bytes.value()))}, {counted(core::accelerators(bytes.value()))}, {bytes_text(number(token.value()))},
                          {std::string(m.source)}});
  }
  return table;
}

Table figure_table() {
  Table table;
  table.title = "Figures of the notebook, sections 6 and 13";
  table.columns = {"model", "quoted", "computed", "finding"};
  for (const core::QuotedFigure& f : core::quoted_figures()) {
    const core::KnownModel* m = core::find_model(f.model);
    const bool entries = m == nullptr, parameters = f.what == "parameters";
    table.rows.push_back({{entries ? "any" : std::string(m->name)}, {std::string(f.quoted) + " " + std::string(f.what)},
                          {entries ? rounded(f.computed, 3) : parameters ? counted(static_cast<std::uint64_t>(f.computed)) : bytes_text(f.computed)},
                          f.reproduced() ? Cell{"reproduced", Emphasis::kNone} : Cell{rounded(100 * (f.computed / f.value - 1), 2) + " %", Emphasis::kStrong}});
  }
  table.note = "Reproduced: less than one unit of the last quoted digit away. Any other gives its distance; the notes of that model say why.";
  return table;
}

Table split_table(const ScaleScene& s) {
  const core::ParameterSplit& p = s.counts()->split;
  Table table;
  table.title = "Counted for this shape";
  table.columns = {"part", "parameters", "share"};
  const auto row = [&](const char* part, std::uint64_t count) {
    table.rows.push_back({{part}, {counted(count)}, {rounded(100 * number(count) / number(p.total), 3) + " %"}});
  };
  row("embedding", p.embedding);
  row("attention", p.attention);
  row("MLP", p.mlp);
  row("norms", p.norms);
  row("head", p.head);
  row("all", p.total);
  const core::AttentionEntries& e = s.counts()->entries;
  table.note = "At " + plural(s.context(), "token") + ": cache " + bytes_text(number(s.counts()->cache_context)) +
               "; attention matrix " + counted(e.head) + (e.head == 1 ? " entry a head, " : " entries a head, ") + counted(e.layer) + " a layer, " + counted(e.model) + " in all." +
               (s.shape().tied ? " The head is the embedding once more, counted once." : "");
  return table;
}

}  // namespace

std::vector<Plot> scale_plots(const ScaleScene& s) { return {cache_plot(s), entries_plot(s)}; }
std::vector<Table> scale_tables(const ScaleScene& s) { return {split_table(s), model_table(s), figure_table()}; }

std::span<const Observable> ScaleScene::observables() const {
  static const std::vector<Observable> list = {
      {"parameters", "Parameters", "", "All that are trained"},
      {"embedding", "Embedding", "parameters", "Vocabulary, positions and segments, times d_m"},
      {"attention", "Attention", "parameters", "All blocks"},
      {"mlp", "MLP", "parameters", "All blocks"},
      {"norms", "Norms", "parameters", "All blocks, and those outside them"},
      {"head", "Head", "parameters", "0 when tied and without bias"},
      {"weight-size", "Weights", "bytes", "At the chosen bytes per parameter"},
      {"accelerators", "Accelerators of 80 GB", "", "Needed to hold the weights"},
      {"cache-token", "Cache of a token", "bytes", "2 L (n_kv / h) d_m numbers; where there are decoder blocks, L counts these alone"},
      {"cache-context", "Cache of the context", "bytes", "n times the same, of the decoder blocks where there are such"},
      {"entries-head", "Attention matrix of a head", "entries", "n²"},
      {"entries-layer", "Attention matrices of a layer", "entries", "h n²"},
      {"entries-model", "Attention matrices of all layers", "entries", "L h n², encoder and decoder blocks together, without cross attention"},
      {"figures", "Figures of the notebook", "", "One a row: quoted, computed, unit of the last quoted digit, 1 if reproduced"},
  };
  return list;
}

Value ScaleScene::observe(std::size_t observable) const {
  if (observable == 13) {
    const auto figures = core::quoted_figures();
    core::Matrix out(figures.size(), 4);
    for (std::size_t i = 0; i < figures.size(); ++i) {
      out(i, 0) = figures[i].value;
      out(i, 1) = figures[i].computed;
      out(i, 2) = figures[i].unit;
      out(i, 3) = figures[i].reproduced() ? 1 : 0;
    }
    return out;
  }
  if (!counts_) return std::string();
  const core::ParameterSplit& p = counts_->split;
  const std::uint64_t values[] = {p.total, p.embedding, p.attention, p.mlp, p.norms, p.head, counts_->weight_bytes,
                                  core::accelerators(counts_->weight_bytes), counts_->cache_token, counts_->cache_context,
                                  counts_->entries.head, counts_->entries.layer, counts_->entries.model};
  return static_cast<std::int64_t>(values[observable]);
}

}  // namespace lab::scenes
