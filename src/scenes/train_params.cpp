#include "scenes/train_params.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using S = TrainSettings;
using Row = Field<S>;

constexpr const char* kTextGroup = "Text";
constexpr const char* kExercises = "Exercises 1 to 4";
constexpr const char* kModelGroup = "Model";
constexpr const char* kTrainingGroup = "Training";

std::vector<Row> text_rows() {
  return {
      {choice(row_of("corpus", "Text", kTextGroup, "What the model reads; nine tenths train, or 1\u202F000\u202F000 characters of a longer text"),
              {{"shakespeare", "Tiny Shakespeare"}, {"lesson", "this lab's own lesson"}, {"own", "a text of your own (open or drop it)"}}),
       &S::corpus},
      {choice(row_of("compare", "Compare with", kTextGroup, "A second run beside the first, which differs in this one thing"),
              {{"none", "nothing"}, {"no-scale", "no 1/\u221Ad_a"}, {"no-positions", "no positions"}, {"one-head", "one head"},
               {"last-not-hidden", "last character hidden like the others"}}),
       &S::compare},
      {plain(row_of("scale", "Scores divided by \u221Ad_a", kExercises, "Exercise 1: off, the scores grow with the width of a head"), Kind::kSwitch), &S::scale},
      {plain(row_of("positions", "Positions", kExercises, "Exercise 2: off, the model sees its characters without order"), Kind::kSwitch), &S::positions},
      {plain(row_of("last", "Last character always hidden", kExercises, "Exercise 4: off, it is hidden like the others, and writing suffers"), Kind::kSwitch), &S::last},
      {choice(row_of("heads", "Heads h", kModelGroup, "Exercise 3: attention maps in a layer; each head has width d_m / h"),
              {{"1", "1"}, {"2", "2"}, {"4", "4"}, {"8", "8"}}), &S::heads},
  };
}

std::vector<Row> model_rows() {
  return {
      {choice(row_of("width", "Width d_m", kModelGroup, "Width of the residual stream; the MLP is four times as wide"),
              {{"16", "16"}, {"32", "32"}, {"64", "64"}, {"128", "128"}}), &S::width},
      {ranged(row_of("layers", "Layers L", kModelGroup, "Blocks of attention and MLP"), Kind::kInteger, 1, 4), &S::layers},
      {choice(row_of("window", "Window n", kModelGroup, "Characters that the model sees at a time"),
              {{"16", "16"}, {"32", "32"}, {"64", "64"}, {"128", "128"}}), &S::window},
      {ranged(row_of("iterations", "Iterations", kTrainingGroup, "The run ends after so many batches"), Kind::kInteger, 1, 20000, Scale::kLog), &S::iterations},
      {ranged(row_of("batch", "Batch", kTrainingGroup, "Windows in one iteration"), Kind::kInteger, 1, 256, Scale::kLog), &S::batch},
      {ranged(row_of("rate", "Learning rate", kTrainingGroup, "Largest step of Adam"), Kind::kNumber, 1e-5, 0.1, Scale::kLog), &S::rate},
      {choice(row_of("schedule", "Schedule", kTrainingGroup, "How the learning rate goes from its largest value to 0"),
              {{"constant", "constant"}, {"cosine", "cosine"}, {"linear", "linear"}}), &S::schedule},
      {zero_stop(ranged(row_of("warmup", "Warm-up", kTrainingGroup, "Iterations over which the learning rate rises from 0"), Kind::kInteger, 0, 2000, Scale::kLog), 1), &S::warmup},
      {ranged(row_of("hide", "Hidden share", kTrainingGroup, "Share of the characters that are hidden and guessed"), Kind::kNumber, 0.01, 0.9), &S::hide},
      {zero_stop(ranged(row_of("seed", "Seed", kTrainingGroup, "Seed of first weights, windows and hidden characters"), Kind::kInteger, 0, 1e9, Scale::kLog), 1), &S::seed},
  };
}

std::vector<Row> show_rows() {
  return {
      {ranged(row_of("every", "Measure every", kTrainingGroup, "Iterations between two measurements on held-out text"), Kind::kInteger, 1, 1000, Scale::kLog), &S::every},
      {view(ranged(row_of("map-layer", "Maps of layer", kShowGroup, "Layer whose attention maps are shown; at most L"), Kind::kInteger, 1, 4)), &S::map_layer},
      {view(with_unit(ranged(row_of("speed", "Speed", kShowGroup, "Most iterations per second where no worker trains"), Kind::kNumber, 0.5, 240, Scale::kLog), "iterations/s")), &S::speed},
  };
}

std::size_t whole(const std::string& digits) {
  std::size_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::size_t>(c - '0');
  return value;
}

bool offers(std::size_t row, const std::string& key) {
  for (const Option& o : train_params()[row].choices)
    if (o.key == key) return true;
  return false;
}

}  // namespace

std::span<const Field<TrainSettings>> train_fields() {
  static const std::vector<Row> rows = joined<Row>({text_rows(), model_rows(), show_rows()});
  return rows;
}

std::span<const Param> train_params() {
  static const std::vector<Param> params = [] {
    std::vector<Param> out;
    for (const Row& row : train_fields()) out.push_back(row.param);
    return out;
  }();
  return params;
}

std::string_view corpus_file(std::string_view corpus) {
  if (corpus == "shakespeare") return "tinyshakespeare.txt";
  return corpus == "lesson" ? "lesson.txt" : "own.txt";
}

model::RunOptions run_options(const TrainSettings& s, bool compared) {
  model::RunOptions o;
  model::TrainOptions& t = o.train;
  const std::string_view other = compared ? std::string_view(s.compare) : std::string_view();
  t.config.width = whole(s.width);
  t.config.hidden = 4 * t.config.width;
  t.config.heads = other == "one-head" ? 1 : whole(s.heads);
  t.config.layers = static_cast<std::size_t>(s.layers);
  t.config.window = whole(s.window);
  t.config.scale_scores = s.scale && other != "no-scale";
  t.positions = s.positions && other != "no-positions";
  t.mask = {s.hide, s.last && other != "last-not-hidden"};
  t.seed = static_cast<std::uint64_t>(s.seed);
  t.iterations = static_cast<std::size_t>(s.iterations);
  t.batch = static_cast<std::size_t>(s.batch);
  t.rate = s.rate;
  t.schedule = s.schedule == "cosine" ? model::Schedule::kCosine : s.schedule == "linear" ? model::Schedule::kLinear : model::Schedule::kConstant;
  t.warmup = static_cast<std::size_t>(s.warmup);
  o.every = static_cast<std::size_t>(s.every);
  return o;
}

core::Result<TrainSettings> settings_of(const model::RunOptions& o, const TrainSettings& otherwise) {
  constexpr const char* kSchedules[] = {"constant", "cosine", "linear"};
  const model::TrainOptions& t = o.train;
  TrainSettings s = otherwise;
  s.compare = "none";
  s.width = std::to_string(t.config.width);
  s.heads = std::to_string(t.config.heads);
  s.layers = static_cast<std::int64_t>(t.config.layers);
  s.map_layer = std::min(s.map_layer, s.layers);
  s.window = std::to_string(t.config.window);
  s.scale = t.config.scale_scores;
  s.positions = t.positions;
  s.hide = t.mask.probability;
  s.last = t.mask.always_last;
  s.seed = static_cast<std::int64_t>(t.seed);
  s.iterations = static_cast<std::int64_t>(t.iterations);
  s.batch = static_cast<std::int64_t>(t.batch);
  s.rate = t.rate;
  s.schedule = kSchedules[static_cast<int>(t.schedule)];
  s.warmup = static_cast<std::int64_t>(t.warmup);
  s.every = static_cast<std::int64_t>(o.every);
  bool said = offers(kTrainWidth, s.width) && offers(kTrainHeads, s.heads) && offers(kTrainWindow, s.window);
  for (std::size_t row = 0; said && row < train_fields().size(); ++row)
    said = check_value(train_params()[row], train_fields()[row].get(s)).ok();
  if (!said || model::write_options(run_options(s, false)) != model::write_options(o))
    return core::Error{"The checkpoint was made with options that this scene does not offer."};
  return s;
}

bool is_notebook_run(const TrainSettings& s) {
  TrainSettings standard;
  standard.seed = s.seed;
  standard.every = s.every;
  standard.compare = s.compare;
  standard.map_layer = s.map_layer;
  standard.speed = s.speed;
  return s == standard;
}

std::string run_name(const TrainSettings& s, bool compared) {
  if (!compared) return s.compare == "none" ? "this run" : "as set";
  if (s.compare == "no-scale") return "no 1/\u221Ad_a";
  if (s.compare == "no-positions") return "no positions";
  return s.compare == "one-head" ? "one head" : "last like the others";
}

}  // namespace lab::scenes
