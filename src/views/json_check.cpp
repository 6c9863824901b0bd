#include "views/json_check.h"

#include <cstddef>

namespace lab::views {
namespace {

constexpr int kDeepest = 32;

/// Reads JSON from the left; each call returns false at the first fault.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  bool value(int depth) {
    if (depth > kDeepest) return false;
    blanks();
    if (next('[')) return members(depth, ']', false);
    if (next('{')) return members(depth, '}', true);
    if (peek() == '"') return string();
    return word("null") || word("true") || word("false") || number();
  }
  bool at_end() {
    blanks();
    return text_.empty();
  }

 private:
  char peek() const { return text_.empty() ? '\0' : text_.front(); }
  bool next(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void blanks() {
    while (next(' ') || next('\n') || next('\t') || next('\r')) {
    }
  }
  bool word(std::string_view w) {
    if (!text_.starts_with(w)) return false;
    text_.remove_prefix(w.size());
    return true;
  }
  bool members(int depth, char end, bool keyed) {
    blanks();
    if (next(end)) return true;
    while (true) {
      blanks();
      if (keyed && !string()) return false;
      blanks();
      if ((keyed && !next(':')) || !value(depth + 1)) return false;
      blanks();
      if (next(end)) return true;
      if (!next(',')) return false;
    }
  }
  bool string() {
    if (!next('"')) return false;
    while (!text_.empty()) {
      const char c = text_.front();
      text_.remove_prefix(1);
      if (c == '"') return true;
      // The scenes write plain words; an escape is not worth the trouble.
      if (c == '\\' || static_cast<unsigned char>(c) < 0x20) return false;
    }
    return false;
  }
  std::size_t digits() {
    std::size_t count = 0;
    for (; peek() >= '0' && peek() <= '9'; ++count) text_.remove_prefix(1);
    return count;
  }
  bool number() {
    next('-');
    const bool zero = peek() == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (zero && whole > 1)) return false;
    if (next('.') && digits() == 0) return false;
    if (!next('e') && !next('E')) return true;
    if (!next('+')) next('-');
    return digits() > 0;
  }

  std::string_view text_;
};

}  // namespace

bool is_json_list(std::string_view text) {
  if (text.empty() || (text.front() != '[' && text.front() != '{' && text != "null")) return false;
  Checker checker(text);
  return checker.value(0) && checker.at_end();
}

}  // namespace lab::views
