#include "scenes/attention_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/generator.h"
#include "core/hash.h"
#include "core/hull.h"
#include "scenes/seeds.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;
using core::success;
using S = AttentionSettings;

enum ActionRow : std::size_t { kNewSeed, kRestore, kTime };
constexpr std::size_t kMostTokens = 64;
constexpr double kFar = 1e6;
/// Sizes that are timed: 16, 32, ... while there is time left.
constexpr std::size_t kTimedFrom = 16, kTimedTo = 512;
constexpr double kTimePerSize = 0.008, kTimeInAll = 0.08;
constexpr std::size_t kMostRuns = 4000;  ///< of one size: a clock may stand still

std::size_t at(AttentionRow row) { return static_cast<std::size_t>(row); }

std::string shape(const Matrix& m) { return std::to_string(m.rows) + " x " + std::to_string(m.cols); }

std::vector<std::uint32_t> order_of(const std::string& name, std::size_t n) {
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  if (name == "backwards") std::ranges::reverse(order);
  if (name == "turned") std::ranges::rotate(order, order.begin() + 1);
  if (name == "swapped" && n > 1) std::swap(order[0], order[1]);
  return order;
}

}  // namespace

std::unique_ptr<Scene> make_attention_scene() { return std::make_unique<AttentionScene>(); }

AttentionScene::AttentionScene() : TableScene<S>(attention_fields()) { take_preset(); }

std::span<const Action> AttentionScene::actions() const {
  static const std::array<Action, 3> list{{
      {"new-seed", "New seed", "Draws tokens and projections with the next seed"},
      {"restore", "Restore configuration", "Tokens and projections as they were before they were edited"},
      {"time", "Time it", "Measures attention here for n = 16, 32, … up to 512, with these widths, for a tenth of a second"},
  }};
  return list;
}

Status AttentionScene::act(std::size_t action) {
  if (action == kTime) return time_it();
  if (action == kRestore) {
    take_preset();
  } else if (action == kNewSeed) {
    settings_.seed = next_seed(settings_.seed);
    redraw();
  } else {
    return Error{"There is no such action."};
  }
  changed();
  return success();
}

Status AttentionScene::time_it() {
  if (clock_ == nullptr) return Error{"There is no clock here to time attention with."};
  timings_.clear();
  const double begin = clock_();
  for (std::size_t size = kTimedFrom; size <= kTimedTo && clock_() - begin < kTimeInAll; size *= 2) {
    core::Generator generator = core::default_rng(size);
    Matrix x(size, dm());
    generator.standard_normal(x.data);
    const double start = clock_();
    double now = start;
    std::size_t runs = 0;
    while (runs == 0 || (runs < kMostRuns && now - start < kTimePerSize)) {
      (void)core::self_attention(x, settings_.wq, settings_.wk, settings_.wv);
      ++runs;
      now = clock_();
    }
    if (!(now > start)) return Error{"The clock here is too coarse to time attention with."};
    timings_.push_back({size, (now - start) / static_cast<double>(runs)});
  }
  changed();
  return success();
}

Status AttentionScene::fits_tokens(const Matrix& x) const {
  if (x.cols != dm())
    return Error{"x must have " + plural(dm(), "column") + ", as many as W_Q has rows, but it has " + std::to_string(x.cols) +
                 ". Choose other sizes among the drawn matrices first."};
  if (x.rows > kMostTokens) return Error{"x has more than 64 rows; this scene shows every pair of tokens."};
  return core::validate_attention(x, settings_.wq, settings_.wk, settings_.wv);
}

Status AttentionScene::fits(std::size_t param, const Value& value) const {
  if (param == at(AttentionRow::kRow) && *std::get_if<std::int64_t>(&value) > static_cast<std::int64_t>(n()))
    return Error{"row must be at most " + std::to_string(n()) + ", the number of tokens."};
  const auto* m = std::get_if<Matrix>(&value);
  if (m == nullptr) return success();
  if (param == at(AttentionRow::kX)) return fits_tokens(*m);
  const bool query = param == at(AttentionRow::kWq), key = param == at(AttentionRow::kWk);
  const std::string name = query ? "wq" : key ? "wk" : "wv";
  if (m->rows != dm() || (name != "wv" && m->cols != da()))
    return Error{name + " must be " + (name == "wv" ? std::to_string(dm()) + " x d_v" : shape(settings_.wq)) +
                 " for tokens of width " + std::to_string(dm()) + ", but it is " + shape(*m) + "."};
  if (m->cols > 16) return Error{"wv has more than 16 columns."};
  return core::validate_attention(settings_.x, query ? *m : settings_.wq, key ? *m : settings_.wk, name == "wv" ? *m : settings_.wv);
}

void AttentionScene::settle(std::size_t param) {
  switch (static_cast<AttentionRow>(param)) {
    case AttentionRow::kPreset: return take_preset();
    case AttentionRow::kN:
    case AttentionRow::kDm:
    case AttentionRow::kDa:
    case AttentionRow::kDv:
    case AttentionRow::kSeed: return redraw();
    case AttentionRow::kX:
    case AttentionRow::kWq:
    case AttentionRow::kWk:
    case AttentionRow::kWv: return refresh();
    case AttentionRow::kRow: return refresh_row();
    case AttentionRow::kOrder: return refresh();
    case AttentionRow::kShow: break;
  }
}

// What the preset decides; the sizes and the seed belong to the drawn one.
void AttentionScene::take_preset() {
  const S standard;
  if (settings_.preset != "drawn") {
    settings_.n = standard.n;
    settings_.dm = standard.dm;
    settings_.da = standard.da;
    settings_.dv = standard.dv;
    settings_.seed = standard.seed;
  }
  S start = attention_start(settings_);
  settings_ = start;
  start_ = standard;
  start_.x = std::move(start.x);
  start_.wq = std::move(start.wq);
  start_.wk = std::move(start.wk);
  start_.wv = std::move(start.wv);
  start_.row = settings_.row;
  start_.show = settings_.show;
  refresh();
}

// The view stays as it is.
void AttentionScene::redraw() {
  const std::string show = settings_.preset == "drawn" ? settings_.show : "matrices";
  settings_.preset = "drawn";
  take_preset();
  settings_.show = show;
}

double AttentionScene::rounding() const {
  return 8 * static_cast<double>(n() + 4) * std::numeric_limits<double>::epsilon() * core::largest_entry(result_.V);
}

void AttentionScene::refresh() {
  settings_.row = std::clamp<std::int64_t>(settings_.row, 1, static_cast<std::int64_t>(n()));
  const std::size_t widths = dm() * 10000 + da() * 100 + dv();
  if (widths != timed_widths_) timings_.clear();
  timed_widths_ = widths;
  result_ = core::self_attention(settings_.x, settings_.wq, settings_.wk, settings_.wv);
  regression_gap_ = 0;
  for (std::size_t i = 0; i < n(); ++i) {
    const core::KernelRow row = core::nadaraya_watson_row(result_.Q, result_.K, result_.V, i);
    for (std::size_t c = 0; c < dv(); ++c)
      regression_gap_ = std::max(regression_gap_, std::abs(row.output[c] - result_.output(i, c)));
  }
  equivariance_gap_ = core::equivariance_gap(settings_.x, settings_.wq, settings_.wk, settings_.wv, order_of(settings_.order, n()));
  outside_ = core::hull_excess(result_.output, result_.V);
  refresh_row();
}

void AttentionScene::refresh_row() { kernel_ = core::nadaraya_watson_row(result_.Q, result_.K, result_.V, row()); }

std::uint64_t AttentionScene::hash(std::size_t) const {
  return core::hash_bits(result_.output.data, core::hash_bits(result_.weights.data));
}

void AttentionScene::fill(Frame& frame) const { attention_frame(*this, frame); }

// --- the hand ---

void AttentionScene::select(std::int32_t handle) {
  if (handle < 0 || handle >= static_cast<std::int32_t>(n()) || handle == selected()) return;
  settings_.row = handle + 1;
  refresh_row();
  changed();
}

Status AttentionScene::press(std::int32_t handle) {
  select(handle);
  return success();
}

bool AttentionScene::planar() const {
  if (dm() != 2 || dv() != 2) return false;
  const Matrix& w = settings_.wv;
  const double det = w(0, 0) * w(1, 1) - w(0, 1) * w(1, 0), size = core::largest_entry(w);
  return std::abs(det) > 1e-9 * size * size;
}

bool AttentionScene::can_drag(std::int32_t handle) const {
  return handle >= 0 && handle < static_cast<std::int32_t>(n()) && planar();
}

// The token whose value lies at the point: x W_V = v.
Point AttentionScene::token_at(Point v) const {
  const Matrix& w = settings_.wv;
  const double det = w(0, 0) * w(1, 1) - w(0, 1) * w(1, 0);
  return {(v[0] * w(1, 1) - v[1] * w(1, 0)) / det, (v[1] * w(0, 0) - v[0] * w(0, 1)) / det, 0};
}

Status AttentionScene::edit(Matrix x) {
  for (const double entry : x.data)
    if (!(std::abs(entry) <= kFar)) return Error{"A token must stay within 1e6 of the origin in each coordinate."};
  for (double& entry : x.data) entry += 0.0;  // no negative zeros in links
  return set(at(AttentionRow::kX), x);
}

Status AttentionScene::drag(std::int32_t handle, Point to) {
  if (!can_drag(handle)) return Error{"Points can be moved when tokens and values are planar and W_V is invertible."};
  Matrix x = settings_.x;
  const Point token = token_at(to);
  for (std::size_t c = 0; c < 2; ++c) x(static_cast<std::size_t>(handle), c) = token[c];
  return edit(std::move(x));
}

Status AttentionScene::add_at(Point place) {
  if (!planar()) return Error{"Points can be added when tokens and values are planar and W_V is invertible."};
  const Point token = token_at(place);
  Matrix x = settings_.x;
  x.data.insert(x.data.end(), {token[0], token[1]});
  ++x.rows;
  return edit(std::move(x));
}

Status AttentionScene::remove(std::int32_t handle) {
  if (handle < 0 || handle >= static_cast<std::int32_t>(n())) return Error{"Only tokens can be removed."};
  if (n() == 1) return Error{"The last token cannot be removed."};
  Matrix x = settings_.x;
  const auto from = x.data.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(handle) * x.cols);
  x.data.erase(from, from + static_cast<std::ptrdiff_t>(x.cols));
  --x.rows;
  // The chosen query stays the same token.
  if (static_cast<std::size_t>(handle) < row()) --settings_.row;
  return edit(std::move(x));
}

}  // namespace lab::scenes
