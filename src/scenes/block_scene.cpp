#include "scenes/block_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cosines.h"
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
using S = BlockSettings;

enum Row : std::size_t {
  kPreset, kN, kD, kHeads, kCloud, kNudge, kNorm, kAttention, kMlp, kScale, kSeed, kH, kTimes, kToken, kPlot,
  kArrows, kTrails, kCircle, kSpeed
};
enum ActionRow : std::size_t { kNewWeights, kNewCloud };

struct Preset {
  const char* key;
  const char* label;
  const char* norm;
  bool attention, mlp;
  double h;
  std::int64_t times;
};
constexpr std::array<Preset, 6> kPresets{{
    {"pre-ln", "Pre-LN block", "pre", true, true, 1, 8},
    {"post-ln", "Post-LN block", "post", true, true, 1, 8},
    {"attention-only", "Attention only", "pre", true, false, 1, 8},
    {"mlp-only", "MLP only", "pre", false, true, 1, 8},
    {"small-step", "Small steps", "pre", true, true, 0.05, 80},
    {"no-ln", "No LayerNorm", "none", true, true, 1, 8},
}};

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("preset", "Example", "Block", "Which parts are on, and how large a step is"),
              preset_options(kPresets)),
       &S::preset},
      {ranged(row_of("n", "Tokens n", "Tokens", "Drawn from the standard normal distribution"), Kind::kInteger, 2, 24),
       &S::n},
      {choice(row_of("d", "Width d_m", "Tokens", "Three shows all; with two, LayerNorm leaves one bit of a token"),
              {{"2", "2"}, {"3", "3"}, {"4", "4"}, {"8", "8"}}),
       &S::d},
      {ranged(row_of("heads", "Heads", "Block", "A divisor of the width"), Kind::kInteger, 1, 8), &S::heads},
      {plain(row_of("cloud", "Seed of the tokens", "Tokens", "As NumPy's default_rng takes it"), Kind::kSeed),
       &S::cloud},
      {ranged(row_of("nudge", "Nudge", "Tokens",
                     "Moves the chosen token along its first coordinate before the first half-step: who notices?"),
              Kind::kNumber, -2, 2),
       &S::nudge},
      {choice(row_of("norm", "LayerNorm", "Block", "Inside the branch, behind the sum, or nowhere"),
              {{"pre", "pre"}, {"post", "post"}, {"none", "none"}}),
       &S::norm},
      {plain(row_of("attention", "Attention", "Block", "Off: its half-step leaves everything in place"), Kind::kSwitch),
       &S::attention},
      {plain(row_of("mlp", "MLP", "Block", "Off: its half-step leaves everything in place"), Kind::kSwitch), &S::mlp},
      {ranged(row_of("scale", "Weight scale", "Block", "Weights are normal with deviation scale / √inputs"),
              Kind::kNumber, 0, 3),
       &S::scale},
      {plain(row_of("seed", "Seed of the weights", "Block",
                    "As NumPy's default_rng takes it; the notebook's weights are torch's, so numbers differ"),
             Kind::kSeed),
       &S::seed},
      {ranged(row_of("h", "Step h", "Block", "x + h f(x); 1 is the block, small steps follow a flow"), Kind::kNumber,
              0.01, 1, Scale::kLog),
       &S::h},
      {ranged(row_of("times", "Applications", "Run", "How often the same block is applied"), Kind::kInteger, 1, 200),
       &S::times},
      {ranged(row_of("token", "Chosen token", "Tokens", "The one that is nudged, and moved to see who notices"),
              Kind::kInteger, 1, 24),
       &S::token},
      {choice(row_of("plot", "Second plot", "Show",
                     "Length of the moves, share of the move common to all, or mean cosine"),
              {{"moves", "moves"}, {"common", "common share"}, {"cosine", "cosine"}}, true),
       &S::plot},
      {view(plain(row_of("arrows", "Arrows", "Show", "Both half-steps of the present application"), Kind::kSwitch)),
       &S::arrows},
      {view(plain(row_of("trails", "Trails", "Show", "Where tokens have been, coloured by what moved them"),
                  Kind::kSwitch)),
       &S::trails},
      {view(plain(
           row_of("circle", "LayerNorm's image", "Show", "Where LayerNorm puts the tokens: with d_m = 3 a circle"),
           Kind::kSwitch)),
       &S::circle},
      {view(with_unit(ranged(row_of("speed", "Speed", "Run", "Half-steps per second while playing"), Kind::kNumber, 0.5,
                             60, Scale::kLog),
                      "half-steps/s")),
       &S::speed},
  };
  return rows;
}

std::size_t width_of(const std::string& d) { return static_cast<std::size_t>(d[0] - '0'); }

}  // namespace

std::unique_ptr<Scene> make_block_scene() { return std::make_unique<BlockScene>(); }

BlockScene::BlockScene() : TableScene<S>(fields()) {
  take_preset();
  refresh();
}

std::span<const Action> BlockScene::actions() const {
  static const std::vector<Action> list = {{"new-weights", "New weights", "Another random block, same tokens"},
                                           {"new-cloud", "New tokens", "Another cloud, same block"}};
  return list;
}

Status BlockScene::act(std::size_t action) {
  std::string& seed = action == kNewWeights ? settings_.seed : settings_.cloud;
  seed = next_seed(seed);
  refresh();
  changed();
  return success();
}

void BlockScene::take_preset() {
  for (const Preset& p : kPresets) {
    if (p.key != settings_.preset) continue;
    start_.norm = settings_.norm = p.norm;
    start_.attention = settings_.attention = p.attention;
    start_.mlp = settings_.mlp = p.mlp;
    start_.h = settings_.h = p.h;
    start_.times = settings_.times = p.times;
  }
}

Status BlockScene::fits(std::size_t param, const Value& value) const {
  const auto whole = [&] { return *std::get_if<std::int64_t>(&value); };
  if (param == kHeads && width_of(settings_.d) % static_cast<std::size_t>(whole()) != 0)
    return Error{"heads must divide the width d_m = " + settings_.d + "."};
  if (param == kToken && whole() > settings_.n)
    return Error{"token must be at most " + std::to_string(settings_.n) + ", the number of tokens."};
  return success();
}

void BlockScene::settle(std::size_t param) {
  if (param == kPreset) take_preset();
  if (param == kD && width_of(settings_.d) % static_cast<std::size_t>(settings_.heads) != 0) settings_.heads = 1;
  settings_.token = std::min(settings_.token, settings_.n);
  if (param == kPlot || param == kArrows || param == kTrails || param == kCircle || param == kSpeed) return;
  refresh();
}

void BlockScene::refresh() {
  core::Generator weights = generator_of(settings_.seed), tokens = generator_of(settings_.cloud);
  block_ =
      model::draw_block(width_of(settings_.d), static_cast<std::size_t>(settings_.heads), settings_.scale, weights);
  block_.norm = settings_.norm == "pre"    ? model::NormPlace::kPre
                : settings_.norm == "post" ? model::NormPlace::kPost
                                           : model::NormPlace::kNone;
  block_.attention = settings_.attention;
  block_.mlp = settings_.mlp;
  block_.step = settings_.h;
  start_cloud_ = Matrix(n(), block_.width);
  tokens.standard_normal(start_cloud_.data);
  start_cloud_(token(), 0) += settings_.nudge;
  states_.clear();
  claims_.reset();
  halving_.reset();
  // A step that lies within any run needs none to be computed.
  if (k_ > 0) k_ = std::min(k_, horizon());
}

const std::vector<BlockScene::State>& BlockScene::states() const {
  if (!states_.empty()) return states_;
  const auto measure = [](Matrix X, core::Move move) {
    State s;
    s.diameter = core::diameter(X);
    s.mean_norm = core::mean_norm(X);
    s.mean_cosine = core::summarize(core::pairwise_cosines(X)).mean;
    s.move = move;
    s.X = std::move(X);
    return s;
  };
  states_.push_back(measure(start_cloud_, {}));
  for (std::size_t k = 0; k < 2 * static_cast<std::size_t>(settings_.times); ++k) {
    const Matrix& before = states_.back().X;
    Matrix after = model::half_step(block_, before, k % 2 == 0);
    const auto fits_in = [](double x) { return std::fabs(x) <= kLargestStream; };
    if (!std::ranges::all_of(after.data, fits_in)) break;
    const core::Move move = core::move_between(before, after);
    states_.push_back(measure(std::move(after), move));
  }
  return states_;
}

const BlockScene::Claims& BlockScene::claims() const {
  if (!claims_) {
    const Matrix& X = states()[k_].X;
    const auto silenced = [&](model::NormPlace place) {
      model::CloudBlock block = block_;
      block.attention = block.mlp = true;
      block.norm = place;
      return model::silenced_gap(block, start_cloud_);
    };
    claims_ =
        Claims{model::leak(block_, X, false, token(), kLeakMove), model::leak(block_, X, true, token(), kLeakMove),
               model::reversal_gap(block_, X), silenced(model::NormPlace::kPre), silenced(model::NormPlace::kPost)};
  }
  return *claims_;
}

const model::Halving& BlockScene::halving() const {
  if (!halving_) halving_ = model::halve_step(block_, start_cloud_, halved_steps());
  return *halving_;
}

void BlockScene::seek(std::size_t k) {
  k = std::min(k, horizon());
  if (k == k_) return;
  k_ = k;
  claims_.reset();
  changed();
}

void BlockScene::select(std::int32_t handle) {
  if (handle < 0 || handle >= settings_.n || handle == selected()) return;
  settings_.token = handle + 1;
  // The nudge belongs to the chosen token.
  if (settings_.nudge != 0) refresh();
  claims_.reset();
  changed();
}

Matrix BlockScene::state(std::size_t k) const { return states()[std::min(k, horizon())].X; }

std::uint64_t BlockScene::hash(std::size_t k) const {
  std::uint64_t hash = core::kFnvOffset;
  for (std::size_t i = 0; i <= std::min(k, horizon()); ++i) hash = core::hash_bits(states()[i].X.data, hash);
  return hash;
}

void BlockScene::fill(Frame& frame) const { block_frame(*this, frame); }

std::span<const Observable> BlockScene::observables() const {
  static const std::vector<Observable> list = {
      {"tokens", "Tokens", "", "n x d_m, after the half-step"},
      {"diameter", "Diameter", "", "Largest distance of two tokens"},
      {"mean-norm", "Mean norm", "", "Of the tokens"},
      {"mean-cosine", "Mean cosine", "", "Of all pairs of tokens"},
      {"moves", "Moves", "", "Mean length of each half-step's move, one a half-step"},
      {"common", "Common shares", "", "|mean move|^2 / mean |move|^2 of each half-step"},
      {"mlp-leak", "Others' change behind the MLP", "", "Largest, when the chosen token is moved by 0.5; exactly 0"},
      {"attention-leak", "Others' change behind attention", "", "Largest, when the chosen token is moved by 0.5"},
      {"reversal-gap", "Order", "", "Largest |f(PX) - P f(X)|, P the reversal"},
      {"silenced-pre", "Silenced pre-LN block", "", "Largest |f(X) - X| of the start with both output matrices 0"},
      {"silenced-post", "Silenced post-LN block", "", "The same with the LayerNorm behind the sum"},
      {"order", "Order of convergence", "",
       "log2 of the ratio of the differences at h, h/2, h/4; 0 when they are rounding"},
      {"parameters", "Parameters", "", "Of a block of this width, biases and LayerNorms included"},
  };
  return list;
}

Value BlockScene::observe(std::size_t observable) const {
  const State& now = states()[k_];
  const auto over_moves = [&](auto read) {
    Matrix m(1, horizon());
    for (std::size_t k = 1; k <= horizon(); ++k) m(0, k - 1) = read(states()[k].move);
    return m;
  };
  switch (observable) {
    case 0: return now.X;
    case 1: return now.diameter;
    case 2: return now.mean_norm;
    case 3: return now.mean_cosine;
    case 4: return over_moves([](const core::Move& m) { return m.mean; });
    case 5: return over_moves([](const core::Move& m) { return m.common; });
    case 6: return claims().mlp_leak;
    case 7: return claims().attention_leak;
    case 8: return claims().reversal;
    case 9: return claims().silenced_pre;
    case 10: return claims().silenced_post;
    case 11: return halving().order;
    default: return static_cast<std::int64_t>(model::count_block(block_.width, 4 * block_.width).total());
  }
}

}  // namespace lab::scenes
