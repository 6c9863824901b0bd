#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lab::model {

/// What was measured after one iteration of a run.
struct Measurement {
  std::size_t iteration = 0;         ///< counted from 0, as in the notebook
  double rate = 0.0;                 ///< its learning rate
  double mean_loss = 0.0;            ///< of the batches since the last measurement, nats
  double held_out_loss = 0.0;        ///< nats
  double held_out_accuracy = 0.0;    ///< share of hidden characters guessed right
  std::vector<double> entropies;     ///< L x h: mean row entropy of each attention map, nats
  bool operator==(const Measurement&) const = default;
};

/// Text that the model wrote after an iteration.
struct SampleText {
  std::size_t iteration = 0;
  std::string text;
  bool operator==(const SampleText&) const = default;
};

/// What is known of a run: the worker tells it in lines of text, and the scene,
/// in the page or not, reads them into this.
///
///   begin V P N T    vocabulary, parameters, characters, those that train
///   loss I x y …     losses of the batches of iterations I, I + 1, …
///   point I rate mean held-out-loss held-out-accuracy entropies…
///   sample I TEXT    with \n for a new line and \\ for a backslash
///   pace MS          milliseconds an iteration, measurements included
///   state WORD       running, paused, stopped, done, failed
///   error SENTENCE
struct RunReport {
  std::size_t vocabulary = 0, parameters = 0, characters = 0, training = 0;
  std::vector<float> losses;         ///< by iteration
  std::vector<Measurement> points;   ///< by increasing iteration
  std::vector<SampleText> samples;
  double pace = 0.0;                 ///< milliseconds an iteration; 0: not known
  std::string state;
  std::string error;

  /// Takes in lines; of one that does not fit the rest is left alone and false
  /// comes back. Iterations known already are overwritten.
  bool read(std::string_view lines);
};

std::string loss_line(std::size_t first, const std::vector<float>& losses, std::size_t end);
std::string point_line(const Measurement& point);
std::string sample_line(const SampleText& sample);

}  // namespace lab::model
