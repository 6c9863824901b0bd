#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/formula.h"
#include "core/matrix.h"
#include "core/result.h"

/// Hardmax attention as a Frank-Wolfe step (arXiv 2508.09628, sections 1 and 2).
///
/// Legend used in this file
///   x_i    tokens, rows of Z, n x d        K     their convex hull
///   B      key-query matrix, d x d         B*    -B, where B is negative semidefinite
///   y_i    a maximizer of <B x_i, y> over K
///   gamma  step in (0, 1]                  p_t   prod_{s<t} (1 - gamma^s)
///   P      step matrix (I + V)^-1 V of a value matrix V; gamma I where V = h I, gamma = h / (1 + h)
///
/// The step x_i <- x_i + P (y_i - x_i) lowers -(1/2) <B x, x>, linearized at
/// x_i. The paper takes any maximizer; here y_i is the mean of all tokens that
/// tie, so that the rule is single-valued and keeps symmetric data symmetric.
/// Sums run in index order: the same bits everywhere.
namespace lab::core {

/// j ties with the best of its row iff S_ij >= max - rtol max_l |S_il|. Relative,
/// without hardmax's floor of 1: tokens that shrink to 0 would all tie in the end.
/// An artefact stays: a follower that is within about rtol of its vertex ties with it, and both
/// then move by about rtol. With rtol = 0 only equal scores tie and vertices rest to the last bit.
inline constexpr double kRelativeTie = 1e-12;

/// y_i of every token.
struct LinearMaximizers {
  Matrix y;                          ///< n x d
  std::vector<std::uint32_t> count;  ///< tokens that tie
  std::vector<std::uint32_t> first;  ///< the smallest index of them
  std::vector<double> gap;           ///< max_y <B x_i, y - x_i> >= 0, the Frank-Wolfe gap

  std::vector<double> direction, row;  ///< working space: no allocation on a second call
};
/// O(n^2 d). B any d x d matrix. A row of NaN attends to itself.
void linear_maximizers(const Matrix& Z, const Matrix& B, LinearMaximizers& out, double rtol = kRelativeTie);

/// next = x + gamma (y - x). A token at its own y stays there to the last bit. `next` is not Z.
void frank_wolfe_step(const Matrix& Z, const LinearMaximizers& to, double gamma, Matrix& next);
/// next = x + P (y - x), P any d x d matrix. If P is not a multiple of I, the hull may be left.
void frank_wolfe_step(const Matrix& Z, const LinearMaximizers& to, const Matrix& P, Matrix& next);
/// P = (I + V)^-1 V; an error, one sentence, if I + V is singular to rounding or V is not square.
Result<Matrix> step_matrix(const Matrix& V);

/// How gamma depends on t.
enum class Schedule : std::uint8_t {
  kConstant,     ///< gamma
  kHarmonic,     ///< 2 / (t + 2): 1 at t = 0, so a token is then at its y
  kToOne,        ///< 1 - 1 / (t + 2): p_t = 1 / (t + 1)!
  kHalving,      ///< 2^-(t + 1): p_t -> 0.28878809508660..., nothing arrives
  kTyped,        ///< what the reader types
};
struct StepSchedule {
  Schedule kind = Schedule::kConstant;
  double gamma = 0.1;  ///< of kConstant only, in (0, 1)
  FormulaList typed{}; ///< of kTyped only; values in (0, 1] as far as typed_schedule has checked
};
/// A schedule from text ("1/2, 1/(t+1)"). An error, one sentence, if it does not read as formulas, or if
/// gamma^t is not in (0, 1] for some t < steps. O(steps).
Result<StepSchedule> typed_schedule(std::string_view text, std::size_t steps);
/// gamma^t.
double step_size(const StepSchedule& schedule, std::size_t t);
/// p_t, from the exact 1 - gamma^s of each factor. O(t).
double remaining(const StepSchedule& schedule, std::size_t t);
/// p_(t+1) from p_t, to the bits of remaining(). For all t in turn: O(1) each.
double remaining_after(const StepSchedule& schedule, std::size_t t, double p);

/// -(1/2) <B x, x>: what the step descends. With B = -B* this is J = (1/2) <B* x, x>.
double objective(std::span<const double> x, const Matrix& B);

/// Bounds of J^t(x_i^(t+1)) for B* >= 0 and gamma^t = 2 / (t + 2), with L the largest eigenvalue
/// of B*^0 and D the diameter of K^0. Both hold as long as 0 is in K^s for all s <= t. The paper
/// asks for 0 in K^0 only, which is not enough: the tokens 3, -1 of the line.
double printed_bound(double L, double D, std::size_t t);  ///< 2 L D^2 / (t + 1)
double sharper_bound(double L, double D, std::size_t t);  ///< 2 L D^2 / (t + 3)
/// Largest eigenvalue of the symmetric part of M. Not bit-reproducible (Eigen): for bounds only.
double largest_eigenvalue(const Matrix& M);

/// What a run with B = -B* does, B* symmetric positive semidefinite.
struct NegativeRun {
  Matrix Z;                                  ///< the tokens after the last step
  std::optional<std::size_t> origin_lost;    ///< first t with 0 outside K^t, by more than 1e-12 of D
  std::optional<std::size_t> bound_broken;   ///< first t with max_i J(x_i^(t+1)) over printed_bound
  std::size_t violations_inside = 0;         ///< t at which 0 was in all K^s, s <= t, and the bound failed
};
/// `steps` steps from Z0. O(steps n^2 d), and a distance to the hull each step until 0 is lost.
NegativeRun negative_run(const Matrix& Z0, const Matrix& Bstar, const StepSchedule& schedule, std::size_t steps);

/// max(1 - 2 gamma, gamma): for centrally symmetric data (x in Z iff -x in Z) and constant gamma no
/// step multiplies max_i |x_i| in the norm of B* by more, and this is sharp (proof in the paper's
/// setting: <B* x_i, y_i> <= -|x_i|^2 as -x_i is in K). Without the symmetry no such rate holds.
double contraction_rate(double gamma);
/// max_i |next_i| / max_i |x_i| in the norm of B*; 0 where all tokens are 0.
double contraction(const Matrix& Z, const Matrix& next, const Matrix& Bstar);

/// Bound of min_{1<=s<=t} max_y <B^s x_i^s, y - x_i^s> for B^s = c gamma^s B, B positive semidefinite:
/// (F(x_i^1) - min_K F) / t with F = -(c/2) <B x, x>, whose minimum over K is at a vertex. `K` holds
/// points whose hull contains the trajectory (the first tokens), x1 is x_i^1, t >= 1.
double gap_bound(std::span<const double> x1, const Matrix& K, const Matrix& B, double c, std::size_t t);

}  // namespace lab::core
