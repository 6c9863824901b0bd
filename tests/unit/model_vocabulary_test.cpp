#include <doctest.h>

#include <string>

#include "model/vocabulary.h"

using namespace lab::model;

namespace {

std::string error_of(const lab::core::Result<Vocabulary>& result) { return result.ok() ? "" : result.error(); }

bool one_sentence(const std::string& text) {
  return text.size() > 10 && text.back() == '.' && text.find('\n') == std::string::npos;
}

}  // namespace

TEST_CASE("vocabulary: [MASK] is 0, characters follow in the order of Unicode") {
  const auto v = Vocabulary::of_text("b\u00e9a b\U0001F600");
  REQUIRE(v.ok());
  CHECK(v.value().size() == 6);
  CHECK(v.value().characters() == " ab\u00e9\U0001F600");
  CHECK(v.value().name(0) == "[MASK]");
  CHECK(v.value().name(5) == "\U0001F600");
  const auto tokens = v.value().encode("\u00e9 \U0001F600b");
  REQUIRE(tokens.ok());
  CHECK(tokens.value() == std::vector<Token>{4, 1, 5, 3});
  CHECK(v.value().decode(tokens.value()) == "\u00e9 \U0001F600b");
  CHECK(v.value().decode(std::vector<Token>{2, kMask, 3}) == "a_b");
  CHECK(v.value().decode(std::vector<Token>{kMask}, "?") == "?");
}

TEST_CASE("vocabulary: Tiny Shakespeare's 65 characters") {
  const Vocabulary v = Vocabulary::shakespeare();
  CHECK(v.size() == 66);
  CHECK(v.encode("\n").value() == std::vector<Token>{1});
  CHECK(v.encode(" ").value() == std::vector<Token>{2});
  CHECK(v.encode("AZaz").value() == std::vector<Token>{14, 39, 40, 65});
  const auto again = Vocabulary::of_characters(v.characters());
  REQUIRE(again.ok());
  CHECK(again.value() == v);
}

TEST_CASE("vocabulary: unknown characters are named, each once, and none is dropped") {
  const Vocabulary v = Vocabulary::shakespeare();
  const auto error = v.encode("x\u00e9y\u00e9 1\t");
  REQUIRE_FALSE(error.ok());
  CHECK(error.error() == "The model does not know \u2018\u00e9\u2019, \u20181\u2019, U+0009.");
  const auto many = v.encode("0123456789");
  REQUIRE_FALSE(many.ok());
  CHECK(many.error().find("\u20180\u2019, ") != std::string::npos);
  CHECK(many.error().find("\u20188\u2019 and 1 more") != std::string::npos);  // 3 is in the text of Shakespeare
  CHECK(v.encode("").value().empty());
}

TEST_CASE("vocabulary: texts that give none") {
  CHECK(error_of(Vocabulary::of_text("")) == "The text is empty.");
  const std::string nul("ab\0c", 4);
  CHECK(error_of(Vocabulary::of_text(nul)).find("byte 3 is 0") != std::string::npos);
  for (const char* broken : {"\xff", "a\x80", "\xc3", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                             "\xf5\x80\x80\x80", "\xe2\x82"}) {
    const std::string error = error_of(Vocabulary::of_text(std::string("ok") + broken));
    CHECK(one_sentence(error));
    CHECK(error.find("not text in UTF-8") != std::string::npos);
    CHECK_FALSE(Vocabulary::shakespeare().encode(broken).ok());
  }
  std::string huge;
  for (char32_t c = 0x4e00; c < 0x4e00 + 4096; ++c) huge += to_utf8(c);
  CHECK(one_sentence(error_of(Vocabulary::of_text(huge))));
  CHECK(error_of(Vocabulary::of_text(huge)).find("4096 different characters") != std::string::npos);
  huge.resize(huge.size() - 3);
  CHECK(Vocabulary::of_text(huge).ok());
}

TEST_CASE("vocabulary: lists of characters keep their order, and have none twice") {
  const auto v = Vocabulary::of_characters("zya");
  REQUIRE(v.ok());
  CHECK(v.value().encode("ayz").value() == std::vector<Token>{3, 2, 1});
  CHECK(error_of(Vocabulary::of_characters("abca")) == "The vocabulary has \u2018a\u2019 twice.");
  CHECK(one_sentence(error_of(Vocabulary::of_characters(""))));
}
