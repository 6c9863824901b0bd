#include "model/vocabulary.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace lab::model {
namespace {

using core::Error;
using core::Result;

constexpr std::size_t kMostCharacters = 4095;
constexpr char32_t kBroken = 0xffffffff;

/// One character from `at` on; moves `at`. kBroken for what is not UTF-8:
/// overlong forms, surrogates and numbers above U+10FFFF included.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(at++);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc2 || first > 0xf4 || at + more > text.size()) return kBroken;
  std::uint32_t c = first & (0x3fU >> more);
  for (std::size_t i = 0; i < more; ++i, ++at) {
    if ((byte(at) & 0xc0) != 0x80) return kBroken;
    c = c << 6U | (byte(at) & 0x3f);
  }
  constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return kBroken;
  return c;
}

}  // namespace

Result<std::u32string> read_utf8(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t here = at;
    const char32_t c = next_character(text, at);
    if (c == kBroken) return Error{"This is not text in UTF-8: byte " + std::to_string(here + 1) + " does not fit."};
    if (c == 0) return Error{"This is not text: byte " + std::to_string(here + 1) + " is 0."};
    out.push_back(c);
  }
  return out;
}

std::string to_utf8(char32_t c) {
  std::string out;
  const auto tail = [&](unsigned shift) { out.push_back(static_cast<char>(0x80 | ((c >> shift) & 0x3f))); };
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xc0 | (c >> 6U)));
    tail(0);
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xe0 | (c >> 12U)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xf0 | (c >> 18U)));
    tail(12);
    tail(6);
    tail(0);
  }
  return out;
}

std::string character_name(char32_t c) {
  const bool visible = (c > 0x20 && c < 0x7f) || c > 0xa0;
  if (visible && c < 0xe000) return "\u2018" + to_utf8(c) + "\u2019";
  constexpr char digits[] = "0123456789ABCDEF";
  std::string hex;
  for (char32_t rest = c; rest != 0 || hex.size() < 4; rest >>= 4U) hex.insert(hex.begin(), digits[rest & 0xf]);
  return "U+" + hex;
}

Result<Vocabulary> Vocabulary::of_text(std::string_view text) {
  auto read = read_utf8(text);
  if (!read) return Error{read.error()};
  std::u32string all = std::move(read).value();
  if (all.empty()) return Error{"The text is empty."};
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  if (all.size() > kMostCharacters)
    return Error{"The text has " + std::to_string(all.size()) + " different characters; at most 4095 are possible."};
  Vocabulary v;
  v.characters_ = std::move(all);
  return v;
}

Result<Vocabulary> Vocabulary::of_characters(std::string_view characters) {
  auto read = read_utf8(characters);
  if (!read) return Error{read.error()};
  std::u32string sorted = read.value();
  std::ranges::sort(sorted);
  if (sorted.empty() || sorted.size() > kMostCharacters) return Error{"A vocabulary needs 1 to 4095 characters."};
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    return Error{"The vocabulary has " + character_name(*twice) + " twice."};
  Vocabulary v;
  v.characters_ = std::move(read).value();
  return v;
}

Vocabulary Vocabulary::shakespeare() {
  Vocabulary v;
  v.characters_ = U"\n !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return v;
}

Result<std::vector<Token>> Vocabulary::encode(std::string_view text) const {
  const auto read = read_utf8(text);
  if (!read) return Error{read.error()};
  // Numbers by character, looked up by bisection in a sorted copy.
  std::vector<std::pair<char32_t, Token>> numbers;
  for (std::size_t i = 0; i < characters_.size(); ++i) numbers.emplace_back(characters_[i], static_cast<Token>(i + 1));
  std::ranges::sort(numbers);
  std::vector<Token> tokens;
  tokens.reserve(read.value().size());
  std::u32string unknown;
  for (const char32_t c : read.value()) {
    const auto at = std::ranges::lower_bound(numbers, c, {}, &std::pair<char32_t, Token>::first);
    if (at != numbers.end() && at->first == c) {
      tokens.push_back(at->second);
    } else if (unknown.find(c) == std::u32string::npos) {
      unknown.push_back(c);
    }
  }
  if (unknown.empty()) return tokens;
  constexpr std::size_t kNamed = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(unknown.size(), kNamed); ++i) list += (i == 0 ? "" : ", ") + character_name(unknown[i]);
  if (unknown.size() > kNamed) list += " and " + std::to_string(unknown.size() - kNamed) + " more";
  return Error{"The model does not know " + list + "."};
}

std::string Vocabulary::decode(std::span<const Token> tokens, std::string_view hole) const {
  std::string out;
  for (const Token t : tokens) out += t == kMask ? std::string(hole) : name(t);
  return out;
}

std::string Vocabulary::name(Token token) const {
  if (token == kMask) return "[MASK]";
  return token <= characters_.size() ? to_utf8(characters_[token - 1U]) : std::string("\ufffd");
}

std::string Vocabulary::characters() const {
  std::string out;
  for (const char32_t c : characters_) out += to_utf8(c);
  return out;
}

}  // namespace lab::model
