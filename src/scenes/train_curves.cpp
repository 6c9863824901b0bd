// Curves over the iterations, of one run or two.
#include <algorithm>

#include "core/elementary.h"
#include "scenes/train_frame.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

/// Points of a curve of losses: more cannot be told apart on a screen.
constexpr std::size_t kLossPoints = 400;
/// The notebook's held-out accuracy at its end.
constexpr double kNotebookAccuracy = 0.512;

Ink ink_of(std::size_t run, float strength = 1.0F) { return {Role::kGroup, static_cast<std::int32_t>(run), strength}; }

/// Means of neighbouring batches where there are too many.
Series batch_losses(const TrainScene& scene, std::size_t run) {
  const auto& losses = scene.run_at(run).report.losses;
  Series s;
  s.label = "batches";
  s.ink = ink_of(run, 0.45F);
  const std::size_t count = std::min(losses.size(), std::max<std::size_t>(scene.step(), 1)), block = count / kLossPoints + 1;
  for (std::size_t first = 0; first < count; first += block) {
    double sum = 0;
    std::size_t known = 0;
    for (std::size_t i = first; i < std::min(first + block, count); ++i) {
      if (!(losses[i] > 0.0f)) continue;  // before a checkpoint without a curve
      sum += static_cast<double>(losses[i]);
      ++known;
    }
    if (known == 0) continue;
    s.x.push_back(static_cast<double>(first) + 0.5 * static_cast<double>(block - 1));
    s.y.push_back(sum / static_cast<double>(known));
  }
  return s;
}

template <class Read>
Series measured_series(const TrainScene& scene, std::size_t run, std::string label, Read read) {
  Series s;
  s.label = std::move(label);
  s.ink = ink_of(run);
  for (const model::Measurement& m : scene.run_at(run).report.points) {
    if (m.iteration >= std::max<std::size_t>(scene.step(), 1)) break;
    s.x.push_back(static_cast<double>(m.iteration));
    s.y.push_back(read(m));
  }
  return s;
}

Series level(const TrainScene& scene, std::string label, double y) {
  Series s;
  s.label = std::move(label);
  s.ink = {Role::kPrediction, -1, 1.0F};
  s.stroke = Stroke::kDashed;
  s.x = {0.0, static_cast<double>(scene.horizon())};
  s.y = {y, y};
  return s;
}

Plot empty_plot(const TrainScene& scene, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "iteration";
  plot.y_label = std::move(y_label);
  plot.cursor = scene.step() > 0 ? static_cast<double>(scene.step() - 1) : -1;
  return plot;
}

}  // namespace

void draw_curves(const TrainScene& scene, std::vector<Plot>& plots) {
  Plot loss = empty_plot(scene, scene.compares() ? "Held-out loss" : "Loss", "nats per hidden character");
  loss.log_y = true;
  Plot accuracy = empty_plot(scene, "Held-out accuracy", "% of the hidden characters");
  Plot entropy = empty_plot(scene, "Entropy of the attention rows", "nats, mean over layers and heads");
  for (std::size_t i = 0; i < scene.run_count(); ++i) {
    const std::string name = scene.compares() ? run_name(scene.settings(), i == 1) : "measured";
    // Four curves of two colours cannot be told apart; two can.
    if (!scene.compares()) loss.series.push_back(batch_losses(scene, i));
    loss.series.push_back(measured_series(scene, i, scene.compares() ? name : "held out", [](const auto& m) { return m.held_out_loss; }));
    accuracy.series.push_back(measured_series(scene, i, name, [](const auto& m) { return 100.0 * m.held_out_accuracy; }));
    entropy.series.push_back(measured_series(scene, i, name, [](const auto& m) { return mean_entropy(m); }));
  }
  if (scene.notebook_run()) accuracy.series.push_back(level(scene, "notebook", 100.0 * kNotebookAccuracy));
  if (scene.has_text()) {
    const ConstantGuess& guess = scene.constant_guess();
    const std::string label = guess.name == " " ? "blanks only" : "always " + quoted(guess.name);
    accuracy.series.push_back(level(scene, label, 100.0 * guess.share));
  }
  const double n = static_cast<double>(run_options(scene.settings(), false).train.config.window);
  entropy.series.push_back(level(scene, "log n, all alike", core::log(n)));
  plots.push_back(std::move(loss));
  plots.push_back(std::move(accuracy));
  plots.push_back(std::move(entropy));
}

}  // namespace lab::scenes
