#include <doctest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "views/npy_io.h"

using lab::core::Matrix;
using lab::views::npy_data;
using lab::views::npy_header;
using lab::views::read_npy;

namespace {

/// A file of version `major` with this header and these bytes.
std::string file(int major, std::string header, const std::string& data) {
  header += '\n';
  std::string out = std::string("\x93NUMPY") + static_cast<char>(major) + '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) out += static_cast<char>(header.size() >> (8 * i) & 255U);
  return out + header + data;
}

std::string dict(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

std::string bytes(std::uint64_t bits, int size) {
  std::string out;
  for (int i = 0; i < size; ++i) out += static_cast<char>(bits >> (8 * i) & 255U);
  return out;
}

std::string fault(const std::string& content) {
  const auto read = read_npy(content);
  return read ? "" : read.error();
}

}  // namespace

TEST_CASE("what is written is read back to the last bit") {
  const Matrix m{{0.1, -1e-300}, {5e-324, 1.7976931348623157e308}, {-0.0, 3}};
  const std::size_t shape[] = {3, 2};
  const std::string content = npy_header(shape) + npy_data(m);
  CHECK(npy_header(shape).size() % 64 == 0);
  const auto read = read_npy(content);
  REQUIRE(read.ok());
  CHECK(npy_data(read.value()) == npy_data(m));
  const std::size_t trajectory[] = {41, 13, 2};
  CHECK(npy_header(trajectory).find("'shape': (41, 13, 2), }") != std::string::npos);
  const std::size_t vector[] = {4};
  CHECK(npy_header(vector).find("'shape': (4,), }") != std::string::npos);
}

TEST_CASE("all versions, orders and number types") {
  const Matrix expected{{1, 2, 3}, {4, 5, 6}};
  for (const int major : {1, 2, 3}) {
    for (const std::string type : {"<f8", "<f4", "<i8", "<i4", "<i2", "|i1", "|u1", "<u2", "<u4", "<u8"}) {
      for (const bool fortran : {false, true}) {
        std::string data;
        const int size = type[2] - '0';
        for (int k = 0; k < 6; ++k) {
          const int value = fortran ? (k % 2) * 3 + k / 2 + 1 : k + 1;
          const std::uint64_t bits = type == "<f8" ? std::bit_cast<std::uint64_t>(double(value)) : type == "<f4" ? std::bit_cast<std::uint32_t>(float(value)) : static_cast<std::uint64_t>(value);
          data += bytes(bits, size);
        }
        const auto read = read_npy(file(major, dict(type, fortran ? "True" : "False", "(2, 3)"), data));
        CAPTURE(type);
        REQUIRE(read.ok());
        CHECK(read.value() == expected);
      }
    }
  }
}

TEST_CASE("negative integers, booleans, big-endian, one axis") {
  CHECK(read_npy(file(1, dict("<i2", "False", "(2,)"), bytes(0xFFFF, 2) + bytes(0x8000, 2))).value() == Matrix{{-1}, {-32768}});
  CHECK(read_npy(file(1, dict("|b1", "False", "(1, 2)"), std::string("\x01\x00", 2))).value() == Matrix{{1, 0}});
  CHECK(read_npy(file(1, dict(">i4", "False", "(1,1)"), std::string("\x00\x00\x01\x00", 4))).value() == Matrix{{256}});
  CHECK(read_npy(file(1, dict("<f8", "False", "(3,)"), npy_data(Matrix{{1, 2, 3}}))).value() == Matrix{{1}, {2}, {3}});
}

TEST_CASE("bad files are refused with the reason") {
  const std::string two = npy_data(Matrix{{1, 2}});
  CHECK(fault("") == "is not a .npy file");
  CHECK(fault("\x93NUMPY") == "is cut off in its header");
  CHECK(fault(file(9, dict("<f8", "False", "(1, 2)"), two)) == "is a .npy file of an unknown version");
  CHECK(fault(file(1, dict("<f8", "False", "(1, 2)"), two.substr(1))) == "is cut off: 16 bytes of numbers are announced, 15 are there");
  CHECK(fault(file(1, dict("<f8", "False", "(1, 2)"), two + "x")) == "has 1 bytes more than it announces");
  CHECK(fault(file(1, dict("|O", "False", "(1, 2)"), two)) == "holds Python objects, which are not read");
  CHECK(fault(file(1, dict("|O8", "False", "(1, 2)"), two)) == "holds Python objects, which are not read");
  CHECK(fault(file(1, "{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,), }", two)).find("records") != std::string::npos);
  for (const char* type : {"<c16", "<U4", "<f2", "<M8[s]", "<f3", "=f8", "f", "", "|f8"}) CHECK(fault(file(1, dict(type, "False", "(1, 2)"), two)) != "");
  for (const char* shape : {"(1, 2", "1, 2)", "(-1, 2)", "(a)", "(1 2)", "", "(99999999999999999999,)"}) CHECK(fault(file(1, dict("<f8", "False", shape), two)).find("cannot be read") != std::string::npos);
  CHECK(fault(file(1, dict("<f8", "Maybe", "(1, 2)"), two)).find("cannot be read") != std::string::npos);
  CHECK(fault(file(1, dict("<f8", "False", "(0, 2)"), "")) == "is empty");
  CHECK(fault(file(1, dict("<f8", "False", "()"), two)).find("0 axes") != std::string::npos);
  CHECK(fault(file(1, dict("<f8", "False", "(1, 1, 2)"), two)).find("3 axes") != std::string::npos);
  CHECK(fault(file(1, dict("<f8", "False", "(100000000, 100000000)"), two)) == "claims to hold too many numbers");
  CHECK(fault(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)).find("too long") != std::string::npos);
  CHECK(fault(file(1, dict("<f8", "False", "(1, 2)"), npy_data(Matrix{{1, std::numeric_limits<double>::quiet_NaN()}}))) == "holds a number that is not finite in row 1, column 2");
  CHECK(fault(file(1, dict("<u8", "False", "(1, 1)"), bytes(~0ULL, 8))).find("too large") != std::string::npos);
  CHECK(fault(file(1, dict("<i8", "False", "(1, 1)"), bytes(0x8000000000000000ULL, 8))).find("too large") != std::string::npos);
}

TEST_CASE("no beginning of a good file crashes, and none is accepted") {
  const std::size_t shape[] = {3, 2};
  const std::string good = npy_header(shape) + npy_data(Matrix{{1, 2}, {3, 4}, {5, 6}});
  for (std::size_t n = 0; n < good.size(); ++n) CHECK_FALSE(read_npy(good.substr(0, n)).ok());
  std::string bent = good;
  for (std::size_t i = 0; i < 128; ++i) {
    for (const int flip : {1, 0x20, 0x80}) {
      bent[i] = static_cast<char>(good[i] ^ flip);
      (void)read_npy(bent);
      bent[i] = good[i];
    }
  }
}
