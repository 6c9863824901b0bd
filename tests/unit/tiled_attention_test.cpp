// Tiled attention: equal to the plain one whatever the tiles and their order, counted, and never overflowing.
#include <doctest.h>

#include <algorithm>
#include <cmath>

#include "core/tiled_attention.h"

using namespace lab::core;

namespace {

AttentionInput draw_input(std::uint64_t seed, std::size_t n, std::size_t d, double factor, bool causal) {
  Generator draw = default_rng(seed);
  AttentionInput in{Matrix(n, d), Matrix(n, d), Matrix(n, d), factor / std::sqrt(static_cast<double>(d)), causal};
  for (Matrix* m : {&in.Q, &in.K, &in.V}) draw.standard_normal(m->data);
  return in;
}

std::vector<Tile> all_tiles(std::size_t n, Blocks blocks, bool causal, KeyOrder order = KeyOrder::kForward) {
  Generator draw = default_rng(3);
  return make_tiles(n, blocks, causal, order, draw);
}

}  // namespace

TEST_CASE("Plain attention gives NumPy's numbers for seed 15") {
  // default_rng(15).standard_normal((16, 8)) three times; S = Q K^T / sqrt 8; NumPy 1.24.
  const PlainAttention plain = plain_attention(draw_input(15, 16, 8, 1, false));
  CHECK(plain.output(0, 0) == doctest::Approx(0.06338695704980994).epsilon(1e-13));
  CHECK(plain.output(15, 7) == doctest::Approx(-0.00223639495777727).epsilon(1e-13));
  CHECK(plain.m[4] == doctest::Approx(1.1492378889367334).epsilon(1e-14));
  CHECK(plain.l[4] == doctest::Approx(5.508900800797223).epsilon(1e-13));
  const PlainAttention causal = plain_attention(draw_input(15, 16, 8, 1, true));
  CHECK(causal.output(7, 3) == doctest::Approx(-0.03343423293771219).epsilon(1e-13));
  CHECK(causal.output(0, 0) == doctest::Approx(-1.5544813942333329).epsilon(1e-15));  // v_1 itself
}

TEST_CASE("The tiles hold each entry that is not masked once, in each order") {
  for (const bool causal : {false, true})
    for (const KeyOrder order : {KeyOrder::kForward, KeyOrder::kBackward, KeyOrder::kShuffled})
      for (const Blocks b : {Blocks{4, 4}, Blocks{5, 7}, Blocks{1, 1}, Blocks{40, 3}, Blocks{2, 40}}) {
        const std::size_t n = 18;
        std::vector<int> met(n * n, 0);
        const auto tiles = all_tiles(n, b, causal, order);
        for (std::size_t t = 0; t < tiles.size(); ++t) {
          CHECK((t == 0 || tiles[t].row >= tiles[t - 1].row));
          for (std::size_t i = tiles[t].row; i < tiles[t].row_end; ++i)
            for (std::size_t j = tiles[t].column; j < tiles[t].column_end; ++j) ++met[i * n + j];
        }
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < n; ++j) {
            if (!causal || j <= i) CHECK(met[i * n + j] == 1);
            else CHECK(met[i * n + j] <= 1);
          }
      }
}

TEST_CASE("Tiled equals plain to rounding for any blocks, order, mask and size of the scores") {
  Generator draw = default_rng(11);
  for (int run = 0; run < 200; ++run) {
    const auto n = static_cast<std::size_t>(draw.integers(1, 40)), d = static_cast<std::size_t>(draw.integers(1, 12));
    const Blocks b{static_cast<std::size_t>(draw.integers(1, 44)), static_cast<std::size_t>(draw.integers(1, 44))};
    const bool causal = draw.integers(0, 2) == 1;
    static constexpr double kSizes[] = {1e-6, 1, 30, 1000, 1e6};
    const AttentionInput in = draw_input(static_cast<std::uint64_t>(run), n, d, kSizes[draw.integers(0, 5)], causal);
    const PlainAttention plain = plain_attention(in);
    double size = 0;
    for (const double v : in.V.data) size = std::max(size, std::abs(v));
    for (const KeyOrder order : {KeyOrder::kForward, KeyOrder::kBackward, KeyOrder::kShuffled}) {
      const TiledAttention tiled = tiled_attention(in, make_tiles(n, b, causal, order, draw));
      CHECK(largest_gap(tiled.output, plain.output) <= 1e-12 * size);
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(tiled.m[i] == plain.m[i]);
        CHECK(std::abs(tiled.l[i] - plain.l[i]) <= 1e-12 * plain.l[i]);
      }
    }
  }
}

TEST_CASE("At any time the running output is the attention over the keys seen so far") {
  const AttentionInput in = draw_input(15, 16, 8, 1, false);
  const auto tiles = all_tiles(16, {4, 4}, false);
  RunningRows rows = start_rows(4, 8);
  for (std::size_t t = 0; t < 2; ++t) absorb(in, tiles[t], tile_scores(in, tiles[t]), rows);
  // NumPy over keys 1 to 8.
  CHECK(rows.m[0] == doctest::Approx(1.9796469743186247).epsilon(1e-14));
  CHECK(rows.l[0] == doctest::Approx(1.9613577665971746).epsilon(1e-13));
  CHECK(output_so_far(rows)(0, 0) == doctest::Approx(-0.2563147579116901).epsilon(1e-12));
}

TEST_CASE("Without a maximum large scores are lost, with the running one they are not") {
  const AttentionInput in = draw_input(15, 16, 8, 1000, false);
  CHECK(naive_failures(in) == 16);  // NumPy's count
  CHECK(naive_failures(draw_input(15, 16, 8, 1, false)) == 0);
  const AttentionInput huge = draw_input(15, 16, 8, 1e6, false);
  CHECK(naive_failures(huge) == 16);
  for (const double x : tiled_attention(huge, all_tiles(16, {4, 4}, false)).output.data) CHECK(std::isfinite(x));
  // All scores far below 0: every e^S is 0, and 0 / 0 is no number either.
  AttentionInput low{Matrix(2, 1, 1.0), Matrix(2, 1, -1.0), Matrix(2, 1, 3.0), 1000, false};
  CHECK(naive_failures(low) == 2);
  CHECK(tiled_attention(low, all_tiles(2, {1, 1}, false)).output(1, 0) == 3.0);
}

TEST_CASE("A row whose tile lies in its future stays as it was") {
  const AttentionInput in = draw_input(1, 8, 2, 1, true);
  RunningRows rows = start_rows(8, 2);
  const Tile last{0, 8, 4, 8};
  absorb(in, last, tile_scores(in, last), rows);
  CHECK(rows.l[0] == 0.0);
  CHECK(std::isinf(rows.m[3]));
  CHECK(output_so_far(rows)(3, 1) == 0.0);
  CHECK(rows.l[4] == 1.0);  // its one key has weight e^0
}

TEST_CASE("Memory and traffic are counted") {
  const auto tiles = all_tiles(16, {4, 4}, false);
  REQUIRE(tiles.size() == 16);
  const Footprint tiled = tiled_footprint(tiles, 8), plain = plain_footprint(16, 8);
  CHECK(tiled.scores == 16);
  CHECK(tiled.working == 16 + 64 + 64 + 8);
  CHECK(tiled.reads == 16 * 8 + 4 * (2 * 16 * 8));  // Q once, K and V for each of 4 query blocks
  CHECK(tiled.writes == 16 * 8);
  CHECK(plain.scores == 256);
  CHECK(plain.reads == 3 * 128 + 512);
  CHECK(plain.writes == 128 + 512);
  CHECK(plain.products == tiled.products);
  // Causal in tiles of one entry: half of them and the diagonal.
  CHECK(tiled_footprint(all_tiles(16, {1, 1}, true), 8).products == 2 * 8 * (16 * 17 / 2));
  CHECK(plain_footprint(1U << 20U, 64).working == 1ULL << 40U);
  CHECK(tiled_working({64, 64}, 64) == 4096 + 4 * 4096 + 128);
}
