// Ensembles of the chain that picks: the same numbers however the work is cut, and the law of exit_time.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "chain_support.h"
#include "core/exit_ensemble.h"
#include "core/hash.h"
#include "core/metastability.h"
#include "core/statistics.h"

using namespace lab::core;
using namespace lab::test;

namespace {

EnsembleOptions options_of(std::size_t runs, double radius, std::vector<EnsembleRow> rows) {
  EnsembleOptions o;
  o.homes = o.start = rows_of(triangle(), groups(3, 4));
  o.radius = radius;
  o.rows = std::move(rows);
  o.runs = runs;
  o.seed = {7};
  return o;
}

EnsembleResults run_all(const EnsembleOptions& options, std::size_t parts, std::size_t portion) {
  EnsembleResults results(options.rows.size(), options.runs);
  for (std::size_t part = 0; part < parts; ++part) {
    EnsembleOptions mine = options;
    mine.part = part;
    mine.parts = parts;
    ExitEnsemble ensemble(mine);
    while (ensemble.advance(portion)) results.take(ensemble.take_lines());
    CHECK(ensemble.done());
    results.take(ensemble.take_lines());
  }
  CHECK(results.complete());
  return results;
}

}  // namespace

TEST_CASE("Ensemble: the same numbers whatever the parts and portions; the same in every build") {
  const EnsembleOptions o = options_of(20, 0.3, {{2, EnsembleTask::kExit}, {3, EnsembleTask::kExit}, {2, EnsembleTask::kPlainExit}, {8, EnsembleTask::kArrival}});
  const EnsembleResults whole = run_all(o, 1, 1'000'000);
  std::uint64_t hash = kFnvOffset;
  for (std::size_t row = 0; row < 4; ++row) hash = hash_bits(whole.row(row), hash);
  for (const auto& [parts, portion] : {std::pair<std::size_t, std::size_t>{2, 7}, {3, 1}, {5, 1000}, {100, 13}}) {
    const EnsembleResults other = run_all(o, parts, portion);
    for (std::size_t row = 0; row < 4; ++row) CHECK(other.row(row) == whole.row(row));
  }
  CHECK(hash == 7872480664836669511ull);  // of the native build
}

TEST_CASE("Ensemble: a run draws from its own child of the seed, and is the run of exit_time") {
  const EnsembleOptions o = options_of(5, 0.15, {{4, EnsembleTask::kExit}, {6, EnsembleTask::kPlainExit}});
  const EnsembleResults results = run_all(o, 1, 10);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::uint32_t r = 0; r < 5; ++r) {
      Generator generator = default_rng(SeedSequence::from_words({7}, {static_cast<std::uint32_t>(row), r}));
      MarkovChain chain(o.homes, {Matrix::identity(2), o.gamma, o.rows[row].beta});
      const auto t = exit_time(chain, o.homes, o.radius, ExitEnsemble::kLongest, row == 0 ? Walk::kAccelerated : Walk::kPlain, generator);
      REQUIRE(t.has_value());
      CHECK(results.row(row)[r] == static_cast<double>(*t));
    }
}

TEST_CASE("Ensemble: medians up to 1e9 steps, their slope, and one law of both walks") {
  std::vector<EnsembleRow> rows;
  std::vector<double> betas, logs;
  for (double beta = 4; beta <= 16; beta += 2) rows.push_back({beta, EnsembleTask::kExit});
  rows.push_back({4, EnsembleTask::kPlainExit});
  const EnsembleResults results = run_all(options_of(400, 0.15, rows), 2, 50);
  for (std::size_t b = 0; b + 1 < rows.size(); ++b) {
    const double measured = median(results.row(b)), predicted = one_jump_median(triangle(), groups(3, 4), rows[b].beta);
    CHECK(std::abs(measured - predicted) <= 5 * predicted / (0.6931 * 20) + 1);
    betas.push_back(rows[b].beta);
    logs.push_back(std::log(measured));
  }
  CHECK(logs.back() > std::log(5e8));
  CHECK(slope(betas, logs) > 0.75);
  CHECK(slope(betas, logs) < 1.8);
  CHECK(ks_statistic(results.row(0), results.row(7)) < ks_critical(400, 400, 0.01));
}

TEST_CASE("Ensemble: what cannot come is given up; arrivals are counted") {
  EnsembleOptions o = options_of(3, 5, {{1, EnsembleTask::kExit}, {700, EnsembleTask::kExit}, {12, EnsembleTask::kArrival}});
  o.start = Matrix(12, 2);
  o.arrival = 40;
  o.radius = 5;
  const EnsembleResults results = run_all(o, 1, 100'000);
  for (std::size_t row = 0; row < 2; ++row)
    for (const double t : results.row(row)) CHECK(std::isinf(t));
  for (const double count : results.row(2)) CHECK(count == 12);
}

TEST_CASE("Ensemble: options survive their text; others are refused in a sentence") {
  EnsembleOptions o = options_of(9, 0.15, {{0.1, EnsembleTask::kExit}, {4, EnsembleTask::kArrival}});
  o.arrival = 40;
  o.part = 1;
  o.parts = 2;
  const auto read = read_ensemble_options(write_ensemble_options(o));
  REQUIRE(read.ok());
  CHECK(write_ensemble_options(read.value()) == write_ensemble_options(o));
  CHECK(read.value().homes == o.homes);
  CHECK(read.value().rows[0].beta == 0.1);
  const std::string text = write_ensemble_options(o);
  for (const std::string& bad : {std::string(), text + "colour 1\n", text + "runs x\n", text + "parts 0\n", text + "homes 1 1 7ff0000000000000\n",
                                 text + "row 7ff8000000000000 0\n", text + "row 0 3\n", text + "homes ffffffffff 2\n",
                                 text + "start 10000 10000\nhomes 10000 10000\n", text + "runs 1 1\n"}) {
    const auto refused = read_ensemble_options(bad);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().back() == '.');
  }
  EnsembleResults results(2, 3);
  results.take("run 0 5\nrun 0 6\nrun 99 1\nrun x\nrun 1\nnoise\nrun 1 -1\nrun 2 -7\n");
  CHECK(results.known() == 2);
  CHECK(results.row(0).front() == 5);
}
