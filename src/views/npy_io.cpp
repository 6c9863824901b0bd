#include "views/npy_io.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "views/words.h"
#include "scenes/value_text.h"

namespace lab::views {
namespace {

using core::Error;
using core::Matrix;
using core::Result;
using scenes::counted;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = 65536;
constexpr std::size_t kMostNumbers = std::size_t{1} << 27U;  // 1 GiB of doubles

/// What the header says of the data.
struct Layout {
  char order = '<';   ///< byte order: < or >
  char kind = 'f';    ///< f float, i integer, u unsigned, b boolean
  std::size_t bytes = 8;
  bool fortran = false;
  std::vector<std::size_t> shape;
  std::size_t offset = 0;  ///< of the first number in the file
};

std::uint64_t read_bytes(std::string_view at, std::size_t count, bool big) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = big ? i : count - 1 - i;
    value = value << 8U | static_cast<unsigned char>(at[k]);
  }
  return value;
}

/// What stands behind 'key': in the header, blanks skipped; "" if missing.
std::string_view entry(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string name = quote + std::string(key) + quote;
    const std::size_t at = header.find(name);
    if (at == std::string_view::npos) continue;
    std::string_view rest = scenes::trim(header.substr(at + name.size()));
    if (rest.empty() || rest.front() != ':') return {};
    return scenes::trim(rest.substr(1));
  }
  return {};
}

Result<std::string> read_descr(std::string_view header) {
  const std::string_view rest = entry(header, "descr");
  if (rest.empty()) return Error{"has a header without a number type"};
  if (rest.front() == '[') return Error{"holds records with named fields, which are not read"};
  if (rest.front() != '\'' && rest.front() != '"') return Error{"has a header that cannot be read"};
  const std::size_t end = rest.find(rest.front(), 1);
  if (end == std::string_view::npos) return Error{"has a header that cannot be read"};
  return std::string(rest.substr(1, end - 1));
}

Result<Layout> read_type(Layout layout, const std::string& descr) {
  const Error unknown{"holds numbers of type " + shown(descr) + ", which is not read; float64 is"};
  if (descr.size() > 1 && descr[1] == 'O') return Error{"holds Python objects, which are not read"};
  if (descr.size() != 3) return unknown;
  layout.order = descr[0];
  layout.kind = descr[1];
  layout.bytes = static_cast<std::size_t>(descr[2] - '0');
  const std::string_view sizes = layout.kind == 'f' ? "48" : layout.kind == 'b' ? "1" : layout.kind == 'i' || layout.kind == 'u' ? "1248" : "";
  const std::string_view orders = layout.bytes == 1 ? "|<>" : "<>";
  if (sizes.find(descr[2]) == std::string_view::npos || orders.find(descr[0]) == std::string_view::npos) return unknown;
  return layout;
}

/// "(13, 2)", "(13,)", "()".
std::optional<std::vector<std::size_t>> read_shape(std::string_view text) {
  std::vector<std::size_t> shape;
  if (text.empty() || text.front() != '(') return std::nullopt;
  text.remove_prefix(1);
  while (true) {
    text = scenes::trim(text);
    if (text.empty()) return std::nullopt;
    if (text.front() == ')') return shape;
    std::uint64_t size = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
    if (read.ec != std::errc() || size > kMostNumbers) return std::nullopt;
    shape.push_back(static_cast<std::size_t>(size));
    text = scenes::trim(text.substr(static_cast<std::size_t>(read.ptr - text.data())));
    if (!text.empty() && text.front() == ',') text.remove_prefix(1);
    else if (text.empty() || text.front() != ')') return std::nullopt;
  }
}

Result<Layout> read_layout(std::string_view bytes) {
  if (!looks_like_npy(bytes)) return Error{"is not a .npy file"};
  if (bytes.size() < 10) return Error{"is cut off in its header"};
  const unsigned version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) return Error{"is a .npy file of an unknown version"};
  const std::size_t width = version == 1 ? 2 : 4;
  const std::size_t begin = 8 + width;
  if (bytes.size() < begin) return Error{"is cut off in its header"};
  const auto length = static_cast<std::size_t>(read_bytes(bytes.substr(8), width, false));
  if (length > kLongestHeader) return Error{"has a header of " + counted(length) + " bytes, which is too long to be true"};
  if (bytes.size() < begin + length) return Error{"is cut off in its header"};
  const std::string_view header = bytes.substr(begin, length);
  Layout layout;
  layout.offset = begin + length;
  const auto descr = read_descr(header);
  if (!descr) return Error{descr.error()};
  const std::string_view order = entry(header, "fortran_order");
  layout.fortran = order.starts_with("True");
  const auto shape = read_shape(entry(header, "shape"));
  if (!shape || (!layout.fortran && !order.starts_with("False"))) return Error{"has a header that cannot be read"};
  layout.shape = *shape;
  return read_type(layout, descr.value());
}

std::optional<double> read_one(const Layout& layout, std::string_view at) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53U;
  const std::uint64_t bits = read_bytes(at, layout.bytes, layout.order == '>');
  if (layout.kind == 'f') {
    const double x = layout.bytes == 8 ? std::bit_cast<double>(bits) : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    return std::isfinite(x) ? std::optional(x) : std::nullopt;
  }
  if (layout.kind == 'b') return bits != 0 ? 1.0 : 0.0;
  const unsigned shift = static_cast<unsigned>(64 - 8 * layout.bytes);
  const bool negative = layout.kind == 'i' && (bits << shift) >> 63U != 0;
  // The magnitude of a two's complement number, as far as its bytes go.
  const std::uint64_t size = negative ? ((~bits + 1) << shift) >> shift : bits;
  if (size > kExact) return std::nullopt;
  return negative ? -static_cast<double>(size) : static_cast<double>(size);
}

Result<Matrix> read_numbers(const Layout& layout, std::string_view data, Matrix matrix) {
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.cols; ++j) {
      const std::size_t k = layout.fortran ? j * matrix.rows + i : i * matrix.cols + j;
      const auto x = read_one(layout, data.substr(k * layout.bytes, layout.bytes));
      if (!x) {
        const std::string what = layout.kind == 'f' ? "that is not finite" : "too large for a floating-point number";
        return Error{"holds a number " + what + " in row " + counted(i + 1) + ", column " + counted(j + 1)};
      }
      matrix(i, j) = *x;
    }
  }
  return matrix;
}

}  // namespace

bool looks_like_npy(std::string_view bytes) { return bytes.starts_with(kMagic); }

Result<Matrix> read_npy(std::string_view bytes) {
  const auto read = read_layout(bytes);
  if (!read) return Error{read.error()};
  const Layout& layout = read.value();
  const std::size_t axes = layout.shape.size();
  if (axes < 1 || axes > 2) return Error{"has " + counted(axes) + " axes, but tokens are a table: one a row"};
  const std::size_t rows = layout.shape[0];
  const std::size_t cols = axes == 2 ? layout.shape[1] : 1;
  if (rows == 0 || cols == 0) return Error{"is empty"};
  if (rows > kMostNumbers / cols) return Error{"claims to hold too many numbers"};
  const std::string_view data = bytes.substr(layout.offset);
  const std::size_t expected = rows * cols * layout.bytes;
  if (data.size() < expected) return Error{"is cut off: " + counted(expected) + " bytes of numbers are announced, " + counted(data.size()) + " are there"};
  if (data.size() > expected) return Error{"has " + counted(data.size() - expected) + " bytes more than it announces"};
  return read_numbers(layout, data, Matrix(rows, cols));
}

std::string npy_header(std::span<const std::size_t> shape) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) header += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  if (shape.size() == 1) header += ",";
  header += "), }";
  // The numbers begin at a multiple of 64 bytes, as NumPy has it.
  const std::size_t before = kMagic.size() + 4;
  header.append((64 - (before + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  std::string out(kMagic);
  out += '\x01';
  out += '\0';
  out += static_cast<char>(header.size() & 255U);
  out += static_cast<char>(header.size() >> 8U);
  return out + header;
}

std::string npy_data(const Matrix& matrix) {
  std::string out;
  out.reserve(8 * matrix.data.size());
  for (const double x : matrix.data) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    for (unsigned shift = 0; shift < 64; shift += 8) out += static_cast<char>(bits >> shift & 255U);
  }
  return out;
}

}  // namespace lab::views
