#include "scenes/fill_text.h"

#include <algorithm>

#include "scenes/value_text.h"

namespace lab::scenes {

using core::Error;

core::Result<std::vector<std::uint32_t>> read_holes(std::string_view text, std::size_t n) {
  std::vector<std::uint32_t> out;
  std::string_view rest = trim(text);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto number = read_integer(trim(rest.substr(0, comma)));
    if (!number) return Error{"holes must be positions with commas between them, such as 3,17, not " + quoted(text) + "."};
    if (number.value() < 1 || number.value() > static_cast<std::int64_t>(n))
      return Error{"holes names position " + std::to_string(number.value()) + ", but the text has " + plural(n, "character") + "."};
    out.push_back(static_cast<std::uint32_t>(number.value() - 1));
    rest = trim(rest.substr(std::min(comma + 1, rest.size())));
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

core::Result<std::vector<model::Token>> read_text(const LoadedModel& model, std::string_view text) {
  std::string known;
  std::vector<std::size_t> unknown;
  const bool free = !model.vocabulary.encode("_");
  const auto letters = model::read_utf8(with_breaks(text));
  if (!letters) return Error{letters.error()};
  for (std::size_t i = 0; i < letters.value().size(); ++i) {
    if (free && letters.value()[i] == U'_') unknown.push_back(i);
    else known += model::to_utf8(letters.value()[i]);
  }
  auto tokens = encode(model, known, model.weights.config.window);
  if (!tokens) return tokens;
  std::vector<model::Token> out = std::move(tokens).value();
  for (const std::size_t i : unknown) out.insert(out.begin() + static_cast<std::ptrdiff_t>(i), model::kMask);
  if (out.size() > model.weights.config.window)
    return Error{"The text has " + std::to_string(out.size()) + " characters; the model reads at most " + std::to_string(model.weights.config.window) + "."};
  if (out.empty()) return Error{"The text is empty: type a few characters."};
  return out;
}

std::size_t length_of(std::string_view text) {
  const auto letters = model::read_utf8(with_breaks(text));
  return letters ? letters.value().size() : 0;
}

}  // namespace lab::scenes
