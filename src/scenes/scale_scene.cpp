#include "scenes/scale_scene.h"

#include <utility>

#include "core/hash.h"
#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using S = ScaleSettings;

enum Row : std::size_t {
  kPreset, kLayers, kWidth, kHeads, kKvHeads, kHidden, kGated, kBiases, kVocabulary, kPositions, kTied, kContext, kWeightBytes, kCacheBytes
};

constexpr const char* kOwn = "own";

std::vector<Option> presets() {
  std::vector<Option> out;
  for (const core::KnownModel& m : core::known_models()) out.push_back({std::string(m.key), std::string(m.name)});
  out.push_back({kOwn, "Your own numbers"});
  return out;
}

std::vector<Option> precisions() {
  return {{"4", "4 (float32)"}, {"2", "2 (float16, bfloat16)"}, {"1", "1 (int8)"}, {"0.5", "0.5 (int4)"}};
}

Param whole(Param p, double min, double max) { return ranged(std::move(p), Kind::kInteger, min, max, Scale::kLog); }
Param whole_or_none(Param p, double max) { return zero_stop(whole(std::move(p), 0, max), 1); }

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("preset", "Model", "Model", "A model of the notebook's section 13, or numbers of your own"), presets()), &S::preset},
      {whole(row_of("layers", "Layers L", "Model", "Blocks of attention and MLP"), 1, 1000), &S::layers},
      {whole(row_of("width", "Width d_m", "Model", "Width of the residual stream"), 1, 262144), &S::width},
      {whole(row_of("heads", "Heads h", "Attention", "Each of width d_m / h"), 1, 1024), &S::heads},
      {whole_or_none(row_of("kv-heads", "Key-value heads n_kv", "Attention", "Shared by the heads: 1 is multi-query attention, 0 stands for as many as heads"), 1024), &S::kv_heads},
      {whole_or_none(row_of("hidden", "MLP width f", "MLP", "0 stands for 4 d_m"), 1048576), &S::hidden},
      {plain(row_of("gated", "Gated MLP", "MLP", "Three matrices in place of two (SwiGLU)"), Kind::kSwitch), &S::gated},
      {plain(row_of("biases", "Biases", "MLP", "Of linear maps and norms; without them a norm has d_m numbers, not 2 d_m"), Kind::kSwitch), &S::biases},
      {whole(row_of("vocabulary", "Vocabulary V", "Words", "Symbols with an embedding each"), 1, 2097152), &S::vocabulary},
      {whole_or_none(row_of("positions", "Learned positions", "Words", "Vectors; 0 for sinusoids or rotations, which have no parameters"), 1048576), &S::positions},
      {plain(row_of("tied", "Head tied to the embedding", "Words", "One matrix for both"), Kind::kSwitch), &S::tied},
      {with_unit(whole(row_of("context", "Context n", "Memory", "Tokens in the cache, and rows of the attention matrix"), 1, 1e7), "tokens"), &S::context},
      {with_unit(choice(row_of("weight-bytes", "Bytes per parameter", "Memory", "Precision of the weights"), precisions()), "bytes"), &S::weight_bytes},
      {with_unit(choice(row_of("cache-bytes", "Bytes per cached number", "Memory", "Precision of keys and values"), precisions()), "bytes"), &S::cache_bytes},
  };
  return rows;
}

std::uint64_t bits_of(const std::string& bytes) { return bytes == "4" ? 32 : bytes == "2" ? 16 : bytes == "1" ? 8 : 4; }
std::uint64_t size(std::int64_t x) { return static_cast<std::uint64_t>(x); }
std::int64_t setting(std::uint64_t x) { return static_cast<std::int64_t>(x); }

/// What the rows say of a shape, the rest being the model's own.
core::ModelShape shape_from(const S& s, core::ModelShape shape) {
  shape.layers = size(s.layers);
  shape.width = size(s.width);
  shape.heads = size(s.heads);
  shape.kv_heads = size(s.kv_heads);
  shape.hidden = size(s.hidden);
  shape.gated = s.gated;
  shape.biases = s.biases;
  shape.vocabulary = size(s.vocabulary);
  shape.positions = size(s.positions);
  shape.tied = s.tied;
  return shape;
}

/// The same shape with nothing left at 0 that stands for another number.
core::ModelShape spelled_out(core::ModelShape shape) {
  shape.kv_heads = core::kv_heads_of(shape);
  shape.hidden = core::hidden_of(shape);
  return shape;
}

core::ModelShape own_shape() {
  core::ModelShape shape;
  shape.positions = 1024;
  return shape;
}

}  // namespace

std::unique_ptr<Scene> make_scale_scene() { return std::make_unique<ScaleScene>(); }

ScaleScene::ScaleScene() : TableScene<S>(fields()) {
  take_preset();
  refresh();
}

std::span<const Action> ScaleScene::actions() const {
  static const std::vector<Action> list = {{"restore", "Restore model", "The numbers as the paper has them"}};
  return list;
}

core::Status ScaleScene::act(std::size_t) {
  take_preset();
  refresh();
  changed();
  return core::success();
}

const core::KnownModel* ScaleScene::model() const { return core::find_model(settings_.preset); }

bool ScaleScene::untouched() const { return model() != nullptr && spelled_out(shape_) == spelled_out(model()->shape); }

std::uint64_t ScaleScene::weight_bits() const { return bits_of(settings_.weight_bytes); }
std::uint64_t ScaleScene::cache_bits() const { return bits_of(settings_.cache_bytes); }

void ScaleScene::take_preset() {
  const core::KnownModel* known = model();
  const core::ModelShape shape = known != nullptr ? known->shape : own_shape();
  const std::string preset = std::exchange(settings_.preset, start_.preset);
  settings_.layers = setting(shape.layers);
  settings_.width = setting(shape.width);
  settings_.heads = setting(shape.heads);
  settings_.kv_heads = setting(shape.kv_heads);
  settings_.hidden = setting(shape.hidden);
  settings_.gated = shape.gated;
  settings_.biases = shape.biases;
  settings_.vocabulary = setting(shape.vocabulary);
  settings_.positions = setting(shape.positions);
  settings_.tied = shape.tied;
  settings_.context = known != nullptr ? setting(known->context) : 1024;
  settings_.weight_bytes = settings_.cache_bytes = "2";
  start_ = settings_;
  settings_.preset = preset;
}

void ScaleScene::settle(std::size_t param) {
  if (param == kPreset) take_preset();
  refresh();
}

core::Result<ScaleCounts> ScaleScene::count() const {
  const auto split = core::count_parameters(shape_);
  if (!split) return core::Error{split.error()};
  const auto weights = core::bytes_of(split.value().total, weight_bits());
  const auto token = core::cache_bytes(shape_, 1, cache_bits());
  const auto cache = core::cache_bytes(shape_, context(), cache_bits());
  const auto entries = core::attention_entries(shape_, context());
  for (const auto* each : {&weights, &token, &cache})
    if (!*each) return core::Error{each->error()};
  if (!entries) return core::Error{entries.error()};
  return ScaleCounts{split.value(), weights.value(), token.value(), cache.value(), entries.value()};
}

void ScaleScene::refresh() {
  shape_ = shape_from(settings_, model() != nullptr ? model()->shape : own_shape());
  trouble_.clear();
  counts_.reset();
  auto counted = count();
  if (counted) counts_ = counted.value();
  else trouble_ = counted.error();
}

core::Matrix ScaleScene::state(std::size_t) const {
  if (!counts_) return {};
  const core::ParameterSplit& s = counts_->split;
  core::Matrix out(1, 6);
  std::size_t c = 0;
  for (const std::uint64_t part : {s.embedding, s.attention, s.mlp, s.norms, s.head, s.total}) out(0, c++) = static_cast<double>(part);
  return out;
}

std::uint64_t ScaleScene::hash(std::size_t) const { return core::hash_bits(state(0).data); }

void ScaleScene::fill(Frame& frame) const { scale_frame(*this, frame); }

}  // namespace lab::scenes
