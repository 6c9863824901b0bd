#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/generator.h"
#include "core/markov_chain.h"
#include "core/matrix.h"
#include "core/result.h"

/// Many chains that pick (markov_chain.h), for the law of their exit times, cut into pieces of work that a page, its
/// workers or a command line do as it suits them: the numbers do not depend on who does what, when, or in what portions.
namespace lab::core {

/// What is measured in a row of runs.
enum class EnsembleTask : std::uint8_t {
  kExit,       ///< first time a token is farther than `radius` from its home; accelerated walk, from the homes
  kPlainExit,  ///< the same, step by step
  kArrival,    ///< number of tokens within `radius` of their homes at time `arrival`; from `start`
};
struct EnsembleRow {
  double beta = 1;
  EnsembleTask task = EnsembleTask::kExit;
};

struct EnsembleOptions {
  Matrix start;                     ///< n x d, of arrivals
  Matrix homes;                     ///< n x d
  double gamma = 0.1;
  double radius = 0.1;
  std::uint64_t arrival = 0;        ///< steps
  std::vector<EnsembleRow> rows;
  std::size_t runs = 0;             ///< of each row
  std::vector<std::uint32_t> seed;  ///< entropy words; run r of row b draws from NumPy's SeedSequence(seed, spawn_key=(b, r))
  std::size_t part = 0, parts = 1;  ///< of the runs b * runs + r, those that leave the rest `part` when divided by `parts`
};
/// As lines of text, numbers by their bits, and back. The error is one sentence.
std::string write_ensemble_options(const EnsembleOptions& options);
Result<EnsembleOptions> read_ensemble_options(std::string_view text);

/// The runs of one part.
class ExitEnsemble {
 public:
  /// A run that is not out by then, or has moved that often, is given up: kNotSeen.
  static constexpr std::uint64_t kLongest = 1'000'000'000'000'000;
  static constexpr std::size_t kMostMoves = 100'000;
  static constexpr std::int64_t kNotSeen = -1;

  /// beta finite and >= 0, gamma in (0, 1], start and homes finite and of one shape.
  explicit ExitEnsemble(EnsembleOptions options);

  /// Does up to `work` steps or jumps; returns whether there is more to do.
  bool advance(std::size_t work);
  bool done() const { return next_ >= total() && !chain_; }
  /// "run INDEX RESULT" for each run that ended since the last call, one a line.
  std::string take_lines();

 private:
  std::size_t total() const { return options_.rows.size() * options_.runs; }
  void begin();
  bool walk();  ///< one step or jump; whether the run is over
  void end(std::int64_t result);

  EnsembleOptions options_;
  std::size_t next_;                 ///< index of the run to begin next
  std::size_t current_ = 0;
  std::size_t moves_ = 0;
  std::optional<MarkovChain> chain_; ///< of the run under way
  Generator generator_ = default_rng(0);
  std::string lines_;
};

/// What is known of all runs, whoever did them.
class EnsembleResults {
 public:
  EnsembleResults() = default;
  EnsembleResults(std::size_t rows, std::size_t runs);

  /// Takes lines of ExitEnsemble; others are passed over. A run told twice counts once.
  void take(std::string_view lines);
  std::size_t rows() const { return rows_; }
  std::size_t runs() const { return runs_; }
  std::size_t known() const { return known_; }
  bool complete() const { return known_ == rows_ * runs_; }
  /// Results known of a row, in the order of the runs; a run given up is infinite.
  std::vector<double> row(std::size_t row) const;

 private:
  static constexpr std::int64_t kUnknown = -2;
  std::size_t rows_ = 0, runs_ = 0, known_ = 0;
  std::vector<std::int64_t> values_;
};

}  // namespace lab::core
