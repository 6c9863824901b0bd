#include "model/trainer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/elementary.h"

namespace lab::model {
namespace {

core::Generator child(std::uint64_t seed, std::size_t which) {
  return core::default_rng(core::SeedSequence(seed).spawn(which + 1)[which]);
}

core::Generator fixed_generator() { return core::default_rng(20260); }

Weights fresh(const TrainOptions& options) {
  core::Generator generator = child(options.seed, 0);
  return initial_weights(options.config, generator, options.positions);
}

core::Status check_text(const char* what, std::span<const Token> text, const Config& config) {
  if (text.size() <= config.window)
    return core::Error{std::string("The ") + what + " text has " + std::to_string(text.size()) +
                       " characters; more than the window of " + std::to_string(config.window) + " are needed."};
  if (std::ranges::any_of(text, [&](Token t) { return t >= config.vocab; }))
    return core::Error{std::string("The ") + what + " text has characters outside the vocabulary."};
  return core::success();
}

}  // namespace

core::Status check(const TrainOptions& o, std::span<const Token> train, std::span<const Token> held_out) {
  if (const auto s = check(o.config); !s) return s;
  if (o.batch < 1 || o.batch > 4096) return core::Error{"The batch must have 1 to 4096 windows."};
  if (!(o.rate > 0.0 && o.rate <= 1.0)) return core::Error{"The learning rate must be above 0 and at most 1."};
  if (!(o.final_rate >= 0.0 && o.final_rate <= o.rate)) return core::Error{"The final rate must lie between 0 and the learning rate."};
  if (!(o.mask.probability >= 0.0 && o.mask.probability <= 1.0)) return core::Error{"The share of hidden characters must lie between 0 and 1."};
  if (const auto s = check_text("training", train, o.config); !s) return s;
  return check_text("held-out", held_out, o.config);
}

double rate_at(const TrainOptions& o, std::size_t iteration) {
  if (iteration < o.warmup) return o.rate * static_cast<double>(iteration + 1) / static_cast<double>(o.warmup);
  if (o.schedule == Schedule::kConstant) return o.rate;
  const double left = static_cast<double>(std::max<std::size_t>(o.iterations, o.warmup + 1) - o.warmup);
  const double done = std::min(1.0, static_cast<double>(iteration - o.warmup) / left);
  const double share = o.schedule == Schedule::kLinear ? 1.0 - done : 0.5 * (1.0 + core::cos(std::numbers::pi * done));
  return o.final_rate + (o.rate - o.final_rate) * share;
}

Trainer::Trainer(const TrainOptions& options, std::span<const Token> train, std::span<const Token> held_out)
    : options_(options),
      train_(train),
      held_out_(held_out),
      batches_(child(options.seed, 1)),
      evaluations_(child(options.seed, 2)),
      weights_(fresh(options)),
      adam_(weights_.layout.trained),
      gradient_(options.config),
      batch_(options.batch),
      shards_(kShards, std::vector<float>(weights_.layout.trained)) {
  packed_.assign(weights_, true);
}

Score Trainer::step() {
  draw();
  Score score;
  for (std::size_t s = 0; s < kShards; ++s) score += shard(s);
  finish();
  return score;
}

void Trainer::draw() {
  hidden_ = 0;
  for (Example& example : batch_) {
    draw_example(train_, options_.config.window, options_.mask, batches_, example);
    hidden_ += example.rows.size();
  }
}

Score Trainer::shard(std::size_t s) {
  std::ranges::fill(shards_[s], 0.0f);
  const float weight = 1.0f / static_cast<float>(hidden_);
  Score score;
  const std::size_t first = s * batch_.size() / kShards, end = (s + 1) * batch_.size() / kShards;
  for (std::size_t i = first; i < end; ++i) score += gradient_.add(weights_, packed_, batch_[i], weight, shards_[s]);
  return score;
}

void Trainer::finish() {
  for (std::size_t s = 1; s < kShards; ++s)
    for (std::size_t i = 0; i < shards_[0].size(); ++i) shards_[0][i] += shards_[s][i];
  adam_.step(rate_at(options_, iteration_), shards_[0], weights_.trained());
  packed_.assign(weights_, true);
  ++iteration_;
}

Score Trainer::evaluate(std::size_t count) {
  Score score;
  Example example;
  for (std::size_t i = 0; i < count; ++i) {
    draw_example(held_out_, options_.config.window, options_.mask, evaluations_, example);
    score += gradient_.score(weights_, packed_, example);
  }
  return score;
}

Score Trainer::evaluate(std::span<const Example> examples) {
  Score score;
  for (const Example& example : examples) score += gradient_.score(weights_, packed_, example);
  return score;
}

std::vector<Example> fixed_examples(std::span<const Token> held_out, std::size_t n, std::size_t count) {
  core::Generator generator = fixed_generator();
  return draw_examples(held_out, n, count, MaskRule{}, generator);
}

std::vector<Example> last_only(std::span<const Example> examples) {
  std::vector<Example> out;
  for (const Example& e : examples) {
    if (e.rows.empty() || e.rows.back() + 1 != e.tokens.size()) continue;
    out.push_back({e.tokens, {e.rows.back()}, {e.targets.back()}});
  }
  return out;
}

Score evaluate(const Weights& weights, std::span<const Example> examples) {
  PackedWeights packed;
  packed.assign(weights, false);
  FastGradient pass(weights.config);
  Score score;
  for (const Example& example : examples) score += pass.score(weights, packed, example);
  return score;
}

}  // namespace lab::model
