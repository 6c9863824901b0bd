// What the scene "Heads" shows. All numbers come from HeadsScene.
#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "scenes/heads_scene.h"
#include "scenes/outline.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

/// Products of a few dozen numbers of size 1 in doubles.
constexpr double kRounding = 1e-12;

HeatMap map_of(const core::Matrix& M, std::string title, std::string note, bool is_signed) {
  HeatMap map = heat_map(std::move(title), M);
  map.note = std::move(note);
  float most = 0;
  for (const float x : map.values) most = std::max(most, std::abs(x));
  map.high = most > 0 ? most : 1;
  map.low = is_signed ? -map.high : 0;
  if (M.cols <= 16) map.column_names = numbers(M.cols);
  return map;
}

std::string entropy_words(const HeadsScene& s, const HeadsScene::Form& f) {
  return "row entropy " + rounded(f.entropy, 3) + " of " + rounded(core::log(static_cast<double>(s.n())), 3);
}

std::string rank_words(const HeadsScene::Form& f) { return "rank " + std::to_string(f.rank); }

void add_maps(const HeadsScene& s, Frame& frame) {
  const std::string& show = s.settings().show;
  for (std::size_t m = 0; m < s.heads(); ++m) {
    const std::string title = "Head " + std::to_string(m + 1) + ", " + rank_words(s.form(m)) + (m == s.chosen() ? " (chosen)" : "");
    if (show == "maps") frame.maps.push_back(map_of(s.head(m).weights, title, entropy_words(s, s.form(m)), false));
    else if (show == "forms") frame.maps.push_back(map_of(s.form(m).matrix, title, "minus: below 0", true));
    else frame.maps.push_back(map_of(s.head(m).part, title, "minus: below 0", true));
    frame.maps.back().handle = static_cast<std::int32_t>(m * s.most_rows());
  }
  if (show == "maps") frame.maps.push_back(map_of(s.single().weights, "One wide head, " + rank_words(s.full()), entropy_words(s, s.full()), false));
  else if (show == "forms") frame.maps.push_back(map_of(s.full().matrix, "Sum of all, " + rank_words(s.full()), "W_Q W_K^T of one wide head", true));
  else frame.maps.push_back(map_of(s.output(), "Sum of all: the output", "[H_1 | … | H_h] W_O", true));
}

// --- verdicts -----------------------------------------------------------------

std::string list_of_ranks(const HeadsScene& s) {
  std::string out;
  for (std::size_t m = 0; m < s.heads(); ++m) out += (m > 0 ? ", " : "") + std::to_string(s.form(m).rank);
  return out;
}

Verdict judge_ranks(const HeadsScene& s) {
  const std::size_t bound = s.input().head_width();
  bool holds = true;
  for (std::size_t m = 0; m < s.heads(); ++m) holds = holds && s.form(m).rank <= bound;
  return {"Each head compares by a form of rank at most d_m / h",
          "W_Q and W_K of a head have " + plural(bound, "column") + ": met.", "Rank at most " + std::to_string(bound) + ".",
          "Ranks " + list_of_ranks(s) + ": singular values above " + std::to_string(s.width()) + " · 2⁻⁵² of the largest.",
          holds ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_full(const HeadsScene& s) {
  return {"One head of full width compares by a form of rank d_m", "Weights drawn at random: singular with probability 0.",
          "Rank " + std::to_string(s.width()) + ".", "Rank " + std::to_string(s.full().rank) + ".",
          s.full().rank == s.width() ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_sum(const HeadsScene& s) {
  return {"Concatenating and multiplying by W_O adds up the heads", "[H_1 | … | H_h] W_O with W_O cut into h blocks of rows.",
          "Equal to H_1 W_O^(1) + … + H_h W_O^(h) up to rounding, 1e-12.", "Largest difference " + rounded(s.sum_gap(), 2) + " of the largest entry.",
          s.sum_gap() <= kRounding ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_forms(const HeadsScene& s) {
  return {"The forms of all heads add up to the wide one", "The same W_Q and W_K, cut into h pieces.",
          "B_1 + … + B_h = W_Q W_K^T up to rounding, 1e-12.", "Largest difference " + rounded(s.form_gap(), 2) + " of the largest entry.",
          s.form_gap() <= kRounding ? Finding::kHolds : Finding::kViolated};
}

/// Eckart and Young: nothing of rank r comes nearer than the singular values say.
Verdict judge_distance(const HeadsScene& s) {
  const std::size_t r = s.input().head_width();
  if (s.heads() == 1)
    return {"One narrow head cannot be the wide one", "Two heads at least: not met.", "With one head there is no narrower one.",
            "Distance " + rounded(s.form(0).distance, 2) + ": the head is the wide one.", Finding::kDoesNotApply};
  const double predicted = s.predicted(r), measured = s.distances()[r], scale = s.predicted(0);
  double nearest = s.form(0).distance;
  for (std::size_t m = 1; m < s.heads(); ++m) nearest = std::min(nearest, s.form(m).distance);
  const bool holds = std::abs(predicted - measured) <= kRounding * scale && nearest >= predicted - kRounding * scale;
  return {"One narrow head cannot be the wide one", "Eckart and Young: the nearest matrix of rank r keeps the r largest singular values.",
          "At rank " + std::to_string(r) + " at least √(σ_" + std::to_string(r + 1) + "² + … ) = " + rounded(predicted, 5) + " is left of " + rounded(scale, 4) + ".",
          "The nearest leaves " + rounded(measured, 5) + "; the best of the heads " + rounded(nearest, 4) + ".", holds ? Finding::kHolds : Finding::kViolated};
}

Verdict judge_cost(const HeadsScene& s) {
  const core::HeadCost one = core::head_cost(s.n(), s.width(), 1), now = core::head_cost(s.n(), s.width(), s.heads());
  const bool holds = one.parameters == now.parameters && one.attention == now.attention && now.maps == s.heads() * one.maps &&
                     now.exponentials == s.heads() * one.exponentials;
  return {"More heads cost maps and their exponentials, no parameters and no multiplications", "d_a = d_v = d_m / h: met. Counted without biases.",
          "4 d_m² = " + counted(4 * s.width() * s.width()) + " parameters and 2 n² d_m = " + counted(2 * s.n() * s.n() * s.width()) +
              " multiplications of attention for any h; h n² numbers in maps and as many exponentials.",
          counted(now.parameters) + " parameters, " + counted(now.attention) + " multiplications, " + counted(now.maps) + " numbers in maps, " +
              counted(now.exponentials) + " exponentials.",
          holds ? Finding::kHolds : Finding::kViolated};
}

}  // namespace

void heads_frame(const HeadsScene& s, Frame& frame) {
  frame = Frame{};
  const std::string heads = plural(s.heads(), "head");
  frame.headline = heads + " of width " + std::to_string(s.input().head_width()) + " · each form has rank " + std::to_string(s.form(s.chosen()).rank) +
                   " of " + std::to_string(s.full().rank) + " · " + counted(4 * s.width() * s.width()) + " parameters either way";
  add_maps(s, frame);
  frame.plots = heads_plots(s);
  frame.tables = heads_tables(s);
  frame.verdicts = {judge_ranks(s), judge_full(s), judge_sum(s), judge_forms(s), judge_distance(s), judge_cost(s)};
  frame.notes.emplace_back("Drawn with NumPy's generator, in the notebook with PyTorch's: other numbers, the same statements.");
  frame.description = heads + " look at the same " + plural(s.n(), "token") + ", each through its own queries and keys of width " +
                      std::to_string(s.input().head_width()) + ". The bilinear form of each has rank " + list_of_ranks(s) + ", that of one wide head " +
                      std::to_string(s.full().rank) + ". The output is the sum of what the heads add, to " + rounded(s.sum_gap(), 2) + ".";
}

}  // namespace lab::scenes
