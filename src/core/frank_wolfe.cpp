#include "core/frank_wolfe.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/cloud.h"
#include "core/hardmax.h"
#include "core/hull.h"
#include "core/vec.h"

namespace lab::core {
namespace {

void reshape(Matrix& m, std::size_t rows, std::size_t cols) {
  if (m.rows != rows || m.cols != cols) m = Matrix(rows, cols);
}

double relative_threshold(std::span<const double> row, double rtol) {
  double best = -std::numeric_limits<double>::infinity(), size = 0.0;
  for (const double s : row) {
    best = s > best ? s : best;
    size = std::max(size, std::abs(s));
  }
  // With scores of infinity the rule would read inf - inf: only the best ties.
  return std::isfinite(size) ? best - rtol * size : best;
}

double best_of(std::span<const double> row) {
  double best = -std::numeric_limits<double>::infinity();
  for (const double s : row) best = s > best ? s : best;
  return best;
}

double largest_norm(const Matrix& Z, const Matrix& A) {
  double largest = 0.0;
  for (std::size_t i = 0; i < Z.rows; ++i) largest = std::max(largest, a_norm(Z.row(i), A));
  return largest;
}

/// Row operations on (M | R) so that M becomes triangular; false for a pivot that is rounding only.
bool eliminate(Matrix& M, Matrix& R) {
  double size = 0.0;
  for (const double m : M.data) size = std::max(size, std::abs(m));
  const double least = size * static_cast<double>(M.rows) * std::numeric_limits<double>::epsilon();
  for (std::size_t k = 0; k < M.rows; ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < M.rows; ++r)
      if (std::abs(M(r, k)) > std::abs(M(pivot, k))) pivot = r;
    if (!(std::abs(M(pivot, k)) > least)) return false;
    std::swap_ranges(M.row(k).begin(), M.row(k).end(), M.row(pivot).begin());
    std::swap_ranges(R.row(k).begin(), R.row(k).end(), R.row(pivot).begin());
    for (std::size_t r = k + 1; r < M.rows; ++r) {
      const double f = M(r, k) / M(k, k);
      for (std::size_t c = k; c < M.cols; ++c) M(r, c) -= f * M(k, c);
      for (std::size_t c = 0; c < R.cols; ++c) R(r, c) -= f * R(k, c);
    }
  }
  return true;
}

}  // namespace

void linear_maximizers(const Matrix& Z, const Matrix& B, LinearMaximizers& out, double rtol) {
  assert(B.rows == Z.cols && B.cols == Z.cols);
  reshape(out.y, Z.rows, Z.cols);
  out.count.assign(Z.rows, 0);
  out.first.assign(Z.rows, 0);
  out.gap.assign(Z.rows, 0.0);
  out.direction.resize(Z.cols);
  out.row.resize(Z.rows);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    apply(B, Z.row(i), out.direction);
    for (std::size_t j = 0; j < Z.rows; ++j) out.row[j] = dot(out.direction, Z.row(j));
    const double threshold = relative_threshold(out.row, rtol);
    const std::span<double> y = out.y.row(i);
    std::fill(y.begin(), y.end(), 0.0);
    const auto take = [&](std::size_t j) {
      if (out.count[i]++ == 0) out.first[i] = static_cast<std::uint32_t>(j);
      for (std::size_t c = 0; c < Z.cols; ++c) y[c] += Z(j, c);
    };
    for (std::size_t j = 0; j < Z.rows; ++j)
      if (out.row[j] >= threshold) take(j);
    if (out.count[i] == 0) take(i);  // every score is NaN: the token stays where it is
    for (double& c : y) c /= out.count[i];
    out.gap[i] = best_of(out.row) - out.row[i];
  }
}

void frank_wolfe_step(const Matrix& Z, const LinearMaximizers& to, double gamma, Matrix& next) {
  assert(&next != &Z && to.y.rows == Z.rows && to.y.cols == Z.cols);
  reshape(next, Z.rows, Z.cols);
  for (std::size_t e = 0; e < Z.data.size(); ++e) next.data[e] = Z.data[e] + gamma * (to.y.data[e] - Z.data[e]);
}

void frank_wolfe_step(const Matrix& Z, const LinearMaximizers& to, const Matrix& P, Matrix& next) {
  assert(&next != &Z && to.y.rows == Z.rows && P.rows == Z.cols && P.cols == Z.cols);
  reshape(next, Z.rows, Z.cols);
  std::vector<double> difference(Z.cols);
  for (std::size_t i = 0; i < Z.rows; ++i) {
    for (std::size_t c = 0; c < Z.cols; ++c) difference[c] = to.y(i, c) - Z(i, c);
    for (std::size_t c = 0; c < Z.cols; ++c) next(i, c) = Z(i, c) + dot(P.row(c), difference);
  }
}

Result<Matrix> step_matrix(const Matrix& V) {
  if (V.rows != V.cols || V.rows == 0) return Error{"The value matrix is not square."};
  Matrix M = V, P = V;
  for (std::size_t i = 0; i < V.rows; ++i) M(i, i) += 1.0;
  if (!eliminate(M, P)) return Error{"The matrix I + V cannot be inverted."};
  for (std::size_t k = V.rows; k-- > 0;)
    for (std::size_t c = 0; c < V.cols; ++c) {
      for (std::size_t r = k + 1; r < V.rows; ++r) P(k, c) -= M(k, r) * P(r, c);
      P(k, c) /= M(k, k);
    }
  return P;
}

double step_size(const StepSchedule& schedule, std::size_t t) {
  const auto s = static_cast<double>(t);
  switch (schedule.kind) {
    case Schedule::kConstant: return schedule.gamma;
    case Schedule::kHarmonic: return 2.0 / (s + 2.0);
    case Schedule::kToOne: return 1.0 - 1.0 / (s + 2.0);
    case Schedule::kHalving: return std::ldexp(1.0, -static_cast<int>(std::min<std::size_t>(t, 2000)) - 1);
    case Schedule::kTyped: return schedule.typed(t);
  }
  return schedule.gamma;
}

Result<StepSchedule> typed_schedule(std::string_view text, std::size_t steps) {
  Result<FormulaList> list = FormulaList::parse(text);
  if (!list) return Error{list.error()};
  for (std::size_t t = 0; t < steps; ++t) {
    const double gamma = list.value()(t);
    if (gamma > 0.0 && gamma <= 1.0) continue;
    return Error{"At t = " + std::to_string(t) + " the step is not above 0 and at most 1."};
  }
  return StepSchedule{Schedule::kTyped, 0.1, std::move(list.value())};
}

double remaining(const StepSchedule& schedule, std::size_t t) {
  double p = 1.0;
  for (std::size_t s = 0; s < t; ++s) p = remaining_after(schedule, s, p);
  return p;
}

double remaining_after(const StepSchedule& schedule, std::size_t t, double p) {
  const auto at = static_cast<double>(t);
  if (schedule.kind == Schedule::kHarmonic) return p * (at / (at + 2.0));
  if (schedule.kind == Schedule::kToOne) return p / (at + 2.0);
  return p * (1.0 - step_size(schedule, t));
}

double objective(std::span<const double> x, const Matrix& B) {
  std::vector<double> direction(x.size());
  apply(B, x, direction);
  return -0.5 * dot(direction, x);
}

double printed_bound(double L, double D, std::size_t t) { return 2.0 * L * D * D / (static_cast<double>(t) + 1.0); }
double sharper_bound(double L, double D, std::size_t t) { return 2.0 * L * D * D / (static_cast<double>(t) + 3.0); }

double largest_eigenvalue(const Matrix& M) {
  assert(M.rows == M.cols && M.rows > 0);
  const auto d = static_cast<Eigen::Index>(M.rows);
  Eigen::MatrixXd S(d, d);
  for (std::size_t i = 0; i < M.rows; ++i)
    for (std::size_t j = 0; j < M.rows; ++j)
      S(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = 0.5 * (M(i, j) + M(j, i));
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(S, Eigen::EigenvaluesOnly).eigenvalues()(d - 1);
}

NegativeRun negative_run(const Matrix& Z0, const Matrix& Bstar, const StepSchedule& schedule, std::size_t steps) {
  Matrix B = Bstar, next;
  for (double& b : B.data) b = -b;
  const double L = largest_eigenvalue(Bstar), D = diameter(Z0);
  const std::vector<double> origin(Z0.cols, 0.0);
  NegativeRun run;
  run.Z = Z0;
  LinearMaximizers to;
  for (std::size_t t = 0; t < steps; ++t) {
    if (!run.origin_lost && distance_to_hull(origin, run.Z) > 1e-12 * D) run.origin_lost = t;
    linear_maximizers(run.Z, B, to);
    frank_wolfe_step(run.Z, to, step_size(schedule, t), next);
    std::swap(run.Z, next);
    double worst = 0.0;
    for (std::size_t i = 0; i < run.Z.rows; ++i) worst = std::max(worst, objective(run.Z.row(i), B));
    if (!(worst > printed_bound(L, D, t) * (1.0 + 1e-12))) continue;
    if (!run.bound_broken) run.bound_broken = t;
    if (!run.origin_lost) ++run.violations_inside;
  }
  return run;
}

double contraction_rate(double gamma) { return std::max(1.0 - 2.0 * gamma, gamma); }

double contraction(const Matrix& Z, const Matrix& next, const Matrix& Bstar) {
  const double before = largest_norm(Z, Bstar);
  return before > 0.0 ? largest_norm(next, Bstar) / before : 0.0;
}

double gap_bound(std::span<const double> x1, const Matrix& K, const Matrix& B, double c, std::size_t t) {
  assert(K.rows > 0 && t > 0);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < K.rows; ++j) least = std::min(least, objective(K.row(j), B));
  return c * (objective(x1, B) - least) / static_cast<double>(t);
}

}  // namespace lab::core
