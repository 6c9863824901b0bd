#include <doctest.h>

#include <string>
#include <vector>

#include "views/table_io.h"
#include "views/words.h"

using lab::core::Matrix;
using namespace lab::views;

namespace {

std::string fault(std::string_view text) {
  const auto read = read_csv(text);
  return read ? "" : read.error();
}

}  // namespace

TEST_CASE("plain tables") {
  const Matrix m{{1, 0.5}, {-2, 3e-7}};
  for (const char* text : {"1,0.5\n-2,3e-7\n", "1,0.5\n-2,3e-7", "1, 0.5\r\n-2 ,3e-7\r\n", "x,y\n1,0.5\n\n-2,3e-7\n\n", "# made by hand\n1,0.5\n#\n-2,3e-7",
                           "\xEF\xBB\xBF\"x\",\"y\"\n\"1\",\"0.5\"\n-2,3e-7\n", "1,.5\n-2.,+3E-7"}) {
    CAPTURE(text);
    const auto read = read_csv(text);
    REQUIRE(read.ok());
    CHECK(read.value() == m);
  }
  CHECK(read_csv("4").value() == Matrix{{4}});
}

TEST_CASE("faults name line and column") {
  CHECK(fault("") == "is empty");
  CHECK(fault("\n \n# only\n") == "is empty");
  CHECK(fault("1,2\n3\n") == "is ragged: line 1 has 2 numbers and line 2 has 1");
  CHECK(fault("x,y\n1,2\n\n3,4,5\n") == "is ragged: line 2 has 2 numbers and line 4 has 3");
  CHECK(fault("1,2\n3,abc\n") == "has \"abc\" in line 2, column 2, which is not a number");
  CHECK(fault("1,2\n3,\n") == "has nothing in line 2, column 2, where a number should be");
  CHECK(fault("1,2\nNaN,4\n") == "has \"NaN\" in line 2, column 1, but only finite numbers can be used");
  CHECK(fault("nan,4\n") == "has \"nan\" in line 1, column 1, but only finite numbers can be used");
  CHECK(fault("1,-inf\n") == "has \"-inf\" in line 1, column 2, but only finite numbers can be used");
  CHECK(fault("1,1e999\n").find("beyond the range") != std::string::npos);
  CHECK(fault("1;2\n3;4\n").find("separated by commas") != std::string::npos);
  CHECK(fault("1 2\n3 4\n").find("separated by commas") != std::string::npos);
  CHECK(fault("layer,token,x1\n0,1,2\n").find("trajectory") != std::string::npos);
  CHECK(fault("hello") != "");
  CHECK(fault("x,y\nu,v\n1,2\n") == "has \"u\" in line 2, column 1, which is not a number");
  CHECK(fault("0x10,1\n") != "");
  CHECK(fault(std::string("1,\0002\n", 5)) == "is not a plain text file");
}

TEST_CASE("trajectories read back to the same bits") {
  CHECK(trajectory_header(2) == "layer,token,x1,x2\n");
  CHECK(trajectory_rows(3, Matrix{{0.1, -1}, {1e-300, 1.0 / 3}}) == "3,1,0.1,-1\n3,2,1e-300,0.3333333333333333\n");
}

TEST_CASE("suggestions are near, or there is none") {
  const std::vector<std::string> known{"alpha", "tokens", "residual", "n"};
  CHECK(nearest_word("aplha", known) == "alpha");
  CHECK(nearest_word("alpa", known) == "alpha");
  CHECK(nearest_word("residuals", known) == "residual");
  CHECK(nearest_word("banana", known) == "");
  CHECK(suggestion("--", "token", known) == " Did you mean --tokens?");
  CHECK(suggestion("--", "zzzz", known) == "");
  CHECK(shown("a\nb\x7f") == "\"a?b?\"");
  CHECK(shown(std::string(200, 'a')) == "\"" + std::string(100, 'a') + "…\"");
  CHECK(split_list(" a, b ,c") == std::vector<std::string>{"a", "b", "c"});
  CHECK(split_list("").empty());
}
