#include "core/tiled_attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/elementary.h"
#include "core/product.h"
#include "core/softmax.h"
#include "core/vec.h"

namespace lab::core {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

double score(const AttentionInput& in, std::size_t i, std::size_t j) {
  return in.causal && j > i ? kNone : in.factor * dot(in.Q.row(i), in.K.row(j));
}

void absorb_row(const AttentionInput& in, const Tile& tile, std::span<const double> scores, std::size_t r, RunningRows& rows) {
  double most = rows.m[r];
  for (const double s : scores) most = s > most ? s : most;
  rows.rescale[r] = 1;
  if (most == kNone) return;  // all keys so far lie in this row's future
  // exp(-infinity) = 0: what is there before the first key counts for nothing.
  rows.rescale[r] = most > rows.m[r] ? exp(rows.m[r] - most) : 1.0;
  rows.m[r] = most;
  rows.l[r] *= rows.rescale[r];
  const std::span<double> o = rows.o.row(r);
  for (double& x : o) x *= rows.rescale[r];
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double w = exp(scores[j] - most);
    rows.l[r] += w;
    const std::span<const double> v = in.V.row(tile.column + j);
    for (std::size_t c = 0; c < o.size(); ++c) o[c] += w * v[c];
  }
}

std::vector<std::size_t> key_blocks(std::size_t count, KeyOrder order, Generator& draw) {
  std::vector<std::size_t> out(count);
  for (std::size_t b = 0; b < count; ++b) out[b] = order == KeyOrder::kBackward ? count - 1 - b : b;
  if (order == KeyOrder::kShuffled) draw.shuffle(std::span<std::size_t>(out));
  return out;
}

}  // namespace

std::vector<Tile> make_tiles(std::size_t n, Blocks blocks, bool causal, KeyOrder order, Generator& draw) {
  assert(blocks.queries > 0 && blocks.keys > 0);
  std::vector<Tile> out;
  const std::size_t across = (n + blocks.keys - 1) / blocks.keys;
  for (std::size_t row = 0; row < n; row += blocks.queries) {
    const std::size_t row_end = std::min(n, row + blocks.queries);
    for (const std::size_t b : key_blocks(across, order, draw)) {
      const std::size_t column = b * blocks.keys;
      if (causal && column >= row_end) continue;
      out.push_back({row, row_end, column, std::min(n, column + blocks.keys)});
    }
  }
  return out;
}

RunningRows start_rows(std::size_t rows, std::size_t d) {
  return {std::vector<double>(rows, kNone), std::vector<double>(rows, 0.0), Matrix(rows, d), std::vector<double>(rows, 1.0)};
}

Matrix tile_scores(const AttentionInput& input, const Tile& tile) {
  Matrix out(tile.row_end - tile.row, tile.column_end - tile.column);
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < out.cols; ++j) out(i, j) = score(input, tile.row + i, tile.column + j);
  return out;
}

void absorb(const AttentionInput& input, const Tile& tile, const Matrix& scores, RunningRows& rows) {
  for (std::size_t r = 0; r < scores.rows; ++r) absorb_row(input, tile, scores.row(r), r, rows);
}

Matrix output_so_far(const RunningRows& rows) {
  Matrix out = rows.o;
  for (std::size_t r = 0; r < out.rows; ++r)
    for (double& x : out.row(r)) x = rows.l[r] > 0 ? x / rows.l[r] : 0.0;
  return out;
}

TiledAttention tiled_attention(const AttentionInput& input, std::span<const Tile> tiles) {
  const std::size_t n = input.Q.rows, d = input.V.cols;
  TiledAttention out{Matrix(n, d), std::vector<double>(n, kNone), std::vector<double>(n, 0.0), 0, 0};
  RunningRows rows;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const Tile& tile = tiles[t];
    if (t == 0 || tiles[t - 1].row != tile.row) rows = start_rows(tile.row_end - tile.row, d);
    const Matrix scores = tile_scores(input, tile);
    absorb(input, tile, scores, rows);
    const std::size_t read = scores.rows * input.Q.cols + scores.cols * (input.K.cols + d);
    const std::size_t kept = rows.o.data.size() + rows.m.size() + rows.l.size();
    out.most_scores = std::max<std::uint64_t>(out.most_scores, scores.data.size());
    out.most_working = std::max<std::uint64_t>(out.most_working, scores.data.size() + read + kept);
    if (t + 1 < tiles.size() && tiles[t + 1].row == tile.row) continue;
    const Matrix done = output_so_far(rows);
    for (std::size_t r = 0; r < done.rows; ++r) {
      std::ranges::copy(done.row(r), out.output.row(tile.row + r).begin());
      out.m[tile.row + r] = rows.m[r];
      out.l[tile.row + r] = rows.l[r];
    }
  }
  return out;
}

PlainAttention plain_attention(const AttentionInput& input) {
  const std::size_t n = input.Q.rows;
  PlainAttention out;
  out.weights = tile_scores(input, {0, n, 0, n});
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<double> row = out.weights.row(i);
    out.m.push_back(*std::ranges::max_element(row));
    double sum = 0;
    for (const double s : row) sum += exp(s - out.m[i]);
    out.l.push_back(sum);
    softmax(row, row);
  }
  out.output = product(out.weights, input.V);
  return out;
}

std::size_t naive_failures(const AttentionInput& input) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < input.Q.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < input.K.rows; ++j) sum += exp(score(input, i, j));
    count += std::isfinite(sum) && sum > 0 ? 0 : 1;
  }
  return count;
}

Footprint plain_footprint(std::uint64_t n, std::uint64_t d) {
  const std::uint64_t square = n * n;
  return {square, square, 3 * n * d + 2 * square, n * d + 2 * square, 2 * square * d};
}

Footprint tiled_footprint(std::span<const Tile> tiles, std::uint64_t d) {
  Footprint out;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const std::uint64_t queries = tiles[t].row_end - tiles[t].row, keys = tiles[t].column_end - tiles[t].column;
    out.scores = std::max(out.scores, queries * keys);
    out.working = std::max(out.working, tiled_working({tiles[t].row_end - tiles[t].row, tiles[t].column_end - tiles[t].column}, d));
    const bool fresh = t == 0 || tiles[t - 1].row != tiles[t].row;
    out.reads += 2 * keys * d + (fresh ? queries * d : 0);
    out.writes += fresh ? queries * d : 0;
    out.products += 2 * queries * keys * d;
  }
  return out;
}

std::uint64_t tiled_working(Blocks blocks, std::uint64_t d) {
  const std::uint64_t queries = blocks.queries, keys = blocks.keys;
  return queries * keys + 2 * queries * d + 2 * keys * d + 2 * queries;
}

double largest_gap(const Matrix& a, const Matrix& b) {
  assert(a.rows == b.rows && a.cols == b.cols);
  double gap = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) {
    const double here = std::abs(a.data[i] - b.data[i]);
    if (!(here <= gap)) gap = here;
    if (std::isnan(gap)) return gap;
  }
  return gap;
}

}  // namespace lab::core
