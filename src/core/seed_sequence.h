#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace lab::core {

/// Turns a seed of any size into well-mixed words for a generator, and grows
/// trees of independent children: NumPy's SeedSequence with its default pool of
/// four words, word for word.
///
/// Sources: M. E. O'Neill, "Developing a seed_seq alternative" (2015) for the
/// mixing; NumPy's documentation of SeedSequence for entropy and spawn keys.
class SeedSequence {
 public:
  /// A seed that fits in 64 bits, as in default_rng(15).
  explicit SeedSequence(std::uint64_t seed = 0);

  /// A list of integers, as in default_rng([1, 2, 3]). Each one contributes its
  /// 32-bit words from the lowest on, 0 one word; so [2^32 + 5] is [5, 1].
  static SeedSequence from_integers(std::span<const std::uint64_t> seeds);

  /// The words of the entropy themselves, and the path in the tree of children.
  static SeedSequence from_words(std::vector<std::uint32_t> entropy,
                                 std::vector<std::uint32_t> spawn_key = {});

  /// A seed as a reader writes it: "15", "0x1f", an integer of any size up to
  /// 4096 digits, or a list of them, "[1, 2, 3]". Fails on anything else:
  /// empty text, a sign, a fraction, a stray character.
  static Result<SeedSequence> parse(std::string_view text);

  /// The next n children. As in NumPy a later call continues the numbering, so
  /// that two calls of spawn(1) give the children 0 and 1.
  std::vector<SeedSequence> spawn(std::size_t n);

  /// Fills `out` with words for seeding. The words do not depend on how many
  /// calls came before; 64-bit words are pairs of 32-bit ones, low half first.
  void generate_state(std::span<std::uint32_t> out) const;
  void generate_state(std::span<std::uint64_t> out) const;

  const std::vector<std::uint32_t>& entropy() const { return entropy_; }
  const std::vector<std::uint32_t>& spawn_key() const { return spawn_key_; }

 private:
  SeedSequence(std::vector<std::uint32_t> entropy, std::vector<std::uint32_t> spawn_key);
  void mix_pool();

  std::vector<std::uint32_t> entropy_;
  std::vector<std::uint32_t> spawn_key_;
  std::array<std::uint32_t, 4> pool_{};
  std::uint32_t children_ = 0;
};

}  // namespace lab::core
