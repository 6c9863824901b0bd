#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "model/config.h"

namespace lab::model {

/// The characters a model knows: number 0 is [MASK], then Unicode characters in
/// increasing order (notebook section 6).
class Vocabulary {
 public:
  /// The characters that occur in `text` (UTF-8). Errors: text that is empty,
  /// not UTF-8, holds a NUL, or more than 4095 different characters.
  static core::Result<Vocabulary> of_text(std::string_view text);
  /// From the characters themselves, in the order of their numbers; none twice.
  static core::Result<Vocabulary> of_characters(std::string_view characters);
  /// The 65 characters of Tiny Shakespeare, in order.
  static Vocabulary shakespeare();

  /// [MASK] included.
  std::size_t size() const { return characters_.size() + 1; }
  /// The numbers of `text`. A character that is not in the vocabulary is an
  /// error that names it (the first few); none is ever dropped.
  core::Result<std::vector<Token>> encode(std::string_view text) const;
  /// UTF-8; [MASK] becomes `hole`.
  std::string decode(std::span<const Token> tokens, std::string_view hole = "_") const;
  /// One character, UTF-8; "[MASK]" for 0.
  std::string name(Token token) const;
  /// All but [MASK], in order, UTF-8: what of_characters() reads.
  std::string characters() const;
  bool operator==(const Vocabulary&) const = default;

 private:
  std::u32string characters_;  ///< characters_[t - 1] has number t
};

/// The characters of UTF-8 text; an error sentence when it is none.
core::Result<std::u32string> read_utf8(std::string_view text);
std::string to_utf8(char32_t character);
/// A character in a sentence: ‘x’, or U+000A where it cannot be shown.
std::string character_name(char32_t character);

}  // namespace lab::model
