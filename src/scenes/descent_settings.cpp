#include "scenes/descent_settings.h"

#include "scenes/rows.h"

namespace lab::scenes {
namespace {

using S = DescentSettings;

constexpr const char* kStartGroup = "Start";
constexpr const char* kStepGroup = "Step";
constexpr const char* kRunGroup = "Run";

}  // namespace

std::vector<DescentRow> descent_start_rows(const std::vector<DescentPreset>& presets, std::int64_t least_n) {
  const auto least = static_cast<double>(least_n), most = static_cast<double>(kMostDescentTokens);
  return {
      {choice(row_of("preset", "Configuration", kStartGroup, "Tokens, matrix and step together"), options_of(presets)),
       &S::preset},
      {ranged(row_of("n", "Random tokens n", kStartGroup, "How many tokens a random configuration draws"),
              Kind::kInteger, least, most, Scale::kLog),
       &S::n},
      {plain(row_of("seed", "Seed", kStartGroup, "Seed of a random configuration, as NumPy's default_rng takes it"),
             Kind::kSeed),
       &S::seed},
      {ranged(row_of("tokens", "Tokens", kStartGroup,
                     "One token a row, with one or two coordinates; coordinates by commas, rows by semicolons"),
              Kind::kTokens, -kDescentEntry, kDescentEntry),
       &S::tokens},
  };
}

std::vector<DescentRow> descent_step_rows() {
  auto rows = schedule_rows<S>(kStepGroup, &S::schedule, &S::gamma, &S::formula);
  rows.push_back(
      {zero_stop(ranged(row_of("tie", "Tie tolerance", kStepGroup,
                               "Scores this close to the largest, relatively, count as tied; 0 asks for equality"),
                        Kind::kNumber, 0, 1e-3, Scale::kLog),
                 1e-16),
       &S::tie});
  return rows;
}

std::vector<DescentRow> descent_run_rows(std::int64_t longest) {
  return {
      {ranged(
           row_of("last", "Last step", kRunGroup, "The run ends here, and what is said of the run is said up to here"),
           Kind::kInteger, 1, static_cast<double>(longest), Scale::kLog),
       &S::horizon},
      {view(with_unit(ranged(row_of("speed", "Speed", kRunGroup, "Steps per second while playing"), Kind::kNumber, 0.5,
                             240, Scale::kLog),
                      "steps/s")),
       &S::speed},
  };
}

std::vector<DescentRow> descent_show_rows() {
  return {
      {view(ranged(
           row_of("selected", "Selected token", kShowGroup, "Its linear function and its step are drawn; 0 for none"),
           Kind::kInteger, 0, static_cast<double>(kMostDescentTokens))),
       &S::selected},
      {show_row("arrows", "Steps", "An arrow from each token to where it goes next"), &S::arrows},
      {show_row("trails", "Trails", "Where each token has been"), &S::trails},
      {show_row("hulls", "Hulls", "Convex hulls at the start and now"), &S::hulls},
      {show_row("labels", "Token numbers", "Numbers beside the tokens"), &S::labels},
  };
}

}  // namespace lab::scenes
