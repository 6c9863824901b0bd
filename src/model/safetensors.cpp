#include "model/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "model/tensor_header.h"

namespace lab::model {
namespace {

using core::Error;
using core::Result;

constexpr std::size_t kMostHeaderBytes = 1'000'000;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::size_t bytes_of(const std::string& dtype) {
  if (dtype == "F64") return 8;
  if (dtype == "F32") return 4;
  return dtype == "F16" || dtype == "BF16" ? 2 : 0;
}

float from_half(std::uint32_t bits) {
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  const int exponent = static_cast<int>(bits >> 10U & 0x1f);
  const auto fraction = static_cast<float>(bits & 0x3ff);
  if (exponent == 31) return fraction == 0.0f ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0) return sign * fraction * 0x1p-24f;
  return sign * std::ldexp(1024.0f + fraction, exponent - 25);
}

float number_at(std::string_view bytes, const std::string& dtype) {
  const std::uint64_t bits = little_endian(bytes);
  if (dtype == "F64") return static_cast<float>(std::bit_cast<double>(bits));
  if (dtype == "F32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (dtype == "BF16") return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
  return from_half(static_cast<std::uint32_t>(bits));
}

/// A name from the file in a sentence: printable ASCII, not too long.
std::string shown(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, 60)) out.push_back(c > 0x1f && c < 0x7f ? c : '?');
  return "\"" + out + (name.size() > 60 ? "…\"" : "\"");
}

/// Offsets must tile the data: no gap, no overlap, no rest.
core::Status check_offsets(const Header& header, std::size_t size) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto& [name, t] : header.tensors) {
    if (t.end > size) return Error{"The weights file is truncated: tensor " + shown(name) + " ends behind its last byte."};
    if (t.begin > t.end) return Error{"The weights file is broken: tensor " + shown(name) + " ends before it begins."};
    std::uint64_t count = 1;
    for (const std::uint64_t extent : t.shape) {
      if (extent != 0 && count > kMostFileBytes / extent) return Error{"The shape of tensor " + shown(name) + " is too large."};
      count *= extent;
    }
    const std::size_t each = bytes_of(t.dtype);
    if (each != 0 && count * each != t.end - t.begin)
      return Error{"The weights file is broken: the shape of tensor " + shown(name) + " does not fit its bytes."};
    ranges.emplace_back(t.begin, t.end);
  }
  std::ranges::sort(ranges);
  std::uint64_t at = 0;
  for (const auto& [begin, end] : ranges) {
    if (begin < at) return Error{"The weights file is broken: two of its tensors overlap."};
    if (begin > at) return Error{"The weights file is broken: there is a gap between its tensors."};
    at = end;
  }
  if (at != size) return Error{"The weights file is broken: bytes are left over behind its last tensor."};
  return core::success();
}

}  // namespace

Result<TensorFile> read_tensors(std::string_view bytes) {
  if (bytes.size() > kMostFileBytes) return Error{"The weights file is larger than 256 MB."};
  if (bytes.size() < 8) return Error{"The weights file is truncated: it has only " + std::to_string(bytes.size()) + " bytes."};
  const std::uint64_t length = little_endian(bytes.substr(0, 8));
  if (length > kMostHeaderBytes) return Error{"This is not a safetensors file: its header would have " + std::to_string(length) + " bytes."};
  if (length > bytes.size() - 8) return Error{"The weights file is truncated within its header."};
  // Checked against the size of the file above, so it fits the 32-bit sizes of WebAssembly too.
  const auto header_bytes = static_cast<std::size_t>(length);
  const auto header = read_header(bytes.substr(8, header_bytes));
  if (!header) return Error{header.error()};
  const std::string_view data = bytes.substr(8 + header_bytes);
  if (const auto s = check_offsets(header.value(), data.size()); !s) return Error{s.error()};
  TensorFile file;
  file.metadata = header.value().metadata;
  for (const auto& [name, t] : header.value().tensors)
    file.tensors[name] = {t.dtype, {t.shape.begin(), t.shape.end()}, data.substr(static_cast<std::size_t>(t.begin), static_cast<std::size_t>(t.end - t.begin))};
  return file;
}

Result<std::vector<float>> to_floats(const std::string& name, const FileTensor& tensor) {
  const std::size_t each = bytes_of(tensor.dtype);
  if (each == 0)
    return Error{"Tensor " + shown(name) + " has the type " + shown(tensor.dtype) + "; F32 is needed (F64, F16 and BF16 are converted)."};
  std::vector<float> out(tensor.bytes.size() / each);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = number_at(tensor.bytes.substr(i * each, each), tensor.dtype);
    if (std::isnan(out[i])) return Error{"Tensor " + shown(name) + " holds NaN."};
    if (std::isinf(out[i])) return Error{"Tensor " + shown(name) + " holds an infinite number."};
  }
  return out;
}

std::string write_tensors(std::span<const NamedFloats> tensors, const std::map<std::string, std::string>& metadata) {
  std::string header = "{";
  if (!metadata.empty()) {
    header += "\"__metadata__\":{";
    bool first = true;
    for (const auto& [key, value] : metadata) {
      header += (first ? "" : ",") + json_text(key) + ":" + json_text(value);
      first = false;
    }
    header += "}";
  }
  std::size_t at = 0;
  for (const NamedFloats& t : tensors) {
    header += (header.size() > 1 ? "," : "") + json_text(t.name) + ":{\"dtype\":\"F32\",\"shape\":[";
    for (std::size_t i = 0; i < t.shape.size(); ++i) header += (i > 0 ? "," : "") + std::to_string(t.shape[i]);
    header += "],\"data_offsets\":[" + std::to_string(at) + "," + std::to_string(at + 4 * t.values.size()) + "]}";
    at += 4 * t.values.size();
  }
  header += "}";
  header.append((8 - header.size() % 8) % 8, ' ');
  std::string bytes;
  bytes.reserve(8 + header.size() + at);
  const auto put = [&](std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i, value >>= 8U) bytes.push_back(static_cast<char>(value & 0xff));
  };
  put(header.size(), 8);
  bytes += header;
  for (const NamedFloats& t : tensors)
    for (const float x : t.values) put(std::bit_cast<std::uint32_t>(x), 4);
  return bytes;
}

}  // namespace lab::model
