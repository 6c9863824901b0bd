#include "model/training_run.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/hash.h"
#include "model/generate.h"
#include "model/safetensors.h"

namespace lab::model {
namespace {

using core::Error;
using core::Result;
using core::Status;

constexpr std::size_t kEntropyWindows = 8;
constexpr std::size_t kPromptCharacters = 24;
constexpr double kSampleTemperature = 0.8;
/// Longest curve kept in a checkpoint: safetensors readers limit the header.
constexpr std::size_t kMostCurveBytes = 700'000;

double row_entropy(std::span<const float> row) {
  double sum = 0.0;
  for (const float p : row)
    if (p > 0.0f) sum -= static_cast<double>(p) * core::log(static_cast<double>(p));
  return sum;
}

std::uint64_t read_fingerprint(const std::string& text) {
  std::uint64_t value = 0;
  for (const char c : text)
    if (c >= '0' && c <= '9') value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

}  // namespace

std::uint64_t text_fingerprint(std::string_view text) {
  std::uint64_t state = core::kFnvOffset;
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * core::kFnvPrime;
  return state;
}

std::vector<double> map_entropies(const Weights& weights, std::span<const Example> examples) {
  const Config& c = weights.config;
  PackedWeights packed;
  packed.assign(weights, false);
  FastForward forward(c);
  std::vector<double> sums(c.layers * c.heads, 0.0);
  std::size_t rows = 0;
  for (const Example& example : examples) {
    const std::size_t n = example.tokens.size();
    std::vector<std::uint32_t> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<std::uint32_t>(i);
    forward.run(weights, packed, example.tokens, all, false);
    for (std::size_t b = 0; b < c.layers; ++b)
      for (std::size_t h = 0; h < c.heads; ++h)
        for (std::size_t i = 0; i < n; ++i)
          sums[b * c.heads + h] += row_entropy(std::span(forward.blocks()[b].maps).subspan((h * n + i) * n, n));
    rows += n;
  }
  for (double& s : sums) s /= static_cast<double>(std::max<std::size_t>(rows, 1));
  return sums;
}

Result<std::unique_ptr<TrainingRun>> TrainingRun::begin(const RunOptions& options, std::string_view text) {
  auto corpus = read_corpus(text, options.train.config.window);
  if (!corpus) return Error{corpus.error()};
  RunOptions o = options;
  o.train.config.vocab = corpus.value().vocabulary.size();
  if (const Status fits = check(o.train, corpus.value().training(), corpus.value().held_out()); !fits) return Error{fits.error()};
  return std::unique_ptr<TrainingRun>(new TrainingRun(o, std::move(corpus).value(), text_fingerprint(text)));
}

TrainingRun::TrainingRun(const RunOptions& options, Corpus corpus, std::uint64_t text_print)
    : options_(options),
      corpus_(std::move(corpus)),
      text_print_(text_print),
      trainer_(options.train, corpus_.training(), corpus_.held_out()) {
  const auto word = [](std::size_t n) { return " " + std::to_string(n); };
  said_ = "begin" + word(corpus_.vocabulary.size()) + word(trainer_.weights().layout.trained) + word(corpus_.tokens.size()) +
          word(corpus_.split) + "\n";
  report_.read(said_);
}

void TrainingRun::step() {
  if (done()) return;
  const std::size_t iteration = trainer_.iteration();
  const float loss = static_cast<float>(trainer_.step().mean_loss());
  if (!std::isfinite(loss)) return fail();
  report_.losses.resize(iteration);
  report_.losses.push_back(loss);
  sum_ += static_cast<double>(loss);
  ++count_;
  if (iteration % options_.every == 0 || done()) measure(iteration);
  if (failed()) return;
  if (options_.sample_length > 0 && (iteration % options_.sample_every == 0 || done())) write_sample(iteration);
}

/// Reports hold finite numbers only: what is no number is said in words.
void TrainingRun::fail() {
  report_.error = "The loss is no longer a number: try a smaller learning rate.";
  report_.state = "failed";
  said_ += "error " + report_.error + "\nstate failed\n";
}

void TrainingRun::measure(std::size_t iteration) {
  const Score held_out = trainer_.evaluate(options_.measured);
  Measurement m{iteration, rate_at(options_.train, iteration), sum_ / static_cast<double>(count_), held_out.mean_loss(), held_out.accuracy(), {}};
  m.entropies = map_entropies(trainer_.weights(), fixed_examples(corpus_.held_out(), options_.train.config.window, kEntropyWindows));
  const bool finite = std::ranges::all_of(m.entropies, [](double e) { return std::isfinite(e); });
  if (!finite || !std::isfinite(m.held_out_loss)) return fail();
  said_ += point_line(m);
  report_.points.push_back(std::move(m));
  sum_ = 0.0;
  count_ = 0;
}

void TrainingRun::write_sample(std::size_t iteration) {
  Writer writer(trainer_.weights(), Precision::kFloat);
  core::Generator generator = core::default_rng(options_.train.seed);
  SamplingOptions how;
  how.temperature = kSampleTemperature;
  const auto prompt = corpus_.held_out().first(std::min(kPromptCharacters, corpus_.held_out().size()));
  SampleText sample{iteration, corpus_.vocabulary.decode(write(writer, prompt, options_.sample_length, how, generator))};
  said_ += sample_line(sample);
  report_.samples.push_back(std::move(sample));
}

std::string TrainingRun::take_report() {
  std::string out = loss_line(told_, report_.losses, report_.losses.size()) + std::move(said_);
  told_ = report_.losses.size();
  said_.clear();
  return out;
}

std::string TrainingRun::model() const { return write_model(trainer_.weights(), corpus_.vocabulary); }

std::string TrainingRun::curve_text() const {
  std::string out = loss_line(0, report_.losses, report_.losses.size());
  for (const Measurement& m : report_.points) out += point_line(m);
  for (const SampleText& s : report_.samples) out += sample_line(s);
  return out.size() <= kMostCurveBytes ? out : std::string();
}

std::string TrainingRun::checkpoint() const {
  return trainer_.checkpoint(corpus_.vocabulary, {{"run", write_options(options_)},
                                                  {"text", std::to_string(text_print_)},
                                                  {"curve", curve_text()}});
}

Status TrainingRun::resume(std::string_view bytes) {
  const auto file = read_tensors(bytes);
  if (!file) return Error{file.error()};
  const auto& metadata = file.value().metadata;
  const auto text = metadata.find("text");
  if (text != metadata.end() && read_fingerprint(text->second) != text_print_)
    return Error{"The checkpoint was made on another text; open that text first."};
  if (const Status resumed = trainer_.resume(bytes); !resumed) return resumed;
  const std::string begin = "begin " + std::to_string(report_.vocabulary) + " " + std::to_string(report_.parameters) + " " +
                            std::to_string(report_.characters) + " " + std::to_string(report_.training) + "\n";
  RunReport kept;
  kept.read(begin);
  const auto curve = metadata.find("curve");
  // A curve that does not fit is a loss to the reader's eye only.
  if (curve != metadata.end() && !kept.read(curve->second)) kept = RunReport{};
  kept.losses.resize(trainer_.iteration());
  report_ = std::move(kept);
  said_ = begin;
  for (const Measurement& m : report_.points) said_ += point_line(m);
  for (const SampleText& s : report_.samples) said_ += sample_line(s);
  told_ = 0;
  sum_ = 0.0;
  const std::size_t last = report_.points.empty() ? 0 : report_.points.back().iteration + 1;
  count_ = trainer_.iteration() - std::min(last, trainer_.iteration());
  for (std::size_t i = trainer_.iteration() - count_; i < trainer_.iteration(); ++i) sum_ += static_cast<double>(report_.losses[i]);
  return core::success();
}

Result<CheckpointFacts> read_checkpoint(std::string_view bytes) {
  const auto file = read_tensors(bytes);
  if (!file) return Error{file.error()};
  const auto& metadata = file.value().metadata;
  const auto run = metadata.find("run"), text = metadata.find("text"), iteration = metadata.find("iteration"), curve = metadata.find("curve");
  if (run == metadata.end() || text == metadata.end() || iteration == metadata.end() || !file.value().tensors.contains("optimizer.mean"))
    return Error{"The file is no checkpoint of a training run in the lab."};
  auto options = read_options(run->second);
  if (!options) return Error{options.error()};
  CheckpointFacts facts;
  facts.options = std::move(options).value();
  facts.text_print = read_fingerprint(text->second);
  facts.iteration = static_cast<std::size_t>(read_fingerprint(iteration->second));
  if (curve != metadata.end()) facts.curve = curve->second;
  return facts;
}

}  // namespace lab::model
