#include "tinybert.h"

#include "ceiling.h"
#include "model/trainer.h"
#include "timing.h"

namespace lab::bench {
namespace {

using model::Precision;

constexpr std::size_t kBatch = 64;

std::vector<std::uint32_t> all_rows(std::size_t n) {
  std::vector<std::uint32_t> rows(n);
  for (std::size_t i = 0; i < n; ++i) rows[i] = static_cast<std::uint32_t>(i);
  return rows;
}

/// What is read does not matter for the time; [MASK] is never part of a text.
std::vector<model::Token> random_text(std::size_t size, std::size_t vocab) {
  core::Generator generator = core::default_rng(1);
  std::vector<model::Token> text(size);
  for (auto& t : text) t = static_cast<model::Token>(generator.integers(1, static_cast<std::int64_t>(vocab)));
  return text;
}

double forward_ms(const model::Weights& weights, Precision precision, std::size_t windows) {
  model::Inference inference(weights, precision);
  const std::size_t n = weights.config.window;
  const auto text = random_text(windows * n, weights.config.vocab);
  const auto rows = all_rows(n);
  return median_ms([&] {
    for (std::size_t i = 0; i < windows; ++i) inference.run(std::span(text).subspan(i * n, n), rows);
  });
}

/// A text that grows by one character a call.
double write_ms(const model::Weights& weights, Precision precision) {
  model::Writer writer(weights, precision);
  core::Generator generator = core::default_rng(2);
  model::SamplingOptions options;
  options.temperature = 0.8;
  auto text = random_text(weights.config.window, weights.config.vocab);
  std::vector<double> p;
  return median_ms([&] {
    model::next_distribution(writer.next(text), options, p);
    text.push_back(model::draw(p, generator));
  });
}

double train_ms(const model::Config& config) {
  model::TrainOptions options;
  options.config = config;
  options.batch = kBatch;
  const auto text = random_text(100'000, config.vocab);
  model::Trainer trainer(options, text, text);
  return median_ms([&] { trainer.step(); });
}

}  // namespace

std::vector<model::Token> sample_window(const model::Config& config) {
  std::vector<model::Token> tokens(config.window);
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<model::Token>((7 * i + 3) % config.vocab);
  return tokens;
}

std::vector<float> sample_logits(const model::Weights& weights, Precision precision) {
  model::Inference inference(weights, precision);
  inference.run(sample_window(weights.config), all_rows(weights.config.window));
  return {inference.logits().begin(), inference.logits().end()};
}

double measure(const model::Weights& weights, std::string_view what) {
  const auto precision = what.ends_with("-int8") ? Precision::kInt8 : Precision::kFloat;
  const std::string_view name = what.substr(0, what.find('-'));
  if (name == "forward") return forward_ms(weights, precision, 1);
  if (name == "batch") return forward_ms(weights, precision, kBatch);
  if (name == "write") return write_ms(weights, precision);
  if (what == "train") return train_ms(weights.config);
  if (what == "ceiling") return ceiling_float_ms();
  return what == "ceiling-int8" ? ceiling_int_ms() : -1.0;
}

}  // namespace lab::bench
