#include "model/corpus.h"

#include <algorithm>
#include <string>

namespace lab::model {
namespace {

using core::Error;
using core::Result;

constexpr std::size_t kCharacters = 0x110000;
constexpr std::size_t kMostDifferent = 4095;

/// The number of each character that occurs, by increasing character, from 1 on;
/// 0 for those that do not. One pass, because the text may be long.
std::vector<Token> number_characters(const std::u32string& text, std::string& characters) {
  std::vector<Token> numbers(kCharacters, 0);
  for (const char32_t c : text) numbers[c] = 1;
  std::size_t count = 0;
  for (std::size_t c = 0; c < kCharacters; ++c) {
    if (numbers[c] == 0) continue;
    if (++count > kMostDifferent) continue;
    numbers[c] = static_cast<Token>(count);
    characters += to_utf8(static_cast<char32_t>(c));
  }
  if (count > kMostDifferent) numbers.clear();
  return numbers;
}

}  // namespace

std::size_t training_share(std::size_t size) { return size > 1'100'000 ? 1'000'000 : size / 10 * 9; }

Result<Corpus> read_corpus(std::string_view text, std::size_t window, std::size_t train_characters) {
  if (text.empty()) return Error{"The text is empty."};
  if (text.size() > kMostTextBytes)
    return Error{"The text has " + std::to_string(text.size() >> 20U) + " MB; at most 64 MB are read."};
  const auto read = read_utf8(text);
  if (!read) return Error{read.error()};
  std::string characters;
  const std::vector<Token> numbers = number_characters(read.value(), characters);
  if (numbers.empty()) return Error{"The text has more than 4095 different characters, too many for a vocabulary of characters."};
  auto vocabulary = Vocabulary::of_characters(characters);
  if (!vocabulary) return Error{vocabulary.error()};
  Corpus corpus;
  corpus.vocabulary = std::move(vocabulary).value();
  const std::size_t size = read.value().size();
  corpus.split = std::min(size, train_characters > 0 ? train_characters : training_share(size));
  if (corpus.split <= window || size - corpus.split <= window)
    return Error{"The text has " + std::to_string(size) + (size == 1 ? " character" : " characters") + ", too few: " +
                 std::to_string(corpus.split) + " would train and " + std::to_string(size - corpus.split) +
                 " be held out, and each part needs more than the window of " + std::to_string(window) + "."};
  corpus.tokens.reserve(size);
  for (const char32_t c : read.value()) corpus.tokens.push_back(numbers[c]);
  return corpus;
}

}  // namespace lab::model
