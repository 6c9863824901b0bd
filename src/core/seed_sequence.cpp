#include "core/seed_sequence.h"

#include <string>
#include <utility>

namespace lab::core {
namespace {

constexpr std::size_t kPoolSize = 4;
constexpr std::size_t kMaxDigits = 4096;

/// One running hash: every word it takes in also advances the multiplier.
class WordHash {
 public:
  WordHash(std::uint32_t start, std::uint32_t step) : multiplier_(start), step_(step) {}

  std::uint32_t operator()(std::uint32_t word) {
    word ^= multiplier_;
    multiplier_ *= step_;
    word *= multiplier_;
    return word ^ (word >> 16);
  }

 private:
  std::uint32_t multiplier_;
  std::uint32_t step_;
};

std::uint32_t mix(std::uint32_t x, std::uint32_t y) {
  const std::uint32_t z = 0xca01f9ddu * x - 0x4973f715u * y;
  return z ^ (z >> 16);
}

void append_words(std::vector<std::uint32_t>& out, std::uint64_t value) {
  out.push_back(static_cast<std::uint32_t>(value));
  if (value >> 32 != 0) out.push_back(static_cast<std::uint32_t>(value >> 32));
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string quoted(std::string_view text) {
  const std::size_t shown = text.size() <= 40 ? text.size() : 40;
  return "\"" + std::string(text.substr(0, shown)) + (shown < text.size() ? "..." : "") + "\"";
}

/// Appends the words of one integer, lowest first.
Status append_integer(std::vector<std::uint32_t>& out, std::string_view text) {
  if (text.empty()) return Error{"A seed is an integer like 15 or a list like [1, 2, 3]; here it is empty."};
  if (text[0] == '-') return Error{"A seed must not be negative: " + quoted(text) + "."};
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const std::string_view digits = hex ? text.substr(2) : text;
  if (digits.size() > kMaxDigits) return Error{"A seed has at most 4096 digits."};
  const std::uint32_t base = hex ? 16 : 10;
  std::vector<std::uint32_t> words;
  for (const char c : digits) {
    const int digit = digit_value(c);
    if (digit >= static_cast<int>(base)) {
      return Error{"This is not a seed: " + quoted(text) + ". Write an integer like 15, 0x1f or [1, 2, 3]."};
    }
    std::uint64_t carry = static_cast<std::uint64_t>(digit);
    for (std::uint32_t& word : words) {
      carry += static_cast<std::uint64_t>(word) * base;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
  }
  if (words.empty()) words.push_back(0);
  out.insert(out.end(), words.begin(), words.end());
  return success();
}

}  // namespace

SeedSequence::SeedSequence(std::uint64_t seed) {
  append_words(entropy_, seed);
  mix_pool();
}

SeedSequence::SeedSequence(std::vector<std::uint32_t> entropy, std::vector<std::uint32_t> spawn_key)
    : entropy_(std::move(entropy)), spawn_key_(std::move(spawn_key)) {
  mix_pool();
}

SeedSequence SeedSequence::from_words(std::vector<std::uint32_t> entropy, std::vector<std::uint32_t> spawn_key) {
  return SeedSequence(std::move(entropy), std::move(spawn_key));
}

SeedSequence SeedSequence::from_integers(std::span<const std::uint64_t> seeds) {
  std::vector<std::uint32_t> words;
  for (const std::uint64_t seed : seeds) append_words(words, seed);
  return SeedSequence(std::move(words), {});
}

Result<SeedSequence> SeedSequence::parse(std::string_view text) {
  text = trim(text);
  std::vector<std::uint32_t> words;
  if (text.empty() || text.front() != '[') {
    const Status status = append_integer(words, text);
    if (!status.ok()) return Error{status.error()};
    return SeedSequence(std::move(words), {});
  }
  if (text.back() != ']') return Error{"The list of seeds " + quoted(text) + " has no closing bracket."};
  std::string_view rest = trim(text.substr(1, text.size() - 2));
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const bool last = comma == std::string_view::npos;
    const Status status = append_integer(words, trim(rest.substr(0, comma)));
    if (!status.ok()) return Error{status.error()};
    if (last) break;
    rest = trim(rest.substr(comma + 1));
  }
  return SeedSequence(std::move(words), {});
}

void SeedSequence::mix_pool() {
  std::vector<std::uint32_t> words = entropy_;
  // Short entropy is filled up before a spawn key, or the child (0) of the seed
  // 5 would be the seed [5, 0].
  if (!spawn_key_.empty() && words.size() < kPoolSize) words.resize(kPoolSize);
  words.insert(words.end(), spawn_key_.begin(), spawn_key_.end());

  WordHash hash(0x43b0d7e5u, 0x931e8875u);
  for (std::size_t i = 0; i < kPoolSize; ++i) pool_[i] = hash(i < words.size() ? words[i] : 0);
  for (std::size_t from = 0; from < kPoolSize; ++from) {
    for (std::size_t to = 0; to < kPoolSize; ++to) {
      if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
    }
  }
  for (std::size_t i = kPoolSize; i < words.size(); ++i) {
    for (std::uint32_t& word : pool_) word = mix(word, hash(words[i]));
  }
}

std::vector<SeedSequence> SeedSequence::spawn(std::size_t n) {
  std::vector<SeedSequence> children;
  children.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::uint32_t> key = spawn_key_;
    key.push_back(children_++);
    children.push_back(SeedSequence(entropy_, std::move(key)));
  }
  return children;
}

void SeedSequence::generate_state(std::span<std::uint32_t> out) const {
  WordHash hash(0x8b51f9ddu, 0x58f38dedu);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = hash(pool_[i % kPoolSize]);
}

void SeedSequence::generate_state(std::span<std::uint64_t> out) const {
  WordHash hash(0x8b51f9ddu, 0x58f38dedu);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t low = hash(pool_[2 * i % kPoolSize]);
    out[i] = low | static_cast<std::uint64_t>(hash(pool_[(2 * i + 1) % kPoolSize])) << 32;
  }
}

}  // namespace lab::core
