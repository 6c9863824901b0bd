#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "views/language.h"
#include "views/language_key.h"
#include "views/text_twin.h"

using namespace lab;
using views::translate;

namespace {

/// English again when the test is over.
struct Speaking {
  explicit Speaking(std::string_view table) { views::set_language(table); }
  ~Speaking() { views::set_language({}); }
};

}  // namespace

TEST_CASE("without a table a text is itself, at the same address") {
  const std::string text = "3 leaders of 13 tokens";
  CHECK(translate(text).data() == text.data());
  CHECK_FALSE(views::translating());
}

TEST_CASE("the key of a text has one sign for each number or list of numbers") {
  CHECK(views::language_key("layer 40 of 400") == "layer # of #");
  CHECK(views::language_key("tokens 1, 2 and 5 lead") == "tokens # lead");
  CHECK(views::language_key("residual 1.2×10⁻⁷, −0.5 or 1e-12") == "residual # or #");
  CHECK(views::language_key("x₁₂ has 10,000 rows") == "x# has # rows");
  CHECK(views::language_key("x₁₂ has 10\u202F000 rows") == "x# has # rows");
  CHECK(views::language_key("5\u202F") == "#\u202F");
  CHECK(views::language_key("β = ∞") == "β = #");
  CHECK(views::language_key("n² scores, z_i − mean") == "n² scores, z_i − mean");
  CHECK(views::keyed("a-1 and b - 2").numbers.size() == 2);
}

TEST_CASE("numbers go where the translation has them") {
  const Speaking spanish("layer # of #\tcapa # de #\n# of # tokens\tde #2 tokens, #1\n and \t y \nTokens # lead\tLideran los tokens #\n");
  CHECK(translate("layer 40 of 400") == "capa 40 de 400");
  CHECK(translate("3 of 13 tokens") == "de 13 tokens, 3");
  CHECK(translate("Tokens 1, 2 and 5 lead.") == "Lideran los tokens 1, 2 y 5.");
}

TEST_CASE("gaps hold texts: translated ones and raw ones") {
  const Speaking spanish("{}: met\t{}: se cumple\nA symmetric\tA simétrica\n{=} must be # or {}\t{} en lugar de # para {=}\nfile\tarchivo\n");
  CHECK(translate("A symmetric: met") == "A simétrica: se cumple");
  CHECK(translate("file: met") == "archivo: se cumple");
  // Words of a raw gap stay as they are, numbers in gaps too.
  CHECK(translate("x 7 must be 3 or file").find("x 7") != std::string_view::npos);
}

TEST_CASE("sentences are translated one by one, clauses only where the sentence is unknown") {
  const Speaking spanish("All agree\tTodos coinciden\nNothing yet\tNada aún\nleader #\tlíder #\nbound: #\tcota: #\n");
  CHECK(translate("All agree. Nothing yet.") == "Todos coinciden. Nada aún.");
  CHECK(translate("leader 3; bound: 0.5") == "líder 3; cota: 0.5");
  CHECK(translate("All agree. Something else.") == "Todos coinciden. Something else.");
  CHECK(views::untranslated() == "Something else\n");
}

TEST_CASE("what is unknown stays English, with its numbers") {
  const Speaking spanish("leader\tlíder\n");
  CHECK(translate("some 7 of 9 words, 10⁻³") == "some 7 of 9 words, 10⁻³");
  CHECK(translate("the sign # stands 7 times, #2 once") == "the sign # stands 7 times, #2 once");
  CHECK(translate("letters #, 3 and #") == "letters #, 3 and #");
  CHECK(translate("α = 0.5") == "α = 0.5");
  CHECK(translate("leader") == "líder");
  CHECK(translate("leaders") == "leaders");
}

TEST_CASE("a text of any length is borne") {
  const Speaking spanish("leader\tlíder\n");
  for (const std::string_view part : {".", "a word. ", "leader, ", "(("}) {
    std::string text = "two words";
    for (int i = 0; i < 20000; ++i) text += part;
    CHECK(translate(text).size() >= text.size());
  }
}

TEST_CASE("a text is remembered, and what is translated is not translated again") {
  const Speaking table("gap\tmargen\nmargen\tgap again\n");
  const std::string_view once = translate("gap");
  CHECK(translate("gap").data() == once.data());
  CHECK(translate(once) == "margen");
}

TEST_CASE("a button may be called otherwise than the same word elsewhere") {
  const Speaking spanish("Start\tInicio\nStart [button]\tEmpezar\nStop\tParar\n");
  CHECK(translate("Start") == "Inicio");
  CHECK(views::translate_button("Start") == "Empezar");
  CHECK(views::translate_button("Stop") == "Parar");
}

TEST_CASE("a frame is translated but for the letters of strips") {
  const Speaking spanish("layer # of #\tcapa # de #\nFact #: hulls shrink\tHecho #: las envolventes se encogen\nmet\tse cumple\nleads\tlidera\n");
  scenes::Frame frame;
  frame.headline = "layer 1 of 9";
  frame.verdicts.push_back({"Fact 1: hulls shrink", "met", "", "", scenes::Finding::kHolds});
  frame.tables.push_back({"", {"leads"}, {{{"met", scenes::Emphasis::kTie}}}, ""});
  frame.strips.emplace_back();
  frame.strips[0].glyphs.push_back({"met", scenes::Emphasis::kNone, false, 0, scenes::kNoHandle});
  views::translate_frame(frame);
  CHECK(frame.headline == "capa 1 de 9");
  CHECK(frame.verdicts[0].claim == "Hecho 1: las envolventes se encogen");
  CHECK(frame.tables[0].columns[0] == "lidera");
  CHECK(frame.tables[0].rows[0][0].text == "se cumple");
  CHECK(frame.strips[0].glyphs[0].text == "met");
}

TEST_CASE("many running numbers are forgotten again") {
  const Speaking spanish("step #\tpaso #\n");
  const auto say = [](std::size_t first) {
    std::size_t most = 0;
    for (std::size_t i = first; i < first + 50000; ++i) {
      CHECK(translate("step " + std::to_string(i)) == "paso " + std::to_string(i));
      if (i % 100 == 0) views::tidy_language();
      most = std::max(most, views::remembered_texts());
    }
    return most;
  };
  const std::size_t most = say(0);
  CHECK(most > 5000);
  CHECK(most < 25000);
  // However long it runs.
  CHECK(say(50000) <= most + 400);
}

TEST_CASE("parts of texts without end are forgotten too, and of what is missing the first are told, each once") {
  const Speaking spanish("step #\tpaso #\n");
  const auto name = [](int i) {
    std::string out = "unknown ";
    for (int k = 0; k < 4; ++k, i /= 26) out += static_cast<char>('a' + i % 26);
    return out;
  };
  std::size_t most = 0;
  for (int i = 0; i < 30000; ++i) {
    CHECK(translate(name(i)) == name(i));
    if (i % 100 == 0) views::tidy_language();
    most = std::max(most, views::remembered_texts());
  }
  CHECK(most < 50000);
  for (int i = 0; i < 300; ++i) translate(name(i));
  const std::string missing = views::untranslated();
  CHECK(std::ranges::count(missing, '\n') == 5000);
  for (const int i : {0, 1, 4999}) {
    const std::size_t at = missing.find(name(i) + "\n");
    CHECK(at != std::string::npos);
    CHECK(missing.find(name(i) + "\n", at + 1) == std::string::npos);
  }
  CHECK(missing.find(name(5000) + "\n") == std::string::npos);
}
