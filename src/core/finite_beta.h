#pragma once
#include <cstddef>

#include "core/matrix.h"
#include "core/softmax_dynamics.h"

/// Softmax attention with the step of the Frank-Wolfe picture (arXiv 2508.09628, system SA_beta;
/// section on finite beta):
///   x_i <- (1 - gamma) x_i + gamma sum_j a_ij x_j,   a_ij = softmax_j(beta <B x_i, x_j>).
/// It is softmax_step with alpha = gamma / (1 - gamma); nothing is computed twice.
///
/// For every beta >= 0 all tokens tend to one point of the first hull. (The paper's abstract says the
/// origin; that is so for symmetric data only.)
namespace lab::core {

/// Parameters of softmax_step for this gamma, 0 < gamma < 1.
SoftmaxParams sa_beta(const Matrix& B, double gamma, double beta);

/// The smallest score weight that any token can have on the hull of n tokens within R of 0, B = I:
/// e^(-2 beta R^2) / n. One step shrinks the diameter by the factor 1 - gamma c at least, c the smallest
/// weight, so by this one.
double least_weight(std::size_t n, double R, double beta);
/// The smallest a_ij of Z. O(n^2 d).
double smallest_weight(const Matrix& Z, const SoftmaxParams& params);

/// The closed case x, -x of the line, B = 1: x <- x (1 - gamma (1 - tanh(beta x^2))).
double two_token_step(double x, double gamma, double beta);
/// Steps from x until |x| < radius; `most` if it takes that many or more. The number grows by e^2
/// with each unit of beta when x = 1: nothing much happens until the token has left its vertex.
std::size_t two_token_collapse(double x, double gamma, double beta, double radius, std::size_t most);

}  // namespace lab::core
