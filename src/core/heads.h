#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/generator.h"
#include "core/matrix.h"

/// Multi-head attention, head by head (course notebook, section 3; Vaswani et
/// al. 2017, section 3.2.2).
///
/// Legend used in this file
///   n, d_m, h   tokens, width, heads; h divides d_m
///   d_a         d_m / h, width of queries, keys and values of a head
///   X           tokens, n x d_m
///   W_Q^(m), W_K^(m), W_V^(m)   columns (m - 1) d_a + 1 .. m d_a of the d_m x d_m matrices
///   W_O^(m)     the same rows of W_O, d_a x d_m
///   B_m         W_Q^(m) W_K^(m)^T, d_m x d_m: token i scores token j by x_i B_m x_j^T / sqrt(d_a)
///   H_m         softmax(scores) X W_V^(m), n x d_a
///
/// The four matrices do not depend on h: more heads cut the same numbers into
/// narrower pieces. So the forms of all heads add up to the form of one head of
/// full width, B_1 + ... + B_h = W_Q W_K^T.
namespace lab::core {

struct MultiHead {
  Matrix X;
  Matrix WQ, WK, WV, WO;
  std::size_t heads = 1;

  std::size_t width() const { return WQ.rows; }
  std::size_t head_width() const { return WQ.rows / heads; }
};

/// W_Q, W_K, W_V, W_O, X in this order, standard normal, the W divided by sqrt(d_m).
/// X comes last: another n leaves the weights as they are.
MultiHead draw_heads(Generator& draw, std::size_t n, std::size_t width, std::size_t heads);

struct Head {
  Matrix weights;  ///< rows of softmax, n x n
  Matrix H;        ///< n x d_a
  Matrix part;     ///< H_m W_O^(m), n x d_m: what this head adds
};
/// m = 0 .. h - 1.
Head run_head(const MultiHead& in, std::size_t m);
/// [H_1 | ... | H_h] W_O, n x d_m.
Matrix concatenate_and_mix(const MultiHead& in, const std::vector<Head>& heads);
/// H_1 W_O^(1) + ... + H_h W_O^(h), summed in this order.
Matrix sum_of_parts(const std::vector<Head>& heads);
/// B_m, m = 0 .. h - 1.
Matrix head_form(const MultiHead& in, std::size_t m);
/// W_Q W_K^T: the form of one head of full width.
Matrix full_form(const MultiHead& in);

/// Decreasing. By Eigen: the last bits may differ between builds, and nothing
/// that is stored or hashed depends on them.
std::vector<double> singular_values(const Matrix& M);
/// How many are above max(rows, cols) 2^-52 times the largest: what rounding
/// can make of a 0. The rule of NumPy's matrix_rank.
std::size_t numerical_rank(const Matrix& M);
double rank_threshold(const Matrix& M, const std::vector<double>& singular);
/// Distance of M to the matrix of rank r nearest to it in the Frobenius norm
/// (Eckart and Young 1936), r = 0 .. min(rows, cols): the r largest terms of
/// the singular value decomposition are taken off M and what is left is measured.
std::vector<double> distances_to_rank(const Matrix& M);
/// sqrt of the sum of the squares of all singular values behind the first r:
/// the distance that the theorem predicts.
double predicted_distance(const std::vector<double>& singular, std::size_t r);
/// |A - B|, Frobenius norm.
double frobenius_distance(const Matrix& A, const Matrix& B);

/// What h heads cost, in numbers and multiplications, without biases.
struct HeadCost {
  std::uint64_t parameters = 0;  ///< 4 d_m^2
  std::uint64_t projections = 0; ///< 4 n d_m^2: queries, keys, values, W_O
  std::uint64_t attention = 0;   ///< 2 n^2 d_m: scores, averages
  std::uint64_t maps = 0;        ///< h n^2 weights that are kept
  std::uint64_t exponentials = 0;  ///< h n^2, one for each weight
};
/// Counted head by head from the shapes of the pieces.
HeadCost head_cost(std::uint64_t n, std::uint64_t width, std::uint64_t heads);
/// All h that divide d_m, increasing.
std::vector<std::size_t> divisors(std::size_t width);

}  // namespace lab::core
