#pragma once
#include <cstddef>
#include <span>

#include "core/hardmax.h"
#include "core/matrix.h"

/// Softmax with an inverse temperature, and its limit (course notebook,
/// section 11; arXiv 2407.01602).
///
/// Legend used in this file
///   s     scores of one row, length n
///   beta  inverse temperature, 0 <= beta <= infinity
///   p     weights, p_j = e^(beta s_j) / sum_l e^(beta s_l)
///   q     number of maximizers of s
///
/// The row's maximum is subtracted before the exponential, so nothing
/// overflows for finite s. Sums run in index order and exp is the lab's own:
/// the same bits everywhere.
namespace lab::core {

/// p, in place of what is in `weights` (may be the same memory as `scores`).
/// beta = 0: all 1/n. beta = infinity: 1/q on the maximizers, 0 elsewhere,
/// where scores tie by the notebook's rule: s_j >= max - rtol max(1, |max|).
void softmax(std::span<const double> scores, double beta, double tie_rtol, std::span<double> weights);
/// The same with beta = 1 and no ties to look for: plain softmax.
void softmax(std::span<const double> scores, std::span<double> weights);

/// -sum p log p in nats, 0 log 0 = 0. Between 0 and log n.
double entropy(std::span<const double> p);

}  // namespace lab::core
