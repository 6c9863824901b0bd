#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/generator.h"
#include "model/config.h"

/// Windows of text with hidden characters (notebook section 6).
namespace lab::model {

/// One window as the loss sees it.
struct Example {
  std::vector<Token> tokens;         ///< n, hidden ones replaced by [MASK]
  std::vector<std::uint32_t> rows;   ///< the hidden positions, increasing
  std::vector<Token> targets;        ///< what stood there
};

/// Which characters are hidden.
struct MaskRule {
  double probability = 0.15;   ///< each character on its own
  bool always_last = true;     ///< the last character too: what writing asks for; off in exercise 4
};

/// Hides characters of `window` by the rule. Draws one number a character,
/// from the first on, and with always_last off and nothing hidden one integer
/// more: then one character is hidden all the same, so that no example is empty.
void hide(std::span<const Token> window, const MaskRule& rule, core::Generator& generator, Example& example);

/// A window of n characters at a uniform place of `text` (more than n
/// characters long; starts 0 .. size - n - 1, as in the notebook), then hide().
void draw_example(std::span<const Token> text, std::size_t n, const MaskRule& rule, core::Generator& generator,
                  Example& example);

/// `count` such windows.
std::vector<Example> draw_examples(std::span<const Token> text, std::size_t n, std::size_t count, const MaskRule& rule,
                                   core::Generator& generator);

}  // namespace lab::model
