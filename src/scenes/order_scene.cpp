#include "scenes/order_scene.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "model/reference.h"
#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Status;
using core::success;
using S = OrderSettings;

enum Row : std::size_t { kText, kOrder, kSeed, kEvery, kPositions, kModel, kAlphabet, kFileHeads };
enum ActionRow : std::size_t { kNewSeed, kOpen };

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {plain(row_of("text", "Text", "Text", "Up to the model's window, 64 characters; ↵ is a line break"), Kind::kText), &S::text},
      {choice(row_of("order", "Other order", "Text", "How the letters are reordered"),
              {{"random", "random"}, {"reverse", "backwards"}, {"swap", "first two swapped"}}), &S::order},
      {plain(row_of("seed", "Seed", "Text", "Of the random order, as NumPy's default_rng takes it"), Kind::kSeed), &S::seed},
      {ranged(row_of("every", "Hide every", "Text", "Each so-and-so-many-th letter is hidden and guessed"), Kind::kInteger, 2, 16), &S::every},
      {plain(row_of("positions", "Positions", "Model", "Add the sinusoidal positions to the embedding, or leave them out"), Kind::kSwitch), &S::positions},
      {model_row(), &S::model},
      {alphabet_row(), &S::alphabet},
      {file_heads_row(), &S::file_heads},
  };
  return rows;
}

std::vector<model::Token> reordered(std::span<const model::Token> tokens, std::span<const std::uint32_t> order) {
  std::vector<model::Token> out;
  for (const std::uint32_t i : order) out.push_back(tokens[i]);
  return out;
}

std::vector<model::Token> likeliest_each(const model::reference::Table<float>& logits) {
  std::vector<model::Token> out;
  for (std::size_t i = 0; i < logits.rows; ++i) {
    std::size_t best = 1;
    for (std::size_t t = 2; t < logits.columns; ++t)
      if (logits(i, t) > logits(i, best)) best = t;
    out.push_back(static_cast<model::Token>(best));
  }
  return out;
}

}  // namespace

std::unique_ptr<Scene> make_order_scene() { return std::make_unique<OrderScene>(); }

OrderScene::OrderScene() : ModelScene<S>(fields()) {}

std::span<const Action> OrderScene::actions() const {
  static const std::vector<Action> list = {{"new-seed", "New seed", "Another random order"}, open_model_action()};
  return list;
}

Status OrderScene::act(std::size_t action) {
  if (action == kOpen) {
    ask_for_file();
  } else {
    settings_.seed = next_seed(settings_.seed);
    settings_.order = "random";
    refresh();
  }
  changed();
  return success();
}

Status OrderScene::fits(std::size_t param, const Value& value) const {
  if (param != kText || model() == nullptr) return success();
  const auto tokens = encode(*model(), one_line(*std::get_if<std::string>(&value)), model()->weights.config.window);
  if (!tokens) return Error{tokens.error()};
  return tokens.value().size() < 2 ? Status(Error{"The text needs two characters at least: one alone has one order."}) : success();
}

void OrderScene::settle(std::size_t param) {
  if (param == kText) settings_.text = one_line(settings_.text);
  if (param == kModel) choose_model();
  refresh();
}

void OrderScene::permute() {
  permutation_.resize(text_.size());
  for (std::uint32_t i = 0; i < permutation_.size(); ++i) permutation_[i] = i;
  if (settings_.order == "reverse") std::ranges::reverse(permutation_);
  if (settings_.order == "swap") std::swap(permutation_[0], permutation_[1]);
  if (settings_.order != "random") return;
  core::Generator generator = generator_of(settings_.seed);
  const std::vector<std::int64_t> order = generator.permutation(text_.size());
  for (std::size_t i = 0; i < order.size(); ++i) permutation_[i] = static_cast<std::uint32_t>(order[i]);
}

void OrderScene::refresh() {
  trouble_.clear();
  if (model() == nullptr) return;
  auto tokens = encode(*model(), settings_.text, model()->weights.config.window);
  if (!tokens) trouble_ = tokens.error();
  else if (tokens.value().size() < 2) trouble_ = "The text needs two characters at least: one alone has one order.";
  if (!trouble_.empty()) return;
  text_ = std::move(tokens).value();
  input_ = text_;
  for (std::size_t i = static_cast<std::size_t>(settings_.every) - 1; i < input_.size(); i += static_cast<std::size_t>(settings_.every))
    input_[i] = model::kMask;
  permute();
  for (const bool positions : {false, true}) {
    auto gap = model::order_gap(model()->weights, input_, permutation_, positions);
    if (!gap) trouble_ = gap.error();
    else gaps_[positions ? 1 : 0] = std::move(gap).value();
  }
  for (const model::OrderGap& gap : gaps_)
    if (!std::isfinite(gap.logits)) trouble_ = kOverflow;
  guess();
}

void OrderScene::guess() {
  const model::reference::Reference<float> reference(model()->weights);
  guesses_ = likeliest_each(reference.forward(input_, settings_.positions).logits);
  guesses_reordered_ = likeliest_each(reference.forward(reordered(input_, permutation_), settings_.positions).logits);
}

core::Matrix OrderScene::state(std::size_t) const {
  if (!ready()) return {};
  core::Matrix out(2, gaps_[0].stream.size() + 1);
  for (std::size_t row = 0; row < 2; ++row) {
    std::ranges::copy(gaps_[row].stream, out.row(row).begin());
    out(row, out.cols - 1) = gaps_[row].logits;
  }
  return out;
}

std::uint64_t OrderScene::hash(std::size_t k) const { return core::hash_bits(state(k).data); }

void OrderScene::fill(Frame& frame) const { order_frame(*this, frame); }

}  // namespace lab::scenes
