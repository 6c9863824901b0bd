#include "scenes/positions_scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/hash.h"
#include "scenes/model_scene.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;
using S = PositionsSettings;

enum Row : std::size_t {
  kShow, kPreset, kD, kN, kBase, kOffset, kWindow, kPair, kSeed, kSpeed
};

struct Preset {
  const char* key;
  const char* label;
  const char* d;
  std::int64_t n;
  double base;
  std::int64_t offset, window, pair;
};
constexpr std::array<Preset, 4> kPresets{{
    {"notebook", "The notebook's", "64", 100, 10000, 7, 64, 4},
    {"decades", "Four clocks", "8", 100, 10000, 7, 64, 1},
    {"long-base", "Base 500\u202F000", "64", 200, 500000, 7, 100, 4},
    {"one-speed", "All clocks alike", "8", 64, 1, 7, 32, 1},
}};

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("show", "Show", "View",
                     "The table; its clocks; a shift by an offset; rotary positions; positions never trained on"),
              {{"table", "table"},
               {"clocks", "clocks"},
               {"offset", "offset"},
               {"rope", "RoPE"},
               {"beyond", "beyond the window"}},
              true),
       &S::show},
      {choice(row_of("preset", "Example", "Table", "Width, length and base together"), preset_options(kPresets)),
       &S::preset},
      {choice(row_of("d", "Width d_m", "Table", "Dimensions: a sine and a cosine for each clock"), {{"2", "2"},
                                                                                                    {"4", "4"},
                                                                                                    {"8", "8"},
                                                                                                    {"16", "16"},
                                                                                                    {"32", "32"},
                                                                                                    {"64", "64"},
                                                                                                    {"128", "128"},
                                                                                                    {"256", "256"}}),
       &S::d},
      {ranged(row_of("n", "Positions n", "Table", "Rows of the table"), Kind::kInteger, 2, 256), &S::n},
      {ranged(row_of("base", "Base", "Table", "Clock k turns at base^(−2k/d_m) radians a position"), Kind::kNumber, 1,
              1e7, Scale::kLog),
       &S::base},
      {ranged(row_of("offset", "Offset Δ", "Offset", "How far the table is shifted"), Kind::kInteger, -64, 64),
       &S::offset},
      {ranged(row_of("window", "Trained window", "Training", "Positions 0 … window − 1 occurred in training"),
              Kind::kInteger, 1, 256),
       &S::window},
      {view(ranged(row_of("pair", "Clock k", "View", "The pair of dimensions 2k, 2k + 1 that is marked"),
                   Kind::kInteger, 0, 127)),
       &S::pair},
      {plain(row_of("seed", "Seed", "RoPE", "Of one query and one key, as NumPy's default_rng takes it"), Kind::kSeed),
       &S::seed},
      {view(with_unit(ranged(row_of("speed", "Speed", "Run", "Positions per second while playing"), Kind::kNumber, 0.5,
                             60, Scale::kLog),
                      "positions/s")),
       &S::speed},
  };
  return rows;
}

std::size_t number_of(std::string_view text) {
  std::size_t x = 0;
  std::from_chars(text.data(), text.data() + text.size(), x);
  return x;
}

}  // namespace

std::unique_ptr<Scene> make_positions_scene() { return std::make_unique<PositionsScene>(); }

PositionsScene::PositionsScene() : TableScene<S>(fields()) {
  take_preset();
  refresh();
}

std::span<const Action> PositionsScene::actions() const {
  static const std::vector<Action> list = {{"new-seed", "New seed", "Another query and key for RoPE"}};
  return list;
}

Status PositionsScene::act(std::size_t) {
  settings_.seed = next_seed(settings_.seed);
  content_.reset();
  changed();
  return success();
}

void PositionsScene::take_preset() {
  for (const Preset& p : kPresets) {
    if (p.key != settings_.preset) continue;
    start_.d = settings_.d = p.d;
    start_.n = settings_.n = p.n;
    start_.base = settings_.base = p.base;
    start_.offset = settings_.offset = p.offset;
    start_.window = settings_.window = p.window;
    start_.pair = settings_.pair = p.pair;
  }
}

Status PositionsScene::fits(std::size_t param, const Value& value) const {
  if (param != kPair || *std::get_if<std::int64_t>(&value) < static_cast<std::int64_t>(speeds_.size()))
    return success();
  return Error{"pair must be at most " + std::to_string(speeds_.size() - 1) + ": width " + settings_.d + " has " +
               std::to_string(speeds_.size()) + " clocks, counted from 0."};
}

void PositionsScene::settle(std::size_t param) {
  if (param == kPreset) take_preset();
  if (param == kShow || param == kPair || param == kSpeed) return;
  refresh();
}

void PositionsScene::refresh() {
  speeds_ = core::clock_speeds(number_of(settings_.d), settings_.base);
  settings_.pair = std::min(settings_.pair, static_cast<std::int64_t>(speeds_.size()) - 1);
  table_ = core::position_table(speeds_, n());
  by_offset_.resize(n());
  for (std::size_t o = 0; o < n(); ++o) by_offset_[o] = core::offset_score(speeds_, static_cast<double>(o));
  scores_.reset();
  score_error_.reset();
  shift_error_.reset();
  content_.reset();
  reach_.clear();
  p_ = std::min(p_, horizon());
}

void PositionsScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k != p_) changed();
  p_ = k;
}

const Matrix& PositionsScene::scores() const {
  if (!scores_) scores_ = core::position_scores(table_);
  return *scores_;
}

double PositionsScene::score_error() const {
  if (!score_error_) {
    double most = 0;
    for (std::size_t p = 0; p < n(); ++p)
      for (std::size_t j = 0; j < n(); ++j)
        most = std::max(most, std::fabs(scores()(p, j) - by_offset_[p < j ? j - p : p - j]));
    score_error_ = most;
  }
  return *score_error_;
}

double PositionsScene::shift_error() const {
  if (!shift_error_) shift_error_ = core::shift_error(speeds_, n(), offset());
  return *shift_error_;
}

const PositionsScene::Content& PositionsScene::content() const {
  if (content_) return *content_;
  Content c;
  c.q.resize(width());
  c.k.resize(width());
  core::Generator generator = generator_of(settings_.seed);
  generator.standard_normal(c.q);
  generator.standard_normal(c.k);
  c.rotary = core::rotary_scores(speeds_, n(), c.q, c.k);
  c.rotary_spread = core::offset_spread(c.rotary);
  const auto last = static_cast<std::ptrdiff_t>(n()) - 1;
  for (std::ptrdiff_t o = -last; o <= last; ++o) {
    const double formula = core::rotary_score(speeds_, static_cast<double>(o), c.q, c.k);
    for (std::ptrdiff_t p = std::max<std::ptrdiff_t>(0, -o); p <= last && p + o <= last; ++p)
      c.rotary_error = std::max(
          c.rotary_error, std::fabs(c.rotary(static_cast<std::size_t>(p), static_cast<std::size_t>(p + o)) - formula));
  }
  c.added = core::added_scores(table_, c.q, c.k);
  c.added_spread = core::offset_spread(c.added.total);
  c.uncrossed_spread = core::offset_spread(c.added.without_cross());
  content_ = std::move(c);
  return *content_;
}

std::span<const PositionsScene::Reach> PositionsScene::reach_of_clocks() const {
  if (reach_.empty())
    for (const double w : speeds_)
      reach_.push_back(
          {2 * std::numbers::pi / w, core::covered_share(w, window()), core::farthest_new_phase(w, window(), n())});
  return reach_;
}

std::size_t PositionsScene::slow_clocks() const {
  const auto all = reach_of_clocks();
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [&](const Reach& r) { return r.period > static_cast<double>(window()); }));
}

Matrix PositionsScene::state(std::size_t k) const {
  Matrix row(1, width());
  std::ranges::copy(table_.row(std::min(k, horizon())), row.data.begin());
  return row;
}

std::uint64_t PositionsScene::hash(std::size_t k) const {
  return core::hash_bits(std::span(table_.data).first((std::min(k, horizon()) + 1) * width()));
}

Status PositionsScene::press(std::int32_t handle) {
  if (handle < 0 || static_cast<std::size_t>(handle) >= width()) return success();
  settings_.pair = handle / 2;
  changed();
  return success();
}

void PositionsScene::fill(Frame& frame) const { positions_frame(*this, frame); }

std::span<const Observable> PositionsScene::observables() const {
  static const std::vector<Observable> list = {
      {"row", "PE at the position", "", "1 x d_m"},
      {"table", "Table", "", "PE, n x d_m"},
      {"periods", "Periods", "positions", "2 pi / w_k of every clock"},
      {"largest-entry", "Largest entry", "", "Of |PE|; at most 1"},
      {"shift-error", "Error of the shift", "", "Largest |M PE_p - PE_(p + offset)| over all p"},
      {"inner-products", "Inner products by offset", "",
       "<PE_p, PE_(p+o)> / d_m from row 0 of the table, o = 0 .. n-1"},
      {"inner-product-error", "Inner products off their formula", "", "Largest difference over all pairs of positions"},
      {"first-rise", "First rise", "positions",
       "Smallest offset o whose inner product is below that of o + 1; n when there is none"},
      {"rope-error", "RoPE off its formula", "", "Largest |<R_p q, R_j k> - <q, R_(j-p) k>| / sqrt(d_m)"},
      {"rope-spread", "RoPE: spread at equal offset", "", "Largest difference between two scores of equal offset"},
      {"added-spread", "Added: spread at equal offset", "", "The same when positions are added to the content"},
      {"uncrossed-spread", "Added, without cross terms", "", "The same without <PE_p, k> and <q, PE_j>"},
      {"slow-clocks", "Clocks slower than the window", "", "Their period is longer than the trained window"},
      {"new-angles", "New angles", "rad",
       "For each clock, the largest angle from a position beyond to the nearest trained phase"},
      {"nearest-cosine", "Cosine to the nearest trained row", "", "At the position"},
  };
  return list;
}

Value PositionsScene::observe(std::size_t observable) const {
  const auto row_of_numbers = [](std::size_t count, auto read) {
    Matrix m(1, count);
    for (std::size_t i = 0; i < count; ++i) m(0, i) = read(i);
    return m;
  };
  switch (observable) {
    case 0: return state(p_);
    case 1: return table_;
    case 2: return row_of_numbers(speeds_.size(), [&](std::size_t k) { return reach_of_clocks()[k].period; });
    case 3: return std::fabs(*std::ranges::max_element(table_.data, {}, [](double x) { return std::fabs(x); }));
    case 4: return shift_error();
    case 5: return row_of_numbers(n(), [&](std::size_t o) { return scores()(0, o); });
    case 6: return score_error();
    case 7: return static_cast<std::int64_t>(core::first_rise(by_offset_, kPositionRounding));
    case 8: return content().rotary_error;
    case 9: return content().rotary_spread;
    case 10: return content().added_spread;
    case 11: return content().uncrossed_spread;
    case 12: return static_cast<std::int64_t>(slow_clocks());
    case 13: return row_of_numbers(speeds_.size(), [&](std::size_t k) { return reach_of_clocks()[k].farthest; });
    default: return core::nearest_trained(scores(), window())[p_];
  }
}

}  // namespace lab::scenes
