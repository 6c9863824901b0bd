#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "model/vocabulary.h"

/// A text to train on: the command line, the page's worker and the scene read
/// and split it by the same rule.
namespace lab::model {

/// Largest text that is read.
inline constexpr std::size_t kMostTextBytes = std::size_t{64} << 20U;

struct Corpus {
  Vocabulary vocabulary;        ///< of the whole text
  std::vector<Token> tokens;
  std::size_t split = 0;        ///< characters that train; those behind them are held out

  std::span<const Token> training() const { return std::span(tokens).first(split); }
  std::span<const Token> held_out() const { return std::span(tokens).subspan(split); }
};

/// How many of `size` characters train: 1,000,000 of a text longer than
/// 1,100,000 (the notebook's rule for Tiny Shakespeare), else nine tenths.
std::size_t training_share(std::size_t size);

/// Reads UTF-8 text for windows of `window` characters. `train_characters`
/// above 0 overrules training_share(). Errors, one sentence each: empty, larger
/// than 64 MB, not UTF-8, a NUL inside, more than 4095 different characters, or
/// too short for one window in each part.
core::Result<Corpus> read_corpus(std::string_view text, std::size_t window, std::size_t train_characters = 0);

}  // namespace lab::model
