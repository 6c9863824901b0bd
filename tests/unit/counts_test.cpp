// Sentences with a count of one.
#include <doctest.h>

#include <array>
#include <string>

#include "scene_support.h"
#include "scenes/registry.h"
#include "views/text_twin.h"

using namespace lab;

namespace {

constexpr std::array<std::string_view, 16> kCounted{"tokens", "leaders", "clusters", "rows", "columns", "characters", "entries", "parameters",
                                                    "steps", "layers", "updates", "blocks", "heads", "vertices", "numbers", "guesses"};

/// The first count of one with a noun in the plural, "" when there is none.
std::string wrong_plural(std::string_view text) {
  for (const std::string_view noun : kCounted) {
    const std::string words = " 1 " + std::string(noun);
    for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1))
      // "1 of 1 characters" counts out of so many.
      if (at < 3 || text.substr(at - 3, 3) != " of") return std::string(text.substr(at, words.size()));
  }
  return "";
}

/// What a scene says with one of its parameters changed; where it does not take that, what it says without.
std::string said(const scenes::Entry& entry, std::string_view key, const char* value, std::size_t step) {
  const auto scene = entry.make();
  const std::ptrdiff_t at = scenes::find_param(*scene, key);
  if (at >= 0) {
    const auto read = scenes::parse_value(scene->params()[static_cast<std::size_t>(at)], value);
    if (read) static_cast<void>(scene->set(static_cast<std::size_t>(at), read.value()));
  }
  scene->seek(step);
  return " " + views::text_twin(test::frame_of(*scene));
}

}  // namespace

TEST_CASE("one of something is not called by its plural") {
  CHECK(wrong_plural("It has 1 tokens.") != "");
  CHECK(wrong_plural("It has 1 token, and 1 of 1 tokens, and 11 tokens.") == "");
  using Change = std::pair<const char*, const char*>;
  for (const scenes::Entry& entry : scenes::registry())
    for (const auto& [key, value] : {Change{"n", "1"}, {"n", "2"}, {"tokens", "1,0"}, {"tokens", "1,0;0,1"}, {"heads", "1"}, {"context", "1"}, {"k", "1"}}) {
      CAPTURE(entry.slug);
      CAPTURE(key);
      CAPTURE(value);
      for (const std::size_t step : {std::size_t{0}, std::size_t{1}}) CHECK(wrong_plural(said(entry, key, value, step)) == "");
    }
}
