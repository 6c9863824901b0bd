#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/frank_wolfe.h"
#include "scenes/param.h"

/// The rows of a step schedule gamma^t, the same in all scenes that have one.
namespace lab::scenes {

/// What a reader sets: the members of a scene's settings that the rows are bound to.
struct ScheduleSettings {
  std::string schedule = "constant";
  double gamma = 0.1;                 ///< of "constant"
  std::string formula = "1/(t+2)";    ///< of "typed"
};

/// The rows themselves, unbound: keys "schedule", "gamma", "formula".
Param schedule_row(const std::string& group);
Param schedule_gamma_row(const std::string& group);
Param schedule_formula_row(const std::string& group);

/// The rows, bound to the settings S of a scene.
template <class S>
std::vector<Field<S>> schedule_rows(const std::string& group, std::string S::*schedule, double S::*gamma, std::string S::*formula) {
  return {{schedule_row(group), schedule}, {schedule_gamma_row(group), gamma}, {schedule_formula_row(group), formula}};
}

/// The schedule that the settings name, good for t < steps. An error, one sentence, if the formula is none,
/// or leaves (0, 1]; of the other kinds never. The formula is read only where the choice is "typed".
core::Result<core::StepSchedule> schedule_of(const ScheduleSettings& settings, std::size_t steps);
/// "γ = 0.1", "γᵗ = 2/(t + 2)", or the formula as typed.
std::string schedule_text(const ScheduleSettings& settings);

/// The kinds with a key and an own formula, in the order of the choice: for curves beside each other.
struct NamedSchedule {
  core::Schedule kind;
  const char* key;
  const char* label;
};
const std::vector<NamedSchedule>& named_schedules();

}  // namespace lab::scenes
