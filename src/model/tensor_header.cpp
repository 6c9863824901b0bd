#include "model/tensor_header.h"

#include "model/vocabulary.h"

namespace lab::model {
namespace {

/// Reads forward; after the first mistake everything fails.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool ok() const { return ok_; }
  std::size_t at() const { return at_; }
  void fail() { ok_ = false; }

  bool end() {
    skip_blanks();
    return at_ == text_.size();
  }
  /// Takes the character if it comes next.
  bool take(char c) {
    skip_blanks();
    if (!ok_ || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void need(char c) {
    if (!take(c)) fail();
  }

  std::string string() {
    need('"');
    std::string out;
    while (ok_ && at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_++];
      if (static_cast<unsigned char>(c) < 0x20) fail();
      if (c == '\\') {
        escape(out);
      } else {
        out.push_back(c);
      }
    }
    if (at_ >= text_.size()) fail();
    ++at_;
    return out;
  }

  std::uint64_t number() {
    skip_blanks();
    const std::size_t start = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (at_ - start >= 15) fail();
      value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    }
    if (at_ == start) fail();
    return value;
  }

  std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> out;
    need('[');
    if (take(']')) return out;
    do out.push_back(number());
    while (take(',') && ok_ && out.size() < 64);
    need(']');
    return out;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) ++at_;
  }

  void escape(std::string& out) {
    if (at_ >= text_.size()) return fail();
    const char c = text_[at_++];
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = letters.find(c); i != std::string_view::npos) {
      out.push_back(meanings[i]);
    } else if (c == 'u') {
      char32_t unit = hex4();
      if (unit >= 0xd800 && unit < 0xdc00 && text_.substr(at_, 2) == "\\u") {
        at_ += 2;
        const char32_t low = hex4();
        if (low < 0xdc00 || low > 0xdfff) fail();
        unit = 0x10000 + ((unit - 0xd800) << 10U) + (low - 0xdc00);
      }
      if (unit >= 0xd800 && unit < 0xe000) return fail();
      out += to_utf8(unit);
    } else {
      fail();
    }
  }

  char32_t hex4() {
    char32_t value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      constexpr std::string_view digits = "0123456789abcdef";
      const char c = at_ < text_.size() ? text_[at_] : ' ';
      const std::size_t digit = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
      if (digit == std::string_view::npos) return fail(), 0;
      value = value << 4U | static_cast<char32_t>(digit);
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

/// Members of an object, one after the other: field(name) reads the value.
template <class F>
void read_object(Reader& reader, F field) {
  reader.need('{');
  if (reader.take('}')) return;
  do {
    const std::string name = reader.string();
    reader.need(':');
    if (reader.ok()) field(name);
  } while (reader.ok() && reader.take(','));
  reader.need('}');
}

HeaderTensor read_tensor(Reader& reader) {
  HeaderTensor tensor;
  int seen = 0;
  read_object(reader, [&](const std::string& field) {
    ++seen;
    if (field == "dtype") {
      tensor.dtype = reader.string();
    } else if (field == "shape") {
      tensor.shape = reader.numbers();
    } else if (field == "data_offsets") {
      const auto offsets = reader.numbers();
      if (offsets.size() != 2) return reader.fail();
      tensor.begin = offsets[0];
      tensor.end = offsets[1];
    } else {
      reader.fail();
    }
  });
  if (seen != 3 || tensor.dtype.empty()) reader.fail();
  return tensor;
}

}  // namespace

core::Result<Header> read_header(std::string_view json) {
  Header header;
  Reader reader(json);
  std::string twice;
  read_object(reader, [&](const std::string& name) {
    if (name == "__metadata__") {
      read_object(reader, [&](const std::string& key) { header.metadata[key] = reader.string(); });
    } else if (!header.tensors.emplace(name, read_tensor(reader)).second) {
      twice = name;
    }
  });
  if (!reader.ok() || !reader.end())
    return core::Error{"The weights file has a broken header: mistake at character " + std::to_string(reader.at() + 1) + "."};
  if (!twice.empty()) return core::Error{"The weights file has two tensors of one name."};
  return header;
}

std::string json_text(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20) {
      out += "\\u00";
      out += {digits[byte >> 4U], digits[byte & 0xf]};
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace lab::model
