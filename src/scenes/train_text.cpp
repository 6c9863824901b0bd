// What the models wrote, where they look, and the readings of a run.
#include <algorithm>

#include "scenes/train_frame.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

/// Letters of a sample that are shown, so that the maps below it are seen too.
constexpr std::size_t kLetters = 240, kLettersOfTwo = 144;

/// One glyph a character, at most `most`; a new line is shown by its arrow.
std::vector<Glyph> letters(std::string_view text, std::size_t most) {
  std::vector<Glyph> out;
  for (std::size_t i = 0; i < text.size() && out.size() < most;) {
    std::size_t n = 1;
    while (i + n < text.size() && (static_cast<unsigned char>(text[i + n]) & 0xC0U) == 0x80U) ++n;
    Glyph g;
    g.text = text.substr(i, n);
    if (g.text == "\n") {
      g.text = "\u21B5";
      g.emphasis = Emphasis::kFaint;
    }
    out.push_back(std::move(g));
    i += n;
  }
  return out;
}

const model::SampleText* newest_sample(const TrainScene& scene, std::size_t run) {
  const model::SampleText* newest = nullptr;
  for (const model::SampleText& s : scene.run_at(run).report.samples)
    if (s.iteration < scene.step()) newest = &s;
  return newest;
}

HeatMap attention_map(const TrainScene& scene, std::size_t run, std::size_t head) {
  const model::Config c = run_options(scene.settings(), run == 1).train.config;
  const std::size_t n = scene.map_window().size();
  const auto layer = static_cast<std::size_t>(scene.settings().map_layer);
  HeatMap map;
  map.title = "Layer " + std::to_string(layer) + ", head " + std::to_string(head) + (scene.compares() ? ", " + run_name(scene.settings(), run == 1) : "");
  map.rows = map.columns = n;
  const std::size_t at = (layer - 1) * c.heads + head - 1;
  const auto first = scene.run_at(run).maps.begin() + static_cast<std::ptrdiff_t>(at * n * n);
  map.values.assign(first, first + static_cast<std::ptrdiff_t>(n * n));
  map.high = *std::ranges::max_element(map.values);
  const auto& points = scene.run_at(run).report.points;
  if (!points.empty() && at < points.back().entropies.size())
    map.note = "row entropy " + rounded(points.back().entropies[at], 3) + " nats";
  for (const model::Token t : scene.map_window()) {
    std::string name = scene.corpus().vocabulary.name(t);
    if (name == "\n") name = "\u21B5";
    map.row_names.push_back(name);
  }
  map.column_names = map.row_names;
  return map;
}

enum Reading : std::size_t {
  kIteration, kLoss, kHeldOut, kAccuracy, kEntropy, kOtherLoss, kOtherAccuracy, kOtherEntropy, kPace, kTimeLeft,
  kParameters, kCharacters, kVocabulary, kState, kSample
};

}  // namespace

void show_texts(const TrainScene& scene, std::vector<Strip>& strips) {
  for (std::size_t i = 0; i < scene.run_count(); ++i) {
    const model::SampleText* sample = newest_sample(scene, i);
    if (sample == nullptr) continue;
    Strip strip;
    strip.title = "Written after iteration " + counted(sample->iteration) + (scene.compares() ? ", " + run_name(scene.settings(), i == 1) : "");
    strip.glyphs = letters(sample->text, scene.compares() ? kLettersOfTwo : kLetters);
    strips.push_back(std::move(strip));
  }
  if (!strips.empty()) return;
  Strip strip;
  if (!scene.has_text()) {
    strip.title = "No text yet";
    strip.note = scene.settings().corpus == "own" ? "Open a text, or drop one here." : "It is on its way; another can be chosen, opened or dropped.";
    strips.push_back(std::move(strip));
    return;
  }
  strip.title = "The text begins";
  strip.glyphs = letters(scene.corpus().vocabulary.decode(scene.corpus().training().first(std::min(kLetters, scene.corpus().split))), kLetters);
  strips.push_back(std::move(strip));
}

void show_maps(const TrainScene& scene, std::vector<HeatMap>& maps) {
  const std::size_t layer = static_cast<std::size_t>(scene.settings().map_layer), n = scene.map_window().size();
  for (std::size_t i = 0; i < scene.run_count(); ++i) {
    const std::size_t heads = run_options(scene.settings(), i == 1).train.config.heads;
    // None before the first model, nor where a file had another shape.
    if (n == 0 || scene.run_at(i).maps.size() < layer * heads * n * n) continue;
    for (std::size_t h = 1; h <= heads; ++h) maps.push_back(attention_map(scene, i, h));
  }
}

std::span<const Observable> TrainScene::observables() const {
  static const std::vector<Observable> all{
      {"iteration", "Iterations done", "", "Of the run that has come farthest, up to the step shown"},
      {"loss", "Loss", "nats", "Mean over the batches since the measurement before"},
      {"held-out-loss", "Held-out loss", "nats", "Mean over fresh held-out windows"},
      {"accuracy", "Held-out accuracy", "", "Share of hidden held-out characters guessed right"},
      {"entropy", "Row entropy", "nats", "Mean over layers, heads and rows of the attention maps"},
      {"loss-2", "Loss of the second run", "nats", "As loss, of the run beside"},
      {"accuracy-2", "Held-out accuracy of the second run", "", "As accuracy, of the run beside"},
      {"entropy-2", "Row entropy of the second run", "nats", "As entropy, of the run beside"},
      {"pace", "Time of an iteration", "ms", "Of late, measurements included; 0 where no worker trains"},
      {"time-left", "Time left", "s", "At the present pace; none where that is not known"},
      {"parameters", "Parameters", "", "Trained numbers of the model"},
      {"characters", "Characters of the text", "", "Training and held out"},
      {"vocabulary", "Vocabulary", "", "Different characters of the text, and [MASK]"},
      {"state", "State of the training", "", "running, paused, stopped, done, failed"},
      {"sample", "Sample", "", "What the model wrote at its newest sample"},
  };
  return all;
}

Value TrainScene::observe(std::size_t observable) const {
  const Value none = std::string("null");
  const model::Measurement* first = measured(0);
  const model::Measurement* second = compares() ? measured(1) : nullptr;
  const auto read = [&](const model::Measurement* m, double model::Measurement::* value) { return m != nullptr ? Value(m->*value) : none; };
  const auto whole = [&](std::size_t n) { return Value(static_cast<std::int64_t>(n)); };
  const model::SampleText* sample = newest_sample(*this, 0);
  const double left = time_left(*this, 0);
  switch (observable) {
    case kIteration: return whole(k_);
    case kLoss: return read(first, &model::Measurement::mean_loss);
    case kHeldOut: return read(first, &model::Measurement::held_out_loss);
    case kAccuracy: return read(first, &model::Measurement::held_out_accuracy);
    case kEntropy: return first != nullptr ? Value(mean_entropy(*first)) : none;
    case kOtherLoss: return read(second, &model::Measurement::mean_loss);
    case kOtherAccuracy: return read(second, &model::Measurement::held_out_accuracy);
    case kOtherEntropy: return second != nullptr ? Value(mean_entropy(*second)) : none;
    case kPace: return Value(runs_[0].report.pace);
    case kTimeLeft: return left >= 0 ? Value(left) : none;
    case kParameters: return whole(runs_[0].report.parameters);
    case kCharacters: return whole(corpus_.tokens.size());
    case kVocabulary: return whole(has_text() ? corpus_.vocabulary.size() : 0);
    case kState: return runs_[0].report.state.empty() ? none : Value(runs_[0].report.state);
    // The sign in front also keeps a text in brackets from being taken for a list.
    default: return sample != nullptr ? Value("\u2026" + sample->text) : none;
  }
}

}  // namespace lab::scenes
