#include "scenes/write_scene.h"

#include <algorithm>
#include <array>

#include "core/hash.h"
#include "model/sampling.h"
#include "scenes/fill_scene.h"
#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Status;
using core::success;
using S = WriteSettings;

enum Row : std::size_t { kPreset, kPrompt, kLength, kTemperature, kTopK, kTopP, kSeed, kModel, kAlphabet, kFileHeads, kArithmetic, kSpeed };
enum ActionRow : std::size_t { kNewSeed, kOpen };
constexpr std::int64_t kMostCharacters = 2000;

struct Preset {
  const char* key;
  const char* label;
  const char* prompt;
  std::int64_t length;
};
// The first is the notebook's; all lines are Shakespeare's.
constexpr std::array<Preset, 4> kPresets{{
    {"juliet", "Juliet", "JULIET:↵O Romeo, Romeo! wherefore art thou", 60},
    {"gloucester", "Gloucester", "GLOUCESTER:↵Now is the winter of our discontent↵", 300},
    {"king", "A king", "KING RICHARD III:↵A horse! a horse! my kingdom for a ", 200},
    {"nothing", "From nothing", "", 400},
}};

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("preset", "Example", "Text", "How the text begins"), preset_options(kPresets)), &S::preset},
      {plain(row_of("prompt", "Prompt", "Text", "The beginning that the model goes on from; ↵ is a line break"), Kind::kText), &S::prompt},
      {ranged(row_of("length", "Characters", "Text", "How many are written"), Kind::kInteger, 1, static_cast<double>(kMostCharacters), Scale::kLog), &S::length},
      {ranged(row_of("temperature", "Temperature τ", "Sampling", "softmax(logits / τ); 0 always takes the likeliest"), Kind::kNumber, 0, 2), &S::temperature},
      {ranged(row_of("top-k", "Top k", "Sampling", "Only the k likeliest characters; 0 for all"), Kind::kInteger, 0, 200), &S::top_k},
      {ranged(row_of("top-p", "Top p", "Sampling", "Then the fewest likeliest that hold this share; 1 for all"), Kind::kNumber, 0.01, 1), &S::top_p},
      {plain(row_of("seed", "Seed", "Sampling", "As NumPy's default_rng takes it; same seed, same text in every browser"), Kind::kSeed), &S::seed},
      {model_row(), &S::model},
      {alphabet_row(), &S::alphabet},
      {file_heads_row(), &S::file_heads},
      {choice(row_of("arithmetic", "Arithmetic", "Model", "8-bit integers in all matrix products, or 32-bit floating point"),
              {{"int8", "int8"}, {"float32", "float32"}}), &S::arithmetic},
      {view(with_unit(ranged(row_of("speed", "Speed", "Run", "Characters per second while playing"), Kind::kNumber, 1, 2000, Scale::kLog), "chars/s")), &S::speed},
  };
  return rows;
}

}  // namespace

std::unique_ptr<Scene> make_write_scene() { return std::make_unique<WriteScene>(); }

WriteScene::WriteScene() : ModelScene<S>(fields()) { take_preset(); }

std::span<const Action> WriteScene::actions() const {
  static const std::vector<Action> list = {{"new-seed", "New seed", "Other draws; everything else stays"}, open_model_action()};
  return list;
}

Status WriteScene::act(std::size_t action) {
  if (action == kOpen) {
    ask_for_file();
  } else {
    settings_.seed = next_seed(settings_.seed);
    k_ = 0;
    refresh();
  }
  changed();
  return success();
}

void WriteScene::take_preset() {
  for (const Preset& p : kPresets) {
    if (p.key != settings_.preset) continue;
    start_.prompt = settings_.prompt = p.prompt;
    start_.length = settings_.length = p.length;
  }
}

Status WriteScene::fits(std::size_t param, const Value& value) const {
  if (param != kPrompt || model() == nullptr) return success();
  const auto tokens = encode(*model(), *std::get_if<std::string>(&value), 4096);
  return tokens ? success() : Status(Error{tokens.error()});
}

void WriteScene::settle(std::size_t param) {
  if (param == kSpeed) return;
  if (param == kPreset) take_preset();
  if (param == kPrompt) settings_.prompt = one_line(settings_.prompt);
  if (param == kModel) choose_model();
  if (param == kLength) {
    // What is written stays: it does not depend on how much follows.
    k_ = std::min(k_, horizon());
    return;
  }
  // The text is another one from here on.
  k_ = 0;
  refresh();
}

void WriteScene::refresh() {
  trouble_.clear();
  writer_.reset();
  if (model() != nullptr) {
    auto tokens = encode(*model(), settings_.prompt, 4096);
    if (tokens) prompt_ = std::move(tokens).value();
    else trouble_ = tokens.error();
  }
  restart();
  // A step that was asked for before the model had come.
  compute(k_);
}

void WriteScene::restart() {
  drawn_.clear();
  text_ = prompt_;
  generator_ = generator_of(settings_.seed);
  busy_ = 0;
  timed_ = 0;
}

void WriteScene::seek(std::size_t k) {
  const std::size_t to = std::min(k, horizon());
  if (to == k_) return;
  k_ = to;
  compute(to);
  changed();
}

void WriteScene::compute(std::size_t k) {
  // At step 0 the first distribution is shown, so there is always one.
  const std::size_t wanted = std::max<std::size_t>(k, 1);
  if (!ready() || drawn_.size() >= wanted) return;
  const double begin = clock_ != nullptr ? clock_() : 0;
  const std::size_t before = drawn_.size();
  while (drawn_.size() < wanted) drawn_.push_back(draw_next());
  if (clock_ == nullptr) return;
  busy_ += clock_() - begin;
  timed_ += drawn_.size() - before;
}

WriteScene::Drawn WriteScene::draw_next() {
  if (!writer_)
    writer_ = std::make_unique<model::Writer>(model()->weights, settings_.arithmetic == "int8" ? model::Precision::kInt8 : model::Precision::kFloat);
  std::vector<double> p;
  model::next_distribution(writer_->next(text_), {settings_.temperature, static_cast<std::size_t>(settings_.top_k), settings_.top_p}, p);
  Drawn d;
  d.token = model::draw(p, *generator_);
  d.probability = p[d.token];
  d.entropy = entropy(p);
  d.probabilities.assign(p.begin(), p.end());
  text_.push_back(d.token);
  return d;
}

std::string WriteScene::text() const {
  std::vector<model::Token> all = prompt_;
  for (std::size_t i = 0; i < shown(); ++i) all.push_back(drawn_[i].token);
  return model() == nullptr ? settings_.prompt : model()->vocabulary.decode(all);
}

core::Matrix WriteScene::state(std::size_t k) const {
  const std::size_t rows = std::min(k, drawn_.size());
  if (rows == 0) return {};
  core::Matrix out(rows, drawn_[0].probabilities.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t t = 0; t < out.cols; ++t) out(i, t) = static_cast<double>(drawn_[i].probabilities[t]);
  return out;
}

std::uint64_t WriteScene::hash(std::size_t k) const {
  std::uint64_t state = core::kFnvOffset;
  for (std::size_t i = 0; i < std::min(k, drawn_.size()); ++i) {
    const double both[2] = {static_cast<double>(drawn_[i].token), drawn_[i].probability};
    state = core::hash_bits(both, state);
  }
  return state;
}

void WriteScene::fill(Frame& frame) const { write_frame(*this, frame); }

}  // namespace lab::scenes
