#include "scenes/frank_wolfe_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/hardmax.h"
#include "core/hull.h"
#include "scenes/value_text.h"

namespace lab::scenes {
namespace {

using core::Error;
using core::Matrix;
using core::Status;

/// c where P = c I, to the last bit.
std::optional<double> multiple_of_one(const Matrix& P) {
  for (std::size_t r = 0; r < P.rows; ++r)
    for (std::size_t c = 0; c < P.cols; ++c)
      if (P(r, c) != (r == c ? P(0, 0) : 0.0)) return std::nullopt;
  return P(0, 0);
}

}  // namespace

std::unique_ptr<Scene> make_frank_wolfe_scene() { return std::make_unique<FrankWolfeScene>(); }

FrankWolfeScene::FrankWolfeScene() : DescentScene(frank_wolfe_rows(), frank_wolfe_presets()) { take_preset(); }

Status FrankWolfeScene::fits(std::size_t param, const Value& value) const {
  if (const Status ok = DescentScene::fits(param, value); !ok) return ok;
  const std::string& key = params()[param].key;
  if (key != "value-matrix") return core::success();  // V is good at all times, so that P can be made from it at any
  const auto P = core::step_matrix(*std::get_if<Matrix>(&value));
  if (!P) return Error{"value-matrix gives no step: " + P.error()};
  for (const double p : P.value().data)
    if (!(std::abs(p) <= 1e6)) return Error{"value-matrix gives no step: the matrix I + V is all but singular."};
  return core::success();
}

DescentModel FrankWolfeScene::model() const {
  DescentModel model{settings().b, {}, {}, settings().tie};
  if (settings().step == "gamma") {
    model.schedule = schedule_of(settings().steps(), static_cast<std::size_t>(settings().horizon)).value();
    return model;
  }
  model.P = core::step_matrix(settings().v).value();
  const auto gamma = multiple_of_one(model.P);
  if (!gamma || !(*gamma > 0 && *gamma <= 1)) return model;
  model.P = {};
  model.schedule.gamma = *gamma;
  return model;
}

void FrankWolfeScene::restarted() {
  Matrix minus = settings().b;
  for (double& b : minus.data) b = -b;
  const core::Hypotheses is = core::check_hypotheses(run().Z(0), settings().b);
  smallest_ = is.smallest_eigenvalue;
  const double largest = core::largest_eigenvalue(settings().b);
  const double zero = 1e-12 * std::max(std::abs(smallest_), std::abs(largest));
  const bool up = smallest_ >= -zero, down = largest <= zero;
  shape_ = !is.symmetric ? Shape::kNone
           : up && down  ? Shape::kBoth
           : up          ? Shape::kConcave
           : down        ? Shape::kConvex
                         : Shape::kSaddle;
}

double FrankWolfeScene::largest_excess() const {
  double most = 0;
  for (std::size_t t = 1; t <= run().steps(); ++t) most = std::max(most, run().at(t).excess);
  return most;
}

std::optional<FrankWolfeScene::Left> FrankWolfeScene::left_hull() const {
  for (std::size_t t = 1; t <= run().steps(); ++t) {
    if (run().at(t).excess <= place_rounding(*this)) continue;
    Left left{t, 0, 0};
    for (std::size_t i = 0; i < n(); ++i) {
      const double away = core::distance_to_hull(run().Z(t).row(i), run().Z(t - 1));
      if (away <= left.distance) continue;
      left.token = i;
      left.distance = away;
    }
    return left;
  }
  return std::nullopt;
}

std::vector<GapEstimate> gap_estimates(const DescentRun& run, std::size_t i) {
  std::vector<GapEstimate> out;
  if (!run.model().scalar()) return out;
  const double all = core::gap_bound(run.Z(0).row(i), run.Z(0), run.model().B, 1, 1);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t t = 1; t <= run.steps(); ++t) {
    least = std::min(least, run.at(t - 1).gamma * run.at(t - 1).to.gap[i]);
    out.push_back({least, all / static_cast<double>(t)});
  }
  return out;
}

std::span<const Observable> FrankWolfeScene::observables() const {
  static const std::vector<Observable> list = {
      {"objectives", "Objectives", "", "J(x_i) = -(1/2) <B x_i, x_i> at this step, one a token"},
      {"gaps", "Gaps", "", "max_y <B x_i, y - x_i> over the hull at this step, one a token"},
      {"targets", "Targets", "", "y_i: the maximizer, or the mean of those that tie; n x d"},
      {"next", "Next tokens", "", "x_i + P (y_i - x_i); at the last step the tokens themselves"},
      {"gamma", "Step", "", "gamma^t of this step; 0 where P is no multiple of I"},
      {"remaining", "Remaining share", "", "p_t = product of 1 - gamma^s over s < t"},
      {"step-matrix", "Step matrix", "", "P of this step"},
      {"largest-excess", "Farthest outside", "",
       "Largest distance of a token to the hull of the step before, over the run"},
      {"left-hull", "First token outside", "", "Which token leaves the hull of the step before, when, and by how much"},
      {"largest-rise", "Largest rise of J", "", "Over all tokens and steps of the run; negative where J always falls"},
      {"least-gap", "Least gap of the selected token", "", "min over the run of gamma^s gap, for B^s = gamma^s B"},
      {"gap-bound", "Its bound", "", "(J(x^0) - min_K J) / t, t the last step"},
  };
  return list;
}

Value FrankWolfeScene::observe(std::size_t observable) const {
  const auto row = [](const std::vector<double>& values) {
    Matrix m(1, values.size());
    m.data = values;
    return m;
  };
  const auto estimate = [&] { return gap_estimates(run(), static_cast<std::size_t>(std::max(selected(), 0))); };
  switch (observable) {
    case 0:
      return row(now().objective);
    case 1:
      return row(now().to.gap);
    case 2:
      return now().to.y;
    case 3:
      return run().Z(std::min(step() + 1, run().steps()));
    case 4:
      return now().gamma;
    case 5:
      return run().model().scalar() ? Value(core::remaining(run().model().schedule, step()))
                                    : Value(std::string("there is none for this P"));
    case 6: {
      if (!run().model().scalar()) return run().model().P;
      Matrix P = Matrix::identity(d());
      for (double& p : P.data) p *= now().gamma;
      return P;
    }
    case 7:
      return largest_excess();
    case 8: {
      const auto left = left_hull();
      if (!left) return std::string("none");
      return "token " + std::to_string(left->token + 1) + " at step " + std::to_string(left->step) + ", by " +
             rounded(left->distance, 6);
    }
    case 9: {
      double most = run().steps() > 0 ? run().at(1).rise : 0;
      for (std::size_t t = 1; t <= run().steps(); ++t) most = std::max(most, run().at(t).rise);
      return most;
    }
    default:
      break;
  }
  const auto estimates = estimate();
  if (estimates.empty()) return std::string("there is none for this P");
  return observable == 10 ? estimates.back().least : estimates.back().bound;
}

}  // namespace lab::scenes
