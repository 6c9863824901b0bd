#include "scenes/inside_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cosines.h"
#include "core/hash.h"
#include "scenes/fill_scene.h"
#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;
using S = InsideSettings;

enum Row : std::size_t { kPreset, kText, kModel, kAlphabet, kFileHeads, kTimes, kShow, kChosen, kNormed, kFlat, kTrails, kSpeed };

struct Preset {
  const char* key;
  const char* label;
  const char* text;
  std::int64_t chosen;
};
constexpr std::array<Preset, 3> kPresets{{
    {"peter", "Peter, didst ever see the like?", "Peter, didst ever see the like?↵↵PETER:↵He kills her in her own ", 25},
    {"romeo", "Wherefore art thou", "JULIET:↵O Romeo, Romeo! wherefore art thou Romeo?↵Deny thy fath", 11},
    {"repeat", "A word again and again", "the the the the the the the the the the the the the the the the", 1},
}};

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("preset", "Example", "Text", "The text that is read"), preset_options(kPresets)), &S::preset},
      {plain(row_of("text", "Text", "Text", "Up to the model's window, 64 characters; ↵ is a line break"), Kind::kText), &S::text},
      {model_row(), &S::model},
      {alphabet_row(), &S::alphabet},
      {file_heads_row(), &S::file_heads},
      {ranged(row_of("times", "Times through", "Model", "How often the stack of blocks is applied; more than once is an extrapolation beyond what was trained"),
              Kind::kInteger, 1, 24), &S::times},
      {choice(row_of("show", "Picture", "Show", "Attention maps, or the tokens of the residual stream as points"),
              {{"maps", "maps"}, {"tokens", "tokens"}}, true), &S::show},
      {view(ranged(row_of("token", "Chosen token", "Show", "Whose row of attention is marked"), Kind::kInteger, 1, 4096)), &S::chosen},
      {view(plain(row_of("normed", "After the final LayerNorm", "Show", "What the head reads, instead of the stream itself"), Kind::kSwitch)), &S::normed},
      {view(plain(row_of("flat", "In the plane", "Show", "Two principal axes instead of three"), Kind::kSwitch)), &S::flat},
      {view(plain(row_of("trails", "Trails", "Show", "Where each token has been"), Kind::kSwitch)), &S::trails},
      {view(with_unit(ranged(row_of("speed", "Speed", "Run", "Blocks per second while playing"), Kind::kNumber, 0.5, 30, Scale::kLog), "blocks/s")), &S::speed},
  };
  return rows;
}

Matrix matrix_of(const model::reference::Table<float>& t) {
  Matrix m(t.rows, t.columns);
  std::ranges::copy(t.values, m.data.begin());
  return m;
}

model::reference::Table<float> table_of(const Matrix& m) {
  model::reference::Table<float> t(m.rows, m.cols);
  // Streams come from float32 and go back to the same bits.
  for (std::size_t i = 0; i < m.data.size(); ++i) t.values[i] = static_cast<float>(m.data[i]);
  return t;
}

}  // namespace

std::unique_ptr<Scene> make_inside_scene() { return std::make_unique<InsideScene>(); }

InsideScene::InsideScene() : ModelScene<S>(fields()) { take_preset(); }

std::span<const Action> InsideScene::actions() const {
  static const std::vector<Action> list = {open_model_action()};
  return list;
}

Status InsideScene::act(std::size_t) {
  ask_for_file();
  changed();
  return success();
}

void InsideScene::take_preset() {
  for (const Preset& p : kPresets) {
    if (p.key != settings_.preset) continue;
    start_.text = settings_.text = p.text;
    start_.chosen = settings_.chosen = p.chosen;
  }
}

Status InsideScene::fits(std::size_t param, const Value& value) const {
  if (param != kText || model() == nullptr) return success();
  const auto tokens = encode(*model(), one_line(*std::get_if<std::string>(&value)), model()->weights.config.window);
  if (!tokens) return Error{tokens.error()};
  return tokens.value().empty() ? Status(Error{"The text is empty: type a few characters."}) : success();
}

void InsideScene::settle(std::size_t param) {
  if (param == kPreset) take_preset();
  if (param == kText) settings_.text = one_line(settings_.text);
  if (param == kModel) choose_model();
  if (param == kPreset || param == kText || param == kModel || param == kAlphabet || param == kFileHeads) {
    k_ = 0;
    refresh();
  }
  if (param == kTimes) k_ = std::min(k_, horizon());
}

void InsideScene::refresh() {
  trouble_.clear();
  layers_.clear();
  reference_.reset();
  if (model() == nullptr) return;
  auto tokens = encode(*model(), settings_.text, model()->weights.config.window);
  if (!tokens) trouble_ = tokens.error();
  else if (tokens.value().empty()) trouble_ = "The text is empty: type a few characters.";
  if (!trouble_.empty()) return;
  tokens_ = std::move(tokens).value();
  reference_ = std::make_unique<model::reference::Reference<float>>(model()->weights);
  k_ = std::min(k_, horizon());
  compute(k_);
}

// One more than trained: unknown depth before the model is here.
std::size_t InsideScene::horizon() const {
  const std::size_t depth = model() == nullptr ? 12 : blocks();
  return depth * static_cast<std::size_t>(settings_.times);
}

void InsideScene::seek(std::size_t k) {
  const std::size_t to = std::min(k, horizon());
  if (to == k_) return;
  k_ = to;
  compute(to);
  changed();
}

void InsideScene::compute(std::size_t k) {
  if (!reference_) return;
  if (layers_.empty()) {
    layers_.push_back({matrix_of(reference_->forward(tokens_).start), {}, {}, 0, 0});
    measure(layers_.back());
  }
  // The first pass is always there: the axes of the picture come from it.
  const std::size_t wanted = std::max(k, blocks());
  while (layers_.size() <= wanted) {
    const std::size_t b = (layers_.size() - 1) % blocks();
    const auto pass = reference_->block(b, table_of(layers_.back().stream));
    Layer next;
    next.stream = matrix_of(pass.after);
    for (const auto& map : pass.maps) next.maps.insert(next.maps.end(), map.values.begin(), map.values.end());
    if (!std::ranges::all_of(next.stream.data, [](double x) { return std::isfinite(x); })) {
      trouble_ = kOverflow;
      return;
    }
    measure(next);
    layers_.push_back(std::move(next));
  }
}

void InsideScene::measure(Layer& layer) const {
  const std::size_t n = layer.stream.rows;
  for (std::size_t row = 0; row * n < layer.maps.size(); ++row) {
    const std::vector<double> p(layer.maps.begin() + static_cast<std::ptrdiff_t>(row * n), layer.maps.begin() + static_cast<std::ptrdiff_t>((row + 1) * n));
    layer.entropies.push_back(entropy(p));
  }
  const core::CosineSummary cosines = core::summarize(core::pairwise_cosines(layer.stream));
  layer.mean_cosine = cosines.mean;
  layer.together = cosines.above;
}

Matrix InsideScene::shown(std::size_t k) const {
  if (!settings_.normed) return layers_[k].stream;
  const auto& weights = model()->weights;
  const float* at = weights.values.data();
  return matrix_of(model::reference::layer_norm(table_of(layers_[k].stream), at + weights.layout.ln.weight, at + weights.layout.ln.bias).out);
}

std::size_t InsideScene::chosen() const { return std::min(static_cast<std::size_t>(settings_.chosen), tokens_.size()) - 1; }

void InsideScene::select(std::int32_t handle) {
  if (handle < 0 || static_cast<std::size_t>(handle) >= tokens_.size()) return;
  settings_.chosen = handle + 1;
  changed();
}

Status InsideScene::press(std::int32_t handle) {
  select(handle);
  return success();
}

Matrix InsideScene::state(std::size_t k) const { return k < layers_.size() ? layers_[k].stream : Matrix(); }

std::uint64_t InsideScene::hash(std::size_t k) const {
  std::uint64_t state = core::kFnvOffset;
  for (std::size_t i = 0; i <= k && i < layers_.size(); ++i) state = core::hash_bits(layers_[i].stream.data, state);
  return state;
}

void InsideScene::fill(Frame& frame) const { inside_frame(*this, frame); }

}  // namespace lab::scenes
