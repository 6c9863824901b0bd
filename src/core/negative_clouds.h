#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/frank_wolfe.h"

/// What many random clouds do under B = -I (arXiv 2508.09628): whether 0 stays in their hulls, whether
/// the printed bound holds, and where their tokens meet.
namespace lab::core {

struct CloudStudy {
  std::size_t first_seed = 0;  ///< cloud r is drawn by default_rng(first_seed + r)
  std::size_t clouds = 20;
  std::size_t n = 20;          ///< standard normal tokens in the plane
  StepSchedule schedule;
  std::size_t steps = 1000;
};
struct CloudResult {
  std::size_t lost = 0;         ///< clouds whose hull lost 0
  std::size_t broken = 0;       ///< clouds for which the printed bound failed; counted for any schedule
  std::size_t inside = 0;       ///< failures of the bound while 0 was in all hulls: none
  std::vector<double> lost_at;  ///< first t with 0 outside K^t, of those that lost it
  std::vector<double> distance; ///< of the mean of the last tokens from 0, one a cloud
};
/// O(clouds steps n^2): 2 microseconds for each cloud of 20 and step.
CloudResult study_clouds(const CloudStudy& study);
/// Takes the clouds of `more` in, behind those of `all`: a study in portions is that of all of them.
void append_clouds(CloudResult& all, const CloudResult& more);

}  // namespace lab::core
