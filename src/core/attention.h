#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.h"
#include "core/result.h"

/// Self-attention of one head (course notebook, sections 1 and 4; Vaswani et
/// al. 2017, arXiv 1706.03762, equation 1).
///
/// Legend used in this file
///   n              number of tokens
///   d_m, d_a, d_v  width of tokens, of queries and keys, of values
///   X              tokens, n x d_m
///   Wq, Wk, Wv     projections, d_m x d_a, d_m x d_a, d_m x d_v
///   Q, K, V        queries X Wq, keys X Wk, values X Wv
///   S              scores, S_ij = <Q_i, K_j> / sqrt(d_a), n x n
///   a              weights, the softmax of each row of S, n x n
///   Y              outputs, a V, n x d_v
///
/// Sums run in index order and exp is the lab's own: the same bits everywhere.
namespace lab::core {

/// All that is computed on the way.
struct SelfAttention {
  Matrix Q, K, V;
  Matrix scores;   ///< S
  Matrix weights;  ///< a, each row >= 0 with sum 1
  Matrix output;   ///< Y
};

/// Nonempty and finite, shapes that fit, and no score that overflows:
/// otherwise one sentence.
Status validate_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv);
/// Y and everything before it; the arguments have passed validate_attention.
SelfAttention self_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv);

/// One output read as kernel regression (Nadaraya 1964, Watson 1964):
///   Y_i = sum_j kappa_j V_j / sum_j kappa_j,  kappa_j = exp(<Q_i, K_j> / sqrt(d_a)).
struct KernelRow {
  std::vector<double> log_kernel;  ///< log kappa_j, length n
  double log_sum = 0;              ///< log sum_j kappa_j
  std::vector<double> output;      ///< Y_i, length d_v
};
/// Computed in another way than self_attention: in one pass over j, without
/// weights, numerator and denominator both carried relative to the largest
/// kernel value so far and divided at the end. So no kernel value overflows.
KernelRow nadaraya_watson_row(const Matrix& Q, const Matrix& K, const Matrix& V, std::size_t i);

/// Multiplications, counted: what a plain loop does.
struct AttentionCost {
  double projections = 0;   ///< n d_m (2 d_a + d_v)
  double scores = 0;        ///< n^2 d_a
  double mixing = 0;        ///< n^2 d_v
  double exponentials = 0;  ///< n^2, not multiplications
  double pairs() const { return scores + mixing; }
};
AttentionCost attention_cost(std::size_t n, std::size_t dm, std::size_t da, std::size_t dv);

/// max_i |sum_j a_ij - 1|.
double row_sum_error(const Matrix& weights);
/// Row r of the result is row order[r] of X: the matrix P X.
Matrix reordered(const Matrix& X, std::span<const std::uint32_t> order);
/// Largest entry of |Attn(P X) - P Attn(X)|; `order` is a permutation of 0 .. n-1.
double equivariance_gap(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv,
                        std::span<const std::uint32_t> order);
/// max |V_jc|, the size that rounding errors of the outputs are relative to.
double largest_entry(const Matrix& V);

}  // namespace lab::core
