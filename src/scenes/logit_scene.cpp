#include "scenes/logit_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/hash.h"
#include "core/softmax.h"
#include "scenes/rows.h"
#include "scenes/seeds.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::LogitDraw;
using core::Matrix;
using core::Status;
using core::success;
using S = LogitSettings;

enum Row : std::size_t { kDraw, kN, kSeed, kQuery, kShow, kSpeed };
constexpr std::int64_t kMostRows = 128;

struct NamedDraw {
  const char* key;
  const char* label;
  LogitDraw draw;
};
constexpr std::array<NamedDraw, 5> kDraws{{
    {"normal", "standard normal", LogitDraw::kNormal},
    {"signs", "signs, −1 or 1", LogitDraw::kSigns},
    {"uniform", "uniform, variance 1", LogitDraw::kUniform},
    {"equal", "K = Q: not independent", LogitDraw::kEqual},
    {"shifted", "normal with mean 1", LogitDraw::kShifted},
}};

std::vector<Option> draw_options() {
  std::vector<Option> out;
  for (const NamedDraw& d : kDraws) out.push_back({d.key, d.label});
  return out;
}

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("draw", "Entries of Q and K", "Queries and keys", "The statement asks for independent entries with mean 0 and variance 1; the last two break that"), draw_options()), &S::draw},
      {ranged(row_of("n", "Tokens n", "Queries and keys", "So many queries and so many keys"), Kind::kInteger, 32, static_cast<double>(kMostRows), Scale::kLog), &S::n},
      {plain(row_of("seed", "Seed", "Queries and keys", "As NumPy's default_rng takes it; Q, K and values are drawn width by width"), Kind::kSeed), &S::seed},
      {view(ranged(row_of("query", "Query", "Show", "Whose weights are shown"), Kind::kInteger, 1, static_cast<double>(kMostRows))), &S::query},
      {choice(row_of("show", "View", "Show", "The largest weights at all widths as maps, or at the current one as bars"), {{"maps", "all widths"}, {"bars", "this width, as bars"}}, true), &S::show},
      {view(with_unit(ranged(row_of("speed", "Speed", "Show", "Widths per second while playing"), Kind::kNumber, 0.25, 8, Scale::kLog), "widths/s")), &S::speed},
  };
  return rows;
}

core::Generator seeded(const std::string& text) {
  const auto seed = core::SeedSequence::parse(text);
  return core::default_rng(seed ? seed.value() : core::SeedSequence());
}

double root_of(std::size_t k) { return std::sqrt(static_cast<double>(std::size_t{2} << k)); }

}  // namespace

std::unique_ptr<Scene> make_logit_scene() { return std::make_unique<LogitScene>(); }

LogitScene::LogitScene() : TableScene<S>(fields()), generator_(seeded(settings_.seed)) {}

std::span<const Action> LogitScene::actions() const {
  static const std::array<Action, 1> list{{{"new-seed", "New seed", "Draws queries and keys with the next seed"}}};
  return list;
}

Status LogitScene::act(std::size_t) {
  settings_.seed = next_seed(settings_.seed);
  restart();
  changed();
  return success();
}

Status LogitScene::fits(std::size_t param, const Value& value) const {
  if (param == kQuery && *std::get_if<std::int64_t>(&value) > settings_.n)
    return Error{"query must be at most " + std::to_string(settings_.n) + ", the number of tokens."};
  return success();
}

void LogitScene::settle(std::size_t param) {
  if (param <= kSeed) restart();
}

void LogitScene::restart() {
  settings_.query = std::min(settings_.query, settings_.n);
  widths_.clear();
  generator_ = seeded(settings_.seed);
}

void LogitScene::seek(std::size_t k) {
  k_ = std::min(k, horizon());
  changed();
}

Status LogitScene::press(std::int32_t handle) {
  if (handle < 0 || static_cast<std::size_t>(handle) > horizon()) return Error{"There is no such width."};
  seek(static_cast<std::size_t>(handle));
  return success();
}

LogitDraw LogitScene::draw() const {
  const auto at = std::ranges::find_if(kDraws, [&](const NamedDraw& d) { return d.key == settings_.draw; });
  return at == kDraws.end() ? LogitDraw::kNormal : at->draw;
}

const LogitScene::Width& LogitScene::width(std::size_t k) const {
  while (widths_.size() <= k) {
    const core::LogitSample sample = core::draw_logits(generator_, draw(), n(), std::size_t{2} << widths_.size());
    Matrix logits = core::all_logits(sample);
    const core::LogitPoint point = core::measure_logits(sample, logits, draw());
    widths_.push_back({std::move(logits), point});
  }
  return widths_[k];
}

std::vector<double> LogitScene::weights(std::size_t k, bool scaled) const {
  const auto row = width(k).logits.row(query());
  std::vector<double> out(row.begin(), row.end());
  if (scaled)
    for (double& s : out) s /= root_of(k);
  core::softmax(out, out);
  return out;
}

Matrix LogitScene::state(std::size_t k) const {
  const core::LogitPoint& p = point(std::min(k, horizon()));
  Matrix out(2, 7);
  const auto fill_row = [&](std::size_t r, double variance, const core::LogitSide& s) {
    const std::array<double, 7> row{variance, s.entropy, s.jacobian_mean, s.jacobian_median, s.gradient_mean, s.gradient_median, s.largest_weight};
    std::ranges::copy(row, out.row(r).begin());
  };
  fill_row(0, p.variance, p.raw);
  fill_row(1, p.variance / static_cast<double>(p.d), p.scaled);
  return out;
}

std::uint64_t LogitScene::hash(std::size_t k) const {
  std::uint64_t bits = core::kFnvOffset;
  for (std::size_t j = 0; j <= std::min(k, horizon()); ++j) bits = core::hash_bits(state(j).data, bits);
  return bits;
}

void LogitScene::fill(Frame& frame) const { logit_frame(*this, frame); }

}  // namespace lab::scenes
