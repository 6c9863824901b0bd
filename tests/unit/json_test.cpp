#include <doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "views/json_check.h"
#include "views/json_writer.h"

using lab::core::Matrix;
using lab::views::JsonWriter;

TEST_CASE("commas stand between, not around") {
  JsonWriter json;
  json.begin_object().member("a", 1.0).key("b").begin_array().integer(1).null().boolean(true).begin_object().end_object();
  json.end_array().member("c", "x").member("d", false).member("e", std::size_t{7}).end_object();
  CHECK(json.str() == R"({"a":1,"b":[1,null,true,{}],"c":"x","d":false,"e":7})");
}

TEST_CASE("text is escaped") {
  JsonWriter json;
  json.text("q\" b\\ n\n t\t z" + std::string(1, '\0') + " e\x1b é ∞");
  CHECK(json.str() == R"("q\" b\\ n\n t\t z\u0000 e\u001b é ∞")");
}

TEST_CASE("bytes that are not UTF-8 are replaced, never passed on") {
  using lab::views::valid_utf8;
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(valid_utf8("a\xFF" "b") == "a" + bad + "b");
  CHECK(valid_utf8("\xC3") == bad);
  CHECK(valid_utf8("\xC0\xAF") == bad + bad);
  CHECK(valid_utf8("\xE0\x80\x80") == bad + bad + bad);
  CHECK(valid_utf8("\xED\xA0\x80") == bad + bad + bad);
  CHECK(valid_utf8("\xF4\x90\x80\x80") == bad + bad + bad + bad);
  CHECK(valid_utf8("αβ·−→😀") == "αβ·−→😀");
}

TEST_CASE("numbers read back to the same bits, what is no number is null") {
  for (const double x : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -2.5e-7, 1e21, 123456789.125}) {
    JsonWriter json;
    json.number(x);
    CHECK(std::strtod(json.str().c_str(), nullptr) == x);
  }
  JsonWriter json;
  json.begin_array().number(std::nan("")).number(std::numeric_limits<double>::infinity()).number(-0.0).end_array();
  CHECK(json.str() == "[null,null,-0]");
}

TEST_CASE("matrices are arrays of rows") {
  JsonWriter json;
  json.begin_array().matrix(Matrix{{1, 0}, {0, 9}}).matrix(Matrix()).matrix(Matrix(2, 0)).end_array();
  CHECK(json.str() == "[[[1,0],[0,9]],[],[[],[]]]");
}

TEST_CASE("lists in JSON form are told from other texts") {
  using lab::views::is_json_list;
  for (const char* good : {"[]", "[2,4,5]", "[[1],[2],[1, 3]]", "null", "{}", "{\"a\":true,\"b\":[-0.5e-3]}", "[null,\"leader\"] "}) CHECK(is_json_list(good));
  for (const char* bad : {"", "5", "\"x\"", "true", "[", "[1,]", "[1 2]", "[01]", "[1.]", "[.5]", "[nan]", "{a:1}", "{\"a\"}", "[1]]", "nullx", "[\"a\\\"]", "holds"})
    CHECK_FALSE(is_json_list(bad));
  CHECK_FALSE(is_json_list(std::string(10000, '[')));
}
