#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/generator.h"
#include "core/matrix.h"

/// Attention without its matrix: the scores are computed tile by tile, and of
/// each row only a running maximum, a running sum and a running output are
/// kept (course notebook, section 13).
///
/// Sources: M. Milakov, N. Gimelshein, "Online normalizer calculation for
/// softmax" (2018), for the running maximum and sum; T. Dao, D. Y. Fu, S. Ermon,
/// A. Rudra, C. Re, "FlashAttention" (NeurIPS 2022), for the tiles; T. Dao,
/// "FlashAttention-2" (2023), for query blocks outside and the division at the end.
///
/// Legend used in this file
///   n, d        tokens, width of queries, keys and values
///   Q, K, V     n x d
///   S           scores, S_ij = factor <q_i, k_j>; -infinity where j > i if causal
///   B_q, B_k    queries and keys in a block; the last block may be smaller
///   m, l, o     of a row, over the keys seen so far: largest score,
///               sum of e^(S - m), sum of e^(S - m) v (length d)
///
/// A tile with largest score m' makes of them, with M = max(m, m'),
///   l <- e^(m - M) l + sum e^(S - M),   o <- e^(m - M) o + sum e^(S - M) v,   m <- M,
/// and o / l is at any time the exact attention over the keys seen so far.
/// Sums run in the order of the keys, exp is the lab's own: the same bits everywhere.
namespace lab::core {

struct AttentionInput {
  Matrix Q, K, V;
  double factor = 1;    ///< of the scores: 1 / sqrt(d), or larger to make them overflow exp
  bool causal = false;  ///< row i sees the keys j <= i only
};

struct Blocks {
  std::size_t queries = 4;  ///< B_q >= 1
  std::size_t keys = 4;     ///< B_k >= 1
};

/// Rows [row, row_end) and columns [column, column_end) of S.
struct Tile {
  std::size_t row = 0, row_end = 0;
  std::size_t column = 0, column_end = 0;
  bool operator==(const Tile&) const = default;
};

enum class KeyOrder : std::uint8_t { kForward, kBackward, kShuffled };

/// All tiles in the order in which they are worked on: query block by query
/// block, the keys of each in the given order (shuffled anew for each by
/// `draw`, which the other orders do not touch). With `causal` the tiles
/// wholly above the diagonal are left out.
std::vector<Tile> make_tiles(std::size_t n, Blocks blocks, bool causal, KeyOrder order, Generator& draw);

/// What is kept of the rows of one query block.
struct RunningRows {
  std::vector<double> m;        ///< -infinity before the first key
  std::vector<double> l;        ///< 0 before the first key
  Matrix o;                     ///< rows of the block x d, not yet divided by l
  std::vector<double> rescale;  ///< e^(m - M) of the last tile, by row; 1: no new maximum
};
RunningRows start_rows(std::size_t rows, std::size_t d);
/// S of a tile: its rows x its columns.
Matrix tile_scores(const AttentionInput& input, const Tile& tile);
/// Takes in one tile. `scores` is tile_scores(input, tile).
void absorb(const AttentionInput& input, const Tile& tile, const Matrix& scores, RunningRows& rows);
/// o / l; a row that has seen no key is 0.
Matrix output_so_far(const RunningRows& rows);

struct TiledAttention {
  Matrix output;             ///< n x d
  std::vector<double> m, l;  ///< of each row at the end
  // Counted while running, from what was allocated:
  std::uint64_t most_scores = 0;   ///< scores in memory at a time
  std::uint64_t most_working = 0;  ///< with the rows of Q, K, V that the tile reads, and o, m, l
};
/// All tiles, in their order.
TiledAttention tiled_attention(const AttentionInput& input, std::span<const Tile> tiles);

struct PlainAttention {
  Matrix weights;            ///< n x n, rows of softmax(S)
  Matrix output;             ///< n x d, weights V
  std::vector<double> m, l;  ///< of each row: maximum, and sum of e^(S - m)
};
/// The same with the whole matrix in memory.
PlainAttention plain_attention(const AttentionInput& input);
/// Rows that come out as NaN when e^S is taken without subtracting the maximum
/// first: the sum has overflowed to infinity, or is 0.
std::size_t naive_failures(const AttentionInput& input);

/// Numbers, not bytes.
struct Footprint {
  std::uint64_t scores = 0;    ///< scores that are in memory at a time
  std::uint64_t working = 0;   ///< the same with all that is worked on beside them
  std::uint64_t reads = 0;     ///< numbers fetched from slow memory
  std::uint64_t writes = 0;    ///< numbers written to slow memory
  std::uint64_t products = 0;  ///< multiplications for scores and output
};
/// S is written, read for the softmax, written and read again: n^2 each time,
/// as in algorithm 0 of the FlashAttention paper; Q, K, V are read and the
/// output is written once. Working: n^2. n up to 2^24.
Footprint plain_footprint(std::uint64_t n, std::uint64_t d);
/// Each query block is read once and its output written once; keys and values
/// are read with each tile. Working: the tile, the blocks of Q, K, V, and o, m, l.
Footprint tiled_footprint(std::span<const Tile> tiles, std::uint64_t d);
/// B_q B_k + 2 B_q d + 2 B_k d + 2 B_q, whatever n is.
std::uint64_t tiled_working(Blocks blocks, std::uint64_t d);

/// Largest |a - b| over the entries; NaN when one of them is no number.
double largest_gap(const Matrix& a, const Matrix& b);

}  // namespace lab::core
