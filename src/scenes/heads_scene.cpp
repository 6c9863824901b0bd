#include "scenes/heads_scene.h"

#include <algorithm>
#include <cmath>

#include "core/generator.h"
#include "core/hash.h"
#include "core/softmax.h"
#include "scenes/model_scene.h"
#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using S = HeadsSettings;
using core::Matrix;

enum Row : std::size_t { kWidth, kHeads, kN, kSeed, kShow, kHead };

std::span<const Field<S>> fields() {
  static const std::vector<Field<S>> rows = {
      {choice(row_of("width", "Width d_m", "Attention", "Width of the tokens; the heads share it"), {{"8", "8"}, {"16", "16"}, {"32", "32"}, {"64", "64"}}), &S::width},
      {choice(row_of("heads", "Heads h", "Attention", "Each has width d_m / h; the weights stay the same, cut into more pieces"),
              {{"1", "1"}, {"2", "2"}, {"4", "4"}, {"8", "8"}}), &S::heads},
      {ranged(row_of("n", "Tokens n", "Attention", "Length of the sequence"), Kind::kInteger, 2, 64), &S::n},
      {plain(row_of("seed", "Seed", "Attention", "Of tokens and weights, normal, as NumPy's default_rng takes it"), Kind::kSeed), &S::seed},
      {view(choice(row_of("show", "Show", "Show", "Attention maps, bilinear forms, or what each head adds to the output"),
                   {{"maps", "attention maps"}, {"forms", "bilinear forms"}, {"parts", "parts of the output"}})), &S::show},
      {view(ranged(row_of("head", "Chosen head", "Show", "Whose singular values stand out; at most h. A click on a map chooses too"), Kind::kInteger, 1, 8)), &S::head},
  };
  return rows;
}

std::size_t whole(const std::string& digits) {
  std::size_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::size_t>(c - '0');
  return value;
}

/// Largest |a - b| over the largest |b|.
double relative_gap(const Matrix& a, const Matrix& b) {
  double gap = 0, size = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) {
    gap = std::max(gap, std::abs(a.data[i] - b.data[i]));
    size = std::max(size, std::abs(b.data[i]));
  }
  return size > 0 ? gap / size : gap;
}

}  // namespace

std::unique_ptr<Scene> make_heads_scene() { return std::make_unique<HeadsScene>(); }

HeadsScene::HeadsScene() : TableScene<S>(fields()) { refresh(); }

std::span<const Action> HeadsScene::actions() const {
  static const std::vector<Action> list = {{"new-seed", "New seed", "Other tokens and weights"}};
  return list;
}

core::Status HeadsScene::act(std::size_t) {
  settings_.seed = next_seed(settings_.seed);
  refresh();
  changed();
  return core::success();
}

core::Status HeadsScene::fits(std::size_t param, const Value& value) const {
  if (param != kHead || *std::get_if<std::int64_t>(&value) <= static_cast<std::int64_t>(heads())) return core::success();
  return core::Error{"head must be at most " + std::to_string(heads()) + ", the number of heads."};
}

void HeadsScene::settle(std::size_t param) {
  if (param == kShow || param == kHead) return;
  refresh();
}

core::Status HeadsScene::press(std::int32_t handle) {
  const std::size_t m = handle < 0 ? heads() : static_cast<std::size_t>(handle) / most_rows();
  if (m >= heads()) return core::success();
  settings_.head = static_cast<std::int64_t>(m) + 1;
  changed();
  return core::success();
}

HeadsScene::Form HeadsScene::measure(Matrix form, const core::Head& run) const {
  Form out;
  out.matrix = std::move(form);
  out.singular = core::singular_values(out.matrix);
  const double threshold = core::rank_threshold(out.matrix, out.singular);
  out.rank = static_cast<std::size_t>(std::ranges::count_if(out.singular, [&](double s) { return s > threshold; }));
  out.distance = core::frobenius_distance(out.matrix, core::full_form(input_));
  for (std::size_t i = 0; i < n(); ++i) out.entropy += core::entropy(run.weights.row(i)) / static_cast<double>(n());
  return out;
}

void HeadsScene::refresh() {
  const auto seed = core::SeedSequence::parse(settings_.seed);
  core::Generator draw = core::default_rng(seed ? seed.value() : core::SeedSequence());
  input_ = core::draw_heads(draw, static_cast<std::size_t>(settings_.n), whole(settings_.width), whole(settings_.heads));
  settings_.head = std::min(settings_.head, static_cast<std::int64_t>(heads()));
  runs_.clear();
  forms_.clear();
  Matrix forms(width(), width());
  for (std::size_t m = 0; m < heads(); ++m) {
    runs_.push_back(core::run_head(input_, m));
    forms_.push_back(measure(core::head_form(input_, m), runs_[m]));
    for (std::size_t i = 0; i < forms.data.size(); ++i) forms.data[i] += forms_[m].matrix.data[i];
  }
  core::MultiHead one = input_;
  one.heads = 1;
  single_ = core::run_head(one, 0);
  full_ = measure(core::full_form(input_), single_);
  output_ = core::concatenate_and_mix(input_, runs_);
  sum_gap_ = relative_gap(core::sum_of_parts(runs_), output_);
  form_gap_ = relative_gap(forms, full_.matrix);
  distances_ = core::distances_to_rank(full_.matrix);
}

std::uint64_t HeadsScene::hash(std::size_t) const { return core::hash_bits(output_.data); }

void HeadsScene::fill(Frame& frame) const { heads_frame(*this, frame); }

}  // namespace lab::scenes
