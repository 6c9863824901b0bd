#include "views/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace lab::views {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// Length of the UTF-8 character that begins at i, or 0 when there is none:
/// stray and missing continuation bytes, overlong forms, surrogates and what
/// lies above U+10FFFF.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const unsigned lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(text, i + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second > 0x9F;
  const bool above = lead == 0xF4 && second > 0x8F;
  return overlong || surrogate || above ? 0 : length;
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  const unsigned code = static_cast<unsigned char>(c);
  if (code >= 0x20 && code != 0x7F) {
    out += c;
    return;
  }
  out += "\\u00";
  out += kHex[code >> 4U];
  out += kHex[code & 15U];
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) out += "\xEF\xBF\xBD";
    else out += text.substr(i, length);
    i += length == 0 ? 1 : length;
  }
  return out;
}

void JsonWriter::comma() {
  if (after_key_) after_key_ = false;
  else if (!filled_.empty() && filled_.back()) out_ += ',';
  if (!filled_.empty()) filled_.back() = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  comma();
  out_ += bracket;
  filled_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  if (!filled_.empty()) filled_.pop_back();
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  text(name);
  out_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
  comma();
  out_ += '"';
  for (const char c : valid_utf8(value)) append_escaped(out_, c);
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  comma();
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out_.append(buffer.data(), end);
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  comma();
  out_ += std::to_string(value);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  comma();
  out_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::null() {
  comma();
  out_ += "null";
  return *this;
}

JsonWriter& JsonWriter::ready(std::string_view json) {
  comma();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::matrix(const core::Matrix& value) {
  begin_array();
  for (std::size_t i = 0; i < value.rows; ++i) {
    begin_array();
    for (const double x : value.row(i)) number(x);
    end_array();
  }
  return end_array();
}

}  // namespace lab::views
