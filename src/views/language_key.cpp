#include "views/language_key.h"

#include <array>

namespace lab::views {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

/// Bytes of one of `signs` at the start of `text`, or 0.
std::size_t one_of(std::string_view text, std::initializer_list<std::string_view> signs) {
  for (const std::string_view s : signs)
    if (text.starts_with(s)) return s.size();
  return 0;
}

std::size_t raised(std::string_view text) {
  return one_of(text, {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁻", "⁺"});
}
std::size_t lowered(std::string_view text) { return one_of(text, {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"}); }

std::size_t digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size()) {
    // Before another digit there may be a point, a comma, or the thin space of thousands.
    const std::size_t between = n == 0 ? 0 : one_of(text.substr(n), {".", ",", "\u202F"});
    if (n + between >= text.size() || !digit(text[n + between])) break;
    n += between + 1;
  }
  return n;
}

/// Bytes of the exponent behind a number: "e-12", "×10⁻¹²", "⁻³".
std::size_t exponent(std::string_view text) {
  std::size_t n = 0;
  if (text.size() > 1 && text[0] == 'e') {
    const std::size_t sign = text[1] == '-' || text[1] == '+' ? 2 : 1;
    if (sign < text.size() && digit(text[sign])) return sign + digits(text.substr(sign));
  }
  for (const std::string_view times : {"×10", "·10", "*10"})
    if (text.starts_with(times) && raised(text.substr(times.size())) > 0) n = times.size();
  while (raised(text.substr(n)) > 0) n += raised(text.substr(n));
  return n;
}

/// Bytes of the number at the start of `text`, or 0.
std::size_t number(std::string_view text, bool may_have_sign) {
  std::size_t n = may_have_sign ? one_of(text, {"−", "-", "+"}) : 0;
  if (const std::size_t endless = one_of(text.substr(n), {"∞"}); endless > 0) return n + endless;
  if (const std::size_t whole = digits(text.substr(n)); whole > 0) {
    n += whole;
    return n + exponent(text.substr(n));
  }
  n = 0;
  while (lowered(text.substr(n)) > 0) n += lowered(text.substr(n));
  return n;
}

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80U) != 0; }

}  // namespace

KeyedText keyed(std::string_view text) {
  KeyedText out;
  while (!text.empty()) {
    const bool after_word = !out.key.empty() && (letter(out.key.back()) || out.key.back() == '#' || out.key.back() == ')');
    // A "#" of the text itself is kept among the numbers, or it would stand for one of them.
    const std::size_t n = text[0] == '#' ? 1 : number(text, !after_word);
    if (n == 0) {
      out.key += text[0];
      text.remove_prefix(1);
      continue;
    }
    // "1, 2 and 5" is one thing: how many there are is not the translator's business.
    constexpr std::array<std::string_view, 2> kJoints{", ", " and "};
    bool joined = false;
    for (const std::string_view joint : kJoints) {
      const std::string end = "#" + std::string(joint);
      if (!out.key.ends_with(end)) continue;
      out.key.resize(out.key.size() - joint.size());
      out.numbers.back() += std::string(joint) + std::string(text.substr(0, n));
      joined = true;
      break;
    }
    if (!joined) {
      out.key += '#';
      out.numbers.emplace_back(text.substr(0, n));
    }
    text.remove_prefix(n);
  }
  return out;
}

std::string filled(std::string_view shape, const std::vector<std::string>& numbers) {
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != '#') {
      out += shape[i];
      continue;
    }
    std::size_t which = next++;
    if (i + 1 < shape.size() && digit(shape[i + 1])) {
      which = 0;
      while (i + 1 < shape.size() && digit(shape[i + 1])) which = 10 * which + static_cast<std::size_t>(shape[++i] - '0');
      --which;
    }
    out += which < numbers.size() ? numbers[which] : "#";
  }
  return out;
}

std::string numbered(std::string_view shape, std::size_t offset) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= shape.size(); ++i) names.push_back("#" + std::to_string(offset + i + 1));
  return filled(shape, names);
}

std::size_t number_count(std::string_view key) {
  std::size_t n = 0;
  for (const char c : key) n += c == '#' ? 1 : 0;
  return n;
}

}  // namespace lab::views
