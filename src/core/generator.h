#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/pcg64.h"
#include "core/seed_sequence.h"

namespace lab::core {

/// Random draws with the bits of NumPy's Generator: the same seed and the same
/// order of calls give the same numbers. A value, passed in by whoever draws;
/// copy it to replay. No draw allocates.
///
/// Sources: NumPy's documentation of random.Generator; D. Lemire, "Fast random
/// integer generation in an interval" (2019); ziggurat.h for the normals.
class Generator {
 public:
  explicit Generator(const Pcg64& bits) : bits_(bits) {}
  explicit Generator(const SeedSequence& seed) : bits_(seed) {}

  /// Uniform in [0, 1), a multiple of 2^-53.
  double random() { return static_cast<double>(bits_.next64() >> 11) * 0x1p-53; }
  /// Uniform in [0, 1), a multiple of 2^-24: random(dtype=float32).
  float random_float() { return static_cast<float>(bits_.next32() >> 8) * 0x1p-24f; }
  void random(std::span<double> out);

  /// low + (high - low) * random(); high - low must be finite. The result may
  /// equal `high` by rounding.
  double uniform(double low, double high) { return low + (high - low) * random(); }
  /// uniform(low, high, size): row after row, like NumPy.
  void uniform(double low, double high, std::span<double> out);

  /// Normal with mean 0 and variance 1, by the ziggurat.
  double standard_normal();
  void standard_normal(std::span<double> out);
  /// mean + deviation * standard_normal().
  double normal(double mean, double deviation) { return mean + deviation * standard_normal(); }
  void normal(double mean, double deviation, std::span<double> out);

  /// Uniform integer in [low, high), or in [low, high] with `endpoint`, as
  /// integers(low, high, endpoint=...) for the default int64. Needs low < high
  /// (low <= high with `endpoint`); returns low and draws nothing otherwise.
  /// A range of one value draws nothing, as in NumPy; ranges of up to 2^32
  /// values take 32-bit halves.
  std::int64_t integers(std::int64_t low, std::int64_t high, bool endpoint = false);
  void integers(std::int64_t low, std::int64_t high, std::span<std::int64_t> out, bool endpoint = false);

  /// Shuffles in place, every order equally likely (Fisher and Yates from the
  /// end): shuffle(array).
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[static_cast<std::size_t>(interval(i - 1))]);
    }
  }

  /// 0..n-1 in random order: permutation(n).
  std::vector<std::int64_t> permutation(std::size_t n);

  /// Uniform integer in [0, max] by masking and rejection, the way shuffles
  /// draw: not the numbers of integers().
  std::uint64_t interval(std::uint64_t max);

  Pcg64& bits() { return bits_; }
  Pcg64State state() const { return bits_.state(); }
  void set_state(const Pcg64State& state) { bits_ = Pcg64(state); }

 private:
  std::uint64_t bounded(std::uint64_t range);
  double normal_tail(bool negative);

  Pcg64 bits_;
};

/// NumPy's default_rng(seed), default_rng(SeedSequence).
inline Generator default_rng(std::uint64_t seed) { return Generator(SeedSequence(seed)); }
inline Generator default_rng(const SeedSequence& seed) { return Generator(seed); }

}  // namespace lab::core
