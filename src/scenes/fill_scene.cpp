#include "scenes/fill_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/elementary.h"
#include "core/hash.h"
#include "model/corpus.h"
#include "model/inference.h"
#include "model/sampling.h"
#include "model/trainer.h"
#include "scenes/fill_text.h"
#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Status;
using core::success;
using S = FillSettings;

enum Row : std::size_t { kPreset, kText, kHoles, kChosen, kModel, kAlphabet, kFileHeads, kArithmetic, kLayer, kHead, kArcs };
enum ActionRow : std::size_t { kHideAll, kShowAll, kMeasure, kOpen };
/// The text of the course; its part behind the first million characters was never trained on.
constexpr const char* kHeldOutText = "tinyshakespeare.txt";
constexpr std::size_t kMeasuredWindows = 500;
constexpr std::int64_t kMostLayers = 12, kMostHeads = 16;

struct Preset {
  const char* key;
  const char* label;
  const char* text;
  const char* holes;
};
// The first is a window of the held-out part of Tiny Shakespeare; all lines are Shakespeare's.
constexpr std::array<Preset, 4> kPresets{{
    {"peter", "Peter, didst ever see the like?", "Peter, didst ever see the like?↵↵PETER:↵He kills her in her own ", "25"},
    {"romeo", "The next character", "JULIET:↵O Romeo, Romeo! wherefore art thou Romeo?↵Deny thy fath", "63"},
    {"vowels", "All vowels of a line", "Now is the winter of our discontent↵Made glorious summer by thi",
     "2,5,10,13,16,19,22,23,27,30,33,38,40,44,46,47,48,52,55,63"},
    {"name", "Who speaks?", "KING RICHARD III:↵A horse! a horse! my kingdom for a horse!", "6,7,8,9,10,11,12"},
}};

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("preset", "Example", "Text", "A text with hidden characters"), preset_options(kPresets)), &S::preset},
      {plain(row_of("text", "Text", "Text", "Up to the model's window, 64 characters; ↵ is a line break, _ a character that nobody knows"), Kind::kText), &S::text},
      {plain(row_of("holes", "Hidden", "Text", "Positions of the hidden characters, from 1 on, with commas; or click on letters"), Kind::kText), &S::holes},
      {view(ranged(row_of("hole", "Shown hole", "Text", "Which of the hidden characters the bars and the attention are about"), Kind::kInteger, 1, 4096)), &S::chosen},
      {model_row(), &S::model},
      {alphabet_row(), &S::alphabet},
      {file_heads_row(), &S::file_heads},
      {choice(row_of("arithmetic", "Arithmetic", "Model", "32-bit floating point, or 8-bit integers in all matrix products"),
              {{"float32", "float32"}, {"int8", "int8"}}), &S::arithmetic},
      {view(ranged(row_of("layer", "Block", "Attention", "Whose attention is drawn"), Kind::kInteger, 1, static_cast<double>(kMostLayers))), &S::layer},
      {view(ranged(row_of("head", "Head", "Attention", "Which head; 0 is the mean of all"), Kind::kInteger, 0, static_cast<double>(kMostHeads))), &S::head},
      {view(plain(row_of("arcs", "Curves", "Attention", "From the hole to the letters it attends to"), Kind::kSwitch)), &S::arcs},
  };
  return rows;
}

}  // namespace

std::unique_ptr<Scene> make_fill_scene() { return std::make_unique<FillScene>(); }

FillScene::FillScene() : ModelScene<S>(fields()) {
  take_preset();
  refresh();
}

std::span<const Action> FillScene::actions() const {
  static const std::vector<Action> list = {{"hide-all", "Hide all", "Hides every character"},
                                           {"show-all", "Show all", "Hides the last character only"},
                                           {"measure", "Measure int8", "int8 beside float32 on 500 windows of held-out Shakespeare; asks for the text of the course"},
                                           open_model_action()};
  return list;
}

Status FillScene::act(std::size_t action) {
  if (action == kOpen) {
    ask_for_file();
  } else if (action == kMeasure) {
    measuring_ = true;
  } else {
    holes_.clear();
    const std::size_t n = length_of(settings_.text);
    for (std::size_t i = action == kHideAll ? 0 : n - 1; i < n; ++i) holes_.push_back(static_cast<std::uint32_t>(i));
    hole_text();
    compute();
  }
  changed();
  return success();
}

std::vector<std::string> FillScene::needs() const {
  std::vector<std::string> names = ModelScene<S>::needs();
  if (measuring_ && model() != nullptr) names.emplace_back(kHeldOutText);
  return names;
}

Status FillScene::give(std::string_view name, std::string_view bytes) {
  if (name != kHeldOutText) return ModelScene<S>::give(name, bytes);
  measuring_ = false;
  Status measured = measure(bytes);
  if (measured) changed();
  return measured;
}

Status FillScene::measure(std::string_view text) {
  if (model() == nullptr) return Error{"There is no model to measure yet."};
  const auto tokens = model()->vocabulary.encode(text);
  if (!tokens) return Error{"The model cannot read the text of the course: " + tokens.error()};
  const std::size_t split = model::training_share(tokens.value().size()), window = model()->weights.config.window;
  const auto held_out = std::span(tokens.value()).subspan(split);
  if (held_out.size() <= window) return Error{"The held-out text is too short for a window of " + std::to_string(window) + " characters."};
  measured_ = model();
  report_ = model::measure_quantization(model()->weights, model::fixed_examples(held_out, window, kMeasuredWindows));
  return success();
}

void FillScene::take_preset() {
  for (const Preset& p : kPresets) {
    if (p.key != settings_.preset) continue;
    start_.text = settings_.text = p.text;
    start_.holes = settings_.holes = p.holes;
    settings_.chosen = start_.chosen;
  }
}

Status FillScene::fits(std::size_t param, const Value& value) const {
  if (param == kText && model() != nullptr) {
    const auto tokens = read_text(*model(), one_line(*std::get_if<std::string>(&value)));
    if (!tokens) return Error{tokens.error()};
  }
  if (param == kHoles) {
    const auto holes = read_holes(*std::get_if<std::string>(&value), length_of(settings_.text));
    if (!holes) return Error{holes.error()};
  }
  return success();
}

void FillScene::settle(std::size_t param) {
  if (param == kPreset) take_preset();
  if (param == kText) {
    settings_.text = one_line(settings_.text);
    // Holes beyond the end of the new text are gone; without any the last character is hidden.
    const std::size_t n = length_of(settings_.text);
    std::erase_if(holes_, [&](std::uint32_t i) { return i >= n; });
    if (holes_.empty() && n > 0) holes_.push_back(static_cast<std::uint32_t>(n - 1));
    hole_text();
  }
  if (param == kModel) choose_model();
  if (param == kLayer || param == kHead || param == kArcs || param == kChosen) return;
  refresh();
}

void FillScene::hole_text() {
  settings_.holes.clear();
  for (const std::uint32_t i : holes_) settings_.holes += (settings_.holes.empty() ? "" : ",") + std::to_string(i + 1);
}

void FillScene::refresh() {
  trouble_.clear();
  auto holes = read_holes(settings_.holes, length_of(settings_.text));
  if (holes) holes_ = std::move(holes).value();
  const std::size_t characters = length_of(settings_.text);
  std::erase_if(holes_, [&](std::uint32_t i) { return i >= characters; });
  if (model() == nullptr) return;
  if (measured_ != model()) report_.reset();
  auto tokens = read_text(*model(), settings_.text);
  if (!tokens) {
    trouble_ = tokens.error();
    return;
  }
  tokens_ = std::move(tokens).value();
  for (std::uint32_t i = 0; i < tokens_.size(); ++i)
    if (tokens_[i] == model::kMask && !std::ranges::binary_search(holes_, i)) holes_.insert(std::ranges::lower_bound(holes_, i), i);
  compute();
}

void FillScene::compute() {
  if (!ready()) return;
  const LoadedModel& m = *model();
  std::vector<model::Token> input = tokens_;
  for (const std::uint32_t i : holes_) input[i] = model::kMask;
  std::vector<std::uint32_t> all(input.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  model::FastForward forward(m.weights.config);
  forward.run(m.weights, m.packed, input, all, true);
  maps_.clear();
  for (const auto& block : forward.blocks()) maps_.push_back(block.maps);
  const std::size_t vocab = m.weights.config.vocab;
  std::vector<float> logits(forward.logits().begin(), forward.logits().end());
  logit_error_ = 0;
  integers_ = 0;
  if (!std::ranges::all_of(logits, [](float x) { return std::isfinite(x); })) {
    trouble_ = kOverflow;
    return;
  }
  if (settings_.arithmetic == "int8" && !holes_.empty()) quantize(input, logits);
  distributions_.clear();
  for (const std::uint32_t i : holes_) {
    distributions_.emplace_back();
    model::next_distribution({logits.data() + i * vocab, vocab}, {}, distributions_.back());
  }
}

// The logits at the holes again, in int8; the maps stay those of float32.
void FillScene::quantize(std::span<const model::Token> input, std::vector<float>& logits) {
  model::Inference int8(model()->weights, model::Precision::kInt8);
  int8.watch_integers();
  int8.run(input, holes_);
  integers_ = int8.integers();
  const std::size_t vocab = model()->weights.config.vocab;
  for (std::size_t h = 0; h < holes_.size(); ++h)
    for (std::size_t t = 0; t < vocab; ++t) {
      float& at = logits[holes_[h] * vocab + t];
      const float q = int8.logits()[h * vocab + t];
      logit_error_ = std::max(logit_error_, std::abs(static_cast<double>(at) - static_cast<double>(q)));
      at = q;
    }
}

std::size_t FillScene::chosen() const {
  return std::min(static_cast<std::size_t>(settings_.chosen - 1), holes_.size() - 1);
}

std::size_t FillScene::shown_block() const { return std::min(static_cast<std::size_t>(settings_.layer - 1), maps_.size() - 1); }
std::size_t FillScene::shown_head() const {
  return std::min(static_cast<std::size_t>(settings_.head), model()->weights.config.heads);
}

double FillScene::attention(std::size_t i, std::size_t j) const {
  const std::size_t n = tokens_.size(), heads = model()->weights.config.heads;
  const std::vector<float>& map = maps_[shown_block()];
  const std::size_t head = shown_head();
  if (head > 0) return static_cast<double>(map[((head - 1) * n + i) * n + j]);
  double sum = 0;
  for (std::size_t h = 0; h < heads; ++h) sum += static_cast<double>(map[(h * n + i) * n + j]);
  return sum / static_cast<double>(heads);
}

Status FillScene::press(std::int32_t handle) {
  if (!ready() || handle < 0 || static_cast<std::size_t>(handle) >= tokens_.size()) return success();
  const auto at = static_cast<std::uint32_t>(handle);
  const auto place = std::ranges::lower_bound(holes_, at);
  const auto index = static_cast<std::size_t>(place - holes_.begin());
  const bool hole = place != holes_.end() && *place == at;
  if (hole && index == chosen() && tokens_[at] != model::kMask) {
    holes_.erase(place);
    settings_.chosen = std::max<std::int64_t>(1, std::min<std::int64_t>(settings_.chosen, static_cast<std::int64_t>(holes_.size())));
  } else {
    if (!hole) holes_.insert(place, at);
    settings_.chosen = static_cast<std::int64_t>(index + 1);
  }
  hole_text();
  compute();
  changed();
  return success();
}

core::Matrix FillScene::state(std::size_t) const {
  if (!ready() || holes_.empty()) return {};
  core::Matrix out(holes_.size(), model()->weights.config.vocab);
  for (std::size_t i = 0; i < holes_.size(); ++i) std::ranges::copy(distributions_[i], out.row(i).begin());
  return out;
}

std::uint64_t FillScene::hash(std::size_t k) const { return core::hash_bits(state(k).data); }

void FillScene::fill(Frame& frame) const { fill_frame(*this, frame); }

double entropy(std::span<const double> p) {
  double sum = 0;
  for (const double x : p)
    if (x > 0) sum -= x * core::log(x);
  return sum;
}

std::vector<std::size_t> likeliest(std::span<const double> p, std::size_t count) {
  std::vector<std::size_t> order(p.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
  order.resize(std::min(count, order.size()));
  return order;
}

}  // namespace lab::scenes
