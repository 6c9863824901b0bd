#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/matrix.h"

namespace lab::views {

/// Writes JSON from left to right into one string.
///
///   JsonWriter json;
///   json.begin_object().key("x").number(0.5).end_object();
///   json.take()  ->  {"x":0.5}
///
/// Commas are put where they belong; whether keys and values alternate is the
/// caller's business. Output is deterministic and always UTF-8: bytes that are
/// not become U+FFFD.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& text(std::string_view value);
  /// Shortest decimal that reads back to the same bits. JSON knows no NaN and
  /// no infinity: null.
  JsonWriter& number(double value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  /// JSON that is ready, as it is.
  JsonWriter& ready(std::string_view json);
  /// Rows as arrays: [[1,0],[0,9]].
  JsonWriter& matrix(const core::Matrix& value);

  /// Key and value in one go.
  JsonWriter& member(std::string_view name, std::string_view value) { return key(name).text(value); }
  JsonWriter& member(std::string_view name, const char* value) { return key(name).text(value); }
  JsonWriter& member(std::string_view name, double value) { return key(name).number(value); }
  JsonWriter& member(std::string_view name, std::same_as<bool> auto value) { return key(name).boolean(value); }
  JsonWriter& member(std::string_view name, std::size_t value) { return key(name).integer(static_cast<std::int64_t>(value)); }

  const std::string& str() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void comma();

  std::string out_;
  std::vector<bool> filled_;   ///< per open bracket: has it an entry already?
  bool after_key_ = false;
};

/// `text` without what is not UTF-8 (each such byte becomes U+FFFD).
std::string valid_utf8(std::string_view text);

}  // namespace lab::views
