#include <doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/generator.h"
#include "core/hash.h"
#include "core/lcg.h"
#include "core/ziggurat.h"

#ifndef LAB_TEST_DATA
#define LAB_TEST_DATA "tests/golden"
#endif

using namespace lab::core;

namespace {

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint64_t bits_of(std::int64_t x) { return static_cast<std::uint64_t>(x); }

std::uint64_t hash_words(const std::vector<std::uint64_t>& words) {
  std::uint64_t state = kFnvOffset;
  for (std::uint64_t word : words) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8) state = (state ^ (word & 0xff)) * kFnvPrime;
  }
  return state;
}

template <class T>
std::vector<std::uint64_t> words_of(const std::vector<T>& values) {
  std::vector<std::uint64_t> words;
  for (const T value : values) words.push_back(bits_of(value));
  return words;
}

/// A value in clear: a double in hexadecimal notation, or an integer.
std::uint64_t parse_bits(const std::string& text) {
  if (text.find('p') != std::string::npos) return bits_of(std::strtod(text.c_str(), nullptr));
  if (text[0] == '-') return static_cast<std::uint64_t>(std::strtoll(text.c_str(), nullptr, 10));
  return std::strtoull(text.c_str(), nullptr, 10);
}

double parse_double(const std::string& text) { return std::strtod(text.c_str(), nullptr); }
std::int64_t parse_integer(const std::string& text) { return std::strtoll(text.c_str(), nullptr, 10); }

/// The generators of numpy_golden.txt: replays one line at a time.
struct Replay {
  SeedSequence seed{0};
  Generator generator{seed};

  void start(const std::string& text, const std::string& path) {
    auto parsed = SeedSequence::parse(text);
    REQUIRE(parsed.ok());
    seed = parsed.value();
    std::istringstream steps(path == "." ? "" : path);
    for (std::string step; std::getline(steps, step, '/');) {
      const auto child = static_cast<std::size_t>(parse_integer(step));
      seed = seed.spawn(child + 1)[child];
    }
    generator = default_rng(seed);
  }

  std::vector<std::uint64_t> draw(const std::string& name, const std::vector<std::string>& arguments, std::size_t n);
};

std::vector<std::uint64_t> Replay::draw(const std::string& name, const std::vector<std::string>& arguments,
                                        std::size_t n) {
  std::vector<double> reals(n);
  if (name == "random") generator.random(reals);
  if (name == "randomf") {
    for (double& x : reals) x = static_cast<double>(generator.random_float());
  }
  if (name == "uniform") generator.uniform(parse_double(arguments[0]), parse_double(arguments[1]), reals);
  if (name == "normal") {
    const double mean = parse_double(arguments[0]), deviation = parse_double(arguments[1]);
    // NumPy's standard_normal neither adds 0 nor multiplies by 1: -0 stays.
    if (mean == 0.0 && deviation == 1.0) generator.standard_normal(reals);
    else generator.normal(mean, deviation, reals);
  }
  if (name == "integers") {
    std::vector<std::int64_t> integers(n);
    generator.integers(parse_integer(arguments[0]), parse_integer(arguments[1]), integers, arguments[2] == "1");
    return words_of(integers);
  }
  if (name == "permutation") return words_of(generator.permutation(n));
  if (name == "words32") {
    std::vector<std::uint32_t> words(n);
    seed.generate_state(std::span<std::uint32_t>(words));
    return {words.begin(), words.end()};
  }
  if (name == "words64") {
    std::vector<std::uint64_t> words(n);
    seed.generate_state(std::span<std::uint64_t>(words));
    return words;
  }
  if (name == "state") {
    const Pcg64State s = generator.state();
    return {s.state_high, s.state_low, s.increment_high, s.increment_low, s.has_half ? 1u : 0u};
  }
  return words_of(reals);
}

std::vector<std::string> split(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> out;
  for (std::string word; stream >> word;) out.push_back(word);
  return out;
}

std::size_t argument_count(const std::string& name) {
  if (name == "integers") return 3;
  return name == "uniform" || name == "normal" ? 2 : 0;
}

}  // namespace

TEST_CASE("every draw equals NumPy's") {
  std::ifstream file(std::string(LAB_TEST_DATA) + "/numpy_golden.txt");
  REQUIRE_MESSAGE(file.good(), "golden numbers not found in " LAB_TEST_DATA);
  Replay replay;
  std::string origin;
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = split(line);
    const std::string& name = words[0];
    CAPTURE(origin);
    CAPTURE(line);
    if (name == "seed") {
      replay.start(words[1], words[2]);
      origin = line;
    } else if (name == "skip_permutation") {
      replay.generator.permutation(static_cast<std::size_t>(parse_integer(words[1])));
    } else if (name == "advance") {
      replay.generator.bits().advance(static_cast<Uint128>(parse_bits(words[3])) << 64 | parse_bits(words[4]));
    } else if (name == "jump") {
      replay.generator = Generator(replay.generator.bits().jumped(parse_bits(words[3])));
    } else {
      const std::size_t first = 1 + argument_count(name);
      const std::vector<std::string> arguments(words.begin() + 1, words.begin() + static_cast<std::ptrdiff_t>(first));
      const auto n = static_cast<std::size_t>(parse_integer(words[first]));
      const auto values = replay.draw(name, arguments, n);
      REQUIRE(values.size() == n);
      for (std::size_t i = first + 2; i < words.size(); ++i) CHECK(values[i - first - 2] == parse_bits(words[i]));
      CHECK(hash_words(values) == std::strtoull(words[first + 1].c_str(), nullptr, 16));
      ++checked;
    }
  }
  CHECK(checked > 1000);
}

TEST_CASE("a seed is read from text like NumPy reads it") {
  const auto words = [](const char* text) {
    const auto seed = SeedSequence::parse(text);
    REQUIRE(seed.ok());
    return seed.value().entropy();
  };
  using Words = std::vector<std::uint32_t>;
  CHECK(words("0") == Words{0});
  CHECK(words(" 15 ") == Words{15});
  CHECK(words("0x12345") == Words{74565});
  CHECK(words("4294967296") == Words{0, 1});
  CHECK(words("[1,2, 3]") == Words{1, 2, 3});
  CHECK(words("[]") == Words{});
  CHECK(words("[12345, 0x10deadbeef]") == Words{12345, 3735928559u, 16});
  // The example of NumPy's documentation.
  CHECK(words("1234567890123456789012345678901234567890") ==
        Words{3460238034u, 2898026390u, 3235640248u, 2697535605u, 3u});
  for (const char* text : {"", " ", "-1", "+1", "1.5", "1e3", "x", "0x", "0xg", "[1,2", "1,2", "[1,,2]", "[1,[2]]",
                           "[-1]", "[", "]", "nan", "1 2", "[1 2]"}) {
    CAPTURE(text);
    CHECK_FALSE(SeedSequence::parse(text).ok());
  }
  CHECK(SeedSequence::parse("-15").error() == "A seed must not be negative: \"-15\".");
  CHECK_FALSE(SeedSequence::parse(std::string(5000, '7')).ok());
  CHECK(SeedSequence::parse(std::string(4096, '7')).ok());
}

TEST_CASE("the ways to give a seed agree, and children continue their numbering") {
  const std::vector<std::uint64_t> list{(1ull << 40), 7};
  CHECK(SeedSequence::from_integers(list).entropy() == SeedSequence::parse("[1099511627776, 7]").value().entropy());
  CHECK(default_rng(15).state() == default_rng(SeedSequence::from_words({15})).state());
  SeedSequence one_by_one(15), together(15);
  const auto children = together.spawn(2);
  CHECK(one_by_one.spawn(1)[0].spawn_key() == children[0].spawn_key());
  CHECK(one_by_one.spawn(1)[0].spawn_key() == children[1].spawn_key());
  CHECK_FALSE(default_rng(children[0]).state() == default_rng(children[1]).state());
}

TEST_CASE("a saved state replays, advance goes back") {
  Generator g = default_rng(3);
  g.integers(0, 10);  // leaves a waiting half
  const Pcg64State saved = g.state();
  CHECK(saved.has_half);
  const std::int64_t next = g.integers(0, 1000);
  const double then = g.standard_normal();
  g.set_state(saved);
  CHECK(g.integers(0, 1000) == next);
  CHECK(g.standard_normal() == then);

  Pcg64 bits(SeedSequence(3));
  const std::uint64_t first = bits.next64();
  for (int i = 0; i < 41; ++i) bits.next64();
  bits.advance(-static_cast<Uint128>(42));
  CHECK(bits.next64() == first);
}

TEST_CASE("an empty range draws nothing") {
  Generator g = default_rng(3);
  const Pcg64State before = g.state();
  CHECK(g.integers(5, 5) == 5);
  CHECK(g.integers(5, 4, true) == 5);
  CHECK(g.integers(5, 6) == 5);
  CHECK(g.permutation(0).empty());
  CHECK(g.permutation(1) == std::vector<std::int64_t>{0});
  CHECK(g.state() == before);
}

TEST_CASE("the strips of the ziggurat have equal area and meet") {
  const ZigguratTables& t = ziggurat_tables();
  for (std::size_t i = 1; i < 255; ++i) {
    const double x = t.width[i + 1] * 0x1p52;
    const double area = x * (t.density[i] - t.density[i + 1]);
    CHECK(std::abs(area - kZigguratArea) < 1e-15);
    CHECK(t.width[i] < t.width[i + 1]);
    CHECK(t.threshold[i + 1] < 1ull << 52);
  }
  CHECK(t.threshold[1] == 0);
  CHECK(t.width[255] == kZigguratR * 0x1p-52);
}

TEST_CASE("moments of the normals") {
  Generator g = default_rng(2024);
  const int n = 400000;
  double sum = 0, square = 0, fourth = 0;
  for (int i = 0; i < n; ++i) {
    const double x = g.standard_normal();
    sum += x;
    square += x * x;
    fourth += x * x * x * x;
  }
  CHECK(std::abs(sum / n) < 5 / std::sqrt(1.0 * n));
  CHECK(std::abs(square / n - 1) < 5 * std::sqrt(2.0 / n));
  CHECK(std::abs(fourth / n - 3) < 5 * std::sqrt(96.0 / n));
}

TEST_CASE("the worked examples' generator") {
  Lcg lcg(1);
  const double first = lcg.next();
  CHECK(lcg.state() == 1015568748u);
  CHECK(first == 1015568748.0 / 4294967296.0);
  // First angles 2 pi u of the reproducible run, as printed: 1.48569388, 2.32019607.
  const double two_pi = 6.283185307179586;
  CHECK(std::abs(two_pi * first - 1.48569388) < 5e-9);
  CHECK(std::abs(two_pi * lcg.next() - 2.32019607) < 5e-9);
}
