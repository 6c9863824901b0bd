#include "scenes/train_frame.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

/// What the notebook reports after its 2,001 iterations, and how far a run with
/// other random numbers may be from it.
constexpr double kNotebookShare = 0.51, kNotebookSpread = 0.015;
constexpr std::size_t kTableRows = 24;

std::string fixed(double x, int digits) {
  std::array<char, 48> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::fixed, digits).ptr};
}

std::string state_words(const TrainScene& scene, std::size_t i) {
  const std::string& state = scene.run_at(i).report.state;
  if (scene.wish() == TrainWish::kNothing) return "not started";
  if (!scene.has_text()) return "waits for its text";
  if (state.empty()) return "starts";
  return state;
}

Table measurement_table(const TrainScene& scene, std::size_t run) {
  Table table;
  table.title = scene.compares() ? "Measurements, " + run_name(scene.settings(), run == 1) : "Measurements";
  table.columns = {"iteration", "loss", "held out", "accuracy", "entropy"};
  std::vector<const model::Measurement*> shown;
  for (const model::Measurement& m : scene.run_at(run).report.points)
    if (m.iteration < scene.step()) shown.push_back(&m);
  const std::size_t skipped = shown.size() > kTableRows ? shown.size() - kTableRows : 0;
  for (std::size_t i = shown.size(); i-- > skipped;) {
    const model::Measurement& m = *shown[i];
    const Emphasis e = i + 1 == shown.size() ? Emphasis::kStrong : Emphasis::kNone;
    table.rows.push_back({{counted(m.iteration), e}, {fixed(m.mean_loss, 3), e}, {fixed(m.held_out_loss, 3), e}, {percent_text(m.held_out_accuracy), e}, {fixed(mean_entropy(m), 3), e}});
  }
  if (skipped > 0) table.note = "the newest " + counted(kTableRows) + " of " + counted(shown.size()) + " measurements";
  return table;
}

Table run_table(const TrainScene& scene) {
  Table table;
  table.title = "Runs";
  table.columns = {"run", "state", "iteration", "parameters", "ms/iteration", "time left"};
  for (std::size_t i = 0; i < scene.run_count(); ++i) {
    const model::RunReport& r = scene.run_at(i).report;
    const double left = time_left(scene, i);
    table.rows.push_back({{run_name(scene.settings(), i == 1), Emphasis::kNone},
                          {state_words(scene, i), Emphasis::kNone},
                          {counted(r.losses.size()), Emphasis::kNone},
                          {r.parameters > 0 ? counted(r.parameters) : "\u2013", Emphasis::kNone},
                          {r.pace > 0 ? fixed(r.pace, 1) : "\u2013", Emphasis::kNone},
                          {left >= 0 ? duration_text(left) : "\u2013", Emphasis::kNone}});
  }
  return table;
}

}  // namespace

std::string percent_text(double share) { return fixed(100.0 * share, 1) + " %"; }

std::string duration_text(double seconds) {
  const auto s = static_cast<std::size_t>(std::min(1e9, std::max(0.0, seconds)) + 0.5);
  if (s < 100) return std::to_string(s) + " s";
  if (s < 6000) return std::to_string(s / 60) + " min " + std::to_string(s % 60) + " s";
  return std::to_string(s / 3600) + " h " + std::to_string(s / 60 % 60) + " min";
}

double time_left(const TrainScene& scene, std::size_t i) {
  const model::RunReport& r = scene.run_at(i).report;
  if (!(r.pace > 0) || (r.state != "running" && r.state != "paused")) return -1;
  return 1e-3 * r.pace * static_cast<double>(scene.horizon() - std::min(scene.horizon(), r.losses.size()));
}

double mean_entropy(const model::Measurement& m) {
  double sum = 0;
  for (const double e : m.entropies) sum += e;
  return m.entropies.empty() ? 0.0 : sum / static_cast<double>(m.entropies.size());
}

void write_training_tables(const TrainScene& scene, std::vector<Table>& tables) {
  tables.push_back(run_table(scene));
  for (std::size_t i = 0; i < scene.run_count(); ++i)
    if (scene.measured(i) != nullptr) tables.push_back(measurement_table(scene, i));
}

Verdict judge_notebook(const TrainScene& scene) {
  Verdict v;
  v.claim = "The course's model guesses about half of the hidden characters";
  const bool met = scene.notebook_run();
  v.hypothesis = std::string("The notebook's text, model and training, any seed: ") + (met ? "met." : "not met.");
  v.prediction = "Held-out accuracy 51 % \u00B1 1.5 after 2\u202F001 iterations.";
  const model::Measurement* m = scene.measured(0);
  v.measured = m == nullptr ? "Nothing measured yet." : percent_text(m->held_out_accuracy) + " at iteration " + counted(m->iteration) + ".";
  if (!met) {
    v.finding = Finding::kDoesNotApply;
  } else if (m != nullptr && m->iteration + 1 == scene.horizon()) {
    v.finding = std::abs(m->held_out_accuracy - kNotebookShare) <= kNotebookSpread ? Finding::kHolds : Finding::kViolated;
  }
  return v;
}

std::string training_headline(const TrainScene& scene) {
  std::string out = "iteration " + counted(scene.step()) + " of " + counted(scene.horizon());
  if (const model::Measurement* m = scene.measured(0))
    out += " \u00B7 loss " + fixed(m->mean_loss, 3) + " \u00B7 accuracy " + percent_text(m->held_out_accuracy);
  const double left = time_left(scene, 0);
  if (left >= 0 && scene.run_at(0).report.state == "running")
    out += " \u00B7 " + fixed(scene.run_at(0).report.pace, 0) + " ms an iteration \u00B7 " + duration_text(left) + " left";
  else out += " \u00B7 " + state_words(scene, 0);
  return out;
}

std::string training_description(const TrainScene& scene) {
  std::string out = "A model with one layer of attention after another learns to guess hidden characters of ";
  out += scene.settings().corpus == "shakespeare" ? "Tiny Shakespeare" : scene.settings().corpus == "lesson" ? "this lab's lesson" : "your text";
  out += ". ";
  if (scene.has_text())
    out += "The text has " + counted(scene.corpus().tokens.size()) + " characters, " + counted(scene.corpus().vocabulary.size() - 1) +
           " different ones; " + counted(scene.corpus().split) + " train. ";
  for (std::size_t i = 0; i < scene.run_count(); ++i) {
    const model::Measurement* m = scene.measured(i);
    out += (scene.compares() ? "Run " + std::to_string(i + 1) + ", " + run_name(scene.settings(), i == 1) + ": " : "State: ") + state_words(scene, i);
    if (m != nullptr) out += ", held-out accuracy " + percent_text(m->held_out_accuracy) + ", loss " + fixed(m->held_out_loss, 3) + " nats";
    out += ". ";
  }
  out.pop_back();
  return out;
}

std::vector<std::string> training_notes(const TrainScene& scene) {
  std::vector<std::string> out;
  const std::string problem = scene.trouble();
  if (!problem.empty()) out.push_back(problem);
  for (std::size_t i = 0; i < scene.run_count(); ++i)
    if (!scene.run_at(i).report.error.empty()) out.push_back(scene.run_at(i).report.error);
  if (!scene.has_text() && problem.empty())
    out.push_back(scene.settings().corpus == "own" ? "Open a text, or drop one here: it becomes the corpus, with a vocabulary of its own."
                                                   : "The text has not come yet.");
  if (scene.settings().corpus == "own" && scene.has_text())
    out.push_back("Your text: " + counted(scene.corpus().tokens.size()) + " characters, vocabulary of " +
                  counted(scene.corpus().vocabulary.size()) + " with [MASK]. It stays on this machine.");
  if (scene.linked() > scene.head())
    out.push_back("The link shows iteration " + counted(scene.linked()) +
                  ". Start trains from the first one on, and past it, with the same bits for everyone; scrub back to it then.");
  if (scene.step() < scene.head())
    out.push_back("Shown is iteration " + counted(scene.step()) + "; " + counted(scene.head()) + " are trained. Scrub to the end to follow.");
  return out;
}

void TrainScene::fill(Frame& frame) const {
  frame = Frame{};
  frame.headline = training_headline(*this);
  show_texts(*this, frame.strips);
  show_maps(*this, frame.maps);
  draw_curves(*this, frame.plots);
  write_training_tables(*this, frame.tables);
  frame.verdicts.push_back(judge_notebook(*this));
  frame.notes = training_notes(*this);
  frame.description = training_description(*this);
}

}  // namespace lab::scenes
