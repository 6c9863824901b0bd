#include "scenes/schedule_rows.h"

#include <algorithm>
#include <string_view>

#include "scenes/rows.h"
#include "scenes/value_text.h"

namespace lab::scenes {

const std::vector<NamedSchedule>& named_schedules() {
  using core::Schedule;
  static const std::vector<NamedSchedule> kinds{
      {Schedule::kConstant, "constant", "constant \u03B3"},
      {Schedule::kHarmonic, "harmonic", "2/(t + 2)"},
      {Schedule::kToOne, "to-one", "1 \u2212 1/(t + 2)"},
      {Schedule::kHalving, "halving", "2^\u2212(t + 1)"},
      {Schedule::kTyped, "typed", "a formula"},
  };
  return kinds;
}

namespace {

const NamedSchedule& named(std::string_view key) {
  const auto at = std::ranges::find(named_schedules(), key, [](const NamedSchedule& s) { return std::string_view(s.key); });
  return at == named_schedules().end() ? named_schedules().front() : *at;
}

}  // namespace

Param schedule_row(const std::string& group) {
  std::vector<Option> options;
  for (const NamedSchedule& kind : named_schedules()) options.push_back({kind.key, kind.label});
  return choice(row_of("schedule", "Step schedule \u03B3\u1D57", group, "How the step depends on t, counted from 0"), std::move(options));
}

Param schedule_gamma_row(const std::string& group) {
  return ranged(row_of("gamma", "Step \u03B3", group, "x \u2190 x + \u03B3 (y \u2212 x), where the schedule is constant"), Kind::kNumber, 1e-3, 0.999,
                Scale::kLog);
}

Param schedule_formula_row(const std::string& group) {
  return plain(row_of("formula", "Formula in t", group,
                      "Where the schedule is a formula: 1/(t+2), or a list such as 1/2, 1/4, 0.1, whose last entry goes on; sqrt, exp "
                      "and ln are known; values in (0, 1]"),
               Kind::kText);
}

core::Result<core::StepSchedule> schedule_of(const ScheduleSettings& settings, std::size_t steps) {
  const core::Schedule kind = named(settings.schedule).kind;
  if (kind == core::Schedule::kTyped) return core::typed_schedule(settings.formula, steps);
  return core::StepSchedule{kind, settings.gamma, {}};
}

std::string schedule_text(const ScheduleSettings& settings) {
  const NamedSchedule& schedule = named(settings.schedule);
  if (schedule.kind == core::Schedule::kConstant) return "\u03B3 = " + number_text(settings.gamma);
  return "\u03B3\u1D57 = " + (schedule.kind == core::Schedule::kTyped ? settings.formula : std::string(schedule.label));
}

}  // namespace lab::scenes
