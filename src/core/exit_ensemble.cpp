#include "core/exit_ensemble.h"

#include <cassert>
#include <charconv>
#include <limits>
#include <utility>

namespace lab::core {

ExitEnsemble::ExitEnsemble(EnsembleOptions options) : options_(std::move(options)), next_(options_.part) {
  assert(options_.parts > 0 && options_.part < options_.parts);
}

void ExitEnsemble::begin() {
  current_ = next_;
  next_ += options_.parts;
  moves_ = 0;
  const std::size_t row = current_ / options_.runs, run = current_ % options_.runs;
  const EnsembleRow& what = options_.rows[row];
  const bool arrival = what.task == EnsembleTask::kArrival;
  chain_.emplace(arrival ? options_.start : options_.homes,
                 ChainParams{Matrix::identity(options_.homes.cols), options_.gamma, what.beta});
  generator_ = default_rng(
      SeedSequence::from_words(options_.seed, {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(run)}));
}

bool ExitEnsemble::walk() {
  const EnsembleTask task = options_.rows[current_ / options_.runs].task;
  if (task == EnsembleTask::kArrival) {
    if (chain_->jump(generator_, options_.arrival)) return false;
    end(static_cast<std::int64_t>(count_within(chain_->tokens(), options_.homes, options_.radius)));
    return true;
  }
  const bool moved = task == EnsembleTask::kPlainExit ? chain_->step(generator_) : chain_->jump(generator_, kLongest);
  ++moves_;
  if (moved && count_within(chain_->tokens(), options_.homes, options_.radius) < options_.homes.rows)
    end(static_cast<std::int64_t>(chain_->time()));
  else if (moves_ >= kMostMoves || chain_->time() >= kLongest) end(kNotSeen);
  return !chain_;
}

void ExitEnsemble::end(std::int64_t result) {
  lines_ += "run " + std::to_string(current_) + " " + std::to_string(result) + "\n";
  chain_.reset();
}

bool ExitEnsemble::advance(std::size_t work) {
  for (std::size_t done = 0; done < work; ++done) {
    if (!chain_) {
      if (next_ >= total()) return false;
      begin();
    }
    walk();
  }
  return !this->done();
}

std::string ExitEnsemble::take_lines() { return std::exchange(lines_, {}); }

EnsembleResults::EnsembleResults(std::size_t rows, std::size_t runs)
    : rows_(rows), runs_(runs), values_(rows * runs, kUnknown) {}

void EnsembleResults::take(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    if (!line.starts_with("run ")) continue;
    line.remove_prefix(4);
    std::size_t index = 0;
    std::int64_t value = 0;
    const auto first = std::from_chars(line.data(), line.data() + line.size(), index);
    if (first.ec != std::errc() || index >= values_.size() || first.ptr == line.data() + line.size()) continue;
    const auto second = std::from_chars(first.ptr + 1, line.data() + line.size(), value);
    if (second.ec != std::errc() || value < ExitEnsemble::kNotSeen || values_[index] != kUnknown) continue;
    values_[index] = value;
    ++known_;
  }
}

std::vector<double> EnsembleResults::row(std::size_t row) const {
  std::vector<double> out;
  for (std::size_t r = 0; r < runs_; ++r) {
    const std::int64_t value = values_[row * runs_ + r];
    if (value == kUnknown) continue;
    out.push_back(value == ExitEnsemble::kNotSeen ? std::numeric_limits<double>::infinity() : static_cast<double>(value));
  }
  return out;
}

}  // namespace lab::core
