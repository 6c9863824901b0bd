#include "cli/train_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/train_options.h"
#include "model/corpus.h"
#include "model/safetensors.h"
#include "model/trainer.h"
#include "scenes/value_text.h"

namespace lab::cli {
namespace {

using core::Error;
using core::Status;
using core::success;
using scenes::number_text;
using scenes::rounded;

/// Four digits behind the point: enough for losses and shares.
std::string figure(double x) { return number_text(static_cast<double>(static_cast<std::int64_t>(x * 1e4 + 0.5)) / 1e4); }

Status print_help() {
  std::string out = "Train the course's TinyBERT on a text.\n\n  lab-cli train --corpus FILE --out FILE [flags]\n\n";
  for (const Flag& f : train_flags()) {
    std::string left = "  --" + f.name + (f.value.empty() ? "" : " " + f.value);
    left.append(left.size() < 26 ? 26 - left.size() : 1, ' ');
    out += left + f.help + "\n";
  }
  return print(out);
}

/// The curve's lines since the run began; kept beside the checkpoint.
struct Curve {
  std::string text = "iteration,rate,loss,mean_loss,held_out_loss,held_out_accuracy\n";
  double sum = 0.0;
  std::size_t count = 0;
};

Status write_now(const std::string& path, std::string_view bytes) {
  OutputFiles files;
  if (const Status begun = files.begin(path); !begun) return begun;
  files.write(bytes);
  return files.commit();
}

/// Goes on from a checkpoint, when there is one.
Status pick_up(const TrainRequest& request, model::Trainer& trainer, Curve& curve) {
  if (request.checkpoint.empty() || !std::filesystem::exists(request.checkpoint)) return success();
  const auto state = read_file(request.checkpoint);
  if (!state) return Error{state.error()};
  if (const Status resumed = trainer.resume(state.value()); !resumed) return resumed;
  const auto lines = read_file(request.checkpoint + ".csv");
  if (!lines) return Error{lines.error()};
  curve.text = lines.value();
  std::fprintf(stderr, "goes on at iteration %zu\n", trainer.iteration());
  return success();
}

void measure(model::Trainer& trainer, std::size_t iteration, const model::Score& score, Curve& curve) {
  const model::Score held_out = trainer.evaluate(512);
  const double mean = curve.sum / static_cast<double>(curve.count);
  curve.text += std::to_string(iteration) + "," + number_text(model::rate_at(trainer.options(), iteration)) + "," + figure(score.mean_loss()) +
                "," + figure(mean) + "," + figure(held_out.mean_loss()) + "," + figure(held_out.accuracy()) + "\n";
  std::fprintf(stderr, "iteration %7zu   loss %.3f   mean %.3f   held out %.3f   accuracy %.1f %%\n", iteration, score.mean_loss(), mean,
               held_out.mean_loss(), 100.0 * held_out.accuracy());
  curve.sum = 0.0;
  curve.count = 0;
}

Status train(const TrainRequest& request, const model::Vocabulary& vocabulary, model::Trainer& trainer, Curve& curve) {
  while (!trainer.done()) {
    const std::size_t iteration = trainer.iteration();
    const model::Score score = trainer.step();
    curve.sum += score.mean_loss();
    ++curve.count;
    if (iteration % request.every != 0 && !trainer.done()) continue;
    measure(trainer, iteration, score, curve);
    if (request.checkpoint.empty()) continue;
    if (const Status kept = write_now(request.checkpoint, trainer.checkpoint(vocabulary)); !kept) return kept;
    if (const Status kept = write_now(request.checkpoint + ".csv", curve.text); !kept) return kept;
  }
  return success();
}

std::string metrics_text(const model::Trainer& trainer, std::span<const model::Token> held_out) {
  const auto examples = model::fixed_examples(held_out, trainer.options().config.window);
  const auto lasts = model::last_only(examples);
  const model::Score all = model::evaluate(trainer.weights(), examples), last = model::evaluate(trainer.weights(), lasts);
  return "{\"iterations\": " + std::to_string(trainer.iteration()) + ", \"seed\": " + std::to_string(trainer.options().seed) +
         ", \"parameters\": " + std::to_string(trainer.weights().layout.trained) + ",\n \"windows\": " + std::to_string(examples.size()) +
         ", \"hidden\": " + std::to_string(all.hidden) + ", \"accuracy\": " + figure(all.accuracy()) + ", \"cross_entropy\": " +
         figure(all.mean_loss()) + ",\n \"last_accuracy\": " + figure(last.accuracy()) + ", \"last_cross_entropy\": " +
         figure(last.mean_loss()) + "}\n";
}

/// Opens the outputs before the work begins: a bad name is told at once.
Status begin_all(const TrainRequest& request) {
  OutputFiles probe;
  for (const std::string* path : {&request.out, &request.curve, &request.metrics})
    if (!path->empty())
      if (const Status begun = probe.begin(*path); !begun) return begun;
  return success();
}

Status write_all(const TrainRequest& request, const std::string& weights, const std::string& curve, const std::string& metrics) {
  OutputFiles files;
  const std::pair<const std::string&, const std::string&> outputs[] = {{request.out, weights}, {request.curve, curve}, {request.metrics, metrics}};
  for (const auto& [path, bytes] : outputs) {
    if (path.empty()) continue;
    if (const Status begun = files.begin(path); !begun) return begun;
    files.write(bytes);
  }
  return files.commit();
}

}  // namespace

Status train_command(std::span<const std::string_view> arguments) {
  auto read = read_train(arguments);
  if (!read) return Error{read.error()};
  TrainRequest request = std::move(read).value();
  if (request.help) return print_help();
  if (const Status ready = begin_all(request); !ready) return ready;
  const auto text = read_file(request.corpus);
  if (!text) return Error{text.error()};
  const auto corpus = model::read_corpus(text.value(), request.options.config.window, request.train_characters);
  if (!corpus) return Error{corpus.error()};
  const model::Vocabulary& vocabulary = corpus.value().vocabulary;
  request.options.config.vocab = vocabulary.size();
  const auto training = corpus.value().training(), held_out = corpus.value().held_out();
  if (const Status checked = model::check(request.options, training, held_out); !checked) return checked;
  model::Trainer trainer(request.options, training, held_out);
  Curve curve;
  if (const Status ready = pick_up(request, trainer, curve); !ready) return ready;
  if (const Status trained = train(request, vocabulary, trainer, curve); !trained) return trained;
  const std::string metrics = metrics_text(trainer, held_out);
  const std::string weights = model::write_model(trainer.weights(), vocabulary);
  if (const Status written = write_all(request, weights, curve.text, metrics); !written) return written;
  return print(metrics);
}

}  // namespace lab::cli
