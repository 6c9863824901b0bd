#include "scenes/flash_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/elementary.h"
#include "core/generator.h"
#include "core/hash.h"
#include "scenes/model_scene.h"
#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using S = FlashSettings;
using core::Matrix;

enum Row : std::size_t { kPreset, kN, kD, kBlockQ, kBlockK, kCausal, kOrder, kSize, kSeed, kSpeed };

struct Preset {
  const char* key;
  const char* label;
  std::int64_t n, d, block_q, block_k;
  bool causal;
  double size;
};
constexpr std::array<Preset, 6> kPresets{{
    {"tiles", "16 tokens in tiles of 4 x 4", 16, 8, 4, 4, false, 1},
    {"causal", "Causal: tiles above the diagonal are never touched", 16, 8, 4, 4, true, 1},
    {"overflow", "Scores that overflow without the maximum", 16, 8, 4, 4, false, 1000},
    {"ragged", "Blocks that do not divide n", 18, 8, 5, 7, false, 1},
    {"long", "128 tokens in tiles of 16 x 16", 128, 16, 16, 16, false, 1},
    {"whole", "One tile: the plain computation", 16, 8, 16, 16, false, 1},
}};

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("preset", "Example", "Tokens", "Sizes to begin with"), preset_options(kPresets)), &S::preset},
      {ranged(row_of("n", "Tokens n", "Tokens", "Length of the sequence: the plain matrix has n² entries"), Kind::kInteger, 2, 128), &S::n},
      {ranged(row_of("d", "Width d", "Tokens", "Width of queries, keys and values"), Kind::kInteger, 1, 64, Scale::kLog), &S::d},
      {ranged(row_of("block-q", "Queries in a block", "Tiles", "Rows of a tile, B_q; the last block may be smaller"), Kind::kInteger, 1, 128, Scale::kLog), &S::block_q},
      {ranged(row_of("block-k", "Keys in a block", "Tiles", "Columns of a tile, B_k; the last block may be smaller"), Kind::kInteger, 1, 128, Scale::kLog), &S::block_k},
      {plain(row_of("causal", "Causal", "Tiles", "Token i attends to tokens 1 to i only"), Kind::kSwitch), &S::causal},
      {choice(row_of("order", "Order of the keys", "Tiles", "In which the key blocks of a query block come"),
              {{"forward", "from the first"}, {"backward", "from the last"}, {"shuffled", "random"}}), &S::order},
      {ranged(row_of("size", "Size of the scores", "Scores", "Factor of all scores; from a few hundred on, e to the score overflows"), Kind::kNumber, 0.01, 1e6, Scale::kLog), &S::size},
      {plain(row_of("seed", "Seed", "Scores", "Of Q, K and V, standard normal, as NumPy's default_rng takes it"), Kind::kSeed), &S::seed},
      {view(with_unit(ranged(row_of("speed", "Speed", "Run", "Tiles per second while playing"), Kind::kNumber, 0.5, 240, Scale::kLog), "tiles/s")), &S::speed},
  };
  return rows;
}

core::KeyOrder order_of(const std::string& key) {
  if (key == "backward") return core::KeyOrder::kBackward;
  return key == "shuffled" ? core::KeyOrder::kShuffled : core::KeyOrder::kForward;
}

double largest_size(const Matrix& m) {
  double most = 0;
  for (const double x : m.data)
    if (std::isfinite(x)) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

std::unique_ptr<Scene> make_flash_scene() { return std::make_unique<FlashScene>(); }

FlashScene::FlashScene() : TableScene<S>(fields()) {
  take_preset();
  refresh();
}

std::span<const Action> FlashScene::actions() const {
  static const std::vector<Action> list = {{"new-seed", "New seed", "Other queries, keys and values"}};
  return list;
}

core::Status FlashScene::act(std::size_t) {
  settings_.seed = next_seed(settings_.seed);
  const std::size_t k = k_;  // the same tiles: the reader stays at the tile
  refresh();
  seek(k);
  changed();
  return core::success();
}

core::Blocks FlashScene::blocks() const {
  return {static_cast<std::size_t>(settings_.block_q), static_cast<std::size_t>(settings_.block_k)};
}

void FlashScene::take_preset() {
  for (const Preset& p : kPresets) {
    if (p.key != settings_.preset) continue;
    start_.n = settings_.n = p.n;
    start_.d = settings_.d = p.d;
    start_.block_q = settings_.block_q = p.block_q;
    start_.block_k = settings_.block_k = p.block_k;
    start_.causal = settings_.causal = p.causal;
    start_.size = settings_.size = p.size;
    start_.speed = settings_.speed = p.n > 64 ? 12 : 2;
  }
}

void FlashScene::settle(std::size_t param) {
  if (param == kSpeed) return;
  if (param == kPreset) take_preset();
  // Other numbers in the same tiles: the reader stays at the tile.
  const bool same_tiles = param == kD || param == kSize || param == kSeed || param == kOrder;
  const std::size_t k = same_tiles ? k_ : 0;
  refresh();
  seek(k);
}

void FlashScene::refresh() {
  const auto n = static_cast<std::size_t>(settings_.n), d = static_cast<std::size_t>(settings_.d);
  const auto seed = core::SeedSequence::parse(settings_.seed);
  core::Generator draw = core::default_rng(seed ? seed.value() : core::SeedSequence());
  for (Matrix* m : {&input_.Q, &input_.K, &input_.V}) {
    *m = Matrix(n, d);
    draw.standard_normal(m->data);
  }
  input_.factor = settings_.size / std::sqrt(static_cast<double>(d));
  input_.causal = settings_.causal;
  core::Generator of_order = draw;
  tiles_ = core::make_tiles(n, blocks(), input_.causal, order_of(settings_.order), of_order);
  plain_ = core::plain_attention(input_);
  tiled_ = core::tiled_attention(input_, tiles_);
  compare(draw);
  walk();
  k_ = 0;
}

void FlashScene::compare(core::Generator draw) {
  largest_value_ = largest_size(input_.V);
  largest_score_ = largest_size(core::tile_scores(input_, {0, n(), 0, n()}));
  naive_failures_ = core::naive_failures(input_);
  output_gap_ = core::largest_gap(tiled_.output, plain_.output) / largest_value_;
  sum_gap_ = 0;
  for (std::size_t i = 0; i < n(); ++i) sum_gap_ = std::max(sum_gap_, std::abs(tiled_.l[i] - plain_.l[i]) / plain_.l[i]);
  order_gap_ = 0;
  using core::KeyOrder;
  for (const KeyOrder order : {KeyOrder::kForward, KeyOrder::kBackward, KeyOrder::kShuffled, KeyOrder::kShuffled}) {
    const auto tiles = core::make_tiles(n(), blocks(), input_.causal, order, draw);
    order_gap_ = std::max(order_gap_, core::largest_gap(core::tiled_attention(input_, tiles).output, tiled_.output) / largest_value_);
  }
}

// Once through all tiles, for the curves.
void FlashScene::walk() {
  gaps_.clear();
  maxima_.clear();
  core::RunningRows rows;
  for (std::size_t t = 0; t < tiles_.size(); ++t) {
    const core::Tile& tile = tiles_[t];
    const std::size_t count = tile.row_end - tile.row;
    if (t == 0 || tiles_[t - 1].row != tile.row) rows = core::start_rows(count, d());
    core::absorb(input_, tile, core::tile_scores(input_, tile), rows);
    Matrix end(count, d());
    for (std::size_t r = 0; r < count; ++r) std::ranges::copy(plain_.output.row(tile.row + r), end.row(r).begin());
    gaps_.push_back(core::largest_gap(core::output_so_far(rows), end) / largest_value_);
    maxima_.push_back(rows.m);
  }
}

core::RunningRows FlashScene::rows_at(std::size_t k) const {
  const core::Tile& last = tiles_[k - 1];
  std::size_t first = k - 1;
  while (first > 0 && tiles_[first - 1].row == last.row) --first;
  core::RunningRows rows = core::start_rows(last.row_end - last.row, d());
  for (std::size_t t = first; t < k; ++t) core::absorb(input_, tiles_[t], core::tile_scores(input_, tiles_[t]), rows);
  return rows;
}

void FlashScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  k_ = k;
  if (k_ > 0) {
    rows_ = rows_at(k_);
    weights_ = core::tile_scores(input_, tile());
    for (std::size_t r = 0; r < weights_.rows; ++r)
      for (double& s : weights_.row(r)) s = std::isfinite(s) ? core::exp(s - rows_.m[r]) : 0.0;
  }
  changed();
}

double FlashScene::share(std::size_t r) const {
  const std::size_t i = tile().row + r;
  if (!(rows_.l[r] > 0)) return 0;
  return std::min(1.0, rows_.l[r] * core::exp(rows_.m[r] - tiled_.m[i]) / tiled_.l[i]);
}

double FlashScene::peak(std::size_t r) const {
  return rows_.l[r] > 0 ? core::exp(rows_.m[r] - tiled_.m[tile().row + r]) : 0.0;
}

Matrix FlashScene::state(std::size_t k) const {
  Matrix out(n(), d());
  k = std::min(k, horizon());
  if (k == 0) return out;
  const core::Tile& last = tiles_[k - 1];
  std::copy_n(tiled_.output.data.begin(), last.row * d(), out.data.begin());
  const Matrix now = core::output_so_far(rows_at(k));
  std::ranges::copy(now.data, out.data.begin() + static_cast<std::ptrdiff_t>(last.row * d()));
  return out;
}

std::uint64_t FlashScene::hash(std::size_t k) const {
  std::uint64_t sum = core::kFnvOffset;
  for (std::size_t t = 0; t < std::min(k, horizon()); ++t) sum = core::hash_bits(maxima_[t], sum);
  return core::hash_bits(state(k).data, sum);
}

void FlashScene::fill(Frame& frame) const { flash_frame(*this, frame); }

}  // namespace lab::scenes
