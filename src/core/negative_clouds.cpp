#include "core/negative_clouds.h"

#include <cmath>

#include "core/cloud.h"
#include "core/generator.h"
#include "core/vec.h"

namespace lab::core {

CloudResult study_clouds(const CloudStudy& study) {
  CloudResult out;
  const Matrix one = Matrix::identity(2);
  Matrix Z(study.n, 2);
  for (std::size_t r = 0; r < study.clouds; ++r) {
    default_rng(study.first_seed + r).standard_normal(Z.data);
    const NegativeRun run = negative_run(Z, one, study.schedule, study.steps);
    if (run.origin_lost) {
      ++out.lost;
      out.lost_at.push_back(static_cast<double>(*run.origin_lost));
    }
    out.broken += run.bound_broken.has_value() ? 1 : 0;
    out.inside += run.violations_inside;
    const std::vector<double> mean = mean_token(run.Z);
    out.distance.push_back(std::sqrt(dot(mean, mean)));
  }
  return out;
}

void append_clouds(CloudResult& all, const CloudResult& more) {
  all.lost += more.lost;
  all.broken += more.broken;
  all.inside += more.inside;
  all.lost_at.insert(all.lost_at.end(), more.lost_at.begin(), more.lost_at.end());
  all.distance.insert(all.distance.end(), more.distance.begin(), more.distance.end());
}

}  // namespace lab::core
