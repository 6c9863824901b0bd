#include "views/language.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "views/language_key.h"

namespace lab::views {
namespace {

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
using Table = std::unordered_map<std::string, std::string, Hash, std::equal_to<>>;

/// Any text in a key, translated by itself; and one that stays as it is: a name, or what a reader typed.
constexpr std::string_view kGap = "{}";
constexpr std::string_view kRawGap = "{=}";
constexpr std::string_view kAnd = " and ";
/// Texts with running numbers would fill any memory.
constexpr std::size_t kMostTexts = 20000;
constexpr std::size_t kMostMissing = 5000;
/// Parts within parts that a text may have; what lies deeper stays as it is. What a reader typed may have any number.
constexpr int kDeepest = 200;

/// Where a text is cut into sentences; and a sentence into clauses, if it is not known as a whole.
constexpr std::array<std::string_view, 4> kSentences{"\n", ". ", " · ", "? "};
constexpr std::array<std::string_view, 4> kClauses{"; ", ": ", " (", ", "};
/// What may stand at the end of a text without being part of its key.
constexpr std::string_view kEnds = ".:)";

/// Two letters in a row; numbers and single letters of formulas need no table.
bool has_words(std::string_view text) {
  bool before = false;
  for (const char c : text) {
    const bool now = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (now && before) return true;
    before = now;
  }
  return false;
}

struct Gap {
  std::size_t at = 0;
  std::size_t size = 0;  ///< 0: there is none, and `at` is the end
};

Gap next_gap(std::string_view pattern) {
  const std::size_t plain = pattern.find(kGap), raw = pattern.find(kRawGap);
  if (plain == std::string_view::npos && raw == std::string_view::npos) return {pattern.size(), 0};
  return plain < raw ? Gap{plain, kGap.size()} : Gap{raw, kRawGap.size()};
}

class Language {
 public:
  explicit Language(std::string_view table = {});
  bool on() const { return !entries_.empty(); }
  std::string_view text(std::string_view english);
  std::string_view button(std::string_view label);
  void tidy();
  std::size_t remembered() const { return texts_.size() + attempts_.size(); }
  std::string missing() const;

 private:
  /// Translations of a key, their "#" numbered. `attempt` and the functions below it: "" where the key is unknown.
  std::string shape(std::string_view key);
  std::string attempt(std::string_view key);
  std::string fresh_attempt(std::string_view key);
  std::string with_gaps(std::string_view key);
  std::string cut(std::string_view key);
  std::string joined(std::string_view left, std::string_view between, std::string_view right);

  Table entries_;                                          ///< key, translation with numbered "#"
  std::vector<std::pair<std::string, std::string>> gaps_;  ///< entries with "{}", the longest first
  Table attempts_;                                         ///< what keys were found to mean; "": unknown
  Table texts_;                                            ///< whole texts, ready
  std::unordered_set<std::string, Hash, std::equal_to<>> told_;  ///< what is missing
  std::vector<std::string_view> missing_;                       ///< the same in order; a set's elements stay where they are
  int depth_ = 0;  ///< of attempts within attempts
};

Language& language() {
  static Language the_language;
  return the_language;
}

Language::Language(std::string_view table) {
  while (!table.empty()) {
    const std::size_t end = std::min(table.find('\n'), table.size());
    const std::string_view line = table.substr(0, end);
    table.remove_prefix(std::min(end + 1, table.size()));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    std::string key(line.substr(0, tab));
    if (next_gap(key).size > 0) gaps_.emplace_back(std::move(key), line.substr(tab + 1));
    else entries_.insert_or_assign(std::move(key), numbered(line.substr(tab + 1), 0));
  }
  std::ranges::stable_sort(gaps_, std::greater{}, [](const auto& entry) { return entry.first.size(); });
}

void Language::tidy() {
  if (texts_.size() > kMostTexts) texts_.clear();
  if (attempts_.size() > kMostTexts) attempts_.clear();
}

std::string Language::missing() const {
  std::string out;
  for (const std::string_view key : missing_) (out += key) += '\n';
  return out;
}

std::string_view Language::text(std::string_view english) {
  if (!on() || !has_words(english)) return english;
  if (const auto found = texts_.find(english); found != texts_.end()) return found->second;
  KeyedText parts = keyed(english);
  if (const auto also = entries_.find(kAnd); also != entries_.end())
    for (std::string& list : parts.numbers)
      if (const std::size_t at = list.find(kAnd); at != std::string::npos) list.replace(at, kAnd.size(), also->second);
  const std::string made = filled(shape(parts.key), parts.numbers);
  // What is translated may come along again: drawn as a label, or within a sentence.
  texts_.try_emplace(made, made);
  const std::string own = keyed(made).key;
  attempts_.try_emplace(own, numbered(own, 0));
  return texts_.insert_or_assign(std::string(english), made).first->second;
}

std::string_view Language::button(std::string_view label) {
  if (!on()) return label;
  const auto found = entries_.find(std::string(label) + " [button]");
  return found != entries_.end() ? std::string_view(found->second) : text(label);
}

std::string Language::shape(std::string_view key) {
  std::string made = attempt(key);
  if (!made.empty() || key.empty()) return made;
  if (told_.size() < kMostMissing && !told_.contains(key)) missing_.push_back(*told_.emplace(key).first);
  return numbered(key, 0);
}

std::string Language::attempt(std::string_view key) {
  if (const auto found = attempts_.find(key); found != attempts_.end()) return found->second;
  if (depth_ >= kDeepest) return {};
  ++depth_;
  std::string made = fresh_attempt(key);
  --depth_;
  attempts_.insert_or_assign(std::string(key), made);
  return made;
}

std::string Language::fresh_attempt(std::string_view key) {
  if (!has_words(key)) return numbered(key, 0);
  if (const auto found = entries_.find(key); found != entries_.end()) return found->second;
  if (std::string made = with_gaps(key); !made.empty()) return made;
  const char end = key.back();
  const bool loose = kEnds.find(end) != std::string_view::npos && (end != ')' || key.find('(') == std::string_view::npos);
  if (!loose) return cut(key);
  std::string made = attempt(key.substr(0, key.size() - 1));
  return made.empty() ? made : made + end;
}

/// The parts of `key` that stand where `pattern` has gaps; none if it does not fit.
std::vector<std::string_view> gaps_of(std::string_view key, std::string_view pattern) {
  std::vector<std::string_view> out;
  Gap gap = next_gap(pattern);
  if (!key.starts_with(pattern.substr(0, gap.at))) return {};
  key.remove_prefix(gap.at);
  while (true) {
    pattern.remove_prefix(gap.at + gap.size);
    gap = next_gap(pattern);
    const std::string_view word = pattern.substr(0, gap.at);
    const bool last = gap.size == 0;
    if (last && !key.ends_with(word)) return {};
    const std::size_t at = last ? key.size() - word.size() : key.find(word);
    if (at == std::string_view::npos || at == 0) return {};
    out.push_back(key.substr(0, at));
    if (last) return out;
    key.remove_prefix(at + word.size());
  }
}

std::string Language::with_gaps(std::string_view key) {
  for (const auto& [pattern, meaning] : gaps_) {
    const std::vector<std::string_view> gaps = gaps_of(key, pattern);
    if (gaps.empty()) continue;
    // A number keeps its place among the numbers of the whole key, so those in a gap go where the gap goes.
    std::size_t count = 0;
    std::vector<std::string> own, inside;
    std::string_view rest = pattern;
    const auto count_own = [&](std::string_view literal) {
      for (std::size_t i = number_count(literal); i > 0; --i) own.push_back("#" + std::to_string(++count));
    };
    for (const std::string_view words : gaps) {
      const Gap gap = next_gap(rest);
      count_own(rest.substr(0, gap.at));
      rest.remove_prefix(gap.at + gap.size);
      inside.push_back(numbered(gap.size == kRawGap.size() ? std::string(words) : shape(words), count));
      count += number_count(words);
    }
    count_own(rest);
    std::string made, form = filled(meaning, own);
    for (const std::string& words : inside) {
      const Gap gap = next_gap(form);
      made += form.substr(0, gap.at) + (gap.size > 0 ? words : "");
      form.erase(0, gap.at + gap.size);
    }
    return made + form;
  }
  return {};
}

std::string Language::joined(std::string_view left, std::string_view between, std::string_view right) {
  return shape(left) + std::string(between) + numbered(shape(right), number_count(left));
}

std::string Language::cut(std::string_view key) {
  for (const std::string_view end : kSentences)
    if (const std::size_t at = key.find(end); at != std::string_view::npos)
      return joined(key.substr(0, at), end, key.substr(at + end.size()));
  for (const std::string_view end : kClauses) {
    const std::size_t at = key.find(end);
    if (at == std::string_view::npos) continue;
    const std::string_view left = key.substr(0, at), right = key.substr(at + end.size());
    const bool known = (has_words(left) && !attempt(left).empty()) || (has_words(right) && !attempt(right).empty());
    if (known) return joined(left, end, right);
  }
  return {};
}

}  // namespace

void set_language(std::string_view table) { language() = Language(table); }

std::string_view translate_button(std::string_view label) { return language().button(label); }

bool translating() { return language().on(); }

std::string_view translate(std::string_view english) { return language().text(english); }

std::string language_key(std::string_view english) { return keyed(english).key; }

std::string untranslated() { return language().missing(); }

void tidy_language() { language().tidy(); }

std::size_t remembered_texts() { return language().remembered(); }

}  // namespace lab::views
